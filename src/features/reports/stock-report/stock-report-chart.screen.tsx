/** The stock report by day as columns, read with the report's filters, whatever the grouping of its rows. */
import type { InputOf } from '#contract/call.ts'
import type { ListCall } from '#web/list/use-list.ts'
import { ReadFallback } from '#web/record/fallback.tsx'
import { ChartPlace } from '#web/route/chart-place.ts'
import { useRights } from '#web/session/rights.ts'
import { dayText, shortDayText } from '#web/value/format.ts'
import { IconButton } from '#web/ui/action/icon-button.tsx'
import { Chart } from '#web/ui/chart/chart.tsx'
import { addDays, today } from '#web/ui/date/date-text.ts'
import { Panel } from '#web/ui/layout/panel.tsx'
import { useChartRead } from '#features/reports/report/chart-read.screen.tsx'
import { comparisonNames, type Comparison } from '#features/reports/report/compare.contract.ts'
import { report_chart_height } from '#features/reports/report/report-stamp.screen.tsx'
import type { Stamp } from '#features/reports/report/report.contract.ts'
import { bucketsOf, type Bucket } from '#features/reports/sales/buckets.rules.ts'
import { listFilter, listLink, type DrillDownTarget } from './drill-down-targets.rules.ts'

interface Props {
  call: ListCall
  state: Record<string, unknown>
  stamp: Stamp
  measure: { key: string; name: string; text: (value: number) => string; target: DrillDownTarget }
  onHide: () => void
}

type DayRow = Record<string, number> & { day: string | null; before: number | null }

export default function StockReportChart({ call, state, stamp, measure, onHide }: Props) {
  const { can } = useRights()
  const input = { ...state, group_by: ['day'], sort: 'day', page_index: 1, page_size: 1_000 }
  const read = useChartRead(call, input as InputOf<ListCall>, stamp)
  const answer = read.data as unknown as (Stamp & { items: DayRow[] }) | undefined
  const rows =
    answer &&
    bucketsOf(
      answer.items.map(({ day, before, ...row }) => ({ day, before, amount: row[measure.key]! })),
      daysOf(answer),
    )
  const by_month = rows?.some(({ from, to }) => from !== to) ?? false
  const title = `${measure.name} theo ${by_month ? 'tháng' : 'ngày mở thưởng'}`
  const compare = state.compare as Comparison | undefined
  const hide = <IconButton icon="close" label="Ẩn biểu đồ" onClick={onHide} />
  return (
    <Panel {...(read.error && { title, actions: hide })}>
      {read.error ? (
        <ReadFallback read={read} />
      ) : (
        <Chart<Bucket>
          label={title}
          titled
          actions={hide}
          height={report_chart_height}
          rows={rows}
          rowKey={({ from }) => from}
          head={by_month ? 'Tháng' : 'Ngày'}
          tick={({ from }) => (by_month ? dayText(from).slice(3) : shortDayText(from))}
          name={({ from, to }) => (from === to ? dayText(from) : `${dayText(from)} – ${dayText(to)}`)}
          partial={({ to }) => to >= today()}
          series={[
            { key: 'amount', name: measure.name, value: ({ amount }) => amount },
            ...(compare
              ? [{ key: 'before', name: comparisonNames[compare], past: true, value: ({ before }: Bucket) => before }]
              : []),
          ]}
          text={measure.text}
          empty="Không có vé nào trong những ngày này"
          busy={read.isPlaceholderData}
          link={({ from, to }, key, anchor) => {
            if (key !== 'amount' || !can(measure.target.page.view)) return null
            const filter = listFilter(measure.target, { from_date: from, to_date: to }, state, null)
            return <ChartPlace {...listLink(measure.target, filter)} {...anchor} />
          }}
        />
      )}
    </Panel>
  )
}

function daysOf({ from_date, to_date }: Stamp): string[] {
  const days: string[] = []
  for (let day = from_date; day <= to_date; day = addDays(day, 1)) days.push(day)
  return days
}
