/** The report's sales by day as columns, read with the report's filters, whatever the grouping of its rows. */
import type { InputOf } from '#contract/call.ts'
import { moneyText } from '#contract/text/money-text.ts'
import { ChartPlace } from '#web/route/chart-place.ts'
import { clockText, dayOf, dayText, shortDayText } from '#web/value/format.ts'
import { ReadFallback } from '#web/record/fallback.tsx'
import { useRights } from '#web/session/rights.ts'
import { Chart } from '#web/ui/chart/chart.tsx'
import { addDays } from '#web/ui/date/date-text.ts'
import { IconButton } from '#web/ui/action/icon-button.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import type { List } from '#web/list/use-list.ts'
import { transactionPage } from '#features/orders/pages.contract.ts'
import { useChartRead } from '#features/reports/report/chart-read.screen.tsx'
import { comparisonNames, type Comparison } from '#features/reports/report/compare.contract.ts'
import { drillDown, drillDownLink } from '#features/reports/report/drill-down.rules.ts'
import type { Stamp } from '#features/reports/report/report.contract.ts'
import { report_chart_height } from '#features/reports/report/report-stamp.screen.tsx'
import type { ProductLine } from '#features/results/product/product.contract.ts'
import { bucketsOf, type Bucket } from './buckets.rules.ts'
import { sales, type SalesRow } from './sales.contract.ts'

interface Props {
  line: ProductLine
  list: List<SalesRow>
  stamp: Stamp
  onHide: () => void
}

export default function SalesReportChart({ line, list, stamp, onHide }: Props) {
  const { can } = useRights()
  const input = { ...list.state, group_by: ['day'], sort: 'day', page_index: 1, page_size: 1_000 }
  const read = useChartRead(sales[line], input as InputOf<(typeof sales)[typeof line]>, stamp)
  const { data } = read
  const rows = data && bucketsOf(data.items, daysOf(data))
  const by_month = rows?.some(({ from, to }) => from !== to) ?? false
  const compare = list.state.compare as Comparison | undefined
  const title = by_month ? 'Doanh số theo tháng' : 'Doanh số theo ngày'
  const isPartial = ({ from, to }: Bucket) => {
    const day = data && dayOf(data.as_of)
    return day !== undefined && from <= day && day <= to
  }
  const hide = <IconButton icon="close" label="Ẩn biểu đồ" onClick={onHide} />
  if (read.error) {
    return (
      <Panel title={title} actions={hide}>
        <ReadFallback read={read} />
      </Panel>
    )
  }
  return (
    <Panel>
      <Chart<Bucket>
        label={title}
        titled
        actions={hide}
        height={report_chart_height}
        rows={rows}
        rowKey={({ from }) => from}
        head={by_month ? 'Tháng' : 'Ngày'}
        tick={({ from }) => (by_month ? dayText(from).slice(3) : shortDayText(from))}
        name={(bucket) => `${nameOf(bucket)}${isPartial(bucket) ? `, đến ${clockText(data!.as_of)}` : ''}`}
        partial={isPartial}
        series={[
          { key: 'amount', name: 'Doanh số', value: ({ amount }) => amount },
          ...(compare
            ? [{ key: 'before', name: comparisonNames[compare], past: true, value: ({ before }: Bucket) => before }]
            : []),
        ]}
        text={moneyText}
        empty="Chưa có giao dịch trong những ngày này"
        busy={read.isPlaceholderData}
        link={({ from, to }, key, anchor) => {
          if (key !== 'amount' || !data || !can(transactionPage.view)) return null
          const days = { ...data, from_date: from, to_date: to }
          return <ChartPlace {...drillDownLink(drillDown(line, days, list.state, null))} {...anchor} />
        }}
      />
    </Panel>
  )
}

function daysOf({ from_date, to_date }: Stamp): string[] {
  const days: string[] = []
  for (let day = from_date; day <= to_date; day = addDays(day, 1)) days.push(day)
  return days
}

const nameOf = ({ from, to }: Bucket) => (from === to ? dayText(from) : `${dayText(from)} – ${dayText(to)}`)
