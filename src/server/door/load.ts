/**
 * How much the server is doing. When it is as much as it can, the next call is turned away at once instead of making all wait.
 * Only calls that are being answered count: a body that arrives slowly, or an answer that is fetched slowly, takes nobody's place.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks'

const most_at_once = 400
const longest_loop_delay_ms = 1_000

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
    isFull: () => running >= most_at_once || delay.percentile(50) / 1e6 > longest_loop_delay_ms,
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
