/** Which products apps show, with order, name and picture. */
import * as z from 'zod/mini'
import { calls, pageOf, read, search, write } from '#contract/call.ts'
import { count, flag, id, image, list, note, optional, status, text } from '#contract/fields.ts'
import { record } from '#contract/record.ts'
import { category, productLine } from '#features/results/product/product.contract.ts'
import { productDisplayTab } from '#features/settings/pages.contract.ts'
import { history } from '#features/settings/setting-change/setting-change.contract.ts'

export const ProductDisplayRecord = record('product_display', 'product_id', {
  label: text('Tên hiển thị', 50),
  image_url: optional(image('Ảnh', 'product')),
  image_alt: optional(text('Chữ thay ảnh', 150)),
  status: z.prefault(
    status('Hiển thị', [
      [1, 'Đang hiện', 'green'],
      [0, 'Đang ẩn', 'neutral'],
    ]),
    1,
  ),
})

const product = { category_code: text('Mã sản phẩm', 20), line: productLine() }

export const ProductDisplay = z.object({
  ...ProductDisplayRecord.Row.shape,
  ...product,
  position: count('Thứ tự'),
  /** Whether it is sold; products that are not sold are never sent to apps. */
  is_sold: flag('Đang bán'),
})
export type ProductDisplayRow = z.output<typeof ProductDisplay>

const Unassigned = z.object({ product_id: id('Sản phẩm'), category: category(), ...product })

const max_products = 100

const errors = ['no_right', 'display_label_exists'] as const

export const productDisplay = calls('cms/config_product_display', {
  /** In the order of the apps. */
  list: read('GET list', {
    title: 'Hiển thị sản phẩm',
    may: productDisplayTab.view,
    input: search({}),
    /** With the version of the order; each product has its own. */
    output: z.object({ ...pageOf(ProductDisplay).shape, version: id('Phiên bản') }),
  }),
  detail: read('GET detail', {
    title: 'Chi tiết hiển thị sản phẩm',
    may: productDisplayTab.view,
    input: ProductDisplayRecord.Key,
    output: ProductDisplay,
    errors: ['not_found'],
  }),
  listNotAssign: read('GET list_not_assign', {
    title: 'Sản phẩm chưa hiển thị ở đâu',
    may: productDisplayTab.view,
    output: pageOf(Unassigned),
  }),
  history: read('GET history', {
    title: 'Lịch sử hiển thị sản phẩm',
    may: productDisplayTab.view,
    output: z.object({ items: history() }),
  }),
  /** Adds the product at the end. */
  add: write('POST add', {
    title: 'Thêm hiển thị sản phẩm',
    may: productDisplayTab.add,
    input: z.object({ product_id: id('Sản phẩm'), ...ProductDisplayRecord.Draft.shape }),
    output: ProductDisplay,
    errors: [...errors, 'product_display_exists', 'category_not_found'],
  }),
  update: write('POST update', {
    title: 'Sửa hiển thị sản phẩm',
    may: productDisplayTab.update,
    input: ProductDisplayRecord.Change,
    output: ProductDisplay,
    errors: [...errors, ...ProductDisplayRecord.conflicts],
  }),
  delete: write('POST delete', {
    title: 'Bỏ hiển thị sản phẩm',
    may: productDisplayTab.remove,
    input: ProductDisplayRecord.Key,
    errors: ['no_right', 'not_found'],
  }),
  /** All products in their new order, each once. */
  setup: write('POST setup', {
    title: 'Sắp xếp sản phẩm',
    may: productDisplayTab.update,
    input: z.object({
      product_ids: list('Sản phẩm', id('Sản phẩm'), max_products),
      reason: optional(note('Lý do', 200)),
      version: id('Phiên bản'),
    }),
    errors: ['no_right', 'changed_by_other'],
  }),
})
