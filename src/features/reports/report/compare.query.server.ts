/** Comparing a report with earlier days: which days correspond, and the changes. */
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Db } from '#server/database/transaction.ts'
import type { PeriodComparison, Comparison } from './compare.contract.ts'
import type { Stamp } from './report.contract.ts'
import type { SalesRange } from './report.query.server.ts'

export type ComparedDays = Pick<PeriodComparison, 'from_date' | 'to_date' | 'until'> & {
  /** An interval as text: an earlier day plus this interval is its counterpart in the report. */
  later: string
  /** Whether some earlier days have no counterpart, such as a 31st before a shorter month. */
  has_unpaired_before: boolean
  /** Whether some days of the report have no counterpart, such as a 31st after a shorter month. */
  has_unpaired_now: boolean
}

/** The earlier days to compare with; null without a comparison or without past days in the report. Days before 1900 are cut off. */
export async function comparedDays(
  db: Db,
  compare: Comparison | null | undefined,
  { from_date, to_date }: Stamp,
): Promise<ComparedDays | null> {
  if (compare == null) return null
  const previous = compare === 'previous'
  const interval_later = previous ? sql`(to_date - from_date + 1) * interval '1 day'` : sql`interval '1 month'`
  // When the first day has no counterpart in the previous month, such as a 31st, the earlier days start with the next month.
  const { rows } = await sql<ComparedDays>`
    with input as (select ${from_date}::date as from_date, ${to_date}::date as to_date, least(${to_date}::date, current_date - 1) as until),
    shifted as (select *, from_date - later as since from input, lateral (select ${interval_later} as later) l),
    compared as (
      select greatest(case when ${previous} or extract(day from since) = extract(day from from_date) then since
          else date_trunc('month', from_date::timestamp) end, '1900-01-01')::date as from_date,
        (until - later)::date as to_date, until, later::text as later
      from shifted where until >= from_date)
    select *, not ${previous} and exists (select from generate_series(from_date, to_date, interval '1 day') day
        where ${lacksCounterpart(sql`day`, sql`later`)}) as has_unpaired_before,
      not ${previous} and exists (select from generate_series(${from_date}::date, until, interval '1 day') day
        where ${lacksCounterpart(sql`day`, sql`'-' || later`)}) as has_unpaired_now
    from compared where from_date <= to_date`.execute(db)
  return rows[0] ?? null
}

/** SQL: whether the day has no counterpart at that interval (a number of months). */
export const lacksCounterpart = (day: RawBuilder<unknown>, away: RawBuilder<unknown>) =>
  sql<SqlBool>`extract(day from ${day} + (${away})::interval) <> extract(day from ${day})`

/** The same for a day of the report. */
export const lacksEarlierDay = ({ later }: ComparedDays) => lacksCounterpart(sql`v.day`, sql`'-' || ${later}::text`)

/** SQL: the change in thousandths, at most 999.999.999; null when the earlier figure is 0. */
export const changeOf = (now: RawBuilder<unknown>, before: RawBuilder<unknown>) =>
  sql<
    number | null
  >`case when ${before} <> 0 then least(round((${now} - ${before}) * 1000.0 / ${before}), 999999999)::bigint end`

/** over: past days of the report, which are compared; open: the other days of the report; before: the earlier days. */
export type RangeKind = 'over' | 'open' | 'before'

/** Splits the report into its ranges of days, each with its kind. */
export function partsOf(
  { from_date, to_date }: Pick<Stamp, 'from_date' | 'to_date'>,
  days: ComparedDays | null,
): [SalesRange, RangeKind][] {
  if (days === null) return [[{ from_date, to_date }, 'open']]
  const today = sql<string>`(${days.until}::date + 1)`
  return [
    [{ from_date, to_date: days.until }, 'over'],
    ...(days.until < to_date ? ([[{ from_date: today, to_date }, 'open']] satisfies [SalesRange, RangeKind][]) : []),
    [days, 'before'],
  ]
}

/** The sum of the compared days of the report in a group. */
export const over_sum = sql<number>`sum(v.over)`

/** SQL: the earlier sum of a group; null for days that are not over or have no counterpart. */
export function beforeOf(by_day: boolean, days: ComparedDays | null): RawBuilder<number | null> {
  if (days === null) return sql`null::bigint`
  if (!by_day) return sql`sum(v.before)`
  const unpaired = days.has_unpaired_now ? lacksEarlierDay(days) : sql<SqlBool>`false`
  return sql`case when v.day <= ${days.until}::date and not ${unpaired} then sum(v.before) end`
}
