/**
 * The open draws, read about once a second for all callers. Each answer has the time of its own moment, leaves out draws that have stopped by then,
 * and has the products and prices of the device's own group of points of sale.
 */
import type { AnswerOf, InputOf } from '#contract/call.ts'
import { cacheRead } from '#server/http/cached-read.ts'
import { momentAt } from '#server/record/moment.ts'
import { mayNotSell, priceIn } from '#features/orders/intake/sale-group.rules.ts'
import type { OpenPeriods } from './channel.query.server.ts'
import type { channel } from './channel.contract.ts'

type OpenPeriodsAnswer = AnswerOf<typeof channel.openPeriods>

/** @param clock a monotonic clock in milliseconds */
export function cacheOpenPeriods(lookUp: () => Promise<OpenPeriods>, clock = () => performance.now()) {
  const readOpen = cacheRead(lookUp, { clock })
  return async function openNow(
    { line }: InputOf<typeof channel.openPeriods>,
    pos_group_id: number | null = null,
  ): Promise<OpenPeriodsAnswer> {
    const { value: open, read_at } = await readOpen()
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
