/** Batches work items that arrive at the same time: one transaction and its round trips serve all of them. */

interface BatchOptions<T, R> {
  /** The largest batch. */
  batch_size: number
  /** Items with equal keys are never in the same batch. */
  keyOf: (item: T) => unknown
  /** Processes a batch and gives each item's result, in order. When it throws, nothing was done, or it can be repeated. */
  run: (items: readonly T[]) => Promise<readonly R[]>
}

interface QueuedItem<T, R> {
  item: T
  done: (result: R) => void
  failed: (error: unknown) => void
}

/**
 * One batch at a time: items that arrive meanwhile form the next one, so that a busy program needs fewer transactions and an idle one does not wait.
 * A batch that fails is repeated item by item, so that no item fails because of another.
 */
export function batched<T, R>({ batch_size, keyOf, run }: BatchOptions<T, R>): (item: T) => Promise<R> {
  let waiting: QueuedItem<T, R>[] = []
  let is_busy = false

  /** Takes the next batch: the oldest items, each key once; the others stay waiting. */
  function take(): QueuedItem<T, R>[] {
    const keys = new Set<unknown>()
    const batch: QueuedItem<T, R>[] = []
    const remaining: QueuedItem<T, R>[] = []
    for (const entry of waiting) {
      const key = keyOf(entry.item)
      const fits = batch.length < batch_size && !keys.has(key)
      ;(fits ? batch : remaining).push(entry)
      keys.add(key)
    }
    waiting = remaining
    return batch
  }

  async function go(entries: readonly QueuedItem<T, R>[]): Promise<void> {
    try {
      const results = await run(entries.map(({ item }) => item))
      for (const [n, { done }] of entries.entries()) done(results[n]!)
    } catch (error) {
      if (entries.length === 1) return entries[0]!.failed(error)
      for (const entry of entries) await go([entry])
    }
  }

  async function work(): Promise<void> {
    is_busy = true
    while (waiting.length > 0) await go(take())
    is_busy = false
  }

  return (item) =>
    new Promise<R>((done, failed) => {
      waiting.push({ item, done, failed })
      if (!is_busy) void work()
    })
}
