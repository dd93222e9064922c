/** Whole sets: tickets of one number in every series, sold as one. They come in by slips of their own and may move between stores. */
import * as z from 'zod/mini'
import { BulkReport, selection } from '#contract/bulk.ts'
import { calls, pageOf, read, search, write } from '#contract/call.ts'
import { choice, count, day, id, image, list, moment, money, note, optional, status, text } from '#contract/fields.ts'
import { life } from '#contract/life.ts'
import { groupApprovalPage, ticketGroupPage } from '#features/tickets/pages.contract.ts'
import { Ticket } from '#features/tickets/xskt-ticket/xskt-ticket.contract.ts'

/** The same number in every series, or the same last digits after each of the ten first digits in every series. */
export const setKind = { same_number: 1, ten_heads: 2 } as const
const kind = () =>
  choice('Loại cặp', [
    [setKind.same_number, 'Cùng dãy số'],
    [setKind.ten_heads, 'Nguyên cặp 10 đầu'],
  ])

/** As the tables keep it; what is shown also says what follows from the tickets and the stock. */
export const groupStatus = { waiting: 1, on_sale: 2, sold_out: 3, unsold: 4, calculated: 5, deleted: 7 } as const
export type KeptGroupStatus = 1 | 2 | 7
export const groupLife = life<KeptGroupStatus>()({
  change: { from: [1, 2], to: 2 },
  transfer: { from: [2], to: 2 },
  delete: { from: [1, 2], to: 7 },
})
const state = () =>
  status('Trạng thái', [
    [groupStatus.waiting, 'Chờ duyệt', 'amber'],
    [groupStatus.on_sale, 'Đang bán', 'green'],
    [groupStatus.sold_out, 'Đã bán hết', 'neutral'],
    [groupStatus.unsold, 'Tồn', 'blue'],
    [groupStatus.calculated, 'Đã tính thưởng', 'neutral'],
    [groupStatus.deleted, 'Đã xóa', 'neutral'],
  ])
export const slipStatus = { waiting: 1, approved: 3, deleted: 7 } as const
const slipState = () =>
  status('Trạng thái', [
    [slipStatus.waiting, 'Chờ duyệt', 'amber'],
    [slipStatus.approved, 'Đã duyệt', 'green'],
    [slipStatus.deleted, 'Đã xóa', 'neutral'],
  ])

/** The digits that all tickets of a set end with. */
const digits = () => text('Số cuối', 6).check(z.regex(/^\d{4,6}$/, 'Số cuối gồm 4 đến 6 chữ số'))
const price = () => money('Giá bán').check(z.positive('Giá bán phải lớn hơn 0'), z.maximum(10_000_000_000))
const photos = () => list('Ảnh', image('Ảnh', 'ticket'), 20)

const place = {
  base_id: id('Kho'),
  base_name: text('Kho', 100),
  area_id: id('Đài'),
  area_name: text('Đài', 50),
  open_date: day('Ngày mở thưởng'),
}
const stamps = {
  created_by: z.nullable(id('Người nhập')),
  created_by_name: z.nullable(text('Người nhập', 100)),
  created_at: moment('Ngày tạo'),
  updated_by_name: z.nullable(text('Người cập nhật', 100)),
  updated_at: z.nullable(moment('Ngày cập nhật')),
  version: id('Phiên bản'),
}

/** One set of a new slip. Its size is the station's number of series, times ten for all first digits: nobody types it. */
export const GroupLine = z.object({
  kind: z.prefault(kind(), 2),
  number: digits(),
  price: price(),
  images: optional(photos()),
})

export const TicketGroup = z.object({
  ticket_group_id: id('STT'),
  group_code: text('Mã cặp', 20),
  ticket_group_import_id: id('Phiếu nhập'),
  import_code: text('Phiếu nhập', 20),
  ...place,
  kind: kind(),
  number: digits(),
  series_count: count('Số sê-ri', 100),
  quantity: count('Số vé/cặp'),
  price: price(),
  sold: count('SL bán'),
  in_stock: count('SL tồn'),
  images: photos(),
  status: state(),
  ...stamps,
})

export const TicketGroupImport = z.object({
  ticket_group_import_id: id('STT'),
  import_code: text('Mã phiếu', 20),
  ...place,
  status: slipState(),
  set_count: count('Số cặp'),
  quantity: count('Tổng số vé', Number.MAX_SAFE_INTEGER),
  amount: money('Tổng tiền'),
  reason: z.nullable(text('Lý do', 500)),
  note: z.nullable(note('Ghi chú', 500)),
  /** Whoever changed its sets: makers too, who cannot approve it. */
  changed_by: list('Người sửa', id(), 1_000),
  approved_by_name: z.nullable(text('Người duyệt', 100)),
  approved_at: z.nullable(moment('Ngày duyệt')),
  ...stamps,
})

const where = {
  area_id: optional(id('Đài')),
  open_date: optional(day('Ngày mở thưởng')),
  base_id: optional(id('Kho')),
}
export const groupImportFilters = { ...where, status: optional(slipState()) }

