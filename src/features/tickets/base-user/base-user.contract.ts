/** The people of a base store: accounts that belong to it, with rights that are given to each of them. */
import * as z from 'zod/mini'
import { calls, pageOf, read, search, write } from '#contract/call.ts'
import {
  activation,
  count,
  email,
  flag,
  id,
  list,
  moment,
  newPassword,
  optional,
  phone,
  secret,
  text,
  word,
} from '#contract/fields.ts'
import { baseStorePage } from '#features/tickets/pages.contract.ts'

const details = {
  full_name: text('Họ và tên', 100),
  email: optional(email('Email')),
}

const BaseUserDraft = z.object({
  base_id: id('Kho'),
  user_name: word('Tên đăng nhập', 50, 'Tên người dùng không hợp lệ.'),
  password: newPassword('Mật khẩu'),
  ...details,
  phone_int: optional(phone('Số điện thoại')),
  status: z.prefault(activation(), 1),
})

const BaseUserChange = z.object({
  ...z.partial(z.object({ ...details, base_id: id('Kho'), status: activation() })).shape,
  phone_int: optional(phone('Số điện thoại')),
  base_user_id: id(),
  version: id('Phiên bản'),
})

export const BaseUser = z.object({
  base_user_id: id('STT'),
  base_id: id('Kho'),
  base_name: text('Kho', 100),
  user_name: text('Tên đăng nhập', 50),
  ...details,
  phone_number: z.nullable(phone('Số điện thoại')),
  status: activation(),
  /** Rights given to this person, beside those of groups. */
  role_count: count('Số quyền'),
  created_at: moment('Ngày tạo'),
  version: id('Phiên bản'),
})

const one = z.object({ base_user_id: id() })
const PageRole = z.object({ page_id: id(), role_id: id() })

/** A page that a store's people may be given, with its roles. `mine` says whether who asks holds the role, and so may give it. */
const BasePage = z.object({
  page_id: id(),
  page_name: text('Trang', 100),
  page_roles: list(
    'Quyền',
    z.object({ page_id: id(), role_id: id(), role_name: text('Quyền', 30), mine: flag('Tôi có quyền này') }),
    6,
  ),
})

export const baseUser = calls('cms', {
  list: read('GET base_user/list', {
    title: 'Người dùng kho',
    may: baseStorePage.view,
    input: search({ base_id: optional(id('Kho')), status: optional(activation()) }, [
      'user_name',
      'full_name',
      'created_at',
    ]),
    output: pageOf(BaseUser),
  }),
  detail: read('GET base_user/detail', {
    title: 'Chi tiết người dùng kho',
    may: baseStorePage.view,
    input: one,
    output: BaseUser,
    errors: ['user_not_found'],
  }),
  add: write('POST base_user/add', {
    title: 'Thêm người dùng kho',
    may: baseStorePage.add,
    input: BaseUserDraft,
    output: BaseUser,
    errors: ['base_user_exists', 'phone_exists', 'not_found'],
  }),
  update: write('POST base_user/update', {
    title: 'Sửa người dùng kho',
    may: baseStorePage.update,
    input: BaseUserChange,
    output: BaseUser,
    errors: ['user_not_found', 'phone_exists', 'changed_by_other', 'no_right', 'user_without_store'],
  }),
  delete: write('POST base_user/delete', {
    title: 'Xóa người dùng kho',
    may: baseStorePage.remove,
    input: one,
    errors: ['user_not_found', 'admin_cannot_be_deleted', 'no_right'],
  }),
  resetPass: write('POST base_user/reset_pass', {
    title: 'Đặt lại mật khẩu người dùng kho',
    may: baseStorePage.update,
    input: z.object({ base_user_id: id(), new_pass: optional(newPassword('Mật khẩu mới')) }),
    /** The one-time password; null when one was chosen. Either must be changed at the next sign-in. */
    output: z.object({ one_time_password: z.nullable(secret('Mật khẩu dùng một lần')) }),
    errors: ['user_not_found', 'no_right'],
    unstored: true,
  }),
  roles: read('GET base_user/get_list_role', {
    title: 'Quyền của người dùng kho',
    may: baseStorePage.view,
    input: one,
    output: z.object({ base_user_id: id(), version: id('Phiên bản'), roles: list('Quyền', PageRole, 500) }),
    errors: ['user_not_found'],
  }),
  configRole: write('POST base_user/config_role', {
    title: 'Phân quyền người dùng kho',
    may: baseStorePage.update,
    input: z.object({ base_user_id: id(), roles: list('Quyền', PageRole, 500) }),
    output: z.object({ base_user_id: id(), version: id('Phiên bản'), roles: list('Quyền', PageRole, 500) }),
    errors: ['user_not_found', 'no_right', 'user_without_store'],
  }),
  pages: read('GET page_base/list', {
    title: 'Các trang của người dùng kho',
    may: baseStorePage.view,
    output: z.object({ pages: list('Trang', BasePage, 100) }),
  }),
})
