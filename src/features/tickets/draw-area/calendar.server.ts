/** Creates rows and tables in advance: draws of stations and games, and partitions for tickets and orders. */
import { sql } from 'kysely'
import { inWriteTransaction, type Db } from '#server/database/transaction.ts'
import { cronJob, type CronJob } from '#server/jobs/jobs.ts'
import { asProgram } from '#server/audit/without-call.ts'
import { makeGamePeriods } from '#features/results/period/game-periods.server.ts'

const periods_until = sql`current_date + 14`

/** Creates what is missing, at every start and every night. */
export async function makeCalendar(db: Db): Promise<void> {
  await inWriteTransaction(db, async (trx) => {
    // When several programs start together, one of them creates everything.
    await sql`select pg_advisory_xact_lock(hashtext('make_partitions'))`.execute(trx)
    await sql`select make_ticket_partitions(current_date, (current_date + interval '3 months')::date)`.execute(trx)
    await sql`select make_sale_partitions(current_date, (current_date + interval '3 months')::date)`.execute(trx)
  })
  await asProgram(db, 'Lập các kỳ quay sắp tới', async (trx) => {
    await sql`select apply_order_times()`.execute(trx)
    await sql`select make_periods(${periods_until})`.execute(trx)
    await makeGamePeriods(trx)
  })
}

/** Every night at 0:05: what `makeCalendar` makes at the start, for one more day. */
export function calendarJob(db: Db): CronJob {
  return cronJob('calendar', { cron: '5 0 * * *', run: () => makeCalendar(db) })
}

/** Changes the draws of a station that have not opened yet to its present hours and calendar. */
export async function remakePeriods(db: Db, area_id: number): Promise<void> {
  await sql`select remake_periods(${area_id}, ${periods_until})`.execute(db)
}
