import * as z from 'zod/mini'
import { calls, pageOf, read } from '#contract/call.ts'
import { activation, id, text } from '#contract/fields.ts'

export const BaseStore = z.object({
  base_id: id(),
  base_code: text('Mã kho', 20),
  base_name: text('Tên kho', 100),
  status: activation(),
})

export const baseStore = calls('cms/base_store', {
  list: read('GET list', { title: 'Danh sách kho', may: 'user', output: pageOf(BaseStore) }),
})
