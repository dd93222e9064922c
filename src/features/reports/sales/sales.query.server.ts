/** The groups of a report of sales, with what they sold on the days that it is compared with. */
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { sortOf } from '#server/list.ts'
import type { Db } from '#server/database/transaction.ts'
import type { Me } from '#server/session/session.ts'
import { figureNames, type Stamp } from '#features/reports/report.contract.ts'
import {
  left,
  salesOver,
  summed,
  type SalesAsked,
  type SalesFilters,
  type SalesRange,
} from '#features/reports/report.query.server.ts'
import type { Product, ProductLine } from '#features/results/product/product.contract.ts'
import {
  deleted_account,
  nobody,
  usual_level,
  type Compared,
  type Comparison,
  type Level,
  type SalesRow,
} from './sales.contract.ts'

interface Asked extends SalesFilters {
  from_date: string
  to_date: string
  group_by?: readonly Level[] | null | undefined
  sort?: string | null | undefined
  page_index: number
  page_size: number
}

type ComparedDays = Pick<Compared, 'from_date' | 'to_date' | 'until'> & {
  /** Added to a day of then, it is the day that it is compared with. */
  later: string
  /** Some days of then, such as the 31st before a shorter month, are compared with no day. */
  has_spare_before: boolean
  /** Some days of the report, such as the 31st after a shorter month, are. */
  has_spare_now: boolean
}

/** The days with which those of the report that are over are compared; null where there are none. The contract's calendar begins in 1900. */
export async function comparedDays(
  db: Db,
  compare: Comparison | null | undefined,
  { from_date, to_date }: Stamp,
): Promise<ComparedDays | null> {
  if (compare == null) return null
  const previous = compare === 'previous'
  const later = previous ? sql`(to_date - from_date + 1) * interval '1 day'` : sql`interval '1 month'`
  // A day that the month before does not have, such as the 31st, has no counterpart: then the days begin with the next month.
  const { rows } = await sql<ComparedDays>`
    with asked as (select ${from_date}::date as from_date, ${to_date}::date as to_date, least(${to_date}::date, current_date - 1) as until),
    shifted as (select *, from_date - later as since from asked, lateral (select ${later} as later) l),
    compared as (
      select greatest(case when ${previous} or extract(day from since) = extract(day from from_date) then since
          else date_trunc('month', from_date::timestamp) end, '1900-01-01')::date as from_date,
        (until - later)::date as to_date, until, later::text as later
      from shifted where until >= from_date)
    select *, not ${previous} and exists (select from generate_series(from_date, to_date, interval '1 day') day
        where ${isSpare(sql`day`, sql`later`)}) as has_spare_before,
      not ${previous} and exists (select from generate_series(${from_date}::date, until, interval '1 day') day
        where ${isSpare(sql`day`, sql`'-' || later`)}) as has_spare_now
    from compared where from_date <= to_date`.execute(db)
  return rows[0] ?? null
}

/** Whether the day has no counterpart that many months away. */
const isSpare = (day: RawBuilder<unknown>, away: RawBuilder<unknown>) =>
  sql<SqlBool>`extract(day from ${day} + (${away})::interval) <> extract(day from ${day})`

/** The same of a day of the report. */
const isSpareNow = ({ later }: ComparedDays) => isSpare(sql`v.day`, sql`'-' || ${later}::text`)

const names = { partner_name: 'a', pos_name: 's', user_name: 'u', area_name: 'd' } as const

// unscoped: only the names of a seen sale's agent, point of sale and account
const named = sql`
  left join partner a on a.partner_id = r.partner_id left join pos s on s.pos_id = r.pos_id
  left join user_pos u on u.user_pos_id = r.user_pos_id left join draw_area d on d.area_id = r.area_id`

/**
 * One page and what all groups add up to, from one grouping. Names are looked up for the groups of the page; for all of them only where they are in the
 * order of a name.
 */
export async function salesPage(db: Db, me: Me, line: ProductLine, asked: Asked, days: ComparedDays | null) {
  const [column, direction] = sortOf(asked.sort, '-day')
  const is_name = Object.hasOwn(names, column)
  const by = is_name ? sql`${nameOf(column as keyof typeof names)} collate "vi-x-icu"` : sql.ref(`r.${column}`)
  const way = direction === 'desc' ? sql`desc` : sql`asc`
  const { page_index, page_size } = asked
  const { rows } = await sql<Whole & { items: SalesRow[]; total: number }>`
    with grouped as materialized (${grouped(db, me, line, asked, days)}),
    page as (
      select r.* from grouped r ${is_name ? named : sql``}
      order by ${by} ${way} nulls last, r.day desc nulls last, r.amount desc, r.partner_id, r.pos_id, r.user_pos_id, r.category, r.area_id
      limit ${page_size} offset ${(page_index - 1) * page_size})
    select count(*) as total, ${sql.join(figureNames.map((name) => sql`coalesce(sum(${sql.ref(name)}), 0) as ${sql.ref(name)}`))},
      coalesce(sum(over), 0) as over, coalesce(sum(before), 0) as before, ${changeOf(sql`sum(over)`, sql`sum(before)`)} as change, (
        select coalesce(jsonb_agg(to_jsonb(r) - 'place' - 'over' || jsonb_build_object('partner_name', ${nameOf('partner_name')}, 'pos_code', s.pos_code,
          'pos_name', s.pos_name, 'user_name', ${nameOf('user_name')}, 'area_name', d.area_name) order by r.place), '[]')
        from (select *, row_number() over () as place from page) r ${named}) as items
    from grouped`.execute(db)
  const { items, total, over, before, change, ...sums } = rows[0]!
  if (days === null) return { items, total, sums, compared: null }
  const { from_date, to_date, until } = days
  return { items, total, sums, compared: { from_date, to_date, until, amount: over, before, change } }
}

