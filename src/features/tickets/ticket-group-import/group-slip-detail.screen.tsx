/** A slip of ticket groups for the person who decides on it, with why an action is not possible. */
import { PageLink } from '#web/route/link.tsx'
import type { RowAct } from '#web/action/act.tsx'
import type { OpenRecord } from '#web/record/open-record.ts'
import { RecordDrawer } from '#web/record/record-drawer.tsx'
import { RecordSection, RecordView } from '#web/record/record-view.tsx'
import { useRead } from '#web/call/api.ts'
import { factsOf } from '#web/record/facts.ts'
import { momentText, numberText, textOf } from '#web/value/format.ts'
import { History } from '#web/record/history.tsx'
import { show } from '#web/value/kinds.tsx'
import { Signals } from '#web/record/signals.tsx'
import { useRights } from '#web/session/rights.ts'
import { Banner } from '#web/ui/message/banner.tsx'
import { EmptyState } from '#web/ui/message/empty-state.tsx'
import { Pictures } from '#web/ui/picture/pictures.tsx'
import { RecordList } from '#web/ui/show/record-list.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { idIn } from '#web/list/use-list.ts'
import type { AnswerOf } from '#contract/call.ts'
import { infoOf } from '#contract/schema.ts'
import { moneyText } from '#contract/text/money-text.ts'
import { drawArea, DrawPeriod } from '#features/tickets/draw-area/draw-area.contract.ts'
import { riskSignalsOf } from '#features/tickets/slip-signals.rules.ts'
import { ticketGroupPage } from '#features/tickets/pages.contract.ts'
import { sumsText, type GroupSlipRow } from '#features/tickets/ticket-group/group-texts.screen.tsx'
import {
  ticketGroupStatus,
  groupSlipStatus,
  TicketGroup,
  ticketGroup,
  TicketGroupImport,
} from '#features/tickets/ticket-group/ticket-group.contract.ts'
import { groupNumber, whyNotApprove } from '#features/tickets/ticket-group/ticket-group.rules.ts'

export interface GroupSlipDetailProps {
  record: OpenRecord
  actsOf: (slip: GroupSlipRow) => RowAct[]
}

export default function GroupSlipDetail({ record, actsOf }: GroupSlipDetailProps) {
  const ticket_group_import_id = idIn(record.id)
  const detail = useRead(ticketGroup.importDetail, { ticket_group_import_id }, { enabled: ticket_group_import_id > 0 })
  const slip = detail.data
  const title = slip ? `Phiếu ${slip.import_code}` : 'Phiếu cặp nguyên'
  return (
    <RecordDrawer record={record} read={detail} row={slip} title={title}>
      {(row) => <GroupSlipView slip={row} acts={actsOf(row)} />}
    </RecordDrawer>
  )
}

type Slip = AnswerOf<typeof ticketGroup.importDetail>

/** What the second person is responsible for: why it cannot be approved, the sums, then each ticket group. */
function GroupSlipView({ slip, acts }: { slip: Slip; acts: RowAct[] }) {
  const { me, can } = useRights()
  const canDecide = can(ticketGroup.approve) && slip.status === groupSlipStatus.waiting
  const whyNot = canDecide ? whyNotApprove(slip, me) : null
  return (
    <RecordView
      status={show(infoOf(TicketGroupImport.shape.status), slip.status)}
      amount={slip.amount}
      trouble={
        <>
          <Signals signals={riskSignalsOf(slip)} />
          {slip.reason && (
            <Banner kind="info" title={infoOf(TicketGroupImport.shape.reason)!.label}>
              {slip.reason}
            </Banner>
          )}
          {whyNot && whyNot !== slip.blocked && <Banner kind="info">{whyNot}</Banner>}
        </>
      }
      facts={factsOf(TicketGroupImport, slip, head_fields)}
      timeline={<History table="ticket_group_import" id={slip.ticket_group_import_id} />}
      // Possible actions come first.
      acts={acts.toSorted((a, b) => Number(Boolean(a.whyNot)) - Number(Boolean(b.whyNot)))}
      deadline={canDecide && <SlipPeriod slip={slip} />}
    >
      <RecordSection title="Các cặp" note={sumsText(slip)}>
        {slip.groups.length === 0 ? (
          <EmptyState kind="empty" title="Phiếu không còn cặp nào" />
        ) : (
          <RecordList items={slip.groups.map((group) => itemOf(group, can(ticketGroupPage.view)))} />
        )}
      </RecordSection>
      <RecordSection title="Phiếu" items={factsOf(TicketGroupImport, slip, info_fields, { wide: wide_fields })} />
    </RecordView>
  )
}

const head_fields = ['base_name', 'area_name', 'open_date', 'quantity'] as const

function itemOf(group: Slip['groups'][number], opens: boolean) {
  const name = groupNumber(group)
  const search = { ticket_group_id: String(group.ticket_group_id) }
  return {
    key: group.ticket_group_id,
    title: opens ? (
      <PageLink to={ticketGroupPage.url} search={search}>
        {name}
      </PageLink>
    ) : (
      name
    ),
    // While all groups wait, the slip's own status says so.
    badge: group.status !== ticketGroupStatus.waiting && show(infoOf(TicketGroup.shape.status), group.status),
    lines: [
      `${group.group_code} · ${textOf(infoOf(TicketGroup.shape.kind), group.kind)} · ${numberText(group.quantity)} vé · ${moneyText(group.price)}`,
      ...(group.images.length > 0 ? [<Pictures key="images" label={`Ảnh cặp ${name}`} pictures={group.images} />] : []),
    ],
  }
}

/** Whether tickets of the period can come into stock now. */
function SlipPeriod({ slip: { area_id, open_date } }: { slip: Slip }) {
  const read = useRead(drawArea.info, { area_id, open_date }, { every_ms: 60_000 })
  const period = read.data?.period
  if (!period) return null
  return (
    <>
      <Text tone="muted">Kỳ quay</Text>
      {show(infoOf(DrawPeriod.shape.status), period.status)}
      <Text tone="muted">{`mở bán ${momentText(period.open_at)}, ngừng bán ${momentText(period.stop_at)}`}</Text>
    </>
  )
}

const info_fields = [
  'created_by_name',
  'created_at',
  'approved_by_name',
  'approved_at',
  'updated_by_name',
  'updated_at',
  'note',
] as const

const wide_fields: ReadonlySet<string> = new Set(['note'])
