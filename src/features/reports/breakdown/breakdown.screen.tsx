import { useMemo } from 'react'
import type { InputOf } from '#contract/call.ts'
import { moneyText } from '#contract/text/money-text.ts'
import type { Page } from '#contract/page.ts'
import { percentText } from '#contract/text/percent-text.ts'
import { navigate } from '#web/route/location.ts'
import { ChartPlace } from '#web/route/chart-place.ts'
import { sumShapeOf, type ColumnSpec } from '#web/list/columns.ts'
import { DataTable } from '#web/list/data-table.tsx'
import { ListScreen } from '#web/list/list-screen.tsx'
import { rangeFilter } from '#web/filter/range-filter.tsx'
import type { Values } from '#web/list/list-state.ts'
import { ReadFallback } from '#web/record/fallback.tsx'
import { useRights } from '#web/session/rights.ts'
import { SearchBar } from '#web/filter/search-bar.tsx'
import { ShareBars, type Share } from '#web/ui/chart/share-bars.tsx'
import { addDays, today } from '#web/ui/date/date-text.ts'
import { Panel } from '#web/ui/layout/panel.tsx'
import { useList, type List, type ListCall } from '#web/list/use-list.ts'
import { transactionPage } from '#features/orders/pages.contract.ts'
import { useChartRead } from '#features/reports/report/chart-read.screen.tsx'
import { drillDown, drillDownLink } from '#features/reports/report/drill-down.rules.ts'
import { ReportFigures, sales_figures } from '#features/reports/report/report-figures.screen.tsx'
import type { Stamp } from '#features/reports/report/report.contract.ts'
import { NewsButton, ReportStampLine, useReportStamp } from '#features/reports/report/report-stamp.screen.tsx'
import { ScheduleReport } from '#features/reports/schedule/schedule-part.screen.tsx'
import { drawnOf, max_drawn, type Part } from './drawn.rules.ts'

const shown_days = 30
const filters = [rangeFilter({ from: 'from_date', to: 'to_date', label: 'Thời gian' }), 'category']

interface Props<Row extends Part> {
  page: Page
  call: ListCall
  /** The noun for the parts: `head` is the column header, 'Nhóm điểm bán', and `noun` is used in counts, 'nhóm'. */
  head: string
  noun: string
  name: (row: Row) => string
  /** The fixed position of a part in the chart; by default parts are ordered by sales. */
  place?: (row: Row) => number
  /** How many parts there usually are. */
  expected?: number
  columns: readonly ColumnSpec<Row>[]
}

/** A total and its parts as chart and table. */
export function Breakdown<Row extends Part>({ columns, ...parts }: Props<Row>) {
  const { page, call, head, noun } = parts
  const { can } = useRights()
  const preset = useMemo(() => ({ from_date: addDays(today(), 1 - shown_days), to_date: today() }), [])
  const list = useList(call, {}, preset) as unknown as List<Row>
  const stamp = useReportStamp(list)
  const can_open_orders = stamp !== undefined && can(transactionPage.view)
  return (
    <ListScreen
      page={page}
      subtitle={<ReportStampLine list={list} all={(all) => drillDown('xsdt', all, list.state, null)} />}
      actions={
        <>
          <NewsButton list={list} />
          <ScheduleReport page={page} list={list} filters={filters} />
        </>
      }
    >
      <ReportFigures figures={sales_figures.filter(([key]) => key in sumShapeOf(call))} sums={list.sums} />
      {(list.phase === 'loading' || list.rows.length > 0) && (
        <Panel title={titleOf(head)}>
          <PartsChart<Row> {...parts} state={list.state} stamp={stamp} />
        </Panel>
      )}
      <DataTable<Row>
        list={list}
        noun={noun}
        columns={columns}
        {...(can_open_orders && {
          onOpen: (row) => navigate(drillDownLink(drillDown('xsdt', stamp, list.state, row))),
        })}
        search={<SearchBar list={list} filters={filters} />}
      />
    </ListScreen>
  )
}

const titleOf = (head: string) => `Doanh số theo ${head.toLowerCase()}`

interface ChartProps<Row extends Part> extends Omit<Props<Row>, 'page' | 'columns'> {
  state: Values
  stamp: Stamp | undefined
}

/** The largest parts and the rest, whatever the page and the sort of the table. */
function PartsChart<Row extends Part>({
  call,
  head,
  noun,
  name,
  place,
  expected = max_drawn + 1,
  state,
  stamp,
}: ChartProps<Row>) {
  const { can } = useRights()
  const input = { ...state, sort: '-amount', page_index: 1, page_size: max_drawn + 1 }
  const read = useChartRead(call, input as InputOf<ListCall>, stamp)
  const answer = read.data as unknown as Answer<Row> | undefined
  if (read.error) return <ReadFallback read={read} />
  return (
    <ShareBars
      label={titleOf(head)}
      items={answer && barsOf(answer, name, place, noun)}
      expected={expected}
      text={moneyText}
      busy={read.isFetching}
      link={({ key }, anchor) => {
        const row = answer?.items.find((candidate) => name(candidate) === key)
        if (!row || !can(transactionPage.view)) return null
        return <ChartPlace {...drillDownLink(drillDown('xsdt', answer!, state, row))} {...anchor} />
      }}
    />
  )
}

type Answer<Row> = Stamp & { items: Row[]; total: number; sums: { amount: number } }

function barsOf<Row extends Part>(
  { items, total, sums }: Answer<Row>,
  name: Props<Row>['name'],
  place: Props<Row>['place'],
  noun: string,
) {
  const { drawn, rest } = drawnOf(items, { amount: sums.amount, count: total }, place)
  const bars = drawn.map((row): Share => {
    return { key: name(row), name: name(row), value: row.amount, part: percentText(row.share) }
  })
  if (rest === null) return bars
  const { amount, share, count } = rest
  return [
    ...bars,
    { key: '', name: `Còn lại: ${count} ${noun}`, value: amount, part: percentText(share), rest: true } satisfies Share,
  ]
}

/** The column with the share of the total. */
export const shareColumn = { key: 'share', width: 72, narrow: 3 } as const
