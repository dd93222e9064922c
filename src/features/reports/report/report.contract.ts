/** What all reports of sales share: their days, their figures, and the moment of these. */
import * as z from 'zod/mini'
import { page_row_limits, search } from '#contract/call.ts'
import { balance, count, day, moment, money, optional } from '#contract/fields.ts'
import { snapshot } from '#features/orders/order/order.contract.ts'

/** Without any day it is today; one day alone is that day. */
export const dayRange = { from_date: optional(day('Từ ngày')), to_date: optional(day('Đến ngày')) }

/** All of it is answered at once, rows and totals, because they must be of one moment. */
export const reportInput = <F extends Record<string, z.ZodMiniType>, const S extends readonly string[]>(
  filters: F,
  sortable: S,
) => z.omit(search(filters, sortable, page_row_limits.report), { part: true, keyword: true })

const sum = (label: string) => count(label, Number.MAX_SAFE_INTEGER)

export const figures = {
  orders: sum('Số đơn'),
  quantity: sum('SL vé'),
  amount: money('Doanh số'),
  fee: money('Phí'),
  commission: money('Hoa hồng'),
  /** What is left to the business: the price and the fee without what the point of sale earns. */
  net: balance('Thực thu'),
}
export const figureNames = ['orders', 'quantity', 'amount', 'fee', 'commission', 'net'] as const

/** Beside the rows: their days, and the database snapshot in which every figure is the sum of its orders. */
export const stamp = {
  from_date: day('Từ ngày'),
  to_date: day('Đến ngày'),
  as_of: moment('Số liệu lúc'),
  snapshot: snapshot(),
}
export type Stamp = z.output<z.ZodMiniObject<typeof stamp>>
