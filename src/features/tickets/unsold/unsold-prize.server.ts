import { sql } from 'kysely'
import { checkDays, contains, paginate, sortOf } from '#server/record/list.ts'
import { within } from '#server/scope.ts'
import { serve } from '#server/serve.ts'
import { winText } from '#features/results/prize/tiers.rules.ts'
import type { Product } from '#features/results/product/product.contract.ts'
import { stockStatus } from '#features/tickets/stock/stock-life.contract.ts'
import { unsoldPrizes } from './unsold.contract.ts'

type Prizes = Parameters<typeof winText>[1]

export default serve(unsoldPrizes, {
  list: async ({ db, me, input, fail }) => {
    checkDays(input, fail)
    const [column, direction] = sortOf(input.sort, '-open_date')
    const calculated = db
      .selectFrom('stock as s')
      .innerJoin('draw_period as p', (join) =>
        join.onRef('p.area_id', '=', 's.area_id').onRef('p.open_date', '=', 's.open_date'),
      )
      .innerJoin('draw_area as a', 'a.area_id', 's.area_id')
      .innerJoin('base_store as b', 'b.base_id', 's.base_id') // unscoped: only the name of the store, joined to a stock within the scope
      .leftJoin('app_user as u', 'u.user_id', 's.calculated_by') // unscoped: only a name
      .leftJoinLateral(
        (eb) =>
          eb
            .selectFrom('unsold_prize as w') // unscoped: joined to a stock within the scope
            .whereRef('w.period_id', '=', 'p.period_id')
            .whereRef('w.base_id', '=', 's.base_id')
            .select([
              sql<number>`coalesce(sum(w.quantity), 0)::bigint`.as('won_count'),
              sql<number>`coalesce(sum(w.gross), 0)::bigint`.as('gross'),
              sql<number>`coalesce(sum(w.tax), 0)::bigint`.as('tax'),
              sql<number>`coalesce(sum(w.gross - w.tax), 0)::bigint`.as('net'),
            ])
            .as('w'),
        (join) => join.onTrue(),
      )
      .select([
        'p.period_id',
        'p.category',
        's.open_date',
        's.area_id',
        'a.area_name',
        's.base_id',
        'b.base_name',
        's.in_stock',
      ])
      .select(['w.won_count', 'w.gross', 'w.tax', 'w.net', 'u.user_name as calculated_by_name', 's.calculated_at'])
      .select(
        sql<Prizes | null>`(
          select jsonb_agg(jsonb_build_object('tier', tier, 'count', prizes, 'amount', 0) order by gross desc) from prize_total t
          where t.period_id = p.period_id and t.pos_id = 0 and t.base_id = s.base_id)`.as('prizes'),
      )
      .where('s.status', '=', stockStatus.calculated)
      .where(within(me, 'stock', 's'))
      .where(({ or }) => or([contains('b.search', input.keyword), contains('a.search', input.keyword)]))
      .$if(input.open_date != null, (q) => q.where('s.open_date', '=', input.open_date!))
      .$if(input.from_date != null, (q) => q.where('s.open_date', '>=', input.from_date!))
      .$if(input.to_date != null, (q) => q.where('s.open_date', '<=', input.to_date!))
      .$if(input.area_id != null, (q) => q.where('s.area_id', '=', input.area_id!))
      .$if(input.base_id != null, (q) => q.where('s.base_id', '=', input.base_id!))
    const rows = db
      .selectFrom(calculated.as('c'))
      .selectAll()
      .orderBy(sql.ref(`c.${column}`), direction)
      .orderBy('c.open_date', 'desc')
      .orderBy('c.area_id')
      .orderBy('c.base_id')
    const { items, ...totals } = await paginate(db, rows, input, ['in_stock', 'won_count', 'gross', 'tax', 'net'])
    return {
      items: items.map(({ prizes, category, calculated_at, won_count, gross, tax, net, ...row }) => ({
        ...row,
        won_count: won_count!,
        gross: gross!,
        tax: tax!,
        net: net!,
        calculated_at: calculated_at!,
        tiers: prizes && winText(category as Product, prizes),
      })),
      ...totals,
    }
  },

  detail: async ({ db, me, input }) => {
    const query = db
      .selectFrom('unsold_prize as w')
      .innerJoin('draw_period as p', 'p.period_id', 'w.period_id')
      .select(['w.ticket_id', 'w.number', 'w.quantity', 'w.gross', 'w.tax', 'p.category'])
      .select(sql<string | null>`nullif(w.series, '')`.as('series'))
      .select(sql<number>`w.gross - w.tax`.as('net'))
      .select(sql<Prizes>`w.prizes`.as('prizes'))
      .where('w.period_id', '=', input.period_id)
      .where('w.base_id', '=', input.base_id)
      .where(within(me, 'unsold_prize', 'w'))
      .orderBy('w.gross', 'desc')
      .orderBy('w.ticket_id')
    const { items, ...totals } = await paginate(db, query, input, ['quantity', 'gross', 'tax', 'net'])
    return {
      items: items.map(({ prizes, category, ...row }) => ({ ...row, tiers: winText(category as Product, prizes) })),
      ...totals,
    }
  },
})
