/** The list of all orders: found by day, point of sale, number or customer, with their status. */
import { useMemo } from 'react'
import { DataTable } from '#web/list/data-table.tsx'
import { ListScreen } from '#web/list/list-screen.tsx'
import { SearchBar } from '#web/filter/search-bar.tsx'
import type { Values } from '#web/list/list-state.ts'
import { ShortMoment } from '#web/value/short-moment.tsx'
import { Button } from '#web/ui/action/button.tsx'
import { today } from '#web/ui/date/date-text.ts'
import { lazyPart } from '#web/ui/base/lazy-part.tsx'
import { Mono } from '#web/ui/layout/text.tsx'
import { useOpenRecord } from '#web/record/open-record.ts'
import { useNarrow } from '#web/list/use-narrow.ts'
import { useAddressValue, useKeyword, useList, type List } from '#web/list/use-list.ts'
import { moneyText } from '#contract/text/money-text.ts'
import { transactionPage } from '#features/orders/pages.contract.ts'
import { searchesAllDays } from './order-keyword.rules.ts'
import { useOrderActs } from '#features/orders/order-act/order-acts.screen.tsx'
import { useOrderBulk } from '#features/orders/order-act/order-bulk.screen.tsx'
import type { OrderDetailProps } from './order-detail.screen.tsx'
import { OfPlay, useOrderFilters } from './order-filters.screen.tsx'
import { export_columns, export_play_columns, transactions } from './transaction.contract.ts'

const OrderDetail = lazyPart(() => import('./order-detail.screen.tsx'), {
  mountWhen: ({ record }: OrderDetailProps) => record.id !== null,
})

/** The figures of the chosen play type, beside those of the whole orders. */
const play_columns = [
  { key: 'play_amount', width: 132, always: true, narrow: 1 },
  { key: 'play_quantity', width: 112, always: true },
  { key: 'play_lines', width: 116, always: true },
] as const

const everyDay = { from_date: null, to_date: null }

export default function OrderScreen() {
  const preset = useMemo(() => ({ from_date: today(), to_date: today() }), [])
  const keyword = useKeyword()
  const [from] = useAddressValue('from_date')
  const [to] = useAddressValue('to_date')
  // A search for one order or customer without chosen days is over all days, not only today.
  const isOfAllDays = searchesAllDays(keyword) && from === null && to === null
  const list = useList(transactions.list, isOfAllDays ? everyDay : {}, preset)
  const record = useOpenRecord(list, 'order', (row) => row.order_id)
  const { actsOf, historyOf, dialogs } = useOrderActs()
  const filters = useOrderFilters(list)
  const bulk = useOrderBulk()
  // A phone has no room for selecting rows.
  const isNarrow = useNarrow()
  const { play_type } = list.state
  const columns = play_type == null ? export_columns : [...export_columns, ...export_play_columns]
  return (
    <ListScreen page={transactionPage} subtitle={play_type != null && <OfPlay list={list} />}>
      <DataTable
        list={list}
        noun="đơn"
        byServer={{ call: transactions.export, columns }}
        columns={[
          { key: 'order_id', width: 150, narrow: 4, cell: (row) => <Mono>{row.order_id}</Mono> },
          { key: 'ordered_at', width: 104, narrow: 3, cell: (row) => <ShortMoment moment={row.ordered_at} /> },
          { key: 'status', width: 126, narrow: 1 },
          { key: 'total', width: 112, narrow: 2 },
          ...(list.state.play_type == null ? [] : play_columns),
          { key: 'msisdn', width: 112 },
          { key: 'category', width: 128 },
          { key: 'period_code', width: 146 },
          { key: 'numbers', width: 190 },
          { key: 'quantity', width: 72 },
          { key: 'amount', width: 108 },
          { key: 'fee', width: 84 },
          { key: 'vendor_name', width: 132 },
          { key: 'pos_name', width: 160 },
          { key: 'reward', width: 110 },
          { key: 'area_name', width: 110, hidden: true },
          { key: 'open_date', hidden: true },
          { key: 'pos_code', width: 110, hidden: true },
          { key: 'commission', width: 104, hidden: true },
          { key: 'handling', width: 110, hidden: true },
          { key: 'full_name', width: 150, hidden: true },
          { key: 'vendor_ref', width: 150, hidden: true },
          { key: 'partner_name', width: 150, hidden: true },
          { key: 'user_pos_name', width: 130, hidden: true },
          { key: 'device_code', width: 110, hidden: true },
          { key: 'paid_at', width: 104, hidden: true },
          { key: 'finished_at', width: 104, hidden: true },
          { key: 'taken_by_name', width: 120, hidden: true },
        ]}
        acts={(row) => [...actsOf(row), historyOf(row)]}
        onOpen={record.open}
        isOpen={record.isOpen}
        search={<SearchBar list={list} keyword="Mã đơn, SĐT, tên khách, mã GD nguồn" filters={filters} />}
        totalsName={totalsName(list.whole?.void_total)}
        wider={isOfDays(list.input, preset) && <SearchMoreDays list={list} />}
        {...(!isNarrow && { bulk })}
      />
      <OrderDetail record={record} actsOf={actsOf} />
      {dialogs}
    </ListScreen>
  )
}

/** Explains that the sum of all orders is not the sales. */
function totalsName(void_total: unknown): string {
  return typeof void_total === 'number' && void_total > 0
    ? `Tổng cộng, gồm ${moneyText(void_total)} đã hủy, hoàn`
    : 'Tổng cộng'
}

const isOfDays = (input: Values, days: Values) => input.from_date === days.from_date && input.to_date === days.to_date

/** Nothing was found today: offers to search earlier days. */
function SearchMoreDays({ list }: { list: List }) {
  const max_days = list.searched?.search_days
  return (
    <Button icon="search" onClick={() => list.filter({ from_date: undefined, to_date: undefined })}>
      {max_days === undefined ? 'Tìm trong nhiều ngày hơn' : `Tìm trong ${max_days} ngày`}
    </Button>
  )
}
