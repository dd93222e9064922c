/** One request, one transaction: the only way in which a call reaches the database. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import type { DB } from '#db/types.ts'
import { silence_prefix } from './connection-fault.ts'

export type Db = Kysely<DB>

/** Serialization failures and deadlocks: the transaction did nothing and may simply run again, whole. */
const retryable = new Set(['40001', '40P01'])
const max_tries = 5

/** Runs `work` in a read-only transaction whose statements all see the same moment. */
export function inReadTransaction<T>(db: Db, work: (db: Db) => Promise<T>): Promise<T> {
  return retried(() => db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(work))
}

/** Runs `work` in a transaction, again when PostgreSQL asks for it; `work` must do nothing but database work. */
export function inWriteTransaction<T>(db: Db, work: (db: Db) => Promise<T>): Promise<T> {
  return retried(() =>
    confirmed((timedWork) => db.transaction().setIsolationLevel('read committed').execute(timedWork), work),
  )
}

/** PostgreSQL cannot cancel a commit that waits for a disk or a standby that stands still, so nobody waits for it longer than this. */
const max_commit_ms = 30_000

/** Gives up the wait for the commit, not the commit: whoever repeats the call with its transid learns what became of it. */
function confirmed<T>(run: (work: (db: Db) => Promise<T>) => Promise<T>, work: (db: Db) => Promise<T>): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>()
  let timer: NodeJS.Timeout | undefined
  const timedWork = async (db: Db) => {
    const result = await work(db)
    const sentence = `${silence_prefix}the database did not confirm a commit within 30 seconds`
    timer = setTimeout(() => reject(new Error(sentence)), max_commit_ms)
    return result
  }
  run(timedWork)
    .then(resolve, reject)
    .finally(() => clearTimeout(timer))
  return promise
}

async function retried<T>(run: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run()
    } catch (error) {
      if (attempt === max_tries || !(retryable.has(sqlState(error) ?? '') || isOutdatedPlan(error))) throw error
      await sleep(Math.random() * 20 * 2 ** attempt)
    }
  }
}

/**
 * A prepared statement whose columns have become others, as a migration beside a running program may make them; told by PostgreSQL's function, because
 * its code is that of much else and its words are in the server's language.
 */
export function isOutdatedPlan(error: unknown): boolean {
  return (error as { routine?: unknown } | null)?.routine === 'RevalidateCachedQuery'
}

/** PostgreSQL's code of a statement that took too long. */
export const query_canceled = '57014'

/** PostgreSQL's code of an error that it raised ('23505'); undefined for any other error. */
export function sqlState(error: unknown): string | undefined {
  const code = (error as { code?: unknown } | null)?.code
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) ? code : undefined
}
