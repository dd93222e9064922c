import { useMemo } from 'react'
import { Act } from '#web/action/act.tsx'
import { DataTable } from '#web/list/data-table.tsx'
import { dayFilter } from '#web/filter/day-filter.tsx'
import { HeaderActs } from '#web/list/header-acts.tsx'
import { ListScreen } from '#web/list/list-screen.tsx'
import { rangeFilter } from '#web/filter/range-filter.tsx'
import { useRights } from '#web/session/rights.ts'
import { SearchBar } from '#web/filter/search-bar.tsx'
import { today } from '#web/ui/date/date-text.ts'
import { lazyPart } from '#web/ui/base/lazy-part.tsx'
import { Mono, Text } from '#web/ui/layout/text.tsx'
import { useOpenRecord } from '#web/record/open-record.ts'
import { useAddressValue, useList, type RowOf } from '#web/list/use-list.ts'
import { numberText } from '#web/value/format.ts'
import { ticketPage } from '#features/tickets/pages.contract.ts'
import { stockFilters } from '#features/tickets/stock/stock-choices.screen.tsx'
import type { UploadDialogProps } from '#features/tickets/ticket-upload/upload-dialog.screen.tsx'
import { ticketUpload } from '#features/tickets/ticket-upload/ticket-upload.contract.ts'
import { useUploadView } from '#features/tickets/ticket-upload/upload-view.screen.tsx'
import { useTicketActs } from './ticket-acts.screen.tsx'
import type { TicketDetailProps } from './ticket-detail.screen.tsx'
import { xsktTicket } from './xskt-ticket.contract.ts'

const TicketDetail = lazyPart(() => import('./ticket-detail.screen.tsx'), {
  mountWhen: ({ record }: TicketDetailProps) => record.id !== null,
})
const UploadDialog = lazyPart(() => import('#features/tickets/ticket-upload/upload-dialog.screen.tsx'), {
  mountWhen: ({ uploads }: UploadDialogProps) => uploads.view !== null,
})

const rangeOfDays = rangeFilter({ from: 'from_date', to: 'to_date', label: 'Ngày mở thưởng' })
const oneDay = dayFilter('open_date')

export default function TicketScreen() {
  const { me } = useRights()
  const [day] = useAddressValue('open_date')
  // A link to a day shows that day; otherwise the page shows future draws.
  const preset = useMemo(() => (day === null ? { from_date: today() } : {}), [day])
  const tickets = useList(xsktTicket.list, {}, preset)
  const record = useOpenRecord(tickets, 'xsdt_ticket_id', (row) => row.xsdt_ticket_id)
  const uploads = useUploadView()
  const { add, actsOf, dialogs } = useTicketActs()
  const addButton = (
    <Act call={xsktTicket.add} variant="primary" icon="plus" onClick={add}>
      Thêm vé
    </Act>
  )
  const uploadButton = (
    <Act call={ticketUpload.upload} icon="upload" onClick={() => uploads.setView('new')}>
      Tải lên
    </Act>
  )
  const actions = (
    <>
      <HeaderActs
        acts={[
          { call: ticketUpload.list, label: 'Các lượt tải', icon: 'list', onSelect: () => uploads.setView('list') },
          { call: ticketUpload.upload, label: 'Tải lên', icon: 'upload', onSelect: () => uploads.setView('new') },
        ]}
      />
      {addButton}
    </>
  )

  return (
    <ListScreen page={ticketPage} actions={actions}>
      <DataTable
        list={tickets}
        noun="vé"
        columns={[
          {
            key: 'number',
            width: 80,
            cell: ({ number }) => (
              <Text as="span" size="lg" strong>
                {number}
              </Text>
            ),
          },
          { key: 'series', width: 68, narrow: 2 },
          { key: 'area_name', width: 116, narrow: 3 },
          { key: 'open_date', head: 'Mở thưởng', width: 100, narrow: 4 },
          { key: 'status', width: 96 },
          { key: 'face_value', width: 88 },
          // The amount of a card on a phone, which has no room for the face value beside it.
          { key: 'price', width: 82, narrow: 1 },
          { key: 'imported', width: 80 },
          { key: 'sold', width: 74 },
          { key: 'returned', width: 136, cell: returnedText },
          { key: 'in_stock', width: 80, narrow: 5 },
          { key: 'xsdt_ticket_id', width: 92, cell: (row) => <Mono>{String(row.xsdt_ticket_id)}</Mono> },
          { key: 'image_url', width: 72 },
          { key: 'base_name', width: 150, hidden: true },
          { key: 'kind', width: 116, hidden: true },
          { key: 'transferred', hidden: true },
          { key: 'created_at', hidden: true },
          { key: 'updated_by_name', width: 130, hidden: true },
          { key: 'updated_at', hidden: true },
        ]}
        totals={tickets.sums ? { returned: returnedText(tickets.sums as ReturnedCounts) } : {}}
        acts={actsOf}
        onOpen={record.open}
        isOpen={record.isOpen}
        start={uploadButton}
        search={
          <SearchBar
            list={tickets}
            keyword="Dãy số hoặc các số cuối"
            filters={[day === null ? rangeOfDays : oneDay, ...stockFilters(me.base_id), 'kind', 'status']}
          />
        }
      />
      <TicketDetail record={record} actsOf={actsOf} />
      <UploadDialog uploads={uploads} start={tickets.state} />
      {dialogs}
    </ListScreen>
  )
}

type ReturnedCounts = Pick<RowOf<typeof xsktTicket.list>, 'returned' | 'return_pending'>

/** With what waits on slips, so that the quantities of a row add up. */
function returnedText({ returned, return_pending }: ReturnedCounts): string {
  return return_pending === 0 ? numberText(returned) : `${numberText(returned)} (chờ ${numberText(return_pending)})`
}
