/**
 * The open draws, read about once a second for all callers.
 * Each answer has the clock of its own moment and no draw that has stopped by then.
 */
import type { AnswerOf, InputOf } from '#contract/call.ts'
import { momentAt } from '#server/record/moment.ts'
import type { channel } from './channel.contract.ts'

type Open = AnswerOf<typeof channel.openPeriods>

const cached_ms = 1_000

/** What was read, with our clock at its arrival. */
interface CachedAnswer {
  at: number
  open: Open
}

/** @param clock in milliseconds, from any moment on */
export function cacheOpenPeriods(lookUp: () => Promise<Open>, clock = () => performance.now()) {
  let last: CachedAnswer | null = null
  let pending: Promise<CachedAnswer> | null = null

  const refresh = async (): Promise<CachedAnswer> => {
    const open = await lookUp()
    return (last = { at: clock(), open })
  }

  return async function openNow({ line }: InputOf<typeof channel.openPeriods>): Promise<Open> {
    // A failure is told to those who asked by then; the next one looks anew.
    const fresh = () => (pending ??= refresh().finally(() => (pending = null)))
    const { at, open } = last && clock() - last.at < cached_ms ? last : await fresh()
    const now = Date.parse(open.now) + clock() - at
    return {
      now: momentAt(now),
      items: open.items.filter((one) => Date.parse(one.stop_at) > now && (line == null || one.line === line)),
    }
  }
}
