import * as z from 'zod/mini'
import { importInput, ImportReport } from '#contract/bulk.ts'
import { calls, pageOf, read, search, unpaged, write } from '#contract/call.ts'
import {
  count,
  flag,
  id,
  list,
  money,
  note,
  optional,
  partial,
  phone,
  place,
  seenVersion,
  status,
  text,
  timeOfDay,
} from '#contract/fields.ts'
import { record } from '#contract/record.ts'
import {
  bankAccount,
  bankAccountAnswer,
  newBankAccount,
} from '#features/partners/bank-account/bank-account.contract.ts'
import { dataPermissionPage, partnerPage, posPage } from '#features/partners/pages.contract.ts'
import { newPosDevice, PosDevice, posDevice } from '#features/partners/pos-device/pos-device.contract.ts'

const code = () => text('Mã POS', 20)
const name = () => text('Tên POS', 150)
const address = () => text('Địa chỉ', 255)
const contact = () => text('Người liên hệ', 100)
const state = () =>
  status('Trạng thái', [
    [1, 'Hoạt động', 'green'],
    [2, 'Tạm ngưng', 'amber'],
    [0, 'Ngừng hoạt động', 'neutral'],
  ])

export const PosRecord = record('pos', 'pos_id', {
  pos_code: code(),
  pos_name: name(),
  address: address(),
  province_id: id('Tỉnh/Thành phố'),
  district_id: id('Quận/Huyện'),
  /** For an operator always the own partner. */
  partner_id: optional(id('Đại lý')),
  pos_group_id: optional(id('Nhóm')),
  position: optional(place('Vị trí (vĩ độ, kinh độ)')),
  contact_name: optional(contact()),
  open_time: optional(timeOfDay('Giờ mở cửa')),
  close_time: optional(timeOfDay('Giờ đóng cửa')),
  /** In đồng; null for no limit. */
  day_sale_limit: optional(money('Hạn mức bán mỗi ngày')),
  note: optional(note('Ghi chú', 500)),
  status: z.prefault(state(), 1),
})

const sentPhone = { phone_int: optional(phone('Số điện thoại')) }

export const PosDraft = z.object({ ...PosRecord.Draft.shape, ...sentPhone })
const PosChange = z.object({ ...PosRecord.Change.shape, ...sentPhone })

export const Pos = z.object({
  ...PosRecord.Row.shape,
  phone_number: z.nullable(phone('Số điện thoại')),
  province_name: text('Tỉnh/Thành phố', 100),
  district_name: text('Quận/Huyện', 100),
  partner_name: z.nullable(text('Đại lý', 200)),
  pos_group_name: z.nullable(text('Nhóm', 100)),
  device_count: count('Số thiết bị'),
})

export const PosBank = z.object({ pos_bank_id: id(), pos_id: id(), ...bankAccountAnswer })

/** One row of the file from which points of sale are imported. */
export const PosImportRow = z.object({
  pos_code: code(),
  pos_name: name(),
  address: address(),
  province_name: text('Tỉnh/Thành phố', 100),
  district_name: text('Quận/Huyện', 100),
  partner_code: optional(text('Mã đại lý', 20)),
  pos_group_name: optional(text('Nhóm', 100)),
  contact_name: optional(contact()),
  phone_int: optional(phone('Số điện thoại')),
})

/** The filters of the list, beside the keyword. */
export const posFilters = {
  status: optional(state()),
  province_id: optional(id('Tỉnh/Thành phố')),
  district_id: optional(id('Quận/Huyện')),
  partner_id: optional(id('Đại lý')),
  pos_group_id: optional(id('Nhóm')),
  ungrouped: optional(flag('Chưa có nhóm')),
}

/** The sortable columns: all default columns, and the times of creation and change. */
const pos_sorts = [
  'pos_code',
  'pos_name',
  'status',
  'address',
  'district_name',
  'partner_name',
  'pos_group_name',
  'phone_number',
  'device_count',
  'created_at',
  'updated_at',
] as const

