/** Queries of sales reports: groups, and their sales on the compared days. */
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { sortOf } from '#server/record/list.ts'
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
import { figure_names } from '#features/reports/report/report.contract.ts'
import {
  has_sales,
  salesOver,
  figure_sums,
  type SalesQuery,
  type SalesFilters,
} from '#features/reports/report/report.query.server.ts'
import type { Product, ProductLine } from '#features/results/product/product.contract.ts'
import {
  deleted_account,
  nobody,
  usual_level,
  type ComparedSales,
  type Level,
  type SalesRow,
} from './sales.contract.ts'

interface SalesInput extends SalesFilters {
  from_date: string
  to_date: string
  group_by?: readonly Level[] | null | undefined
  sort?: string | null | undefined
  page_index: number
  page_size: number
}

const summed_figures = ['orders', 'quantity', 'amount', 'fee', 'commission'] as const

/** Columns of a group that are used only for the comparison and not answered. */
const inner_columns = ['place', 'over', ...summed_figures.flatMap((name) => [`over_${name}`, `before_${name}`])]

/** SQL: each figure of the compared days, now and before, with its change. */
const comparedFigures = (() => {
  const sumOf = (part: 'over' | 'before', name: (typeof figure_names)[number]): RawBuilder<number> =>
    name === 'net'
      ? sql`${sumOf(part, 'amount')} + ${sumOf(part, 'fee')} - ${sumOf(part, 'commission')}`
      : sql`coalesce(sum(${sql.ref(`${part}_${name}`)}), 0)`
  const figure_pairs = figure_names.map((name) => {
    const [sum_now, sum_before] = [sql`(${sumOf('over', name)})`, sql`(${sumOf('before', name)})`]
    return sql`${sql.lit(name)}, jsonb_build_object('now', ${sum_now}, 'before', ${sum_before}, 'change', ${changeOf(sum_now, sum_before)})`
  })
  return sql`jsonb_build_object(${sql.join(figure_pairs)}) as figures`
})()

/** SQL: the share of the sales of all groups in thousandths; 0 when the total is 0. */
const share = sql`coalesce(round(r.amount * 1000.0 / nullif((select sum(amount) from grouped), 0))::bigint, 0)`

const name_aliases = { partner_name: 'a', pos_name: 's', user_name: 'u', area_name: 'd' } as const

// unscoped: only names for sales within the scope
const name_joins = sql`
  left join partner a on a.partner_id = r.partner_id left join pos s on s.pos_id = r.pos_id
  left join user_pos u on u.user_pos_id = r.user_pos_id left join draw_area d on d.area_id = r.area_id`

/** One page of groups with the sums of all groups. Names are joined only for the page, unless it is sorted by a name. */
export async function salesPage(db: Db, me: Me, line: ProductLine, input: SalesInput, days: ComparedDays | null) {
  const [column, direction] = sortOf(input.sort, '-day')
  const is_name = Object.hasOwn(name_aliases, column)
  const sortColumn = is_name
    ? sql`${nameOf(column as keyof typeof name_aliases)} collate "vi-x-icu"`
    : sql.ref(`r.${column}`)
  const direction_sql = direction === 'desc' ? sql`desc` : sql`asc`
  const { page_index, page_size } = input
  const { rows } = await sql<Totals & { items: SalesRow[]; total: number }>`
    with grouped as materialized (${grouped(db, me, line, input, days)}),
    page as (
      select r.* from grouped r ${is_name ? name_joins : sql``}
      order by ${sortColumn} ${direction_sql} nulls last, r.day desc nulls last, r.amount desc, r.partner_id, r.pos_id, r.user_pos_id, r.category, r.area_id
      limit ${page_size} offset ${(page_index - 1) * page_size})
    select count(*) as total, ${sql.join(figure_names.map((name) => sql`coalesce(sum(${sql.ref(name)}), 0) as ${sql.ref(name)}`))},
      ${comparedFigures}, (
        select coalesce(jsonb_agg(to_jsonb(r) - ${inner_columns}::text[] || jsonb_build_object('share', ${share}, 'partner_name', ${nameOf('partner_name')}, 'pos_code', s.pos_code,
          'pos_name', s.pos_name, 'user_name', ${nameOf('user_name')}, 'area_name', d.area_name) order by r.place), '[]')
        from (select *, row_number() over () as place from page) r ${name_joins}) as items
    from grouped`.execute(db)
  const { items, total, figures, ...sums } = rows[0]!
  if (days === null) return { items, total, sums, compared: null }
  const { from_date, to_date, until } = days
  const { now: amount, before, change } = figures.amount
  return { items, total, sums, compared: { from_date, to_date, until, amount, before, change, figures } }
}

type Totals = Record<(typeof figure_names)[number], number> & Pick<ComparedSales, 'figures'>

