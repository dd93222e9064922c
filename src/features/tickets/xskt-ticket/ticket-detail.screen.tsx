import { createLink } from '@tanstack/react-router'
import { useState } from 'react'
import { ActButtons } from '#web/act-buttons.tsx'
import type { RowAct } from '#web/act.tsx'
import { useRead } from '#web/api.ts'
import { factsOf } from '#web/facts.ts'
import { dayText } from '#web/format.ts'
import { History } from '#web/history.tsx'
import { show } from '#web/kinds.tsx'
import { DescriptionList } from '#web/ui/description-list.tsx'
import { Drawer } from '#web/ui/drawer.tsx'
import { Row, Stack } from '#web/ui/layout.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { TextLink } from '#web/ui/text.tsx'
import { ReadFallback } from '#web/fallback.tsx'
import { idIn } from '#web/use-list.ts'
import { infoOf } from '#contract/schema.ts'
import { ticketGroupPage } from '#features/tickets/pages.contract.ts'
import { SlipLink } from './slip-link.screen.tsx'
import { ticketName, type TicketRow } from './ticket-acts.screen.tsx'
import { Ticket, xsktTicket } from './xskt-ticket.contract.ts'

export interface TicketDetailProps {
  /** The ticket's id, as the address has it; null while none is open. */
  opened: string | null
  onClose: () => void
  actsOf: (row: TicketRow) => RowAct[]
}

type Tab = 'info' | 'history'

export default function TicketDetail({ opened, onClose, actsOf }: TicketDetailProps) {
  const xsdt_ticket_id = idIn(opened)
  const enabled = xsdt_ticket_id > 0
  const detail = useRead(xsktTicket.get, { xsdt_ticket_id }, { enabled })
  const [tab, setTab] = useState<Tab>('info')
  const row = detail.data
  return (
    <Drawer
      open={enabled}
      onClose={onClose}
      title={row ? `Vé ${ticketName(row)}` : 'Vé'}
      description={row && `${row.area_name} · mở thưởng ${dayText(row.open_date)}`}
      size="lg"
      footer={row && <ActButtons acts={actsOf(row)} />}
    >
      <ReadFallback read={detail} />
      {row && (
        <Tabs<Tab>
          value={tab}
          onChange={setTab}
          aria-label="Chi tiết vé"
          tabs={[
            { value: 'info', label: 'Thông tin', content: <Info row={row} /> },
            { value: 'history', label: 'Lịch sử', content: <History table="xskt_ticket" id={row.xsdt_ticket_id} /> },
          ]}
        />
      )}
    </Drawer>
  )
}

const quantities = ['imported', 'sold', 'returned', 'transferred', 'in_stock'] as const
const others = [
  'price',
  'face_value',
  'base_name',
  'category',
  'ticket_import_id',
  'ticket_group_id',
  'image_url',
  'xsdt_ticket_id',
  'created_at',
  'updated_at',
  'updated_by_name',
] as const

function Info({ row }: { row: TicketRow }) {
  const { xsdt_ticket_id, ticket_import_id, ticket_group_id } = row
  const values = {
    xsdt_ticket_id: String(xsdt_ticket_id),
    ticket_import_id: ticket_import_id && <SlipLink ticket_import_id={ticket_import_id} />,
    ticket_group_id: ticket_group_id && <SetLink ticket_group_id={ticket_group_id} />,
  }
  return (
    <Stack gap={4}>
      <Row>
        {show(infoOf(Ticket.shape.status), row.status)}
        {show(infoOf(Ticket.shape.kind), row.kind)}
      </Row>
      <DescriptionList columns={3} items={factsOf(Ticket, row, quantities)} />
      <DescriptionList items={factsOf(Ticket, row, others, { values })} />
    </Stack>
  )
}

const Link = createLink(TextLink)

function SetLink({ ticket_group_id }: { ticket_group_id: number }) {
  return (
    <Link to={ticketGroupPage.url} search={{ ticket_group_id: String(ticket_group_id) } as never}>
      {`Cặp nguyên số ${ticket_group_id}`}
    </Link>
  )
}