const change_errors = [
  'pos_code_exists',
  'pos_name_exists',
  'partner_not_found',
  'pos_quantity_exceeded',
  'no_right',
] as const

export const pos = calls('cms/pos', {
  list: read('GET get_list', {
    title: 'Danh sách POS',
    may: [posPage.view, partnerPage.view, dataPermissionPage.view],
    /** The list is scoped by the signed-in user; `user_id` is sent by partners' clients and ignored. */
    input: search({ user_id: optional(id('Người dùng')), ...posFilters }, pos_sorts),
    output: pageOf(Pos),
    errors: ['search_time_exceeded'],
  }),
  detail: read('GET get_detail', {
    title: 'Chi tiết POS',
    may: posPage.view,
    input: z.object({ pos_id: id() }),
    output: z.object({
      ...Pos.shape,
      banks: list('Ngân hàng', PosBank),
      devices: list('Thiết bị', PosDevice),
    }),
    errors: ['pos_not_found'],
  }),
  add: write('POST add', {
    title: 'Thêm POS',
    may: posPage.add,
    input: PosDraft,
    output: Pos,
    errors: change_errors,
  }),
  update: write('POST update', {
    title: 'Sửa POS',
    may: posPage.update,
    input: PosChange,
    output: Pos,
    errors: [...change_errors, 'pos_not_found', 'changed_by_other', 'proof_required'],
  }),
  delete: write('GET delete', {
    title: 'Xóa POS',
    may: posPage.remove,
    input: z.object({ pos_id: id() }),
    errors: ['pos_not_found', 'pos_has_users', 'has_orders', 'device_has_requests'],
  }),
  addBank: write('POST add_bank', {
    title: 'Thêm tài khoản ngân hàng của POS',
    may: posPage.update,
    input: z.object({ pos_id: id(), ...newBankAccount }),
    output: PosBank,
    errors: ['pos_not_found', 'bank_account_type_exists'],
  }),
  updateBank: write('POST update_bank', {
    title: 'Sửa tài khoản ngân hàng của POS',
    may: posPage.update,
    input: z.object({ pos_bank_id: id(), version: seenVersion(), ...partial(bankAccount) }),
    output: PosBank,
    errors: ['not_found', 'bank_account_type_exists', 'changed_by_other'],
  }),
  deleteBank: write('GET delete_bank', {
    title: 'Xóa tài khoản ngân hàng của POS',
    may: posPage.update,
    input: z.object({ pos_bank_id: id() }),
    errors: ['not_found'],
  }),
  addDevice: write('POST add_device', {
    title: 'Thêm thiết bị của POS',
    may: posPage.update,
    input: z.object({ pos_id: id(), ...newPosDevice }),
    output: PosDevice,
    errors: ['pos_not_found', 'device_exists', 'device_key_exists', 'no_right', 'proof_required'],
  }),
  updateDevice: write('POST update_device', {
    title: 'Sửa thiết bị của POS',
    may: posPage.update,
    input: z.object({ device_id: id(), version: seenVersion(), ...partial(posDevice) }),
    output: PosDevice,
    errors: ['not_found', 'device_exists', 'device_key_exists', 'no_right', 'changed_by_other', 'proof_required'],
  }),
  deleteDevice: write('GET delete_device', {
    title: 'Xóa thiết bị của POS',
    may: posPage.update,
    input: z.object({ device_id: id() }),
    errors: ['not_found', 'device_has_requests'],
  }),
  /** Points of sale without a partner; with `all` those of other partners follow. */
  listNotInPartner: read('GET list_not_in_partner', {
    title: 'POS chưa thuộc đại lý nào',
    may: partnerPage.view,
    input: search({ partner_id: id(), all: optional(flag('Cả POS đã có đại lý')) }, [], unpaged),
    output: pageOf(Pos),
    errors: ['partner_not_found'],
  }),
  import: write('POST import', {
    title: 'Nhập POS từ tệp',
    may: posPage.add,
    input: importInput(PosImportRow),
    output: ImportReport,
    errors: ['pos_code_exists', 'pos_name_exists', 'pos_quantity_exceeded'],
  }),
})
