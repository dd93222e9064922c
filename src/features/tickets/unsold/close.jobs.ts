/** Scheduled jobs at stations' hours: unconfirmed return slips expire, and days that nobody has closed are closed. */
import { sql, type RawBuilder } from 'kysely'
import { cronJob, type CronJob, type JobContext } from '#server/jobs/jobs.ts'
import { asProgram } from '#server/audit/without-call.ts'
import type { Db } from '#server/database/transaction.ts'
import { returnUntil } from '#features/results/period/period.query.server.ts'
import { stockStatus } from '#features/tickets/stock/stock-life.contract.ts'
import { returnLife } from '#features/tickets/ticket-return/return-life.contract.ts'
import { runStatus } from '#features/results/prize-run/prize-run.contract.ts'
import {
  calculateStocks,
  closeStocks,
  expireReturns,
  is_taken_back,
  lockStocks,
  prizesOf,
  revokeStocks,
  waitingReturns,
  type StationDay,
} from './close-stock.server.ts'

/** Every minute: what `closeDue` does at the stations' hours. */
export function closeJob({ main }: JobContext): CronJob {
  return cronJob('ticket.close', { cron: '* * * * *', run: async () => void (await closeDue(main)) })
}

/** Expires and closes what is due; one station's day at a time, so that none waits for another. Gives how many days were closed. */
export async function closeDue(main: Db): Promise<number> {
  for (const id of await slipsOver(main))
    await asProgram(main, 'Hết hạn phiếu hoàn vé', (db) => expireReturns(db, [id]))
  const days = await daysDue(main)
  for (const day of days)
    await asProgram(main, 'Tự chốt hoàn vé', async (db) => {
      const stocks = await lockStocks(db, day, await storesOf(db, day))
      const base_ids = stocks.map(({ base_id }) => base_id)
      await expireReturns(
        db,
        (await waitingReturns(db, day, base_ids)).map(({ ticket_return_id }) => ticket_return_id),
      )
      await closeStocks(db, day, base_ids, { user_id: null })
    })
  await calculateDue(main)
  return days.length
}

/** Calculates closed days whose prizes are now known, and reverts those whose result was reopened. */
async function calculateDue(main: Db): Promise<void> {
  for (const day of await unsoldDays(main, stockStatus.closed, sql`r.status = ${runStatus.done} and r.stock_done`))
    await asProgram(main, 'Tính thưởng vé tồn', async (db) => {
      const stocks = await lockStocks(db, day, await storesOf(db, day))
      const base_ids = stocks.map(({ base_id }) => base_id)
      if ((await prizesOf(db, day)) === 'known') await calculateStocks(db, day, base_ids, null)
    })
  for (const day of await unsoldDays(main, stockStatus.calculated, is_taken_back))
    await asProgram(main, 'Bỏ tính thưởng vé tồn vì mở lại kết quả', (db) => revokeStocks(db, day))
}

/** Days with unsold tickets in this state whose run `r` meets the condition. */
async function unsoldDays(main: Db, status: number, condition: RawBuilder<unknown>): Promise<StationDay[]> {
  const { rows } = await sql<StationDay>`
    select distinct s.area_id, s.open_date from stock s -- unscoped: the program's own work
    join draw_period p on p.area_id = s.area_id and p.open_date = s.open_date
    left join prize_run r using (period_id)
    where s.status = ${status} and s.in_stock > 0 and s.open_date >= current_date - 90 and ${condition}
    order by s.open_date, s.area_id`.execute(main)
  return rows
}

async function slipsOver(main: Db): Promise<number[]> {
  const { rows } = await sql<{ ticket_return_id: number }>`
    select r.ticket_return_id from ticket_return r -- unscoped: the program's own work
    join draw_period p using (period_id)
    join base_store b on b.base_id = r.base_id
    where r.status = ${returnLife.status.waiting} and clock_timestamp() >= ${returnUntil('p', 'b')}
    order by r.ticket_return_id`.execute(main)
  return rows.map(({ ticket_return_id }) => ticket_return_id)
}

/** Only the last days: a business that switches automatic closing on after months must not close all of them at once. */
async function daysDue(main: Db): Promise<StationDay[]> {
  const { rows } = await sql<StationDay>`
    select distinct s.area_id, s.open_date from stock s -- unscoped: the program's own work
    join draw_period p on p.area_id = s.area_id and p.open_date = s.open_date
    cross join return_config c
    where s.status = ${stockStatus.open} and s.open_date >= current_date - 7 and p.cancelled_at is null
      and clock_timestamp() >= p.stop_at + make_interval(mins => c.close_after_minutes)
    order by s.open_date, s.area_id`.execute(main)
  return rows
}

async function storesOf(db: Db, { area_id, open_date }: StationDay): Promise<number[]> {
  const { rows } = await sql<{ base_id: number }>`
    select base_id from stock where area_id = ${area_id} and open_date = ${open_date} order by base_id`.execute(db) // unscoped: the program's own work
  return rows.map(({ base_id }) => base_id)
}
