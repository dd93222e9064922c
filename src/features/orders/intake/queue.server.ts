/** Wishes that come at the same time share a transaction. Each has its own answer, and a fault of one is not the fault of the others. */
import { Failure } from '#contract/errors.ts'
import { isTransient } from '#server/database/refusal.ts'
import type { Db } from '#server/database/transaction.ts'
import { RetryLater } from '#server/retry-later.ts'
import { asProgram } from '#server/serve.ts'
import { cancelOrders } from './cancel.server.ts'
import { wishesForLockedTickets } from './locked-tickets.server.ts'
import { payOrders } from './pay.server.ts'
import type { Outcome } from './idempotency.server.ts'
import { makeOrders } from './make.server.ts'
import { lock_timeout_ms } from './lock-timeout.server.ts'
import { most_at_once, type OrderAnswer, type OrderRequest } from './wish.rules.ts'

/** One batch is written while the next one is on its way. */
const batches_at_once = 2
/** Beyond this, whoever comes is told to come back later: they would wait for longer than their clients do. */
const longest_queue = 2_000

/** Each resolves when the transaction with its wish is committed, and rejects with a Failure for a refusal. */
export function openIntake(db: Db) {
  // Apart, because tickets may be held by somebody else, and what is drawn every eight minutes cannot wait for them.
  const boards = batched(db, 'Kênh bán hàng đặt vé', makeOrders)
  const tickets = batched(db, 'Kênh bán hàng đặt vé', makeOrders, wishesForLockedTickets)
  return {
    create: (wish: OrderRequest) => ('boards' in wish ? boards(wish) : tickets(wish)),
    pay: batched(db, 'Kênh bán hàng thanh toán', payOrders),
    cancel: batched(db, 'Kênh bán hàng hủy đơn', cancelOrders),
  }
}

interface Waiting<W> {
  wish: W
  resolve: (answer: OrderAnswer) => void
  reject: (error: unknown) => void
}

/** @throws RetryLater where tickets or stocks were held by somebody else for longer than `lock_timeout`, in milliseconds. */
type Work<W> = (db: Db, wishes: readonly W[], at: undefined, lock_timeout: number) => Promise<Outcome[]>

/** Which of these wishes want what somebody else holds. */
type LockedOut<W> = (db: Db, wishes: readonly W[]) => Promise<ReadonlySet<W>>

function batched<W>(db: Db, name: string, work: Work<W>, lockedOut: LockedOut<W> = async () => new Set()) {
  const queue: Waiting<W>[] = []
  let running = 0

  const run = async (batch: readonly Waiting<W>[], lock_timeout: number): Promise<void> => {
    const wishes = batch.map(({ wish }) => wish)
    const outcomes = await asProgram(db, name, (trx) => work(trx, wishes, undefined, lock_timeout))
    batch.forEach(({ resolve, reject }, n) => {
      const outcome = outcomes[n]!
      if (outcome instanceof Failure) reject(outcome)
      else resolve(outcome)
    })
  }

  /** Nothing of a batch that broke was written. Where it may be one wish's fault each is tried alone; a database that is away breaks them all. */
  const carry = async (batch: readonly Waiting<W>[]): Promise<void> => {
    if (batch.length === 0) return
    try {
      await run(batch, lock_timeout_ms.together)
    } catch (error) {
      if (batch.length === 1 || isTransient(error)) return batch.forEach(({ reject }) => reject(error))
      const others = error instanceof RetryLater ? await turnAway(batch, error) : batch
      await (others.length < batch.length ? carry(others) : carryEach(batch))
    }
  }

  /** A batch waited in vain: who wants what somebody else holds is told to come back. Gives the others. */
  const turnAway = async (batch: readonly Waiting<W>[], error: RetryLater) => {
    const wishes = batch.map(({ wish }) => wish)
    const held = await lockedOut(db, wishes).catch((): ReadonlySet<W> => new Set())
    for (const { wish, reject } of batch) if (held.has(wish)) reject(error)
    return batch.filter(({ wish }) => !held.has(wish))
  }

  const carryEach = async (batch: readonly Waiting<W>[]): Promise<void> => {
    for (const [n, one] of batch.entries())
      try {
        await run([one], lock_timeout_ms.alone)
      } catch (error) {
        if (isTransient(error)) return batch.slice(n).forEach(({ reject }) => reject(error))
        one.reject(error)
      }
  }

  const next = (): void => {
    if (running === batches_at_once || queue.length === 0) return
    running++
    void carry(queue.splice(0, most_at_once)).finally(() => {
      running--
      next()
    })
  }

  return (wish: W) =>
    new Promise<OrderAnswer>((resolve, reject) => {
      if (queue.length >= longest_queue) return reject(new RetryLater(503, 2))
      queue.push({ wish, resolve, reject })
      // What is asked for in the same turn goes together.
      if (queue.length === 1) setImmediate(next)
      else if (queue.length >= most_at_once) next()
    })
}
