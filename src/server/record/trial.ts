import { sql } from 'kysely'
import type { Db } from '#server/database/transaction.ts'

/** Does the work and, where it is only tried, undoes it: the answer is what doing it would have answered. */
export async function onTrial<T>(db: Db, is_trial: boolean | null | undefined, work: () => Promise<T>): Promise<T> {
  if (!is_trial) return work()
  await sql`savepoint trial`.execute(db)
  const answer = await work()
  await sql`rollback to savepoint trial`.execute(db)
  return answer
}
