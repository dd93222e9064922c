/** What apps and devices at points of sale may call. They sign each request with their own key. */
import * as z from 'zod/mini'
import { calls, read, write } from '#contract/call.ts'
import {
  count,
  day,
  flag,
  id,
  list,
  moment,
  money,
  note,
  optional,
  orderId,
  phone,
  reference,
  text,
} from '#contract/fields.ts'
import { transid_pattern } from '#contract/wire.ts'
import { handledBy, OrderLine, orderLife } from '#features/orders/order/order.contract.ts'
import { category, game, productLine } from '#features/results/product/product.contract.ts'
import { Result } from '#features/results/result/draw-result.contract.ts'

/** The request's own key, unique for its device. */
export const transid = () =>
  text('Mã riêng của yêu cầu', 64).check(z.regex(transid_pattern, 'Gồm 8–64 chữ cái, chữ số, - hoặc _'))

// The caller is a program: an unknown field is its mistake, which must not be ignored where money is at stake.

/** A board of a game, single tickets of a number, or a whole ticket group: each has fields of its own. */
const Line = z.strictObject({
  play_type: optional(id('Loại hình chơi').check(z.maximum(32_767))),
  numbers: optional(text('Bộ số', 1_000)),
  stake: optional(count('Số lần', 1_000)),
  /** The machine chose the numbers, not the customer. */
  quick_pick: optional(flag('Chọn nhanh (TC)')),
  number: optional(text('Dãy số', 10)),
  series: optional(text('Ký hiệu', 10)),
  quantity: optional(count('Số lượng', 1_000)),
  ticket_group_id: optional(id('Cặp nguyên')),
})
export type ChannelLine = z.output<typeof Line>

const boughtFields = {
  transid: transid(),
  vendor_code: text('Nguồn thanh toán', 20),
  handling: optional(handledBy()),
  user_pos_id: optional(id('Tài khoản POS')),
  msisdn: optional(phone('SĐT khách hàng')),
  full_name: optional(text('Họ tên khách hàng', 100)),
}

const Create = z.strictObject({
  ...boughtFields,
  /** For a game; without it the draw that sells now. */
  category: optional(game()),
  period_id: optional(id('Kỳ')),
  /** For traditional tickets. */
  area_id: optional(id('Đài')),
  open_date: optional(day('Ngày mở thưởng')),
  lines: list('Các dòng', Line, 50),
})
export type ChannelCreate = z.output<typeof Create>

const order = {
  order_id: orderId(),
  ordered_at: moment('Thời gian đặt'),
  category: category(),
  period_id: id('Kỳ'),
  period_code: text('Mã kỳ', 30),
  open_date: day('Ngày mở thưởng'),
  draw_at: moment('Giờ quay'),
  /** An order that is not paid by then is cancelled. */
  expires_at: z.nullable(moment('Hạn thanh toán')),
  quantity: count('SL vé'),
  amount: money('Tiền vé'),
  fee: money('Phí'),
  total: money('Tổng tiền'),
  status: orderLife.field(),
  paid_at: z.nullable(moment('Thời gian thanh toán')),
}
const Order = z.object(order)

const Purchase = z.object({
  purchase_id: orderId(),
  expires_at: z.nullable(moment('Hạn thanh toán')),
  /** The total of its unpaid orders. */
  due: money('Cần thanh toán'),
  /** One of each draw, the next draw first. */
  orders: z.array(Order),
})

const create_errors = [
  'under_maintenance',
  'request_exists',
  'pos_not_found',
  'pos_not_in_partner',
  'payment_vendor_not_found',
  'payment_vendor_not_in_group',
  'category_not_found',
  'category_not_in_group',
  'amount_wrong',
  'period_not_found',
  'period_not_opened',
  'period_closed',
  'debt_not_enough',
  'no_right',
] as const
const pay_errors = [
  'request_exists',
  'order_not_found',
  'order_locked',
  'action_invalid',
  'period_not_opened',
  'period_closed',
  'debt_not_enough',
  'no_right',
] as const

const SoldLine = z.pick(OrderLine, {
  play_type: true,
  numbers: true,
  series: true,
  quick_pick: true,
  quantity: true,
  amount: true,
  reward: true,
  tax: true,
  prizes: true,
})

/** A confirmed result: one that is only entered or has been reopened is not published. */
const ChannelResult = z.object({
  ...z.pick(Result, {
    period_id: true,
    period_code: true,
    category: true,
    area_id: true,
    name: true,
    open_date: true,
    draw_at: true,
  }).shape,
  numbers: Result.shape.numbers,
  published: Result.shape.published,
  confirmed_at: moment('Xác nhận lúc'),
  /** Rises with each correction. */
  version: id('Phiên bản'),
})

