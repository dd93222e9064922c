/** Unsold tickets: closing a station's day, after which its stock does not change any more, and what the unsold tickets won. */
import * as z from 'zod/mini'
import { calls, pageOf, read, search, write } from '#contract/call.ts'
import { count, day, id, list, moment, money, optional, text } from '#contract/fields.ts'
import { unsoldPage, unsoldPrizePage } from '#features/tickets/pages.contract.ts'
import { stockLife } from '#features/tickets/stock/stock-life.contract.ts'
import { series, ticketNumber } from '#features/tickets/ticket-number.contract.ts'

const quantity = (label: string) => count(label, Number.MAX_SAFE_INTEGER)

export const UnsoldTicket = z.object({
  ticket_id: quantity('Mã vé'),
  number: ticketNumber(),
  series: z.nullable(series()),
  ticket_group_id: z.nullable(id('Cặp nguyên')),
  area_id: id('Đài'),
  area_name: text('Đài', 50),
  base_id: id('Kho'),
  base_name: text('Kho', 100),
  open_date: day('Ngày'),
  in_stock: quantity('SL tồn'),
  face_value: money('Mệnh giá'),
  amount: money('Thành tiền'),
  status: stockLife.field('Trạng thái chốt'),
  return_until: moment('Giờ chốt hoàn'),
})

/** One store's stock of the station's draw, with its figures before closing. */
export const ClosingStock = z.object({
  base_id: id('Kho'),
  base_name: text('Kho', 100),
  status: stockLife.field('Trạng thái chốt'),
  imported: quantity('SL nhập'),
  sold: quantity('SL bán'),
  returned: quantity('SL hoàn'),
  transferred: quantity('SL chuyển'),
  return_pending: quantity('Chờ hoàn'),
  in_stock: quantity('SL tồn'),
  /** At face value. */
  unsold_amount: money('Giá trị vé tồn'),
  /** Confirmed return slips, and what the station credits for them. */
  return_slips: count('Số phiếu hoàn'),
  returned_amount: money('Tiền hoàn'),
  /** Waiting return slips: until the station's hour they prevent closing, after it they expire. */
  waiting_slips: count('Phiếu chờ xác nhận'),
  counted: z.nullable(quantity('Số vé đếm được')),
  close_reason: z.nullable(text('Lý do chênh lệch', 500)),
  closed_by_name: z.nullable(text('Người chốt', 100)),
  closed_at: z.nullable(moment('Chốt lúc')),
})

const Closing = z.object({
  area_id: id('Đài'),
  area_name: text('Đài', 50),
  open_date: day('Ngày'),
  /** By the server's clock. */
  at: moment('Lúc'),
  return_until: moment('Giờ chốt hoàn'),
  stop_at: moment('Giờ ngừng bán'),
  draw_at: moment('Giờ quay'),
  /** When the program closes a day that nobody has closed; null for never. */
  closes_at: z.nullable(moment('Tự chốt lúc')),
  stocks: list('Kho', ClosingStock, 1_000),
})

const key = {
  area_id: id('Đài'),
  open_date: day('Ngày mở thưởng'),
  /** Left out: every store with tickets of the draw that the person may see. */
  base_id: optional(id('Kho')),
}

export const unsold = calls('cms/instock', {
  list: read('GET list', {
    title: 'Danh sách vé tồn',
    may: unsoldPage.view,
    input: search(
      {
        area_id: optional(id('Đài')),
        open_date: optional(day('Ngày mở thưởng')),
        from_date: optional(day('Từ ngày')),
        to_date: optional(day('Đến ngày')),
        base_id: optional(id('Kho')),
        status: optional(stockLife.field('Trạng thái chốt')),
      },
      ['in_stock', 'number'],
    ),
    output: pageOf(UnsoldTicket, ['in_stock', 'amount']),
  }),
  closing: read('GET close_return/preview', {
    title: 'Thử chốt hoàn vé',
    may: unsoldPage.view,
    input: z.object(key),
    output: Closing,
    errors: ['period_not_found'],
  }),
  close: write('POST close_return', {
    title: 'Chốt hoàn vé',
    may: unsoldPage.approve,
    input: z.object({
      ...key,
      /** The counted paper tickets of one store; where they are not as many as in stock, the reason. */
      counted: optional(quantity('Số vé đếm được')),
      reason: optional(text('Lý do chênh lệch', 500)),
      /** What was unsold when the person looked. */
      expected: optional(quantity('SL tồn đã xem')),
    }),
    output: Closing,
    errors: [
      'period_not_found',
      'instock_not_found',
      'ticket_return_closed',
      'ticket_return_invalid',
      'changed_by_other',
    ],
  }),
  /** Calculates what the unsold tickets of a closed day won, once its result is confirmed. */
  calculate: write('POST calcu_return', {
    title: 'Tính thưởng vé tồn',
    may: unsoldPage.approve,
    input: z.object(key),
    output: Closing,
    errors: [
      'period_not_found',
      'instock_not_found',
      'instock_ticket_not_found',
      'ticket_return_invalid',
      'tickets_calculated',
      'result_not_found',
      'period_not_opened',
    ],
  }),
})

/** What the unsold tickets of one store won in one draw of a station. */
export const UnsoldCalculation = z.object({
  period_id: id('Kỳ'),
  open_date: day('Ngày'),
  area_id: id('Đài'),
  area_name: text('Đài', 50),
  base_id: id('Kho'),
  base_name: text('Kho', 100),
  in_stock: quantity('Tổng vé tồn'),
  won_count: quantity('Số vé trúng'),
  /** 'Giải tám × 3, Giải sáu'. */
  tiers: z.nullable(text('Giải', 1_000)),
  gross: money('Tổng tiền thưởng'),
  tax: money('Thuế'),
  net: money('Thực nhận'),
  /** Null where the program did it. */
  calculated_by_name: z.nullable(text('Người tính', 100)),
  calculated_at: moment('Thời gian'),
})

export const WonTicket = z.object({
  ticket_id: quantity('Mã vé'),
  number: ticketNumber(),
  series: z.nullable(series()),
  quantity: quantity('Số vé'),
  tiers: text('Giải', 300),
  gross: money('Tiền thưởng'),
  tax: money('Thuế'),
  net: money('Thực nhận'),
})

export const unsoldPrizes = calls('cms/xskt_ticket/instock/calc', {
  list: read('GET list', {
    title: 'Lịch sử tính thưởng vé tồn',
    may: unsoldPrizePage.view,
    input: search(
      {
        area_id: optional(id('Đài')),
        open_date: optional(day('Ngày mở thưởng')),
        base_id: optional(id('Kho')),
        from_date: optional(day('Từ ngày')),
        to_date: optional(day('Đến ngày')),
      },
      ['open_date', 'gross', 'calculated_at'],
    ),
    output: pageOf(UnsoldCalculation, ['in_stock', 'won_count', 'gross', 'tax', 'net']),
    errors: ['from_exceeds_to'],
  }),
  detail: read('GET detail', {
    title: 'Vé tồn trúng thưởng',
    may: unsoldPrizePage.view,
    input: search({ period_id: id('Kỳ'), base_id: id('Kho') }),
    output: pageOf(WonTicket, ['quantity', 'gross', 'tax', 'net']),
  }),
})
