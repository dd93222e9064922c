import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { Page } from '#contract/page.ts'
import { moneyText } from '#contract/money-text.ts'
import type { ColumnSpec } from '#web/columns.ts'
import { DataTable } from '#web/data-table.tsx'
import { dayText, numberText } from '#web/format.ts'
import { ListScreen } from '#web/list-screen.tsx'
import { useRights } from '#web/rights.ts'
import { SearchBar, type FilterSpec } from '#web/search-bar.tsx'
import { Button } from '#web/ui/button.tsx'
import { addDays, today } from '#web/ui/date-text.ts'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { Text } from '#web/ui/text.tsx'
import { useAddressValue, useList } from '#web/use-list.ts'
import { useNarrow } from '#web/use-narrow.ts'
import { transactionPage } from '#features/orders/pages.contract.ts'
import { behind, placeOf } from '#features/reports/behind.rules.ts'
import { Change } from '#features/reports/change.screen.tsx'
import type { Stamp } from '#features/reports/report.contract.ts'
import { NewsButton, OrdersLink, ReportStampLine, useReportStamp } from '#features/reports/report-stamp.screen.tsx'
import type { ProductLine } from '#features/results/product/product.contract.ts'
import { useReportFilters } from './report-filters.screen.tsx'
import { sales, usual_level, type Compared, type Level, type SalesRow } from './sales.contract.ts'

const SalesReportChart = lazyPart(() => import('./sales-report-chart.screen.tsx'))

const shown_days = 7

interface Props {
  page: Page
  line: ProductLine
  /** The filter by what is sold. */
  product: FilterSpec
}

/** The two pages differ only in what is sold: stations of traditional tickets, or electronic games. */
export function SalesReport({ page, line, product }: Props) {
  const { can } = useRights()
  const navigate = useNavigate()
  const preset = useMemo(() => ({ from_date: addDays(today(), 1 - shown_days), to_date: today() }), [])
  const report = useList(sales[line], {}, preset)
  const told = useReportStamp<Stamp & { compared: Compared | null }>(report)
  const filters = useReportFilters(line, product)
  const [chart, setChart] = useAddressValue('chart')
  const rowsOf = (row: SalesRow | null) => (told ? behind(line, told, report.state, row) : null)
  const levels = (report.state.group_by as Level[] | undefined) ?? [usual_level]
  const is_narrow = useNarrow()
  const is_compared = report.state.compare !== undefined
  // One day alone is one column, which says no more than the foot of the table.
  const has_days = told !== undefined && told.from_date !== told.to_date
  // By other levels the rows are what is looked for, and there are many: the chart would leave little room for them.
  const is_drawn = chart === 'on' || (chart !== 'off' && levels.join() === usual_level)
  return (
    <ListScreen
      page={page}
      subtitle={
        <>
          <ReportStampLine list={report} all={(all) => behind(line, all, report.state, null)} />
          {is_compared && told && <ComparedLine compared={told.compared} />}
        </>
      }
      actions={
        <>
          <NewsButton list={report} />
          {has_days && !is_drawn && (
            <Button icon="chart" onClick={() => setChart('on')}>
              Biểu đồ
            </Button>
          )}
        </>
      }
    >
      {has_days && is_drawn && (
        <SalesReportChart line={line} list={report} told={told} onHide={() => setChart('off')} />
      )}
      <DataTable<SalesRow>
        list={report}
        noun="dòng"
        columns={[
          ...levelNames
            .filter((level) => levels.includes(level))
            .map((level) =>
              level === 'pos' ? { ...levelColumns.pos, width: is_narrow ? 210 : 260 } : levelColumns[level],
            ),
          {
            key: 'orders',
            width: 84,
            narrow: 4,
            cell: (row) => <OrdersLink rows={rowsOf(row)}>{numberText(row.orders)}</OrdersLink>,
          },
          { key: 'quantity', width: 92 },
          { key: 'amount', width: 136, narrow: 2 },
          ...(is_compared ? comparedColumns : []),
          { key: 'fee', width: 112 },
          { key: 'commission', width: 124 },
          { key: 'net', width: 136 },
        ]}
        {...(can(transactionPage.view) && { onOpen: (row) => void navigate(placeOf(rowsOf(row)!)) })}
        search={<SearchBar list={report} filters={filters} />}
      />
    </ListScreen>
  )
}

/** ' · So với 08/11/2026 – 13/11/2026: 1.230.000 đ, +12,3%', of the days that are over. */
function ComparedLine({ compared }: { compared: Compared | null }) {
  if (!compared) return ' · Chưa có ngày nào đã hết để so sánh'
  const { from_date, to_date, until, before, change } = compared
  const days = from_date === to_date ? dayText(from_date) : `${dayText(from_date)} – ${dayText(to_date)}`
  return (
    <>
      {` · Đến hết ${dayText(until)} so với ${days} (${moneyText(before)}): `}
      <Change permille={change} />
    </>
  )
}

/** Chosen by the filter, so they are shown whatever columns were chosen before. */
const comparedColumns: ColumnSpec<SalesRow>[] = [
  { key: 'before', head: 'Kỳ so sánh', width: 136, always: true },
  { key: 'change', width: 96, always: true, narrow: 3, cell: ({ change }) => <Change permille={change} /> },
]

/** What a row stands for comes first, from the day to the product. */
const level = { always: true, narrow: 1 }
const levelColumns = {
  day: { ...level, key: 'day', width: 106 },
  partner: { ...level, key: 'partner_name' },
  pos: {
    ...level,
    key: 'pos_name',
    excel: ['pos_code', 'pos_name'] as const,
    cell: (row: SalesRow) => <PosName row={row} />,
  },
  user_pos: { ...level, key: 'user_name' },
  category: { ...level, key: 'category', width: 116 },
  area: { ...level, key: 'area_name', width: 116 },
} satisfies Record<Level, ColumnSpec<SalesRow>>
const levelNames = Object.keys(levelColumns) as Level[]

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
