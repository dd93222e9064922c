/** Import slips: tickets that a store has received. Stock appears only when a second person approves the slip. */
import * as z from 'zod/mini'
import { BulkReport, selection } from '#contract/bulk.ts'
import { calls, pageOf, read, search, write } from '#contract/call.ts'
import { choice, count, day, id, list, moment, money, note, optional, status, text } from '#contract/fields.ts'
import { life } from '#contract/life.ts'
import { importApprovalPage, storeTicketPage } from '#features/tickets/pages.contract.ts'

export const importStatus = {
  waiting: 1,
  approved: 3,
  failed: 4,
  partly_returned: 5,
  returned: 6,
  deleted: 7,
} as const
export type ImportStatus = (typeof importStatus)[keyof typeof importStatus]

export const importLife = life<ImportStatus>()({
  change: { from: [importStatus.waiting, importStatus.failed], to: importStatus.waiting },
  approve: { from: [importStatus.waiting], to: importStatus.approved },
  delete: { from: [importStatus.waiting, importStatus.failed], to: importStatus.deleted },
  giveBack: {
    from: [importStatus.approved, importStatus.partly_returned],
    to: importStatus.partly_returned,
  },
})

const state = () =>
  status('Trạng thái', [
    [importStatus.waiting, 'Chờ duyệt', 'amber'],
    [importStatus.approved, 'Đã duyệt', 'green'],
    [importStatus.failed, 'Nhập lỗi', 'red'],
    [importStatus.partly_returned, 'Đã trả một phần', 'blue'],
    [importStatus.returned, 'Đã trả', 'neutral'],
    [importStatus.deleted, 'Đã xóa', 'neutral'],
  ])

export const importSource = { typed: 1, pasted: 2, file: 3 } as const

/** The number as it is printed: always text, because leading zeros count. How many digits it has is the station's. */
export const ticketNumber = () => text('Dãy số', 6).check(z.regex(/^\d{5,6}$/, 'Dãy số gồm 5 hoặc 6 chữ số'))
/** The series sign, in capitals; empty where the numbers alone tell tickets apart. */
export const series = () =>
  text('Ký hiệu', 10).check(z.toUpperCase(), z.regex(/^[A-Z0-9Đ/-]+$/, 'Ký hiệu chỉ gồm chữ cái, chữ số, - và /'))

export const most_tickets_of_line = 10_000
const quantityOfLine = () => count('Số lượng', most_tickets_of_line).check(z.positive('Số lượng phải lớn hơn 0'))

/** One line of a slip. Without a price it is sold at its face value. */
export const TicketLine = z.object({
  number: ticketNumber(),
  series: optional(series()),
  quantity: z.prefault(quantityOfLine(), 1),
  price: optional(money('Giá bán').check(z.positive('Giá bán phải lớn hơn 0'), z.maximum(100_000_000))),
})

/** What a person types or pastes at once; more comes as a file. */
export const most_typed_lines = 2_000
const tickets = () => list('Vé', TicketLine, most_typed_lines).check(z.minLength(1, 'Phiếu chưa có vé nào'))

export const TicketImport = z.object({
  ticket_import_id: id('STT'),
  import_code: text('Mã phiếu', 20),
  base_id: id('Kho'),
  base_name: text('Kho', 100),
  area_id: id('Đài'),
  area_name: text('Đài', 50),
  open_date: day('Ngày mở thưởng'),
  source: choice('Cách nhập', [
    [importSource.typed, 'Nhập tay'],
    [importSource.pasted, 'Dán bảng'],
    [importSource.file, 'Tải tệp'],
  ]),
  file_name: z.nullable(text('Tệp', 200)),
  status: state(),
  line_count: count('Số dòng'),
  quantity: count('Tổng số vé', Number.MAX_SAFE_INTEGER),
  amount: money('Tổng tiền'),
  returned_quantity: count('Số vé đã trả', Number.MAX_SAFE_INTEGER),
  reason: z.nullable(text('Lý do', 500)),
  note: z.nullable(note('Ghi chú', 500)),
  created_by: z.nullable(id('Người nhập')),
  created_by_name: z.nullable(text('Người nhập', 100)),
  created_at: moment('Ngày tạo'),
  /** Whoever changed its lines: makers too, who cannot approve it. */
  changed_by: list('Người sửa', id(), 1_000),
  approved_by_name: z.nullable(text('Người duyệt', 100)),
  approved_at: z.nullable(moment('Ngày duyệt')),
  updated_by_name: z.nullable(text('Người cập nhật', 100)),
  updated_at: z.nullable(moment('Ngày cập nhật')),
  version: id('Phiên bản'),
})

/** A line as it stands now: what became of its tickets, and whether it collides with tickets that were there before. */
export const ImportedLine = z.object({
  number: ticketNumber(),
  series: z.nullable(series()),
  quantity: count('Số lượng'),
  price: money('Giá bán'),
  amount: money('Thành tiền'),
  sold: z.nullable(count('SL bán')),
  returned: z.nullable(count('SL hoàn')),
  in_stock: z.nullable(count('SL tồn')),
  fault: z.nullable(text('Lỗi', 200)),
})

