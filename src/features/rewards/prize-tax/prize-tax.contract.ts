/** The statement of personal income tax withheld from prizes, by prize and by winner, for the days of payment. */
import * as z from 'zod/mini'
import { calls, pageOf, read, search } from '#contract/call.ts'
import { count, day, id, money, optional, phone, rate, text } from '#contract/fields.ts'
import { category } from '#features/results/product/product.contract.ts'
import { rewardPage } from '#features/rewards/pages.contract.ts'
import { formChoice } from '#features/rewards/reward/reward.contract.ts'

const winner = {
  full_name: z.nullable(text('Họ và tên', 100)),
  /** The number of the identity papers shown at a counter; null for other payments. */
  id_number: z.nullable(text('Số giấy tờ', 20)),
  msisdn: z.nullable(phone('SĐT')),
}
const amounts = {
  gross: money('Trị giá giải'),
  /** The part above the day's threshold, per ticket. */
  taxable: money('Thu nhập tính thuế'),
  tax: money('Thuế đã khấu trừ'),
  fee: money('Phí'),
  net: money('Thực nhận'),
}

export const TaxedPrize = z.object({
  reward_id: id('STT'),
  reward_code: text('Mã trả thưởng', 20),
  ...winner,
  category: category(),
  area_name: z.nullable(text('Đài', 100)),
  open_date: day('Ngày quay'),
  paid_date: day('Ngày trả'),
  tickets: text('Vé', 300),
  prizes: text('Giải', 1_000),
  tax_rate: rate('Thuế suất'),
  ...amounts,
  form: formChoice(),
})

export const TaxedWinner = z.object({
  winner_key: text('Khóa', 200),
  ...winner,
  prize_count: count('Số giải'),
  ...amounts,
})

const filters = {
  from_date: optional(day('Từ ngày')),
  to_date: optional(day('Đến ngày')),
  category: optional(category()),
}
const input = search(filters, ['paid_date', 'tax', 'gross'])

export const prizeTax = calls('cms/prize_tax', {
  list: read('GET list', {
    title: 'Bảng kê thuế TNCN từng giải',
    may: rewardPage.export,
    input,
    output: pageOf(TaxedPrize, ['gross', 'taxable', 'tax', 'fee', 'net']),
    errors: ['from_exceeds_to'],
  }),
  winners: read('GET winners/list', {
    title: 'Bảng kê thuế TNCN từng người',
    may: rewardPage.export,
    input: search(filters, ['tax', 'gross']),
    output: pageOf(TaxedWinner, ['gross', 'taxable', 'tax', 'fee', 'net']),
    errors: ['from_exceeds_to'],
  }),
  /** The statement as a workbook, with sums in the last row. */
  export: read('GET export', {
    title: 'Xuất bảng kê thuế TNCN',
    may: rewardPage.export,
    input,
    errors: ['from_exceeds_to', 'search_time_exceeded'],
    download: true,
  }),
})

/** The columns for the accountant, in order. */
export const tax_columns = [
  'full_name',
  'id_number',
  'msisdn',
  'category',
  'area_name',
  'open_date',
  'tickets',
  'prizes',
  'paid_date',
  'gross',
  'taxable',
  'tax_rate',
  'tax',
  'fee',
  'net',
  'form',
  'reward_code',
] as const
