/** Stock by store, station and draw, and every change of it. */
import * as z from 'zod/mini'
import { calls, pageOf, read, search } from '#contract/call.ts'
import { choice, count, day, id, moment, optional, text } from '#contract/fields.ts'
import { storeTicketPage, stockHistoryPage } from '#features/tickets/pages.contract.ts'
import { stockLife } from './stock-life.contract.ts'

export const movementKind = {
  imported: 1,
  sold: 2,
  returned: 3,
  transferred_out: 4,
  transferred_in: 5,
  sale_cancelled: 6,
  return_requested: 7,
  return_released: 8,
  return_confirmed: 9,
} as const
export type MovementKind = (typeof movementKind)[keyof typeof movementKind]

const quantity = (label: string) => count(label, Number.MAX_SAFE_INTEGER)
const kind = () =>
  choice('Loại biến động', [
    [movementKind.imported, 'Nhập'],
    [movementKind.sold, 'Bán'],
    [movementKind.returned, 'Hoàn'],
    [movementKind.transferred_out, 'Chuyển đi'],
    [movementKind.transferred_in, 'Chuyển đến'],
    [movementKind.sale_cancelled, 'Hủy bán'],
    [movementKind.return_requested, 'Chờ hoàn'],
    [movementKind.return_released, 'Bỏ hoàn'],
    [movementKind.return_confirmed, 'Xác nhận hoàn'],
  ])

const stock_key = {
  base_id: id('Kho'),
  base_name: text('Kho', 100),
  area_id: id('Đài'),
  area_name: text('Đài', 50),
  open_date: day('Ngày mở thưởng'),
}

export const Stock = z.object({
  ...stock_key,
  ticket_count: quantity('Số dãy số'),
  imported: quantity('SL nhập'),
  sold: quantity('SL bán'),
  returned: quantity('SL hoàn'),
  transferred: quantity('SL chuyển'),
  return_pending: quantity('Chờ hoàn'),
  in_stock: quantity('SL tồn'),
  status: stockLife.field(),
  return_until: moment('Giờ chốt hoàn'),
})

export const StockMovement = z.object({
  movement_id: quantity('STT'),
  at: moment('Thời gian'),
  ...stock_key,
  kind: kind(),
  before: quantity('SL trước'),
  quantity: quantity('SL thay đổi'),
  after: quantity('SL sau'),
  ticket_import_id: z.nullable(id('Phiếu nhập')),
  ticket_group_id: z.nullable(id('Cặp nguyên')),
  /** The code of the slip or ticket group that it came from. */
  reference: z.nullable(text('Tham chiếu', 20)),
  note: z.nullable(text('Ghi chú', 500)),
  created_by_name: z.nullable(text('Người thực hiện', 100)),
})

export const stock_sums = [
  'ticket_count',
  'imported',
  'sold',
  'returned',
  'transferred',
  'return_pending',
  'in_stock',
] as const

const filters = {
  area_id: optional(id('Đài')),
  base_id: optional(id('Kho')),
  open_date: optional(day('Ngày mở thưởng')),
}

export const stock = calls('cms', {
  list: read('GET base_store/ticket/list', {
    title: 'Tồn kho theo kho và đài',
    may: storeTicketPage.view,
    input: search(
      {
        ...filters,
        from_date: optional(day('Từ ngày mở thưởng')),
        to_date: optional(day('Đến ngày mở thưởng')),
        status: optional(stockLife.field()),
      },
      ['open_date', 'imported', 'in_stock'],
    ),
    output: pageOf(Stock, stock_sums),
  }),
  history: read('GET report/instock_history', {
    title: 'Lịch sử kho vé',
    may: stockHistoryPage.view,
    input: search(
      {
        from_date: optional(day('Từ ngày')),
        to_date: optional(day('Đến ngày')),
        ...filters,
        kind: optional(kind()),
        ticket_import_id: optional(id('Phiếu nhập')),
        ticket_group_id: optional(id('Cặp nguyên')),
      },
      ['at', 'quantity'],
    ),
    output: pageOf(StockMovement),
    errors: ['from_exceeds_to', 'search_time_exceeded'],
  }),
})
