/** What changed of one record: a contract of its own, because its rights need all audited tables and the log's own list does not. */
import * as z from 'zod/mini'
import { calls, pageOf, read, search } from '#contract/call.ts'
import { id, moment, text } from '#contract/fields.ts'
import { AuditChange, auditPage } from './audit.contract.ts'
import { shownRecords } from './audited.contract.ts'

export const HistoryEntry = z.object({
  ...AuditChange.shape,
  audit_id: id('Số'),
  at: moment('Thời gian'),
  user_name: z.nullable(text('Người thực hiện', 100)),
  title: text('Thao tác', 200),
})

export const recordHistory = calls('cms/audit', {
  /** The history of one record, newest first; people who may see the record's page may see it. */
  history: read('GET history', {
    title: 'Lịch sử bản ghi',
    may: [auditPage.view, ...Object.values(shownRecords).flatMap(({ may }) => may)],
    input: search({ table_name: text('Bảng', 100), row_id: text('Bản ghi', 100) }),
    output: pageOf(HistoryEntry),
    errors: ['not_found', 'no_right'],
  }),
})
