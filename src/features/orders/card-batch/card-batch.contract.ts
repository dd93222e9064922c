import * as z from 'zod/mini'
import { day, text } from '#contract/fields.ts'

/** One card of a batch; the names are those of the partners' clients. */
export const CardBatchRow = z.object({
  cardSerial: text('Serial', 50),
  cardNumber: text('Mã thẻ', 50),
  exprieDate: day('Ngày hết hạn thẻ'),
})
