/** What sells, looked up about once a second however many ask. Each is told the clock of their own moment, and no draw that has stopped by then. */
import type { AnswerOf, InputOf } from '#contract/call.ts'
import { momentAt } from '#server/moment.ts'
import type { channel } from './channel.contract.ts'

type Open = AnswerOf<typeof channel.openPeriods>

const kept_ms = 1_000

/** @param clock in milliseconds, from any moment on */
export function keepOpenPeriods(look: () => Promise<Open>, clock = () => performance.now()) {
  let last: { at: number; open: Promise<Open> } | null = null

  return async function openNow({ line }: InputOf<typeof channel.openPeriods>): Promise<Open> {
    if (!last || clock() - last.at >= kept_ms) {
      const looked = { at: clock(), open: look() }
      last = looked
      // A failure is told to those who asked by then; the next one looks anew.
      looked.open.catch(() => {
        if (last === looked) last = null
      })
    }
    const { at, open } = last
    const { now: seen, items } = await open
    const now = Date.parse(seen) + clock() - at
    return {
      now: momentAt(now),
      items: items.filter((one) => Date.parse(one.stop_at) > now && (line == null || one.line === line)),
    }
  }
}
