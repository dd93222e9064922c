/**
 * How long an order waits for rows of tickets and stocks. Staff who return a slip or transfer a set hold those of a whole station, maybe for minutes; an
 * order that waited as long would keep the draws, its shop and all wishes of its batch waiting too.
 */
import { sql } from 'kysely'
import { sqlState, type Db } from '#server/database/transaction.ts'
import { RetryLater } from '#server/retry-later.ts'

/** `together` for a batch; `alone` for a wish whose batch has waited already. */
export const lock_timeout_ms = { together: 300, alone: 40 }

/**
 * Waits for no row that `locking` takes for longer than this; what comes after it waits for as long as everywhere.
 * @throws RetryLater where somebody else held one of the rows for longer. The transaction is broken then.
 */
export async function withLockTimeout<T>(db: Db, ms: number, locking: () => Promise<T>): Promise<T> {
  await sql`select set_config('lock_timeout', ${`${ms}ms`}, true)`.execute(db)
  try {
    const locked = await locking()
    await sql`set local lock_timeout to default`.execute(db)
    return locked
  } catch (error) {
    throw sqlState(error) === lock_not_available ? new RetryLater(503, 2) : error
  }
}

const lock_not_available = '55P03'
