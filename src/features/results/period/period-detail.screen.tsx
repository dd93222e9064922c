/** One draw: its moments in their order, what was sold of it, and what staff changed. */
import { createLink } from '@tanstack/react-router'
import { useState } from 'react'
import { ActButtons } from '#web/act-buttons.tsx'
import type { RowAct } from '#web/act.tsx'
import { useRead } from '#web/api.ts'
import { Countdown } from '#web/countdown.tsx'
import { dayText, momentText } from '#web/format.ts'
import { History } from '#web/history.tsx'
import { show } from '#web/kinds.tsx'
import { useRights } from '#web/rights.ts'
import { ReadFallback } from '#web/fallback.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { LinkButton } from '#web/ui/button.tsx'
import { DescriptionList } from '#web/ui/description-list.tsx'
import { Drawer } from '#web/ui/drawer.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Row, Stack } from '#web/ui/layout.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { Heading, Text } from '#web/ui/text.tsx'
import { Timeline, type TimelineEntry } from '#web/ui/timeline.tsx'
import { idIn } from '#web/use-list.ts'
import { isHeadOffice } from '#contract/person.ts'
import { infoOf } from '#contract/schema.ts'
import { transactionPage } from '#features/orders/pages.contract.ts'
import { periodPage } from '#features/results/pages.contract.ts'
import { CancelProgress } from './cancel-effect.screen.tsx'
import { periodCancel } from './cancel.contract.ts'
import { ordersOf } from './period-orders.screen.tsx'
import { PeriodState } from './period-state.screen.tsx'
import { Period, period, PeriodSales, periodStatus, type PeriodRow } from './period.contract.ts'
import { nextChange } from './period.rules.ts'

export interface PeriodDetailProps {
  /** The draw's id, as the address has it; null while none is open. */
  opened: string | null
  actsOf: (row: PeriodRow) => RowAct[]
  onClose: () => void
}

export default function PeriodDrawer({ opened, actsOf, onClose }: PeriodDetailProps) {
  const period_id = idIn(opened)
  const enabled = period_id > 0
  const read = useRead(period.list, { period_id }, { enabled })
  const row = read.data?.items[0]
  return (
    <Drawer
      open={enabled}
      onClose={onClose}
      title={row ? row.name : 'Kỳ quay'}
      description={row && `Kỳ ${row.period_code} · quay ngày ${dayText(row.open_date)}`}
      size="lg"
      footer={
        row && (
          <Row>
            <ActButtons acts={actsOf(row)} />
            <ToOrders row={row} />
          </Row>
        )
      }
    >
      <ReadFallback read={read} />
      {read.data && !row && <EmptyState kind="empty" title="Không có kỳ này" />}
      {row && <Opened row={row} />}
    </Drawer>
  )
}

type Tab = 'moments' | 'history'

function Opened({ row }: { row: PeriodRow }) {
  const { can } = useRights()
  const [tab, setTab] = useState<Tab>('moments')
  const tabs = [
    { value: 'moments' as const, label: 'Diễn biến', content: <Moments row={row} /> },
    { value: 'history' as const, label: 'Lịch sử', content: <History table="draw_period" id={row.period_id} /> },
  ]
  return (
    <Stack gap={4}>
      <PeriodState row={row} />
      <Cancellation row={row} />
      {can(period.sales) && <Sales period_id={row.period_id} />}
      <Tabs<Tab>
        value={tab}
        onChange={setTab}
        aria-label="Chi tiết kỳ quay"
        tabs={can(periodPage.view) ? tabs : tabs.slice(0, 1)}
      />
    </Stack>
  )
}

function Cancellation({ row }: { row: PeriodRow }) {
  const { can, me } = useRights()
  const { cancelled_at, cancelled_by_name, cancel_asked_at, cancel_asked_by_name, cancel_reason } = row
  if (cancelled_at === null)
    return (
      cancel_asked_at !== null && (
        <Banner kind="warning" title={`${cancel_asked_by_name} yêu cầu hủy lúc ${momentText(cancel_asked_at)}`}>
          <Text>{cancel_reason}</Text>
          <Text tone="muted">Kỳ tiếp tục như bình thường cho tới khi có người thứ hai xác nhận.</Text>
        </Banner>
      )
    )
  return (
    <>
      <Banner kind="error" title={`Đã hủy lúc ${momentText(cancelled_at)}`}>
        <Text>{cancel_reason ?? 'Không ghi lý do.'}</Text>
        {cancelled_by_name && <Text>{`${cancel_asked_by_name} yêu cầu, ${cancelled_by_name} xác nhận.`}</Text>}
      </Banner>
      {can(periodCancel.effect) && isHeadOffice(me) && <CancelProgress period_id={row.period_id} />}
    </>
  )
}

const moments = ['open_at', 'return_until', 'stop_at', 'print_at', 'draw_at'] as const

function Moments({ row }: { row: PeriodRow }) {
  const next = nextChange(row)
  const entries = moments.flatMap((name): TimelineEntry[] => {
    const at = row[name]
    // Where nothing is printed after the stop, that is no moment of its own.
    if (at === null || (name === 'print_at' && at === row.stop_at)) return []
    const past =
      Date.parse(at) < Date.parse(next?.at ?? row.cancelled_at ?? row.draw_at) || row.status === periodStatus.drawing
    return [
      {
        key: name,
        title: infoOf(Period.shape[name])!.label,
        subtitle: momentText(at, true),
        ...(past && { tone: 'green' as const }),
        ...(next?.at === at && { children: <Countdown {...next} /> }),
      },
    ]
  })
  return <Timeline entries={entries.toSorted((a, b) => Date.parse(timeOf(row, a)) - Date.parse(timeOf(row, b)))} />
}

const timeOf = (row: PeriodRow, { key }: TimelineEntry) => row[key as (typeof moments)[number]]!

const sums = ['orders', 'quantity', 'amount'] as const

function Sales({ period_id }: { period_id: number }) {
  const read = useRead(period.sales, { period_ids: [period_id] })
  const sold = read.data && (read.data.items[0] ?? { orders: 0, quantity: 0, amount: 0 })
  return (
    <Stack gap={2}>
      <Heading level={3}>Đã bán</Heading>
      <ReadFallback read={read} lines={2} />
      {sold && (
        <DescriptionList
          columns={3}
          items={sums.map((name) => {
            const info = infoOf(PeriodSales.shape[name])!
            return { label: info.label, value: show(info, sold[name]) }
          })}
        />
      )}
    </Stack>
  )
}

const Button = createLink(LinkButton)

function ToOrders({ row }: { row: PeriodRow }) {
  const { can } = useRights()
  if (!can(transactionPage.view)) return null
  return (
    <Button {...ordersOf(row)} icon="list">
      Đơn hàng của kỳ này
    </Button>
  )
}
