/** Refunds: those that wait for their source, finished ones, and cancelled orders that were never paid. */
import { useRead } from '#web/call/api.ts'
import { counting } from '#web/call/counting.ts'
import type { BulkSetup } from '#web/action/bulk.ts'
import { choicesOf } from '#web/choices/choice-source.ts'
import { DataTable } from '#web/list/data-table.tsx'
import { ListScreen } from '#web/list/list-screen.tsx'
import { rangeFilter } from '#web/filter/range-filter.tsx'
import { useRights } from '#web/session/rights.ts'
import type { FilterSpec } from '#web/filter/filter.tsx'
import { SearchBar } from '#web/filter/search-bar.tsx'
import { ShortMoment } from '#web/value/short-moment.tsx'
import { lazyPart } from '#web/ui/base/lazy-part.tsx'
import { Segmented } from '#web/ui/action/segmented.tsx'
import { Mono } from '#web/ui/layout/text.tsx'
import { Signals } from '#web/record/signals.tsx'
import { useOpenRecord } from '#web/record/open-record.ts'
import { useNarrow } from '#web/list/use-narrow.ts'
import { useList, type List, type RowOf } from '#web/list/use-list.ts'
import { infoOf } from '#contract/schema.ts'
import { riskSignalsOf } from '#features/orders/order-act/order-act.rules.ts'
import { useOrderActs } from '#features/orders/order-act/order-acts.screen.tsx'
import { invalidated } from '#features/orders/order/order-row.screen.tsx'
import type { OrderDetailProps } from '#features/orders/order/order-detail.screen.tsx'
import { orderStatus } from '#features/orders/order/order.contract.ts'
import { orders } from '#features/orders/order/transaction.contract.ts'
import { refundPage } from '#features/orders/pages.contract.ts'
import { paymentVendor, vendorOption } from '#features/settings/payment-vendor/payment-vendor.contract.ts'
import { Refund, refund } from './refund.contract.ts'

const OrderDetail = lazyPart(() => import('#features/orders/order/order-detail.screen.tsx'), {
  mountWhen: ({ record }: OrderDetailProps) => record.id !== null,
})

const vendors = choicesOf(paymentVendor.list, vendorOption)
const filters: FilterSpec[] = [
  rangeFilter({ from: 'from_date', to: 'to_date', label: 'Thời gian' }),
  'category',
  { name: 'payment_vendor_id', choices: vendors },
]

const confirming: BulkSetup<RowOf<typeof refund.list>> = {
  preview: refund.confirmPreview,
  run: refund.confirm,
  idOf: (row) => row.order_id,
  amountOf: (row) => row.refund_amount,
  actions: [
    {
      value: 'refund',
      label: 'Xác nhận đã hoàn',
      icon: 'check-circle',
      verb: 'xác nhận đã hoàn tiền',
      reason: {
        name: 'note',
        field: refund.confirm.input.shape.note,
        emptyText: 'Hãy ghi mã hoàn tiền của nguồn.',
        hint: 'Mã lô hoặc chứng từ hoàn của nguồn thanh toán, chung cho mọi đơn.',
      },
    },
  ],
  invalidates: invalidated,
}

export default function RefundScreen() {
  const { can } = useRights()
  const list = useList(refund.list)
  const record = useOpenRecord(list, 'order', (row) => row.order_id)
  const { actsOf, confirmOf, historyOf, dialogs } = useOrderActs()
  const opens = can(orders.detail)
  // Unpaid orders have no refund: their own amounts are shown instead.
  const isCancelled = list.state.status === orderStatus.cancelled
  // Only refunds that wait for their source are confirmed; a phone has no room for selecting rows.
  const confirms = !useNarrow() && (list.state.status ?? orderStatus.refunding) === orderStatus.refunding
  return (
    <ListScreen page={refundPage}>
      <DataTable
        list={list}
        noun="đơn hoàn, hủy"
        columns={[
          { key: 'order_id', width: 150, narrow: 4, cell: (row) => <Mono>{row.order_id}</Mono> },
          'reason',
          {
            key: 'is_late_report',
            head: 'Dấu hiệu',
            width: 170,
            hidden: isCancelled,
            excel: ['is_late_report'],
            cell: (row) => <Signals signals={riskSignalsOf(row)} wrap={false} />,
          },
          { key: 'total', width: 120, narrow: 2, hidden: !isCancelled },
          { key: 'refund_amount', width: 120, narrow: 2, hidden: isCancelled },
          { key: 'vendor_name', width: 132, hidden: isCancelled },
          { key: 'status', width: 122, narrow: 1 },
          { key: 'ended_at', width: 104, narrow: 3, cell: (row) => <ShortMoment moment={row.ended_at} /> },
          { key: 'ended_by_name', width: 112, ...(isCancelled && { head: 'Người hủy' }) },
          { key: 'msisdn', width: 112, hidden: !isCancelled },
          {
            key: 'paid_at',
            width: 104,
            hidden: true,
            cell: (row) => row.paid_at && <ShortMoment moment={row.paid_at} />,
          },
          { key: 'category', width: 128, hidden: !isCancelled },
          { key: 'period_code', width: 152, hidden: true },
          { key: 'pos_name', width: 160, hidden: !isCancelled },
          { key: 'note', width: 200, hidden: true },
        ]}
        acts={(row) => (row.status === orderStatus.refunding ? [confirmOf(row), historyOf(row)] : [historyOf(row)])}
        {...(opens && { onOpen: record.open })}
        isOpen={record.isOpen}
        {...(confirms && { bulk: confirming })}
        queues={<Queues list={list} />}
        search={<SearchBar list={list} keyword="Mã đơn, SĐT, tên khách, mã GD nguồn" filters={filters} />}
      />
      {opens && <OrderDetail record={record} actsOf={actsOf} />}
      {dialogs}
    </ListScreen>
  )
}

const states = [orderStatus.refunding, orderStatus.refunded, orderStatus.cancelled] as const

/** The waiting ones have a count; nobody works on the others. */
function Queues({ list }: { list: List }) {
  const waiting = useRead(refund.list, { status: orderStatus.refunding, part: 'totals' }, counting)
  const options = infoOf(Refund.shape.status)!.options!
  const chosen_status = states.find((status) => status === list.state.status)
  return (
    <Segmented
      aria-label="Trạng thái"
      value={chosen_status === undefined ? 'all' : String(chosen_status)}
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
