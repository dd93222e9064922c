import { sql } from 'kysely'
import type { Db } from '#server/database/transaction.ts'
import type { RevenueChangeRow } from './max-revenue.contract.ts'

/**
 * Counts today's sales by confirmed limits that apply already. Called after the periods are locked, so today is the day of the clock: the transaction
 * may have begun before midnight and waited for the lock until after it.
 * @returns the moment from which the limits apply
 */
export async function startLimits(
  db: Db,
  { from_day, thresholds }: Pick<RevenueChangeRow, 'from_day' | 'thresholds'>,
): Promise<string> {
  const { rows } = await sql<{ today: string; from_at: string; is_now: boolean }>`
    with clock as materialized (select clock_timestamp() as now)
    select now::date as today, case when d > now::date then d::timestamptz else now end as from_at, coalesce(d <= now::date, true) as is_now
    from clock, (select ${from_day}::date as d) x`.execute(db)
  const { today, from_at, is_now } = rows[0]!
  if (is_now) {
    await sql`delete from revenue_day where day = ${today}::date`.execute(db)
    await sql`
      select open_revenue_day(${today}::date, coalesce(group_id, 0), coalesce(category, 0::smallint), maximum)
      from jsonb_to_recordset(${JSON.stringify(thresholds)}::jsonb) t (group_id integer, category smallint, maximum bigint)`.execute(
      db,
    )
  }
  return from_at
}
