/** A slip of sets for the person who decides on it: its sets with their pictures, whether its draw is open, its history, and why something is not possible. */
import { createLink } from '@tanstack/react-router'
import { useState } from 'react'
import { ActButtons } from '#web/act-buttons.tsx'
import type { RowAct } from '#web/act.tsx'
import { useRead } from '#web/api.ts'
import { factsOf } from '#web/facts.ts'
import { momentText, numberText, textOf } from '#web/format.ts'
import { History } from '#web/history.tsx'
import { show } from '#web/kinds.tsx'
import { useRights } from '#web/rights.ts'
import { ReadFallback } from '#web/fallback.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { DescriptionList } from '#web/ui/description-list.tsx'
import { Drawer } from '#web/ui/drawer.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Row, Stack } from '#web/ui/layout.tsx'
import { moneyWords } from '#web/ui/money-words.ts'
import { Pictures } from '#web/ui/pictures.tsx'
import { RecordList } from '#web/ui/record-list.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { Text, TextLink } from '#web/ui/text.tsx'
import { idIn } from '#web/use-list.ts'
import type { AnswerOf } from '#contract/call.ts'
import { infoOf } from '#contract/schema.ts'
import { moneyText } from '#contract/money-text.ts'
import { drawArea, DrawPeriod } from '#features/tickets/draw-area/draw-area.contract.ts'
import { ticketGroupPage } from '#features/tickets/pages.contract.ts'
import { sumsText, type GroupSlip } from './group-words.screen.tsx'
import { groupStatus, slipStatus, TicketGroup, ticketGroup, TicketGroupImport } from './ticket-group.contract.ts'
import { setNumber, whyNotApprove } from './ticket-group.rules.ts'

export interface GroupSlipDetailProps {
  /** The slip's id, as the address has it; null while none is open. */
  opened: string | null
  onClose: () => void
  actsOf: (slip: GroupSlip) => RowAct[]
}

type Tab = 'info' | 'sets' | 'history'

export default function GroupSlipDetail({ opened, onClose, actsOf }: GroupSlipDetailProps) {
  const ticket_group_import_id = idIn(opened)
  const enabled = ticket_group_import_id > 0
  const detail = useRead(ticketGroup.importDetail, { ticket_group_import_id }, { enabled })
  const [tab, setTab] = useState<Tab>('sets')
  const slip = detail.data
  // What can be done now comes first; what cannot says why.
  const acts = slip && actsOf(slip).toSorted((a, b) => Number(Boolean(a.whyNot)) - Number(Boolean(b.whyNot)))
  return (
    <Drawer
      open={enabled}
      onClose={onClose}
      title={slip ? `Phiếu ${slip.import_code}` : 'Phiếu cặp nguyên'}
      description={slip && `${slip.area_name} · ${slip.base_name}`}
      size="lg"
      footer={acts && <ActButtons acts={acts} />}
    >
      <ReadFallback read={detail} />
      {slip && (
        <Tabs<Tab>
          value={tab}
          onChange={setTab}
          aria-label="Chi tiết phiếu cặp nguyên"
          tabs={[
            { value: 'sets', label: 'Các cặp', count: slip.groups.length, content: <Sets slip={slip} /> },
            { value: 'info', label: 'Thông tin', content: <Info slip={slip} /> },
            {
              value: 'history',
              label: 'Lịch sử',
              content: <History table="ticket_group_import" id={slip.ticket_group_import_id} />,
            },
          ]}
        />
      )}
    </Drawer>
  )
}

type Slip = AnswerOf<typeof ticketGroup.importDetail>

/** What the second person answers for: why not, where it is not possible, the sums, then each set. */
function Sets({ slip }: { slip: Slip }) {
  const { me, can } = useRights()
  const decides = can(ticketGroup.approve) && slip.status === slipStatus.waiting
  const whyNot = decides ? whyNotApprove(slip, me.user_id) : null
  return (
    <Stack gap={4}>
      <Row>
        {show(infoOf(TicketGroupImport.shape.status), slip.status)}
        {decides && <Draw slip={slip} />}
      </Row>
      {slip.reason && (
        <Banner kind="info" title={infoOf(TicketGroupImport.shape.reason)!.label}>
          {slip.reason}
        </Banner>
      )}
      {whyNot && <Banner kind="info">{whyNot}</Banner>}
      <Stack gap={0}>
        <Text strong>{sumsText(slip)}</Text>
        <Text tone="muted">{moneyWords(slip.amount)}</Text>
      </Stack>
      {slip.groups.length === 0 ? (
        <EmptyState kind="empty" title="Phiếu không còn cặp nào" />
      ) : (
        <RecordList items={slip.groups.map((set) => itemOf(set, can(ticketGroupPage.view)))} />
      )}
    </Stack>
  )
}

const Link = createLink(TextLink)

function itemOf(set: Slip['groups'][number], opens: boolean) {
  const name = setNumber(set)
  const place = { ticket_group_id: String(set.ticket_group_id) }
  return {
    key: set.ticket_group_id,
    title: opens ? (
      <Link to={ticketGroupPage.url} search={place as never}>
        {name}
      </Link>
    ) : (
      name
    ),
    // As long as all wait, the slip says so.
    badge: set.status !== groupStatus.waiting && show(infoOf(TicketGroup.shape.status), set.status),
    lines: [
      `${set.group_code} · ${textOf(infoOf(TicketGroup.shape.kind), set.kind)} · ${numberText(set.quantity)} vé · ${moneyText(set.price)}`,
      ...(set.images.length > 0 ? [<Pictures key="images" label={`Ảnh cặp ${name}`} pictures={set.images} />] : []),
    ],
  }
}

/** Whether tickets of the draw can come into stock now. */
function Draw({ slip: { area_id, open_date } }: { slip: Slip }) {
  const read = useRead(drawArea.info, { area_id, open_date }, { every: 60_000 })
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

const shownFields = [
  'base_name',
  'area_name',
  'open_date',
  'amount',
  'created_by_name',
  'created_at',
  'approved_by_name',
  'approved_at',
  'updated_by_name',
  'updated_at',
  'note',
] as const

const wide: ReadonlySet<string> = new Set(['note', 'amount'])

function Info({ slip }: { slip: Slip }) {
  const values = {
    amount: (
      <>
        {moneyText(slip.amount)}
        <Text tone="muted">{moneyWords(slip.amount)}</Text>
      </>
    ),
  }
  // What has not happened is left out.
  const known = shownFields.filter((name) => slip[name] !== null)
  return <DescriptionList items={factsOf(TicketGroupImport, slip, known, { wide, values })} />
}
