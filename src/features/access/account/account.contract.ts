import * as z from 'zod/mini'
import { calls, pageOf, read, search, write, type AnswerOf } from '#contract/call.ts'
import {
  choice,
  count,
  day,
  email,
  flag,
  id,
  list,
  moment,
  newPassword,
  optional,
  partial,
  phone,
  plainName,
  secret,
  seenVersion,
  status,
  text,
} from '#contract/fields.ts'
import { lifecycle, type StatusOf } from '#contract/lifecycle.ts'
import { accountPage } from '#features/access/pages.contract.ts'
import { userName } from '#features/access/sign-in/own-session.contract.ts'

/** A requested account waits until an administrator gives it groups and activates it, or deletes it. */
export const accountLife = lifecycle({
  states: {
    active: [1, 'Hoạt động', 'green'],
    locked: [0, 'Đã khóa', 'red'],
    waiting: [2, 'Chờ duyệt', 'amber'],
  },
  moves: {
    approve: { from: ['waiting'], to: 'active' },
    unlock: { from: ['locked'], to: 'active' },
    lock: { from: ['active'], to: 'locked' },
  },
})
export const accountStatus = accountLife.status
export type AccountStatus = StatusOf<typeof accountLife>

const person = {
  full_name: plainName('Họ và tên', 100),
  birthday: optional(day('Ngày sinh')),
  email: optional(email('Email')),
  sex: optional(
    choice('Giới tính', [
      [1, 'Nam'],
      [2, 'Nữ'],
      [0, 'Khác'],
    ]),
  ),
  address: optional(text('Địa chỉ', 255)),
  unit: optional(text('Đơn vị', 100)),
}
/** On the wire a phone number is sent as phone_int and answered as phone_number. */
const phonesIn = { phone_int: optional(phone('Số điện thoại')), mobile_int: optional(phone('Số di động')) }
const phonesOut = {
  phone_number: z.nullable(phone('Số điện thoại')),
  mobile_number: z.nullable(phone('Số di động')),
}
const assignment = {
  schedule_id: optional(id('Ca làm việc')),
  partner_id: optional(id('Đại lý')),
  base_id: optional(id('Kho')),
}

export const AccountDraft = z.object({
  user_name: userName(),
  password: newPassword('Mật khẩu'),
  ...person,
  ...phonesIn,
  ...assignment,
  status: z.prefault(
    status('Trạng thái', [
      [accountStatus.active, 'Hoạt động', 'green'],
      [accountStatus.locked, 'Đã khóa', 'red'],
    ]),
    accountStatus.active,
  ),
  list_group: z.prefault(list('Nhóm người dùng', id('Nhóm')), []),
})

/** Only the sent fields are changed, so that locking an account does not overwrite the others with old values. */
export const AccountChange = z.object({
  ...partial({ ...person, ...phonesIn, ...assignment }),
  user_id: id(),
  version: seenVersion(),
  status: z.optional(accountLife.field()),
  list_group: z.optional(list('Nhóm người dùng', id('Nhóm'))),
})

const GroupName = z.object({ group_id: id(), group_name: text('Nhóm', 30) })

export const Account = z.object({
  user_id: id('STT'),
  user_name: text('Tên đăng nhập', 50),
  ...person,
  ...phonesOut,
  ...assignment,
  groups: list('Nhóm người dùng', GroupName),
  schedule_name: z.nullable(text('Ca làm việc', 100)),
  partner_name: z.nullable(text('Đại lý', 200)),
  base_name: z.nullable(text('Kho', 100)),
  status: accountLife.field(),
  is_admin: flag('Quản trị viên cao nhất'),
  must_change_password: flag('Phải đổi mật khẩu'),
  forgot_at: z.nullable(moment('Báo quên mật khẩu')),
  last_sign_in_at: z.nullable(moment('Đăng nhập gần nhất')),
  created_by_name: z.nullable(text('Người tạo', 100)),
  created_at: moment('Ngày tạo'),
  updated_by_name: z.nullable(text('Người cập nhật', 100)),
  updated_at: z.nullable(moment('Ngày cập nhật')),
  version: id('Phiên bản'),
})

