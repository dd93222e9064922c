/** The calls for schedules of mailed reports. */
import * as z from 'zod/mini'
import { calls, pageOf, read, search, write } from '#contract/call.ts'
import { email, id, list, note, text } from '#contract/fields.ts'
import { rightKey } from '#contract/page.ts'
import { reportPages } from '#features/reports/pages.contract.ts'
import { max_recipients, plan, Recipient, report, Schedule } from './schedule-row.contract.ts'

const exporting = Object.values(reportPages).map((page) => page.export)
/** The right to export at least one report. */
const may = [...new Map(exporting.map((right) => [rightKey(right), right])).values()]

/** The filters in the form of the page's address; the server ignores the days, which follow from each due moment. */
const query = z.string().check(z.maxLength(2_000), z.regex(/^[\x20-\x7e]*$/))
const key = z.object({ report_schedule_id: id('Lịch gửi') })

export const schedules = calls('cms/report_schedule', {
  /** The caller's own schedules; nobody else can see them. */
  list: read('GET list', {
    title: 'Lịch gửi báo cáo của tôi',
    may: 'user',
    input: search({}),
    output: pageOf(Schedule),
  }),
  recipients: read('GET recipient/list', {
    title: 'Chọn người nhận báo cáo',
    may,
    input: z.extend(search({}), { report: report() }),
    output: pageOf(
      z.extend(Recipient, {
        user_name: text('Tên đăng nhập', 50),
        email: z.nullable(email('Email')),
        /** Why they cannot receive this report; null when they can. */
        why_not: z.nullable(text('Vì sao không gửi được', 100)),
      }),
    ),
    errors: ['no_right'],
  }),
  add: write('POST add', {
    title: 'Đặt lịch gửi báo cáo',
    may,
    input: z.object({
      ...plan,
      query,
      filter_text: z.optional(z.nullable(note('Bộ lọc', 500))),
      recipients: list('Người nhận', id('Người nhận'), max_recipients).check(z.minLength(1)),
    }),
    output: Schedule,
    errors: ['no_right', 'action_invalid', 'user_not_found'],
  }),
  pause: write('POST pause', {
    title: 'Tạm dừng gửi báo cáo',
    may: 'user',
    input: key,
    output: Schedule,
    errors: ['not_found', 'action_invalid', 'changed_by_other'],
  }),
  /** Also resumes a schedule that the program stopped, once the cause is gone; due moments in between are not sent. */
  resume: write('POST resume', {
    title: 'Gửi tiếp báo cáo',
    may: 'user',
    input: key,
    output: Schedule,
    errors: ['not_found', 'no_right', 'action_invalid', 'changed_by_other'],
  }),
  delete: write('POST delete', {
    title: 'Xóa lịch gửi báo cáo',
    may: 'user',
    input: key,
    errors: ['not_found'],
  }),
})
