import { createLink } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useRead } from '#web/api.ts'
import { serverNow } from '#web/clock.ts'
import type { ColumnSpec } from '#web/columns.ts'
import { DataTable } from '#web/data-table.tsx'
import { show } from '#web/kinds.tsx'
import { ListScreen } from '#web/list-screen.tsx'
import { LiveSign } from '#web/live-sign.tsx'
import { useNews } from '#web/live-news.ts'
import { useLive } from '#web/live-reads.ts'
import { rangeFilter } from '#web/range-filter.tsx'
import { useReadAgain } from '#web/read-again.ts'
import { useRights } from '#web/rights.ts'
import { SearchBar, type FilterSpec } from '#web/search-bar.tsx'
import { Button } from '#web/ui/button.tsx'
import { Row } from '#web/ui/layout.tsx'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { Segmented } from '#web/ui/segmented.tsx'
import { Select } from '#web/ui/select.tsx'
import { TextLink } from '#web/ui/text.tsx'
import { choicesOf } from '#web/use-choices.ts'
import { useAddressValue, useList, type List } from '#web/use-list.ts'
import { useNarrow } from '#web/use-narrow.ts'
import { infoOf, shapeOf } from '#contract/schema.ts'
import { transactionPage } from '#features/orders/pages.contract.ts'
import { periodPage } from '#features/results/pages.contract.ts'
import { drawArea } from '#features/tickets/draw-area/draw-area.contract.ts'
import type { GameCalendarsProps } from './calendar.screen.tsx'
import { useCancelActs } from './cancel-acts.screen.tsx'
import type { PeriodDetailProps } from './period-detail.screen.tsx'
import { ordersOf } from './period-orders.screen.tsx'
import { hourText, PeriodState } from './period-state.screen.tsx'
import { period, periodPhase, PeriodSales, type PeriodRow } from './period.contract.ts'

const GameCalendars = lazyPart(() => import('./calendar.screen.tsx'), {
  wanted: ({ open }: GameCalendarsProps) => open,
})
const PeriodDetail = lazyPart(() => import('./period-detail.screen.tsx'), {
  wanted: ({ opened }: PeriodDetailProps) => opened !== null,
})

export default function PeriodScreen() {
  const live = useLive(['periods'])
  const preset = useMemo(() => ({ phase: periodPhase.now }), [])
  const list = useWithSales(useList(period.list, {}, preset))
  const [opened, open] = useAddressValue('period')
  const [calendar, openCalendar] = useAddressValue('calendar')
  const cancelling = useCancelActs()
  const isNarrow = useNarrow()
  const actions = (
    <Row>
      <LiveSign state={live} />
      <Button icon="calendar" onClick={() => openCalendar('games')}>
        Lịch quay
      </Button>
    </Row>
  )
  return (
    <ListScreen page={periodPage} actions={actions}>
      <DataTable
        list={list}
        noun="kỳ"
        columns={[
          { key: 'name', width: 116, narrow: 1 },
          { key: 'open_date', width: 96 },
          { key: 'period_code', width: 152 },
          { key: 'open_at', width: 124, cell: hour('open_at') },
          { key: 'stop_at', width: 109, narrow: 3, cell: hour('stop_at') },
          { key: 'print_at', width: 75, cell: hour('print_at') },
          { key: 'draw_at', width: 85, cell: hour('draw_at') },
          {
            key: 'status',
            width: isNarrow ? 180 : 240,
            narrow: 2,
            cell: (row) => <PeriodState row={row} short={isNarrow} />,
          },
          ...(list.has_sales ? soldColumns : []),
          { key: 'line', width: 130, hidden: true },
          { key: 'return_until', hidden: true },
          { key: 'cancel_asked_by_name', width: 140, hidden: true },
          { key: 'cancel_asked_at', hidden: true },
          { key: 'cancel_reason', width: 200, hidden: true },
          { key: 'cancelled_by_name', width: 140, hidden: true },
          { key: 'cancelled_at', hidden: true },
        ]}
        acts={(row) => (row.cancel_asked_at === null ? [] : cancelling.actsOf(row))}
        onOpen={(row) => open(String(row.period_id))}
        isOpen={(row) => String(row.period_id) === opened}
        queues={<Phases list={list} />}
        search={<SearchBar list={widened(list)} keyword="Sản phẩm, đài, mã kỳ" filters={filters} />}
      />
      <PeriodDetail opened={opened} actsOf={cancelling.actsOf} onClose={() => open(null)} />
      <GameCalendars open={calendar !== null} onClose={() => openCalendar(null)} />
      {cancelling.dialog}
    </ListScreen>
  )
}

