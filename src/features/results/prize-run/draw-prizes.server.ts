import { sql } from 'kysely'
import type { Db } from '#server/database/transaction.ts'
import { within } from '#server/scope.ts'
import { serve } from '#server/serve.ts'
import type { Me } from '#server/session/session.ts'
import { orderStatus } from '#features/orders/order/order.contract.ts'
import type { Product } from '#features/results/product/product.contract.ts'
import { drawPrizes, max_changes, max_shops, type DrawPrizesRow } from './prize-run.contract.ts'
import { tiersOf } from '#features/results/prize/tiers.rules.ts'

export default serve(drawPrizes, {
  prizes: async ({ db, me, input: { period_id }, fail }) => {
    const draw = await db
      .selectFrom('draw_period')
      .select('category')
      .where('period_id', '=', period_id)
      .executeTakeFirst()
    if (!draw) return fail('period_not_found')
    return {
      run: await runOf(db, period_id),
      tiers: await tiersWon(db, me, period_id, draw.category as Product),
      shops: await shopsOf(db, me, period_id),
      changes: await changesOf(db, me, period_id),
    }
  },
})

async function runOf(db: Db, period_id: number): Promise<DrawPrizesRow['run']> {
  // unscoped: the progress of the run does not show whose orders they are
  const { rows } = await sql<NonNullable<DrawPrizesRow['run']>>`
    select status, reason, orders, won_orders, started_at, finished_at, case when status = 2 then 0 else (
      select count(*) from sale_order o where o.period_id = r.period_id and o.status = ${orderStatus.done}) end as orders_left
    from prize_run r where period_id = ${period_id}`.execute(db)
  return rows[0] ?? null
}

/** SQL: limits sales by the scope of their point of sale, unsold tickets by that of their store. */
const scopeCondition = (me: Me) => sql`(
  select t.tier, t.prizes, t.gross, t.pos_id, p.pos_code, p.pos_name, t.period_id
  from (select t.*, p.partner_id from prize_total t left join pos p using (pos_id)) t left join pos p using (pos_id)
  where case when t.pos_id > 0 then ${within(me, 'sale_order', 't')} else ${within(me, 'unsold_prize', 't')} end)`

async function tiersWon(db: Db, me: Me, period_id: number, category: Product): Promise<DrawPrizesRow['tiers']> {
  const { rows } = await sql<Omit<DrawPrizesRow['tiers'][number], 'label'>>`
    select tier, coalesce(sum(prizes) filter (where pos_id > 0), 0) as prizes, coalesce(sum(gross) filter (where pos_id > 0), 0) as gross,
      coalesce(sum(prizes) filter (where pos_id = 0), 0) as unsold_prizes, coalesce(sum(gross) filter (where pos_id = 0), 0) as unsold_gross
    from ${scopeCondition(me)} s where period_id = ${period_id} group by tier`.execute(db)
  const wonByTier = new Map(rows.map((row) => [row.tier, row]))
  return tiersOf(category).flatMap(({ tier, label }) => {
    const row = wonByTier.get(tier)
    return row ? { ...row, label } : []
  })
}

async function shopsOf(db: Db, me: Me, period_id: number): Promise<DrawPrizesRow['shops']> {
  const { rows } = await sql<DrawPrizesRow['shops'][number]>`
    select pos_id, pos_code, pos_name, sum(prizes) as prizes, sum(gross) as gross
    from ${scopeCondition(me)} s where period_id = ${period_id} and pos_id > 0 group by 1, 2, 3 order by 5 desc, 1 limit ${max_shops}`.execute(
    db,
  )
  return rows
}

/** Orders whose prize differs since the result was last reopened, or is not decided yet. */
async function changesOf(db: Db, me: Me, period_id: number): Promise<DrawPrizesRow['changes']> {
  const { rows } = await sql<DrawPrizesRow['changes'][number]>`
    select c.order_id, o.status, c.before, c.after, c.status in (${orderStatus.paying_reward}, ${orderStatus.rewarded}) as is_paid
    from prize_run r join prize_change c on c.period_id = r.period_id and c.taken_at = r.revoked_at join sale_order o using (order_id)
    where r.period_id = ${period_id} and c.before is distinct from c.after and ${within(me, 'sale_order', 'o')}
    order by abs(coalesce(c.after, 0) - c.before) desc, c.order_id limit ${max_changes}`.execute(db)
  return rows
}
