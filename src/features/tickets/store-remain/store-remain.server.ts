import { sql } from 'kysely'
import { within } from '#server/scope.ts'
import { serve } from '#server/serve.ts'
import { returnUntil } from '#features/results/period/period.query.server.ts'
import { storeRemain } from './store-remain.contract.ts'
import type { StockStatus } from '#features/tickets/stock/stock-life.contract.ts'

/** How many days of coming draws are shown; a store with tickets of a later draw shows it too. */
const days_ahead = 6

export default serve(storeRemain, {
  get: async ({ db, me, input: { base_id }, fail }) => {
    const store = await db
      .selectFrom('base_store as b')
      .select('b.base_id')
      .where('b.base_id', '=', base_id)
      .where(within(me, 'base_store', 'b'))
      .executeTakeFirst()
    if (!store) fail('not_found')
    const count = (column: string) => sql<number>`coalesce(${sql.ref(`s.${column}`)}, 0)`
    const items = await db
      .selectFrom('draw_period as p')
      .innerJoin('draw_area as a', 'a.area_id', 'p.area_id')
      .innerJoin('base_store as b', (join) => join.on('b.base_id', '=', base_id)) // unscoped: seen above
      // unscoped: of the store that was seen above
      .leftJoin('stock as s', (join) =>
        join
          .onRef('s.area_id', '=', 'p.area_id')
          .onRef('s.open_date', '=', 'p.open_date')
          .onRef('s.base_id', '=', 'b.base_id'),
      )
      .select(['a.area_id', 'a.area_name', 'p.open_date', 'p.stop_at', 'p.draw_at', 's.status'])
      .select([
        count('ticket_count').as('ticket_count'),
        count('imported').as('imported'),
        count('sold').as('sold'),
        count('returned').as('returned'),
        count('transferred').as('transferred'),
        count('return_pending').as('return_pending'),
        count('in_stock').as('in_stock'),
      ])
      .select(returnUntil('p', 'b').as('return_until'))
      .$narrowType<{ status: StockStatus | null }>()
      .where(sql<boolean>`p.open_date >= current_date and p.cancelled_at is null`)
      .where(
        sql<boolean>`(s.base_id is not null or p.open_date <= current_date + ${days_ahead}::integer
          and exists (select from base_store_area o where o.area_id = p.area_id and o.base_id = b.base_id))`,
      )
      .orderBy('p.draw_at')
      .orderBy('a.area_name')
      .limit(2_000)
      .execute()
    return { items }
  },
})
