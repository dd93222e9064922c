/** The history of orders, one order in full, and what staff do when one went wrong. */
import * as z from 'zod/mini'
import { BulkReport } from '#contract/bulk.ts'
import { calls, pageOf, read, search, write } from '#contract/call.ts'
import {
  choice,
  count,
  day,
  flag,
  id,
  image,
  list,
  moment,
  money,
  note,
  optional,
  orderId,
  seenVersion,
  text,
} from '#contract/fields.ts'
import { transactionPage } from '#features/orders/pages.contract.ts'
import { drawnNumbers, resultLife } from '#features/results/result/drawn-numbers.contract.ts'
import {
  bulk_errors,
  bulkInput,
  handledBy,
  Order,
  orderFilters,
  OrderLine,
  orderLife,
  searchedDays,
  posChoice,
} from './order.contract.ts'

/** Adds what decides about the acts on the order. */
export const Transaction = z.object({
  ...Order.shape,
  handling: handledBy(),
  has_images: flag('Có ảnh vé'),
  /** The person who has taken it. */
  taken_by: z.nullable(id('Người xử lý')),
  /** That person's time is over: anybody may take it. */
  is_lapsed: flag('Hết hạn giữ đơn'),
  reported_by: z.nullable(id('Người báo lỗi')),
  /** Faults can still be reported. */
  is_report_open: flag('Còn hạn báo lỗi'),
  /** It has its ticket and the draw has taken place: only the head office may report it. */
  is_drawn: flag('Kỳ đã quay'),
  is_draw_cancelled: flag('Kỳ đã hủy'),
  /** It is too late to print a ticket for it, or to show one before the draw. */
  is_due_over: flag('Hết giờ'),
})

/** The order's transfers in the ledger. */
export const OrderTransfer = z.object({
  ref: text('Tham chiếu', 100),
  from_code: text('Từ tài khoản', 100),
  to_code: text('Đến tài khoản', 100),
  amount: money('Số tiền'),
  reason: text('Nội dung', 500),
  at: moment('Thời gian'),
})

const name = (label: string) => z.nullable(text(label, 200))
const time = (label: string) => z.nullable(moment(label))

/** Who bought, sold and produced it, and when; lists and files show it too. */
const origin = {
  full_name: name('Khách hàng'),
  vendor_ref: name('Mã GD nguồn'),
  partner_name: name('Đại lý'),
  user_pos_name: name('Tài khoản POS'),
  device_code: name('Thiết bị'),
  paid_at: time('Thanh toán lúc'),
  finished_at: time('Hoàn thành lúc'),
  taken_by_name: name('Người xử lý'),
}

export const OrderDetail = z.object({
  ...Transaction.shape,
  ...origin,
  order_day: day('Ngày đặt'),
  /** The customer's wallet, for people who may see wallets. */
  account_id: z.nullable(id('Ví')),
  base_name: name('Kho'),
  device_name: name('Tên thiết bị'),
  expires_at: time('Hạn thanh toán'),
  taken_at: time('Nhận lúc'),
  /** Since when a lapsed order is free for others. */
  lapsed_at: time('Hết hạn giữ lúc'),
  images: list('Ảnh vé', image('Ảnh vé'), 50),
  reported_by_name: name('Người báo lỗi'),
  reported_at: time('Báo lỗi lúc'),
  report_reason: z.nullable(text('Lý do báo lỗi', 500)),
  report_image: z.nullable(image('Ảnh báo lỗi')),
  reported_from: z.nullable(orderLife.field()),
  rejected_by_name: name('Người từ chối báo lỗi'),
  rejected_at: time('Từ chối báo lỗi lúc'),
  end_reason: z.nullable(text('Lý do', 500)),
  ended_by_name: name('Người hoàn, hủy'),
  ended_at: time('Kết thúc lúc'),
  refunded_at: time('Đã hoàn tiền lúc'),
  note: z.nullable(text('Ghi chú', 500)),
  updated_by_name: name('Người cập nhật'),
  updated_at: time('Ngày cập nhật'),
  open_at: moment('Mở bán'),
  stop_at: moment('Ngừng nhận đơn'),
  print_at: moment('Giờ in vé'),
  draw_at: moment('Quay thưởng'),
  period_cancelled_at: time('Kỳ hủy lúc'),
  /** The draw's result; its numbers once it is confirmed. Null without a result. */
  draw_result: z.nullable(
    z.object({ status: resultLife.field(), numbers: z.nullable(drawnNumbers()), version: id('Phiên bản') }),
  ),
  /** The fault was reported after the draw: the person who accepts it must see the result. */
  is_late_report: flag('Báo lỗi sau giờ quay'),
  /** All orders of its purchase, including itself; empty where it was bought alone. */
  purchase: list(
    'Mua cùng lần',
    z.pick(Transaction, { order_id: true, period_code: true, total: true, status: true }),
    30,
  ),
  lines: list('Bộ số', OrderLine, 1_000),
  transfers: list('Bút toán', OrderTransfer, 10),
})

/** An order in the list. Its figures for the chosen play type are separate from those of the whole order. */
export const ListedTransaction = z.object({
  ...Transaction.shape,
  ...origin,
  play_lines: z.nullable(count('Bộ số loại này')),
  play_quantity: z.nullable(count('SL loại này')),
  play_amount: z.nullable(money('Tiền loại này')),
})

