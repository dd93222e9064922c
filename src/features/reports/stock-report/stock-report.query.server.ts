/** Queries of stock reports: groups, and their figures on the compared days. */
import { sql, type RawBuilder } from 'kysely'
import { sortOf } from '#server/record/list.ts'
import { within } from '#server/scope.ts'
import type { Db } from '#server/database/transaction.ts'
import type { Me } from '#server/session/session.ts'
import {
  beforeOf,
  changeOf,
  lacksCounterpart,
  lacksEarlierDay,
  over_sum,
  partsOf,
  type RangeKind,
  type ComparedDays,
} from '#features/reports/report/compare.query.server.ts'
import type { SalesRange } from '#features/reports/report/report.query.server.ts'
import { stockStatus } from '#features/tickets/stock/stock-life.contract.ts'
import { receivedOf, termsOf } from '#features/tickets/ticket-return/return-terms.server.ts'
import { returnLife } from '#features/tickets/ticket-return/return-life.contract.ts'
import type { StockLevel } from './stock-report.contract.ts'

interface StockInput {
  from_date: string
  to_date: string
  area_id?: number | null | undefined
  base_id?: number | null | undefined
  group_by?: readonly StockLevel[] | null | undefined
  sort?: string | null | undefined
  page_index: number
  page_size: number
}

/** A kind of stock report: its figures, which are sums over stocks, its share, and the compared figure. */
export interface StockReport<N extends string> {
  names: readonly N[]
  /** SQL of the figures from a stock `s`; by default the column of the same name. */
  figures: Partial<Record<N, RawBuilder<number>>>
  joins: RawBuilder<unknown>
  measure: N
  share: { name: string; of: RawBuilder<number>; whole: RawBuilder<number> }
}

const zero = sql<number>`0`

/** SQL: the face value of unsold tickets; where tickets of a stock have different values, they are summed individually. */
const unsold_amount = sql<number>`case when s.in_stock = 0 then 0 when s.face_value is not null then s.in_stock * s.face_value else coalesce((
  select sum(t.in_stock::bigint * t.face_value)::bigint from xskt_ticket t -- unscoped: of a seen stock
  where t.open_date = s.open_date and t.area_id = s.area_id and t.base_id = s.base_id and t.in_stock > 0), s.in_stock * a.face_value) end`

export const unsoldReport = {
  figures: {
    imported: receivedOf('s'),
    unsold_amount,
    won_count: sql<number>`w.won_count`,
    gross: sql<number>`w.gross`,
    tax: sql<number>`w.tax`,
    net: sql<number>`w.gross - w.tax`,
  },
  // unscoped: joined to stocks within the scope
  joins: sql`
    cross join lateral (
      select coalesce(sum(u.quantity), 0)::bigint as won_count, coalesce(sum(u.gross), 0)::bigint as gross, coalesce(sum(u.tax), 0)::bigint as tax
      from draw_period p join unsold_prize u using (period_id)
      where s.status = ${stockStatus.calculated} and p.area_id = s.area_id and p.open_date = s.open_date and u.base_id = s.base_id) w`,
  measure: 'unsold_amount' as const,
  share: {
    name: 'unsold_share',
    of: sql<number>`sum(v.in_stock)`,
    whole: sql<number>`sum(v.imported)`,
  },
}

export const returnReport = {
  figures: {
    imported: receivedOf('s'),
    limit: sql<number>`${receivedOf('s')} * t.limit_rate / 10000`,
    return_slips: sql<number>`r.return_slips`,
    slip_quantity: sql<number>`r.slip_quantity`,
    face_amount: sql<number>`r.face_amount`,
    credited: sql<number>`r.credited`,
  },
  // unscoped: joined to stocks within the scope
  joins: sql`
    cross join lateral ${termsOf('s.area_id', 's.open_date')} t
    cross join lateral (
      select count(*) as return_slips, coalesce(sum(quantity), 0)::bigint as slip_quantity,
        coalesce(sum(face_amount), 0)::bigint as face_amount, coalesce(sum(amount), 0)::bigint as credited
      from ticket_return r
      where r.open_date = s.open_date and r.area_id = s.area_id and r.base_id = s.base_id and r.status = ${returnLife.status.confirmed}) r`,
  measure: 'returned' as const,
  share: {
    name: 'used_share',
    of: sql<number>`sum(v.returned) + sum(v.return_pending)`,
    whole: sql<number>`sum(v."limit")`,
  },
}

const columns = { day: 'day', base: 'base_id', area: 'area_id' } as const
const by_name: Record<string, RawBuilder<unknown>> = {
  base_name: sql`b.base_name collate "vi-x-icu"`,
  area_name: sql`a.area_name collate "vi-x-icu"`,
}

