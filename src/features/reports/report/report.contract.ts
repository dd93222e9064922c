/** The common parts of all sales reports: days, figures and stamp. */
import * as z from 'zod/mini'
import { page_row_limits, search, type unpaged } from '#contract/call.ts'
import { balance, count, day, flag, moment, money, optional } from '#contract/fields.ts'
import { snapshot } from '#features/orders/order/order.contract.ts'

/** Without days the report is of today; with one of them, of that day. */
export const dayRange = { from_date: optional(day('Từ ngày')), to_date: optional(day('Đến ngày')) }

/** The input of a report; rows and totals are one answer, because they must be from one snapshot. */
export const reportInput = <F extends Record<string, z.ZodMiniType>, const S extends readonly string[]>(
  filters: F,
  sortable: S,
  sizes?: typeof unpaged,
) =>
  z.omit(search(filters, sortable, { max_page_size: page_row_limits.report, ...sizes }), { part: true, keyword: true })

const sum = (label: string) => count(label, Number.MAX_SAFE_INTEGER)

export const figures = {
  orders: sum('Số đơn'),
  quantity: sum('SL vé'),
  amount: money('Doanh số'),
  fee: money('Phí'),
  commission: money('Hoa hồng'),
  /** Price plus fee minus commission. */
  net: balance('Thực thu'),
}
export const figure_names = ['orders', 'quantity', 'amount', 'fee', 'commission', 'net'] as const

/** The stamp of an answer: its days, and the database snapshot in which every figure is the sum of its orders. */
export const stamp = {
  from_date: day('Từ ngày'),
  to_date: day('Đến ngày'),
  as_of: moment('Số liệu lúc'),
  snapshot: snapshot(),
  /** The figures come from a replica: what was sold after `as_of` is not in them yet. */
  is_delayed: z.optional(flag('Từ bản sao')),
}
export type Stamp = z.output<z.ZodMiniObject<typeof stamp>>
