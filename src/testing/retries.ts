import { sql } from 'kysely'
import type { Db } from '#server/database/transaction.ts'

/** Runs all waiting retries now: a drill of thousands of payments skips the growing delay between tries. */
export async function bringRetriesForward(db: Db): Promise<void> {
  await sql`update pgboss.job set start_after = now() where state = 'retry' and start_after > now()`.execute(db)
}
