import * as z from 'zod/mini'
import { day, money, text } from '#contract/fields.ts'

/** One row of the file of partners' discounts. */
export const MerchantDiscountRow = z
  .object({
    partner_code: text('Mã đại lý', 20),
    product_type_code: text('Mã loại sản phẩm', 20),
    denomination: money('Mệnh giá'),
    from_date: day('Ngày áp dụng'),
    to_date: day('Ngày hết hạn'),
  })
  .check(
    z.refine(({ from_date, to_date }) => from_date <= to_date, {
      error: 'Ngày hết hạn không được trước ngày áp dụng',
      path: ['to_date'],
    }),
  )
