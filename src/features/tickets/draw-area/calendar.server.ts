/** What the calendar of the stations needs ahead of time: the draws of the next days, and where their tickets are kept. */
import { sql } from 'kysely'
import { writing, type Db } from '#server/database/transaction.ts'
import { job, type Job } from '#server/jobs.ts'
import { asProgram } from '#server/serve.ts'

const periods_until = sql`current_date + 14`

/** Makes what is missing; at every start and every night. */
export async function makeCalendar(db: Db): Promise<void> {
  await writing(db, (trx) =>
    sql`select make_ticket_partitions(current_date, (current_date + interval '3 months')::date)`.execute(trx),
  )
  await asProgram(db, 'Lập các kỳ quay sắp tới', (trx) => sql`select make_periods(${periods_until})`.execute(trx))
}

export function calendarJob(db: Db): Job {
  return job('calendar', { cron: '5 0 * * *', run: () => makeCalendar(db) })
}

/** Makes the draws of a station that have not opened yet follow its hours and its calendar. */
export async function remakePeriods(db: Db, area_id: number): Promise<void> {
  await sql`select remake_periods(${area_id}, ${periods_until})`.execute(db)
}
