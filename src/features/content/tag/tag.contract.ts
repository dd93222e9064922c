import * as z from 'zod/mini'
import { calls, pageOf, read, search, write } from '#contract/call.ts'
import { activation, choice, count, flag, id, optional, text } from '#contract/fields.ts'
import { record } from '#contract/record.ts'
import { foodPage, foodRulePage, tagPage } from '../pages.contract.ts'

export const TagRecord = record('tag', 'id', {
  tag_name: text('Danh mục', 60),
  parent_id: optional(id('Thuộc danh mục')),
  position: z.prefault(count('Thứ tự', 10_000), 0),
  status: z.prefault(activation(), 1),
})

export const Tag = z.object({
  ...TagRecord.Row.shape,
  parent_name: z.nullable(text('Thuộc danh mục', 60)),
  food_count: count('Số món'),
  child_count: count('Mục con'),
})

const level = () =>
  choice('Cấp', [
    [1, 'Cấp một'],
    [2, 'Cấp hai'],
  ])

const errors = ['tag_exists', 'tag_parent_invalid'] as const

export const tag = calls('', {
  /** In the order of the tree: each tag of the first level, followed by its sub-tags. */
  list: read('GET /api/tag', {
    title: 'Danh mục món ăn',
    may: [tagPage.view, foodPage.view, foodRulePage.view],
    input: search({
      level: optional(level()),
      parent_id: optional(id('Thuộc danh mục')),
      status: optional(activation()),
    }),
    output: pageOf(Tag),
  }),
  detail: read('GET /api/tag/{id}', {
    title: 'Chi tiết danh mục',
    may: tagPage.view,
    input: TagRecord.Key,
    output: Tag,
    errors: ['not_found'],
  }),
  add: write('POST /api/tag', {
    title: 'Thêm danh mục',
    may: tagPage.add,
    input: TagRecord.Draft,
    output: Tag,
    errors,
  }),
  update: write('PUT /api/tag/{id}', {
    title: 'Sửa danh mục',
    may: tagPage.update,
    input: TagRecord.Change,
    output: Tag,
    errors: [...errors, ...TagRecord.conflicts],
  }),
  enable: write('PUT /api/tag/enable/{id}', {
    title: 'Bật tắt danh mục',
    may: tagPage.update,
    input: z.object({ ...TagRecord.Key.shape, enabled: flag('Kích hoạt') }),
    output: Tag,
    errors: ['not_found'],
  }),
  delete: write('DELETE /api/tag/{id}', {
    title: 'Xóa danh mục',
    may: tagPage.remove,
    input: TagRecord.Key,
    errors: ['not_found', 'tag_in_use'],
  }),
})