/** The columns of a file, in their order. */
export const export_columns = [
  'order_id',
  'ordered_at',
  'msisdn',
  'category',
  'period_code',
  'open_date',
  'area_name',
  'numbers',
  'quantity',
  'amount',
  'fee',
  'total',
  'commission',
  'vendor_name',
  'pos_code',
  'pos_name',
  'status',
  'reward',
  'handling',
  'full_name',
  'vendor_ref',
  'partner_name',
  'user_pos_name',
  'device_code',
  'paid_at',
  'finished_at',
  'taken_by_name',
] as const satisfies (keyof typeof ListedTransaction.shape)[]

/** Further columns of a file that is filtered by play type. */
export const export_play_columns = ['play_lines', 'play_quantity', 'play_amount'] as const

/** The columns that are added up. */
export const summed_columns = [
  'quantity',
  'amount',
  'fee',
  'total',
  'commission',
  'reward',
  ...export_play_columns,
] as const

const filters = {
  /** The kind of transaction; there is only one. */
  type: optional(choice('Loại', [[1, 'Mua vé']])),
  ...orderFilters,
}

const listInput = search(filters, ['order_id', 'ordered_at', 'total'])
const list_errors = ['from_exceeds_to', 'search_time_exceeded'] as const

export const transactions = calls('cms/history/transaction', {
  list: read('GET list', {
    title: 'Lịch sử giao dịch',
    may: transactionPage.view,
    input: listInput,
    output: z.extend(pageOf(ListedTransaction, summed_columns), {
      ...searchedDays,
      /** The part of the total that is cancelled or being refunded, which is no sale. */
      void_total: optional(money('Đã hủy, hoàn')),
    }),
    errors: list_errors,
  }),
  export: read('GET export', {
    title: 'Xuất lịch sử giao dịch',
    may: transactionPage.export,
    download: true,
    input: listInput,
    errors: list_errors,
  }),
  pos: read('GET pos/list', {
    title: 'Chọn điểm bán của giao dịch',
    may: transactionPage.view,
    ...posChoice,
  }),
})

const order_key = { order_id: orderId(), version: seenVersion() }
const guards = [
  'order_not_found',
  'order_locked',
  'order_calculated',
  'ticket_paying_reward',
  'action_invalid',
  'changed_by_other',
] as const

export const orders = calls('cms/order', {
  detail: read('GET get_detail', {
    title: 'Chi tiết giao dịch',
    may: transactionPage.view,
    input: z.object({ order_id: orderId() }),
    output: OrderDetail,
    errors: ['order_not_found'],
  }),
  /** To 11: accepts the report, and the money goes back; to 12: the source has refunded; to 4: the order is finished. */
  changeStatus: write('POST change_status', {
    stepUp: ({ status }) => status === orderLife.moves.accept_report.to || status === orderLife.moves.refund.to,
    title: 'Đổi trạng thái giao dịch',
    may: transactionPage.approve,
    input: z.object({
      ...order_key,
      status: orderLife.field(),
      note: note('Ghi chú', 500),
      /** The version of the result that the person saw, 0 for none; required where a fault was reported after the draw. */
      result_version: optional(count('Kết quả đã xem')),
    }),
    output: Transaction,
    errors: [...guards, 'no_right', 'ticket_image_not_found', 'period_closed', 'ticket_sold'],
  }),
  report: write('POST report', {
    title: 'Báo lỗi giao dịch',
    may: transactionPage.report,
    input: z.object({
      ...order_key,
      reason: note('Lý do báo lỗi', 500),
      /** A picture that the same person uploaded before becomes part of the report, unless it was removed again. */
      without_image: optional(flag('Không kèm ảnh')),
    }),
    output: Transaction,
    errors: [...guards, 'report_window_expired'],
  }),
  rejectReport: write('POST reject_report', {
    title: 'Từ chối báo lỗi',
    may: transactionPage.approve,
    input: z.object({ ...order_key, reason: note('Lý do từ chối', 500) }),
    output: Transaction,
    errors: [...guards, 'no_right'],
  }),
})

const bulkFields = {
  may: [transactionPage.report, transactionPage.approve],
  input: z.object({
    ...bulkInput(filters),
    action: choice('Thao tác', [
      ['report', 'Báo lỗi'],
      ['accept_report', 'Duyệt hoàn tiền'],
    ]),
  }),
  output: BulkReport,
  errors: bulk_errors,
} as const

/** The same for many orders: all are reported for one reason, or all reports accepted. */
export const manyOrders = calls('cms/order/many', {
  preview: read('POST act/preview', { title: 'Thử xử lý lỗi nhiều giao dịch', ...bulkFields }),
  act: write('POST act', {
    stepUp: ({ action }) => action === 'accept_report',
    title: 'Xử lý lỗi nhiều giao dịch',
    ...bulkFields,
  }),
})

/** The picture of a fault, before or after it is reported. */
export const reportPicture = calls('upload', {
  upload: write('POST ticket_report', {
    title: 'Tải ảnh báo lỗi lên',
    may: transactionPage.report,
    stream: true,
    input: z.object({ order_id: orderId() }),
    output: z.object({ url: image('Ảnh báo lỗi') }),
    errors: [...guards, 'no_right', 'report_window_expired'],
  }),
})
