import { calls, pageOf, read, search, unpaged, write } from '#contract/call.ts'
import { link as linkField, onOff, optional, text } from '#contract/fields.ts'
import * as z from 'zod/mini'
import { record } from '#contract/record.ts'
import { category } from '#features/results/product/product.contract.ts'
import { linkPage } from '../pages.contract.ts'

export const LinkRecord = record('link', 'link_id', {
  link_name: text('Tên', 100),
  category: category(),
  url: linkField('Đường dẫn'),
  status: z.prefault(onOff(), 1),
})

export const link = calls('cms/link', {
  list: read('GET list', {
    title: 'Link trực tuyến',
    may: linkPage.view,
    input: search({ category: optional(category()), status: optional(onOff()) }, ['link_name', 'created_at'], unpaged),
    output: pageOf(LinkRecord.Row),
  }),
  add: write('POST add', {
    title: 'Thêm link',
    may: linkPage.add,
    input: LinkRecord.Draft,
    output: LinkRecord.Row,
    errors: ['link_exists'],
  }),
  update: write('POST update', {
    title: 'Sửa link',
    may: linkPage.update,
    input: LinkRecord.Change,
    output: LinkRecord.Row,
    errors: ['link_exists', ...LinkRecord.conflicts],
  }),
  delete: write('POST delete', {
    title: 'Xóa link',
    may: linkPage.remove,
    input: LinkRecord.Key,
    errors: ['not_found'],
  }),
})
