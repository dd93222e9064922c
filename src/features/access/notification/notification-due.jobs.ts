/** Notifies people when something of theirs is due soon, once for each thing, and deletes old notifications. */
import { sql, type RawBuilder } from 'kysely'
import { inWriteTransaction, type Db } from '#server/database/transaction.ts'
import { cronJob, type CronJob, type JobContext } from '#server/jobs/jobs.ts'
import { notificationKind } from './notification.contract.ts'

const kept_for = sql`interval '90 days'`

/** @param dues the areas' queries of user_id, table_name, row_id and due_at of what is due soon */
export const dueJob = ({ main }: Pick<JobContext, 'main'>, dues: readonly RawBuilder<unknown>[]): CronJob =>
  cronJob('notification.due', { cron: '* * * * *', run: () => notifyDue(main, dues) })

/** Running twice does no harm: a notification is written only once. */
export function notifyDue(main: Db, dues: readonly RawBuilder<unknown>[]): Promise<void> {
  const kind = sql.lit(notificationKind.due)
  return inWriteTransaction(main, async (db) => {
    await sql`
      insert into notification (user_id, kind, table_name, row_id, due_at)
      select d.user_id, ${kind}, d.table_name, d.row_id, d.due_at
      from (${sql.join(dues, sql` union all `)}) d (user_id, table_name, row_id, due_at)
      where not exists (select from notification_mute m where m.user_id = d.user_id and m.kind = ${kind})
      order by d.due_at, d.user_id
      on conflict (user_id, table_name, row_id) where kind = 3 do nothing`.execute(db)
  })
}

/** Deletes what is older than 90 days, read or not. */
export async function deleteOldNotifications(main: Db): Promise<void> {
  await sql`delete from notification where created_at < now() - ${kept_for}`.execute(main)
}
