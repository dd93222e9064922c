import { useMemo } from 'react'
import { PageLink } from '#web/route/link.tsx'
import { dayFilter } from '#web/filter/day-filter.tsx'
import { DataTable } from '#web/list/data-table.tsx'
import { momentText } from '#web/value/format.ts'
import { ListScreen } from '#web/list/list-screen.tsx'
import { rangeFilter } from '#web/filter/range-filter.tsx'
import { useRights } from '#web/session/rights.ts'
import { SearchBar } from '#web/filter/search-bar.tsx'
import { addDays, today } from '#web/ui/date/date-text.ts'
import { useList, type RowOf } from '#web/list/use-list.ts'
import {
  importApprovalPage,
  stockHistoryPage,
  storeTicketPage,
  ticketGroupPage,
} from '#features/tickets/pages.contract.ts'
import { Change } from './movement.screen.tsx'
import { stockFilters } from './stock-choices.screen.tsx'
import { stock } from './stock.contract.ts'

const days_shown = 7

export default function StockHistoryScreen() {
  const { me } = useRights()
  const preset = useMemo(() => ({ from_date: addDays(today(), 1 - days_shown), to_date: today() }), [])
  const movements = useList(stock.history, {}, preset)
  return (
    <ListScreen
      page={stockHistoryPage}
      subtitle="Mỗi lần số vé trong kho thay đổi: trước, thay đổi và sau, do phiếu nào."
    >
      <DataTable
        list={movements}
        noun="biến động"
        columns={[
          { key: 'at', width: 154, cell: (row) => momentText(row.at, true) },
          ...(me.base_id === null ? [{ key: 'base_name' as const, width: 124 }] : []),
          { key: 'area_name', width: 120 },
          { key: 'open_date', width: 118 },
          { key: 'kind', width: 112 },
          'before',
          { key: 'quantity', width: 112, amount: true, cell: (row) => <Change row={row} /> },
          'after',
          { key: 'reference', width: 116, cell: (row) => <Reference row={row} /> },
          { key: 'note' },
          { key: 'created_by_name', width: 130, empty: 'Tự động' },
        ]}
        search={
          <SearchBar
            list={movements}
            keyword="Mã phiếu, mã cặp, kho, đài"
            filters={[
              rangeFilter({ from: 'from_date', to: 'to_date', label: 'Thời gian' }),
              ...stockFilters(me.base_id),
              dayFilter('open_date'),
              'kind',
            ]}
          />
        }
      />
    </ListScreen>
  )
}

/** Links to the slip or the ticket group on a page that the person may open. */
function Reference({ row }: { row: RowOf<typeof stock.history> }) {
  const { can } = useRights()
  const { reference, ticket_import_id, ticket_group_id } = row
  if (ticket_group_id !== null && can(ticketGroupPage.view)) {
    return (
      <PageLink to={ticketGroupPage.url} search={{ ticket_group_id: String(ticket_group_id) }}>
        {reference}
      </PageLink>
    )
  }
  const search = { ticket_import_id: String(ticket_import_id) }
  if (ticket_import_id !== null && can(storeTicketPage.view)) {
    return (
      <PageLink to={storeTicketPage.url} search={{ tab: 'slips', ...search }}>
        {reference}
      </PageLink>
    )
  }
  if (ticket_import_id !== null && can(importApprovalPage.view)) {
    return (
      <PageLink to={importApprovalPage.url} search={search}>
        {reference}
      </PageLink>
    )
  }
  return reference
}
