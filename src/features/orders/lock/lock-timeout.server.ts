/**
 * How long an order waits for locked rows of tickets and stocks.
 * Staff who return a slip lock a whole station's for minutes; the orders' draws and batch must not wait as long.
 */
import { sql } from 'kysely'
import { sqlState, type Db } from '#server/database/transaction.ts'
import { RetryLater } from '#server/door/retry-later.ts'

/** `together` for a batch; `alone` for a request whose batch has waited already. */
export const lock_timeout_ms = { together: 300, alone: 40 }

/**
 * Waits for no row that `locking` takes for longer than this; later statements wait as long as everywhere.
 * @throws RetryLater where a row stayed locked for longer. The transaction is broken then.
 */
export async function withLockTimeout<T>(db: Db, ms: number, locking: () => Promise<T>): Promise<T> {
  const set = (timeout: string) =>
    sql<{ before: string }>`
    select current_setting('lock_timeout') as before, set_config('lock_timeout', ${timeout}, true)`.execute(db)
  const { rows } = await set(`${ms}ms`)
  try {
    const locked = await locking()
    // Not “to default”: that is the server's, while each connection of the program has set its own.
    await set(rows[0]!.before)
    return locked
  } catch (error) {
    throw sqlState(error) === lock_not_available ? new RetryLater(503, 2) : error
  }
}

const lock_not_available = '55P03'