const OpenPeriod = z.object({
  period_id: id('Kỳ'),
  line: productLine(),
  category: category(),
  name: text('Sản phẩm/Đài', 100),
  area_id: z.nullable(id('Đài')),
  period_code: text('Mã kỳ', 30),
  open_date: day('Ngày quay'),
  stop_at: moment('Giờ ngừng nhận'),
  print_at: moment('Giờ in vé'),
  draw_at: moment('Giờ quay'),
  price_unit: money('Giá một vé, một lần'),
})

export const channel = calls('/api/xs/channel', {
  create: write('POST /api/xs/channel/order/create', {
    title: 'Đặt vé',
    may: 'channel',
    input: Create,
    output: Order,
    errors: [...create_errors, 'ticket_not_found', 'period_sold_out'],
  }),
  pay: write('POST /api/xs/channel/order/pay', {
    title: 'Thanh toán đơn',
    may: 'channel',
    input: z.strictObject({
      transid: transid(),
      order_id: orderId(),
      /** Required for every source but the wallet and cash at the counter. */
      vendor_ref: optional(reference('Số tham chiếu của nguồn', 100)),
    }),
    output: Order,
    errors: pay_errors,
  }),
  cancel: write('POST /api/xs/channel/order/cancel', {
    title: 'Hủy đơn chưa thanh toán',
    may: 'channel',
    input: z.strictObject({ transid: transid(), order_id: orderId(), reason: optional(note('Lý do', 200)) }),
    output: Order,
    errors: ['request_exists', 'order_not_found', 'order_locked', 'action_invalid'],
  }),
  status: read('GET /api/xs/channel/order/status', {
    title: 'Tình trạng đơn',
    may: 'channel',
    input: z.strictObject({ order_id: orderId() }),
    output: z.object({
      ...order,
      reward: money('Tiền thưởng'),
      reward_tax: money('Thuế TNCN'),
      lines: z.array(SoldLine),
    }),
    errors: ['order_not_found'],
  }),
  createPurchase: write('POST /api/xs/channel/purchase/create', {
    title: 'Mua nhiều kỳ',
    may: 'channel',
    input: z.strictObject({
      ...boughtFields,
      category: game(),
      /** The first of the draws; without it the draw that sells now. */
      period_id: optional(id('Kỳ')),
      draws: count('Số kỳ', 30).check(z.minimum(1, 'Mua từ 1 kỳ trở lên')),
      lines: list('Các dòng', Line, 50),
    }),
    output: Purchase,
    errors: create_errors,
  }),
  payPurchase: write('POST /api/xs/channel/purchase/pay', {
    title: 'Thanh toán lần mua nhiều kỳ',
    may: 'channel',
    input: z.strictObject({
      transid: transid(),
      purchase_id: orderId(),
      /** The total that the customer agreed to: if an order was cancelled meanwhile, the payment is refused. */
      total: money('Số tiền thanh toán'),
      vendor_ref: optional(reference('Số tham chiếu của nguồn', 100)),
    }),
    output: Purchase,
    errors: [...pay_errors, 'amount_wrong'],
  }),
  purchaseStatus: read('GET /api/xs/channel/purchase/status', {
    title: 'Tình trạng lần mua nhiều kỳ',
    may: 'channel',
    input: z.strictObject({ purchase_id: orderId() }),
    output: Purchase,
    errors: ['order_not_found'],
  }),
  /** For each product the last draw with a confirmed result; for a region all stations of its last day. */
  latestResults: read('GET /api/xs/channel/result/latest', {
    title: 'Kết quả mới nhất',
    may: 'channel',
    input: z.strictObject({ category: optional(category()) }),
    output: z.object({ items: z.array(ChannelResult) }),
  }),
  resultOfPeriod: read('GET /api/xs/channel/result/by_period', {
    title: 'Kết quả của một kỳ',
    may: 'channel',
    input: z.strictObject({ period_id: id('Kỳ') }),
    output: ChannelResult,
    errors: ['period_not_found', 'period_without_result'],
  }),
  openPeriods: read('GET /api/xs/channel/period/open', {
    title: 'Các kỳ đang mở bán',
    may: 'channel',
    input: z.strictObject({ line: optional(productLine()) }),
    output: z.object({ now: moment('Giờ của máy chủ'), items: z.array(OpenPeriod) }),
  }),
})

export type ChannelPurchase = z.output<typeof channel.createPurchase.input>
