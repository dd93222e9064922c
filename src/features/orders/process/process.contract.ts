/**
 * Orders that a person works on: online ones are printed here, for held ones the point of sale keeps the ticket. One person takes an order and
 * finishes or releases it; an order that is left untouched for too long is free again.
 */
import * as z from 'zod/mini'
import { BulkReport, selection } from '#contract/bulk.ts'
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
  optional,
  orderId,
  phone,
  status,
  text,
} from '#contract/fields.ts'
import {
  handledByStaff,
  Order,
  orderFilters,
  OrderLine,
  orderLife,
  searchedDays,
  posChoice,
} from '#features/orders/order/order.contract.ts'
import { heldPage, onlinePage } from '#features/orders/pages.contract.ts'
import { category } from '#features/results/product/product.contract.ts'

export const processStatus = { waiting: 0, processing: 1, done: 2, late: 3, stopped: 4, cancelled: 5 } as const
export type ProcessStatus = (typeof processStatus)[keyof typeof processStatus]

const { waiting, processing, done, late, stopped, cancelled } = processStatus

const processState = () =>
  status('Trạng thái', [
    [waiting, 'Chờ nhận', 'amber'],
    [processing, 'Đang xử lý', 'blue'],
    [done, 'Hoàn thành', 'green'],
    [late, 'Quá hạn', 'red'],
    [stopped, 'Đã dừng', 'neutral'],
    [cancelled, 'Kỳ đã hủy', 'red'],
  ])

export type Handling = 1 | 2

/** The folder of tickets' photos. */
export const photo_folder = 'order'
export const max_photos = 10

export const Process = z.object({
  /** The order's own number. */
  process_id: orderId(),
  handling: handledByStaff(),
  ordered_at: Order.shape.ordered_at,
  /** Since when it has been waiting. */
  paid_at: moment('Chờ'),
  category: category(),
  period_id: id('Kỳ'),
  period_code: text('Kỳ', 30),
  open_date: day('Ngày mở thưởng'),
  area_name: z.nullable(text('Đài', 50)),
  /** The first boards or tickets of the order, as printed. */
  numbers: Order.shape.numbers,
  line_count: count('Số bộ'),
  quantity: Order.shape.quantity,
  amount: money('Tiền vé'),
  fee: money('Phí'),
  total: money('Tổng tiền'),
  msisdn: z.nullable(phone('SĐT')),
  full_name: z.nullable(text('Khách hàng', 100)),
  pos_id: id('Điểm bán'),
  pos_code: text('Mã POS', 20),
  pos_name: text('Điểm bán', 200),
  status: processState(),
  order_status: orderLife.field(),
  taken_by: z.nullable(id('Người xử lý')),
  taken_by_name: z.nullable(text('Người xử lý', 100)),
  taken_at: z.nullable(moment('Nhận lúc')),
  /** Until then nobody else can take it; null while nobody has taken it. */
  hold_until: z.nullable(moment('Giữ đơn đến')),
  /** That time is over. */
  is_lapsed: flag('Hết hạn giữ đơn'),
  /** Until when the ticket can be printed, or when it is drawn. */
  due_at: moment('Hạn'),
  is_due_over: flag('Hết giờ'),
  is_draw_cancelled: flag('Kỳ đã hủy'),
  image_count: count('Ảnh vé'),
  finished_at: z.nullable(moment('Hoàn thành lúc')),
  version: id('Phiên bản'),
})

export const ProcessDetail = z.object({
  ...Process.shape,
  images: list('Ảnh vé', image('Ảnh vé', photo_folder), max_photos),
  lines: list(
    'Bộ số',
    z.pick(OrderLine, {
      line_no: true,
      play_type: true,
      numbers: true,
      series: true,
      quick_pick: true,
      quantity: true,
      amount: true,
    }),
  ),
})

const processFilters = {
  handling: optional(handledByStaff()),
  status: optional(processState()),
  category: optional(category()),
  area_id: orderFilters.area_id,
  pos_id: orderFilters.pos_id,
  partner_id: optional(id('Đại lý')),
  /** Only orders that the person has taken. */
  mine: optional(z.boolean()),
  from_date: optional(day('Từ ngày')),
  to_date: optional(day('Đến ngày')),
}

