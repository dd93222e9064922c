/** The people of a base store: accounts that belong to it, each with rights of their own. */
import * as z from 'zod/mini'
import { calls, pageOf, read, search, write } from '#contract/call.ts'
import {
  count,
  email,
  id,
  list,
  newPassword,
  optional,
  partial,
  phone,
  secret,
  seenVersion,
  text,
} from '#contract/fields.ts'
import { Account, AccountChange, AccountDraft } from '#features/access/account/account.contract.ts'
import { GroupRight } from '#features/access/group/group.contract.ts'
import { PageList } from '#features/access/group/page-list.contract.ts'
import { userName } from '#features/access/sign-in/own-session.contract.ts'
import { baseStorePage } from '#features/tickets/pages.contract.ts'

const details = {
  full_name: text('Họ và tên', 100),
  email: optional(email('Email')),
}

const BaseUserDraft = z.object({
  base_id: id('Kho'),
  user_name: userName(),
  password: newPassword('Mật khẩu'),
  ...details,
  phone_int: optional(phone('Số điện thoại')),
  status: AccountDraft.shape.status,
})

/** Fields that are left out are not changed. */
const BaseUserChange = z.object({
  ...partial({ ...details, base_id: id('Kho') }),
  status: AccountChange.shape.status,
  phone_int: optional(phone('Số điện thoại')),
  base_user_id: id(),
  version: seenVersion(),
})

export const BaseUser = z.object({
  base_user_id: id('STT'),
  base_id: id('Kho'),
  base_name: text('Kho', 100),
  user_name: text('Tên đăng nhập', 50),
  ...details,
  phone_number: z.nullable(phone('Số điện thoại')),
  status: Account.shape.status,
  is_admin: Account.shape.is_admin,
  must_change_password: Account.shape.must_change_password,
  /** Rights given to this person, besides those of groups. */
  role_count: count('Số quyền'),
  last_sign_in_at: Account.shape.last_sign_in_at,
  created_at: Account.shape.created_at,
  version: id('Phiên bản'),
})

const key = z.object({ base_user_id: id() })
const roles = list('Quyền', GroupRight, 500)
const Roles = z.object({ base_user_id: id(), version: id('Phiên bản'), roles })

export const baseUser = calls('cms', {
  list: read('GET base_user/list', {
    title: 'Người dùng kho',
    may: baseStorePage.view,
    input: search({ base_id: optional(id('Kho')), status: optional(Account.shape.status) }, [
      'user_name',
      'full_name',
      'created_at',
    ]),
    output: pageOf(BaseUser),
  }),
  detail: read('GET base_user/detail', {
    title: 'Chi tiết người dùng kho',
    may: baseStorePage.view,
    input: key,
    output: BaseUser,
    errors: ['user_not_found'],
  }),
  add: write('POST base_user/add', {
    stepUp: true,
    title: 'Thêm người dùng kho',
    may: baseStorePage.add,
    input: BaseUserDraft,
    output: BaseUser,
    errors: ['base_user_exists', 'phone_exists'],
  }),
  update: write('POST base_user/update', {
    stepUp: true,
    title: 'Sửa người dùng kho',
    may: baseStorePage.update,
    input: BaseUserChange,
    output: BaseUser,
    errors: ['user_not_found', 'phone_exists', 'changed_by_other', 'action_invalid', 'no_right', 'user_without_store'],
  }),
  delete: write('POST base_user/delete', {
    stepUp: true,
    title: 'Xóa người dùng kho',
    may: baseStorePage.remove,
    input: key,
    errors: ['user_not_found', 'admin_cannot_be_deleted', 'action_invalid', 'no_right'],
  }),
  resetPass: write('POST base_user/reset_pass', {
    stepUp: true,
    title: 'Đặt lại mật khẩu người dùng kho',
    may: baseStorePage.update,
    input: z.object({ base_user_id: id(), new_pass: optional(newPassword('Mật khẩu mới')) }),
    /** The one-time password; null when a password was given. Either must be changed at the next sign-in. */
    output: z.object({ one_time_password: z.nullable(secret('Mật khẩu dùng một lần')) }),
    errors: ['user_not_found', 'action_invalid', 'no_right'],
    unstored: true,
  }),
  roles: read('GET base_user/get_list_role', {
    title: 'Quyền của người dùng kho',
    may: baseStorePage.view,
    input: key,
    output: Roles,
    errors: ['user_not_found'],
  }),
  configRole: write('POST base_user/config_role', {
    stepUp: true,
    title: 'Phân quyền người dùng kho',
    may: baseStorePage.update,
    /** `version` is optional; when sent, it must be the version that the person saw. */
    input: z.object({ base_user_id: id(), roles, version: seenVersion() }),
    output: Roles,
    errors: ['user_not_found', 'changed_by_other', 'no_right', 'user_without_store'],
  }),
  pages: read('GET page_base/list', {
    title: 'Các trang của người dùng kho',
    may: baseStorePage.view,
    output: PageList,
  }),
})
