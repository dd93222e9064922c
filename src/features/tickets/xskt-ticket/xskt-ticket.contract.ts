/** Traditional tickets in stock, number by number. */
import * as z from 'zod/mini'
import { calls, pageOf, read, search, write } from '#contract/call.ts'
import { choice, count, day, id, image, moment, money, optional, seenVersion, status, text } from '#contract/fields.ts'
import { region } from '#features/tickets/draw-area/draw-area.contract.ts'
import { ticketPage } from '#features/tickets/pages.contract.ts'
import { TicketImport, TicketLine } from '#features/tickets/ticket-import/ticket-import.contract.ts'
import { series, ticketNumber } from '#features/tickets/ticket-number.contract.ts'

export const ticketStatus = { stopped: 0, on_sale: 1, sold_out: 2 } as const
const state = () =>
  status('Trạng thái', [
    [ticketStatus.on_sale, 'Đang bán', 'green'],
    [ticketStatus.sold_out, 'Hết vé', 'neutral'],
    [ticketStatus.stopped, 'Ngừng bán', 'amber'],
  ])
const kind = () =>
  choice('Loại vé', [
    [1, 'Vé thường'],
    [2, 'Vé cặp nguyên'],
  ])
const quantity = (label: string) => count(label, Number.MAX_SAFE_INTEGER)

export const Ticket = z.object({
  xsdt_ticket_id: quantity('Mã vé'),
  area_id: id('Đài'),
  area_name: text('Đài', 50),
  category: region(),
  open_date: day('Ngày mở thưởng'),
  base_id: id('Kho'),
  base_name: text('Kho', 100),
  number: ticketNumber(),
  series: z.nullable(series()),
  kind: kind(),
  /** The ticket group that it belongs to. */
  ticket_group_id: z.nullable(id('Cặp nguyên')),
  ticket_import_id: z.nullable(id('Phiếu nhập')),
  face_value: money('Mệnh giá'),
  price: money('Giá bán'),
  imported: quantity('SL nhập'),
  sold: quantity('SL bán'),
  returned: quantity('SL hoàn'),
  /** On slips that nobody has confirmed yet. */
  return_pending: quantity('SL chờ hoàn'),
  transferred: quantity('SL chuyển'),
  in_stock: quantity('SL tồn'),
  image_url: z.nullable(image('Ảnh vé')),
  status: state(),
  created_at: moment('Ngày nhập'),
  updated_by_name: z.nullable(text('Người cập nhật', 100)),
  updated_at: z.nullable(moment('Ngày cập nhật')),
  version: id('Phiên bản'),
})

export const ticketFilters = {
  area_id: optional(id('Đài')),
  open_date: optional(day('Ngày mở thưởng')),
  from_date: optional(day('Từ ngày')),
  to_date: optional(day('Đến ngày')),
  base_id: optional(id('Kho')),
  kind: optional(kind()),
  /** The number or its last digits. */
  number: optional(text('Dãy số', 6).check(z.regex(/^\d{2,6}$/, 'Nhập 2 đến 6 chữ số cuối'))),
  status: optional(state()),
}

/** By which columns the list can be sorted. */
const ticket_sorts = [
  'open_date',
  'xsdt_ticket_id',
  'number',
  'area_name',
  'face_value',
  'price',
  'imported',
  'sold',
  'returned',
  'in_stock',
  'created_at',
] as const

const one = { xsdt_ticket_id: quantity('Mã vé').check(z.positive()) }

export const xsktTicket = calls('cms/xskt_ticket', {
  list: read('GET list', {
    title: 'Danh sách vé',
    may: ticketPage.view,
    input: search(ticketFilters, ticket_sorts),
    output: pageOf(Ticket, ['imported', 'sold', 'returned', 'in_stock']),
    errors: ['search_time_exceeded'],
  }),
  get: read('GET get', {
    title: 'Chi tiết vé',
    may: ticketPage.view,
    input: z.object(one),
    output: Ticket,
    errors: ['ticket_not_found'],
  }),
  /** Adds a slip of one line: tickets come into stock in no other way. */
  add: write('POST add', {
    title: 'Thêm vé',
    may: ticketPage.add,
    input: z.object({
      area_id: id('Đài'),
      open_date: day('Ngày mở thưởng'),
      base_id: optional(id('Kho')),
      ...TicketLine.shape,
    }),
    output: TicketImport,
    errors: [
      'user_without_store',
      'draw_period_not_found',
      'period_not_found',
      'period_closed',
      'over_cut_off',
      'ticket_exists',
      'auto_approve_period_not_opened',
      'ticket_import_failed',
    ],
  }),
  /** Fields that are left out are not changed; the price is fixed once a ticket is sold, and everything once the sale has stopped. */
  update: write('POST update', {
    title: 'Sửa vé',
    may: ticketPage.update,
    input: z.object({
      ...one,
      version: seenVersion(),
      price: optional(money('Giá bán').check(z.positive('Giá bán phải lớn hơn 0'), z.maximum(100_000_000))),
      image_url: optional(image('Ảnh vé', 'ticket')),
      status: optional(
        status('Trạng thái', [
          [ticketStatus.on_sale, 'Đang bán', 'green'],
          [ticketStatus.stopped, 'Ngừng bán', 'amber'],
        ]),
      ),
    }),
    output: Ticket,
    errors: ['ticket_not_found', 'changed_by_other', 'ticket_sold', 'period_closed'],
  }),
})
