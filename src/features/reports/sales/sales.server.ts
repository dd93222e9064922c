import { sql, type RawBuilder } from 'kysely'
import type * as z from 'zod/mini'
import { contains, paginate, sortOf } from '#server/list.ts'
import { within } from '#server/scope.ts'
import { serve } from '#server/serve.ts'
import type { Me } from '#server/session/session.ts'
import type { Db } from '#server/database/transaction.ts'
import { shopsToChoose } from '#features/orders/order/order-shops.server.ts'
import { figureNames, type Stamp } from '#features/reports/report.contract.ts'
import { left, salesOver, stampOf, summed } from '#features/reports/report.query.server.ts'
import type { Product, ProductLine } from '#features/results/product/product.contract.ts'
import { nobody, sales, usual_level, type Level, type SalesRow } from './sales.contract.ts'

type AskedOfTickets = z.output<typeof sales.xskt.input> & { category?: Product | null | undefined }
type AskedOfGames = z.output<typeof sales.xsdt.input> & { area_id?: undefined }

export default serve(sales, {
  xskt: async ({ db, me, input, fail }) => {
    const stamp = await stampOf(db, input, fail)
    return { ...(await page(db, me, 'xskt', input, stamp)), ...stamp }
  },

  xsdt: async ({ db, me, input, fail }) => {
    const stamp = await stampOf(db, input, fail)
    return { ...(await page(db, me, 'xsdt', input, stamp)), ...stamp }
  },

  pos: shopsToChoose,

  userPos: ({ db, me, input }) =>
    paginate(
      db,
      db
        .selectFrom('user_pos')
        .select(['user_pos_id', 'user_name', 'full_name'])
        .where(within(me, 'user_pos'))
        .where(contains('search', input.keyword))
        .$if(input.pos_id != null, (q) => q.where('pos_id', '=', input.pos_id!))
        .$if(input.user_pos_id != null, (q) => q.where('user_pos_id', '=', input.user_pos_id!))
        .orderBy('user_name'),
      input,
    ),
})

const names = { partner_name: 'a', pos_name: 's', user_name: 'u', area_name: 'd' } as const

// unscoped: only the names of a seen sale's agent, point of sale and account
const named = sql`
  left join partner a on a.partner_id = r.partner_id left join pos s on s.pos_id = r.pos_id
  left join user_pos u on u.user_pos_id = r.user_pos_id left join draw_area d on d.area_id = r.area_id`

/**
 * One page and what all groups add up to, from one grouping. Names are looked up for the groups of the page; for all of them only where they are in the
 * order of a name.
 */
async function page(db: Db, me: Me, line: ProductLine, input: AskedOfTickets | AskedOfGames, stamp: Stamp) {
  const [column, direction] = sortOf(input.sort, '-day')
  const is_name = Object.hasOwn(names, column)
  const by = is_name ? sql`${nameOf(column as keyof typeof names)} collate "vi-x-icu"` : sql.ref(`r.${column}`)
  const way = direction === 'desc' ? sql`desc` : sql`asc`
  const { page_index, page_size } = input
  const { rows } = await sql<{ items: SalesRow[]; total: number } & Record<Figure, number>>`
    with grouped as materialized (${grouped(db, me, line, input, stamp)}),
    page as (
      select r.* from grouped r ${is_name ? named : sql``}
      order by ${by} ${way} nulls last, r.day desc nulls last, r.amount desc, r.partner_id, r.pos_id, r.user_pos_id, r.category, r.area_id
      limit ${page_size} offset ${(page_index - 1) * page_size})
    select count(*) as total, ${sql.join(figureNames.map((name) => sql`coalesce(sum(${sql.ref(name)}), 0) as ${sql.ref(name)}`))}, (
        select coalesce(jsonb_agg(to_jsonb(r) - 'place' || jsonb_build_object('partner_name', ${nameOf('partner_name')}, 'pos_code', s.pos_code,
          'pos_name', s.pos_name, 'user_name', ${nameOf('user_name')}, 'area_name', d.area_name) order by r.place), '[]')
        from (select *, row_number() over () as place from page) r ${named}) as items
    from grouped`.execute(db)
  const { items, total, ...sums } = rows[0]!
  return { items, total, sums }
}

type Figure = (typeof figureNames)[number]

/** As it is shown and sorted, whoever has none included. */
function nameOf(column: keyof typeof names): RawBuilder<string | null> {
  const name = sql.ref<string | null>(`${names[column]}.${column}`)
  const shown = (key: string, otherwise: string) =>
    sql<string | null>`coalesce(${name}, case ${sql.ref(key)} when 0 then ${otherwise}::text end)`
  if (column === 'partner_name') return shown('r.partner_id', nobody.partner)
  if (column === 'user_name') return shown('r.user_pos_id', nobody.user_pos)
  return sql`${name}`
}

const keyOf = {
  partner: 'partner_id',
  pos: 'pos_id',
  user_pos: 'user_pos_id',
  area: 'area_id',
} as const

/** The figures of each group; what is not told apart is null. */
function grouped(db: Db, me: Me, line: ProductLine, input: AskedOfTickets | AskedOfGames, stamp: Stamp) {
  const levels: readonly Level[] = input.group_by?.length ? input.group_by : [usual_level]
  const by = new Set(levels)
  const key = <T>(level: Level, column: RawBuilder<T>, none: RawBuilder<T>) => (by.has(level) ? column : none)
  const { category, ...filters } = input as AskedOfTickets
  const places = Object.keys(keyOf) as (keyof typeof keyOf)[]
  const apart = places.filter((level) => by.has(level) || filters[keyOf[level]] != null).map((level) => keyOf[level])
  let sold = salesOver(db, me, line, stamp, by.has('day') ? [...apart, 'day'] : apart)
  if (category != null) sold = sold.where('v.category', '=', category)
  for (const name of apart) if (filters[name] != null) sold = sold.where(`v.${name}`, '=', filters[name])
  return sold
    .select([
      key('day', sql<string | null>`v.day`, sql`null::date`).as('day'),
      key('partner', sql<number | null>`v.partner_id`, sql`null::integer`).as('partner_id'),
      key('pos', sql<number | null>`v.pos_id`, sql`null::integer`).as('pos_id'),
      key('user_pos', sql<number | null>`v.user_pos_id`, sql`null::integer`).as('user_pos_id'),
      key('category', sql<Product | null>`v.category`, sql`null::smallint`).as('category'),
      key('area', sql<number | null>`v.area_id`, sql`null::integer`).as('area_id'),
    ])
    .select(summed)
    .groupBy(sql`1, 2, 3, 4, 5, 6`)
    .having(left)
}
