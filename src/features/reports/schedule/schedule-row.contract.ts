/** Schedules of mailed reports: their fields. Separate from the calls, because the audit log needs only the fields. */
import * as z from 'zod/mini'
import { choice, count, id, list, moment, note, status, text, timeOfDay } from '#contract/fields.ts'
import type { Page } from '#contract/page.ts'
import { reportPages } from '#features/reports/pages.contract.ts'

export type ReportName = keyof typeof reportPages

const report_names = Object.keys(reportPages) as ReportName[]

/** The report of a page; null for a page without one. */
export const reportOf = (page: Page): ReportName | null =>
  report_names.find((name) => reportPages[name].url === page.url) ?? null

export const report = () =>
  choice(
    'Báo cáo',
    report_names.map((name) => [name, reportPages[name].title] as const),
  )

export const frequency = { daily: 1, weekly: 2, monthly: 3 } as const
export const period = { yesterday: 1, last_week: 2, last_month: 3 } as const
export const scheduleStatus = { runs: 1, paused: 2, stopped: 3 } as const
export const max_recipients = 20
export const max_schedules = 50

export const plan = {
  report: report(),
  frequency: choice('Gửi', [
    [frequency.daily, 'Hằng ngày'],
    [frequency.weekly, 'Hằng tuần'],
    [frequency.monthly, 'Hằng tháng'],
  ]),
  /** The weekday (1 is Monday) of a weekly schedule, or the day of the month of a monthly one; daily ones do not use it. */
  on_day: count('Vào ngày', 28).check(z.positive()),
  at: timeOfDay('Lúc'),
  period: choice('Số liệu của', [
    [period.yesterday, 'Hôm qua'],
    [period.last_week, 'Tuần trước'],
    [period.last_month, 'Tháng trước'],
  ]),
}

export const Recipient = z.object({ user_id: id('Người nhận'), full_name: text('Họ và tên', 100) })

export const Schedule = z.object({
  report_schedule_id: id('STT'),
  ...plan,
  filter_text: z.nullable(note('Bộ lọc', 500)),
  recipients: list('Người nhận', Recipient, max_recipients),
  status: status('Trạng thái', [
    [scheduleStatus.runs, 'Đang chạy', 'green'],
    [scheduleStatus.paused, 'Tạm dừng', 'neutral'],
    [scheduleStatus.stopped, 'Bị dừng', 'red'],
  ]),
  stopped_reason: z.nullable(text('Vì sao bị dừng', 300)),
  /** Null for a schedule that is paused or stopped. */
  next_at: z.nullable(moment('Lần gửi tới')),
  last_sent_at: z.nullable(moment('Gửi gần nhất')),
  /** The error of the last due moment, until its mails are sent. */
  last_fault: z.nullable(text('Lỗi gần nhất', 300)),
  created_at: moment('Ngày tạo'),
})
export type ScheduleRow = z.output<typeof Schedule>
