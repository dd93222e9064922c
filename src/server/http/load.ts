/**
 * Counts the calls that are being answered; at the limit the next one is refused at once instead of making all of them wait. A body that arrives
 * slowly and an answer that is read slowly do not count.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks'

const max_running = 400
const max_loop_delay_ms = 1_000

export interface Load {
  isFull(): boolean
  carry<T>(work: () => Promise<T>): Promise<T>
  stop(): void
}

export function watchLoad(): Load {
  const delay = monitorEventLoopDelay({ resolution: 20 })
  delay.enable()
  const reset = setInterval(() => delay.reset(), 5_000).unref()
  let running = 0
  return {
    isFull: () => running >= max_running || delay.percentile(50) / 1e6 > max_loop_delay_ms,
    async carry(work) {
      running++
      try {
        return await work()
      } finally {
        running--
      }
    },
    stop() {
      clearInterval(reset)
      delay.disable()
    },
  }
}
