/**
 * How long an order waits for locked rows of tickets and stocks. Staff who return a slip lock a whole station's tickets for minutes; the orders'
 * draws and batches must not wait as long.
 */
import { sql } from 'kysely'
import { sqlState, type Db } from '#server/database/transaction.ts'
import { RetryLater } from '#server/http/retry-later.ts'

/** `together` for a batch; `alone` for a request that has already waited in a batch. */
export const lock_timeout_ms = { together: 300, alone: 40 }

/**
 * Runs `locking` with this lock timeout; later statements have the usual one again.
 * @throws RetryLater when a row stayed locked for longer: the transaction can then only be rolled back
 */
export async function withLockTimeout<T>(db: Db, ms: number, locking: () => Promise<T>): Promise<T> {
  const set = (timeout: string) =>
    sql<{ before: string }>`
    select current_setting('lock_timeout') as before, set_config('lock_timeout', ${timeout}, true)`.execute(db)
  const { rows } = await set(`${ms}ms`)
  try {
    const lockedResult = await locking()
    // Not “to default”: that is the server's value, while each connection of the program has set its own.
    await set(rows[0]!.before)
    return lockedResult
  } catch (error) {
    throw sqlState(error) === lock_not_available ? new RetryLater(503, 2) : error
  }
}

const lock_not_available = '55P03'
