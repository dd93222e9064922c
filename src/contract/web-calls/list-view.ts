/** Saved views of a list: filters, sort and page size under a name. */
import * as z from 'zod/mini'
import { calls, pageOf, read, write } from '#contract/call.ts'
import { flag, id, text } from '#contract/fields.ts'
import { listName } from './list-preference.ts'

export const ListView = z.object({
  list_view_id: id(),
  view_name: text('Tên chế độ xem', 50),
  shared: flag('Dùng chung'),
  /** The query of the list's address. */
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

export const listView = calls('cms/list_view', {
  list: read('GET list', {
    title: 'Chế độ xem đã lưu',
    may: 'user',
    input: z.object({ list_name: listName() }),
    output: pageOf(ListView),
  }),
  add: write('POST add', {
    title: 'Lưu chế độ xem',
    may: 'user',
    input: z.object({ list_name: listName(), ...view }),
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
