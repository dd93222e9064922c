/** Batches requests that arrive at the same time into one transaction; each has its own answer and its own error. */
import { Failure } from '#contract/errors.ts'
import { isTransient } from '#server/database/refusal.ts'
import type { Db } from '#server/database/transaction.ts'
import { RetryLater } from '#server/http/retry-later.ts'
import { asProgram } from '#server/audit/without-call.ts'
import { cancelOrders } from './cancel-orders.server.ts'
import { requestsForLockedTickets } from '#features/orders/lock/locked-tickets.server.ts'
import { payOrders, payPurchases } from '#features/orders/payment/pay.server.ts'
import { createOrders, createPurchases } from './create-orders.server.ts'
import { lock_timeout_ms } from '#features/orders/lock/lock-timeout.server.ts'
import { order_batch_size, purchase_batch_size, type OrderRequest } from './order-request.rules.ts'

/** One batch runs while the next one is collected. */
const max_running = 2
/** When more wait, clients are told to retry later: waiting would outlast their own timeouts. */
const max_queued = 2_000

/** Each resolves when the transaction with its request is committed, and rejects with a Failure for a refusal. */
export function openIntake(db: Db) {
  // Games and tickets have separate queues, because a game that draws every eight minutes must not wait for locked tickets.
  const boards = batched(db, 'Kênh bán hàng đặt vé', createOrders)
  const tickets = batched(db, 'Kênh bán hàng đặt vé', createOrders, { findLocked: requestsForLockedTickets })
  return {
    create: (request: OrderRequest) => ('boards' in request ? boards(request) : tickets(request)),
    pay: batched(db, 'Kênh bán hàng thanh toán', payOrders),
    createPurchase: batched(db, 'Kênh bán hàng đặt mua nhiều kỳ', createPurchases, { batch_size: purchase_batch_size }),
    payPurchase: batched(db, 'Kênh bán hàng thanh toán mua nhiều kỳ', payPurchases, {
      batch_size: purchase_batch_size,
    }),
    cancel: batched(db, 'Kênh bán hàng hủy đơn', cancelOrders),
  }
}

interface QueuedRequest<W, A> {
  request: W
  resolve: (answer: A) => void
  reject: (error: unknown) => void
}

/** @throws RetryLater where tickets or stocks stay locked for longer than `lock_timeout`, in milliseconds */
type Work<W, A> = (db: Db, requests: readonly W[], moment: undefined, lock_timeout: number) => Promise<(A | Failure)[]>

/** Which of these requests need tickets that somebody else has locked. */
type FindLocked<W> = (db: Db, requests: readonly W[]) => Promise<ReadonlySet<W>>

interface BatchOptions<W> {
  findLocked?: FindLocked<W>
  /** As many requests as one transaction takes. */
  batch_size?: number
}

function batched<W, A>(
  db: Db,
  name: string,
  work: Work<W, A>,
  { findLocked = async () => new Set(), batch_size = order_batch_size }: BatchOptions<W> = {},
) {
  const queue: QueuedRequest<W, A>[] = []
  let running = 0

  const run = async (batch: readonly QueuedRequest<W, A>[], lock_timeout: number): Promise<void> => {
    const requests = batch.map(({ request }) => request)
    const outcomes = await asProgram(db, name, (trx) => work(trx, requests, undefined, lock_timeout))
    batch.forEach(({ resolve, reject }, n) => {
      const outcome = outcomes[n]!
      if (outcome instanceof Failure) reject(outcome)
      else resolve(outcome)
    })
  }

  /** A failing batch writes nothing; its requests are then tried one by one, unless the database itself is down. */
  const runBatch = async (batch: readonly QueuedRequest<W, A>[]): Promise<void> => {
    if (batch.length === 0) return
    try {
      await run(batch, lock_timeout_ms.together)
    } catch (error) {
      if (batch.length === 1 || isTransient(error)) return batch.forEach(({ reject }) => reject(error))
      const remainingBatch = error instanceof RetryLater ? await refuseLocked(batch, error) : batch
      await (remainingBatch.length < batch.length ? runBatch(remainingBatch) : runEach(batch))
    }
  }

  /** Refuses the requests of a batch whose tickets are locked by somebody else, and gives the others. */
  const refuseLocked = async (batch: readonly QueuedRequest<W, A>[], error: RetryLater) => {
    const requests = batch.map(({ request }) => request)
    const lockedRequests = await findLocked(db, requests).catch((): ReadonlySet<W> => new Set())
    for (const { request, reject } of batch) if (lockedRequests.has(request)) reject(error)
    return batch.filter(({ request }) => !lockedRequests.has(request))
  }

  const runEach = async (batch: readonly QueuedRequest<W, A>[]): Promise<void> => {
    for (const [n, waiting] of batch.entries())
      try {
        await run([waiting], lock_timeout_ms.alone)
      } catch (error) {
        if (isTransient(error)) return batch.slice(n).forEach(({ reject }) => reject(error))
        waiting.reject(error)
      }
  }

  const startNext = (): void => {
    if (running === max_running || queue.length === 0) return
    running++
    void runBatch(queue.splice(0, batch_size)).finally(() => {
      running--
      startNext()
    })
  }

  return (request: W) =>
    new Promise<A>((resolve, reject) => {
      if (queue.length >= max_queued) return reject(new RetryLater(503, 2))
      queue.push({ request, resolve, reject })
      // Requests that arrive in the same turn of the event loop form one batch.
      if (queue.length === 1) setImmediate(startNext)
      else if (queue.length >= batch_size) startNext()
    })
}
