/** The status of the whole system in words: the same that operators see as metrics and alerts. */
import * as z from 'zod/mini'
import { calls, read } from '#contract/call.ts'
import { choice, list, moment, text } from '#contract/fields.ts'
import { page } from '#contract/page.ts'

export const statusPage = page('/tinh-trang-he-thong', 'Tình trạng hệ thống', 'monitor', { view: 1 })

const tone = () =>
  choice('Mức', [
    ['well', 'Ổn'],
    ['watch', 'Cần xem'],
    ['bad', 'Có lỗi'],
    ['off', 'Không dùng'],
  ])

const Line = z.object({
  title: text('Việc', 100),
  /** Its state, as a sentence. */
  value: text('Tình trạng', 300),
  tone: tone(),
  /** What to do about it; null where nothing need be done. */
  advice: z.nullable(text('Cần làm', 300)),
  /** The page on which it can be done. */
  link: z.nullable(text('Trang', 300)),
})
export type StatusLine = z.output<typeof Line>

export const Section = z.object({
  key: text('Mã', 20),
  title: text('Phần', 60),
  lines: list('Tình trạng', Line, 100),
})
export type StatusSection = z.output<typeof Section>

export const status = calls('cms/status', {
  get: read('GET get', {
    title: 'Tình trạng hệ thống',
    may: statusPage.view,
    output: z.object({ at: moment('Lúc'), sections: list('Phần', Section, 20) }),
  }),
})
