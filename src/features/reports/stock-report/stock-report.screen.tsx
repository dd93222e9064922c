/** The common parts of both stock reports: filters, days and time of the figures, chart, and links from figures to rows. */
import { useMemo, type ReactNode } from 'react'
import type { Page } from '#contract/page.ts'
import { PageLink } from '#web/route/link.tsx'
import type { ColumnSpec } from '#web/list/columns.ts'
import { DataTable } from '#web/list/data-table.tsx'
import { ListScreen } from '#web/list/list-screen.tsx'
import { useAddressValue, useList, type List, type ListCall } from '#web/list/use-list.ts'
import { rangeFilter } from '#web/filter/range-filter.tsx'
import { SearchBar } from '#web/filter/search-bar.tsx'
import { useRights } from '#web/session/rights.ts'
import { dayText, numberText } from '#web/value/format.ts'
import { ChartSkeleton } from '#web/ui/chart/chart.tsx'
import { lazyPart } from '#web/ui/base/lazy-part.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { addDays, today } from '#web/ui/date/date-text.ts'
import { Button } from '#web/ui/action/button.tsx'
import type { PeriodComparison } from '#features/reports/report/compare.contract.ts'
import { comparedColumns, ComparedLine } from '#features/reports/report/compared.screen.tsx'
import { ReportFigures, type ReportFigure } from '#features/reports/report/report-figures.screen.tsx'
import {
  asOfLine,
  report_chart_height,
  StampRoom,
  useReportStamp,
} from '#features/reports/report/report-stamp.screen.tsx'
import type { Stamp } from '#features/reports/report/report.contract.ts'
import { ScheduleReport } from '#features/reports/schedule/schedule-part.screen.tsx'
import { compareFilter, levelFilter, stations, stores } from '#features/reports/sales/report-filters.screen.tsx'
import { drillDownTargets, listFilter, listLink, type DrillDownTarget } from './drill-down-targets.rules.ts'
import type { StockLevel } from './stock-report.contract.ts'

const chartWaits = (
  <Panel>
    <ChartSkeleton height={report_chart_height} />
  </Panel>
)
const StockReportChart = lazyPart(() => import('./stock-report-chart.screen.tsx'), { meanwhile: chartWaits })

const shown_days = 14

/** The common fields of both reports' rows. */
export interface StockRow {
  day: string | null
  base_id: number | null
  base_name: string | null
  area_id: number | null
  area_name: string | null
  before: number | null
  change: number | null
}

/** Renders a figure as a link to its tickets, for people who may see them. */
export type LinkOf<Row> = (target: DrillDownTarget, text: (row: Row) => string) => (row: Row) => ReactNode

interface Props<Row> {
  page: Page
  call: ListCall
  /** The figure of the chart and the comparison: key, name, format, and the list behind it. */
  measure: { key: keyof Row & string; name: string; text: (value: number) => string; target: DrillDownTarget }
  columns: (linkOf: LinkOf<Row>) => ColumnSpec<Row>[]
  figures: readonly ReportFigure[]
}

