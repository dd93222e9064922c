import { useMemo } from 'react'
import type { Page } from '#contract/page.ts'
import { moneyText } from '#contract/text/money-text.ts'
import { navigate } from '#web/route/location.ts'
import type { ColumnSpec } from '#web/list/columns.ts'
import { DataTable } from '#web/list/data-table.tsx'
import { numberText } from '#web/value/format.ts'
import { ListScreen } from '#web/list/list-screen.tsx'
import { useRights } from '#web/session/rights.ts'
import type { FilterSpec } from '#web/filter/filter.tsx'
import { SearchBar } from '#web/filter/search-bar.tsx'
import { Button } from '#web/ui/action/button.tsx'
import { addDays, today } from '#web/ui/date/date-text.ts'
import { ChartSkeleton } from '#web/ui/chart/chart.tsx'
import { lazyPart } from '#web/ui/base/lazy-part.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { useAddressValue, useList, type List } from '#web/list/use-list.ts'
import { useNarrow } from '#web/list/use-narrow.ts'
import { transactionPage } from '#features/orders/pages.contract.ts'
import { drillDown, drillDownLink } from '#features/reports/report/drill-down.rules.ts'
import { Change } from '#features/reports/report/change.screen.tsx'
import { ReportFigures, sales_figures } from '#features/reports/report/report-figures.screen.tsx'
import { comparedColumns, ComparedLine } from '#features/reports/report/compared.screen.tsx'
import type { Stamp } from '#features/reports/report/report.contract.ts'
import {
  NewsButton,
  OrdersLink,
  ReportStampLine,
  report_chart_height,
  useReportStamp,
} from '#features/reports/report/report-stamp.screen.tsx'
import { ScheduleReport } from '#features/reports/schedule/schedule-part.screen.tsx'
import type { ProductLine } from '#features/results/product/product.contract.ts'
import { useReportFilters } from './report-filters.screen.tsx'
import { hasTrend } from './trend.rules.ts'
import { sales, usual_level, type ComparedSales, type Level, type SalesRow } from './sales.contract.ts'

const ShareReport = lazyPart(() => import('./share-report.screen.tsx'))
const SalesTrend = lazyPart(() => import('./sales-trend.screen.tsx'))
const chartWaits = (
  <Panel>
    <ChartSkeleton height={report_chart_height} />
  </Panel>
)
const SalesReportChart = lazyPart(() => import('./sales-report-chart.screen.tsx'), { meanwhile: chartWaits })

const shown_days = 7

interface Props {
  page: Page
  line: ProductLine
  /** The filter by station or game. */
  product: FilterSpec
}

/** A sales report; its two pages differ only in the products: traditional tickets by station, or electronic games. */
export function SalesReport({ page, line, product }: Props) {
  const preset = useMemo(() => ({ from_date: addDays(today(), 1 - shown_days), to_date: today() }), [])
  const report = useList(sales[line], {}, preset)
  const stamp = useReportStamp<SalesStamp>(report)
  const filters = useReportFilters(line, product)
  const levels = (report.state.group_by as Level[] | undefined) ?? [usual_level]
  const chart = useReportChart(report, { stamp, levels })
  const is_compared = report.state.compare !== undefined
  const comparison = (is_compared && stamp?.compared) || null
  return (
    <ListScreen
      page={page}
      subtitle={
        <>
          <ReportStampLine list={report} all={(all) => drillDown(line, all, report.state, null)} />
          {is_compared && stamp && <ComparedLine compared={stamp.compared} text={moneyText} />}
        </>
      }
      actions={
        <>
          <NewsButton list={report} />
          {stamp && (
            <ShareReport
              title={page.title}
              list={report}
              filters={filters}
              stamp={stamp}
              compared={comparison}
              names={level_names.filter((name) => levels.includes(name)).map((name) => levelColumns[name].key)}
            />
          )}
          <ScheduleReport page={page} list={report} filters={filters} />
          {chart.isHidden && (
            <Button icon="chart" onClick={chart.show}>
              Biểu đồ
            </Button>
          )}
        </>
      }
    >
      <ReportFigures figures={sales_figures} sums={report.sums} compared={comparison?.figures} />
      {chart.isShown &&
        (stamp ? (
          <SalesReportChart line={line} list={report} stamp={stamp} onHide={chart.hide} />
        ) : (
          !report.failure && chartWaits
        ))}
      <SalesTable line={line} report={report} stamp={stamp} levels={levels} filters={filters} comparison={comparison} />
    </ListScreen>
  )
}

