/** A ticket group with its tickets and its history. */
import { PageButton, PageLink } from '#web/route/link.tsx'
import type { RowAct } from '#web/action/act.tsx'
import type { OpenRecord } from '#web/record/open-record.ts'
import { RecordDrawer } from '#web/record/record-drawer.tsx'
import { RecordSection, RecordView } from '#web/record/record-view.tsx'
import { useRead } from '#web/call/api.ts'
import { factsOf } from '#web/record/facts.ts'
import { numberText, textOf } from '#web/value/format.ts'
import { History } from '#web/record/history.tsx'
import { show } from '#web/value/kinds.tsx'
import { removed_filter } from '#web/list/list-state.ts'
import { useRights } from '#web/session/rights.ts'
import { EmptyState } from '#web/ui/message/empty-state.tsx'
import { Pictures } from '#web/ui/picture/pictures.tsx'
import { Table, type Column } from '#web/ui/table/table.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { idIn } from '#web/list/use-list.ts'
import type { AnswerOf } from '#contract/call.ts'
import { infoOf } from '#contract/schema.ts'
import { groupApprovalPage, stockHistoryPage } from '#features/tickets/pages.contract.ts'
import { stock } from '#features/tickets/stock/stock.contract.ts'
import { Ticket } from '#features/tickets/xskt-ticket/ticket.contract.ts'
import { periodText, type TicketGroupRow } from './group-texts.screen.tsx'
import { TicketGroup, ticketGroup } from './ticket-group.contract.ts'
import { groupNumber } from './ticket-group.rules.ts'

export interface TicketGroupDetailProps {
  record: OpenRecord
  actsOf: (group: TicketGroupRow) => RowAct[]
}

export default function TicketGroupDetail({ record, actsOf }: TicketGroupDetailProps) {
  const ticket_group_id = idIn(record.id)
  const detail = useRead(ticketGroup.detail, { ticket_group_id }, { enabled: ticket_group_id > 0 })
  const group = detail.data
  const title = group ? `Cặp ${groupNumber(group)}` : 'Vé cặp nguyên'
  return (
    <RecordDrawer record={record} read={detail} row={group} title={title}>
      {(row) => <TicketGroupView group={row} acts={actsOf(row)} />}
    </RecordDrawer>
  )
}

const head_fields = ['base_name', 'price', 'sold', 'in_stock'] as const
const info_fields = [
  'import_code',
  'area_name',
  'open_date',
  'kind',
  'quantity',
  'created_by_name',
  'created_at',
  'updated_by_name',
  'updated_at',
] as const

type OpenGroup = AnswerOf<typeof ticketGroup.detail>

function TicketGroupView({ group, acts }: { group: OpenGroup; acts: RowAct[] }) {
  const { can } = useRights()
  const quantity = `${numberText(group.quantity)} (${numberText(group.series_count)} sê-ri)`
  const slip = { ticket_group_import_id: String(group.ticket_group_import_id), status: removed_filter }
  const values = {
    quantity,
    import_code: can(groupApprovalPage.view) ? (
      <PageLink to={groupApprovalPage.url} search={slip}>
        {group.import_code}
      </PageLink>
    ) : (
      group.import_code
    ),
  }
  return (
    <RecordView
      status={show(infoOf(TicketGroup.shape.status), group.status)}
      note={`${group.group_code} · ${periodText(group)}`}
      facts={factsOf(TicketGroup, group, head_fields)}
      timeline={<History table="ticket_group" id={group.ticket_group_id} />}
      // Possible actions come first.
      acts={acts.toSorted((a, b) => Number(Boolean(a.whyNot)) - Number(Boolean(b.whyNot)))}
      links={<MovementsLink ticket_group_id={group.ticket_group_id} />}
    >
      <RecordSection title="Vé trong cặp" note={group.tickets.length}>
        <MemberTickets group={group} />
      </RecordSection>
      <RecordSection title={infoOf(TicketGroup.shape.images)!.label}>
        {group.images.length > 0 ? (
          <Pictures label={`Ảnh cặp ${groupNumber(group)}`} pictures={group.images} />
        ) : (
          <Text tone="muted">Chưa có ảnh.</Text>
        )}
      </RecordSection>
      <RecordSection title="Cặp nguyên" items={factsOf(TicketGroup, group, info_fields, { values })} />
    </RecordView>
  )
}

type Member = OpenGroup['tickets'][number]

const countColumn = (key: 'imported' | 'sold' | 'returned' | 'transferred' | 'in_stock'): Column<Member> => ({
  key,
  head: infoOf(Ticket.shape[key])!.label,
  width: 78,
  align: 'right',
  cell: (ticket) => numberText(ticket[key]),
})

const columns: Column<Member>[] = [
  { key: 'number', head: infoOf(Ticket.shape.number)!.label, width: 84, grow: true, cell: ({ number }) => number },
  ...(['imported', 'sold', 'returned', 'transferred', 'in_stock'] as const).map(countColumn),
]

function MemberTickets({ group }: { group: OpenGroup }) {
  const sum = (key: 'imported' | 'sold' | 'returned' | 'transferred' | 'in_stock') =>
    numberText(group.tickets.reduce((total, ticket) => total + ticket[key], 0))
  return (
    <Table<Member>
      label={`Vé trong cặp ${group.group_code}`}
      density="compact"
      columns={columns}
      rows={group.tickets}
      empty={
        <EmptyState
          kind="empty"
          title={textOf(infoOf(TicketGroup.shape.status), group.status)}
          message="Vé của cặp chỉ có trong kho sau khi phiếu được duyệt."
        />
      }
      {...(group.tickets.length > 0 && {
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

/** Opens the page without its default date range. */
function MovementsLink({ ticket_group_id }: { ticket_group_id: number }) {
  const { can } = useRights()
  if (!can(stock.history)) return null
  const search = { ticket_group_id: String(ticket_group_id), from_date: removed_filter, to_date: removed_filter }
  return (
    <PageButton to={stockHistoryPage.url} search={search} icon="history">
      Biến động kho
    </PageButton>
  )
}
