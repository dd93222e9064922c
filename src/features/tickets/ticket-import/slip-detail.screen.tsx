/** A slip for the person who decides on it, with why an action is not possible. */
import type { RowAct } from '#web/action/act.tsx'
import type { OpenRecord } from '#web/record/open-record.ts'
import { RecordDrawer } from '#web/record/record-drawer.tsx'
import { RecordSection, RecordView } from '#web/record/record-view.tsx'
import { useRead } from '#web/call/api.ts'
import { serverNow } from '#web/call/clock.ts'
import { factsOf } from '#web/record/facts.ts'
import { momentText, numberText } from '#web/value/format.ts'
import { History } from '#web/record/history.tsx'
import { show } from '#web/value/kinds.tsx'
import { Signals } from '#web/record/signals.tsx'
import { useRights } from '#web/session/rights.ts'
import { ReadFallback } from '#web/record/fallback.tsx'
import { Banner } from '#web/ui/message/banner.tsx'
import { DescriptionList } from '#web/ui/show/description-list.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { idIn } from '#web/list/use-list.ts'
import { infoOf } from '#contract/schema.ts'
import { periodStatus } from '#features/results/period/period-fields.contract.ts'
import { drawArea, DrawPeriod, type DrawPeriodRow } from '#features/tickets/draw-area/draw-area.contract.ts'
import { riskSignalsOf } from '#features/tickets/slip-signals.rules.ts'
import { approverOf, type Slip } from './slip.screen.tsx'
import { SlipLines } from '#features/tickets/ticket-import-line/slip-lines.screen.tsx'
import { importStatus, TicketImport, ticketImport } from './ticket-import.contract.ts'
import { whyNotApprove } from './ticket-import.rules.ts'

export interface SlipDetailProps {
  record: OpenRecord
  actsOf: (slip: Slip) => RowAct[]
}

export default function SlipDetail({ record, actsOf }: SlipDetailProps) {
  const ticket_import_id = idIn(record.id)
  const enabled = ticket_import_id > 0
  const detail = useRead(ticketImport.detail, { ticket_import_id, part: 'rows', page_size: 10 }, { enabled })
  const slip = detail.data?.slip
  return (
    <RecordDrawer record={record} read={detail} row={slip} title={slip ? `Phiếu ${slip.import_code}` : 'Phiếu nhập vé'}>
      {(row) => <SlipView slip={row} acts={actsOf(row)} />}
    </RecordDrawer>
  )
}

function SlipView({ slip, acts }: { slip: Slip; acts: RowAct[] }) {
  return (
    <RecordView
      status={show(infoOf(TicketImport.shape.status), slip.status)}
      amount={slip.amount}
      trouble={<Reasons slip={slip} />}
      facts={factsOf(TicketImport, slip, head_fields)}
      timeline={<History table="ticket_import" id={slip.ticket_import_id} />}
      // Possible actions come first.
      acts={acts.toSorted((a, b) => Number(Boolean(a.whyNot)) - Number(Boolean(b.whyNot)))}
    >
      <SlipPeriod slip={slip} />
      <RecordSection title="Dòng vé" note={`${numberText(slip.line_count)} dòng · ${numberText(slip.quantity)} vé`}>
        <SlipLines key={slip.ticket_import_id} slip={slip} />
      </RecordSection>
      <RecordSection
        title="Phiếu"
        items={factsOf(TicketImport, slip, info_fields, {
          wide: wide_fields,
          values: {
            approved_by_name: approverOf(slip),
            returned_quantity: slip.returned_quantity > 0 ? numberText(slip.returned_quantity) : null,
          },
        })}
      />
    </RecordView>
  )
}

const head_fields = ['base_name', 'area_name', 'open_date', 'quantity'] as const
const info_fields = [
  'source',
  'file_name',
  'created_by_name',
  'created_at',
  'approved_by_name',
  'approved_at',
  'returned_quantity',
  'updated_by_name',
  'updated_at',
  'note',
] as const

const wide_fields: ReadonlySet<string> = new Set(['note', 'file_name', 'returned_quantity'])

function Reasons({ slip }: { slip: Slip }) {
  const { me, can } = useRights()
  const canDecide = can(ticketImport.approve) && slip.status === importStatus.waiting
  const whyNot = canDecide ? whyNotApprove(slip, me) : null
  return (
    <>
      <Signals signals={riskSignalsOf(slip)} />
      {slip.reason && (
        <Banner
          kind={slip.status === importStatus.failed ? 'error' : 'info'}
          title={infoOf(TicketImport.shape.reason)!.label}
        >
          {slip.reason}
        </Banner>
      )}
      {whyNot && whyNot !== slip.blocked && <Banner kind="info">{whyNot}</Banner>}
    </>
  )
}

const period_times = ['open_at', 'return_until', 'stop_at', 'draw_at'] as const

/** The times of the slip's period, and what they allow now. */
function SlipPeriod({ slip: { area_id, open_date } }: { slip: Slip }) {
  const read = useRead(drawArea.info, { area_id, open_date }, { every_ms: 60_000 })
  const period = read.data?.period
  return (
    <RecordSection title="Kỳ quay" note={period && show(infoOf(DrawPeriod.shape.status), period.status)}>
      <ReadFallback read={read} lines={2} />
      {read.data && !period && <Text tone="muted">Đài không quay ngày này.</Text>}
      {period && (
        <>
          <Text tone="muted">{allowedNow(period)}</Text>
          <DescriptionList
            columns={3}
            items={period_times.map((name) => ({
              label: infoOf(DrawPeriod.shape[name])!.label,
              value: momentText(period[name]),
            }))}
          />
        </>
      )}
    </RecordSection>
  )
}

function allowedNow({ status, return_until, stop_at, open_at }: DrawPeriodRow): string {
  if (status === periodStatus.upcoming) return `Duyệt được từ ${momentText(open_at)}.`
  if (status !== periodStatus.open) return 'Đã ngừng bán: không duyệt và không trả vé được nữa.'
  const returns = Date.parse(return_until) > serverNow()
  return returns
    ? `Duyệt được đến ${momentText(stop_at)}, trả vé được đến ${momentText(return_until)}.`
    : `Duyệt được đến ${momentText(stop_at)}. Đã hết giờ trả vé.`
}
