/** Base stores: where tickets are kept until they are sold. Each is in charge of its own stations. */
import * as z from 'zod/mini'
import { calls, pageOf, read, search, write } from '#contract/call.ts'
import { activation, count, flag, id, list, note, optional, phone, text, timeOfDay } from '#contract/fields.ts'
import { record } from '#contract/record.ts'
import { storeTab } from '#features/settings/pages.contract.ts'
import { baseStorePage } from '#features/tickets/pages.contract.ts'

/** A station belongs to one store only. */
const stations = () => list('Đài phụ trách', id('Đài'), 100)

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

const sentPhone = { phone_int: optional(phone('Số điện thoại')) }

const BaseStoreDraft = z.object({
  ...BaseStoreRecord.Draft.shape,
  ...sentPhone,
  area_ids: z.prefault(stations(), []),
})

/** Fields that are left out are not changed. */
const BaseStoreChange = z.object({
  ...BaseStoreRecord.Change.shape,
  ...sentPhone,
  area_ids: z.optional(stations()),
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
    ),
    output: pageOf(BaseStore),
  }),
  add: write('POST base_store/add', {
    title: 'Thêm kho',
    may: baseStorePage.add,
    input: BaseStoreDraft,
    output: BaseStore,
    errors: ['base_store_exists', 'draw_station_assigned', 'no_right'],
  }),
  update: write('POST config/base_store/update', {
    title: 'Sửa kho',
    may: [baseStorePage.update, ...storeTab.update],
    input: BaseStoreChange,
    output: BaseStore,
    errors: ['base_store_exists', 'draw_station_assigned', 'no_right', ...BaseStoreRecord.conflicts],
  }),
})
