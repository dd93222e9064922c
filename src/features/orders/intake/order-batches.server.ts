/** Background work on many orders in batches, in which one failing order does not stop the others. */
import { isTransient } from '#server/database/refusal.ts'
import { RetryLater } from '#server/http/retry-later.ts'
import { lock_timeout_ms } from '#features/orders/lock/lock-timeout.server.ts'

interface Batches {
  /** The next orders after this one, or the first ones: as many as one transaction takes. */
  nextIds: (after: number | undefined) => Promise<number[]>
  /**
   * One transaction.
   * @throws RetryLater where a lock takes longer than `lock_timeout`, in milliseconds
   */
  process: (order_ids: readonly number[], lock_timeout: number) => Promise<void>
  /** What could not be done to an order, completing the error's sentence. */
  could_not: string
}

/**
 * Processes all batches; when one fails, its orders one by one.
 * @returns the orders that were skipped because somebody else had locked what they need
 * @throws AggregateError at the end for orders that failed otherwise; at once for an error that would fail all
 */
export async function runInBatches({ nextIds, process, could_not }: Batches): Promise<number[]> {
  const skippedOrderIds: number[] = []
  const faults: Error[] = []
  const processAlone = async (order_id: number): Promise<void> => {
    try {
      await process([order_id], lock_timeout_ms.alone)
    } catch (cause) {
      if (isTransient(cause)) throw cause
      if (cause instanceof RetryLater) skippedOrderIds.push(order_id)
      else faults.push(new Error(`Order ${order_id} could not be ${could_not}: ${String(cause)}`, { cause }))
    }
  }
  for (let ids = await nextIds(undefined); ids.length > 0; ids = await nextIds(ids.at(-1)))
    try {
      await process(ids, lock_timeout_ms.together)
    } catch (error) {
      if (isTransient(error)) throw error
      for (const order_id of ids) await processAlone(order_id)
    }
  if (faults.length > 0) throw new AggregateError(faults, faults.map(({ message }) => message).join('; '))
  return skippedOrderIds
}
