/** Partners' commission rates by product and face value, from a day to a day. */
import * as z from 'zod/mini'
import { importInput, ImportReport } from '#contract/bulk.ts'
import { calls, pageOf, read, search, write } from '#contract/call.ts'
import { day, id, money, optional, rate, status, text } from '#contract/fields.ts'
import { record } from '#contract/record.ts'
import { partnerPage } from '#features/partners/pages.contract.ts'
import { category } from '#features/results/product/product.contract.ts'

const denomination = () => money('Mệnh giá').check(z.positive('Mệnh giá phải lớn hơn 0'), z.maximum(2_147_483_647))
/** In basis points of the price: 650 is 6,5 %. */
const discountRate = () => rate('Tỷ lệ')

/** One row of the file of partners' discounts. */
export const MerchantDiscountRow = z
  .object({
    partner_code: text('Mã đại lý', 20),
    product_type_code: text('Mã loại sản phẩm', 20),
    denomination: denomination(),
    from_date: day('Ngày áp dụng'),
    to_date: day('Ngày hết hạn'),
  })
  .check(
    z.refine(({ from_date, to_date }) => from_date <= to_date, {
      error: 'Ngày hết hạn không được trước ngày áp dụng',
      path: ['to_date'],
    }),
  )

/** The same with a rate per row. */
export const DiscountImportRow = z
  .object({ ...MerchantDiscountRow.shape, rate: optional(discountRate()) })
  .check(...(MerchantDiscountRow._zod.def.checks as []))

export const DiscountRecord = record('merchant_discount', 'merchant_discount_id', {
  partner_id: id('Đại lý'),
  category: category(),
  denomination: denomination(),
  rate: discountRate(),
  from_date: day('Áp dụng từ'),
  to_date: optional(day('Đến hết ngày')),
})

export const discountState = { coming: 1, running: 2, ended: 3 } as const

export const Discount = z.object({
  ...DiscountRecord.Row.shape,
  partner_code: text('Mã đại lý', 20),
  partner_name: text('Đại lý', 200),
  /** The state on today's date. */
  status: status('Trạng thái', [
    [discountState.coming, 'Sắp áp dụng', 'blue'],
    [discountState.running, 'Đang áp dụng', 'green'],
    [discountState.ended, 'Hết hạn', 'neutral'],
  ]),
})
export type DiscountRow = z.output<typeof Discount>

const errors = [
  'no_right',
  'discount_exists',
  'partner_not_found',
  'category_not_found',
  'date_range_invalid',
  'over_cut_off',
  'amount_wrong',
] as const

export const merchantDiscount = calls('cms/merchant_discount', {
  list: read('GET list', {
    title: 'Chiết khấu đại lý',
    may: partnerPage.view,
    input: search({ partner_id: optional(id('Đại lý')), category: optional(category()) }, ['from_date', 'rate']),
    output: pageOf(Discount),
  }),
  /** Only from today on; earlier orders keep their commission. */
  add: write('POST add', {
    title: 'Thêm chiết khấu đại lý',
    may: partnerPage.update,
    input: DiscountRecord.Draft,
    output: Discount,
    errors,
  }),
  /** For a started rate only the last day can change, to today at the earliest. */
  update: write('POST update', {
    title: 'Sửa chiết khấu đại lý',
    may: partnerPage.update,
    input: DiscountRecord.Change,
    output: Discount,
    errors: [...errors, ...DiscountRecord.conflicts],
  }),
  /** Only before its first day. */
  delete: write('POST delete', {
    title: 'Xóa chiết khấu chưa áp dụng',
    may: partnerPage.update,
    input: DiscountRecord.Key,
    errors: ['not_found', 'no_right', 'over_cut_off'],
  }),
  import: write('POST import', {
    title: 'Nhập chiết khấu đại lý từ tệp',
    may: partnerPage.update,
    input: z.object({
      ...importInput(DiscountImportRow).shape,
      /** The rate for rows without one. */
      rate: optional(discountRate()),
    }),
    output: ImportReport,
    errors: ['no_right'],
  }),
})
