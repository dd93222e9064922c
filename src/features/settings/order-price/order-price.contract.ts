/** The minimum and maximum value of the tickets in one order of a product, without the fee. */
import * as z from 'zod/mini'
import { calls, read, write } from '#contract/call.ts'
import { count, day, id, list, money, note, optional } from '#contract/fields.ts'
import { category } from '#features/results/product/product.contract.ts'
import { distributionTab } from '#features/settings/pages.contract.ts'
import { history } from '#features/settings/setting-change/setting-change.contract.ts'

const bounds = {
  minimum: money('Tối thiểu'),
  /** đồng; null means only the product's own limits apply. */
  maximum: z.nullable(money('Tối đa')),
}

const OrderPrice = z.object({
  category: category(),
  ...bounds,
  /** Planned changes, the nearest first. */
  planned: list('Sẽ đổi', z.object({ from_day: day('Áp dụng từ'), ...bounds }), 400),
  /** The orders of the last seven days: their number, and the smallest and largest value. */
  orders: count('Đơn 7 ngày'),
  smallest: z.nullable(money('Đơn nhỏ nhất')),
  largest: z.nullable(money('Đơn lớn nhất')),
  version: id('Phiên bản'),
})
export type OrderPriceRow = z.output<typeof OrderPrice>

const OrderPrices = z.object({ items: list('Sản phẩm', OrderPrice, 50), history: history() })

export const orderPrice = calls('cms/config/order_price', {
  list: read('GET list', { title: 'Giá trị đơn', may: distributionTab.view, output: OrderPrices }),
  update: write('POST update', {
    title: 'Đổi giá trị đơn',
    may: distributionTab.update,
    input: z.object({
      category: category(),
      minimum: bounds.minimum,
      maximum: z.optional(bounds.maximum),
      /** By default from the next order on. */
      from_day: optional(day('Áp dụng từ')),
      reason: optional(note('Lý do', 200)),
      version: id('Phiên bản'),
    }),
    output: OrderPrices,
    errors: ['no_right', 'category_not_found', 'minimum_exceeds_maximum', 'changed_by_other', 'over_cut_off'],
  }),
})
