/** Ticket groups: tickets of one number in every series, sold as one, with slips of their own. */
import * as z from 'zod/mini'
import { BulkReport, selection } from '#contract/bulk.ts'
import { calls, pageOf, read, search, write } from '#contract/call.ts'
import {
  choice,
  count,
  day,
  id,
  image,
  list,
  moment,
  money,
  note,
  optional,
  seenVersion,
  text,
} from '#contract/fields.ts'
import { lifecycle } from '#contract/lifecycle.ts'
import { groupApprovalPage, returnPage, ticketGroupPage } from '#features/tickets/pages.contract.ts'
import { Ticket } from '#features/tickets/xskt-ticket/ticket.contract.ts'

/** One number in every series, or the last digits behind each of the ten first digits in every series. */
export const ticketGroupKind = { same_number: 1, ten_heads: 2 } as const
const kind = () =>
  choice('Loại cặp', [
    [ticketGroupKind.same_number, 'Cùng dãy số'],
    [ticketGroupKind.ten_heads, 'Nguyên cặp 10 đầu'],
  ])

/** The table stores only waiting, on_sale, deleted and split; the others follow from tickets and stock. */
export const ticketGroupLife = lifecycle({
  states: {
    waiting: [1, 'Chờ duyệt', 'amber'],
    on_sale: [2, 'Đang bán', 'green'],
    sold_out: [3, 'Đã bán hết', 'neutral'],
    unsold: [4, 'Tồn', 'blue'],
    calculated: [5, 'Đã tính thưởng', 'neutral'],
    returned: [6, 'Đã hoàn', 'neutral'],
    deleted: [7, 'Đã xóa', 'neutral'],
    split: [8, 'Đã tách lẻ', 'neutral'],
    return_pending: [9, 'Chờ hoàn', 'amber'],
  },
  moves: {
    approve: { from: ['waiting'], to: 'on_sale' },
    change: { from: ['waiting', 'on_sale'], to: 'on_sale' },
    transfer: { from: ['on_sale'], to: 'on_sale' },
    /** Its tickets are single ones afterwards. */
    split: { from: ['on_sale'], to: 'split' },
    /** A group on sale is returned on a return slip instead. */
    delete: { from: ['waiting'], to: 'deleted' },
  },
})
export const ticketGroupStatus = ticketGroupLife.status
const { waiting, on_sale, deleted, split } = ticketGroupStatus
export type StoredTicketGroupStatus = typeof waiting | typeof on_sale | typeof deleted | typeof split

export const groupSlipLife = lifecycle({
  states: {
    waiting: [1, 'Chờ duyệt', 'amber'],
    approved: [3, 'Đã duyệt', 'green'],
    deleted: [7, 'Đã xóa', 'neutral'],
  },
  moves: {
    approve: { from: ['waiting'], to: 'approved' },
    delete: { from: ['waiting'], to: 'deleted' },
  },
})
export const groupSlipStatus = groupSlipLife.status

/** The digits that all tickets of a group end with. */
const digits = () => text('Số cuối', 6).check(z.regex(/^\d{4,6}$/, 'Số cuối gồm 4 đến 6 chữ số'))
const price = () => money('Giá bán').check(z.positive('Giá bán phải lớn hơn 0'), z.maximum(10_000_000_000))
const photos = () => list('Ảnh', image('Ảnh', 'ticket'), 20)

