/** So many at once and so many waiting: whoever comes then is told to come back later, before anything is done for them. */
import { Failure } from '#contract/errors.ts'

export function turnstile(at_once: number, longest_queue: number) {
  const queue: (() => void)[] = []
  let running = 0

  return async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (running >= at_once) {
      if (queue.length >= longest_queue) throw new Failure('system_overloaded')
      await new Promise<void>((resolve) => queue.push(resolve))
    } else {
      running++
    }
    try {
      return await work()
    } finally {
      // A waiting caller takes over this place; the count stays as it is.
      const next = queue.shift()
      if (next) next()
      else running--
    }
  }
}
