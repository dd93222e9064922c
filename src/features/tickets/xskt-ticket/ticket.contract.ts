/** A ticket in stock: its fields and states. */
import * as z from 'zod/mini'
import { choice, count, day, id, image, moment, money, status, text } from '#contract/fields.ts'
import { region } from '#features/tickets/draw-area/draw-area.contract.ts'
import { series, ticketNumber } from '#features/tickets/ticket-number.contract.ts'

export const ticketStatus = { stopped: 0, on_sale: 1, sold_out: 2 } as const
export const ticketState = () =>
  status('Trạng thái', [
    [ticketStatus.on_sale, 'Đang bán', 'green'],
    [ticketStatus.sold_out, 'Đã bán hết', 'neutral'],
    [ticketStatus.stopped, 'Ngừng bán', 'amber'],
  ])
export const ticketKind = () =>
  choice('Loại vé', [
    [1, 'Vé thường'],
    [2, 'Vé cặp nguyên'],
  ])
export const ticketQuantity = (label: string) => count(label, Number.MAX_SAFE_INTEGER)

export const Ticket = z.object({
  xsdt_ticket_id: ticketQuantity('Mã vé'),
  area_id: id('Đài'),
  area_name: text('Đài', 50),
  category: region(),
  open_date: day('Ngày mở thưởng'),
  base_id: id('Kho'),
  base_name: text('Kho', 100),
  number: ticketNumber(),
  series: z.nullable(series()),
  kind: ticketKind(),
  /** The ticket group that it belongs to. */
  ticket_group_id: z.nullable(id('Cặp nguyên')),
  ticket_import_id: z.nullable(id('Phiếu nhập')),
  face_value: money('Mệnh giá'),
  price: money('Giá bán'),
  imported: ticketQuantity('SL nhập'),
  sold: ticketQuantity('SL bán'),
  returned: ticketQuantity('SL hoàn'),
  /** On slips that nobody has confirmed yet. */
  return_pending: ticketQuantity('SL chờ hoàn'),
  transferred: ticketQuantity('SL chuyển'),
  in_stock: ticketQuantity('SL tồn'),
  image_url: z.nullable(image('Ảnh vé')),
  status: ticketState(),
  created_at: moment('Ngày nhập'),
  updated_by_name: z.nullable(text('Người cập nhật', 100)),
  updated_at: z.nullable(moment('Ngày cập nhật')),
  version: id('Phiên bản'),
})
