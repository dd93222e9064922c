/** Dò vé: checks what numbers won in a draw with a confirmed result. Nothing is written. */
import * as z from 'zod/mini'
import { calls, read } from '#contract/call.ts'
import { count, day, flag, id, list, moment, money, optional, orderId, rate, text } from '#contract/fields.ts'
import { checkPage, megaPowerPage, resultPage, sheetPage } from '#features/results/pages.contract.ts'
import { category } from '#features/results/product/product.contract.ts'

/** The maximum number of entries per call. */
export const max_entries = 500

const CheckEntry = z.object({
  /** A ticket number or a game's board, as typed. */
  numbers: text('Số vé', 300),
  /** Derived from the numbers where it is left out. */
  play_type: optional(id('Loại hình chơi').check(z.maximum(32_767))),
  /** How often the board was bought; for tickets the number of tickets. */
  stake: optional(count('Số lần', 1_000)),
  /** The series of a ticket of the North, such as 15AN; it may also follow the number. */
  series: optional(text('Ký hiệu', 8)),
})

const CheckedPrize = z.object({
  tier: text('Hạng giải', 20),
  label: text('Giải', 100),
  count: count('Số giải', Number.MAX_SAFE_INTEGER),
  /** đồng for each prize. */
  amount: money('Giá trị'),
})

const CheckedEntry = z.object({
  numbers: text('Số vé', 300),
  series: z.nullable(text('Ký hiệu', 8)),
  play_label: z.nullable(text('Loại hình chơi', 100)),
  /** Why the entry cannot be checked; null when it was checked. */
  error: z.nullable(text('Lỗi', 300)),
  prizes: list('Giải', CheckedPrize, 100),
  /** 'Giải ba + Giải tám'; '' without a prize. */
  text: text('Giải', 1_000, 0),
  /** One digit for each character of `numbers`: 1 where it matched, otherwise 0. */
  marks: text('Số trùng', 300, 0),
  gross: money('Tiền thưởng'),
  tax: money('Thuế TNCN'),
  net: money('Thực nhận'),
  /** A winning order with this number within the caller's scope. */
  order_id: z.nullable(orderId()),
  /** Whether the number was unsold in a store within the caller's scope. */
  is_unsold: flag('Vé tồn'),
})
export type CheckedEntryRow = z.output<typeof CheckedEntry>

export const CheckAnswer = z.object({
  period_id: id('Kỳ'),
  period_code: text('Mã kỳ', 30),
  category: category(),
  name: text('Đài/Sản phẩm', 100),
  open_date: day('Ngày quay'),
  draw_at: moment('Giờ quay'),
  /** The first day on which the used prize table is valid. */
  table_from: day('Bảng giải từ'),
  claim_until: day('Hạn lĩnh thưởng'),
  tax_threshold: money('Ngưỡng chịu thuế'),
  /** In basis points. */
  tax_rate: rate('Thuế suất'),
  entries: list('Kết quả dò', CheckedEntry, max_entries),
  won: count('Trúng'),
  unread: count('Không đọc được'),
  gross: money('Tiền thưởng'),
  tax: money('Thuế TNCN'),
  net: money('Thực nhận'),
})
export type CheckAnswerRow = z.output<typeof CheckAnswer>

export const check = calls('cms/result', {
  check: read('POST check', {
    title: 'Dò vé',
    may: [checkPage.view, resultPage.view, sheetPage.view, megaPowerPage.view],
    input: z.object({
      category: category(),
      /** The draw, by period_id, by period_code, or by station and day. */
      period_id: optional(id('Kỳ')),
      period_code: optional(text('Mã kỳ', 30)),
      area_id: optional(id('Đài')),
      open_date: optional(day('Ngày quay')),
      entries: list('Số vé', CheckEntry, max_entries),
    }),
    output: CheckAnswer,
    errors: ['period_not_found', 'period_without_result', 'category_not_found'],
  }),
})