type Shown = PeriodRow & Partial<Omit<PeriodSales, 'period_id'>>

const { quantity, amount, orders } = PeriodSales.shape
const soldColumns: ColumnSpec<Shown>[] = [
  { key: 'quantity', field: quantity, head: 'Đã bán', width: 60, excel: [], cell: (row) => <Sold row={row} /> },
  { key: 'amount', field: amount, width: 116, hidden: true, excel: [] },
  { key: 'orders', field: orders, hidden: true, excel: [] },
]

const Link = createLink(TextLink)

/** For whom orders are shown, the figure leads to them. */
function Sold({ row }: { row: Shown }) {
  const { can } = useRights()
  const text = show(infoOf(quantity), row.quantity)
  return row.quantity && can(transactionPage.view) ? <Link {...ordersOf(row)}>{text}</Link> : text
}

/** Somewhere something is sold all the time. */
const sales_pace_ms = 15_000

/** Beside each draw what was sold of it so far, for whom that is shown; the list does not wait for it. */
function useWithSales(list: List<PeriodRow>): List<Shown> & { has_sales: boolean } {
  const has_sales = useRights().can(period.sales)
  const period_ids = list.rows.map((row) => row.period_id)
  const asked = has_sales && period_ids.length > 0
  const read = useRead(period.sales, { period_ids }, { enabled: asked, keep: true })
  const { data } = read
  const heard = useNews('sales', String(read.dataUpdatedAt), read.isFetching)
  // What is sold of a draw changes until it is printed: later only money that goes back is news, which is not looked for.
  const sells = list.rows.some(({ print_at }) => Date.parse(print_at) > serverNow())
  useReadAgain(read, heard && asked && sells, sales_pace_ms)
  const of = new Map(data?.items.map((one) => [one.period_id, one]))
  const rows = list.rows.map((row) => ({ ...nothing, ...row, ...(data && of.get(row.period_id)) }))
  return { ...list, rows: data ? rows : list.rows, has_sales }
}

const nothing = { orders: 0, quantity: 0, amount: 0 }

const hour = (name: 'open_at' | 'stop_at' | 'print_at' | 'draw_at') => (row: PeriodRow) =>
  hourText(row[name], row.open_date)

const filters: FilterSpec[] = [
  'line',
  'category',
  {
    name: 'area_id',
    choices: choicesOf(drawArea.byBase, (row) => ({ value: row.area_id, label: row.area_name, detail: row.area_code })),
  },
  'status',
  rangeFilter({ from: 'from_date', to: 'to_date', label: 'Ngày quay' }),
]

/** Whoever asks for a day or a state asks whenever it was, not only for what goes on now. */
function widened<Row extends object>(list: List<Row>): List<Row> {
  const asks = (values: object) => ['from_date', 'to_date', 'status'].some((name) => name in values)
  return {
    ...list,
    filter: (values, typing) => list.filter(asks(values) ? { phase: undefined, ...values } : values, typing),
  }
}

function Phases<Row extends object>({ list }: { list: List<Row> }) {
  const { options } = infoOf(shapeOf(period.list.input).phase!)!
  // Beside one another they are wider than a phone.
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
