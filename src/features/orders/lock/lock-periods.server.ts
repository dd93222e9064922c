/** The shared lock under which no draw is moved or cancelled, and the wanted draws read under it. */
import { sql } from 'kysely'
import type { Db } from '#server/database/transaction.ts'
import { lockPeriodsShared } from '#features/results/period/period.query.server.ts'
import type { Period } from '#features/orders/intake/intake-state.rules.ts'

export interface ConsecutiveDraws {
  category: number
  /** The first of them; null: the one that sells now. */
  period_id: number | null
  count: number
}

export interface PeriodKeys {
  period_ids?: readonly number[]
  station_draws?: readonly { area_id: number; open_date: string }[]
  consecutive?: readonly ConsecutiveDraws[]
  /** Orders that are there already, whose draws are wanted. */
  of_orders?: readonly number[]
  /** How many order numbers to allocate. */
  new_order_count?: number
}

export interface LockedPeriods {
  /** The database's clock, read after the locks; of the past only where the sample is made. */
  now: string
  periods: Period[]
  /** The allocated order numbers. */
  order_ids: number[]
}

/**
 * Locks all draws, and returns the wanted ones in the order in which they are drawn, as they are at `now`.
 * `order_ids` are `new_order_count` new numbers; an unused one is never allocated again.
 * @param at a moment of the past, for backdated orders
 */
export async function lockAndLoadPeriods(
  db: Db,
  { period_ids = [], station_draws = [], consecutive = [], of_orders = [], new_order_count = 0 }: PeriodKeys,
  at?: string,
): Promise<LockedPeriods> {
  await lockPeriodsShared(db)
  const { rows } = await sql<{ now: string; period: Period | null; order_ids: number[] | null }>`
    with clock as materialized (select coalesce(${at ?? null}::timestamptz, clock_timestamp()) as now),
    numbers as materialized (
      select jsonb_agg(new_order_id(c.now)) as order_ids from clock c, generate_series(1, ${new_order_count}::integer)),
    wanted as (
      select unnest(${period_ids}::integer[]) as period_id
      union
      select o.period_id from unnest(${of_orders}::bigint[]) w (order_id), lateral (${orderRow(sql`w.order_id`)}) o
      union
      select p.period_id
        from unnest(${station_draws.map(({ area_id }) => area_id)}::integer[], ${station_draws.map(({ open_date }) => open_date)}::date[]) w (area_id, open_date)
        join draw_period p using (area_id, open_date)
      union
      select p.period_id from clock c, jsonb_to_recordset(${JSON.stringify(consecutive)}::jsonb) w (category smallint, period_id integer, count integer), lateral (
        select p.period_id from draw_period p
        where p.category = w.category and p.area_id is null and p.draw_at > c.now and p.stop_at > c.now and p.cancelled_at is null
          and (w.count > 1 or p.open_at <= c.now)
          and p.draw_at >= coalesce((select f.draw_at from draw_period f where f.period_id = w.period_id), c.now)
        order by p.draw_at limit w.count) p)
    -- left join: one row with the clock and the numbers even where there is no wanted draw
    select c.now, case when p.period_id is not null then to_jsonb(p) end as period, n.order_ids
    from numbers n, clock c left join lateral (
      select p.period_id, p.category, p.area_id, p.open_date, p.period_code, p.draw_at, p.cancelled_at is not null as is_cancelled,
        c.now >= p.open_at as is_open, c.now >= p.stop_at as is_stopped, b.base_id
      from wanted join draw_period p using (period_id) left join base_store_area o using (area_id)
      left join base_store b on b.base_id = o.base_id and b.status = 1
      order by p.draw_at, p.period_id) p on true`.execute(db) // unscoped: the store in charge of a station
  const { now, order_ids } = rows[0]!
  return { now, periods: rows.flatMap(({ period }) => period ?? []), order_ids: order_ids ?? [] }
}

/**
 * The order of this number, read by its key in its own month.
 * `offset 0` keeps PostgreSQL from flattening this into a join: a plan cached while the month's partition was almost empty would scan all of it.
 */
export function orderRow(order_id: ReturnType<typeof sql>) {
  return sql`select * from sale_order where order_id = ${order_id} offset 0` // unscoped: callers check the scope
}
