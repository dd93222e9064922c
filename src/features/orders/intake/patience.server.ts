/**
 * How long an order waits for rows of tickets. Staff who return a slip or transfer a set hold the tickets of a whole station, maybe for minutes; an
 * order that waited as long would keep the draws, its shop and all wishes of its batch waiting too.
 */
import { sql } from 'kysely'
import { sqlState } from '#server/database/transaction.ts'
import { RetryLater } from '#server/retry-later.ts'

/** `together` for a batch; `alone` for a wish whose batch has waited already. */
export const patience_ms = { together: 300, alone: 40 }

/** Stands in the `from` of a statement that locks rows: by the time it has any, it waits no longer than this for each. Holds until the transaction ends. */
export function waitingAtMost(ms: number) {
  return sql`(select set_config('lock_timeout', ${`${ms}ms`}, true)) patience`
}

/** @throws RetryLater where somebody else held the rows for longer than the statement was ready to wait. */
export async function orRetryLater<T>(locking: Promise<T>): Promise<T> {
  try {
    return await locking
  } catch (error) {
    throw sqlState(error) === lock_not_available ? new RetryLater(503, 2) : error
  }
}

const lock_not_available = '55P03'