/** One page of groups with the sums of all groups and their comparison, from the stocks within the scope of `me`. */
export async function stockPage<N extends string, Row>(
  db: Db,
  me: Me,
  report: StockReport<N>,
  input: StockInput,
  days: ComparedDays | null,
) {
  const { names } = report
  const [column, direction] = sortOf(input.sort, '-day')
  const direction_sql = direction === 'desc' ? sql`desc` : sql`asc`
  const sortColumn = by_name[column] ?? sql.ref(`g.${column}`)
  const { page_index, page_size } = input
  const { rows } = await sql<Record<N | 'total' | 'over' | 'before', number> & { change: number | null; items: Row[] }>`
    with grouped as materialized (${grouped(me, report, input, days)}),
    page as (
      select g.*, b.base_name, a.area_name,
        row_number() over (order by ${sortColumn} ${direction_sql} nulls last, g.day desc nulls last, g.area_id, g.base_id) as place
      from grouped g
      left join base_store b on b.base_id = g.base_id -- unscoped: only the name of a seen stock's store
      left join draw_area a on a.area_id = g.area_id
      order by place limit ${page_size} offset ${(page_index - 1) * page_size})
    select count(*) as total, ${sql.join(names.map((name) => sql`coalesce(sum(${sql.ref(name)}), 0)::bigint as ${sql.ref(name)}`))},
      coalesce(sum(over), 0)::bigint as over, coalesce(sum(before), 0)::bigint as before,
      ${changeOf(sql`sum(over)`, sql`sum(before)`)} as change,
      (select coalesce(jsonb_agg(to_jsonb(page) - 'over' - 'place' order by place), '[]') from page) as items
    from grouped`.execute(db)
  const { items, total, over: amount, before, change, ...sums } = rows[0]!
  if (days === null) return { items, total, sums: sums as unknown as Record<N, number>, compared: null }
  const { from_date, to_date, until } = days
  const compared = { from_date, to_date, until, amount, before, change }
  return { items, total, sums: sums as unknown as Record<N, number>, compared }
}

/** The figures of each group; groups without received tickets in all days are left out. */
function grouped<N extends string>(me: Me, report: StockReport<N>, input: StockInput, days: ComparedDays | null) {
  const { names, share } = report
  const levels = new Set<StockLevel>(input.group_by?.length ? input.group_by : ['day'])
  const key = (level: StockLevel, type: RawBuilder<unknown>) =>
    levels.has(level) ? sql`v.${sql.ref(columns[level])}` : sql`null::${type}`
  const before = beforeOf(levels.has('day'), days)
  const parts = partsOf(input, days).map(([range, as]) => partOf(me, report, { ...input, ...range }, as, days))
  return sql`
    select ${key('day', sql`date`)} as day, ${key('base', sql`integer`)} as base_id, ${key('area', sql`integer`)} as area_id,
      ${sql.join(names.map((name) => sql`sum(${sql.ref(`v.${name}`)})::bigint as ${sql.ref(name)}`))},
      case when (${share.whole}) > 0 then least(round((${share.of}) * 1000.0 / (${share.whole})), 999999999)::bigint end as ${sql.ref(share.name)},
      ${before}::bigint as before, ${changeOf(over_sum, before)} as change, ${over_sum}::bigint as over
    from (${sql.join(parts, sql` union all `)}) v
    group by 1, 2, 3
    having sum(v.imported) > 0 or sum(v.transferred) > 0 or sum(v.before) > 0`
}

interface PartInput extends SalesRange {
  area_id?: number | null | undefined
  base_id?: number | null | undefined
}

function partOf<N extends string>(
  me: Me,
  { names, figures, joins, measure }: StockReport<N>,
  { from_date, to_date, area_id = null, base_id = null }: PartInput,
  as: RangeKind,
  days: ComparedDays | null,
) {
  const is_before = as === 'before'
  const figureOf = (name: N) => figures[name] ?? sql<number>`${sql.ref(`s.${name}`)}`
  const stocks = sql`
    select s.open_date as day, s.base_id, s.area_id, ${sql.join(names.map((name) => sql`${figureOf(name)} as ${sql.ref(name)}`))}
    from stock s join draw_area a using (area_id)${joins}
    where ${within(me, 'stock', 's')} and s.imported > 0 and s.open_date between ${from_date}::date and ${to_date}::date
      and (${area_id}::integer is null or s.area_id = ${area_id}) and (${base_id}::integer is null or s.base_id = ${base_id})`
  const day = is_before ? sql`(v.day + ${days!.later}::interval)::date` : sql`v.day`
  const measured = sql.ref(`v.${measure}`)
  const compares =
    as === 'over'
      ? days!.has_unpaired_now
        ? sql`case when ${lacksEarlierDay(days!)} then 0 else ${measured} end`
        : measured
      : zero
  return sql`
    select ${day} as day, v.base_id, v.area_id,
      ${sql.join(names.map((name) => sql`${is_before ? zero : sql.ref(`v.${name}`)} as ${sql.ref(name)}`))},
      ${compares} as over, ${is_before ? measured : zero} as before
    from (${stocks}) v
    where ${is_before && days!.has_unpaired_before ? sql`not ${lacksCounterpart(sql`v.day`, sql`${days!.later}`)}` : sql`true`}`
}
