/** A person's preferences for a list. Apart from list-view.ts, because every list needs them before its first row. */
import * as z from 'zod/mini'
import { calls, read, write } from '#contract/call.ts'
import { choice, count, list, text } from '#contract/fields.ts'

/** Identifies a list by the name of its call. */
export const listName = () => text('Danh sách', 100)

export const max_pinned = 10

/** Columns that no longer exist are ignored; new ones stay hidden until chosen. */
export const ListPreference = z.object({
  /** Shown columns in their order; null for the list's default. */
  columns: z.nullable(list('Cột', text('Cột', 60), 60)),
  /** Changed widths in pixels by column. */
  widths: z
    .record(text('Cột', 60), count('Độ rộng', 2000))
    .check(z.refine((widths) => Object.keys(widths).length <= 60, 'Quá nhiều cột')),
  /** Columns that stay visible at the left while the others scroll. */
  pinned: list('Cột ghim', text('Cột', 60), max_pinned),
  density: choice('Mật độ', [
    ['comfortable', 'Thoáng'],
    ['compact', 'Gọn'],
  ]),
})

export const listPreference = calls('cms/list_preference', {
  get: read('GET get', {
    title: 'Tùy chọn danh sách',
    may: 'user',
    input: z.object({ list_name: listName() }),
    output: z.nullable(ListPreference),
  }),
  update: write('POST update', {
    title: 'Lưu tùy chọn danh sách',
    may: 'user',
    input: z.object({ list_name: listName(), state: ListPreference }),
  }),
})
