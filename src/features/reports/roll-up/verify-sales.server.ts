/**
 * Proof that roll-ups plus unfolded changes equal the sums of the orders, group by group, month by month. For months whose orders are detached, only the
 * roll-ups are compared with each other.
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
  await client.query('begin isolation level repeatable read read only')
  try {
    // Sorting on disk would take several times as long.
    await client.query("set local work_mem = '128MB'")
    const { rows: covered } = await client.query<Month>(all_months)
    for (const { from_day, until_day } of covered) {
      const month = [from_day, until_day]
      const { rows: failed } = await client.query<{ check_index: number }>(failed_checks, month)
      for (const { check_index } of failed) {
        const { rows } = await client.query<SalesFinding>(checks[check_index]!.details, month)
        for (const row of rows) onFinding(row)
      }
    }
    const { rows } = await client.query<SalesProof>(checked_rows)
    return rows[0]!
  } finally {
    await client.query('rollback')
  }
}

/** SQL about one month: the groups or orders that differ, and the same in words, which may take twice as long. */
interface Check {
  differing: string
  details: string
}

/** The days from `from_day` until the day before `until_day`. */
interface Month {
  from_day: string
  until_day: string
}

/** Compares a roll-up with its source, group by group; groups with only zeros may remain in the roll-up. */
function compare(name: string, stored: string, keys: string, figures: readonly string[], made: string): Check {
  // Both sides are summed in one pass, because two passes and a join take twice as long. A union matches columns by position.
  const bothSides = (stored_figures: readonly string[], made_figures: readonly string[]) =>
    `(select ${[keys, ...stored_figures].join(', ')} from (${stored}) stored union all select ${[keys, ...made_figures].join(', ')} from (${made}) made) both_sides`
  const negated = figures.map((figure) => `-${figure}`)
  const as = (prefix: string) => figures.map((figure) => `${figure} as ${prefix}_${figure}`)
  const zeros = (prefix: string) => figures.map((figure) => `0 as ${prefix}_${figure}`)
  const sums = (prefix: string) => figures.map((figure) => `bigint_sum(${prefix}_${figure})`).join(', ')
  return {
    differing: `
  select from ${bothSides(figures, negated)}
  group by ${keys} having ${figures.map((figure) => `bigint_sum(${figure}) <> 0`).join(' or ')}`,
    details: `
  select 'bảng ${name}: ' || concat_ws('/', ${keys}) || ' (${keys.replaceAll(', ', '/')}) ghi ' || concat_ws('/', ${sums('stored')})
    || ', cộng lại ' || concat_ws('/', ${sums('made')}) || ' (${figures.join('/')})' as what
  from ${bothSides([...as('stored'), ...zeros('made')], [...zeros('stored'), ...as('made')])}
  group by ${keys}
  having (${sums('stored')}) is distinct from (${sums('made')})`,
  }
}

/** SQL: the days that one check covers, [$1, $2). */
const in_month = 'day >= $1::date and day < $2::date'
/** SQL: the same days by the ids of orders, which name their partition. */
const ofMonth = (table?: string) => {
  const order_id = table ? `${table}.order_id` : 'order_id'
  return `${order_id} >= first_order_id($1::date) and ${order_id} < first_order_id($2::date)`
}

const figures = ['orders', 'quantity', 'amount', 'fee', 'commission'] as const
const all_keys = [
  'partner_id',
  'pos_id',
  'user_pos_id',
  'base_id',
  'area_id',
  'band',
  'hour',
] as const satisfies readonly Key[]

/** SQL: the first day with orders, that of the oldest partition. */
const first_day = `(select min(order_day(substring(pg_get_expr(relpartbound, oid) from '\\((?:'')?(\\d+)')::bigint))
  from pg_class where oid in (select inhrelid from pg_inherits where inhparent = 'sale_order'::regclass))`
/** SQL: all months with orders or sums, oldest first. */
const all_months = `
  with covered as (
    select min(day) as first, max(day) as last from sale_sum
    union all select min(day), max(day) from sale_play
    union all select min(day), max(day) from sale_day_play
    union all select min(day), max(day) from sale_delta
    union all select min(day), max(day) from sale_play_delta
    union all select order_day(min(order_id)), order_day(max(order_id)) from sale_order)
  select month::date::text as from_day, (month + interval '1 month')::date::text as until_day
  from generate_series(date_trunc('month', (select min(first) from covered)::timestamp), (select max(last) from covered)::timestamp, interval '1 month') month
  order by month`
/** SQL: only the sums of days with orders. */
const provable = (sums: string) => `select * from (${sums}) stored where day >= ${first_day}`

const orders = `
  select order_day as day, category, coalesce(partner_id, 0) as partner_id, pos_id, coalesce(user_pos_id, 0) as user_pos_id,
    coalesce(base_id, 0) as base_id, coalesce(area_id, 0) as area_id, sale_band(amount) as band,
    extract(hour from ordered_at at time zone 'Asia/Ho_Chi_Minh')::smallint as hour, 1 as orders, quantity, amount, fee, commission
  from sale_order where is_sale(status) and ${ofMonth()}`

