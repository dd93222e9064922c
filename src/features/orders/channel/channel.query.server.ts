/** The channel's look-ups: orders of its own point of sale, results, and the draws that can be ordered now. */
import { sql } from 'kysely'
import type { AnswerOf } from '#contract/call.ts'
import { Failure } from '#contract/errors.ts'
import type { Db } from '#server/database/transaction.ts'
import { shown_status } from '#features/orders/order/order-facts.server.ts'
import type { SaleGroup } from '#features/orders/intake/intake-state.rules.ts'
import { purchaseOf, type OrderAnswer, type PurchaseAnswer } from '#features/orders/intake/order-request.rules.ts'
import type { channel } from './channel.contract.ts'
import { hasPrizeTable } from '#features/results/product/product.query.server.ts'
import { resultStatus } from '#features/results/result/drawn-numbers.contract.ts'
import type { SignedDevice } from './verifier.server.ts'

type Status = AnswerOf<typeof channel.status>
type OpenPeriodsAnswer = AnswerOf<typeof channel.openPeriods>

const order_fields = sql`o.order_id, o.ordered_at, o.category, o.period_id, p.period_code, o.open_date, p.draw_at, o.expires_at, o.quantity, o.amount, o.fee, o.total,
      ${shown_status} as status, o.paid_at`

export async function purchaseStatusOf(
  db: Db,
  { pos_id }: SignedDevice,
  { purchase_id }: { purchase_id: number },
): Promise<PurchaseAnswer> {
  const { rows } = await sql<OrderAnswer>`
    select ${order_fields} from sale_order o join draw_period p using (period_id)
    where o.purchase_id = ${purchase_id} and o.pos_id = ${pos_id} order by o.order_id`.execute(db) // unscoped: of the device's own point of sale
  if (!rows[0]) throw new Failure('order_not_found')
  return purchaseOf(purchase_id, rows)
}

export async function statusOf(db: Db, { pos_id }: SignedDevice, { order_id }: { order_id: number }): Promise<Status> {
  const { rows } = await sql<Status>`
    select ${order_fields}, o.reward, o.reward_tax, (
        select jsonb_agg(jsonb_build_object('play_type', l.play_type, 'numbers', l.numbers, 'series', l.series, 'quick_pick', l.quick_pick,
          'quantity', l.quantity, 'amount', l.amount, 'reward', l.reward, 'tax', l.tax, 'prizes', l.prizes) order by l.line_no)
        from order_line l where l.order_id = o.order_id) as lines
    from sale_order o join draw_period p using (period_id)
    where o.order_id = ${order_id} and o.pos_id = ${pos_id}`.execute(db) // unscoped: of the device's own point of sale
  if (!rows[0]) throw new Failure('order_not_found')
  return rows[0]
}

type ChannelResult = AnswerOf<typeof channel.resultOfPeriod>

const result_fields = sql`p.period_id, p.period_code, p.category, p.area_id, coalesce(a.area_name, c.category_name) as name, p.open_date, p.draw_at,
  r.numbers, r.published, r.confirmed_at, r.version`
const of_results = sql`draw_result r join draw_period p using (period_id) join category c on c.category = p.category
  left join draw_area a on a.area_id = p.area_id`

/** The last confirmed results: of a region all stations of one day. */
export async function latestResults(
  db: Db,
  { category }: { category?: number | null | undefined },
): Promise<{ items: ChannelResult[] }> {
  const { rows: items } = await sql<ChannelResult>`
    select found.* from category wanted
    cross join lateral (
      select d.open_date, d.period_id from draw_period d join draw_result e using (period_id)
      where d.category = wanted.category and e.status = ${resultStatus.confirmed} order by d.draw_at desc limit 1) last
    cross join lateral (
      select ${result_fields} from ${of_results}
      where r.status = ${resultStatus.confirmed} and p.category = wanted.category
        and case when p.area_id is null then p.period_id = last.period_id else p.open_date = last.open_date end) found
    where ${category ?? null}::smallint is null or wanted.category = ${category ?? null}
    order by found.category, found.area_id`.execute(db)
  return { items }
}

export async function findPeriodResult(db: Db, { period_id }: { period_id: number }): Promise<ChannelResult> {
  const { rows } = await sql<ChannelResult & { status: number | null }>`
    select r.status, ${result_fields} from draw_period p left join draw_result r using (period_id) join category c on c.category = p.category
      left join draw_area a on a.area_id = p.area_id
    where p.period_id = ${period_id}`.execute(db)
  const [row] = rows
  if (!row) throw new Failure('period_not_found')
  const { status, ...answer } = row
  if (status !== resultStatus.confirmed) throw new Failure('period_without_result')
  return answer
}

/** Draws that sell at this moment: of products with a prize table in force, of stations only those with a store in charge. */
export interface OpenPeriods extends OpenPeriodsAnswer {
  groups: SaleGroup[]
}

/** Adds what each group of points of sale may sell, because the draws are read once for all callers. */
export async function openPeriods(db: Db): Promise<OpenPeriods> {
  const { rows } = await sql<OpenPeriods>`
    with clock as materialized (select clock_timestamp() as now),
    open as (
      select p.period_id, c.line, p.category, coalesce(a.area_name, c.category_name) as name, p.area_id, p.period_code, p.open_date,
        p.stop_at, p.print_at, p.draw_at, coalesce(a.face_value, c.price_unit) as price_unit
      from clock, draw_period p join category c using (category) left join draw_area a using (area_id)
      where p.open_date >= (clock.now)::date and p.open_at <= clock.now and p.stop_at > clock.now and p.cancelled_at is null and c.status = 1
        and ${hasPrizeTable('c.category')} and (p.area_id is null or exists (
          select from base_store_area o join base_store b using (base_id) where o.area_id = p.area_id and b.status = 1)))
    select now, (select coalesce(jsonb_agg(open order by draw_at, category, area_id), '[]') from open) as items,
      sale_groups(array(select pos_group_id from pos_group), now) as groups from clock`.execute(db) // unscoped: only whether a store is in charge
  return rows[0]!
}
