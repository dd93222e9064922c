import type * as z from 'zod/mini'
import { sql } from 'kysely'
import { allows } from '#contract/lifecycle.ts'
import { refusal } from '#server/record/bulk.ts'
import { paginate, sortOf } from '#server/record/list.ts'
import { within } from '#server/scope.ts'
import { serve } from '#server/serve.ts'
import type { Me } from '#server/session/session.ts'
import type { Db } from '#server/database/transaction.ts'
import { returnUntil } from '#features/results/period/period.query.server.ts'
import { stockLife, stockStatus, type StockStatus } from '#features/tickets/stock/stock-life.contract.ts'
import { returnLife } from '#features/tickets/ticket-return/return-life.contract.ts'
import {
  calculateStocks,
  closeStocks,
  expireReturns,
  lockStocks,
  prizesOf,
  waitingReturns,
  type StockToClose,
} from './close-stock.server.ts'
import { numberText } from '#contract/text/number-text.ts'
import { unsold, type ClosingStock } from './unsold.contract.ts'

export default serve(unsold, {
  list: async ({ db, me, input }) => {
    const [column, direction] = sortOf(input.sort, 'number')
    const query = db
      .selectFrom('xskt_ticket as t')
      .innerJoin('stock as s', (join) =>
        // unscoped: the stock of a ticket within the scope
        join
          .onRef('s.open_date', '=', 't.open_date')
          .onRef('s.area_id', '=', 't.area_id')
          .onRef('s.base_id', '=', 't.base_id'),
      )
      .innerJoin('base_store as b', 'b.base_id', 't.base_id') // unscoped: only the name of the store, joined to a ticket within the scope
      .innerJoin('draw_area as a', 'a.area_id', 't.area_id')
      .innerJoin('draw_period as p', (join) =>
        join.onRef('p.area_id', '=', 't.area_id').onRef('p.open_date', '=', 't.open_date'),
      )
      .select([
        't.ticket_id',
        't.number',
        't.ticket_group_id',
        't.area_id',
        'a.area_name',
        't.base_id',
        'b.base_name',
        't.open_date',
      ])
      .select(['t.in_stock', 't.face_value', 's.status'])
      .select(sql<string | null>`nullif(t.series, '')`.as('series'))
      .select(sql<number>`t.in_stock::bigint * t.face_value`.as('amount'))
      .select(returnUntil('p', 'b').as('return_until'))
      .$narrowType<{ status: StockStatus }>()
      .where(within(me, 'xskt_ticket', 't'))
      .where('t.in_stock', '>', 0)
      .$if(input.open_date != null, (q) => q.where('t.open_date', '=', input.open_date!))
      .$if(input.from_date != null, (q) => q.where('t.open_date', '>=', input.from_date!))
      .$if(input.to_date != null, (q) => q.where('t.open_date', '<=', input.to_date!))
      // Without a range the list is of today.
      .$if(
        [input.open_date, input.from_date, input.to_date].every((value) => value == null),
        (q) => q.where('t.open_date', '=', sql<string>`current_date`),
      )
      .$if(input.area_id != null, (q) => q.where('t.area_id', '=', input.area_id!))
      .$if(input.base_id != null, (q) => q.where('t.base_id', '=', input.base_id!))
      .$if(input.status != null, (q) => q.where('s.status', '=', input.status!))
      // The last digits; a keyword without digits matches no ticket.
      .$if(!!input.keyword, (q) => q.where(sql<boolean>`right(t.number, length(${input.keyword})) = ${input.keyword}`))
      .orderBy(sql.ref(`t.${column}`), direction)
      .orderBy('t.area_id')
      .orderBy('t.base_id')
      .orderBy('t.ticket_id')
    return paginate(db, query, input, ['in_stock', 'amount'])
  },

  closing: async ({ db, me, input, fail }) => (await closingOf(db, me, input)) ?? fail('period_not_found'),

  close: async ({ db, me, input: { counted, reason, expected, ...key }, fail }) => {
    const { stocks } = (await closingOf(db, me, key)) ?? fail('period_not_found')
    const base_ids = stocks.map(({ base_id }) => base_id)
    const lockedStocks = await lockStocks(db, key, base_ids)
    if (lockedStocks.length === 0) fail('instock_not_found', { message: 'Không có vé nào của đài này trong kho.' })
    if (lockedStocks.every(({ status }) => status !== stockStatus.open)) fail('ticket_return_closed')
    const waiting = await waitingReturns(db, key, base_ids)
    if (waiting.some(({ is_over }) => !is_over))
      fail('ticket_return_invalid', {
        message: `Còn ${waiting.length} phiếu hoàn chờ xác nhận: hãy xác nhận hoặc từ chối trước khi chốt.`,
      })
    await expireReturns(
      db,
      waiting.map(({ ticket_return_id }) => ticket_return_id),
    )
    const after = (await closingOf(db, me, key))!
    const openStocks = after.stocks.filter(({ status }) => status === stockStatus.open)
    const in_stock = openStocks.reduce((sum, stock) => sum + stock.in_stock, 0)
    if (expected != null && expected !== in_stock)
      fail('changed_by_other', {
        message: `Vé tồn đã thay đổi: nay còn ${numberText(in_stock)} vé. Hãy xem lại rồi chốt.`,
      })
    // A count is kept with the store whose paper tickets it is of.
    if (counted != null && openStocks.length > 1)
      fail('request_invalid', {
        fields: { counted: `Còn ${openStocks.length} kho giữ vé của đài này: hãy đếm và chốt từng kho.` },
      })
    if (counted != null && counted !== in_stock && reason == null)
      fail('request_invalid', {
        fields: {
          reason: `Đếm được ${numberText(counted)} vé, hệ thống còn ${numberText(in_stock)}: hãy ghi lý do.`,
        },
      })
    await closeStocks(db, key, base_ids, { user_id: me.user_id, counted, reason })
    return (await closingOf(db, me, key))!
  },

  calculate: async ({ db, me, input: key, fail }) => {
    const { stocks } = (await closingOf(db, me, key)) ?? fail('period_not_found')
    const base_ids = stocks.map(({ base_id }) => base_id)
    const lockedStocks = await lockStocks(db, key, base_ids)
    const stockRefusal = whyNotCalculate(lockedStocks)
    if (stockRefusal) fail(stockRefusal.error, { message: stockRefusal.message })
    const prizes = await prizesOf(db, key)
    if (prizes === 'none') fail('result_not_found', { message: 'Kỳ chưa có kết quả được xác nhận.' })
    if (prizes === 'under way')
      fail('period_not_opened', { message: 'Đang tính giải của kỳ này, hãy thử lại sau ít phút.' })
    await calculateStocks(db, key, base_ids, me.user_id)
    return (await closingOf(db, me, key))!
  },
})

