import { sql } from 'kysely'
import { contains, paginate, sortOf, vietnamese } from '#server/record/list.ts'
import { within } from '#server/scope.ts'
import { serve } from '#server/serve.ts'
import { drawArea, type AreaOfDayRow } from './draw-area.contract.ts'
import { findArea, updateArea } from './draw-area-change.server.ts'
import { areas, areasOfList, areasOfDay, periods } from './draw-area.query.server.ts'

export default serve(drawArea, {
  list: async ({ db, me, input }) => {
    const [column, direction] = sortOf(input.sort, 'area_name')
    const query = areasOfList(db, me)
      .where(contains('a.search', input.keyword))
      .$if(input.category != null, (q) => q.where('a.category', '=', input.category!))
      .$if(input.base_id != null, (q) => q.where('b.base_id', '=', input.base_id!))
      .$if(input.status != null, (q) => q.where('a.status', '=', input.status!))
      .$if(input.weekday != null, (q) =>
        q.where(
          sql<boolean>`exists (select from draw_area_weekday w where w.area_id = a.area_id and w.weekday = ${input.weekday})`,
        ),
      )
      .orderBy(column === 'area_name' ? vietnamese('a.area_name') : sql.ref(`a.${column}`), direction)
      .orderBy('a.area_id')
    return paginate(db, query, input)
  },

  configInfo: async ({ db, me, input: { area_id }, fail }) => (await findArea(db, me, area_id)) ?? fail('not_found'),

  update: updateArea,

  info: async ({ db, me, input: { area_id, open_date }, fail }) => {
    const [area] = await areasOfDay(db, areas(db, me).where('a.area_id', '=', area_id), open_date ?? null, false)
    return area ?? fail('not_found')
  },

  drawsOf: async ({ db, me, input: { open_date } }) => allOf(await areasOfDay(db, areas(db, me), open_date)),

  periodsOf: async ({ db, input: { area_id } }) =>
    allOf(
      await periods(db)
        .where('p.area_id', '=', area_id)
        .where('p.draw_at', '>', sql<string>`now()`)
        .orderBy('p.open_date')
        .limit(max_periods)
        .execute(),
    ),

  byBase: async ({ db, me, input: { base_id, open_date, all } }) => {
    const store_id = base_id ?? me.base_id
    if (all === true) {
      const stations = await areasOfDay(db, areas(db, me), open_date ?? null, false)
      const isFirst = (area: AreaOfDayRow) => area.period !== null && (store_id == null || area.base_id === store_id)
      return allOf(stations.toSorted((a, b) => Number(isFirst(b)) - Number(isFirst(a))))
    }
    const query = areas(db, me)
      .where('a.status', '=', 1)
      .$if(store_id != null, (q) => q.where('b.base_id', '=', store_id!))
    return allOf(await areasOfDay(db, query, open_date ?? null))
  },

  categoriesByBase: async ({ db, me, input: { base_id } }) => {
    const store_id = base_id ?? me.base_id
    const items = await db
      .selectFrom('category as c')
      .select(['c.category', 'c.category_code', 'c.category_name'])
      .$narrowType<{ category: 1 | 2 | 3 }>()
      .where('c.line', '=', 'xskt')
      .$if(store_id != null, (q) =>
        q.where(({ exists, selectFrom }) =>
          exists(
            selectFrom('draw_area as a')
              .innerJoin('base_store_area as s', 's.area_id', 'a.area_id')
              .innerJoin('base_store as b', 'b.base_id', 's.base_id')
              .select('a.area_id')
              .whereRef('a.category', '=', 'c.category')
              .where('b.base_id', '=', store_id!)
              .where(within(me, 'base_store', 'b')),
          ),
        ),
      )
      .orderBy('c.category')
      .execute()
    return allOf(items)
  },

  priceUnit: async ({ db, input: { category }, fail }) =>
    (await db
      .selectFrom('category')
      .select(['category', 'price_unit', 'face_values'])
      .where('category', '=', category)
      .executeTakeFirst()) ?? fail('category_not_found'),
})

/** More than are ever created in advance. */
const max_periods = 100

function allOf<Row>(items: Row[]) {
  return { items, total: items.length }
}
