import { useMemo } from 'react'
import { moneyText } from '#contract/text/money-text.ts'
import type { Page } from '#contract/page.ts'
import { percentText } from '#contract/text/percent-text.ts'
import { navigate } from '#web/route/location.ts'
import { ChartPlace } from '#web/route/chart-place.ts'
import { sumShapeOf, type ColumnSpec } from '#web/list/columns.ts'
import { DataTable } from '#web/list/data-table.tsx'
import { ListScreen } from '#web/list/list-screen.tsx'
import { rangeFilter } from '#web/filter/range-filter.tsx'
import { useRights } from '#web/session/rights.ts'
import { SearchBar } from '#web/filter/search-bar.tsx'
import { ShareBars, type Share } from '#web/ui/chart/share-bars.tsx'
import { addDays, today } from '#web/ui/date/date-text.ts'
import { Panel } from '#web/ui/layout/panel.tsx'
import { useList, type List, type ListCall } from '#web/list/use-list.ts'
import { transactionPage } from '#features/orders/pages.contract.ts'
import { drillDown, drillDownLink } from '#features/reports/report/drill-down.rules.ts'
import { ReportFigures, sales_figures } from '#features/reports/report/report-figures.screen.tsx'
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

/** A total and its parts as chart and table, both from the same answer. */
export function Breakdown<Row extends Part>({
  page,
  call,
  head,
  noun,
  name,
  place,
  expected = max_drawn + 1,
  columns,
}: Props<Row>) {
  const { can } = useRights()
  const preset = useMemo(() => ({ from_date: addDays(today(), 1 - shown_days), to_date: today() }), [])
  const list = useList(call, {}, preset) as unknown as List<Row>
  const stamp = useReportStamp(list)
  const linkOfRow = (row: Row) => drillDownLink(drillDown('xsdt', stamp!, list.state, row))
  const can_open_orders = stamp !== undefined && can(transactionPage.view)
  const title = `Doanh số theo ${head.toLowerCase()}`
  const is_loading = list.phase === 'loading'
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
      {(is_loading || list.rows.length > 0) && (
        <Panel title={title}>
          <ShareBars
            label={title}
            items={is_loading ? undefined : barsOf(list, name, place, noun)}
            expected={expected}
            text={moneyText}
            busy={list.fetching}
            link={({ key }, anchor) => {
              const row = list.rows.find((candidate) => name(candidate) === key)
              return can_open_orders && row ? <ChartPlace {...linkOfRow(row)} {...anchor} /> : null
            }}
          />
        </Panel>
      )}
      <DataTable<Row>
        list={list}
        noun={noun}
        columns={columns}
        {...(can_open_orders && { onOpen: (row) => navigate(linkOfRow(row)) })}
        search={<SearchBar list={list} filters={filters} />}
      />
    </ListScreen>
  )
}

function barsOf<Row extends Part>(list: List<Row>, name: Props<Row>['name'], place: Props<Row>['place'], noun: string) {
  const { drawn, rest } = drawnOf(list.rows, { amount: list.sums?.amount ?? 0, count: list.total ?? 0 }, place)
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
export const shareColumn = { key: 'share', width: 84, narrow: 3 } as const
