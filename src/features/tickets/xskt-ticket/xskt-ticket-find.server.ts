import type { SearchProvider } from '#server/search-provider.ts'
import { ticketPage } from '#features/tickets/pages.contract.ts'
import { matching } from './xskt-ticket.query.server.ts'

/** Tickets of draws that are still to come, by all digits of their number or at least its last four. */
export const ticketSearch: SearchProvider = {
  page: ticketPage,
  find: async ({ db, me, keyword, most }) => {
    if (!/^\d{4,6}$/.test(keyword.trim())) return []
    const rows = await matching(db, me, { number: keyword.trim() })
      .innerJoin('draw_area as a', 'a.area_id', 't.area_id')
      .select(['t.xsdt_ticket_id', 't.number', 't.series', 't.open_date', 'a.area_name', 't.in_stock'])
      .where('t.open_date', '>=', (eb) => eb.cast<string>(eb.fn('now'), 'date'))
      .orderBy('t.open_date')
      .orderBy('t.xsdt_ticket_id')
      .limit(most)
      .execute()
    return rows.map(({ xsdt_ticket_id, number, series, open_date, area_name, in_stock }) => ({
      label: [number, series].filter(Boolean).join(' '),
      detail: `${area_name} ${open_date.split('-').toReversed().join('/')} · tồn ${in_stock.toLocaleString('vi-VN')}`,
      url: `${ticketPage.url}?xsdt_ticket_id=${xsdt_ticket_id}`,
    }))
  },
}
