/**
 * Sale groups: the payment sources, products and prices of groups of points of sale. A group without settings accepts all sources and sells all
 * products at their usual prices.
 */
import * as z from 'zod/mini'
import { calls, read, write } from '#contract/call.ts'
import { activation, count, day, flag, id, list, money, note, optional, text } from '#contract/fields.ts'
import { category } from '#features/results/product/product.contract.ts'
import { PaymentVendor } from '#features/settings/payment-vendor/payment-vendor.contract.ts'
import { distributionTab } from '#features/settings/pages.contract.ts'
import { history } from '#features/settings/setting-change/setting-change.contract.ts'

const group = { group_id: id('Nhóm điểm bán') }
const max_groups = 10_000
const max_products = 50

const SaleGroup = z.object({
  ...group,
  pos_group_name: text('Nhóm điểm bán', 100),
  pos_count: count('Số điểm bán'),
  /** The numbers of the group's own sources, products and prices; 0 without any. */
  sources: count('Nguồn TT'),
  products: count('Sản phẩm'),
  prices: count('Giá riêng'),
})
export type SaleGroupRow = z.output<typeof SaleGroup>

export const saleGroup = calls('cms/config/sale_group', {
  list: read('GET list', {
    title: 'Nhóm bán',
    may: distributionTab.view,
    output: z.object({ items: list('Nhóm bán', SaleGroup, max_groups) }),
  }),
})

/** Sales of the last seven days of the points of sale that are in the group now. */
const soldFields = { orders: count('Đơn 7 ngày'), total: money('Tiền 7 ngày') }

const GroupSource = z.object({ ...PaymentVendor.shape, is_in_group: flag('Trong nhóm'), ...soldFields })
export type GroupSourceRow = z.output<typeof GroupSource>
const Sources = z.object({ items: list('Nguồn TT', GroupSource, 50), history: history() })

const source = z.object({ ...group, payment_vendor_id: id('Nguồn thanh toán') })

export const saleGroupPayment = calls('cms/config/sale_group_payment', {
  list: read('GET list', {
    title: 'Nguồn thanh toán của nhóm bán',
    may: distributionTab.view,
    input: z.object(group),
    output: Sources,
  }),
  /** Adding the first one closes all others for the group. */
  add: write('POST add', {
    title: 'Thêm nguồn thanh toán vào nhóm bán',
    may: distributionTab.update,
    input: source,
    output: Sources,
    errors: ['no_right', 'payment_vendor_not_found', 'payment_source_in_group'],
  }),
  /** After removing the last one the group accepts every source again. */
  remove: write('POST remove', {
    title: 'Bỏ nguồn thanh toán khỏi nhóm bán',
    may: distributionTab.update,
    input: source,
    output: Sources,
    errors: ['no_right', 'payment_vendor_not_in_group'],
  }),
})

const GroupProduct = z.object({
  product_id: category(),
  status: activation(),
  is_in_group: flag('Trong nhóm'),
  ...soldFields,
})
export type GroupProductRow = z.output<typeof GroupProduct>
const Products = z.object({ items: list('Sản phẩm', GroupProduct, max_products), history: history() })

const oneProduct = z.object({ ...group, product_id: category() })

export const productGroup = calls('cms/config/product_group', {
  list: read('GET list', {
    title: 'Sản phẩm của nhóm bán',
    may: distributionTab.view,
    input: z.object(group),
    output: Products,
  }),
  /** Adding the first one closes all others for the group. */
  add: write('POST add', {
    title: 'Thêm sản phẩm vào nhóm bán',
    may: distributionTab.update,
    input: oneProduct,
    output: Products,
    errors: ['no_right', 'category_not_found', 'product_in_group'],
  }),
  /** After removing the last one the group sells every product again. */
  remove: write('POST remove', {
    title: 'Bỏ sản phẩm khỏi nhóm bán',
    may: distributionTab.update,
    input: oneProduct,
    output: Products,
    errors: ['no_right', 'category_not_in_group'],
  }),
})

/** The price of one ticket or one play, in đồng; null for the usual price. */
const price = () => z.nullable(money('Giá của nhóm').check(z.minimum(1, 'Phải lớn hơn 0'), z.maximum(100_000_000)))

const GroupPrice = z.object({
  category: category(),
  usual_price: money('Giá thường'),
  price: price(),
  /** Planned changes, the nearest first. */
  planned: list('Sẽ đổi', z.object({ from_day: day('Áp dụng từ'), price: price() }), 400),
})
export type GroupPriceRow = z.output<typeof GroupPrice>
const Prices = z.object({
  items: list('Giá', GroupPrice, max_products),
  history: history(),
  version: id('Phiên bản'),
})

export const groupPrice = calls('cms/config/group_price', {
  list: read('GET list', {
    title: 'Giá theo nhóm bán',
    may: distributionTab.view,
    input: z.object(group),
    output: Prices,
  }),
  /** Products that are left out keep their prices. */
  update: write('POST update', {
    stepUp: true,
    title: 'Đổi giá theo nhóm bán',
    may: distributionTab.update,
    input: z.object({
      ...group,
      prices: list('Giá', z.object({ category: category(), price: price() }), max_products),
      /** By default from the next order on. */
      from_day: optional(day('Áp dụng từ')),
      reason: optional(note('Lý do', 200)),
      version: id('Phiên bản'),
    }),
    output: Prices,
    errors: ['no_right', 'category_not_found', 'changed_by_other', 'over_cut_off'],
  }),
})
