import type { SearchProvider } from '#server/record/search-provider.ts'
import { ticketPage } from '#features/tickets/pages.contract.ts'
import { numberText } from '#contract/text/number-text.ts'
import { ticketQuery } from './xskt-ticket.query.server.ts'

/** Finds tickets of future draws by their number or at least its last four digits. */
export const ticketSearch: SearchProvider = {
  page: ticketPage,
  find: async ({ db, me, keyword, limit }) => {
    if (!/^\d{4,6}$/.test(keyword.trim())) return []
    const rows = await ticketQuery(db, me, { number: keyword.trim() })
      .innerJoin('draw_area as a', 'a.area_id', 't.area_id')
      .select(['t.ticket_id', 't.number', 't.series', 't.open_date', 'a.area_name', 't.in_stock'])
      .where('t.open_date', '>=', (eb) => eb.cast<string>(eb.fn('now'), 'date'))
      .orderBy('t.open_date')
      .orderBy('t.ticket_id')
      .limit(limit)
      .execute()
    return rows.map(({ ticket_id, number, series, open_date, area_name, in_stock }) => ({
      label: [number, series].filter(Boolean).join(' '),
      detail: `${area_name} ${open_date.split('-').toReversed().join('/')} · tồn ${numberText(in_stock)}`,
      url: `${ticketPage.url}?xsdt_ticket_id=${ticket_id}`,
    }))
  },
}
