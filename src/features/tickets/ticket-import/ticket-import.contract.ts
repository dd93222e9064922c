/** Import slips: tickets that a store has received. Stock appears only when a second person approves the slip. */
import * as z from 'zod/mini'
import { BulkReport, selection } from '#contract/bulk.ts'
import { calls, pageOf, read, search, write } from '#contract/call.ts'
import { choice, count, day, id, list, moment, money, note, optional, seenVersion, text } from '#contract/fields.ts'
import { lifecycle, type StatusOf } from '#contract/lifecycle.ts'
import { importApprovalPage, storeTicketPage } from '#features/tickets/pages.contract.ts'
import { series, ticketNumber } from '#features/tickets/ticket-number.contract.ts'

export const importLife = lifecycle({
  states: {
    waiting: [1, 'Chờ duyệt', 'amber'],
    approved: [3, 'Đã duyệt', 'green', 'Phiếu đã được duyệt.'],
    failed: [4, 'Nhập lỗi', 'red', 'Phiếu nhập lỗi, hãy sửa trước khi duyệt lại.'],
    partly_returned: [5, 'Đã trả một phần', 'blue', 'Phiếu đã được duyệt và trả một phần.'],
    returned: [6, 'Đã trả', 'neutral', 'Phiếu đã trả hết vé.'],
    deleted: [7, 'Đã xóa', 'neutral', 'Phiếu đã xóa.'],
  },
  moves: {
    change: { from: ['waiting', 'failed'], to: 'waiting' },
    approve: {
      from: ['waiting'],
      to: 'approved',
      notBy: {
        created_by: 'Người lập phiếu không được tự duyệt phiếu của mình.',
        changed_by: 'Người sửa phiếu không được tự duyệt phiếu mình đã sửa.',
      },
    },
    /** Approval found a ticket that was already in stock. */
    fail: { from: ['waiting'], to: 'failed' },
    delete: { from: ['waiting', 'failed'], to: 'deleted' },
    /** To partly_returned or, with the last ticket, to returned. */
    return: { from: ['approved', 'partly_returned'] },
  },
})
export const importStatus = importLife.status
export type ImportStatus = StatusOf<typeof importLife>

export const importSource = { typed: 1, pasted: 2, file: 3 } as const
export type ImportSource = (typeof importSource)[keyof typeof importSource]

export const max_tickets_of_line = 10_000
const quantityOfLine = () => count('Số lượng', max_tickets_of_line).check(z.positive('Số lượng phải lớn hơn 0'))

/** One line of a slip. Without a price it is sold at its face value. */
export const TicketLine = z.object({
  number: ticketNumber(),
  series: optional(series()),
  quantity: z.prefault(quantityOfLine(), 1),
  price: optional(money('Giá bán').check(z.positive('Giá bán phải lớn hơn 0'), z.maximum(100_000_000))),
})

/** The most lines that are typed or pasted; more come as a file. */
export const max_typed_lines = 2_000
const tickets = () => list('Vé', TicketLine, max_typed_lines).check(z.minLength(1, 'Phiếu chưa có vé nào'))

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
  status: importLife.field(),
  line_count: count('Số dòng'),
  quantity: count('Tổng số vé', Number.MAX_SAFE_INTEGER),
  amount: money('Tổng tiền'),
  returned_quantity: count('Số vé đã trả', Number.MAX_SAFE_INTEGER),
  reason: z.nullable(text('Lý do', 500)),
  note: z.nullable(note('Ghi chú', 500)),
  created_by: z.nullable(id('Người nhập')),
  created_by_name: z.nullable(text('Người nhập', 100)),
  created_at: moment('Ngày tạo'),
  /** People who changed its lines count as makers, who cannot approve it. */
  changed_by: list('Người sửa', id(), 1_000),
  /** From when on it can be approved, where that is later. */
  blocked: z.nullable(text('Chưa duyệt được vì', 200)),
  approved_by_name: z.nullable(text('Người duyệt', 100)),
  approved_at: z.nullable(moment('Ngày duyệt')),
  updated_by_name: z.nullable(text('Người cập nhật', 100)),
  updated_at: z.nullable(moment('Ngày cập nhật')),
  version: id('Phiên bản'),
})

/** A line with the state of its tickets, and whether it conflicts with existing tickets. */
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
  status: optional(importLife.field()),
  source: optional(TicketImport.shape.source),
  from_date: optional(day('Từ ngày nhập')),
  to_date: optional(day('Đến ngày nhập')),
}

const key = { ticket_import_id: id('Phiếu nhập') }
const seen_version = { version: seenVersion() }
const period_guards = ['draw_period_not_found', 'period_not_found', 'period_closed', 'over_cut_off'] as const
const approval_guards = [
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
    /** The slips by their numbers, for callers without a list: `ids` and `expected` are then left out. */
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
      ...key,
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
      /** Only for the head office. */
      base_id: optional(id('Kho')),
      source: z.prefault(TicketImport.shape.source, importSource.typed),
      note: optional(note('Ghi chú', 500)),
      tickets: tickets(),
    }),
    output: TicketImport,
    errors: [
      ...period_guards,
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
      ...key,
      version: seenVersion(),
      note: optional(note('Ghi chú', 500)),
      tickets: optional(tickets()),
    }),
    output: TicketImport,
    errors: [...period_guards, 'not_found', 'changed_by_other', 'action_invalid', 'ticket_exists', 'ticket_sold'],
  }),
  approve: write('POST approve', {
    title: 'Duyệt phiếu nhập vé',
    may: importApprovalPage.approve,
    input: z.object({ ...key, ...seen_version }),
    output: TicketImport,
    errors: approval_guards,
  }),
  approvePreview: read('POST approve_batch/preview', { title: 'Thử duyệt nhiều phiếu nhập vé', ...batch }),
  approveBatch: write('POST approve_batch', { title: 'Duyệt nhiều phiếu nhập vé', ...batch }),
  delete: write('POST del', {
    title: 'Xóa phiếu nhập vé',
    may: [importApprovalPage.remove, storeTicketPage.remove],
    input: z.object({ ...key, ...seen_version, reason: optional(text('Lý do', 500)) }),
    output: TicketImport,
    errors: ['not_found', 'changed_by_other', 'action_invalid', 'ticket_sold'],
  }),
  /** Puts unsold tickets of an approved slip on a return slip, which a second person confirms; without `tickets`, all that are unsold. */
  returnTickets: write('POST return_ticket', {
    title: 'Trả vé của phiếu nhập',
    may: storeTicketPage.update,
    input: z.object({
      ...key,
      reason: optional(text('Lý do', 500)),
      tickets: optional(
        list(
          'Vé trả',
          z.object({ number: ticketNumber(), series: optional(series()), quantity: quantityOfLine() }),
          max_typed_lines,
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
      'period_not_found',
    ],
  }),
})