export const importFilters = {
  area_id: optional(id('Đài')),
  open_date: optional(day('Ngày mở thưởng')),
  base_id: optional(id('Kho')),
  status: optional(state()),
  source: optional(TicketImport.shape.source),
  from_date: optional(day('Từ ngày nhập')),
  to_date: optional(day('Đến ngày nhập')),
}

const one = { ticket_import_id: id('Phiếu nhập') }
const seen = { version: optional(id('Phiên bản')) }
const periodGuards = ['draw_period_not_found', 'period_not_found', 'period_closed', 'over_cut_off'] as const
const approvalGuards = [
  'not_found',
  'changed_by_other',
  'no_right',
  'action_invalid',
  'period_without_result',
  'period_closed',
  'ticket_import_failed',
] as const

const batch = {
  may: importApprovalPage.approve,
  input: z.object({
    ...selection(importFilters),
    action: optional(choice('Thao tác', [['approve', 'Duyệt']])),
    /** The slips by their numbers, for whoever calls without a list on screen: `ids` and `expected` are then left out. */
    ticket_import_ids: optional(list('Phiếu', id(), 500)),
    expected: optional(count('Số dòng đã chọn', 500)),
    seen: optional(text('Dấu của các dòng đã xem', 64)),
  }),
  output: BulkReport,
  errors: ['changed_by_other'],
} as const

export const ticketImport = calls('cms/ticket_import', {
  list: read('GET list', {
    title: 'Danh sách phiếu nhập vé',
    may: [importApprovalPage.view, storeTicketPage.view],
    input: search(importFilters, ['created_at', 'open_date', 'quantity', 'amount']),
    output: pageOf(TicketImport, ['quantity', 'amount']),
  }),
  detail: read('GET detail', {
    title: 'Chi tiết phiếu nhập vé',
    may: [importApprovalPage.view, storeTicketPage.view],
    input: search({
      ...one,
      number: optional(text('Dãy số', 6).check(z.regex(/^\d{1,6}$/, 'Nhập các chữ số cuối'))),
      faulty: optional(choice('Dòng', [[1, 'Chỉ dòng lỗi']])),
    }),
    output: z.object({ ...pageOf(ImportedLine, ['quantity', 'amount']).shape, slip: TicketImport }),
    errors: ['not_found'],
  }),
  create: write('POST create', {
    title: 'Lập phiếu nhập vé',
    may: storeTicketPage.add,
    input: z.object({
      area_id: id('Đài'),
      open_date: day('Ngày mở thưởng'),
      /** A store's own people cannot choose. */
      base_id: optional(id('Kho')),
      source: z.prefault(TicketImport.shape.source, importSource.typed),
      note: optional(note('Ghi chú', 500)),
      tickets: tickets(),
    }),
    output: TicketImport,
    errors: [
      ...periodGuards,
      'user_without_store',
      'ticket_exists',
      'auto_approve_period_not_opened',
      'ticket_import_failed',
    ],
  }),
  update: write('POST update', {
    title: 'Sửa phiếu nhập vé',
    may: storeTicketPage.update,
    input: z.object({
      ...one,
      version: id('Phiên bản'),
      note: optional(note('Ghi chú', 500)),
      tickets: optional(tickets()),
    }),
    output: TicketImport,
    errors: [...periodGuards, 'not_found', 'changed_by_other', 'action_invalid', 'ticket_exists', 'ticket_sold'],
  }),
  approve: write('POST approve', {
    title: 'Duyệt phiếu nhập vé',
    may: importApprovalPage.approve,
    input: z.object({ ...one, ...seen }),
    output: TicketImport,
    errors: approvalGuards,
  }),
  approvePreview: read('POST approve_batch/preview', { title: 'Thử duyệt nhiều phiếu nhập vé', ...batch }),
  approveBatch: write('POST approve_batch', { title: 'Duyệt nhiều phiếu nhập vé', ...batch }),
  delete: write('POST del', {
    title: 'Xóa phiếu nhập vé',
    may: [importApprovalPage.remove, storeTicketPage.remove],
    input: z.object({ ...one, ...seen, reason: optional(text('Lý do', 500)) }),
    output: TicketImport,
    errors: ['not_found', 'changed_by_other', 'action_invalid', 'ticket_sold'],
  }),
  /** Gives unsold tickets of an approved slip back to where they came from. Without `tickets`: all that are left. */
  returnTickets: write('POST return_ticket', {
    title: 'Trả vé của phiếu nhập',
    may: storeTicketPage.update,
    input: z.object({
      ...one,
      reason: text('Lý do', 500),
      tickets: optional(
        list(
          'Vé trả',
          z.object({ number: ticketNumber(), series: optional(series()), quantity: quantityOfLine() }),
          most_typed_lines,
        ).check(z.minLength(1, 'Chưa chọn vé nào')),
      ),
    }),
    output: TicketImport,
    errors: [
      'not_found',
      'ticket_return_invalid',
      'ticket_return_closed',
      'return_window_expired',
      'return_exceeds_stock',
      'ticket_not_found',
      'ticket_sold',
    ],
  }),
})