type Whole = Record<(typeof figureNames)[number] | 'over' | 'before', number> & Pick<SalesRow, 'change'>

/** In thousandths, as far as a growth can be read at all; null where nothing was sold before. */
const changeOf = (now: RawBuilder<unknown>, before: RawBuilder<unknown>) =>
  sql<
    number | null
  >`case when ${before} <> 0 then least(round((${now} - ${before}) * 1000.0 / ${before}), 999999999)::bigint end`

/** As it is shown and sorted, whoever has none included. */
function nameOf(column: keyof typeof names): RawBuilder<string | null> {
  const name = sql.ref<string | null>(`${names[column]}.${column}`)
  if (column === 'partner_name')
    return sql`coalesce(${name}, case r.partner_id when 0 then ${nobody.partner}::text end)`
  if (column === 'user_name')
    return sql`coalesce(${name}, case r.user_pos_id when 0 then ${nobody.user_pos}::text
      else ${deleted_account}::text || ' (' || r.user_pos_id || ')' end)`
  return name
}

const keyOf = {
  partner: 'partner_id',
  pos: 'pos_id',
  user_pos: 'user_pos_id',
  area: 'area_id',
} as const

const added = ['orders', 'quantity', 'amount', 'fee', 'commission'] as const

/** The figures of each group; what is not told apart is null. A group of which nothing is left is not shown, one that sold only before is. */
function grouped(db: Db, me: Me, line: ProductLine, asked: Asked, days: ComparedDays | null) {
  const by = new Set(asked.group_by?.length ? asked.group_by : [usual_level])
  const parts = partsOf(asked, days).map(([range, as]) => partOf(db, me, { ...asked, ...range, line }, as, by, days))
  const before = beforeOf(by.has('day'), days)
  return db
    .selectFrom(parts.reduce((all, one) => all.unionAll(one)).as('v'))
    .select(['v.day', 'v.partner_id', 'v.pos_id', 'v.user_pos_id', 'v.category', 'v.area_id', ...summed])
    .select([before.as('before'), changeOf(over, before).as('change'), over.as('over')])
    .groupBy(sql`1, 2, 3, 4, 5, 6`)
    .having(days === null ? left : sql<SqlBool>`${left} or sum(v.before) <> 0`)
}

/** Days of the report that are over and therefore compared, those that are not, and those of before. */
type As = 'over' | 'open' | 'before'

function partsOf({ from_date, to_date }: Asked, days: ComparedDays | null): [SalesRange, As][] {
  if (days === null) return [[{ from_date, to_date }, 'open']]
  const today = sql<string>`(${days.until}::date + 1)`
  return [
    [{ from_date, to_date: days.until }, 'over'],
    ...(days.until < to_date ? ([[{ from_date: today, to_date }, 'open']] satisfies [SalesRange, As][]) : []),
    [days, 'before'],
  ]
}

function partOf(db: Db, me: Me, asked: SalesAsked, as: As, by: ReadonlySet<Level>, days: ComparedDays | null) {
  const is_before = as === 'before'
  const skips = is_before && days!.has_spare_before
  const omits = as === 'over' && days!.has_spare_now
  const places = Object.keys(keyOf) as (keyof typeof keyOf)[]
  const apart = [
    ...places.filter((level) => by.has(level)).map((level) => keyOf[level]),
    ...(by.has('day') || skips || omits ? ['day' as const] : []),
  ]
  const day = is_before ? sql<string>`(v.day + ${days!.later}::interval)::date` : sql<string>`v.day`
  const key = <T>(level: Level, column: RawBuilder<T>, none: RawBuilder<T>) => (by.has(level) ? column : none)
  return salesOver(db, me, asked, apart)
    .$if(skips, (q) => q.where(sql<SqlBool>`not ${isSpare(sql`v.day`, sql`${days!.later}`)}`))
    .select([
      key('day', sql<string | null>`${day}`, sql`null::date`).as('day'),
      key('partner', sql<number | null>`v.partner_id`, sql`null::integer`).as('partner_id'),
      key('pos', sql<number | null>`v.pos_id`, sql`null::integer`).as('pos_id'),
      key('user_pos', sql<number | null>`v.user_pos_id`, sql`null::integer`).as('user_pos_id'),
      key('category', sql<Product | null>`v.category`, sql`null::smallint`).as('category'),
      key('area', sql<number | null>`v.area_id`, sql`null::integer`).as('area_id'),
      ...added.map((name) => (is_before ? sql<number>`0` : sql.ref<number>(`v.${name}`)).as(name)),
      (as !== 'over'
        ? sql<number>`0`
        : omits
          ? sql<number>`case when ${isSpareNow(days!)} then 0 else v.amount end`
          : sql<number>`v.amount`
      ).as('over'),
      (is_before ? sql<number>`v.amount` : sql<number>`0`).as('before'),
    ])
}

const over = sql<number>`sum(v.over)`

/** A day that is not over, or that the month before does not have, has nothing to be compared with. */
function beforeOf(tells_days: boolean, days: ComparedDays | null): RawBuilder<number | null> {
  if (days === null) return sql`null::bigint`
  if (!tells_days) return sql`sum(v.before)`
  const spare = days.has_spare_now ? isSpareNow(days) : sql<SqlBool>`false`
  return sql`case when v.day <= ${days.until}::date and not ${spare} then sum(v.before) end`
}