const oneSet = { ticket_group_id: id('Cặp nguyên') }
const oneSlip = { ticket_group_import_id: id('Phiếu nhập') }
const seen = { version: optional(id('Phiên bản')) }

const batch = {
  may: groupApprovalPage.approve,
  input: z.object({
    ...selection(groupImportFilters),
    action: optional(choice('Thao tác', [['approve', 'Duyệt']])),
    /** The slips by their numbers, for whoever calls without a list on screen: `ids` and `expected` are then left out. */
    ticket_group_import_ids: optional(list('Phiếu', id(), 500)),
    expected: optional(count('Số dòng đã chọn', 500)),
    seen: optional(text('Dấu của các dòng đã xem', 64)),
    /** Of the one slip that was looked at: as another one it is left alone. */
    version: optional(id('Phiên bản')),
  }),
  output: BulkReport,
  errors: ['changed_by_other'],
} as const

export const ticketGroup = calls('cms/ticket_group', {
  list: read('GET list', {
    title: 'Danh sách vé cặp nguyên',
    may: ticketGroupPage.view,
    input: search({ ...where, kind: optional(kind()), status: optional(state()) }, [
      'created_at',
      'open_date',
      'number',
      'price',
    ]),
    output: pageOf(TicketGroup, ['quantity', 'price', 'sold', 'in_stock']),
  }),
  /** With its member tickets. */
  detail: read('GET detail', {
    title: 'Chi tiết vé cặp nguyên',
    may: ticketGroupPage.view,
    input: z.object(oneSet),
    output: z.object({ ...TicketGroup.shape, tickets: list('Vé trong cặp', Ticket, 1_000) }),
    errors: ['ticket_not_found'],
  }),
  importList: read('GET import/list', {
    title: 'Danh sách phiếu nhập cặp nguyên',
    may: groupApprovalPage.view,
    input: search(groupImportFilters, ['created_at', 'open_date', 'amount']),
    output: pageOf(TicketGroupImport, ['set_count', 'quantity', 'amount']),
  }),
  importDetail: read('GET import/detail', {
    title: 'Chi tiết phiếu nhập cặp nguyên',
    may: groupApprovalPage.view,
    input: z.object(oneSlip),
    output: z.object({ ...TicketGroupImport.shape, groups: list('Cặp', TicketGroup, 500) }),
    errors: ['not_found'],
  }),
  add: write('POST add', {
    title: 'Nhập vé cặp nguyên',
    may: ticketGroupPage.add,
    input: z.object({
      area_id: id('Đài'),
      open_date: day('Ngày mở thưởng'),
      /** A store's own people cannot choose. */
      base_id: optional(id('Kho')),
      note: optional(note('Ghi chú', 500)),
      tickets: list('Cặp', GroupLine, 500).check(z.minLength(1, 'Phiếu chưa có cặp nào')),
    }),
    output: TicketGroupImport,
    errors: [
      'user_without_store',
      'draw_period_not_found',
      'period_not_found',
      'period_closed',
      'over_cut_off',
      'ticket_exists',
    ],
  }),
  /** Price and photos; the number only while the set waits for approval. */
  update: write('POST update', {
    title: 'Sửa vé cặp nguyên',
    may: ticketGroupPage.update,
    input: z.object({
      ...oneSet,
      version: id('Phiên bản'),
      number: optional(digits()),
      price: optional(price()),
      images: optional(photos()),
    }),
    output: TicketGroup,
    errors: [
      'ticket_not_found',
      'changed_by_other',
      'action_invalid',
      'ticket_exists',
      'ticket_sold',
      'tickets_calculated',
      'period_closed',
    ],
  }),
  approvePreview: read('POST approve/preview', { title: 'Thử duyệt phiếu nhập cặp nguyên', ...batch }),
  approve: write('POST approve', { title: 'Duyệt phiếu nhập cặp nguyên', ...batch }),
  /** A set, or a whole slip that still waits. What is on sale and unsold goes back as a return. */
  delete: write('POST delete', {
    title: 'Xóa vé cặp nguyên',
    may: [ticketGroupPage.remove, groupApprovalPage.remove],
    input: z.object({
      ticket_group_id: optional(oneSet.ticket_group_id),
      ticket_group_import_id: optional(oneSlip.ticket_group_import_id),
      ...seen,
      reason: optional(text('Lý do', 500)),
    }),
    errors: [
      'ticket_not_found',
      'changed_by_other',
      'action_invalid',
      'ticket_sold',
      'tickets_calculated',
      'ticket_return_closed',
      'return_window_expired',
    ],
  }),
  /** Moves the set with all its tickets to another store. */
  transfer: write('POST transfer', {
    title: 'Chuyển kho vé cặp nguyên',
    may: ticketGroupPage.update,
    input: z.object({ ...oneSet, ...seen, base_id: id('Kho nhận') }),
    output: TicketGroup,
    errors: [
      'ticket_not_found',
      'changed_by_other',
      'action_invalid',
      'ticket_sold',
      'tickets_calculated',
      'ticket_exists',
      'period_closed',
      'no_right',
    ],
  }),
})
