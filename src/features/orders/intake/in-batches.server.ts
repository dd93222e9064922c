/** Work of the program on many orders: some at a time, and one that cannot be done stands in nobody's way. */
import { isTransient } from '#server/database/refusal.ts'
import { RetryLater } from '#server/retry-later.ts'
import { lock_timeout_ms } from './lock-timeout.server.ts'

interface Batches {
  /** The orders behind this one, or the first ones: as many as one transaction takes. */
  next: (after: number | undefined) => Promise<number[]>
  /** One transaction. @throws RetryLater where somebody else holds what one of them needs for longer than `lock_timeout`, in milliseconds. */
  work: (order_ids: readonly number[], lock_timeout: number) => Promise<void>
  /** What has failed of an order where it could not be done, as the end of a sentence. */
  failed: string
}

/**
 * Works through all batches; where one breaks, through its orders one by one.
 * @returns the orders that were left because somebody else held what they need
 * @throws AggregateError at the end, with those that could not be done for another reason; at once what would break all others too.
 */
export async function inBatches({ next, work, failed }: Batches): Promise<number[]> {
  const left: number[] = []
  const faults: Error[] = []
  const alone = async (order_id: number): Promise<void> => {
    try {
      await work([order_id], lock_timeout_ms.alone)
    } catch (cause) {
      if (isTransient(cause)) throw cause
      if (cause instanceof RetryLater) left.push(order_id)
      else faults.push(new Error(`Order ${order_id} could not be ${failed}: ${String(cause)}`, { cause }))
    }
  }
  for (let ids = await next(undefined); ids.length > 0; ids = await next(ids.at(-1)))
    try {
      await work(ids, lock_timeout_ms.together)
    } catch (error) {
      if (isTransient(error)) throw error
      for (const order_id of ids) await alone(order_id)
    }
  if (faults.length > 0) throw new AggregateError(faults, faults.map(({ message }) => message).join('; '))
  return left
}
