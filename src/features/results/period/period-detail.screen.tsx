/** One draw: its times in order, its sales, and its changes by staff. */
import { PageButton } from '#web/route/link.tsx'
import type { RowAct } from '#web/action/act.tsx'
import { useRead } from '#web/call/api.ts'
import { Countdown } from '#web/value/countdown.tsx'
import { dayText, momentText } from '#web/value/format.ts'
import type { OpenRecord } from '#web/record/open-record.ts'
import { RecordDrawer } from '#web/record/record-drawer.tsx'
import { timeOf } from '#web/record/record-timeline.tsx'
import { RecordSection, RecordView } from '#web/record/record-view.tsx'
import { useSecond } from '#web/call/clock.ts'
import { History } from '#web/record/history.tsx'
import { show } from '#web/value/kinds.tsx'
import { useRights } from '#web/session/rights.ts'
import { ReadFallback } from '#web/record/fallback.tsx'
import { Banner } from '#web/ui/message/banner.tsx'
import { DescriptionList } from '#web/ui/show/description-list.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { Timeline, type TimelineEntry } from '#web/ui/show/timeline.tsx'
import { idIn } from '#web/list/use-list.ts'
import { isHeadOffice } from '#contract/person.ts'
import { infoOf } from '#contract/schema.ts'
import { transactionPage } from '#features/orders/pages.contract.ts'
import { periodPage } from '#features/results/pages.contract.ts'
import { CancelProgress } from './cancel-effect.screen.tsx'
import { periodCancel } from './cancel.contract.ts'
import { ordersLink } from './period-orders.screen.tsx'
import { useSales } from './period-sales.screen.tsx'
import { PeriodState } from './period-state.screen.tsx'
import { Period, period, PeriodSales, type PeriodRow } from './period.contract.ts'
import { momentsOf, nextChange } from './period.rules.ts'

export interface PeriodDetailProps {
  record: OpenRecord
  actsOf: (row: PeriodRow) => RowAct[]
}

export default function PeriodDetail({ record, actsOf }: PeriodDetailProps) {
  const period_id = idIn(record.id)
  const read = useRead(period.list, { period_id }, { enabled: period_id > 0 })
  const row = read.data?.items[0]
  return (
    <RecordDrawer record={record} read={read} row={row} title={row ? `${row.name} · kỳ ${row.period_code}` : 'Kỳ quay'}>
      {(periodRow) => <PeriodView row={periodRow} acts={actsOf(periodRow)} />}
    </RecordDrawer>
  )
}

function PeriodView({ row, acts }: { row: PeriodRow; acts: RowAct[] }) {
  const { can } = useRights()
  return (
    <RecordView
      status={<PeriodState row={row} />}
      headline={momentText(row.draw_at)}
      note={`giờ quay · ngày mở thưởng ${dayText(row.open_date)}`}
      trouble={<Cancellation row={row} />}
      timeline={can(periodPage.view) && <History table="draw_period" id={row.period_id} />}
      acts={acts}
      links={<OrdersLink row={row} />}
    >
      {can(period.sales) && <PeriodSalesList row={row} />}
      <RecordSection title="Các mốc giờ">
        <Moments row={row} />
      </RecordSection>
    </RecordView>
  )
}

function Cancellation({ row }: { row: PeriodRow }) {
  const { can, me } = useRights()
  const { cancelled_at, cancelled_by_name, cancel_requested_at, cancel_requested_by_name, cancel_reason } = row
  if (cancelled_at === null)
    return (
      cancel_requested_at !== null && (
        <Banner kind="warning" title={`${cancel_requested_by_name} yêu cầu hủy lúc ${momentText(cancel_requested_at)}`}>
          <Text>{cancel_reason}</Text>
          <Text tone="muted">Kỳ tiếp tục như bình thường cho tới khi có người thứ hai xác nhận.</Text>
        </Banner>
      )
    )
  return (
    <>
      <Banner kind="error" title={`Đã hủy lúc ${momentText(cancelled_at)}`}>
        <Text>{cancel_reason ?? 'Không ghi lý do.'}</Text>
        {cancelled_by_name && <Text>{`${cancel_requested_by_name} yêu cầu, ${cancelled_by_name} xác nhận.`}</Text>}
      </Banner>
      {can(periodCancel.effect) && isHeadOffice(me) && <CancelProgress period_id={row.period_id} />}
    </>
  )
}

function Moments({ row }: { row: PeriodRow }) {
  const change = nextChange(row)
  // Read each second, so that times become past while the drawer is open.
  const moments = momentsOf(row, useSecond() * 1_000)
  const entries = moments.map(({ name, at, is_past }): TimelineEntry => {
    return {
      key: name,
      ...timeOf(at),
      title: infoOf(Period.shape[name])!.label,
      tone: is_past ? 'green' : 'coming',
      ...(change?.at === at && { children: <Countdown moment={at} label={change.what} /> }),
    }
  })
  return <Timeline entries={entries} />
}

const sales_fields = ['orders', 'quantity', 'amount'] as const

function PeriodSalesList({ row }: { row: PeriodRow }) {
  const read = useSales([row], { enabled: true })
  const sold = read.data && (read.data.items[0] ?? { orders: 0, quantity: 0, amount: 0 })
  return (
    <RecordSection title="Đã bán">
      <ReadFallback read={read} lines={2} />
      {sold && (
        <DescriptionList
          columns={3}
          items={sales_fields.map((name) => {
            const info = infoOf(PeriodSales.shape[name])!
            return { label: info.label, value: show(info, sold[name]) }
          })}
        />
      )}
    </RecordSection>
  )
}

function OrdersLink({ row }: { row: PeriodRow }) {
  const { can } = useRights()
  if (!can(transactionPage.view)) return null
  return (
    <PageButton {...ordersLink(row)} icon="list">
      Đơn hàng của kỳ này
    </PageButton>
  )
}