export const UserSession = z.object({
  session_id: id(),
  source: text('Địa chỉ IP', 64),
  user_agent: z.string(),
  created_at: moment('Đăng nhập lúc'),
  last_seen_at: moment('Hoạt động cuối'),
  expires_at: moment('Hết hạn'),
  is_current: flag('Phiên này'),
})

export const Schedule = z.object({
  schedule_id: id(),
  schedule_name: text('Ca làm việc', 100),
  from_hour: count('Từ giờ', 24),
  to_hour: count('Đến giờ', 24),
})

/** The filters of the list of accounts, beside the keyword. */
export const accountFilters = {
  status: optional(accountLife.field()),
  group_id: optional(id('Nhóm người dùng')),
  forgot: optional(flag('Báo quên mật khẩu')),
}

export const account = calls('cms/account', {
  list: read('GET get_list', {
    title: 'Danh sách tài khoản',
    may: accountPage.view,
    input: search(accountFilters, ['user_name', 'full_name', 'created_at', 'last_sign_in_at']),
    output: pageOf(Account),
  }),
  detail: read('GET get_detail', {
    title: 'Chi tiết tài khoản',
    may: accountPage.view,
    input: z.object({ user_id: id() }),
    output: Account,
    errors: ['user_not_found'],
  }),
  add: write('POST add', {
    stepUp: true,
    title: 'Thêm tài khoản',
    may: accountPage.add,
    input: AccountDraft,
    output: Account,
    errors: ['account_exists', 'phone_exists', 'groups_not_found', 'partner_not_found', 'no_right'],
  }),
  update: write('POST update', {
    stepUp: true,
    title: 'Sửa tài khoản',
    may: accountPage.update,
    input: AccountChange,
    output: Account,
    errors: [
      'user_not_found',
      'phone_exists',
      'groups_not_found',
      'partner_not_found',
      'changed_by_other',
      'action_invalid',
      'no_right',
    ],
  }),
  resetPass: write('POST reset_pass', {
    stepUp: true,
    title: 'Đặt lại mật khẩu',
    may: accountPage.update,
    /** The password to set, which must be changed at the next sign-in; without it a one-time password is generated. */
    input: z.object({ user_id: id(), new_pass: optional(newPassword('Mật khẩu mới')) }),
    /** The one-time password; null when the default password was set. */
    output: z.object({ one_time_password: z.nullable(secret('Mật khẩu dùng một lần')) }),
    errors: ['user_not_found', 'action_invalid', 'no_right'],
    unstored: true,
  }),
  delete: write('POST delete', {
    stepUp: true,
    title: 'Xóa tài khoản',
    may: accountPage.remove,
    input: z.object({ user_id: id() }),
    errors: ['user_not_found', 'admin_cannot_be_deleted', 'action_invalid', 'no_right'],
  }),
  sessions: read('GET session/list', {
    title: 'Phiên đăng nhập của tài khoản',
    may: accountPage.view,
    input: z.object({ user_id: id() }),
    output: pageOf(UserSession),
    errors: ['user_not_found'],
  }),
  revoke: write('POST session/revoke', {
    title: 'Kết thúc phiên đăng nhập',
    may: accountPage.update,
    /** Without a session, ends all of the user's sessions except the caller's own. */
    input: z.object({ user_id: id(), session_id: optional(id()) }),
    errors: ['user_not_found', 'not_found', 'no_right'],
  }),
  defaultPass: read('GET default_pass/get', {
    title: 'Mật khẩu mặc định khi đặt lại',
    may: accountPage.view,
    output: z.object({ enabled: flag('Cho phép dùng mật khẩu mặc định') }),
  }),
  setDefaultPass: write('POST default_pass/update', {
    stepUp: true,
    title: 'Cấu hình mật khẩu mặc định',
    may: 'admin',
    input: z.object({
      enabled: flag('Cho phép dùng mật khẩu mặc định'),
      new_pass: optional(newPassword('Mật khẩu mới')),
    }),
    errors: ['no_right'],
  }),
})

export type AccountRow = AnswerOf<typeof account.detail>

export const schedule = calls('cms/schedule', {
  list: read('GET list', { title: 'Danh sách ca làm việc', may: 'user', output: pageOf(Schedule) }),
})