/** Calculates those of several stores that are closed; refuses when none is. */
function whyNotCalculate(stocks: readonly StockToClose[]) {
  if (stocks.length === 0) return refusal('instock_not_found', 'Không có vé nào của đài này trong kho.')
  const closedStocks = stocks.filter(({ status }) => allows(stockLife.moves.calculate, status))
  if (closedStocks.length > 0)
    return closedStocks.every(({ in_stock }) => in_stock === 0)
      ? refusal('instock_ticket_not_found', 'Không còn vé tồn nào để tính.')
      : null
  return stocks.some(({ status }) => status === stockStatus.open)
    ? refusal('ticket_return_invalid', 'Kho chưa chốt hoàn vé của kỳ này.')
    : refusal('tickets_calculated')
}

type Key = { area_id: number; open_date: string; base_id?: number | null | undefined }

/** The station's day with all of its stocks in the scope of `me`; undefined where there is no such draw. */
async function closingOf(db: Db, me: Me, { area_id, open_date, base_id }: Key) {
  const { rows } = await sql<{
    area_name: string
    at: string
    return_until: string
    stop_at: string
    draw_at: string
    closes_at: string | null
  }>`
    select a.area_name, clock_timestamp() as at, p.return_until, p.stop_at, p.draw_at,
      p.stop_at + make_interval(mins => (select close_after_minutes from return_config)) as closes_at
    from draw_period p join draw_area a using (area_id)
    where p.area_id = ${area_id} and p.open_date = ${open_date}`.execute(db)
  const [period] = rows
  if (!period) return undefined
  const { rows: stocks } = await sql<z.input<typeof ClosingStock>>`
    select s.base_id, b.base_name, s.status, s.imported, s.sold, s.returned, s.transferred, s.return_pending, s.in_stock,
      coalesce(left_over.amount, 0) as unsold_amount, r.return_slips, r.returned_amount, r.waiting_slips,
      s.counted, s.close_reason, closer.user_name as closed_by_name, s.closed_at
    from stock s
    join base_store b using (base_id) -- unscoped: only the name of the store, joined to a stock within the scope
    left join app_user closer on closer.user_id = s.closed_by -- unscoped: only a name
    left join lateral (
      select sum(in_stock::bigint * face_value)::bigint as amount from xskt_ticket t -- unscoped: joined to a stock within the scope
      where t.open_date = s.open_date and t.area_id = s.area_id and t.base_id = s.base_id and t.in_stock > 0) left_over on true
    cross join lateral (
      select count(*) filter (where status = ${returnLife.status.confirmed}) as return_slips,
        coalesce(sum(amount) filter (where status = ${returnLife.status.confirmed}), 0)::bigint as returned_amount,
        count(*) filter (where status = ${returnLife.status.waiting}) as waiting_slips
      from ticket_return r -- unscoped: joined to a stock within the scope
      where r.open_date = s.open_date and r.area_id = s.area_id and r.base_id = s.base_id) r
    where ${within(me, 'stock', 's')} and s.open_date = ${open_date} and s.area_id = ${area_id}
      and (${base_id ?? null}::integer is null or s.base_id = ${base_id ?? null})
    order by s.base_id`.execute(db)
  return { area_id, open_date, ...period, stocks }
}
