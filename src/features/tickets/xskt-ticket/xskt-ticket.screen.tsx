import { useMemo } from 'react'
import { Act } from '#web/act.tsx'
import { DataTable } from '#web/data-table.tsx'
import { dayFilter } from '#web/day-filter.tsx'
import { ListScreen } from '#web/list-screen.tsx'
import { rangeFilter } from '#web/range-filter.tsx'
import { useRights } from '#web/rights.ts'
import { SearchBar } from '#web/search-bar.tsx'
import { today } from '#web/ui/date-text.ts'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { Text } from '#web/ui/text.tsx'
import { useAddressValue, useList } from '#web/use-list.ts'
import { ticketPage } from '#features/tickets/pages.contract.ts'
import { placeFilters } from '#features/tickets/stock/place-choices.screen.tsx'
import type { UploadDialogProps } from '#features/tickets/ticket-upload/upload-dialog.screen.tsx'
import { ticketUpload } from '#features/tickets/ticket-upload/ticket-upload.contract.ts'
import { useUploadPlace } from '#features/tickets/ticket-upload/upload-place.screen.tsx'
import { useTicketActs } from './ticket-acts.screen.tsx'
import type { TicketDetailProps } from './ticket-detail.screen.tsx'
import { xsktTicket } from './xskt-ticket.contract.ts'

const TicketDetail = lazyPart(() => import('./ticket-detail.screen.tsx'), {
  wanted: ({ opened }: TicketDetailProps) => opened !== null,
})
const UploadDialog = lazyPart(() => import('#features/tickets/ticket-upload/upload-dialog.screen.tsx'), {
  wanted: ({ place }: UploadDialogProps) => place.shown !== null,
})

const days = rangeFilter({ from: 'from_date', to: 'to_date', label: 'Ngày mở thưởng' })
const oneDay = dayFilter('open_date')

export default function TicketScreen() {
  const { me } = useRights()
  const [day] = useAddressValue('open_date')
  // Who comes for one day wants that day; all others what is still to be drawn.
  const preset = useMemo(() => (day === null ? { from_date: today() } : {}), [day])
  const tickets = useList(xsktTicket.list, {}, preset)
  const [opened, open] = useAddressValue('xsdt_ticket_id')
  const uploads = useUploadPlace()
  const { add, actsOf, dialogs } = useTicketActs()
  const addButton = (
    <Act call={xsktTicket.add} variant="primary" icon="plus" onClick={add}>
      Thêm vé
    </Act>
  )
  const uploadButton = (
    <Act call={ticketUpload.upload} icon="upload" onClick={() => uploads.show('new')}>
      Tải lên
    </Act>
  )
  const actions = (
    <>
      <Act call={ticketUpload.list} icon="list" onClick={() => uploads.show('list')}>
        Các lượt tải
      </Act>
      {uploadButton}
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
            width: 84,
            cell: ({ number }) => (
              <Text as="span" size="lg" strong>
                {number}
              </Text>
            ),
          },
          { key: 'series', width: 72 },
          { key: 'area_name', width: 124 },
          { key: 'open_date', width: 130 },
          { key: 'face_value', width: 88 },
          { key: 'price', width: 88 },
          { key: 'imported', width: 80 },
          { key: 'sold', width: 72 },
          { key: 'returned', width: 76 },
          { key: 'in_stock', width: 76 },
          { key: 'image_url', width: 72 },
          { key: 'status', width: 100 },
          { key: 'xsdt_ticket_id', width: 76, cell: (row) => String(row.xsdt_ticket_id), hidden: true },
          { key: 'base_name', width: 150, hidden: true },
          { key: 'kind', width: 116, hidden: true },
          { key: 'transferred', hidden: true },
          { key: 'created_at', hidden: true },
          { key: 'updated_by_name', width: 130, hidden: true },
          { key: 'updated_at', hidden: true },
        ]}
        acts={actsOf}
        onOpen={(row) => open(String(row.xsdt_ticket_id))}
        isOpen={(row) => String(row.xsdt_ticket_id) === opened}
        start={uploadButton}
        search={
          <SearchBar
            list={tickets}
            keyword="Dãy số hoặc các số cuối"
            filters={[day === null ? days : oneDay, ...placeFilters(me.base_id), 'kind', 'status']}
          />
        }
      />
      <TicketDetail opened={opened} onClose={() => open(null)} actsOf={actsOf} />
      <UploadDialog place={uploads} start={tickets.state} />
      {dialogs}
    </ListScreen>
  )
}
