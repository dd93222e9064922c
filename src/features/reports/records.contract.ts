/** The names of the area's tables in the audit log. */
import type { AuditedArea } from '#contract/audited.ts'
import { reportPages } from './pages.contract.ts'
import { Schedule } from './schedule/schedule-row.contract.ts'

export const reportRecords: AuditedArea = {
  tables: {
    report_schedule: {
      naming: { key: 'report_schedule_id', column: 'report' },
      title: 'Lịch gửi báo cáo',
      row: Schedule,
      opened: {
        column: 'report',
        pages: Object.fromEntries(
          Object.entries(reportPages).map(([name, page]) => [name, { page, search: { schedules: 'open' } }]),
        ),
      },
    },
  },
  columns: {
    query: { kind: 'text', label: 'Địa chỉ của bộ lọc' },
    active_since: { kind: 'moment', label: 'Chạy từ lúc' },
  },
}
