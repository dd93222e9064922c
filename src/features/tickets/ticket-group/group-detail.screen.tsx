/** A whole set: what it is, its tickets, what became of it. */
import { createLink } from '@tanstack/react-router'
import { useState } from 'react'
import { ActButtons } from '#web/act-buttons.tsx'
import type { RowAct } from '#web/act.tsx'
import { useRead } from '#web/api.ts'
import { factsOf } from '#web/facts.ts'
import { numberText, textOf } from '#web/format.ts'
import { History } from '#web/history.tsx'
import { show } from '#web/kinds.tsx'
import { none } from '#web/list-state.ts'
import { useRights } from '#web/rights.ts'
import { ReadFallback } from '#web/fallback.tsx'
import { LinkButton } from '#web/ui/button.tsx'
import { DescriptionList } from '#web/ui/description-list.tsx'
import { Drawer } from '#web/ui/drawer.tsx'
import { Row, Spacer, Stack } from '#web/ui/layout.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Pictures } from '#web/ui/pictures.tsx'
import { Table, type Column } from '#web/ui/table.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { Heading, Text, TextLink } from '#web/ui/text.tsx'
import { idIn } from '#web/use-list.ts'
import type { AnswerOf } from '#contract/call.ts'
import { infoOf } from '#contract/schema.ts'
import { groupApprovalPage, stockHistoryPage } from '#features/tickets/pages.contract.ts'
import { stock } from '#features/tickets/stock/stock.contract.ts'
import { Ticket } from '#features/tickets/xskt-ticket/xskt-ticket.contract.ts'
import { drawText, type Group } from './group-words.screen.tsx'
import { TicketGroup, ticketGroup } from './ticket-group.contract.ts'
import { setNumber } from './ticket-group.rules.ts'

export interface GroupDetailProps {
  /** The set's id, as the address has it; null while none is open. */
  opened: string | null
  onClose: () => void
  actsOf: (set: Group) => RowAct[]
}

type Tab = 'info' | 'tickets' | 'history'

export default function GroupDetail({ opened, onClose, actsOf }: GroupDetailProps) {
  const ticket_group_id = idIn(opened)
  const enabled = ticket_group_id > 0
  const detail = useRead(ticketGroup.detail, { ticket_group_id }, { enabled })
  const [tab, setTab] = useState<Tab>('info')
  const set = detail.data
  // What can be done now comes first; what cannot says why.
  const acts = set && actsOf(set).toSorted((a, b) => Number(Boolean(a.whyNot)) - Number(Boolean(b.whyNot)))
  return (
    <Drawer
      open={enabled}
      onClose={onClose}
      title={set ? `Cặp ${setNumber(set)}` : 'Vé cặp nguyên'}
      description={set && `${set.group_code} · ${drawText(set)}`}
      size="lg"
      footer={
        set && (
          <>
            <ToMovements ticket_group_id={set.ticket_group_id} />
            <Spacer />
            <ActButtons acts={acts!} />
          </>
        )
      }
    >
      <ReadFallback read={detail} />
      {set && (
        <Tabs<Tab>
          value={tab}
          onChange={setTab}
          aria-label="Chi tiết cặp nguyên"
          tabs={[
            { value: 'info', label: 'Thông tin', content: <Info set={set} /> },
            { value: 'tickets', label: 'Vé trong cặp', count: set.tickets.length, content: <Tickets set={set} /> },
            { value: 'history', label: 'Lịch sử', content: <History table="ticket_group" id={set.ticket_group_id} /> },
          ]}
        />
      )}
    </Drawer>
  )
}

const shownFields = [
  'base_name',
  'import_code',
  'area_name',
  'open_date',
  'kind',
  'quantity',
  'price',
  'sold',
  'in_stock',
  'created_by_name',
  'created_at',
  'updated_by_name',
  'updated_at',
] as const

const Link = createLink(TextLink)

function Info({ set }: { set: Group }) {
  const { can } = useRights()
  const quantity = `${numberText(set.quantity)} (${numberText(set.series_count)} sê-ri)`
  const slip = { ticket_group_import_id: String(set.ticket_group_import_id), status: none }
  const values = {
    quantity,
    import_code: can(groupApprovalPage.view) ? (
      <Link to={groupApprovalPage.url} search={slip as never}>
        {set.import_code}
      </Link>
    ) : (
      set.import_code
    ),
  }
  // What has not happened is left out.
  const known = shownFields.filter((name) => set[name] !== null)
  const images = infoOf(TicketGroup.shape.images)!
  return (
    <Stack gap={4}>
      <Row>{show(infoOf(TicketGroup.shape.status), set.status)}</Row>
      <DescriptionList items={factsOf(TicketGroup, set, known, { values })} />
      <Stack gap={2}>
        <Heading level={3}>{images.label}</Heading>
        {set.images.length > 0 ? (
          <Pictures label={`Ảnh cặp ${setNumber(set)}`} pictures={set.images} />
        ) : (
          <Text tone="muted">Chưa có ảnh.</Text>
        )}
      </Stack>
    </Stack>
  )
}

type Member = AnswerOf<typeof ticketGroup.detail>['tickets'][number]

const count = (key: 'imported' | 'sold' | 'returned' | 'transferred' | 'in_stock'): Column<Member> => ({
  key,
  head: infoOf(Ticket.shape[key])!.label,
  width: 78,
  align: 'right',
  cell: (ticket) => numberText(ticket[key]),
})

const columns: Column<Member>[] = [
  { key: 'number', head: infoOf(Ticket.shape.number)!.label, width: 84, grow: true, cell: ({ number }) => number },
  ...(['imported', 'sold', 'returned', 'transferred', 'in_stock'] as const).map(count),
]

function Tickets({ set }: { set: AnswerOf<typeof ticketGroup.detail> }) {
  const sum = (key: 'imported' | 'sold' | 'returned' | 'transferred' | 'in_stock') =>
    numberText(set.tickets.reduce((total, ticket) => total + ticket[key], 0))
  return (
    <Table<Member>
      label={`Vé trong cặp ${set.group_code}`}
      density="compact"
      columns={columns}
      rows={set.tickets}
      empty={
        <EmptyState
          kind="empty"
          title={textOf(infoOf(TicketGroup.shape.status), set.status)}
          message="Vé của cặp chỉ có trong kho sau khi phiếu được duyệt."
        />
      }
      {...(set.tickets.length > 0 && {
        footer: {
          imported: sum('imported'),
          sold: sum('sold'),
          returned: sum('returned'),
          transferred: sum('transferred'),
          in_stock: sum('in_stock'),
        },
      })}
    />
  )
}

const Button = createLink(LinkButton)

/** Whenever it happened: the days that the page would begin with are taken away. */
function ToMovements({ ticket_group_id }: { ticket_group_id: number }) {
  const { can } = useRights()
  if (!can(stock.history)) return null
  const search = { ticket_group_id: String(ticket_group_id), from_date: none, to_date: none }
  return (
    <Button to={stockHistoryPage.url} search={search as never} icon="history">
      Biến động kho
    </Button>
  )
}
