/** The calls of the palette (Ctrl+K): records by keyword, and quick actions. */
import * as z from 'zod/mini'
import { calls, read } from '#contract/call.ts'
import { flag, list, optional, phone, text } from '#contract/fields.ts'

/** Shorter keywords match too much and cannot use the trigram index. */
export const min_keyword_length = 3

const Found = z.object({
  label: z.string(),
  detail: z.string(),
  phone_number: optional(phone('Số điện thoại')),
  url: z.string(),
})

/** Matching records of one page, best matches first. */
const FoundGroup = z.object({
  page_url: z.string(),
  page_name: text('Trang', 100),
  items: list('Kết quả', Found),
  more: flag('Còn nữa'),
})

/** An action that can be started from any page. */
const QuickAct = z.object({ label: z.string(), page_url: z.string(), page_name: text('Trang', 100) })

export const recordSearch = calls('cms/search', {
  find: read('GET find', {
    title: 'Tìm nhanh bản ghi',
    may: 'user',
    input: z.object({ keyword: text('Từ khóa', 100, min_keyword_length) }),
    output: list('Nhóm kết quả', FoundGroup),
  }),
  quickActs: read('GET quick_acts', {
    title: 'Việc làm được từ ô tìm nhanh',
    may: 'user',
    output: list('Việc', QuickAct),
  }),
})
