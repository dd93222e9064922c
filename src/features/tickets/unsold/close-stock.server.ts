/** Closes a station's day: afterwards its tickets can be neither sold nor returned, brought in nor moved. */
import { sql } from 'kysely'
import type { Db } from '#server/database/transaction.ts'
import { lockPeriodsExclusive, returnUntil } from '#features/results/period/period.query.server.ts'
import { runStatus } from '#features/results/prize-run/prize-run.contract.ts'
import { stockLife } from '#features/tickets/stock/stock-life.contract.ts'
import { lockReturn } from '#features/tickets/ticket-return/ticket-return.query.server.ts'
import { releaseReturn } from '#features/tickets/ticket-return/settle-return.server.ts'
import { returnLife } from '#features/tickets/ticket-return/return-life.contract.ts'

export interface StationDay {
  area_id: number
  open_date: string
}

export interface StockToClose {
  base_id: number
  status: number
  in_stock: number
}

/**
 * Waits until no order is being made or refunded, then locks the stocks of a station's day in the order of their keys.
 * @param base_ids the stores that the caller may close
 */
export async function lockStocks(
  db: Db,
  { area_id, open_date }: StationDay,
  base_ids: readonly number[],
): Promise<StockToClose[]> {
  await lockPeriodsExclusive(db)
  const { rows } = await sql<StockToClose>`
    select base_id, status, in_stock from stock -- unscoped: the caller has checked that the stores are within its scope
    where open_date = ${open_date} and area_id = ${area_id} and base_id = any(${base_ids}::integer[])
    order by base_id for update`.execute(db)
  return rows
}

/** The waiting return slips of these stocks, and whether the station's hour is over. */
export async function waitingReturns(db: Db, { area_id, open_date }: StationDay, base_ids: readonly number[]) {
  const { rows } = await sql<{ ticket_return_id: number; is_over: boolean }>`
    select r.ticket_return_id, clock_timestamp() >= ${returnUntil('p', 'b')} as is_over
    from ticket_return r -- unscoped: the caller has checked that the stores are within its scope
    join draw_period p using (period_id)
    join base_store b on b.base_id = r.base_id
    where r.open_date = ${open_date} and r.area_id = ${area_id} and r.base_id = any(${base_ids}::integer[])
      and r.status = ${returnLife.status.waiting}
    order by r.ticket_return_id`.execute(db)
  return rows
}

/** Puts the tickets of these slips back on sale, because the station takes nothing back any more. */
export async function expireReturns(db: Db, ids: readonly number[]): Promise<void> {
  for (const id of ids) {
    const slip = await lockReturn(db, null, id)
    if (slip?.status === returnLife.status.waiting) await releaseReturn(db, slip, 'expire', { user_id: null })
  }
}

interface Closing {
  /** Null when the program closes. */
  user_id: number | null
  counted?: number | null | undefined
  reason?: string | null | undefined
}

/** Closes those of these locked stocks that are open; gives how many. */
export async function closeStocks(
  db: Db,
  { area_id, open_date }: StationDay,
  base_ids: readonly number[],
  { user_id, counted = null, reason = null }: Closing,
): Promise<number> {
  const { from, to } = stockLife.moves.close
  const { numAffectedRows } = await sql`
    update stock set status = ${to}, closed_by = ${user_id}, closed_at = clock_timestamp(), counted = ${counted}, close_reason = ${reason}, version = version + 1
    where open_date = ${open_date} and area_id = ${area_id} and base_id = any(${base_ids}::integer[])
      and status = any(${from}::smallint[])`.execute(db) // unscoped: locked by the caller
  return Number(numAffectedRows ?? 0)
}

/** Marks these closed, locked stocks as calculated; gives how many. `me` is null when the program does it. */
export async function calculateStocks(
  db: Db,
  { area_id, open_date }: StationDay,
  base_ids: readonly number[],
  user_id: number | null,
): Promise<number> {
  const { from, to } = stockLife.moves.calculate
  const { numAffectedRows } = await sql`
    update stock set status = ${to}, calculated_by = ${user_id}, calculated_at = clock_timestamp(), version = version + 1
    where open_date = ${open_date} and area_id = ${area_id} and base_id = any(${base_ids}::integer[])
      and in_stock > 0 and status = any(${from}::smallint[])`.execute(db) // unscoped: locked by the caller
  return Number(numAffectedRows ?? 0)
}

/** Whether the draw's result is confirmed, and whether its prizes are calculated. */
export async function prizesOf(db: Db, { area_id, open_date }: StationDay): Promise<'none' | 'under way' | 'known'> {
  const { rows } = await sql<{ has_run: boolean; is_done: boolean }>`
    select r.status is distinct from ${runStatus.revoked} and r.status is not null as has_run,
      coalesce(r.status = ${runStatus.done} and r.stock_done, false) as is_done
    from draw_period p left join prize_run r using (period_id)
    where p.area_id = ${area_id} and p.open_date = ${open_date}`.execute(db)
  const [run] = rows
  return run?.is_done ? 'known' : run?.has_run ? 'under way' : 'none'
}

/** SQL: the result was reopened, and the prizes of the run `r` are not all calculated again. Another unfinished run keeps what it has calculated. */
export const is_taken_back = sql`coalesce(r.recounts, true)`

/** Reverts the calculation of a station's day, unless its prizes have been calculated again meanwhile. */
export async function revokeStocks(db: Db, { area_id, open_date }: StationDay): Promise<void> {
  const { from, to } = stockLife.moves.revoke
  await sql`
    update stock set status = ${to}, calculated_by = null, calculated_at = null, version = version + 1
    where open_date = ${open_date} and area_id = ${area_id} and status = any(${from}::smallint[]) and exists (
      select from draw_period p left join prize_run r using (period_id)
      where p.open_date = ${open_date} and p.area_id = ${area_id} and ${is_taken_back})`.execute(db) // unscoped: the program's own work
}