/** SQL: the figures with these keys. */
const keeping = (keys: readonly Key[], from: string, day = 'day') =>
  `select ${[`${day} as day`, 'category', ...keys, ...figures].join(', ')} ${from}`

/** SQL: a roll-up with its unfolded changes. */
const withUnfolded = (table: string, keys: readonly Key[], day?: string) =>
  `${keeping(keys, `from ${table} where ${in_month}`)} union all ${keeping(keys, `from sale_delta where ${in_month}`, day)}`

const keysOf = (keys: readonly Key[]) => ['day', 'category', ...keys].join(', ')
const tables = Object.keys(rollUps) as RollUp[]

/** Compares each roll-up with the next one that has more keys, the one with most keys with the orders, and months with days. */
function checksOf(table: RollUp, place: number): Check[] {
  const keys: readonly Key[] = rollUps[table]
  const fuller = tables
    .slice(place + 1)
    .find((candidate) => keys.every((key) => (rollUps[candidate] as readonly Key[]).includes(key)))
  const made_from = `from (${fuller ? withUnfolded(fuller, rollUps[fuller]) : orders}) made_from`
  const storedSums = fuller ? withUnfolded(table, keys) : provable(withUnfolded(table, keys))
  const checks = [compare(table, storedSums, keysOf(keys), figures, keeping(keys, made_from))]
  if (isMonthly(table)) {
    const of_days = keeping(keys, `from (${withUnfolded(table, keys)}) of_days`, first_of_month)
    checks.push(
      compare(months[table], withUnfolded(months[table], keys, first_of_month), keysOf(keys), figures, of_days),
    )
  }
  return checks
}

const first_of_month = `date_trunc('month', day::timestamp)::date`
const sums = tables.flatMap(checksOf)

const play_figures = ['lines', 'quantity', 'amount'] as const
const play_keys = 'day, category, partner_id, pos_id, base_id, play_type'
const plays = `select ${play_keys}, ${play_figures.join(', ')} from sale_play where ${in_month}
  union all select ${play_keys}, ${play_figures.join(', ')} from sale_play_delta where ${in_month}`

const byPlay = compare(
  'sale_play',
  provable(plays),
  play_keys,
  play_figures,
  `select o.order_day as day, o.category, coalesce(o.partner_id, 0) as partner_id, o.pos_id, coalesce(o.base_id, 0) as base_id, l.play_type,
    1 as lines, l.quantity, l.amount
  from sale_order o join order_line l using (order_id) where is_sale(o.status) and ${ofMonth('o')} and ${ofMonth('l')}`,
)
const ofAllPlays = compare(
  'sale_day_play',
  `select day, category, play_type, ${play_figures.join(', ')} from sale_day_play where ${in_month}
  union all select day, category, play_type, ${play_figures.join(', ')} from sale_play_delta where ${in_month}`,
  'day, category, play_type',
  play_figures,
  plays,
)

/** SQL: rows of a roll-up with a key other than its own, which would be 0. */
function withOtherKeys(table: string, keys: readonly Key[]): string {
  const own_keys = keysOf(keys)
  const others = all_keys.filter((key) => !keys.includes(key)).map((key) => `${key} <> 0`)
  return `
  select 'bảng ${table}: một dòng ngày ' || day || ' có khóa ngoài ${own_keys.replaceAll(', ', '/')}' as what
  from ${table} where ${in_month} and (${others.join(' or ')})`
}
const other_keys = tables
  .flatMap((table) => {
    const names = isMonthly(table) ? [table, months[table]] : [table]
    return names.map((name) => withOtherKeys(name, rollUps[table]))
  })
  .join(' union all ')

/** Checks the transaction ids by which a list finds the orders of a report's snapshot. */
const marks = `
  select 'đơn ' || order_id || ' ở trạng thái ' || status || ' có dấu tính doanh số sai' as what
  from sale_order
  where ${ofMonth()} and ((paid_at is not null) <> (counted is not null)
    or not pg_visible_in_snapshot(counted, pg_current_snapshot()) or not pg_visible_in_snapshot(uncounted, pg_current_snapshot()))`

const lines = `
  select 'đơn ' || o.order_id || ' ghi ' || o.quantity || ' vé, ' || o.amount || ' đ; các dòng cộng lại ' || coalesce(l.quantity, 0)
    || ' vé, ' || coalesce(l.amount, 0) || ' đ' as what
  from sale_order o left join (
    select order_id, bigint_sum(quantity) as quantity, bigint_sum(amount) as amount from order_line where ${ofMonth()} group by order_id) l using (order_id)
  where ${ofMonth('o')} and (o.quantity, o.amount) is distinct from (l.quantity, l.amount)`

const checks: readonly Check[] = [
  ...sums,
  byPlay,
  ofAllPlays,
  ...[other_keys, marks, lines].map((details) => ({ differing: details, details })),
]

/** SQL: which checks of a month fail. One statement for all of them, so that PostgreSQL may share them out among its parallel workers. */
const failed_checks = checks
  .map(({ differing }, index) => `select ${index} as check_index from (${differing}) differing having count(*) > 0`)
  .join(' union all ')

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
