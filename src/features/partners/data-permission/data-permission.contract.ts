/** Data scopes: the points of sale and groups that a member of staff may see; and the groups themselves. */
import * as z from 'zod/mini'
import { calls, pageOf, read, search, write } from '#contract/call.ts'
import { count, flag, id, list, moment, optional, text } from '#contract/fields.ts'
import { dataPermissionPage, posPage } from '#features/partners/pages.contract.ts'

/** The maximum numbers in one person's scope; larger scopes need larger groups. */
export const max_single_pos = 500
export const max_pos_groups = 500

const PosName = z.object({
  pos_id: id(),
  pos_code: text('Mã POS', 20),
  pos_name: text('Tên POS', 150),
  pos_group_id: z.nullable(id('Nhóm')),
})

const groupName = () => text('Tên nhóm', 100)

export const PosGroup = z.object({
  pos_group_id: id('STT'),
  pos_group_name: groupName(),
  /** Counts only points of sale within the caller's scope. */
  pos_count: count('Số điểm bán'),
  created_at: moment('Ngày tạo'),
  version: id('Phiên bản'),
})

export const DataPermission = z.object({
  user_id: id(),
  /** When false, the person sees everything of their own partner. */
  is_limited: flag('Chỉ xem các điểm bán được chọn'),
  pos_group_ids: list('Nhóm điểm bán', id()),
  pos: list('Điểm bán', PosName, max_single_pos),
  version: count('Phiên bản'),
})

export const PermittedUser = z.object({
  user_id: id('STT'),
  user_name: text('Tên đăng nhập', 50),
  full_name: text('Họ và tên', 100),
  unit: optional(text('Đơn vị', 100)),
  partner_name: z.nullable(text('Đại lý', 200)),
  is_limited: flag('Giới hạn dữ liệu'),
  group_count: count('Số nhóm'),
  pos_count: count('Số điểm bán chọn riêng'),
})

export const dataPermission = calls('cms/pos', {
  users: read('GET list_permission_user', {
    title: 'Người dùng và phạm vi dữ liệu',
    may: dataPermissionPage.view,
    input: search({ partner_id: optional(id('Đại lý')), is_limited: optional(flag('Giới hạn dữ liệu')) }, [
      'user_name',
      'full_name',
    ]),
    output: pageOf(PermittedUser),
  }),
  /** The person's current scope, and all groups to choose from. */
  get: read('GET get_list_pos_group', {
    title: 'Phạm vi dữ liệu của người dùng',
    may: dataPermissionPage.view,
    input: z.object({ user_id: id() }),
    output: z.object({
      ...DataPermission.shape,
      user_name: text('Tên đăng nhập', 50),
      full_name: text('Họ và tên', 100),
      partner_name: z.nullable(text('Đại lý', 200)),
      groups: list('Nhóm điểm bán', z.object({ ...PosGroup.shape, may_give: flag('Được giao') }), 10_000),
    }),
    errors: ['user_not_found'],
  }),
  /**
   * Replaces the person's whole scope. With points of sale or groups the person is limited to them; without any, `is_limited` decides between nothing
   * and everything. `version` is the one that the caller read, 0 for a person without a scope yet.
   */
  set: write('GET add_permission_data', {
    stepUp: true,
    title: 'Phân quyền dữ liệu',
    may: dataPermissionPage.update,
    input: z.object({
      user_id: id(),
      is_limited: optional(flag('Chỉ xem các điểm bán được chọn')),
      pos_group_id: z.prefault(list('Nhóm điểm bán', id(), max_pos_groups), []),
      pos_id: z.prefault(list('Điểm bán', id(), max_single_pos), []),
      version: optional(count('Phiên bản')),
    }),
    output: DataPermission,
    errors: ['user_not_found', 'pos_not_found', 'changed_by_other', 'action_invalid', 'no_right'],
  }),
})

export const posGroup = calls('cms/pos_group', {
  list: read('GET list', {
    title: 'Nhóm điểm bán',
    may: [posPage.view, dataPermissionPage.view],
    input: search({}, ['pos_group_name', 'pos_count', 'created_at']),
    output: pageOf(PosGroup),
  }),
  add: write('POST add', {
    title: 'Thêm nhóm điểm bán',
    may: posPage.update,
    input: z.object({ pos_group_name: groupName() }),
    output: PosGroup,
    errors: ['pos_group_exists', 'no_right'],
  }),
  update: write('POST update', {
    title: 'Sửa nhóm điểm bán',
    may: posPage.update,
    input: z.object({ pos_group_id: id(), pos_group_name: groupName(), version: id('Phiên bản') }),
    output: PosGroup,
    errors: ['pos_group_exists', 'not_found', 'changed_by_other', 'no_right'],
  }),
  delete: write('POST delete', {
    title: 'Xóa nhóm điểm bán',
    may: posPage.update,
    input: z.object({ pos_group_id: id() }),
    errors: ['not_found', 'pos_group_in_use', 'no_right'],
  }),
})
