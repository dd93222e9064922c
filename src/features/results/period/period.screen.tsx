import { useMemo } from 'react'
import { PageLink } from '#web/route/link.tsx'
import type { ColumnSpec } from '#web/list/columns.ts'
import { DataTable } from '#web/list/data-table.tsx'
import { show } from '#web/value/kinds.tsx'
import { ListScreen } from '#web/list/list-screen.tsx'
import { LiveBadge } from '#web/live/live-badge.tsx'
import { useLive } from '#web/live/reads.ts'
import { rangeFilter } from '#web/filter/range-filter.tsx'
import { useRights } from '#web/session/rights.ts'
import type { FilterSpec } from '#web/filter/filter.tsx'
import { SearchBar } from '#web/filter/search-bar.tsx'
import { Button } from '#web/ui/action/button.tsx'
import { lazyPart } from '#web/ui/base/lazy-part.tsx'
import { Segmented } from '#web/ui/action/segmented.tsx'
import { Select } from '#web/ui/field/select.tsx'
import { choicesOf } from '#web/choices/choice-source.ts'
import { useAddressValue, useList, type List } from '#web/list/use-list.ts'
import { useOpenRecord } from '#web/record/open-record.ts'
import { useNarrow } from '#web/list/use-narrow.ts'
import { infoOf, shapeOf } from '#contract/schema.ts'
import { transactionPage } from '#features/orders/pages.contract.ts'
import { periodPage } from '#features/results/pages.contract.ts'
import { drawArea } from '#features/tickets/draw-area/draw-area.contract.ts'
import type { GameCalendarsProps } from './calendar.screen.tsx'
import { useCancelActs } from './cancel-acts.screen.tsx'
import type { PeriodDetailProps } from './period-detail.screen.tsx'
import { ordersLink } from './period-orders.screen.tsx'
import { useSales } from './period-sales.screen.tsx'
import { hourText, PeriodState } from './period-state.screen.tsx'
import { period, periodPhase, PeriodSales, type ListedPeriodRow, type PeriodRow } from './period.contract.ts'

const GameCalendars = lazyPart(() => import('./calendar.screen.tsx'), {
  mountWhen: ({ open }: GameCalendarsProps) => open,
})
const PeriodDetail = lazyPart(() => import('./period-detail.screen.tsx'), {
  mountWhen: ({ record }: PeriodDetailProps) => record.id !== null,
})

export default function PeriodScreen() {
  const live = useLive(['periods'])
  const preset = useMemo(() => ({ phase: periodPhase.now }), [])
  const list = useWithSales(useList(period.list, {}, preset))
  const record = useOpenRecord(list, 'period', (row) => row.period_id)
  const [calendar, setCalendar] = useAddressValue('calendar')
  const cancelActs = useCancelActs()
  const isNarrow = useNarrow()
  const actions = (
    <Button icon="calendar" onClick={() => setCalendar('games')}>
      Lịch quay
    </Button>
  )
  return (
    <ListScreen page={periodPage} aside={<LiveBadge state={live} />} actions={actions}>
      <DataTable
        list={list}
        noun="kỳ"
        columns={[
          { key: 'name', width: 116, narrow: 1 },
          { key: 'open_date', width: 96 },
          { key: 'period_code', width: 152 },
          { key: 'open_at', width: 106, cell: hour('open_at') },
          { key: 'stop_at', width: 109, narrow: 3, cell: hour('stop_at') },
          { key: 'print_at', width: 75, cell: hour('print_at') },
          { key: 'draw_at', width: 85, cell: hour('draw_at') },
          {
            key: 'status',
            width: isNarrow ? 180 : 240,
            narrow: 2,
            cell: (row) => <PeriodState row={row} short={isNarrow} />,
          },
          ...(list.has_sales ? sales_columns : []),
          { key: 'line', width: 130, hidden: true },
          { key: 'return_until', hidden: true },
          { key: 'cancel_requested_by_name', width: 140, hidden: true },
          { key: 'cancel_requested_at', hidden: true },
          { key: 'cancel_reason', width: 200, hidden: true },
          { key: 'cancelled_by_name', width: 140, hidden: true },
          { key: 'cancelled_at', hidden: true },
        ]}
        acts={(row) => (row.cancel_requested_at === null ? [] : cancelActs.actsOf(row))}
        onOpen={record.open}
        isOpen={record.isOpen}
        queues={<Phases list={list} />}
        search={<SearchBar list={withoutPhase(list)} keyword="Sản phẩm, đài, mã kỳ" filters={filters} />}
      />
      <PeriodDetail record={record} actsOf={cancelActs.actsOf} />
      <GameCalendars open={calendar !== null} onClose={() => setCalendar(null)} />
      {cancelActs.dialog}
    </ListScreen>
  )
}

