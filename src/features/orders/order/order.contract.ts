/** Orders: what a customer bought through the channel, until its prize is paid or its money is refunded. */
import * as z from 'zod/mini'
import { selection } from '#contract/bulk.ts'
import { pageOf, search, unpaged } from '#contract/call.ts'
import {
  choice,
  count,
  customerPhone,
  day,
  flag,
  id,
  list,
  moment,
  money,
  note,
  optional,
  orderId,
  text,
} from '#contract/fields.ts'
import { lifecycle, type StatusOf } from '#contract/lifecycle.ts'
import { category, productLine } from '#features/results/product/product.contract.ts'

/** The moves by staff and the channel; the prize calculation and the payout of prizes have their own. */
export const orderLife = lifecycle({
  states: {
    unpaid: [1, 'Chờ thanh toán', 'neutral', 'Đơn chưa thanh toán.'],
    paid: [2, 'Chờ xử lý', 'amber', 'Đơn đang chờ xử lý.'],
    processing: [3, 'Đang xử lý', 'blue', 'Đơn đang được xử lý.'],
    done: [4, 'Hoàn thành', 'green', 'Đơn đã hoàn thành.'],
    /** Never stored: a done order whose draw has stopped selling is shown as this. */
    awaiting_draw: [5, 'Chờ mở thưởng', 'blue', 'Đơn đã hoàn thành, đang chờ mở thưởng.'],
    lost: [6, 'Không trúng', 'neutral', 'Đơn hàng đã được tính thưởng.', 'order_calculated'],
    won: [7, 'Trúng thưởng', 'green', 'Đơn hàng đã được tính thưởng.', 'order_calculated'],
    paying_reward: [8, 'Đang trả thưởng', 'amber', 'Vé đang được trả thưởng.', 'ticket_paying_reward'],
    rewarded: [9, 'Đã trả thưởng', 'green', 'Đơn hàng đã được tính và trả thưởng.', 'order_calculated'],
    reported: [10, 'Báo lỗi', 'red', 'Đơn đang bị báo lỗi, chờ duyệt.'],
    refunding: [11, 'Chờ hoàn tiền', 'amber', 'Đơn đang chờ hoàn tiền.'],
    refunded: [12, 'Đã hoàn', 'neutral', 'Đơn đã hoàn tiền.'],
    cancelled: [13, 'Đã hủy', 'neutral', 'Đơn đã hủy.'],
  },
  moves: {
    pay: { from: ['unpaid'], to: 'paid' },
    cancel: { from: ['unpaid'], to: 'cancelled' },
    take: { from: ['paid'], to: 'processing' },
    release: { from: ['processing'], to: 'paid' },
    finish: { from: ['processing'], to: 'done' },
    report: { from: ['paid', 'processing', 'done', 'awaiting_draw'], to: 'reported' },
    /** Returns to the status before the report, which is stored with it. */
    reject_report: { from: ['reported'] },
    accept_report: { from: ['reported'], to: 'refunding' },
    refund: { from: ['refunding'], to: 'refunded' },
  },
})
export const orderStatus = orderLife.status
export type OrderStatus = StatusOf<typeof orderLife>

/** The displayed reason of orders that the program cancelled, for which no reason is stored. */
export const expiry_reason = 'Quá hạn thanh toán'

/** Who ended an order, where it was not a person of the staff. */
export const enders = { customer: 'Khách hàng', program: 'Hệ thống' } as const

/** Who produces the ticket: the device, staff for an online order, or the point of sale that holds the ticket. */
export const handling = { device: 0, online: 1, held: 2 } as const
export type Handling = (typeof handling)[keyof typeof handling]

const handlings = [
  [handling.device, 'Thiết bị tự in'],
  [handling.online, 'Trực tuyến'],
  [handling.held, 'Giữ vé'],
] as const
const [, ...staff_handlings] = handlings
/** Who makes the paper of an order: the device, staff, or the point of sale that keeps the ticket. */
export const handledBy = () => choice('Cách xử lý', handlings)
/** Of orders that wait for a person. */
export const handledByStaff = () => choice('Cách xử lý', staff_handlings)

/** The range of amounts that an order is in, as `sale_band` in the database. */
export const bands = [
  [1, 'Dưới 20.000 đ'],
  [2, '20.000 – dưới 50.000 đ'],
  [3, '50.000 – dưới 100.000 đ'],
  [4, '100.000 – dưới 200.000 đ'],
  [5, '200.000 – dưới 500.000 đ'],
  [6, '500.000 – dưới 1 triệu đ'],
  [7, '1 – dưới 5 triệu đ'],
  [8, 'Từ 5 triệu đ'],
] as const
/** The range of an order's value, in which reports count it. */
export const band = () => choice('Giá trị đơn', bands)

