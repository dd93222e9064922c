/** What the channel may look up: its own shop's orders, and what can be ordered now. */
import { sql } from 'kysely'
import type { AnswerOf } from '#contract/call.ts'
import { Failure } from '#contract/errors.ts'
import type { Db } from '#server/database/transaction.ts'
import { shown_status } from '#features/orders/order/order-facts.server.ts'
import type { channel } from './channel.contract.ts'
import type { SignedDevice } from './verifier.server.ts'

type Status = AnswerOf<typeof channel.status>
type Open = AnswerOf<typeof channel.openPeriods>

export async function statusOf(db: Db, { pos_id }: SignedDevice, { order_id }: { order_id: number }): Promise<Status> {
  const { rows } = await sql<Status>`
    select o.order_id, o.ordered_at, o.category, o.period_id, p.period_code, o.open_date, p.draw_at, o.expires_at, o.quantity, o.amount, o.fee, o.total,
      ${shown_status} as status, o.paid_at, o.reward, (
        select jsonb_agg(jsonb_build_object('play_type', l.play_type, 'numbers', l.numbers, 'series', l.series, 'quick_pick', l.quick_pick,
          'quantity', l.quantity, 'amount', l.amount) order by l.line_no)
        from order_line l where l.order_id = o.order_id) as lines
    from sale_order o join draw_period p using (period_id)
    where o.order_id = ${order_id} and o.pos_id = ${pos_id}`.execute(db) // unscoped: of the device's own point of sale
  if (!rows[0]) throw new Failure('order_not_found')
  return rows[0]
}

/** Draws that sell at this moment; of stations only those that a store is in charge of. */
export async function openPeriods(db: Db): Promise<Open> {
  const { rows } = await sql<Open>`
    with clock as materialized (select clock_timestamp() as now),
    open as (
      select p.period_id, c.line, p.category, coalesce(a.area_name, c.category_name) as name, p.area_id, p.period_code, p.open_date,
        p.stop_at, p.print_at, p.draw_at, coalesce(a.face_value, c.price_unit) as price_unit
      from clock, draw_period p join category c using (category) left join draw_area a using (area_id)
      where p.open_date >= (clock.now)::date and p.open_at <= clock.now and p.stop_at > clock.now and p.cancelled_at is null and c.status = 1
        and (p.area_id is null or exists (
          select from base_store_area o join base_store b using (base_id) where o.area_id = p.area_id and b.status = 1)))
    select now, (select coalesce(jsonb_agg(open order by draw_at, category, area_id), '[]') from open) as items from clock`.execute(
    db,
  ) // unscoped: only whether a store is in charge
  return rows[0]!
}
