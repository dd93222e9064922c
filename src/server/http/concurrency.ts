/** Limits how many callers work at once and how many wait; further ones are told to retry later before any work is done for them. */
import { RetryLater } from './retry-later.ts'

/** `full` makes the error for a caller who finds the queue full. */
export function concurrencyLimiter(max_running: number, max_queued: number, full = () => new RetryLater(503, 2)) {
  const queue: (() => void)[] = []
  let running = 0

  return async function limited<T>(work: () => Promise<T>): Promise<T> {
    if (running >= max_running) {
      if (queue.length >= max_queued) throw full()
      await new Promise<void>((resolve) => queue.push(resolve))
    } else {
      running++
    }
    try {
      return await work()
    } finally {
      // A waiting caller takes over this slot, so the count stays the same.
      const startNext = queue.shift()
      if (startNext) startNext()
      else running--
    }
  }
}

const asksTooMuch = () => new RetryLater(429, 10)

/** A limiter for each key: whoever finds theirs full sends too many requests themselves. */
export function keyedConcurrencyLimiter<K>(max_running: number, max_queued: number) {
  const limiters = new Map<K, { limit: ReturnType<typeof concurrencyLimiter>; calls: number }>()

  return async function limited<T>(key: K, work: () => Promise<T>): Promise<T> {
    const limiter = limiters.get(key) ?? { limit: concurrencyLimiter(max_running, max_queued, asksTooMuch), calls: 0 }
    limiters.set(key, limiter)
    limiter.calls++
    try {
      return await limiter.limit(work)
    } finally {
      if (--limiter.calls === 0) limiters.delete(key)
    }
  }
}
