import * as z from 'zod/mini'
import { calls, pageOf, read, search } from '#contract/call.ts'
import { count, day, flag, id, list, moment, optional, text } from '#contract/fields.ts'
import { page } from '#contract/page.ts'

export const auditPage = page('/nhat-ky', 'Nhật ký thao tác', 'clock', { view: 1, export: 6 })

export const AuditEntry = z.object({
  audit_id: id('Số'),
  at: moment('Thời gian'),
  user_name: z.nullable(text('Người thực hiện', 100)),
  call: text('API', 200),
  title: text('Thao tác', 200),
  /** The kind of the changed record and its name. Null where nothing was changed. */
  subject: z.nullable(text('Đối tượng', 300)),
  /** 0 for a successful call; the catalogue's code for a refused one. */
  code: z.int(),
  /** The same in words. */
  result: text('Kết quả', 300),
  source: text('Địa chỉ IP', 64),
  transid: text('Mã yêu cầu', 64),
  change_count: count('Số thay đổi'),
})

/** The sign-in's name as the log has it. Its contract would be fetched by the sign-in page apart from its other code, were it imported here too. */
export const sign_in_call = 'POST cms/account/login'

/** The name of the record that a changed column refers to. */
const Reference = z.object({ column: text('Trường', 100), id: id('Số'), name: text('Tên', 300) })

/** The fields of one row that changed. Before is null for a new row, after for a deleted one. */
export const AuditChange = z.object({
  table_name: text('Bảng', 100),
  row_id: text('Bản ghi', 100),
  /** The record's name; null where it has none. */
  row_name: z.nullable(text('Tên bản ghi', 300)),
  before: z.nullable(z.record(z.string(), z.unknown())),
  after: z.nullable(z.record(z.string(), z.unknown())),
  references: list('Tên liên quan', Reference, 200),
})

export const AuditDetail = z.object({
  ...AuditEntry.shape,
  user_agent: z.string(),
  input: z.unknown(),
  changes: list('Thay đổi', AuditChange, 1000),
  chain: count('Chuỗi', 15),
  seq: id('Thứ tự trong chuỗi'),
  hash: text('Mã băm', 64),
})

export const audit = calls('cms/audit', {
  list: read('GET list', {
    title: 'Nhật ký thao tác',
    may: auditPage.view,
    input: search(
      {
        from_date: optional(day('Từ ngày')),
        to_date: optional(day('Đến ngày')),
        user_name: optional(text('Người thực hiện', 50)),
        call: optional(text('Thao tác', 200)),
        refused: optional(flag('Bị từ chối')),
      },
      ['at'],
    ),
    output: pageOf(AuditEntry),
  }),
  detail: read('GET detail', {
    title: 'Chi tiết nhật ký',
    may: auditPage.view,
    input: z.object({ audit_id: id('Số') }),
    output: AuditDetail,
    errors: ['not_found'],
  }),
  /** Every call that can be in the log, for its filter. */
  calls: read('GET call/list', {
    title: 'Danh sách thao tác',
    may: auditPage.view,
    output: pageOf(z.object({ call: text('Lời gọi', 200), title: text('Thao tác', 200) })),
  }),
})
