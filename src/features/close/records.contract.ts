/** The area's tables as the audit log speaks of them. */
import type { AuditedArea } from '#contract/audited.ts'
import { BookAccount, CloseSettings } from './day-close/books.contract.ts'
import { DayClose } from './day-close/day-close.contract.ts'
import { dayClosePage } from './pages.contract.ts'

export const closeRecords: AuditedArea = {
  tables: {
    day_close: { title: 'Chốt ngày', of: DayClose, shown: { may: [dayClosePage.view], key: 'day' } },
    day_close_exception: { title: 'Ngoại lệ chốt ngày' },
    day_close_config: { title: 'Thiết lập chốt ngày', of: CloseSettings },
    book_account: { title: 'Tài khoản kế toán', of: BookAccount },
  },
  columns: {
    exception_id: { kind: 'id', label: 'Ngoại lệ' },
    proof: { kind: 'text', label: 'Bằng chứng' },
    key: { kind: 'text', label: 'Khóa' },
    fallen_by: { kind: 'id', label: 'Chữ ký hết giá trị của' },
    took_ms: { kind: 'count', label: 'Thời gian tính' },
  },
}
