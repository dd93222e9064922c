/**
 * A limit for how long somebody waits for the database. PostgreSQL cannot cancel a statement that waits for a disk that stands still, so no time limit
 * of its own ends the wait.
 */
import { silence_prefix } from './connection-fault.ts'

/**
 * The result of `work`, or a passing fault of the database after `max_ms`. Only the wait is given up: `work` goes on, and whoever repeats a call with
 * its transid learns what became of it.
 */
export async function withDeadline<T>(work: Promise<T>, max_ms: number): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const sentence = `${silence_prefix}the database did not finish a call within ${max_ms / 1_000} seconds`
  const timer = setTimeout(() => reject(new Error(sentence)), max_ms)
  try {
    return await Promise.race([work, promise])
  } finally {
    clearTimeout(timer)
  }
}
