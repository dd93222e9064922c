/** Deletes rows that no call needs any more, so that the tables used by every call stay small. The audit log keeps what happened. */
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '#server/database/transaction.ts'
import { cronJob, type CronJob } from './jobs.ts'

/** Which rows have expired. A payment provider may repeat a request for a month, so its transid is kept for longer. */
const past_conditions: Record<string, RawBuilder<unknown>> = {
  session: sql`least(expires_at, ended_at) < now() - interval '40 days'`,
  command: sql`at < now() - interval '40 days'`,
  sign_in_try: sql`since < now() - interval '1 day'`,
  known_device: sql`seen_at < now() - interval '180 days'`,
}

/** Few enough that no statement nears its time limit and no lock is held for long. */
const batch_size = 5_000

/** `chores` are the features' own deletions beside the engine's. */
export function housekeeping(db: Db, chores: readonly (() => Promise<void>)[] = []): CronJob {
  return cronJob('housekeeping', {
    cron: '17 * * * *',
    run: async () => {
      for (const chore of chores) await chore()
      for (const [table, condition] of Object.entries(past_conditions)) await removeAll(db, table, condition)
    },
  })
}

async function removeAll(db: Db, table: string, condition: RawBuilder<unknown>): Promise<void> {
  for (let removed_count = batch_size; removed_count === batch_size;) {
    const result = await sql`delete from ${sql.table(table)} where ctid = any(array(
      select ctid from ${sql.table(table)} where ${condition} limit ${batch_size}))`.execute(db)
    removed_count = Number(result.numAffectedRows)
  }
}
