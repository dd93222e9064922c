/** The stamp of a report, and the base query of sales from the roll-ups. */
import { daysBetween } from '#contract/days.ts'
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { replicaReadOf } from '#server/database/replica.ts'
import type { Db } from '#server/database/transaction.ts'
import { checkDays } from '#server/record/list.ts'
import { scopedSaleColumns, within } from '#server/scope.ts'
import type { Fail } from '#server/fail.ts'
import type { Me } from '#server/session/session.ts'
import { max_days_behind_a_figure } from '#features/orders/order/order.contract.ts'
import type { Product, ProductLine } from '#features/results/product/product.contract.ts'
import { ofLine } from '#features/results/product/product.query.server.ts'
import type { Stamp } from './report.contract.ts'
import { isMonthly, months, smallest, type Key, type RollUp } from '#features/reports/roll-up/roll-ups.rules.ts'

interface Days {
  from_date?: string | null | undefined
  to_date?: string | null | undefined
}

/**
 * The days, time and snapshot of a report. It must be the first statement of the transaction, whose snapshot it fixes.
 * @throws Failure from_exceeds_to or search_time_exceeded for invalid or too many days
 */
export async function stampOf(
  db: Db,
  { from_date, to_date }: Days,
  fail: Fail<'from_exceeds_to' | 'search_time_exceeded'>,
): Promise<Stamp> {
  const { rows } = await sql<Stamp>`
    select coalesce(${from_date}::date, ${to_date}::date, current_date) as from_date,
      coalesce(${to_date}::date, ${from_date}::date, current_date) as to_date,
      statement_timestamp() as as_of, pg_current_snapshot()::text as snapshot`.execute(db)
  const stamp = rows[0]!
  checkDays(stamp, fail)
  if (daysBetween(stamp.from_date, stamp.to_date) >= max_days_behind_a_figure) {
    const message = `Chỉ xem được ${max_days_behind_a_figure} ngày mỗi lần, hãy chọn khoảng ngắn hơn.`
    fail('search_time_exceeded', { message, fields: { to_date: message } })
  }
  const replica = replicaReadOf(db)
  return replica ? { ...stamp, as_of: replica.until, snapshot: replica.snapshot, is_delayed: true } : stamp
}

/** A row of a roll-up; keys by which it was not requested may be 0. */
export interface RolledUp {
  day: string
  hour: number
  partner_id: number
  pos_id: number
  user_pos_id: number
  base_id: number
  category: Product
  area_id: number
  band: 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8
  orders: number
  quantity: number
  amount: number
  fee: number
  commission: number
}

export interface SalesRange {
  from_date: string | RawBuilder<string>
  to_date: string
}

/** Filters of sales; 0 selects sales without a value there. */
export interface SalesFilters {
  category?: Product | null | undefined
  partner_id?: number | null | undefined
  pos_id?: number | null | undefined
  /** The current group of a point of sale. */
  pos_group_id?: number | null | undefined
  user_pos_id?: number | null | undefined
  base_id?: number | null | undefined
  area_id?: number | null | undefined
}

const filter_keys = ['partner_id', 'pos_id', 'user_pos_id', 'base_id', 'area_id'] as const

export interface SalesQuery extends SalesRange, SalesFilters {
  /** Null for both lines. */
  line: ProductLine | null
}

/** Base query of the sales within the scope of `me`, by product and `group_keys`, from the smallest roll-up that has these keys. */
export function salesOver(db: Db, me: Me, query: SalesQuery, group_keys: Iterable<Key | 'day'>) {
  const { line, category, pos_group_id } = query
  const filters = filter_keys.filter((key) => query[key] != null)
  const keys = new Set([...group_keys, ...scopedSaleColumns(me), ...filters])
  if (pos_group_id != null) keys.add('pos_id')
  const by_day = keys.delete('day') || keys.has('hour')
  let sales = db
    .selectFrom(sql<RolledUp>`(${rollUpRows(smallest(keys as Set<Key>), query, by_day)})`.as('v'))
    .where(within(me, 'sale_sum', 'v'))
  if (line !== null) sales = sales.where(ofLine(line, 'v.category'))
  if (category != null) sales = sales.where('v.category', '=', category)
  if (pos_group_id != null) sales = sales.where(ofGroup(pos_group_id))
  for (const key of filters) sales = sales.where(`v.${key}`, '=', query[key]!)
  return sales
}

/** unscoped: only the group of a point of sale whose sales are within the scope */
const ofGroup = (pos_group_id: number) => sql<SqlBool>`v.pos_id = any (array(
  select pos_id from pos where coalesce(pos_group_id, 0) = ${pos_group_id}))`

/** SQL: the rows of a roll-up and the changes that are not folded yet. Unless `by_day`, whole months are read from the sums by month. */
function rollUpRows(table: RollUp, { from_date, to_date }: SalesRange, by_day: boolean): RawBuilder<unknown> {
  const [from, after] = [sql`${from_date}::date`, sql`(${to_date}::date + 1)`]
  const unfolded = sumsOf('sale_delta', from, after)
  if (by_day || !isMonthly(table)) return sql`${sumsOf(table, from, after)} union all ${unfolded}`
  const first_month = sql`date_trunc('month', ${from_date}::date + interval '1 month - 1 day')::date`
  const after_months = sql`date_trunc('month', ${after}::timestamp)::date`
  return sql`${sumsOf(months[table], first_month, after_months)}
    union all ${sumsOf(table, from, sql`least(${first_month}, ${after})`)}
    union all ${sumsOf(table, sql`greatest(${first_month}, ${after_months})`, after)}
    union all ${unfolded}`
}

function sumsOf(table: string, from: RawBuilder<unknown>, until: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`select day, category, partner_id, pos_id, user_pos_id, base_id, area_id, band, hour, orders, quantity, amount, fee, commission
    from ${sql.table(table)} where day >= ${from} and day < ${until}`
}

/** Sums of orders, quantity and amount over a group. */
export const sold_sums = [sumOf('orders'), sumOf('quantity'), sumOf('amount')] as const

/** Sums of all sales figures over a group. */
export const figure_sums = [
  ...sold_sums,
  sumOf('fee'),
  sumOf('commission'),
  sql<number>`sum(v.amount) + sum(v.fee) - sum(v.commission)`.as('net'),
] as const

function sumOf<N extends keyof RolledUp>(name: N) {
  return sql<number>`sum(${sql.ref(`v.${name}`)})`.as(name)
}

/** SQL (having): leaves out groups whose sales were all refunded. */
export const has_sales = sql<SqlBool>`sum(v.orders) <> 0`
