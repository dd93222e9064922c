/** What sells, looked up about once a second however many ask. Each is told the clock of their own moment, and no draw that has stopped by then. */
import type { AnswerOf, InputOf } from '#contract/call.ts'
import { momentAt } from '#server/moment.ts'
import type { channel } from './channel.contract.ts'

type Open = AnswerOf<typeof channel.openPeriods>

const kept_ms = 1_000

/** What was seen, and our clock when the answer was here: an answer that waited for its turn tells a moment of the end of its way. */
interface Seen {
  at: number
  open: Open
}

/** @param clock in milliseconds, from any moment on */
export function keepOpenPeriods(look: () => Promise<Open>, clock = () => performance.now()) {
  let last: Seen | null = null
  let looking: Promise<Seen> | null = null

  const lookAnew = async (): Promise<Seen> => {
    const open = await look()
    return (last = { at: clock(), open })
  }

  return async function openNow({ line }: InputOf<typeof channel.openPeriods>): Promise<Open> {
    // A failure is told to those who asked by then; the next one looks anew.
    const anew = () => (looking ??= lookAnew().finally(() => (looking = null)))
    const { at, open } = last && clock() - last.at < kept_ms ? last : await anew()
    const now = Date.parse(open.now) + clock() - at
    return {
      now: momentAt(now),
      items: open.items.filter((one) => Date.parse(one.stop_at) > now && (line == null || one.line === line)),
    }
  }
}
