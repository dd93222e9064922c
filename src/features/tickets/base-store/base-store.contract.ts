/** Base stores: where tickets lie until they are sold, each in charge of stations of its own. */
import * as z from 'zod/mini'
import { calls, pageOf, read, search, write } from '#contract/call.ts'
import {
  activation,
  count,
  flag,
  id,
  list,
  moment,
  note,
  optional,
  partial,
  phone,
  text,
  timeOfDay,
} from '#contract/fields.ts'
import { baseStorePage } from '#features/tickets/pages.contract.ts'

const details = {
  base_code: text('Mã kho', 20),
  base_name: text('Tên kho', 100),
  address: optional(text('Địa chỉ', 255)),
  /** Empty: that of each station. */
  return_time: optional(timeOfDay('Giờ chốt hoàn')),
  auto_approve: flag('Tự động duyệt phiếu nhập'),
  partial_import: flag('Nhận dòng đúng khi tệp có dòng lỗi'),
  note: optional(note('Ghi chú', 500)),
  /** A station belongs to one store only. */
  area_ids: list('Đài phụ trách', id('Đài'), 100),
}

export const BaseStoreDraft = z.object({
  ...details,
  phone_int: optional(phone('Số điện thoại')),
  auto_approve: z.prefault(details.auto_approve, false),
  partial_import: z.prefault(details.partial_import, false),
  area_ids: z.prefault(details.area_ids, []),
  status: z.prefault(activation(), 1),
})

/** What is left out of a change stays as it is. */
export const BaseStoreChange = z.object({
  ...partial({ ...details, status: activation() }),
  phone_int: optional(phone('Số điện thoại')),
  base_id: id(),
  version: id('Phiên bản'),
})

export const BaseStore = z.object({
  base_id: id('STT'),
  ...details,
  phone_number: z.nullable(phone('Số điện thoại')),
  status: activation(),
  area_names: list('Đài phụ trách', text('Đài', 50), 100),
  user_count: count('Số người dùng'),
  created_by_name: z.nullable(text('Người tạo', 100)),
  created_at: moment('Ngày tạo'),
  updated_by_name: z.nullable(text('Người cập nhật', 100)),
  updated_at: z.nullable(moment('Ngày cập nhật')),
  version: id('Phiên bản'),
})

export const baseStore = calls('cms', {
  list: read('GET base_store/list', {
    title: 'Danh sách kho',
    may: 'user',
    input: search(
      { status: optional(activation()), area_id: optional(id('Đài phụ trách')), base_id: optional(id('Kho')) },
      ['base_code', 'base_name', 'created_at'],
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
    may: baseStorePage.update,
    input: BaseStoreChange,
    output: BaseStore,
    errors: ['base_store_exists', 'draw_station_assigned', 'not_found', 'changed_by_other', 'no_right'],
  }),
})