type SalesStamp = Stamp & { compared: ComparedSales | null }

interface ReportParts {
  stamp: SalesStamp | undefined
  levels: readonly Level[]
}

/** Whether the chart is shown, and whether it could be; the choice is kept in the address. */
function useReportChart(report: List<SalesRow>, { stamp, levels }: ReportParts) {
  const [chart, setChart] = useAddressValue('chart')
  // A single day would be one column, which shows no more than the table's total.
  const { from_date, to_date } = stamp ?? report.state
  const has_days = from_date !== to_date
  // With other groupings people look for the rows, so the chart is hidden by default to leave room for them.
  const is_chosen = chart === 'on' || (chart !== 'off' && levels.join() === usual_level)
  return {
    isShown: has_days && is_chosen,
    isHidden: has_days && !is_chosen,
    show: () => setChart('on'),
    hide: () => setChart('off'),
  }
}

interface SalesTableProps extends ReportParts {
  line: ProductLine
  report: List<SalesRow>
  filters: readonly FilterSpec[]
  comparison: ComparedSales | null
}

function SalesTable({ line, report, stamp, levels, filters, comparison }: SalesTableProps) {
  const { can } = useRights()
  const is_narrow = useNarrow()
  const ordersOf = (row: SalesRow) => (stamp ? drillDown(line, stamp, report.state, row) : null)
  return (
    <DataTable<SalesRow>
      list={report}
      noun="dòng"
      columns={[
        ...level_names
          .filter((name) => levels.includes(name))
          .map((name) => (name === 'pos' ? { ...levelColumns.pos, width: is_narrow ? 210 : 260 } : levelColumns[name])),
        {
          key: 'orders',
          width: 84,
          narrow: 4,
          cell: (row) => <OrdersLink rows={ordersOf(row)}>{numberText(row.orders)}</OrdersLink>,
        },
        { key: 'quantity', width: 92 },
        { key: 'amount', width: 136, narrow: 2 },
        { key: 'share', width: 84 },
        ...(stamp && hasTrend({ levels, total: report.total, ...stamp })
          ? [
              {
                key: 'pos_id' as const,
                head: 'Diễn biến',
                width: 116,
                always: true,
                excel: [],
                cell: (row: SalesRow) => (
                  <SalesTrend line={line} state={report.state} levels={levels} stamp={stamp} row={row} />
                ),
              },
            ]
          : []),
        ...(report.state.compare === undefined ? [] : comparedColumns<SalesRow>()),
        { key: 'fee', width: 112 },
        { key: 'commission', width: 124 },
        { key: 'net', width: 136 },
      ]}
      {...(comparison && {
        totals: { before: moneyText(comparison.before), change: <Change permille={comparison.change} /> },
      })}
      {...(can(transactionPage.view) && { onOpen: (row) => navigate(drillDownLink(ordersOf(row)!)) })}
      search={<SearchBar list={report} filters={filters} />}
    />
  )
}

/** The columns of the grouping come first, from the day to the product. */
const levelColumn = { always: true, narrow: 1 }
const levelColumns = {
  day: { ...levelColumn, key: 'day', width: 106 },
  partner: { ...levelColumn, key: 'partner_name' },
  pos: {
    ...levelColumn,
    key: 'pos_name',
    excel: ['pos_code', 'pos_name'] as const,
    cell: (row: SalesRow) => <PosName row={row} />,
  },
  user_pos: { ...levelColumn, key: 'user_name' },
  category: { ...levelColumn, key: 'category', width: 116 },
  area: { ...levelColumn, key: 'area_name', width: 116 },
} satisfies Record<Level, ColumnSpec<SalesRow>>
const level_names = Object.keys(levelColumns) as Level[]

function PosName({ row: { pos_name, pos_code } }: { row: SalesRow }) {
  return (
    <>
      {pos_name}{' '}
      <Text as="span" tone="muted" size="sm">
        {pos_code}
      </Text>
    </>
  )
}
