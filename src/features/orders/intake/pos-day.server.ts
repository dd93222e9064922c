/** The daily sales of points of sale with a daily limit. These rows are locked before any order and any ticket. */
import { sql } from 'kysely'
import type { Db } from '#server/database/transaction.ts'
import { orderStatus } from '#features/orders/order/order.contract.ts'
import type { Device } from './intake-state.rules.ts'

/**
 * Locks the day's sales of these points of sale. One without a limit has no row; one that was given a limit during the day starts with what it has
 * already sold.
 */
export async function lockPosDays(db: Db, now: string, devices: Iterable<Device>): Promise<Map<number, number>> {
  const all = [...devices]
  const limited_pos_ids = all.filter(({ day_sale_limit }) => day_sale_limit !== null).map(({ pos_id }) => pos_id)
  if (limited_pos_ids.length > 0)
    await sql`
      insert into pos_day (pos_id, day, amount)
      select pos_id, ${now}::timestamptz::date, coalesce((
        select sum(o.amount) from sale_order o -- unscoped: what the channel's own point of sale sold
        where o.pos_id = l.pos_id and (is_sale(o.status) or o.status = ${orderStatus.unpaid})
          and o.order_id >= first_order_id(${now}::timestamptz::date) and o.order_id < first_order_id(${now}::timestamptz::date + 1)), 0)
      from (select distinct unnest(${limited_pos_ids}::integer[]) as pos_id) l
      where not exists (select from pos_day d where d.pos_id = l.pos_id and d.day = ${now}::timestamptz::date)
      order by pos_id
      on conflict do nothing`.execute(db)
  const { rows } = await sql<{ pos_id: number; amount: number }>`
    select pos_id, amount from pos_day
    where pos_id = any(${all.map(({ pos_id }) => pos_id)}::integer[]) and day = ${now}::timestamptz::date
    order by pos_id for update`.execute(db)
  return new Map(rows.map(({ pos_id, amount }) => [pos_id, amount]))
}

interface SoldOnDay {
  pos_id: number
  /** The day of the order, or a moment on it. */
  day: string
  amount: number
}

/** Adds these orders to the daily sales of their locked points of sale. */
export function addToPosDays(db: Db, orders: readonly SoldOnDay[]): Promise<void> {
  return change(db, orders, 1)
}

/** Subtracts these orders from the daily sales of their locked points of sale. */
export function subtractFromPosDays(db: Db, orders: readonly SoldOnDay[]): Promise<void> {
  return change(db, orders, -1)
}

async function change(db: Db, orders: readonly SoldOnDay[], sign: 1 | -1): Promise<void> {
  if (orders.length === 0) return
  const rows = orders.map(({ pos_id, day, amount }) => ({ pos_id, day, amount: sign * amount }))
  await sql`
    update pos_day d set amount = greatest(d.amount + x.amount, 0)
    from (
      select pos_id, day::date as day, sum(amount) as amount
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) x (pos_id integer, day timestamptz, amount bigint) group by 1, 2) x
    where d.pos_id = x.pos_id and d.day = x.day`.execute(db)
}
