/** Locks the draws of requests, and only then compares them with the clock. */
import { sql } from 'kysely'
import type { Db } from '#server/database/transaction.ts'
import type { Period } from '#features/orders/intake/intake-state.rules.ts'

export interface DrawRun {
  category: number
  period_id: number | null
  draws: number
}

export interface PeriodKeys {
  period_ids?: readonly number[]
  /** Draws of stations. */
  draws?: readonly { area_id: number; open_date: string }[]
  /** Of a game the draw that sells now, or so many draws in a row from it or from the named one. */
  runs?: readonly DrawRun[]
  /** Orders that are there already, whose draws are wanted. */
  of_orders?: readonly number[]
  /** So many orders may be made: each gets its number. */
  new_orders?: number
}

export interface LockedPeriods {
  /** The database's clock, read after the locks; of the past only where the sample is made. */
  now: string
  periods: Period[]
  /** Of the orders that may be made. */
  order_ids: number[]
}

/**
 * No draw is moved or cancelled until the transaction ends.
 * Taken before any order and in a statement of its own, so that the next statement sees what changed before.
 */
export async function lockDraws(db: Db): Promise<void> {
  await sql`select lock_periods()`.execute(db)
}

/**
 * The wanted draws in the order in which they are drawn, with the moment that they were compared with.
 * `order_ids` are as many new numbers as `new_orders` says; an unused one is never given again.
 * @param at a moment of the past, for backdated orders
 */
export async function lockPeriods(
  db: Db,
  { period_ids = [], draws = [], runs = [], of_orders = [], new_orders = 0 }: PeriodKeys,
  at?: string,
): Promise<LockedPeriods> {
  await lockDraws(db)
  const { rows } = await sql<{ now: string; period: Period | null; order_ids: number[] | null }>`
    with clock as materialized (select coalesce(${at ?? null}::timestamptz, clock_timestamp()) as now),
    numbers as materialized (
      select jsonb_agg(new_order_id(c.now)) as order_ids from clock c, generate_series(1, ${new_orders}::integer)),
    wanted as (
      select unnest(${period_ids}::integer[]) as period_id
      union
      select o.period_id from unnest(${of_orders}::bigint[]) w (order_id), lateral (${orderRow(sql`w.order_id`)}) o
      union
      select p.period_id
        from unnest(${draws.map(({ area_id }) => area_id)}::integer[], ${draws.map(({ open_date }) => open_date)}::date[]) w (area_id, open_date)
        join draw_period p using (area_id, open_date)
      union
      select p.period_id from clock c, jsonb_to_recordset(${JSON.stringify(runs)}::jsonb) w (category smallint, period_id integer, draws integer), lateral (
        select p.period_id from draw_period p
        where p.category = w.category and p.area_id is null and p.draw_at > c.now and p.stop_at > c.now and p.cancelled_at is null
          and (w.draws > 1 or p.open_at <= c.now)
          and p.draw_at >= coalesce((select f.draw_at from draw_period f where f.period_id = w.period_id), c.now)
        order by p.draw_at limit w.draws) p)
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
 * A join would keep a plan that was made while the month was young, and read the whole month for each batch.
 */
export function orderRow(order_id: ReturnType<typeof sql>) {
  return sql`select * from sale_order where order_id = ${order_id} offset 0` // unscoped: whoever has the number asks for the scope
}
