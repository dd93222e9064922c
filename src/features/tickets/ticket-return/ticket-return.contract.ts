/** Return slips: unsold tickets that are returned to their station when a second person confirms them before its hour. */
import * as z from 'zod/mini'
import { calls, page_row_limits, pageOf, read, search, write } from '#contract/call.ts'
import { choice, count, day, id, list, moment, money, optional, rate, text } from '#contract/fields.ts'
import { returnPage, ticketPage } from '#features/tickets/pages.contract.ts'
import { stockLife } from '#features/tickets/stock/stock-life.contract.ts'
import { series, ticketNumber } from '#features/tickets/ticket-number.contract.ts'
import { returnLife } from './return-life.contract.ts'

/** The most lines of one slip that are typed, scanned or read from a file; everything unsold needs no lines. */
export const max_return_lines = 5_000

/** How many lines a printed slip has; more go with its file. */
export const max_printed_lines = 2_000

const quantity = (label: string) => count(label, Number.MAX_SAFE_INTEGER)
const reason = () => text('Lý do', 500)

export const ReturnSlip = z.object({
  ticket_return_id: id('STT'),
  return_code: text('Mã phiếu', 20),
  base_id: id('Kho'),
  base_name: text('Kho', 100),
  area_id: id('Đài'),
  area_name: text('Đài', 50),
  open_date: day('Ngày mở thưởng'),
  status: returnLife.field(),
  line_count: count('Số dòng'),
  quantity: quantity('SL hoàn'),
  face_amount: money('Tổng mệnh giá'),
  amount: money('Thành tiền'),
  /** The terms when the slip was made; later changes do not affect it. */
  limit_rate: rate('Hạn mức hoàn'),
  price_rate: rate('Giá nhận lại'),
  received: quantity('SL nhập'),
  returned_before: quantity('Đã hoàn trước'),
  return_until: moment('Giờ chốt hoàn'),
  reason: reason(),
  decision: z.nullable(text('Lý do từ chối', 500)),
  created_by: id('Người lập'),
  created_by_name: z.nullable(text('Người lập', 100)),
  created_at: moment('Thời gian'),
  decided_by_name: z.nullable(text('Người xác nhận', 100)),
  decided_at: z.nullable(moment('Thời gian xác nhận')),
  version: id('Phiên bản'),
})

/** A slip with its people's full names, as they stand on its print. */
const SignedSlip = z.object({
  ...ReturnSlip.shape,
  created_by_full_name: z.nullable(text('Người lập', 100)),
  decided_by_full_name: z.nullable(text('Người xác nhận', 100)),
})

export const ReturnLine = z.object({
  ticket_id: quantity('Mã vé'),
  number: ticketNumber(),
  series: z.nullable(series()),
  ticket_group_id: z.nullable(id('Cặp nguyên')),
  quantity: count('SL hoàn'),
  face_value: money('Mệnh giá'),
  return_price: money('Giá hoàn'),
  amount: money('Thành tiền'),
})

/** What is to be returned: a ticket by its key or its number, or a whole ticket group. */
const ReturnItem = z.object({
  xsdt_ticket_id: optional(quantity('Mã vé')),
  ticket_group_id: optional(id('Cặp nguyên')),
  number: optional(ticketNumber()),
  series: optional(series()),
  quantity: optional(count('SL hoàn', 1_000_000).check(z.positive('Số lượng phải lớn hơn 0'))),
})

/** A line as it would go onto a slip, or why it cannot. */
const CheckedLine = z.object({
  /** Its position in the request, from 1. */
  line: count('Dòng'),
  number: z.nullable(text('Dãy số', 10)),
  series: z.nullable(text('Ký hiệu', 10)),
  ticket_group_id: z.nullable(id('Cặp nguyên')),
  in_stock: z.nullable(quantity('SL tồn')),
  quantity: quantity('SL hoàn'),
  amount: money('Thành tiền'),
  error: z.nullable(text('Lỗi', 200)),
  /** The catalogue's number of the refusal. */
  code: z.nullable(count('Mã lỗi')),
})

/** How many tickets of a stock may be returned, and at what price. */
const Terms = z.object({
  limit_rate: rate('Hạn mức hoàn'),
  price_rate: rate('Giá nhận lại'),
  received: quantity('SL nhập'),
  /** Returned, or on slips that wait. */
  returned: quantity('Đã hoàn'),
  /** How many may be returned altogether. */
  limit: quantity('Hạn mức'),
  return_until: moment('Giờ chốt hoàn'),
})

const batch = {
  area_id: id('Đài'),
  open_date: day('Ngày mở thưởng'),
  base_id: optional(id('Kho')),
  data: optional(list('Vé hoàn', ReturnItem, max_return_lines)),
  /** Everything that is unsold, instead of `data`. */
  all: optional(choice('Tất cả', [[1, 'Tất cả vé còn lại']])),
}

/** One store's tickets of one station's draw, for the person who decides what is returned. */
export const ReturnDesk = z.object({
  base_id: id('Kho'),
  base_name: text('Kho', 100),
  area_id: id('Đài'),
  area_name: text('Đài', 50),
  open_date: day('Ngày mở thưởng'),
  /** Without those that went to other stores: the limit is a share of it. */
  imported: quantity('SL nhập'),
  sold: quantity('SL bán'),
  returned: quantity('SL hoàn'),
  return_pending: quantity('Chờ xác nhận'),
  in_stock: quantity('SL tồn'),
  status: stockLife.field(),
  /** What the station would credit for all that is unsold. */
  unsold_amount: money('Giá hoàn của vé tồn'),
  limit: quantity('Hạn mức'),
  limit_rate: rate('Hạn mức hoàn'),
  price_rate: rate('Giá nhận lại'),
  /** Null where the tickets of the stock have several. */
  face_value: z.nullable(money('Mệnh giá')),
  number_length: count('Số chữ số'),
  return_until: moment('Giờ chốt hoàn'),
})

