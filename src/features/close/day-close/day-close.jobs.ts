/** From the set hour on, a job prepares yesterday's closing, after missed earlier ones in order. */
import { sql } from 'kysely'
import { asProgram } from '#server/audit/without-call.ts'
import type { Db } from '#server/database/transaction.ts'
import { cronJob, type CronJob, type JobContext } from '#server/jobs/jobs.ts'
import { closeStatus } from './day-close.contract.ts'
import { lockClosing, max_missed_days, prepareClosing } from './closing.server.ts'
import { verifyAll } from '#features/close/proof/verify-all.server.ts'

type Context = Pick<JobContext, 'main' | 'url' | 'heads_file'>

/** Prepares missed days every five minutes, and runs the full proofs after the last one. */
export const prepareDaysJob = ({ main, ...place }: Context): CronJob =>
  cronJob('day-close.prepare', {
    cron: '*/5 * * * *',
    run: async () => {
      const days = await prepareDays(main)
      const last_day = days.at(-1)
      if (last_day !== undefined) await verifyAll(main, place, last_day)
    },
  })

/**
 * The past days since the first one that nobody has prepared after they were over, in order; the first time only yesterday. Yesterday is left out
 * before the set hour.
 */
async function missedDays(db: Db): Promise<string[]> {
  const { rows } = await sql<{ day: string }>`
    select day::date as day
    from day_close_config c,
      lateral (select current_date - case when to_char(now(), 'HH24:MI') >= c.prepare_at then 1 else 2 end as last) l,
      lateral (select greatest(coalesce((select min(day) from day_close where day <= l.last), l.last), l.last - ${max_missed_days}::integer) as first) f,
      lateral generate_series(f.first::timestamp, l.last::timestamp, interval '1 day') day
    where (exists (select from day_close) or to_char(now(), 'HH24:MI') >= c.prepare_at)
      and day::date not in (select day_close.day from day_close where prepared_at >= day_close.day + 1 or status = ${closeStatus.closed}::smallint)
    order by day`.execute(db)
  return rows.map(({ day }) => day)
}

/** Prepares the missed days, each in its own transaction; days closed meanwhile are not changed. @returns the days */
export async function prepareDays(main: Db): Promise<string[]> {
  const days = await missedDays(main)
  for (const day of days)
    await asProgram(main, 'Tính số liệu chốt ngày', async (db) => {
      const closing = await lockClosing(db, day)
      if (closing?.status !== closeStatus.closed) await prepareClosing(db, day, null, closing)
    })
  return days
}
