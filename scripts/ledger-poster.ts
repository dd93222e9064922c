/** The driver of bench:ledger. It posts as intake does: transfers that come at the same time share a transaction, in one `postAll`. */
import type { Db } from '#server/database/transaction.ts'
import { asProgram } from '#server/audit/without-call.ts'
import { postAll, type PostingOutcome, type Posting } from '#server/ledger/ledger.ts'

/** A larger batch would make its first transfers wait longer than it saves for its last ones. */
const batch_size = 100
/** One batch is written while the next one is sent. */
const max_running = 2

interface QueuedPosting {
  posting: Posting
  resolve: (posted: PostingOutcome) => void
  reject: (error: unknown) => void
}

export interface Poster {
  /** Resolves when the transaction with this transfer is committed. */
  post(posting: Posting): Promise<PostingOutcome>
}

/** @param name the name of these transfers in the audit log */
export function openPoster(db: Db, name: string): Poster {
  const queue: QueuedPosting[] = []
  let running = 0

  const startNext = (): void => {
    if (running === max_running || queue.length === 0) return
    running++
    const batch = queue.splice(0, batch_size)
    void asProgram(db, name, (trx) =>
      postAll(
        trx,
        batch.map(({ posting }) => posting),
      ),
    )
      .then(
        (results) => batch.forEach(({ resolve }, n) => resolve(results[n]!)),
        // The whole batch was rolled back: each caller may retry with the same ref.
        (error: unknown) => batch.forEach(({ reject }) => reject(error)),
      )
      .finally(() => {
        running--
        startNext()
      })
  }

  return {
    post: (posting) =>
      new Promise((resolve, reject) => {
        queue.push({ posting, resolve, reject })
        // Transfers that arrive in the same turn of the event loop form one batch.
        if (queue.length === 1) setImmediate(startNext)
        else if (queue.length >= batch_size) startNext()
      }),
  }
}
