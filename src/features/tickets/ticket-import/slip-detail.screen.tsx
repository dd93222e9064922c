/** A slip for the person who decides on it: what it is, whether its draw is open, its lines, its history, and why something is not possible. */
import { useEffect, useRef, useState } from 'react'
import { ActButtons } from '#web/act-buttons.tsx'
import type { RowAct } from '#web/act.tsx'
import { useRead } from '#web/api.ts'
import { factsOf } from '#web/facts.ts'
import { momentText, numberText } from '#web/format.ts'
import { History } from '#web/history.tsx'
import { show } from '#web/kinds.tsx'
import { useRights } from '#web/rights.ts'
import { ReadFallback } from '#web/fallback.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { DescriptionList } from '#web/ui/description-list.tsx'
import { Drawer } from '#web/ui/drawer.tsx'
import { Row, Spacer, Stack } from '#web/ui/layout.tsx'
import { moneyWords } from '#web/ui/money-words.ts'
import { Tabs } from '#web/ui/tabs.tsx'
import { Heading, Text } from '#web/ui/text.tsx'
import { idIn } from '#web/use-list.ts'
import { infoOf } from '#contract/schema.ts'
import { moneyText } from '#contract/money-text.ts'
import { periodStatus } from '#features/results/period/period.contract.ts'
import { drawArea, DrawPeriod, type DrawPeriodRow } from '#features/tickets/draw-area/draw-area.contract.ts'
import { approverOf, type Slip } from './slip.screen.tsx'
import { SlipLines } from './slip-lines.screen.tsx'
import { importStatus, TicketImport, ticketImport } from './ticket-import.contract.ts'
import { whyNotApprove } from './ticket-import.rules.ts'

export interface SlipDetailProps {
  /** The slip's id, as the address has it; null while none is open. */
  opened: string | null
  onClose: () => void
  actsOf: (slip: Slip) => RowAct[]
  /** The slip that waits behind this one, for whoever goes through them. */
  next?: { label: string; open: () => void } | undefined
}

type Tab = 'info' | 'lines' | 'history'

export default function SlipDetail({ opened, onClose, actsOf, next }: SlipDetailProps) {
  const ticket_import_id = idIn(opened)
  const enabled = ticket_import_id > 0
  const detail = useRead(ticketImport.detail, { ticket_import_id, part: 'rows', page_size: 10 }, { enabled })
  const [tab, setTab] = useState<Tab>('info')
  const slip = detail.data?.slip
  // What can be done now comes first; what cannot says why.
  const acts = slip && actsOf(slip).toSorted((a, b) => Number(Boolean(a.whyNot)) - Number(Boolean(b.whyNot)))
  return (
    <Drawer
      open={enabled}
      onClose={onClose}
      title={slip ? `Phiếu ${slip.import_code}` : 'Phiếu nhập vé'}
      description={slip && `${slip.area_name} · ${slip.base_name}`}
      size="lg"
      footer={
        slip && (
          <>
            {next && <NextButton key={opened} {...next} isDone={slip.status !== importStatus.waiting} />}
            <Spacer />
            <ActButtons acts={acts!} />
          </>
        )
      }
    >
      <ReadFallback read={detail} />
      {slip && (
        <Tabs<Tab>
          value={tab}
          onChange={setTab}
          aria-label="Chi tiết phiếu nhập"
          tabs={[
            { value: 'info', label: 'Thông tin', content: <Info slip={slip} /> },
            {
              value: 'lines',
              label: 'Dòng vé',
              count: slip.line_count,
              content: <SlipLines key={slip.ticket_import_id} slip={slip} />,
            },
            {
              value: 'history',
              label: 'Lịch sử',
              content: <History table="ticket_import" id={slip.ticket_import_id} />,
            },
          ]}
        />
      )}
    </Drawer>
  )
}

/** Takes the focus as soon as this slip is decided, so that Enter goes on to the next. */
function NextButton({ label, open, isDone }: { label: string; open: () => void; isDone: boolean }) {
  const button = useRef<HTMLButtonElement>(null)
  const wasDone = useRef(isDone)
  useEffect(() => {
    if (isDone && !wasDone.current) button.current?.focus()
    wasDone.current = isDone
  }, [isDone])
  return (
    <Button ref={button} iconEnd="arrow-right" onClick={open}>
      {`Phiếu tiếp theo: ${label}`}
    </Button>
  )
}

const facts = [
  'base_name',
  'area_name',
  'open_date',
  'source',
  'file_name',
  'line_count',
  'quantity',
  'amount',
  'created_by_name',
  'created_at',
  'approved_by_name',
  'approved_at',
  'returned_quantity',
  'updated_by_name',
  'updated_at',
  'note',
] as const

const wide: ReadonlySet<string> = new Set(['note', 'amount', 'file_name', 'returned_quantity'])

function Info({ slip }: { slip: Slip }) {
  const { me, can } = useRights()
  const decides = can(ticketImport.approve) && slip.status === importStatus.waiting
  const whyNot = decides ? whyNotApprove(slip, me.user_id) : null
  const values = {
    amount: (
      <>
        {moneyText(slip.amount)}
        <Text tone="muted">{moneyWords(slip.amount)}</Text>
      </>
    ),
    approved_by_name: approverOf(slip),
    returned_quantity: slip.returned_quantity > 0 ? numberText(slip.returned_quantity) : null,
  }
  return (
    <Stack gap={4}>
      <Row>{show(infoOf(TicketImport.shape.status), slip.status)}</Row>
      {slip.reason && (
        <Banner
          kind={slip.status === importStatus.failed ? 'error' : 'info'}
          title={infoOf(TicketImport.shape.reason)!.label}
        >
          {slip.reason}
        </Banner>
      )}
      {whyNot && <Banner kind="info">{whyNot}</Banner>}
      <DescriptionList
        // What has not happened yet is not missed.
        items={factsOf(TicketImport, slip, facts, { wide, values }).filter(({ value }) => value !== null)}
      />
      <Draw slip={slip} />
    </Stack>
  )
}

const hours = ['open_at', 'return_until', 'stop_at', 'draw_at'] as const

/** The hours of the slip's draw, and what they allow now. */
function Draw({ slip: { area_id, open_date } }: { slip: Slip }) {
  const read = useRead(drawArea.info, { area_id, open_date }, { every: 60_000 })
  const period = read.data?.period
  return (
    <Stack gap={2}>
      <Row>
        <Heading level={3}>Kỳ quay</Heading>
        {period && show(infoOf(DrawPeriod.shape.status), period.status)}
      </Row>
      <ReadFallback read={read} lines={2} />
      {read.data && !period && <Text tone="muted">Đài không quay ngày này.</Text>}
      {period && (
        <>
          <Text tone="muted">{allowedNow(period)}</Text>
          <DescriptionList
            columns={3}
            items={hours.map((name) => ({
              label: infoOf(DrawPeriod.shape[name])!.label,
              value: momentText(period[name]),
            }))}
          />
        </>
      )}
    </Stack>
  )
}

function allowedNow({ status, return_until, stop_at, open_at }: DrawPeriodRow): string {
  if (status === periodStatus.upcoming) return `Duyệt được từ ${momentText(open_at)}.`
  if (status !== periodStatus.open) return 'Đã ngừng bán: không duyệt và không trả vé được nữa.'
  const returns = Date.parse(return_until) > Date.now()
  return returns
    ? `Duyệt được đến ${momentText(stop_at)}, trả vé được đến ${momentText(return_until)}.`
    : `Duyệt được đến ${momentText(stop_at)}. Đã hết giờ trả vé.`
}