const stock_key = {
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

/** One ticket group of a new slip; its size follows from the station's number of series. */
export const TicketGroupLine = z.object({
  kind: z.prefault(kind(), ticketGroupKind.ten_heads),
  number: digits(),
  price: price(),
  images: optional(photos()),
})

export const TicketGroup = z.object({
  ticket_group_id: id('STT'),
  group_code: text('Mã cặp', 20),
  ticket_group_import_id: id('Phiếu nhập'),
  import_code: text('Phiếu nhập', 20),
  ...stock_key,
  kind: kind(),
  number: digits(),
  series_count: count('Số sê-ri', 100),
  quantity: count('Số vé/cặp'),
  price: price(),
  sold: count('SL bán'),
  in_stock: count('SL tồn'),
  images: photos(),
  status: ticketGroupLife.field(),
  ...stamps,
})

export const TicketGroupImport = z.object({
  ticket_group_import_id: id('STT'),
  import_code: text('Mã phiếu', 20),
  ...stock_key,
  status: groupSlipLife.field(),
  set_count: count('Số cặp'),
  quantity: count('Tổng số vé', Number.MAX_SAFE_INTEGER),
  amount: money('Tổng tiền'),
  reason: z.nullable(text('Lý do', 500)),
  note: z.nullable(note('Ghi chú', 500)),
  /** People who changed its groups count as makers, who cannot approve it. */
  changed_by: list('Người sửa', id(), 1_000),
  /** From when on it can be approved, where that is later. */
  blocked: z.nullable(text('Chưa duyệt được vì', 200)),
  approved_by_name: z.nullable(text('Người duyệt', 100)),
  approved_at: z.nullable(moment('Ngày duyệt')),
  ...stamps,
})

const stock_filters = {
  area_id: optional(id('Đài')),
  open_date: optional(day('Ngày mở thưởng')),
  base_id: optional(id('Kho')),
}
export const groupSlipFilters = { ...stock_filters, status: optional(groupSlipLife.field()) }

const one_group = { ticket_group_id: id('Cặp nguyên') }
const one_slip = { ticket_group_import_id: id('Phiếu nhập') }
const seen_version = { version: seenVersion() }

const batch = {
  may: groupApprovalPage.approve,
  input: z.object({
    ...selection(groupSlipFilters),
    action: optional(choice('Thao tác', [['approve', 'Duyệt']])),
    /** The slips by their numbers, for callers without a list: `ids` and `expected` are then left out. */
    ticket_group_import_ids: optional(list('Phiếu', id(), 500)),
    expected: optional(count('Số dòng đã chọn', 500)),
    seen: optional(text('Dấu của các dòng đã xem', 64)),
    /** The version of a single slip that the person saw; another version is not changed. */
    version: seenVersion(),
  }),
  output: BulkReport,
  errors: ['changed_by_other'],
} as const

export const ticketGroup = calls('cms/ticket_group', {
  list: read('GET list', {
    title: 'Danh sách vé cặp nguyên',
    may: ticketGroupPage.view,
    input: search({ ...stock_filters, kind: optional(kind()), status: optional(ticketGroupLife.field()) }, [
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
    input: z.object(one_group),
    output: z.object({ ...TicketGroup.shape, tickets: list('Vé trong cặp', Ticket, 1_000) }),
    errors: ['ticket_not_found'],
  }),
  importList: read('GET import/list', {
    title: 'Danh sách phiếu nhập cặp nguyên',
    may: groupApprovalPage.view,
    input: search(groupSlipFilters, ['created_at', 'open_date', 'amount']),
    output: pageOf(TicketGroupImport, ['set_count', 'quantity', 'amount']),
  }),
  importDetail: read('GET import/detail', {
    title: 'Chi tiết phiếu nhập cặp nguyên',
    may: groupApprovalPage.view,
    input: z.object(one_slip),
    output: z.object({ ...TicketGroupImport.shape, groups: list('Cặp', TicketGroup, 500) }),
    errors: ['not_found'],
  }),
  add: write('POST add', {
    title: 'Nhập vé cặp nguyên',
    may: ticketGroupPage.add,
    input: z.object({
      area_id: id('Đài'),
      open_date: day('Ngày mở thưởng'),
      /** Only for the head office. */
      base_id: optional(id('Kho')),
      note: optional(note('Ghi chú', 500)),
      tickets: list('Cặp', TicketGroupLine, 500).check(z.minLength(1, 'Phiếu chưa có cặp nào')),
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
  /** Price and photos; the number only while the group waits for approval. */
  update: write('POST update', {
    title: 'Sửa vé cặp nguyên',
    may: ticketGroupPage.update,
    input: z.object({
      ...one_group,
      version: seenVersion(),
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
  /** A ticket group, or a whole slip that still waits; unsold tickets on sale are returned. */
  delete: write('POST delete', {
    title: 'Xóa vé cặp nguyên',
    may: [ticketGroupPage.remove, groupApprovalPage.remove],
    input: z.object({
      ticket_group_id: optional(one_group.ticket_group_id),
      ticket_group_import_id: optional(one_slip.ticket_group_import_id),
      ...seen_version,
      reason: optional(text('Lý do', 500)),
    }),
    errors: ['ticket_not_found', 'changed_by_other', 'action_invalid'],
  }),
  /** Splits an unsold group: its tickets are then sold and returned one by one. */
  split: write('POST split', {
    title: 'Tách cặp nguyên',
    may: [ticketGroupPage.update, returnPage.update],
    input: z.object({ ...one_group, ...seen_version }),
    output: TicketGroup,
    errors: [
      'ticket_not_found',
      'changed_by_other',
      'action_invalid',
      'ticket_exists',
      'ticket_sold',
      'tickets_calculated',
      'ticket_return_closed',
      'period_closed',
    ],
  }),
  /** Moves the group with all its tickets to another store. */
  transfer: write('POST transfer', {
    title: 'Chuyển kho vé cặp nguyên',
    may: ticketGroupPage.update,
    input: z.object({ ...one_group, ...seen_version, base_id: id('Kho nhận') }),
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
