/** Files of up to a million tickets: received, checked in the background, reviewed, then imported as a slip. */
import * as z from 'zod/mini'
import { calls, pageOf, read, search, write } from '#contract/call.ts'
import { count, day, flag, id, moment, money, optional, status, text } from '#contract/fields.ts'
import { ticketPage } from '#features/tickets/pages.contract.ts'

export const uploadStatus = {
  received: 1,
  checking: 2,
  checked: 3,
  taking: 4,
  done: 5,
  failed: 6,
  cancelled: 7,
} as const
export type UploadStatus = (typeof uploadStatus)[keyof typeof uploadStatus]

export const TicketUpload = z.object({
  upload_id: id('STT'),
  base_id: id('Kho'),
  base_name: text('Kho', 100),
  area_id: id('Đài'),
  area_name: text('Đài', 50),
  open_date: day('Ngày mở thưởng'),
  file_name: text('Tệp', 200),
  file_size: count('Dung lượng', Number.MAX_SAFE_INTEGER),
  status: status('Trạng thái', [
    [uploadStatus.received, 'Đã nhận', 'neutral'],
    [uploadStatus.checking, 'Đang kiểm tra', 'blue'],
    [uploadStatus.checked, 'Chờ xác nhận', 'amber'],
    [uploadStatus.taking, 'Đang nhập', 'blue'],
    [uploadStatus.done, 'Đã nhập', 'green'],
    [uploadStatus.failed, 'Lỗi', 'red'],
    [uploadStatus.cancelled, 'Đã hủy', 'neutral'],
  ]),
  /** In percent of the current step. */
  progress: count('Tiến độ', 100),
  row_count: count('Số dòng'),
  good_count: count('Dòng mới'),
  existing_count: count('Đã có'),
  fault_count: count('Dòng lỗi'),
  quantity: count('Tổng số vé', Number.MAX_SAFE_INTEGER),
  amount: money('Tổng tiền'),
  reason: z.nullable(text('Lý do', 500)),
  ticket_import_id: z.nullable(id('Phiếu nhập')),
  import_code: z.nullable(text('Phiếu nhập', 20)),
  /** The store's setting: whether valid rows are imported when others are refused. */
  partial_import: flag('Nhận dòng đúng khi tệp có dòng lỗi'),
  /** The slip into which the identical file was imported before. */
  same_as: z.nullable(text('Đã nhập ở phiếu', 20)),
  created_by_name: z.nullable(text('Người tải lên', 100)),
  created_at: moment('Ngày tải lên'),
  finished_at: z.nullable(moment('Xong lúc')),
  version: id('Phiên bản'),
})

/** A refused row, as it was in the file. */
export const UploadFault = z.object({
  line_no: count('Dòng'),
  number: z.nullable(text('Dãy số', 100)),
  series: z.nullable(text('Ký hiệu', 100)),
  quantity: z.nullable(text('Số lượng', 100)),
  price: z.nullable(text('Giá bán', 100)),
  error: text('Lỗi', 200),
  fix: text('Cách sửa', 200),
})

const key = z.object({ upload_id: id('Lượt tải') })

export const ticketUpload = calls('cms/ticket_upload', {
  /** The file is the body: .xlsx or .csv, its name in the header `x-file-name` (percent-encoded). */
  upload: write('POST /api/xs/management/upload/xsdt/v1/upload', {
    title: 'Tải tệp vé lên',
    may: ticketPage.add,
    stream: true,
    input: z.object({
      area_id: id('Đài'),
      open_date: day('Ngày mở thưởng'),
      base_id: optional(id('Kho')),
    }),
    output: TicketUpload,
    errors: ['user_without_store', 'draw_period_not_found', 'period_not_found', 'period_closed', 'over_cut_off'],
  }),
  list: read('GET list', {
    title: 'Các lượt tải tệp vé',
    may: ticketPage.view,
    input: search({
      status: optional(TicketUpload.shape.status),
      area_id: optional(id('Đài')),
      open_date: optional(day('Ngày mở thưởng')),
    }),
    output: pageOf(TicketUpload),
  }),
  detail: read('GET detail', {
    title: 'Tiến độ tải tệp vé',
    may: ticketPage.view,
    input: key,
    output: TicketUpload,
    errors: ['not_found'],
  }),
  faults: read('GET faults', {
    title: 'Các dòng lỗi của tệp vé',
    may: ticketPage.view,
    input: search({ upload_id: id('Lượt tải') }),
    output: pageOf(UploadFault),
    errors: ['not_found'],
  }),
  /** Imports the new rows as a slip; with invalid rows only where the store allows it. `detail` gives the progress. */
  take: write('POST take', {
    title: 'Nhập vé từ tệp đã kiểm tra',
    may: ticketPage.add,
    input: key,
    output: TicketUpload,
    errors: [
      'not_found',
      'action_invalid',
      'user_without_store',
      'draw_period_not_found',
      'period_not_found',
      'ticket_exists',
      'auto_approve_period_not_opened',
      'period_closed',
      'over_cut_off',
    ],
  }),
  cancel: write('POST cancel', {
    title: 'Hủy lượt tải tệp vé',
    may: ticketPage.add,
    input: key,
    output: TicketUpload,
    errors: ['not_found', 'action_invalid'],
  }),
})
