/** Comparing a report with earlier days. */
import * as z from 'zod/mini'
import { balance, choice, day, optional, permille } from '#contract/fields.ts'

const comparisons = [
  ['previous', 'Kỳ liền trước'],
  ['month_before', 'Cùng ngày tháng trước'],
] as const
/** previous: the same number of days before; month: the same days one month earlier. */
export type Comparison = (typeof comparisons)[number][0]
export const comparisonNames = Object.fromEntries(comparisons) as Record<Comparison, string>

/** The filter that chooses the comparison. */
export const compare = () => optional(choice('So sánh với', comparisons))
/** The change in thousandths; null when there is nothing to compare with. */
export const change = () => z.nullable(permille('Tăng giảm'))

/** The compared days: only past days with a counterpart, so not today, and not a 31st when the other month is shorter. */
export const comparedFields = z.object({
  from_date: day('Từ ngày của kỳ so sánh'),
  to_date: day('Đến ngày của kỳ so sánh'),
  /** The last past day of the report. */
  until: day('So sánh đến ngày'),
  amount: balance('Số liệu các ngày được so sánh'),
  before: balance('Số liệu kỳ so sánh'),
  change: change(),
})
export type PeriodComparison = z.output<typeof comparedFields>
