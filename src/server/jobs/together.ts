/** Many small pieces of work that come at the same time, done in one go: one transaction and its round trips serve them all. */

interface Terms<T, R> {
  /** How many are done in one go at most. */
  most: number
  /** Two of one key are never in the same go. */
  keyOf: (item: T) => unknown
  /** Does them and gives what became of each, in their order. Where it throws nothing was done, or it can be done again. */
  run: (items: readonly T[]) => Promise<readonly R[]>
}

interface Waiting<T, R> {
  item: T
  done: (result: R) => void
  failed: (error: unknown) => void
}

/**
 * One go at a time: what comes meanwhile waits and is the next one, so that a busy program needs fewer of them and an idle one waits for nothing.
 * A go that fails is done again one by one, so that nobody fails for somebody else's fault.
 */
export function together<T, R>({ most, keyOf, run }: Terms<T, R>): (item: T) => Promise<R> {
  let waiting: Waiting<T, R>[] = []
  let is_busy = false

  /** Those that came first, each key once; the others stay. */
  function take(): Waiting<T, R>[] {
    const keys = new Set<unknown>()
    const taken: Waiting<T, R>[] = []
    const left: Waiting<T, R>[] = []
    for (const one of waiting) {
      const key = keyOf(one.item)
      const fits = taken.length < most && !keys.has(key)
      ;(fits ? taken : left).push(one)
      keys.add(key)
    }
    waiting = left
    return taken
  }

  async function go(items: readonly Waiting<T, R>[]): Promise<void> {
    try {
      const results = await run(items.map(({ item }) => item))
      for (const [n, { done }] of items.entries()) done(results[n]!)
    } catch (error) {
      if (items.length === 1) return items[0]!.failed(error)
      for (const one of items) await go([one])
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
