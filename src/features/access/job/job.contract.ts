/** Background jobs: waiting ones, and failed ones until somebody retries or discards them. */
import * as z from 'zod/mini'
import { calls, pageOf, read, search, write } from '#contract/call.ts'
import { count, moment, note, optional, text } from '#contract/fields.ts'
import { page } from '#contract/page.ts'

export const jobPage = page('/cong-viec-nen', 'Công việc nền', 'refresh', { view: 1, approve: 5 })

const name = () => text('Mã công việc', 100)
const title = () => text('Công việc', 100)
const key = { job_id: text('Mã việc', 36).check(z.regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)) }

/** The jobs of one name; finished ones are not counted. */
export const Queue = z.object({
  name: name(),
  title: title(),
  waiting: count('Đang chờ'),
  deferred: count('Hẹn giờ hoặc chờ thử lại'),
  active: count('Đang chạy'),
  given_up: count('Thất bại'),
  /** In seconds. */
  oldest_s: count('Chờ lâu nhất'),
})

export const GivenUpJob = z.object({
  ...key,
  name: name(),
  title: title(),
  data: note('Dữ liệu', 2_000),
  error: z.nullable(note('Lỗi lần cuối', 2_000)),
  tries: count('Số lần thử'),
  requested_at: moment('Yêu cầu lúc'),
  given_up_at: moment('Thất bại lúc'),
})
export type GivenUpJob = z.output<typeof GivenUpJob>

export const job = calls('cms/job', {
  list: read('GET list', { title: 'Hàng đợi công việc nền', may: jobPage.view, output: pageOf(Queue) }),
  givenUp: read('GET given_up', {
    title: 'Việc thất bại',
    may: jobPage.view,
    input: search({ name: optional(name()) }),
    output: pageOf(GivenUpJob),
  }),
  retry: write('POST retry', {
    title: 'Thử lại việc thất bại',
    may: jobPage.approve,
    input: z.object(key),
    errors: ['request_finished'],
  }),
  /** Retries all failed jobs of one name, at most a thousand at a time. */
  retryAll: write('POST retry_all', {
    title: 'Thử lại mọi việc thất bại',
    may: jobPage.approve,
    input: z.object({ name: name() }),
    output: z.object({ retried: count('Số việc thử lại') }),
  }),
  discard: write('POST discard', {
    title: 'Bỏ hẳn việc',
    may: jobPage.approve,
    input: z.object({ ...key, reason: note('Lý do', 500) }),
    errors: ['request_finished'],
  }),
})
