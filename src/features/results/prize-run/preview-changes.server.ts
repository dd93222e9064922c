/** Previews per order what a corrected result would change, before it is confirmed. Nothing is written. */
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '#server/database/transaction.ts'
import { orderStatus } from '#features/orders/order/order.contract.ts'
import type { DrawResult } from '#features/results/result/draw-shape.rules.ts'
import { appraiser, type Appraiser, type ValuedLine } from '#features/results/prize/appraise.rules.ts'
import { MissingAmount } from '#features/results/prize/pay.rules.ts'
import { drawTerms, isReady, ticketFaceValue } from '#features/results/prize/prize-terms.server.ts'
import { max_changes, type PrizeChanges } from './prize-run.contract.ts'

type Change = PrizeChanges['changes'][number]

interface Line extends ValuedLine {
  order_id: number
  status: number
  /** The order's prize before the result was reopened, in đồng. */
  before: number
}

const { done, lost, paying_reward, rewarded } = orderStatus
const batch_size = 5_000

/**
 * Calculates every order of a draw with a reopened result by the corrected numbers.
 * @returns null when no prizes were calculated before, when nothing would change, or when prizes cannot be calculated yet (the run shows the reason)
 */
export async function previewChanges(db: Db, period_id: number, result: DrawResult): Promise<PrizeChanges | null> {
  const { rows } = await sql<{ revoked_at: string }>`
    select revoked_at from prize_run where period_id = ${period_id} and recounts`.execute(db)
  const terms = rows.length > 0 ? await drawTerms(db, period_id) : undefined
  const draw = terms && { ...terms, result }
  if (!draw || !isReady(draw)) return null
  try {
    return sumOf(await changesBy(db, { period_id, revoked_at: rows[0]!.revoked_at }, appraiser(draw)))
  } catch (error) {
    if (error instanceof MissingAmount) return null
    throw error
  }
}

async function changesBy(
  db: Db,
  { period_id, revoked_at }: { period_id: number; revoked_at: string },
  appraise: Appraiser,
): Promise<Change[]> {
  const changes: Change[] = []
  for (let last_order_id = 0; ;) {
    // unscoped: a result counts for all orders of its draw
    const { rows: lines } = await sql<Line>`
      with next as materialized (
        select o.order_id, o.status, o.reward from sale_order o
        where o.period_id = ${period_id} and o.order_id > ${last_order_id}::bigint and o.status in (${done}, ${lost}, ${paying_reward}, ${rewarded})
        order by o.order_id limit ${batch_size})
      select n.order_id, n.status, coalesce(c.before, n.reward) as before, l.play_type, l.numbers, l.series, l.quantity, l.face_value
      from next n left join prize_change c on c.order_id = n.order_id and c.period_id = ${period_id} and c.taken_at = ${revoked_at}::timestamptz,
        lateral (
          select play_type, numbers, series, quantity, ${ticketFaceValue(period_id)} as face_value
          from order_line l where order_id = n.order_id offset 0) l
      order by n.order_id`.execute(db)
    if (lines.length === 0) return changes
    const orders = new Map<number, Change>()
    for (const line of lines) {
      const { order_id, status, before } = line
      const gross = appraise(line)?.gross ?? 0
      const order = orders.get(order_id)
      if (order) order.after = order.after! + gross
      else
        orders.set(order_id, {
          order_id,
          status,
          before,
          after: gross,
          is_paid: status === paying_reward || status === rewarded,
        } as Change)
    }
    changes.push(...[...orders.values()].filter(({ before, after }) => before !== after))
    last_order_id = lines.at(-1)!.order_id
  }
}

function sumOf(all: Change[]): PrizeChanges | null {
  if (all.length === 0) return null
  const sum = (valueOf: (change: Change) => number) =>
    all.reduce((total, change) => total + Math.max(0, valueOf(change)), 0)
  const text = JSON.stringify(all.map(({ order_id, status, before, after }) => [order_id, status, before, after]))
  return {
    digest: createHash('sha256').update(text).digest('hex'),
    orders: all.length,
    more: sum(({ before, after }) => after! - before),
    less: sum(({ before, after }) => before - after!),
    changes: all
      .toSorted((a, b) => Math.abs(b.after! - b.before) - Math.abs(a.after! - a.before) || a.order_id - b.order_id)
      .slice(0, max_changes),
  }
}
