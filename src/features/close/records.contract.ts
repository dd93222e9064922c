/** The names of the area's tables in the audit log. */
import type { AuditedArea } from '#contract/audited.ts'
import { BookAccount, CloseSettings } from '#features/close/books/books.contract.ts'
import { DayClose } from './day-close/day-close.contract.ts'
import { dayClosePage, partnerStatementPage } from './pages.contract.ts'
import { Payment } from './partner-payment/partner-payment.contract.ts'
import { Statement, StatementDetail } from './partner-statement/partner-statement.contract.ts'

export const closeRecords: AuditedArea = {
  tables: {
    day_close: {
      title: 'Chốt ngày',
      row: DayClose,
      shown: { may: [dayClosePage.view], key: 'day' },
      opened: { page: dayClosePage, key: 'day' },
    },
    day_close_exception: { title: 'Ngoại lệ chốt ngày' },
    day_close_config: { title: 'Thiết lập chốt ngày', row: CloseSettings },
    book_account: { title: 'Tài khoản kế toán', row: BookAccount },
    partner_statement: {
      naming: { key: 'statement_id', column: 'statement_code' },
      title: 'Bảng đối soát đại lý',
      row: Statement,
      opened: { page: partnerStatementPage, key: 'statement' },
      shown: {
        may: [partnerStatementPage.view],
        key: 'statement_id',
        parts: [{ table: 'partner_statement_note', position: 1 }],
        is_scoped: true,
      },
    },
    partner_statement_note: { title: 'Trao đổi trên bảng đối soát', row: StatementDetail.shape.notes.def.element },
    partner_payment: {
      title: 'Thanh toán của đại lý',
      row: Payment,
      opened: { page: partnerStatementPage, search: { tab: 'payments' } },
      shown: { may: [partnerStatementPage.view], key: 'payment_id', is_scoped: true },
    },
  },
  columns: {
    exception_id: { kind: 'id', label: 'Ngoại lệ' },
    proof: { kind: 'text', label: 'Bằng chứng' },
    key: { kind: 'text', label: 'Khóa' },
    fallen_by: { kind: 'id', label: 'Chữ ký hết giá trị của' },
    pdf_digest: { kind: 'text', label: 'Dấu của tệp PDF' },
    xlsx_digest: { kind: 'text', label: 'Dấu của tệp Excel' },
    booked_on: { kind: 'day', label: 'Ghi vào lần chốt ngày' },
    took_ms: { kind: 'count', label: 'Thời gian tính' },
    statement_id: { kind: 'id', label: 'Bảng đối soát' },
    agent_by: { kind: 'id', label: 'Đại lý xác nhận' },
    office_by: { kind: 'id', label: 'Trụ sở xác nhận' },
    cancelled_at: { kind: 'moment', label: 'Hủy lúc' },
    frozen_at: { kind: 'moment', label: 'Chốt lúc' },
  },
}