export function StockReport<Row extends StockRow>({ page, call, measure, columns, figures }: Props<Row>) {
  const { can, me } = useRights()
  const preset = useMemo(() => ({ from_date: addDays(today(), 1 - shown_days), to_date: today() }), [])
  const report = useList(call, {}, preset) as unknown as List<Row>
  const stamp = useReportStamp<Stamp & { compared: PeriodComparison | null }>(report)
  const [chart, setChart] = useAddressValue('chart')
  const levels = (report.state.group_by as StockLevel[] | undefined) ?? ['day']
  const is_compared = report.state.compare !== undefined
  const { from_date, to_date } = stamp ?? report.state
  const has_days = from_date !== to_date
  const is_chart_shown = has_days && (chart === 'on' || (chart !== 'off' && levels.join() === 'day'))
  const filters = [
    levelFilter,
    rangeFilter({ from: 'from_date', to: 'to_date', label: 'Ngày mở thưởng' }),
    compareFilter,
    { name: 'area_id', choices: stations },
    ...(me.base_id === null ? [{ name: 'base_id', choices: stores }] : []),
  ]
  const linkOf: LinkOf<Row> = (target, text) => (row) => {
    if (!stamp || !can(target.page.view)) return text(row)
    return <PageLink {...listLink(target, listFilter(target, stamp, report.state, row))}>{text(row)}</PageLink>
  }
  return (
    <ListScreen
      page={page}
      subtitle={
        <>
          {stamp ? <StampLine stamp={stamp} /> : <StampRoom />}
          {is_compared && stamp && <ComparedLine compared={stamp.compared} text={measure.text} />}
        </>
      }
      actions={
        <>
          <ScheduleReport page={page} list={report} filters={filters} />
          {has_days && !is_chart_shown && (
            <Button icon="chart" onClick={() => setChart('on')}>
              Biểu đồ
            </Button>
          )}
        </>
      }
    >
      <ReportFigures
        figures={figures}
        sums={report.sums}
        compared={is_compared && stamp?.compared ? { [measure.key]: stamp.compared } : undefined}
      />
      {is_chart_shown && !stamp && !report.failure && chartWaits}
      {is_chart_shown && stamp && (
        <StockReportChart
          call={call}
          state={report.state}
          stamp={stamp}
          measure={measure as unknown as Parameters<typeof StockReportChart>[0]['measure']}
          onHide={() => setChart('off')}
        />
      )}
      <DataTable<Row>
        list={report}
        noun="dòng"
        columns={[...levelColumns<Row>(levels), ...columns(linkOf), ...(is_compared ? comparedColumns<Row>() : [])]}
        search={<SearchBar list={report} filters={filters} />}
      />
    </ListScreen>
  )
}

/** 'Mở thưởng 10/11/2026 – 23/11/2026 · Số liệu lúc 14:05:12 ngày 23/11/2026' */
function StampLine({ stamp }: { stamp: Stamp }) {
  const { from_date, to_date } = stamp
  const days =
    from_date === to_date ? `Mở thưởng ${dayText(from_date)}` : `Mở thưởng ${dayText(from_date)} – ${dayText(to_date)}`
  return `${days} · ${asOfLine(stamp)}`
}

/** The columns of the grouping levels, before all others. */
function levelColumns<Row extends StockRow>(levels: readonly StockLevel[]): ColumnSpec<Row>[] {
  const all = {
    day: { key: 'day', head: 'Mở thưởng', width: 100 },
    base: { key: 'base_name', width: 142 },
    area: { key: 'area_name', width: 130 },
  } as const
  return (Object.keys(all) as StockLevel[])
    .filter((level) => levels.includes(level))
    .map((level) => ({ ...all[level], always: true, narrow: 1 }) as ColumnSpec<Row>)
}

interface TicketCounts {
  imported: number
  sold: number
  return_pending: number
  returned: number
  transferred: number
  in_stock: number
}

const imported_hint = 'Vé nhận từ đài. Vé chuyển kho chỉ tính một lần, ở kho đang giữ vé.'

/** The headline figures of both reports. */
export const headline_figures: readonly ReportFigure[] = [
  ['imported', 'SL nhập', numberText, imported_hint],
  ['sold', 'SL bán', numberText],
]

/** Imported tickets, and the columns that add up to them. */
export function movedColumns<Row extends StockRow & TicketCounts>(linkOf: LinkOf<Row>): ColumnSpec<Row>[] {
  const column = (name: keyof TicketCounts, target: DrillDownTarget, options: object = {}): ColumnSpec<Row> => ({
    key: name as keyof Row & string,
    width: 80,
    cell: linkOf(target, (row) => numberText(row[name])),
    ...options,
  })
  return [
    column('imported', drillDownTargets.tickets, { narrow: 4, hint: imported_hint }),
    column('sold', drillDownTargets.tickets, { width: 76 }),
    column('returned', drillDownTargets.tickets),
    column('return_pending', drillDownTargets.tickets, { width: 88 }),
    column('transferred', drillDownTargets.tickets, {
      hidden: true,
      hint: 'Vé đã chuyển sang kho khác, không nằm trong SL nhập.',
    }),
    column('in_stock', drillDownTargets.unsold, { width: 76, narrow: 2 }),
  ]
}
