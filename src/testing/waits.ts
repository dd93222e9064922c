/** Waits for a condition instead of a fixed time. */
import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Db } from '#server/database/transaction.ts'

/** Resolves once at least `n` connections of this test's database wait for a lock. `db` may be the transaction that they wait for. */
export function untilWaiting(db: Db, n = 1): Promise<void> {
  return expect.poll(() => waiting(db), { interval: 20, timeout: 10_000 }).toBeGreaterThanOrEqual(n)
}

async function waiting(db: Db): Promise<number> {
  // A row lock is awaited as a transaction id, which has no database; the backend's other locks show which database it is in.
  const { rows } = await sql<{ count: number }>`
    select count(distinct w.pid)::integer as count from pg_locks w
    where not w.granted and exists (
      select from pg_locks own
      where own.pid = w.pid and own.database = (select oid from pg_database where datname = current_database()))`.execute(
    db,
  )
  return rows[0]!.count
}