const sales_columns: ColumnSpec<ListedPeriodRow>[] = [
  { key: 'quantity', head: 'Đã bán', width: 60, cell: (row) => <Sold row={row} /> },
  { key: 'amount', width: 116, hidden: true },
  { key: 'orders', hidden: true },
]

/** Links to the orders for those who may see them. */
function Sold({ row }: { row: ListedPeriodRow }) {
  const { can } = useRights()
  const text = show(infoOf(PeriodSales.shape.quantity), row.quantity)
  return row.quantity && can(transactionPage.view) ? <PageLink {...ordersLink(row)}>{text}</PageLink> : text
}

/** Adds the sales of each draw for those who may see them: the list does not wait for them, an export reads them with its rows. */
function useWithSales(list: List<ListedPeriodRow>): List<ListedPeriodRow> & { has_sales: boolean } {
  const has_sales = useRights().can(period.sales)
  const { data, isPlaceholderData } = useSales(list.rows, { enabled: has_sales && list.rows.length > 0 })
  const sales_by_period = new Map(data?.items.map((row) => [row.period_id, row]))
  const rows = data
    ? list.rows.map((row) => ({
        ...row,
        ...(sales_by_period.get(row.period_id) ?? (isPlaceholderData ? null : no_sales)),
      }))
    : list.rows
  return { ...list, rows, input: { ...list.input, with_sales: has_sales }, has_sales }
}

const no_sales = { orders: 0, quantity: 0, amount: 0 }

const hour = (name: 'open_at' | 'stop_at' | 'print_at' | 'draw_at') => (row: PeriodRow) =>
  hourText(row[name], row.open_date)

const filters: FilterSpec[] = [
  'status',
  rangeFilter({ from: 'from_date', to: 'to_date', label: 'Ngày quay' }),
  'category',
  {
    name: 'area_id',
    choices: choicesOf(drawArea.byBase, (row) => ({ value: row.area_id, label: row.area_name, detail: row.area_code })),
  },
  'line',
]

/** A filter by day or state applies to all draws, not only to current ones. */
function withoutPhase<Row extends object>(list: List<Row>): List<Row> {
  const narrowsTime = (values: object) => ['from_date', 'to_date', 'status'].some((name) => name in values)
  return {
    ...list,
    filter: (values, typing) => list.filter(narrowsTime(values) ? { phase: undefined, ...values } : values, typing),
  }
}

function Phases<Row extends object>({ list }: { list: List<Row> }) {
  const { options } = infoOf(shapeOf(period.list.input).phase!)!
  // Side by side the options are wider than a phone.
  const Choice = useNarrow() ? Select<string> : Segmented<string>
  return (
    <Choice
      aria-label="Thời điểm"
      value={String(list.state.phase ?? 'all')}
      onChange={(phase) => list.filter({ phase: phase === 'all' ? undefined : phase })}
      options={[
        ...options!.map(({ value, label }) => ({ value: String(value), label })),
        { value: 'all', label: 'Tất cả' },
      ]}
    />
  )
}
