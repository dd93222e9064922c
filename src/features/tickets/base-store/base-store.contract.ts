/** Base stores: where tickets are kept until they are sold. Each is in charge of its own stations. */
import * as z from 'zod/mini'
import { calls, pageOf, read, search, unpaged } from '#contract/call.ts'
import { activation, count, flag, id, list, note, optional, phone, text, timeOfDay } from '#contract/fields.ts'
import { record } from '#contract/record.ts'

/** A station belongs to one store only. */
export const stations = () => list('Đài phụ trách', id('Đài'), 100)

export const BaseStoreRecord = record('base_store', 'base_id', {
  base_code: text('Mã kho', 20),
  base_name: text('Tên kho', 100),
  address: optional(text('Địa chỉ', 255)),
  /** Empty: each station's own hour. */
  return_time: optional(timeOfDay('Giờ chốt hoàn')),
  auto_approve: z.prefault(flag('Tự động duyệt phiếu nhập'), false),
  partial_import: z.prefault(flag('Nhận dòng đúng khi tệp có dòng lỗi'), false),
  note: optional(note('Ghi chú', 500)),
  status: z.prefault(activation(), 1),
})

export const BaseStore = z.object({
  ...BaseStoreRecord.Row.shape,
  phone_number: z.nullable(phone('Số điện thoại')),
  area_ids: stations(),
  area_names: list('Đài phụ trách', text('Đài', 50), 100),
  user_count: count('Số người dùng'),
})

export const baseStore = calls('cms', {
  list: read('GET base_store/list', {
    title: 'Danh sách kho',
    may: 'user',
    input: search(
      { status: optional(activation()), area_id: optional(id('Đài phụ trách')), base_id: optional(id('Kho')) },
      ['base_code', 'base_name', 'address', 'return_time', 'user_count', 'status', 'created_at', 'updated_at'],
      unpaged,
    ),
    output: pageOf(BaseStore),
  }),
})
