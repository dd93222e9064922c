/** Whether the rows of a report can have a line of their days each. */
import { daysBetween } from '#contract/days.ts'
import { page_row_limits } from '#contract/call.ts'
import type { Level } from './sales.contract.ts'

/** As many groups of a day as one answer has. */
export const most_trend_rows = page_row_limits.report

interface Report {
  levels: readonly Level[]
  /** How many rows there are; null while they are not counted. */
  total: number | null
  from_date: string
  to_date: string
}

/** A row that stands for a day has no days of its own, one day is no line, and all lines must come in one answer. */
export function hasTrend({ levels, total, from_date, to_date }: Report): boolean {
  if (levels.includes('day') || total === null || total === 0) return false
  const days = daysBetween(from_date, to_date) + 1
  return days > 1 && total * days <= most_trend_rows
}
