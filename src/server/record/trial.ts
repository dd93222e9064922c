import { sql } from 'kysely'
import type { Db } from '#server/database/transaction.ts'

/** Does the work and rolls it back if it is only a trial: the answer is what doing it would have given. */
export async function runOrTry<T>(db: Db, is_trial: boolean | null | undefined, work: () => Promise<T>): Promise<T> {
  if (!is_trial) return work()
  await sql`savepoint trial`.execute(db)
  const answer = await work()
  await sql`rollback to savepoint trial`.execute(db)
  return answer
}
