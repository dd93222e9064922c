/** Traditional tickets in stock, number by number. */
import * as z from 'zod/mini'
import { calls, pageOf, read, search, write } from '#contract/call.ts'
import { day, id, image, money, optional, seenVersion, status, text } from '#contract/fields.ts'
import { ticketPage } from '#features/tickets/pages.contract.ts'
import { TicketImport, TicketLine } from '#features/tickets/ticket-import/ticket-import.contract.ts'
import { Ticket, ticketKind, ticketQuantity, ticketState, ticketStatus } from './ticket.contract.ts'

export const ticketFilters = {
  area_id: optional(id('Đài')),
  open_date: optional(day('Ngày mở thưởng')),
  from_date: optional(day('Từ ngày')),
  to_date: optional(day('Đến ngày')),
  base_id: optional(id('Kho')),
  kind: optional(ticketKind()),
  /** The number or its last digits. */
  number: optional(text('Dãy số', 6).check(z.regex(/^\d{2,6}$/, 'Nhập 2 đến 6 chữ số cuối'))),
  status: optional(ticketState()),
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

/** What the list adds up over all tickets that match its filters, in tickets. */
export const ticket_sums = ['imported', 'sold', 'returned', 'return_pending', 'transferred', 'in_stock'] as const

const key = { xsdt_ticket_id: ticketQuantity('Mã vé').check(z.positive()) }

export const xsktTicket = calls('cms/xskt_ticket', {
  list: read('GET list', {
    title: 'Danh sách vé',
    may: ticketPage.view,
    input: search(ticketFilters, ticket_sorts),
    output: pageOf(Ticket, ticket_sums),
    errors: ['search_time_exceeded'],
  }),
  get: read('GET get', {
    title: 'Chi tiết vé',
    may: ticketPage.view,
    input: z.object(key),
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
      ...key,
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