/** A report's snapshot of the database, by which the orders behind a figure are exactly those that the report counted. */
export const snapshot = () => text('Số liệu tại', 2_000).check(z.regex(/^\d{1,20}:\d{1,20}:(\d{1,20}(,\d{1,20})*)?$/))

/** The id of something that an order, or its point of sale, may lack: 0 filters for those without one. */
const idOrNone = (label: string) => count(label)

/** The longest range of days behind a report's figure: reports cover no more. */
export const max_days_behind_a_figure = 800

/** The filters of a list of orders; links from reports use these names. Days are those of the order. */
export const orderFilters = {
  line: optional(productLine()),
  category: optional(category()),
  period_id: optional(id('Kỳ')),
  area_id: optional(id('Đài')),
  base_id: optional(id('Kho')),
  partner_id: optional(idOrNone('Đại lý')),
  pos_group_id: optional(idOrNone('Nhóm điểm bán')),
  pos_id: optional(id('Điểm bán')),
  user_pos_id: optional(idOrNone('Tài khoản POS')),
  handling: optional(handledBy()),
  payment_vendor_id: optional(id('Nguồn TT')),
  band: optional(band()),
  total_from: optional(money('Tổng tiền từ')),
  total_to: optional(money('Tổng tiền đến')),
  play_type: optional(id('Loại hình chơi').check(z.maximum(32_767))),
  status: optional(orderLife.field()),
  /** Only what counts as a sale: paid, and not refunded. */
  is_sale: optional(z.boolean()),
  /** Only orders that the report with this snapshot counted. */
  snapshot: optional(snapshot()),
  from_date: optional(day('Từ ngày')),
  to_date: optional(day('Đến ngày')),
  /** Only this hour of each of these days. */
  hour: optional(count('Giờ', 23)),
}

/** The searched days, where not all were searched: who sets no range must not think that it was every day. */
export const searchedDays = {
  searched_from: optional(day('Tìm từ ngày')),
  searched_to: optional(day('Tìm đến ngày')),
  /** How many days are searched without a chosen range. */
  search_days: optional(count('Số ngày tìm')),
}

/** A batch of orders to act on, for one reason, which the dry run does not need. */
export const bulkInput = <F extends Record<string, z.ZodMiniType>>(filters: F) => ({
  ...selection(filters, orderId),
  note: optional(note('Lý do', 500)),
  seen: optional(text('Dấu của các dòng đã xem', 64)),
})
export const bulk_errors = ['changed_by_other', 'no_right', 'from_exceeds_to', 'search_time_exceeded'] as const

/** Points of sale to choose from, for the list of orders and for what adds them up. */
export const posChoice = {
  input: search({ pos_id: optional(id('Điểm bán')) }, [], unpaged),
  output: pageOf(z.object({ pos_id: id('STT'), pos_code: text('Mã POS', 20), pos_name: text('Điểm bán', 200) })),
}

/** A board of a game, or tickets of one row. */
export const OrderLine = z.object({
  line_no: id('STT'),
  play_type: id('Loại hình chơi'),
  numbers: text('Bộ số', 1_000),
  series: z.nullable(text('Ký hiệu', 100)),
  xsdt_ticket_id: z.nullable(orderId('Vé')),
  /** The numbers of this board were picked by the machine. */
  quick_pick: flag('Chọn nhanh (TC)'),
  quantity: count('SL vé'),
  amount: money('Tiền vé'),
  reward: money('Tiền thưởng'),
  /** The tax on the prize. */
  tax: money('Thuế TNCN'),
  /** The prizes by tier with their amounts; null where it won nothing or the result is not known yet. */
  prizes: z.nullable(
    list(
      'Giải',
      z.object({
        tier: text('Hạng giải', 20),
        count: count('Số giải', Number.MAX_SAFE_INTEGER),
        amount: money('Giá trị một giải'),
      }),
      100,
    ),
  ),
})

export const Order = z.object({
  order_id: orderId(),
  ordered_at: moment('Thời gian'),
  msisdn: z.nullable(customerPhone('SĐT')),
  category: category(),
  period_id: id('Kỳ'),
  period_code: text('Kỳ', 30),
  open_date: day('Ngày mở thưởng'),
  area_name: z.nullable(text('Đài', 50)),
  /** The first boards or tickets of the order, as printed. */
  numbers: text('Bộ số', 1_000),
  quantity: count('SL vé'),
  amount: money('Tiền vé'),
  fee: money('Phí'),
  total: money('Tổng tiền'),
  commission: money('Hoa hồng'),
  vendor_name: z.nullable(text('Nguồn TT', 100)),
  pos_id: id('Điểm bán'),
  pos_code: text('Mã POS', 20),
  pos_name: text('Điểm bán', 200),
  status: orderLife.field(),
  reward: money('Tiền thưởng'),
  version: id('Phiên bản'),
})
