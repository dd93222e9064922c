/** What went back: refunds that wait for their source, those that are done, and orders that nobody paid. */
import { counting, useRead } from '#web/api.ts'
import type { BulkSetup } from '#web/bulk.ts'
import { DataTable } from '#web/data-table.tsx'
import { ListScreen } from '#web/list-screen.tsx'
import { rangeFilter } from '#web/range-filter.tsx'
import { useRights } from '#web/rights.ts'
import { SearchBar, type FilterSpec } from '#web/search-bar.tsx'
import { ShortMoment } from '#web/short-moment.tsx'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { Segmented } from '#web/ui/segmented.tsx'
import { Mono } from '#web/ui/text.tsx'
import { choicesOf } from '#web/use-choices.ts'
import { useNarrow } from '#web/use-narrow.ts'
import { useAddressValue, useList, type List, type RowOf } from '#web/use-list.ts'
import { infoOf } from '#contract/schema.ts'
import { useOrderActs } from '#features/orders/order/order-acts.screen.tsx'
import { touched } from '#features/orders/order/order-row.screen.tsx'
import type { OrderDetailProps } from '#features/orders/order/order-detail.screen.tsx'
import { orderStatus } from '#features/orders/order/order.contract.ts'
import { orders } from '#features/orders/order/transaction.contract.ts'
import { refundPage } from '#features/orders/pages.contract.ts'
import { paymentVendor } from '#features/settings/payment-vendor/payment-vendor.contract.ts'
import { Refund, refund } from './refund.contract.ts'

const OrderDetail = lazyPart(() => import('#features/orders/order/order-detail.screen.tsx'), {
  wanted: ({ opened }: OrderDetailProps) => opened !== null,
})

const vendors = choicesOf(paymentVendor.list, (row) => ({ value: row.payment_vendor_id, label: row.vendor_name }))
const filters: FilterSpec[] = [
  rangeFilter({ from: 'from_date', to: 'to_date', label: 'Thời gian' }),
  'category',
  { name: 'payment_vendor_id', choices: vendors },
]

const confirming: BulkSetup<RowOf<typeof refund.list>> = {
  preview: refund.confirmPreview,
  run: refund.confirm,
  idOf: (row) => row.order_id,
  actions: [
    {
      value: 'refund',
      label: 'Xác nhận đã hoàn',
      icon: 'check-circle',
      verb: 'xác nhận đã hoàn tiền',
      reason: {
        name: 'note',
        field: refund.confirm.input.shape.note,
        ask: 'Hãy ghi mã hoàn tiền của nguồn.',
        hint: 'Mã lô hoặc chứng từ hoàn của nguồn thanh toán, chung cho mọi đơn.',
      },
    },
  ],
  touches: touched,
}

export default function RefundScreen() {
  const { can } = useRights()
  const list = useList(refund.list)
  const [opened, open] = useAddressValue('order')
  const { actsOf, confirmOf, historyOf, dialogs } = useOrderActs()
  const opens = can(orders.detail)
  // Of orders that nobody paid nothing goes back: what they were is told instead.
  const isCancelled = list.state.status === orderStatus.cancelled
  // Only what waits for its source is confirmed; a phone has no room for choosing rows.
  const confirms = !useNarrow() && (list.state.status ?? orderStatus.refunding) === orderStatus.refunding
  return (
    <ListScreen page={refundPage}>
      <DataTable
        list={list}
        noun="đơn hoàn, hủy"
        columns={[
          { key: 'order_id', width: 138, narrow: 4, cell: (row) => <Mono>{row.order_id}</Mono> },
          'reason',
          { key: 'total', width: 120, narrow: 2, hidden: !isCancelled },
          { key: 'refund_amount', width: 120, narrow: 2, hidden: isCancelled },
          { key: 'vendor_name', width: 132, hidden: isCancelled },
          { key: 'ended_by_name', width: 112, ...(isCancelled && { head: 'Người hủy' }) },
          { key: 'ended_at', width: 104, narrow: 3, cell: (row) => <ShortMoment at={row.ended_at} /> },
          { key: 'status', width: 122, narrow: 1 },
          { key: 'msisdn', width: 112, hidden: !isCancelled },
          { key: 'paid_at', width: 104, hidden: true, cell: (row) => row.paid_at && <ShortMoment at={row.paid_at} /> },
          { key: 'category', width: 128, hidden: !isCancelled },
          { key: 'period_code', width: 118, hidden: true },
          { key: 'pos_name', width: 160, hidden: !isCancelled },
          { key: 'note', width: 200, hidden: true },
        ]}
        acts={(row) => (row.status === orderStatus.refunding ? [confirmOf(row), historyOf(row)] : [historyOf(row)])}
        {...(opens && { onOpen: (row: { order_id: number }) => open(String(row.order_id)) })}
        isOpen={(row) => String(row.order_id) === opened}
        {...(confirms && { bulk: confirming })}
        queues={<Queues list={list} />}
        search={<SearchBar list={list} keyword="Mã đơn, SĐT, tên khách, mã GD nguồn" filters={filters} />}
      />
      <OrderDetail opened={opens ? opened : null} onClose={() => open(null)} actsOf={actsOf} />
      {dialogs}
    </ListScreen>
  )
}

const states = [orderStatus.refunding, orderStatus.refunded, orderStatus.cancelled] as const

/** What waits for its source, with a count; the others without, because nobody works on them. */
function Queues({ list }: { list: List }) {
  const waiting = useRead(refund.list, { status: orderStatus.refunding, part: 'totals' }, counting)
  const options = infoOf(Refund.shape.status)!.options!
  const shown = states.find((status) => status === list.state.status)
  return (
    <Segmented
      aria-label="Trạng thái"
      value={shown === undefined ? 'all' : String(shown)}
      onChange={(status) => list.filter({ status: status === 'all' ? undefined : Number(status) })}
      options={[
        { value: 'all', label: 'Tất cả' },
        ...states.map((status) => ({
          value: String(status),
          label: options.find((option) => option.value === status)!.label,
          ...(status === orderStatus.refunding && { count: waiting.data?.total }),
        })),
      ]}
    />
  )
}