export const returnFilters = {
  area_id: optional(id('Đài')),
  open_date: optional(day('Ngày mở thưởng')),
  from_date: optional(day('Từ ngày mở thưởng')),
  to_date: optional(day('Đến ngày mở thưởng')),
  base_id: optional(id('Kho')),
  status: optional(returnLife.field()),
}

const key = { ticket_return_id: id('Phiếu hoàn') }
const seen_version = { version: optional(id('Phiên bản')) }
const return_errors = [
  'user_without_store',
  'period_not_found',
  'return_window_expired',
  'ticket_return_closed',
  'ticket_return_invalid',
  'return_exceeds_stock',
  'ticket_not_found',
  'ticket_sold',
] as const

export const ticketReturn = calls('cms/xskt_ticket', {
  desk: read('GET return/desk', {
    title: 'Vé chưa bán theo đài và kho',
    may: returnPage.view,
    input: z.object({ open_date: optional(day('Ngày mở thưởng')) }),
    output: z.object({ items: list('Kho vé', ReturnDesk, 1_000) }),
  }),
  /** Unsold tickets of stations whose hour is near, within the configured minutes. */
  reminder: read('GET return/reminder', {
    title: 'Vé chưa bán sắp hết giờ hoàn',
    may: returnPage.view,
    input: z.object({}),
    output: z.object({ items: list('Kho vé', ReturnDesk, 1_000) }),
  }),
  list: read('GET return/list', {
    title: 'Danh sách phiếu hoàn vé',
    may: returnPage.view,
    input: search(returnFilters, ['created_at', 'open_date', 'quantity', 'amount']),
    output: pageOf(ReturnSlip, ['quantity', 'amount']),
  }),
  detail: read('GET return/detail', {
    title: 'Chi tiết phiếu hoàn vé',
    may: returnPage.view,
    input: search({ ...key }, [], { max_page_size: page_row_limits.report }),
    output: z.object({ ...pageOf(ReturnLine, ['quantity', 'amount']).shape, slip: SignedSlip }),
    errors: ['not_found'],
  }),
  /** The slip line by line, for the station that takes the tickets back. */
  file: read('GET return/file', {
    title: 'Tệp phiếu hoàn cho đài',
    may: returnPage.export,
    download: true,
    input: z.object(key),
    errors: ['not_found', 'search_time_exceeded'],
  }),
  returnTicket: write('POST return_ticket', {
    title: 'Hoàn vé',
    may: [returnPage.update, ticketPage.update],
    input: z.object({
      xsdt_ticket_id: quantity('Mã vé').check(z.positive()),
      quantity: count('SL hoàn', 1_000_000).check(z.positive('Số lượng phải lớn hơn 0')),
      reason: z.prefault(reason(), 'Vé không bán hết'),
    }),
    output: ReturnSlip,
    errors: return_errors,
  }),
  preview: read('POST return_batch/preview', {
    title: 'Thử hoàn vé theo lô',
    may: [returnPage.update, returnPage.approve],
    input: z.object(batch),
    output: z.object({
      terms: Terms,
      line_count: count('Số dòng'),
      quantity: quantity('Số vé'),
      amount: money('Tổng tiền'),
      lines: list('Từng dòng', CheckedLine, max_return_lines),
    }),
    errors: ['user_without_store', 'period_not_found'],
  }),
  /** One slip with these lines, all or none. Station and day may be left out where each line has the `xsdt_ticket_id` of a ticket of one draw. */
  returnBatch: write('POST return_batch', {
    title: 'Hoàn vé theo lô',
    may: [returnPage.update, returnPage.approve],
    input: z.object({
      ...batch,
      area_id: optional(batch.area_id),
      open_date: optional(batch.open_date),
      reason: z.prefault(reason(), 'Vé không bán hết'),
    }),
    output: ReturnSlip,
    errors: return_errors,
  }),
  confirm: write('POST return/confirm', {
    title: 'Xác nhận phiếu hoàn vé',
    may: returnPage.approve,
    input: z.object({ ...key, ...seen_version }),
    output: ReturnSlip,
    errors: ['not_found', 'changed_by_other', 'no_right', 'action_invalid', 'over_cut_off', 'ticket_return_closed'],
  }),
  reject: write('POST return/reject', {
    title: 'Từ chối phiếu hoàn vé',
    may: returnPage.approve,
    input: z.object({ ...key, ...seen_version, reason: reason() }),
    output: ReturnSlip,
    errors: ['not_found', 'changed_by_other', 'no_right', 'action_invalid'],
  }),
  withdraw: write('POST return/withdraw', {
    title: 'Rút lại phiếu hoàn vé',
    may: [returnPage.update, ticketPage.update],
    input: z.object({ ...key, ...seen_version }),
    output: ReturnSlip,
    errors: ['not_found', 'changed_by_other', 'no_right', 'action_invalid'],
  }),
})

export type ReturnRow = z.output<typeof ReturnSlip>
export type DeskRow = z.output<typeof ReturnDesk>