const views = [onlinePage.view, heldPage.view] as const
const works = [onlinePage.work, heldPage.work] as const
const finishes = [onlinePage.finish, heldPage.finish] as const
const guards = [
  'order_not_found',
  'order_locked',
  'action_invalid',
  'order_calculated',
  'ticket_paying_reward',
  'period_closed',
  'ticket_sold',
  'no_right',
  'changed_by_other',
  'from_exceeds_to',
  'search_time_exceeded',
] as const
const finish_guards = [...guards, 'ticket_image_not_found'] as const

/** A batch; `action` is the call's own name, which lists on screen send with every batch. */
const many = <const A extends string>(action: A, label: string) => ({
  input: z.object({
    ...selection(processFilters, orderId),
    action: optional(choice('Thao tác', [[action, label]])),
    /**
     * The orders by number, for callers without a list on screen, who leave out `ids` and `expected`. A refusal of a single order is the refusal of
     * the call.
     */
    process_ids: optional(list('Đơn', orderId(), 500)),
    expected: optional(count('Số dòng đã chọn', 500)),
    seen: optional(text('Dấu của các dòng đã xem', 64)),
  }),
  output: BulkReport,
})
const releasing = many('release', 'Trả lại')
const finishing = many('finish', 'Hoàn thành')

export const transactionProcess = calls('cms/history/transaction_process', {
  list: read('GET list', {
    title: 'Đơn cần xử lý',
    may: views,
    input: search(processFilters, ['process_id', 'paid_at', 'due_at', 'total', 'finished_at']),
    output: z.extend(pageOf(Process, ['quantity', 'amount', 'fee', 'total']), searchedDays),
    errors: ['from_exceeds_to', 'search_time_exceeded'],
  }),
  /**
   * Counts of open and done orders of these days; without days, all open ones and those done today. With `open_only` the done ones, which may be
   * many, are not counted.
   */
  summary: read('GET summary', {
    title: 'Số đơn cần xử lý',
    may: views,
    input: z.object({
      handling: processFilters.handling,
      from_date: processFilters.from_date,
      to_date: processFilters.to_date,
      open_only: optional(z.boolean()),
    }),
    output: z.object({
      waiting: count('Chờ nhận'),
      processing: count('Đang xử lý'),
      done: z.nullable(count('Hoàn thành')),
      late: count('Quá hạn'),
      cancelled: count('Kỳ đã hủy'),
      mine: count('Bạn đang giữ'),
      oldest_at: z.nullable(moment('Chờ lâu nhất từ')),
    }),
    errors: ['from_exceeds_to', 'search_time_exceeded'],
  }),
  detail: read('GET detail', {
    title: 'Chi tiết đơn cần xử lý',
    may: views,
    input: z.object({ process_id: orderId() }),
    output: ProcessDetail,
    errors: ['order_not_found'],
  }),
  take: write('POST take', {
    title: 'Nhận đơn xử lý',
    may: works,
    input: z.object({ process_ids: list('Đơn', orderId(), 500).check(z.minLength(1, 'Chưa chọn đơn nào')) }),
    output: BulkReport,
    errors: guards,
  }),
  /** The oldest waiting order that can still be done; null where there is none. */
  takeNext: write('POST take_next', {
    title: 'Nhận đơn tiếp theo',
    may: works,
    input: z.object({ handling: handledByStaff() }),
    output: z.object({ process_id: z.nullable(orderId()) }),
    errors: ['no_right'],
  }),
  updateImage: write('POST update_image', {
    title: 'Cập nhật ảnh vé',
    may: works,
    input: z.object({
      process_id: orderId(),
      image: image('Ảnh vé', photo_folder),
      /** Removes this photo instead of adding it. */
      remove: optional(z.boolean()),
    }),
    output: ProcessDetail,
    errors: guards,
  }),
  releasePreview: read('POST release/preview', {
    title: 'Thử trả lại nhiều đơn',
    may: finishes,
    ...releasing,
    errors: guards,
  }),
  release: write('POST release', { title: 'Trả lại đơn', may: finishes, ...releasing, errors: guards }),
  finishPreview: read('POST finish/preview', {
    title: 'Thử hoàn thành nhiều đơn',
    may: finishes,
    ...finishing,
    errors: finish_guards,
  }),
  finish: write('POST finish', { title: 'Hoàn thành đơn', may: finishes, ...finishing, errors: finish_guards }),
  pos: read('GET pos/list', { title: 'Chọn điểm bán của đơn cần xử lý', may: views, ...posChoice }),
})
