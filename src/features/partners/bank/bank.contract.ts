import * as z from 'zod/mini'
import { calls, pageOf, read } from '#contract/call.ts'
import { flag, id, optional, text } from '#contract/fields.ts'

export const Bank = z.object({
  bank_id: id('Mã'),
  bank_code: text('Mã ngân hàng', 20),
  bin: text('BIN', 6),
  short_name: text('Ngân hàng', 50),
  bank_name: text('Tên đầy đủ', 200),
  transfer_supported: flag('Ứng dụng quét được VietQR'),
})

export const bank = calls('cms/bank', {
  list: read('GET list', {
    title: 'Danh sách ngân hàng',
    may: 'user',
    input: z.object({ keyword: optional(text('Từ khóa', 100)) }),
    output: pageOf(Bank),
  }),
})
