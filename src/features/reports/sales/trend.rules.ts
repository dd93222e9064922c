/** Whether the rows of a report have a trend: a small line chart of their days. */
import { daysBetween } from '#contract/days.ts'
import { page_row_limits } from '#contract/call.ts'
import type { Level } from './sales.contract.ts'

/** The maximum number of rows in one answer of the report by day. */
export const max_trend_rows = page_row_limits.report

interface Report {
  levels: readonly Level[]
  /** The number of rows; null while they are not counted. */
  total: number | null
  from_date: string
  to_date: string
}

/** Rows by day have no trend, a trend needs several days, and all trends must fit in one answer. */
export function hasTrend({ levels, total, from_date, to_date }: Report): boolean {
  if (levels.includes('day') || total === null || total === 0) return false
  const days = daysBetween(from_date, to_date) + 1
  return days > 1 && total * days <= max_trend_rows
}
