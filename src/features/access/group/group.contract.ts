import * as z from 'zod/mini'
import { calls, pageOf, read, search, write } from '#contract/call.ts'
import { activation, count, flag, id, list, moment, optional, plainName, seenVersion, text } from '#contract/fields.ts'
import { roleNames } from '#contract/page.ts'
import { choice } from '#contract/fields.ts'
import { accountPage, groupPage } from '#features/access/pages.contract.ts'

/** One of the six things that may be allowed on a page. */
export const role = () =>
  choice('Quyền', [
    [1, roleNames[1]],
    [2, roleNames[2]],
    [3, roleNames[3]],
    [4, roleNames[4]],
    [5, roleNames[5]],
    [6, roleNames[6]],
  ])

/** One right: a role on a page. */
export const GroupRight = z.object({ page_id: id('Trang'), role_id: role() })

export const groupRules = { nothingChosen: 'Bạn phải chọn ít nhất một quyền cho 1 trang.' }

/** Which members of the group must have a second factor. */
const factorRule = () =>
  choice('Bước xác minh thứ hai', [
    [2, 'Theo quyền duyệt tiền'],
    [1, 'Bắt buộc'],
    [0, 'Không bắt buộc'],
  ])

const own_fields = {
  group_name: plainName('Tên nhóm', 30),
  description: text('Mô tả', 100),
  status: z.prefault(activation(), 1),
  second_factor: z.prefault(factorRule(), 2),
  group_page: z.prefault(list('Quyền', GroupRight), []),
  group_user: z.optional(list('Thành viên', id('Người dùng'), 10_000)),
}

export const GroupDraft = z.object({ ...own_fields, group_id: optional(id('Mã nhóm')) })
/** Fields that are left out are not changed. */
export const GroupChange = z.object({
  group_id: id('Mã nhóm'),
  version: seenVersion(),
  group_name: z.optional(own_fields.group_name),
  description: z.optional(own_fields.description),
  status: z.optional(activation()),
  second_factor: z.optional(factorRule()),
  group_page: z.optional(list('Quyền', GroupRight).check(z.minLength(1, groupRules.nothingChosen))),
  group_user: own_fields.group_user,
})

export const Group = z.object({
  group_id: id('Mã nhóm'),
  group_name: text('Tên nhóm', 30),
  description: text('Mô tả', 100),
  status: activation(),
  second_factor: factorRule(),
  user_count: count('Số thành viên'),
  right_count: count('Số quyền'),
  created_by_name: z.nullable(text('Người tạo', 100)),
  created_at: moment('Ngày tạo'),
  updated_by_name: z.nullable(text('Người cập nhật', 100)),
  updated_at: z.nullable(moment('Ngày cập nhật')),
  version: id('Phiên bản'),
})

export const GroupUser = z.object({
  user_id: id(),
  user_name: text('Tên đăng nhập', 50),
  full_name: text('Họ và tên', 100),
  is_member: flag('Thành viên'),
})

export const GroupInfo = z.object({
  group_infos: Group,
  group_users: list('Thành viên', GroupUser, 10_000),
  group_page_infos: list('Quyền', GroupRight),
})

export const group = calls('cms/group', {
  list: read('GET get_list', {
    title: 'Danh sách nhóm người dùng',
    may: [groupPage.view, accountPage.view],
    input: search({ status: optional(activation()) }, ['group_name', 'user_count', 'created_at']),
    output: pageOf(Group),
  }),
  info: read('GET get_info', {
    title: 'Chi tiết nhóm người dùng',
    may: groupPage.view,
    input: z.object({ group_id: id('Mã nhóm') }),
    output: GroupInfo,
    errors: ['group_not_found'],
  }),
  check: read('GET check_group_id', {
    title: 'Kiểm tra mã nhóm',
    may: groupPage.view,
    input: z.object({ group_id: id('Mã nhóm') }),
    output: z.object({ exists: flag('Đã tồn tại') }),
  }),
  add: write('POST add', {
    stepUp: true,
    title: 'Thêm nhóm người dùng',
    may: groupPage.add,
    input: GroupDraft,
    output: Group,
    errors: ['group_exists', 'user_not_found', 'no_right'],
  }),
  update: write('POST update', {
    stepUp: true,
    title: 'Sửa nhóm người dùng',
    may: groupPage.update,
    input: GroupChange,
    output: Group,
    errors: ['group_exists', 'group_not_found', 'user_not_found', 'changed_by_other', 'no_right'],
  }),
  delete: write('GET delete', {
    stepUp: true,
    title: 'Xóa nhóm người dùng',
    may: groupPage.remove,
    input: z.object({ group_id: id('Mã nhóm') }),
    errors: ['group_not_found', 'group_has_users', 'no_right'],
  }),
})
