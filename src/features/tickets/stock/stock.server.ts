import { daysBetween } from '#contract/days.ts'
import { sql } from 'kysely'
import { checkDays, contains, inDays, paginate, sortOf } from '#server/record/list.ts'
import { within } from '#server/scope.ts'
import { serve } from '#server/serve.ts'
import { returnUntil } from '#features/results/period/period.query.server.ts'
import { stock, stock_sums, type MovementKind } from './stock.contract.ts'
import type { StockStatus } from './stock-life.contract.ts'

/** The longest range of days that can be searched. */
const max_days = 366

export default serve(stock, {
  list: async ({ db, me, input }) => {
    const [column, direction] = sortOf(input.sort, '-open_date')
    const query = db
      .selectFrom('stock as s')
      .innerJoin('base_store as b', 'b.base_id', 's.base_id') // unscoped: only the name of the store, joined to a stock within the scope
      .innerJoin('draw_area as a', 'a.area_id', 's.area_id')
      .innerJoin('draw_period as p', (join) =>
        join.onRef('p.area_id', '=', 's.area_id').onRef('p.open_date', '=', 's.open_date'),
      )
      .select([
        's.base_id',
        'b.base_name',
        's.area_id',
        'a.area_name',
        's.open_date',
        's.ticket_count',
        's.imported',
        's.sold',
      ])
      .select(['s.returned', 's.transferred', 's.return_pending', 's.in_stock', 's.status'])
      .select(returnUntil('p', 'b').as('return_until'))
      .$narrowType<{ status: StockStatus }>()
      .where(within(me, 'stock', 's'))
      .where(({ or }) => or([contains('b.search', input.keyword), contains('a.search', input.keyword)]))
      .$if(input.base_id != null, (q) => q.where('s.base_id', '=', input.base_id!))
      .$if(input.area_id != null, (q) => q.where('s.area_id', '=', input.area_id!))
      .$if(input.open_date != null, (q) => q.where('s.open_date', '=', input.open_date!))
      .$if(input.from_date != null, (q) => q.where('s.open_date', '>=', input.from_date!))
      .$if(input.to_date != null, (q) => q.where('s.open_date', '<=', input.to_date!))
      .$if(input.status != null, (q) => q.where('s.status', '=', input.status!))
      .orderBy(sql.ref(`s.${column}`), direction)
      .orderBy('s.open_date', 'desc')
      .orderBy('s.area_id')
      .orderBy('s.base_id')
    return paginate(db, query, input, stock_sums)
  },

  history: async ({ db, me, input, fail }) => {
    if (input.from_date != null && input.to_date != null) {
      checkDays(input, fail)
      const days = daysBetween(input.from_date, input.to_date)
      const message = `Chỉ tìm được trong ${max_days} ngày mỗi lần, bạn đang chọn ${days} ngày.`
      if (days > max_days) fail('search_time_exceeded', { message, fields: { to_date: message } })
    }
    const [column, direction] = sortOf(input.sort, '-at')
    const query = db
      .selectFrom('stock_movement as m')
      .innerJoin('base_store as b', 'b.base_id', 'm.base_id') // unscoped: only the name of the store, joined to a movement within the scope
      .innerJoin('draw_area as a', 'a.area_id', 'm.area_id')
      .leftJoin('ticket_import as i', 'i.ticket_import_id', 'm.ticket_import_id') // unscoped: only the code of the slip, joined to a movement within the scope
      .leftJoin('ticket_group as g', 'g.ticket_group_id', 'm.ticket_group_id') // unscoped: only the code of the set, joined to a movement within the scope
      .leftJoin('app_user as creator', 'creator.user_id', 'm.created_by') // unscoped: only a name
      .select([
        'm.movement_id',
        'm.at',
        'm.base_id',
        'b.base_name',
        'm.area_id',
        'a.area_name',
        'm.open_date',
        'm.kind',
      ])
      .select(['m.before', 'm.quantity', 'm.after', 'm.ticket_import_id', 'm.ticket_group_id', 'm.note'])
      .select((eb) => eb.fn.coalesce('g.group_code', 'i.import_code').as('reference'))
      .select('creator.user_name as created_by_name')
      .$narrowType<{ kind: MovementKind }>()
      .where(within(me, 'stock_movement', 'm'))
      .where(({ or }) =>
        or(['b.search', 'a.search', 'i.search', 'g.search'].map((name) => contains(name, input.keyword))),
      )
      .where(inDays('m.at', input))
      .$if(input.base_id != null, (q) => q.where('m.base_id', '=', input.base_id!))
      .$if(input.area_id != null, (q) => q.where('m.area_id', '=', input.area_id!))
      .$if(input.open_date != null, (q) => q.where('m.open_date', '=', input.open_date!))
      .$if(input.kind != null, (q) => q.where('m.kind', '=', input.kind!))
      .$if(input.ticket_import_id != null, (q) => q.where('m.ticket_import_id', '=', input.ticket_import_id!))
      .$if(input.ticket_group_id != null, (q) => q.where('m.ticket_group_id', '=', input.ticket_group_id!))
      .orderBy(sql.ref(`m.${column}`), direction)
      .orderBy('m.movement_id', direction)
    return paginate(db, query, input)
  },
})
