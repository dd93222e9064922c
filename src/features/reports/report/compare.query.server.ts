/** A report beside the days before it: which days are compared with which, and by how much they differ. */
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Db } from '#server/database/transaction.ts'
import type { Compared, Comparison } from './compare.contract.ts'
import type { Stamp } from './report.contract.ts'
import type { SalesRange } from './report.query.server.ts'

export type ComparedDays = Pick<Compared, 'from_date' | 'to_date' | 'until'> & {
  /** Added to a day of then, it is the day that it is compared with. */
  later: string
  /** Some days of then, such as the 31st before a shorter month, are compared with no day. */
  has_spare_before: boolean
  /** Some days of the report, such as the 31st after a shorter month, are. */
  has_spare_now: boolean
}

/** The days that the report's past days are compared with; null where there are none. Days begin in 1900. */
export async function comparedDays(
  db: Db,
  compare: Comparison | null | undefined,
  { from_date, to_date }: Stamp,
): Promise<ComparedDays | null> {
  if (compare == null) return null
  const previous = compare === 'previous'
  const later = previous ? sql`(to_date - from_date + 1) * interval '1 day'` : sql`interval '1 month'`
  // A day without a counterpart in the month before, such as the 31st, begins with the next month.
  const { rows } = await sql<ComparedDays>`
    with input as (select ${from_date}::date as from_date, ${to_date}::date as to_date, least(${to_date}::date, current_date - 1) as until),
    shifted as (select *, from_date - later as since from input, lateral (select ${later} as later) l),
    compared as (
      select greatest(case when ${previous} or extract(day from since) = extract(day from from_date) then since
          else date_trunc('month', from_date::timestamp) end, '1900-01-01')::date as from_date,
        (until - later)::date as to_date, until, later::text as later
      from shifted where until >= from_date)
    select *, not ${previous} and exists (select from generate_series(from_date, to_date, interval '1 day') day
        where ${isSpare(sql`day`, sql`later`)}) as has_spare_before,
      not ${previous} and exists (select from generate_series(${from_date}::date, until, interval '1 day') day
        where ${isSpare(sql`day`, sql`'-' || later`)}) as has_spare_now
    from compared where from_date <= to_date`.execute(db)
  return rows[0] ?? null
}

/** Whether the day has no counterpart that many months away. */
export const isSpare = (day: RawBuilder<unknown>, away: RawBuilder<unknown>) =>
  sql<SqlBool>`extract(day from ${day} + (${away})::interval) <> extract(day from ${day})`

/** The same of a day of the report. */
export const isSpareNow = ({ later }: ComparedDays) => isSpare(sql`v.day`, sql`'-' || ${later}::text`)

/** In thousandths, as far as a growth can be read at all; null where nothing was sold before. */
export const changeOf = (now: RawBuilder<unknown>, before: RawBuilder<unknown>) =>
  sql<
    number | null
  >`case when ${before} <> 0 then least(round((${now} - ${before}) * 1000.0 / ${before}), 999999999)::bigint end`

/** Days of the report that are over and therefore compared, those that are not, and those of before. */
export type As = 'over' | 'open' | 'before'

export function partsOf(
  { from_date, to_date }: Pick<Stamp, 'from_date' | 'to_date'>,
  days: ComparedDays | null,
): [SalesRange, As][] {
  if (days === null) return [[{ from_date, to_date }, 'open']]
  const today = sql<string>`(${days.until}::date + 1)`
  return [
    [{ from_date, to_date: days.until }, 'over'],
    ...(days.until < to_date ? ([[{ from_date: today, to_date }, 'open']] satisfies [SalesRange, As][]) : []),
    [days, 'before'],
  ]
}

/** What the compared days of a group come to. */
export const over_sum = sql<number>`sum(v.over)`

/** A day that is not over, or that the month before does not have, has nothing to be compared with. */
export function beforeOf(tells_days: boolean, days: ComparedDays | null): RawBuilder<number | null> {
  if (days === null) return sql`null::bigint`
  if (!tells_days) return sql`sum(v.before)`
  const spare = days.has_spare_now ? isSpareNow(days) : sql<SqlBool>`false`
  return sql`case when v.day <= ${days.until}::date and not ${spare} then sum(v.before) end`
}
