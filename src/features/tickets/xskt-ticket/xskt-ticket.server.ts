import { withTimeLimit, paginate, sortOf } from '#server/record/list.ts'
import { within } from '#server/scope.ts'
import { serve } from '#server/serve.ts'
import { changeColumns, hasChanged } from '#server/record/change-columns.ts'
import { lockPeriod } from '#features/tickets/draw-area/period.server.ts'
import { openSlip } from '#features/tickets/ticket-import/open-slip.server.ts'
import { importSource } from '#features/tickets/ticket-import/ticket-import.contract.ts'
import { ticket_sums, xsktTicket } from './xskt-ticket.contract.ts'
import {
  assertReadable,
  isByStock,
  isOfWholeStocks,
  orderOf,
  ticketQuery,
  pageOfStocks,
  findTicket,
  ticketsIn,
  totalsOfStocks,
} from './xskt-ticket.query.server.ts'

export default serve(xsktTicket, {
  list: async ({ db, me, input, fail }) => {
    const [column, direction] = sortOf(input.sort, 'open_date')
    if (isOfWholeStocks(input) && (isByStock(column) || input.part === 'totals')) {
      const items =
        isByStock(column) && input.part !== 'totals' ? await pageOfStocks(db, me, input, column, direction) : []
      return { items, ...(input.part !== 'rows' && (await totalsOfStocks(db, me, input))) }
    }
    if (input.part !== 'totals') await assertReadable(db, me, input, column, fail)
    const keys = ticketQuery(db, me, input)
      .select([
        't.ticket_id',
        't.open_date',
        't.imported',
        't.sold',
        't.returned',
        't.return_pending',
        't.transferred',
        't.in_stock',
      ])
      .$if(column !== 'open_date', (q) => q.orderBy(orderOf(column), direction))
      .orderBy('t.open_date', direction)
      .orderBy('t.area_id', direction)
      .orderBy('t.base_id', direction)
      .orderBy('t.number', direction)
      .orderBy('t.series', direction)
      .orderBy('t.ticket_group_id', direction)
    const { items: page, ...totals } = await withTimeLimit(db, fail, () => paginate(db, keys, input, ticket_sums))
    return { items: await ticketsIn(db, me, page), ...totals }
  },

  get: async ({ db, me, input, fail }) => (await findTicket(db, me, input.xsdt_ticket_id)) ?? fail('ticket_not_found'),

  add: ({ db, me, input: { area_id, open_date, base_id, ...line }, fail }) =>
    openSlip(db, me, { area_id, open_date, base_id, source: importSource.typed, tickets: [line] }, fail),

  update: async ({ db, me, input: { xsdt_ticket_id: ticket_id, version, ...change }, fail }) => {
    const ticket = await db
      .selectFrom('xskt_ticket as t')
      .select(['t.open_date', 't.area_id', 't.base_id', 't.version', 't.price', 't.sold'])
      .where('t.ticket_id', '=', ticket_id)
      .where(within(me, 'xskt_ticket', 't'))
      .forUpdate()
      .executeTakeFirst()
    if (!ticket) return fail('ticket_not_found')
    if (hasChanged(ticket, version)) fail('changed_by_other', { current: await findTicket(db, me, ticket_id) })
    const changes_price = change.price != null && change.price !== ticket.price
    if (changes_price && ticket.sold > 0) fail('ticket_sold', { fields: { price: 'Vé đã bán, không đổi giá được.' } })
    const period = await lockPeriod(db, ticket)
    if (!period || period.is_stopped) fail('period_closed')
    await db
      .updateTable('xskt_ticket')
      .set({
        ...(change.price != null && { price: change.price }),
        ...(change.status != null && { status: change.status }),
        ...(change.image_url !== undefined && { image_url: change.image_url }),
        ...changeColumns(me),
      })
      .where('ticket_id', '=', ticket_id)
      .where('open_date', '=', ticket.open_date)
      .where(within(me, 'xskt_ticket'))
      .execute()
    return (await findTicket(db, me, ticket_id))!
  },
})
