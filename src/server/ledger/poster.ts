/**
 * Intake at a high rate: wishes that come at the same time share a transaction, so that an account that everyone pays into is locked and
 * written once for all of them. Whoever can do with a transfer inside their own transaction uses ledger.ts.
 */
import type { Db } from '../database/transaction.ts'
import { asProgram } from '../serve.ts'
import { postAll, type Posted, type Posting } from './ledger.ts'

/** More would keep those at the front waiting longer than it saves those behind. */
const most_at_once = 100
/** One batch is written while the next one is on its way. */
const batches_at_once = 2

interface Waiting {
  posting: Posting
  resolve: (posted: Posted) => void
  reject: (error: unknown) => void
}

export interface Poster {
  /** Resolves when the transaction with this wish is committed. */
  post(posting: Posting): Promise<Posted>
}

/** `name` says in the log whose transfers these are. */
export function openPoster(db: Db, name: string): Poster {
  const queue: Waiting[] = []
  let running = 0

  const next = (): void => {
    if (running === batches_at_once || queue.length === 0) return
    running++
    const batch = queue.splice(0, most_at_once)
    void asProgram(db, name, (trx) =>
      postAll(
        trx,
        batch.map(({ posting }) => posting),
      ),
    )
      .then(
        (results) => batch.forEach(({ resolve }, n) => resolve(results[n]!)),
        // Nothing of it was written: each may ask again with the same ref.
        (error: unknown) => batch.forEach(({ reject }) => reject(error)),
      )
      .finally(() => {
        running--
        next()
      })
  }

  return {
    post: (posting) =>
      new Promise((resolve, reject) => {
        queue.push({ posting, resolve, reject })
        // What is asked for in the same turn goes together.
        if (queue.length === 1) setImmediate(next)
        else if (queue.length >= most_at_once) next()
      }),
  }
}