/** SQL: the name that is shown and sorted by, with labels for missing and deleted ones. */
function nameOf(column: keyof typeof name_aliases): RawBuilder<string | null> {
  const name = sql.ref<string | null>(`${name_aliases[column]}.${column}`)
  if (column === 'partner_name')
    return sql`coalesce(${name}, case r.partner_id when 0 then ${nobody.partner}::text end)`
  if (column === 'user_name')
    return sql`coalesce(${name}, case r.user_pos_id when 0 then ${nobody.user_pos}::text
      else ${deleted_account}::text || ' (' || r.user_pos_id || ')' end)`
  return name
}

const level_columns = {
  partner: 'partner_id',
  pos: 'pos_id',
  user_pos: 'user_pos_id',
  area: 'area_id',
} as const

/** The figures of each group; keys by which the report is not grouped are null. Groups without sales are left out. */
function grouped(db: Db, me: Me, line: ProductLine, input: SalesInput, days: ComparedDays | null) {
  const levels = new Set(input.group_by?.length ? input.group_by : [usual_level])
  const parts = partsOf(input, days).map(([range, as]) =>
    partOf(db, me, { ...input, ...range, line }, as, levels, days),
  )
  const before = beforeOf(levels.has('day'), days)
  return db
    .selectFrom(parts.reduce((all, part) => all.unionAll(part)).as('v'))
    .select(['v.day', 'v.partner_id', 'v.pos_id', 'v.user_pos_id', 'v.category', 'v.area_id', ...figure_sums])
    .select([before.as('before'), changeOf(over_sum, before).as('change'), over_sum.as('over')])
    .select(summed_figures.flatMap((name) => [sumOfPart('over', name), sumOfPart('before', name)]))
    .groupBy(sql`1, 2, 3, 4, 5, 6`)
    .having(days === null ? has_sales : sql<SqlBool>`${has_sales} or sum(v.before) <> 0`)
}

function sumOfPart(part: 'over' | 'before', name: (typeof summed_figures)[number]) {
  const column = `${part}_${name}` as const
  return sql<number>`sum(${sql.ref(`v.${column}`)})`.as(column)
}

function partOf(db: Db, me: Me, input: SalesQuery, as: RangeKind, by: ReadonlySet<Level>, days: ComparedDays | null) {
  const is_before = as === 'before'
  const skips_unpaired = is_before && days!.has_unpaired_before
  const omits_unpaired = as === 'over' && days!.has_unpaired_now
  const level_keys = Object.keys(level_columns) as (keyof typeof level_columns)[]
  const group_keys = [
    ...level_keys.filter((level) => by.has(level)).map((level) => level_columns[level]),
    ...(by.has('day') || skips_unpaired || omits_unpaired ? ['day' as const] : []),
  ]
  const day = is_before ? sql<string>`(v.day + ${days!.later}::interval)::date` : sql<string>`v.day`
  const key = <T>(level: Level, column: RawBuilder<T>, otherwise: RawBuilder<T>) => (by.has(level) ? column : otherwise)
  const zero = sql<number>`0`
  /** The figure as part of the report's sum or of the earlier sum; the other one is 0. */
  const comparedFigure = (name: (typeof summed_figures)[number]) => {
    const figure = sql.ref<number>(`v.${name}`)
    const comparable = omits_unpaired
      ? sql<number>`case when ${lacksEarlierDay(days!)} then 0 else ${figure} end`
      : figure
    return { over: as === 'over' ? comparable : zero, before: is_before ? figure : zero }
  }
  return salesOver(db, me, input, group_keys)
    .$if(skips_unpaired, (q) => q.where(sql<SqlBool>`not ${lacksCounterpart(sql`v.day`, sql`${days!.later}`)}`))
    .select([
      key('day', sql<string | null>`${day}`, sql`null::date`).as('day'),
      key('partner', sql<number | null>`v.partner_id`, sql`null::integer`).as('partner_id'),
      key('pos', sql<number | null>`v.pos_id`, sql`null::integer`).as('pos_id'),
      key('user_pos', sql<number | null>`v.user_pos_id`, sql`null::integer`).as('user_pos_id'),
      key('category', sql<Product | null>`v.category`, sql`null::smallint`).as('category'),
      key('area', sql<number | null>`v.area_id`, sql`null::integer`).as('area_id'),
      ...summed_figures.map((name) => (is_before ? sql<number>`0` : sql.ref<number>(`v.${name}`)).as(name)),
      comparedFigure('amount').over.as('over'),
      comparedFigure('amount').before.as('before'),
      ...summed_figures.flatMap((name) => [
        comparedFigure(name).over.as(`over_${name}` as const),
        comparedFigure(name).before.as(`before_${name}` as const),
      ]),
    ])
}
