/** So many at once and so many waiting: whoever comes then is told to come back later, before anything is done for them. */
import { ComeBack } from './come-back.ts'

/** `full` is said to whoever would stand behind the end of the queue. */
export function turnstile(at_once: number, longest_queue: number, full = () => new ComeBack(503, 2)) {
  const queue: (() => void)[] = []
  let running = 0

  return async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (running >= at_once) {
      if (queue.length >= longest_queue) throw full()
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

const asksTooMuch = () => new ComeBack(429, 10)

/** A turnstile for each of many: whoever finds it full asks for too much themselves. */
export function turnstiles<K>(at_once: number, longest_queue: number) {
  const own = new Map<K, { turn: ReturnType<typeof turnstile>; inside: number }>()

  return async function inTurn<T>(key: K, work: () => Promise<T>): Promise<T> {
    const one = own.get(key) ?? { turn: turnstile(at_once, longest_queue, asksTooMuch), inside: 0 }
    own.set(key, one)
    one.inside++
    try {
      return await one.turn(work)
    } finally {
      if (--one.inside === 0) own.delete(key)
    }
  }
}
