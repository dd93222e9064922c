/**
 * The open draws, read about once a second for all callers. Each answer has the time of its own moment, leaves out draws that have stopped by then,
 * and has the products and prices of the device's own group of points of sale.
 */
import type { AnswerOf, InputOf } from '#contract/call.ts'
import { momentAt } from '#server/record/moment.ts'
import { mayNotSell, priceIn } from '#features/orders/intake/sale-group.rules.ts'
import type { OpenPeriods } from './channel.query.server.ts'
import type { channel } from './channel.contract.ts'

type Open = AnswerOf<typeof channel.openPeriods>

const cached_ms = 1_000

/** What was read, with our clock when it arrived. */
interface CachedAnswer {
  read_at: number
  open: OpenPeriods
}

/** @param clock a monotonic clock in milliseconds */
export function cacheOpenPeriods(lookUp: () => Promise<OpenPeriods>, clock = () => performance.now()) {
  let cached: CachedAnswer | null = null
  let pending: Promise<CachedAnswer> | null = null

  const refresh = async (): Promise<CachedAnswer> => {
    const open = await lookUp()
    return (cached = { read_at: clock(), open })
  }

  return async function openNow(
    { line }: InputOf<typeof channel.openPeriods>,
    pos_group_id: number | null = null,
  ): Promise<Open> {
    // A failure is passed to the callers that wait for it; the next caller reads again.
    const refreshOnce = () => (pending ??= refresh().finally(() => (pending = null)))
    const { read_at, open } = cached && clock() - cached.read_at < cached_ms ? cached : await refreshOnce()
    const now = Date.parse(open.now) + clock() - read_at
    const group = open.groups.find((candidate) => candidate.pos_group_id === pos_group_id)
    return {
      now: momentAt(now),
      items: open.items
        .filter((period) => Date.parse(period.stop_at) > now && (line == null || period.line === line))
        .filter(({ category }) => !mayNotSell(group, category))
        .map((period) => ({ ...period, price_unit: priceIn(group, period.category, period.price_unit) })),
    }
  }
}
