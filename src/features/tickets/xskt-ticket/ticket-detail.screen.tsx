import { PageLink } from '#web/route/link.tsx'
import type { RowAct } from '#web/action/act.tsx'
import type { OpenRecord } from '#web/record/open-record.ts'
import { RecordDrawer } from '#web/record/record-drawer.tsx'
import { RecordSection, RecordView } from '#web/record/record-view.tsx'
import { useRead } from '#web/call/api.ts'
import { factsOf } from '#web/record/facts.ts'
import { dayText } from '#web/value/format.ts'
import { History } from '#web/record/history.tsx'
import { show } from '#web/value/kinds.tsx'
import { DescriptionList } from '#web/ui/show/description-list.tsx'
import { idIn } from '#web/list/use-list.ts'
import { infoOf } from '#contract/schema.ts'
import { ticketGroupPage } from '#features/tickets/pages.contract.ts'
import { SlipLink } from './slip-link.screen.tsx'
import { ticketName, type TicketRow } from './ticket-acts.screen.tsx'
import { xsktTicket } from './xskt-ticket.contract.ts'
import { Ticket } from './ticket.contract.ts'

export interface TicketDetailProps {
  record: OpenRecord
  actsOf: (row: TicketRow) => RowAct[]
}

export default function TicketDetail({ record, actsOf }: TicketDetailProps) {
  const xsdt_ticket_id = idIn(record.id)
  const detail = useRead(xsktTicket.get, { xsdt_ticket_id }, { enabled: xsdt_ticket_id > 0 })
  const row = detail.data
  return (
    <RecordDrawer record={record} read={detail} row={row} title={row ? `Vé ${ticketName(row)}` : 'Vé'}>
      {(ticket) => <TicketView row={ticket} acts={actsOf(ticket)} />}
    </RecordDrawer>
  )
}

const quantity_fields = ['imported', 'sold', 'returned', 'return_pending', 'transferred', 'in_stock'] as const
const info_fields = [
  'ticket_import_id',
  'ticket_group_id',
  'image_url',
  'xsdt_ticket_id',
  'created_at',
  'updated_at',
  'updated_by_name',
] as const

function TicketView({ row, acts }: { row: TicketRow; acts: RowAct[] }) {
  const { xsdt_ticket_id, ticket_import_id, ticket_group_id } = row
  const values = {
    xsdt_ticket_id: String(xsdt_ticket_id),
    ticket_import_id: ticket_import_id && <SlipLink ticket_import_id={ticket_import_id} />,
    ticket_group_id: ticket_group_id && <TicketGroupLink ticket_group_id={ticket_group_id} />,
  }
  return (
    <RecordView
      status={
        <>
          {show(infoOf(Ticket.shape.status), row.status)}
          {show(infoOf(Ticket.shape.kind), row.kind)}
        </>
      }
      note={`${row.area_name} · mở thưởng ${dayText(row.open_date)}`}
      facts={factsOf(Ticket, row, head_fields)}
      timeline={<History table="xskt_ticket" id={xsdt_ticket_id} />}
      acts={acts}
    >
      <RecordSection title="Số vé">
        <DescriptionList columns={3} items={factsOf(Ticket, row, quantity_fields)} />
      </RecordSection>
      <RecordSection title="Vé" items={factsOf(Ticket, row, info_fields, { values })} />
    </RecordView>
  )
}

const head_fields = ['face_value', 'price', 'base_name', 'category'] as const

function TicketGroupLink({ ticket_group_id }: { ticket_group_id: number }) {
  return (
    <PageLink to={ticketGroupPage.url} search={{ ticket_group_id: String(ticket_group_id) }}>
      {`Cặp nguyên số ${ticket_group_id}`}
    </PageLink>
  )
}
