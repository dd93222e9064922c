/** Refunds that wait, finished refunds, and cancelled orders. */
import * as z from 'zod/mini'
import { BulkReport } from '#contract/bulk.ts'
import { calls, pageOf, read, search, write } from '#contract/call.ts'
import { choice, day, flag, id, moment, money, optional, status, text } from '#contract/fields.ts'
import { bulk_errors, bulkInput, Order, orderStatus, searchedDays } from '#features/orders/order/order.contract.ts'
import { refundPage, transactionPage } from '#features/orders/pages.contract.ts'

const { refunding, refunded, cancelled } = orderStatus

const state = () =>
  status('Trạng thái', [
    [refunding, 'Chờ hoàn tiền', 'amber'],
    [refunded, 'Đã hoàn', 'green'],
    [cancelled, 'Đã hủy', 'neutral'],
  ])

/** Shown instead of a source for an order that nobody paid. */
export const unpaid_label = 'Chưa thu tiền'

const { order_id, msisdn, category, period_code, pos_name, total, version } = Order.shape

export const Refund = z.object({
  order_id,
  ended_at: moment('Thời gian'),
  reason: z.nullable(text('Lý do', 500)),
  msisdn,
  category,
  period_code,
  pos_name,
  total,
  /** 0 for an order that was never paid. */
  refund_amount: money('Số tiền hoàn'),
  vendor_name: z.nullable(text('Kênh hoàn', 100)),
  /** Who cancelled a cancelled order: the customer, or the program when it expired. */
  ended_by_name: text('Người hoàn, hủy', 100),
  note: z.nullable(text('Ghi chú', 500)),
  status: state(),
  /** Reported after its draw, when somebody who knows the numbers could refund only what lost. */
  is_late_report: flag('Báo lỗi sau giờ quay'),
  /** When it was paid; null for an order that was never paid. */
  paid_at: z.nullable(moment('Thanh toán lúc')),
  version,
})

const refundFilters = {
  status: optional(state()),
  category: optional(category),
  payment_vendor_id: optional(id('Kênh hoàn')),
  from_date: optional(day('Từ ngày')),
  to_date: optional(day('Đến ngày')),
}

const confirming = {
  may: transactionPage.approve,
  input: z.object({ ...bulkInput(refundFilters), action: choice('Thao tác', [['refund', 'Xác nhận đã hoàn']]) }),
  output: BulkReport,
  errors: bulk_errors,
} as const

export const refund = calls('cms/history/refund', {
  list: read('GET list', {
    title: 'Lịch sử hoàn hủy',
    may: refundPage.view,
    input: search(refundFilters, ['ended_at', 'refund_amount', 'paid_at']),
    output: z.extend(pageOf(Refund, ['refund_amount', 'total']), searchedDays),
    errors: ['from_exceeds_to', 'search_time_exceeded'],
  }),
  /** Records that the sources have refunded these orders. */
  confirmPreview: read('POST confirm/preview', { title: 'Thử xác nhận đã hoàn nhiều đơn', ...confirming }),
  confirm: write('POST confirm', { title: 'Xác nhận đã hoàn nhiều đơn', stepUp: true, ...confirming }),
})
