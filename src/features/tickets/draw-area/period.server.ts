/** The period that tickets belong to, and what the database's clock still allows for it. */
import { sql, type RawBuilder } from 'kysely'
import type { Fail } from '#server/fail.ts'
import type { Db } from '#server/database/transaction.ts'
import { returnUntil } from '#features/results/period/period.query.server.ts'

export interface Period {
  period_id: number
  area_id: number
  open_date: string
  area_name: string
  number_length: number
  series_count: number
  face_value: number
  /** The moment at which the other fields hold. */
  at: string
  is_open: boolean
  is_returnable: boolean
  /** Its sale has stopped, or it was cancelled. */
  is_stopped: boolean
  is_cancelled: boolean
  /** The station no longer draws on that day: its stock can only be returned. */
  is_closed: boolean
  /** The store is active and in charge of the station. */
  is_in_charge: boolean
}

interface PeriodKey {
  area_id: number
  open_date: string
  /** The store whose own hour for returns applies when it is earlier than the station's. */
  base_id: number
}

/** The period as it is now, without a lock. */
export function findPeriod(db: Db, key: PeriodKey): Promise<Period | undefined> {
  return readPeriod(db, key, sql``)
}

/** The period, locked against changes until the transaction ends; the clock is read after the lock was taken. */
export function lockPeriod(db: Db, key: PeriodKey): Promise<Period | undefined> {
  return readPeriod(db, key, sql`for key share`)
}

async function readPeriod(
  db: Db,
  { area_id, open_date, base_id }: PeriodKey,
  lock: RawBuilder<unknown>,
): Promise<Period | undefined> {
  const { rows } = await sql<Period>`
    with period as (select * from draw_period where area_id = ${area_id} and open_date = ${open_date} ${lock})
    select p.period_id, p.area_id, p.open_date, a.area_name, a.number_length, a.series_count, a.face_value, c.at,
      c.at >= p.open_at as is_open,
      c.at < ${returnUntil('p', 'b')} as is_returnable,
      p.cancelled_at is not null or c.at >= p.stop_at as is_stopped, p.cancelled_at is not null as is_cancelled,
      exists (select from draw_closed_day c where c.area_id = p.area_id and c.day = p.open_date) as is_closed,
      b.status = 1 and exists (select from base_store_area o where o.base_id = b.base_id and o.area_id = p.area_id) as is_in_charge
    from period p join draw_area a using (area_id)
    -- Once, and only when the row is locked.
    cross join lateral (select clock_timestamp() as at where p.period_id is not null offset 0) c
    left join base_store b on b.base_id = ${base_id}`.execute(db) // unscoped: only the store's hour
  return rows[0]
}

/**
 * Locks the period, into which tickets must still be allowed.
 * @throws Failure draw_period_not_found: the station does not draw on that day; period_not_found: the period has not been created yet; period_closed:
 * its sale has stopped or it is cancelled; over_cut_off: returns have closed
 */
export async function periodToImport(
  db: Db,
  key: PeriodKey,
  fail: Fail<'draw_period_not_found' | 'period_not_found' | 'period_closed' | 'over_cut_off'>,
): Promise<Period> {
  const period = await lockPeriod(db, key)
  if (!period || period.is_closed)
    return fail((await hasDrawOn(db, key)) ? 'period_not_found' : 'draw_period_not_found', atOpenDate(undefined))
  if (period.is_cancelled) fail('period_closed', atOpenDate('Kỳ quay này đã hủy, không nhập vé được nữa.'))
  if (period.is_stopped) fail('period_closed', atOpenDate('Đài đã ngừng bán kỳ này.'))
  if (!period.is_returnable) fail('over_cut_off', atOpenDate('Đã quá giờ chốt hoàn của kỳ này.'))
  return period
}

function atOpenDate(message: string | undefined) {
  return message === undefined ? undefined : { fields: { open_date: message }, message }
}

/** Whether the station's calendar has a draw on that day. */
async function hasDrawOn(db: Db, { area_id, open_date }: { area_id: number; open_date: string }): Promise<boolean> {
  const { rows } = await sql<{ draws: boolean }>`
    select exists (
      select from draw_area a join draw_area_weekday w using (area_id)
      where a.area_id = ${area_id} and a.status = 1 and w.weekday = extract(isodow from ${open_date}::date)
        and not exists (select from draw_closed_day c where c.area_id = a.area_id and c.day = ${open_date})) as draws`.execute(
    db,
  )
  return rows[0]!.draws
}
