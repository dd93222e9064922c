import { sql } from 'kysely'
import type { Db } from '#server/database/transaction.ts'
import { rightsIn } from '#contract/page.ts'
import { checkDays, contains, inDays, paginate, sortOf } from '#server/record/list.ts'
import { within } from '#server/scope.ts'
import { serve } from '#server/serve.ts'
import { hasRight, type Me } from '#server/session/session.ts'
import { period, periodPhase } from './period.contract.ts'
import { periods, periodsWithCancel, statusOf } from './period.query.server.ts'
import { days_bought_ahead } from './game-periods.server.ts'

/** Draws that open within ten minutes are listed among the open ones. */
const soon = sql<string>`now() + interval '10 minutes'`
const now = sql<string>`now()`

export default serve(period, {
  list: async ({ db, me, input, fail }) => {
    const { phase, line, category, area_id, period_id, status, from_date, to_date, keyword, with_sales } = input
    checkDays({ from_date, to_date }, fail)
    const isAhead = phase === periodPhase.now || phase === periodPhase.next
    const [column, direction] = sortOf(input.sort, isAhead ? 'draw_at' : '-draw_at')
    const matches = keyword == null ? null : await productsLike(db, keyword)
    const query = periodsWithCancel(db)
      .$if(phase === periodPhase.now, (q) => q.where('p.draw_at', '>', now).where('p.open_at', '<=', soon))
      .$if(phase === periodPhase.next, (q) => q.where('p.draw_at', '>', now).where('p.open_at', '>', now))
      .$if(phase === periodPhase.past, (q) => q.where('p.draw_at', '<=', now))
      .$if(phase === periodPhase.cancel_requested, (q) =>
        q.where('p.cancel_requested_at', 'is not', null).where('p.cancelled_at', 'is', null),
      )
      .$if(line != null, (q) => q.where('c.line', '=', line!))
      .$if(category != null, (q) => q.where('p.category', '=', category!))
      .$if(area_id != null, (q) => q.where('p.area_id', '=', area_id!))
      .$if(period_id != null, (q) => q.where('p.period_id', '=', period_id!))
      .$if(status != null, (q) => q.where(sql<boolean>`${statusOf('p')} = ${status}`))
      // Compared by draw_at, whose index also serves the order.
      .where(inDays('p.draw_at', { from_date, to_date }))
      .$if(matches !== null, (q) =>
        q.where(({ or }) =>
          or([
            sql<boolean>`p.area_id = any (${matches!.areas}::integer[])`,
            sql<boolean>`p.area_id is null and p.category = any (${matches!.games}::smallint[])`,
            sql<boolean>`position(upper(${keyword}) in p.period_code) > 0`,
          ]),
        ),
      )
      .orderBy(column === 'open_date' ? sql`p.draw_at::date` : sql.ref(`p.${column}`), direction)
      .orderBy('p.draw_at', direction)
      .orderBy('p.period_id')
    const { items, ...totals } = await paginate(db, query, input)
    const showsSales = with_sales === true && rightsIn(period.sales.may).some((right) => hasRight(me, right))
    const period_ids = items.map((row) => row.period_id)
    const sales = new Map((showsSales ? await salesOf(db, me, period_ids) : []).map((row) => [row.period_id, row]))
    const none = showsSales ? 0 : null
    const without_sales = { orders: none, quantity: none, amount: none }
    return { ...totals, items: items.map((row) => ({ ...row, ...(sales.get(row.period_id) ?? without_sales) })) }
  },

  ofDay: async ({ db, input: { category, date } }) => {
    const items = await periods(db)
      .where('p.category', '=', category)
      .where('p.open_date', '=', date)
      .where('p.cancelled_at', 'is', null)
      .orderBy('p.draw_at')
      .orderBy('p.area_id')
      .execute()
    return { items, total: items.length }
  },

  awaitingResult: ({ db, input }) => {
    const query = periods(db)
      .$if(input.category != null, (q) => q.where('p.category', '=', input.category!))
      .$if(input.period_id != null, (q) => q.where('p.period_id', '=', input.period_id!))
      .where('p.draw_at', '<=', now)
      .where(sql<boolean>`not exists (select from draw_result r where r.period_id = p.period_id)`)
      .where('p.cancelled_at', 'is', null)
      .orderBy('p.draw_at', 'desc')
      .orderBy('p.area_id')
    return paginate(db, query, input)
  },

  sales: async ({ db, me, input: { period_ids } }) => ({ items: await salesOf(db, me, period_ids) }),
})

/** The sales of these draws within the person's scope; draws without sales are left out. */
async function salesOf(db: Db, me: Me, period_ids: readonly number[]) {
  const days = await db
    .selectFrom('draw_period')
    .select([
      sql<string | null>`min(open_at)::date - ${sql.lit(days_bought_ahead)}`.as('from_day'),
      sql<string | null>`max(greatest(draw_at, stop_at))::date`.as('to_day'),
    ])
    .where(sql<boolean>`period_id = any(${period_ids}::integer[])`)
    .executeTakeFirstOrThrow()
  // The days on which these draws were open bound the search to few partitions of orders.
  return db
    .selectFrom('sale_order as o')
    .select((eb) => ['o.period_id', eb.fn.countAll<number>().as('orders')])
    .select(({ fn }) => [fn.sum<number>('o.quantity').as('quantity'), fn.sum<number>('o.amount').as('amount')])
    .where(sql<boolean>`o.period_id = any(${period_ids}::integer[])`)
    .where('o.order_id', '>=', sql<number>`first_order_id(${days.from_day})`)
    .where('o.order_id', '<', sql<number>`first_order_id(${days.to_day}::date + 1)`)
    .where(sql<boolean>`is_sale(o.status)`)
    .where(within(me, 'sale_order', 'o'))
    .groupBy('o.period_id')
    .execute()
}

/** The stations and games whose name contains the keyword; they are few, while draws are many. */
async function productsLike(db: Db, keyword: string): Promise<{ areas: number[]; games: number[] }> {
  const { rows } = await sql<{ areas: number[]; games: number[] }>`
    select array(select area_id from draw_area where ${contains('search', keyword)}) as areas,
      array(select category from (select category, vn_fold(category_name) as search from category where line = 'xsdt') game
        where ${contains('search', keyword)}) as games`.execute(db)
  return rows[0]!
}
