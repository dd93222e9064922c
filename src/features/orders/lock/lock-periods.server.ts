/** Takes the shared lock under which no draw can be moved or cancelled, and reads the draws that a batch of orders needs. */
import { sql } from 'kysely'
import type { Db } from '#server/database/transaction.ts'
import { lockPeriodsShared } from '#features/results/period/period.query.server.ts'
import type { Period } from '#features/orders/intake/intake-state.rules.ts'

export interface ConsecutiveDraws {
  category: number
  /** The first draw; null for the one that sells now. */
  period_id: number | null
  count: number
}

/** The wanted draws, by any of these keys, and how many order numbers are needed beside them. */
export interface PeriodKeys {
  period_ids?: readonly number[]
  station_draws?: readonly { area_id: number; open_date: string }[]
  consecutive?: readonly ConsecutiveDraws[]
  /** Existing orders whose draws are wanted. */
  of_orders?: readonly number[]
  /** How many order numbers to allocate. */
  new_order_count?: number
}

export interface LockedPeriods {
  /** The database's clock, read after the lock was taken; a moment of the past only for backdated sample orders. */
  now: string
  periods: Period[]
  /** The allocated order numbers. */
  order_ids: number[]
}

/**
 * Takes the shared lock on all draws and returns the wanted ones, ordered by the time of their draw, as they are at `now`.
 * `order_ids` are `new_order_count` newly allocated numbers; an unused one is never allocated again.
 * @param moment a moment of the past, for backdated orders
 */
export async function lockAndLoadPeriods(db: Db, keys: PeriodKeys, moment?: string): Promise<LockedPeriods> {
  await lockPeriodsShared(db)
  const { rows } = await sql<{ now: string; period: Period | null; order_ids: number[] | null }>`
    with clock as materialized (select coalesce(${moment ?? null}::timestamptz, clock_timestamp()) as now),
    numbers as materialized (
      select jsonb_agg(new_order_id(clock.now)) as order_ids
      from clock, generate_series(1, ${keys.new_order_count ?? 0}::integer)),
    wanted as (${wantedPeriodIds(keys)}),
    loaded as (
      select period.period_id, period.category, period.area_id, period.open_date, period.period_code, period.draw_at,
        period.cancelled_at is not null as is_cancelled,
        clock.now >= period.open_at as is_open, store.base_id,
        -- a draw that has a result is over, whatever a clock that was set back says
        clock.now >= period.stop_at or (${moment ?? null}::timestamptz is null and exists (
          select from draw_result result where result.period_id = period.period_id)) as is_stopped
      from clock, wanted join draw_period period using (period_id)
      left join base_store_area station_store using (area_id)
      left join base_store store on store.base_id = station_store.base_id and store.status = ${sql.lit(open_store)})
    -- the clock and the numbers are needed even where no draw is found: the left join keeps their row
    select clock.now, case when loaded.period_id is not null then to_jsonb(loaded) end as period, numbers.order_ids
    from clock cross join numbers left join loaded on true
    order by loaded.draw_at, loaded.period_id`.execute(db) // unscoped: the store in charge of a station
  const { now, order_ids } = rows[0]!
  return { now, periods: rows.flatMap(({ period }) => period ?? []), order_ids: order_ids ?? [] }
}

/** A store that works: other stores sell nothing. */
const open_store = 1

/** The numbers of the wanted draws, each once. The statement around it defines `clock`. */
function wantedPeriodIds({ period_ids = [], station_draws = [], consecutive = [], of_orders = [] }: PeriodKeys) {
  const area_ids = station_draws.map(({ area_id }) => area_id)
  const open_dates = station_draws.map(({ open_date }) => open_date)
  return sql`
      select unnest(${period_ids}::integer[]) as period_id
      union
      select sale.period_id
        from unnest(${of_orders}::bigint[]) wanted_order (order_id), lateral (${orderRow(sql`wanted_order.order_id`)}) sale
      union
      select period.period_id
        from unnest(${area_ids}::integer[], ${open_dates}::date[]) station_draw (area_id, open_date)
        join draw_period period using (area_id, open_date)
      union
      select candidate.period_id
        from clock, jsonb_to_recordset(${JSON.stringify(consecutive)}::jsonb) request (category smallint, period_id integer, count integer),
        lateral (
          select period.period_id from draw_period period
          where period.category = request.category and period.area_id is null and period.cancelled_at is null
            and period.draw_at > clock.now and period.stop_at > clock.now
            -- of several draws the later ones need not have opened yet
            and (request.count > 1 or period.open_at <= clock.now)
            and period.draw_at >= coalesce(
              (select first_period.draw_at from draw_period first_period where first_period.period_id = request.period_id), clock.now)
          order by period.draw_at limit request.count) candidate`
}

/**
 * Subquery of the order with this number, found by its key in the partition of its month.
 * `offset 0` keeps PostgreSQL from flattening it into a join: a plan cached while the partition was almost empty would later scan all of it.
 */
export function orderRow(order_id: ReturnType<typeof sql>) {
  return sql`select * from sale_order where order_id = ${order_id} offset 0` // unscoped: callers check the scope
}
