import * as z from 'zod/mini'
import { calls, pageOf, read, write } from '#contract/call.ts'
import { choice, count, flag, id, list, text } from '#contract/fields.ts'

const list_name = () => text('Danh sách', 100)

export const most_pinned = 10

/** How one person likes one list. Columns that the list no longer has are ignored; ones that came since stay hidden until they are chosen. */
export const ListPreference = z.object({
  /** Shown columns in their order; null for all, as the list has them. */
  columns: z.nullable(list('Cột', text('Cột', 60), 60)),
  /** Widths in pixels by column, where they were changed. */
  widths: z.record(text('Cột', 60), count('Độ rộng', 2000)),
  /** Columns that stay in sight at the left while the others scroll. */
  pinned: list('Cột ghim', text('Cột', 60), most_pinned),
  density: choice('Mật độ', [
    ['comfortable', 'Thoáng'],
    ['compact', 'Gọn'],
  ]),
})

export const ListView = z.object({
  list_view_id: id(),
  view_name: text('Tên chế độ xem', 50),
  shared: flag('Dùng chung'),
  /** The address bar's query: filters, sort and page size. */
  query: z.string(),
  is_mine: flag('Của tôi'),
  created_by_name: text('Người tạo', 100),
  version: id('Phiên bản'),
})

const view = {
  view_name: text('Tên chế độ xem', 50),
  shared: flag('Dùng chung'),
  query: z.string().check(z.maxLength(2000), z.regex(/^[\x20-\x7e]*$/)),
}

export const listPreference = calls('cms/list_preference', {
  get: read('GET get', {
    title: 'Tùy chọn danh sách',
    may: 'user',
    input: z.object({ list_name: list_name() }),
    output: z.nullable(ListPreference),
  }),
  update: write('POST update', {
    title: 'Lưu tùy chọn danh sách',
    may: 'user',
    input: z.object({ list_name: list_name(), state: ListPreference }),
  }),
})

export const listView = calls('cms/list_view', {
  list: read('GET list', {
    title: 'Chế độ xem đã lưu',
    may: 'user',
    input: z.object({ list_name: list_name() }),
    output: pageOf(ListView),
  }),
  add: write('POST add', {
    title: 'Lưu chế độ xem',
    may: 'user',
    input: z.object({ list_name: list_name(), ...view }),
    output: ListView,
    errors: ['view_exists'],
  }),
  update: write('POST update', {
    title: 'Sửa chế độ xem',
    may: 'user',
    input: z.object({ list_view_id: id(), version: id('Phiên bản'), ...view }),
    output: ListView,
    errors: ['view_exists', 'not_found', 'changed_by_other'],
  }),
  delete: write('POST delete', {
    title: 'Xóa chế độ xem',
    may: 'user',
    input: z.object({ list_view_id: id() }),
    errors: ['not_found'],
  }),
})
