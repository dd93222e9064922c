/** A report beside the days before it. */
import * as z from 'zod/mini'
import { balance, choice, day, optional, permille } from '#contract/fields.ts'

const comparisons = [
  ['previous', 'Kỳ liền trước'],
  ['month_before', 'Cùng ngày tháng trước'],
] as const
/** The days before that are as many, or the same days one month earlier. */
export type Comparison = (typeof comparisons)[number][0]
export const comparisonNames = Object.fromEntries(comparisons) as Record<Comparison, string>

export const compare = () => optional(choice('So sánh với', comparisons))
/** Null where there is nothing to compare with. */
export const change = () => z.nullable(permille('Tăng giảm'))

/** Only days that are over and have a counterpart are compared: not today, nor a 31st beside a shorter month. */
export const compared = z.object({
  from_date: day('Từ ngày của kỳ so sánh'),
  to_date: day('Đến ngày của kỳ so sánh'),
  /** The last day of the report that is over. */
  until: day('So sánh đến ngày'),
  amount: balance('Số liệu các ngày được so sánh'),
  before: balance('Số liệu kỳ so sánh'),
  change: change(),
})
export type Compared = z.output<typeof compared>
