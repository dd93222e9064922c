/**
 * Proof that roll-ups plus unfolded changes equal the sums of the orders, group by group. For months whose orders are detached, only the roll-ups are
 * compared with each other.
 * unscoped: a proof covers everything.
 */
import { sql } from 'kysely'
import type pg from 'pg'
import { isMonthly, months, rollUps, type Key, type RollUp } from './roll-ups.rules.ts'

export interface SalesFinding {
  what: string
}

export interface SalesProof {
  orders: number
  lines: number
  /** Rows of all roll-ups. */
  rolled_up: number
  /** Rows that are not folded yet. */
  unfolded: number
}

/** Calls `onFinding` for each difference and returns the numbers of checked rows. Reads one snapshot, so it can run beside the server. */
export async function verifySales(client: pg.Client, onFinding: (finding: SalesFinding) => void): Promise<SalesProof> {
  async function report(check: string) {
    const { rows } = await client.query<SalesFinding>(check)
    for (const row of rows) onFinding(row)
  }
  await client.query('begin isolation level repeatable read read only')
  try {
    // Sorting on disk would take several times as long.
    await client.query("set local work_mem = '128MB'")
    for (const { is_equal, differences } of [...sums, byPlay, ofAllPlays]) {
      const { rows } = await client.query<{ is_equal: boolean }>(is_equal)
      if (!rows[0]!.is_equal) await report(differences)
    }
    for (const check of [marks, lines]) await report(check)
    const { rows } = await client.query<SalesProof>(checked_rows)
    return rows[0]!
  } finally {
    await client.query('rollback')
  }
}

/** SQL: whether a roll-up equals its source, and what differs, which takes twice as long. */
interface Comparison {
  is_equal: string
  differences: string
}

/** Compares a roll-up with its source, group by group; groups with only zeros may remain in the roll-up. */
function compare(name: string, stored: string, keys: string, figures: readonly string[], made: string): Comparison {
  // Both sides are summed in one pass, because two passes and a join take twice as long. A union matches columns by position.
  const bothSides = (stored_figures: readonly string[], made_figures: readonly string[]) =>
    `(select ${[keys, ...stored_figures].join(', ')} from (${stored}) stored union all select ${[keys, ...made_figures].join(', ')} from (${made}) made) both_sides`
  const negated = figures.map((figure) => `-${figure}`)
  const as = (prefix: string) => figures.map((figure) => `${figure} as ${prefix}_${figure}`)
  const zeros = (prefix: string) => figures.map((figure) => `0 as ${prefix}_${figure}`)
  const sums = (prefix: string) => figures.map((figure) => `bigint_sum(${prefix}_${figure})`).join(', ')
  return {
    is_equal: `
  select not exists (select from ${bothSides(figures, negated)}
    group by ${keys} having ${figures.map((figure) => `bigint_sum(${figure}) <> 0`).join(' or ')}) as is_equal`,
    differences: `
  select 'bảng ${name}: ' || concat_ws('/', ${keys}) || ' (${keys.replaceAll(', ', '/')}) ghi ' || concat_ws('/', ${sums('stored')})
    || ', cộng lại ' || concat_ws('/', ${sums('made')}) || ' (${figures.join('/')})' as what
  from ${bothSides([...as('stored'), ...zeros('made')], [...zeros('stored'), ...as('made')])}
  group by ${keys}
  having (${sums('stored')}) is distinct from (${sums('made')})`,
  }
}

const figures = ['orders', 'quantity', 'amount', 'fee', 'commission'] as const
const columns = [
  'category',
  'partner_id',
  'pos_id',
  'user_pos_id',
  'base_id',
  'area_id',
  'band',
  'hour',
] as const satisfies readonly (Key | 'category')[]

/** SQL: the first day with orders, that of the oldest partition. */
const first_day = `(select min(order_day(substring(pg_get_expr(relpartbound, oid) from '\\((?:'')?(\\d+)')::bigint))
  from pg_class where oid in (select inhrelid from pg_inherits where inhparent = 'sale_order'::regclass))`
/** SQL: only the sums of days with orders. */
const provable = (sums: string) => `select * from (${sums}) stored where day >= ${first_day}`

const orders = `
  select order_day as day, category, coalesce(partner_id, 0) as partner_id, pos_id, coalesce(user_pos_id, 0) as user_pos_id,
    coalesce(base_id, 0) as base_id, coalesce(area_id, 0) as area_id, sale_band(amount) as band,
    extract(hour from ordered_at at time zone 'Asia/Ho_Chi_Minh') as hour, 1 as orders, quantity, amount, fee, commission
  from sale_order where is_sale(status)`

