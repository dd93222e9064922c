/** Sale accounts: people of a point of sale who sign in on its devices, but not in this back office. */
import * as z from 'zod/mini'
import { calls, pageOf, read, search, write } from '#contract/call.ts'
import {
  choice,
  id,
  moment,
  newPassword,
  optional,
  partial,
  phone,
  status,
  text,
  seenVersion,
} from '#contract/fields.ts'
import { userName } from '#features/access/sign-in/own-session.contract.ts'
import { posPage } from '#features/partners/pages.contract.ts'

const details = {
  full_name: text('Họ và tên', 100),
  role: choice('Vai trò', [
    [1, 'Chủ điểm bán'],
    [2, 'Nhân viên bán vé'],
  ]),
}
const state = () =>
  status('Trạng thái', [
    [1, 'Hoạt động', 'green'],
    [0, 'Đã khóa', 'red'],
  ])

export const UserPosDraft = z.object({
  pos_id: id('POS'),
  user_name: userName(),
  password: newPassword('Mật khẩu'),
  ...details,
  phone_int: optional(phone('Số điện thoại')),
  status: z.prefault(state(), 1),
})

export const UserPosChange = z.object({
  ...partial({ ...details, status: state() }),
  phone_int: optional(phone('Số điện thoại')),
  /** Without a value the password is not changed. */
  password: optional(newPassword('Mật khẩu mới')),
  user_pos_id: id(),
  version: seenVersion(),
})

export const UserPos = z.object({
  user_pos_id: id('STT'),
  pos_id: id('POS'),
  user_name: text('Tên đăng nhập', 50),
  ...details,
  phone_number: z.nullable(phone('Số điện thoại')),
  status: state(),
  created_at: moment('Ngày tạo'),
  version: id('Phiên bản'),
})

export const userPos = calls('cms/user_pos', {
  list: read('GET list', {
    title: 'Tài khoản POS',
    may: posPage.view,
    input: search({ pos_id: id('POS') }),
    output: pageOf(UserPos),
    errors: ['pos_not_found'],
  }),
  detail: read('GET detail', {
    title: 'Chi tiết tài khoản POS',
    may: posPage.view,
    input: z.object({ user_pos_id: id() }),
    output: UserPos,
    errors: ['user_not_found'],
  }),
  add: write('POST add', {
    title: 'Thêm tài khoản POS',
    may: posPage.update,
    input: UserPosDraft,
    output: UserPos,
    errors: ['pos_not_found', 'pos_user_exists'],
  }),
  update: write('POST update', {
    title: 'Sửa tài khoản POS',
    may: posPage.update,
    input: UserPosChange,
    output: UserPos,
    errors: ['user_not_found', 'changed_by_other'],
  }),
  delete: write('GET delete', {
    title: 'Xóa tài khoản POS',
    may: posPage.update,
    input: z.object({ user_pos_id: id() }),
    errors: ['user_not_found'],
  }),
})
