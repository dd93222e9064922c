/** Closes the sample's days: once all past prizes are calculated, two accountants sign all but the newest days. */
import { sql } from 'kysely'
import type { Db } from '#server/database/transaction.ts'
import { asProgram } from '#server/audit/without-call.ts'
import { cronJob, type CronJob } from '#server/jobs/jobs.ts'
import dayCloses from '#features/close/day-close/day-close.server.ts'
import { dayClose, exceptionStatus } from '#features/close/day-close/day-close.contract.ts'
import { actAs, staffMember } from './act.ts'
import { past_days } from './past-draws.ts'

const setting = 'sample_closings'
/** Number of newest days left for signing. */
const left_open = 3

/** Runs once, in the first minute in which all past prizes are known. */
export const closeSampleDays = (main: Db): CronJob =>
  cronJob('sample.closings', { cron: '* * * * *', run: () => closeDays(main) })

async function closeDays(main: Db): Promise<void> {
  const { rows } = await sql<{ is_due: boolean }>`
    select exists (select from setting where name = 'sample_sales' and value::text = '-2')
      and not exists (select from setting where name = ${setting})
      and not exists (select from prize_run where status = 1)
      and not exists (select from sale_order o where o.status = 7 and not exists (select from reward r where r.order_id = o.order_id)) as is_due`.execute(
    main,
  ) // unscoped: at the start
  if (!rows[0]!.is_due) return
  for (let ago = past_days; ago >= 1; ago--)
    await asProgram(main, 'Chốt ngày mẫu', (db) => closeDay(db, ago)).catch(() => undefined)
  await asProgram(main, 'Chốt ngày mẫu', (db) =>
    db
      .insertInto('setting')
      .values({ name: setting, value: 'true' })
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
  )
}

async function closeDay(db: Db, ago: number): Promise<void> {
  const { rows } = await sql<{ day: string }>`select current_date - ${ago}::integer as day`.execute(db)
  const { day } = rows[0]!
  const [maker, second] = [await staffMember(db, 'ketoan'), await staffMember(db, 'duyetchi')]
  const call = actAs(db, dayCloses, maker)
  const { exceptions } = await call(dayClose.prepare, { day })
  if (ago <= left_open) return
  const week_ahead = await sql<{ day: string }>`select current_date + 7 as day`.execute(db)
  const due_date = week_ahead.rows[0]!.day
  for (const { exception_id, status, carried_at } of exceptions)
    if (status === exceptionStatus.open)
      await call(dayClose.carryOver, {
        day,
        exception_id,
        reason: 'Chờ bộ phận liên quan bổ sung chứng từ',
        user_id: maker.user_id,
        due_date,
        carried_at,
      })
  const { digest } = await call(dayClose.detail, { day })
  await call(dayClose.sign, { day, digest })
  await actAs(db, dayCloses, second)(dayClose.sign, { day, digest })
}