/** SQL: the figures with these keys, and 0 for the other keys. */
const keeping = (keys: readonly Key[], from: string, day = 'day') =>
  `select ${day} as day, ${columns.map((column) => (column === 'category' || keys.includes(column) ? column : `0 as ${column}`)).join(', ')}, ${figures.join(', ')} ${from}`

/** SQL: a roll-up with its unfolded changes. */
const withUnfolded = (table: string, keys: readonly Key[], day?: string) =>
  `select day, ${columns.join(', ')}, ${figures.join(', ')} from ${table} union all ${keeping(keys, 'from sale_delta', day)}`

const all_columns = ['day', ...columns].join(', ')
const tables = Object.keys(rollUps) as RollUp[]

/** Compares each roll-up with the next one that has more keys, the one with most keys with the orders, and months with days. */
function checksOf(table: RollUp, place: number): Comparison[] {
  const keys: readonly Key[] = rollUps[table]
  const fuller = tables
    .slice(place + 1)
    .find((candidate) => keys.every((key) => (rollUps[candidate] as readonly Key[]).includes(key)))
  const made_from = `from (${fuller ? withUnfolded(fuller, rollUps[fuller]) : orders}) made_from`
  const storedSums = fuller ? withUnfolded(table, keys) : provable(withUnfolded(table, keys))
  const checks = [compare(table, storedSums, all_columns, figures, keeping(keys, made_from))]
  if (isMonthly(table)) {
    const of_days = keeping(keys, `from (${withUnfolded(table, keys)}) of_days`, month)
    checks.push(compare(months[table], withUnfolded(months[table], keys, month), all_columns, figures, of_days))
  }
  return checks
}

const month = `date_trunc('month', day::timestamp)::date`
const sums = tables.flatMap(checksOf)

const play_figures = ['lines', 'quantity', 'amount'] as const
const play_keys = 'day, category, partner_id, pos_id, base_id, play_type'
const plays = `select ${play_keys}, ${play_figures.join(', ')} from sale_play union all select ${play_keys}, ${play_figures.join(', ')} from sale_play_delta`

const byPlay = compare(
  'sale_play',
  provable(plays),
  play_keys,
  play_figures,
  `select o.order_day as day, o.category, coalesce(o.partner_id, 0) as partner_id, o.pos_id, coalesce(o.base_id, 0) as base_id, l.play_type,
    1 as lines, l.quantity, l.amount
  from sale_order o join order_line l using (order_id) where is_sale(o.status)`,
)
const ofAllPlays = compare(
  'sale_day_play',
  `select day, category, play_type, ${play_figures.join(', ')} from sale_day_play
  union all select day, category, play_type, ${play_figures.join(', ')} from sale_play_delta`,
  'day, category, play_type',
  play_figures,
  plays,
)

/** Checks the transaction ids by which a list finds the orders of a report's snapshot. */
const marks = `
  select 'đơn ' || order_id || ' ở trạng thái ' || status || ' có dấu tính doanh số sai' as what
  from sale_order
  where (paid_at is not null) <> (counted is not null)
    or not pg_visible_in_snapshot(counted, pg_current_snapshot()) or not pg_visible_in_snapshot(uncounted, pg_current_snapshot())`

const lines = `
  select 'đơn ' || o.order_id || ' ghi ' || o.quantity || ' vé, ' || o.amount || ' đ; các dòng cộng lại ' || coalesce(bigint_sum(l.quantity), 0)
    || ' vé, ' || coalesce(bigint_sum(l.amount), 0) || ' đ' as what
  from sale_order o left join order_line l using (order_id)
  group by o.order_id, o.quantity, o.amount
  having (o.quantity, o.amount) is distinct from (bigint_sum(l.quantity), bigint_sum(l.amount))`

const checked_rows = `
  select (select count(*) from sale_order) as orders, (select count(*) from order_line) as lines,
    (select count(*) from sale_sum) + (select count(*) from sale_play) + (select count(*) from sale_day_play) as rolled_up,
    (select count(*) from sale_delta) + (select count(*) from sale_play_delta) as unfolded`

export interface SalesOfDay {
  /** The day's sales in the reports, folded or not, in đồng. */
  reported: number
  /** The part of `paid` that was refunded since. */
  given_back: number
  paid: number
}

/** SQL: the sales of one day by the reports and by the orders. */
export const salesOfDay = (day: string) => sql<SalesOfDay>`
  select s.folded + s.unfolded as reported, o.given_back, o.paid
  from (
    select coalesce((select sum(amount) from sale_day where day = ${day}::date), 0) as folded,
      coalesce((select sum(amount) from sale_delta where day = ${day}::date), 0) as unfolded) s,
    (select coalesce(sum(amount) filter (where not is_sale(status)), 0) as given_back, coalesce(sum(amount), 0) as paid
      from sale_order where order_id >= first_order_id(${day}::date) and order_id < first_order_id(${day}::date + 1) and paid_at is not null) o`
