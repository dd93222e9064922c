/** The terms on which stations take tickets back from a day on, and when the program closes a day that nobody has closed. */
import * as z from 'zod/mini'
import { calls, pageOf, read, search, write } from '#contract/call.ts'
import { count, day, id, note, optional, rate, seenVersion, text } from '#contract/fields.ts'
import { record } from '#contract/record.ts'
import { returnPage } from '#features/tickets/pages.contract.ts'

/** In basis points: 8750 is 87,5 %. */

const ReturnTermRecord = record('return_term', 'return_term_id', {
  /** Null for every station without terms of its own. */
  area_id: optional(id('Đài')),
  from_day: day('Áp dụng từ ngày mở thưởng'),
  limit_rate: rate('Hạn mức hoàn'),
  price_rate: rate('Giá nhận lại'),
  note: optional(note('Ghi chú', 300)),
})

export const ReturnTerm = z.object({ ...ReturnTermRecord.Row.shape, area_name: z.nullable(text('Đài', 50)) })

export const returnTerm = calls('cms/return_term', {
  list: read('GET list', {
    title: 'Điều kiện hoàn vé',
    may: returnPage.view,
    input: search({ area_id: optional(id('Đài')) }, ['from_day']),
    output: pageOf(ReturnTerm),
  }),
  /** Only for days to come: today's terms have already been shown to people who choose what to return. */
  add: write('POST add', {
    title: 'Thêm điều kiện hoàn vé',
    may: returnPage.approve,
    input: ReturnTermRecord.Draft,
    output: ReturnTerm,
    errors: ['threshold_duplicate', 'over_cut_off'],
  }),
  delete: write('POST delete', {
    title: 'Xóa điều kiện hoàn vé chưa áp dụng',
    may: returnPage.approve,
    input: ReturnTermRecord.Key,
    errors: ['not_found', 'over_cut_off'],
  }),
})
export { ReturnTermRecord }

export const ReturnConfig = z.object({
  close_after_minutes: z.nullable(count('Tự chốt sau giờ ngừng bán (phút)', 240)),
  remind_minutes: count('Nhắc trước giờ chốt hoàn (phút)', 600).check(z.minimum(5, 'Ít nhất 5 phút')),
  version: id('Phiên bản'),
})

export const returnConfig = calls('cms/return_config', {
  get: read('GET get', { title: 'Giờ chốt hoàn vé', may: returnPage.view, input: z.object({}), output: ReturnConfig }),
  save: write('POST update', {
    title: 'Sửa giờ chốt hoàn vé',
    may: returnPage.approve,
    input: z.object({
      close_after_minutes: optional(ReturnConfig.shape.close_after_minutes),
      remind_minutes: optional(ReturnConfig.shape.remind_minutes),
      version: seenVersion(),
    }),
    output: ReturnConfig,
    errors: ['changed_by_other'],
  }),
})
