import * as z from 'zod/mini'
import { calls, read, write } from '#contract/call.ts'
import {
  choice,
  email,
  flag,
  id,
  newPassword,
  optional,
  password,
  phone,
  plainName,
  secret,
  text,
} from '#contract/fields.ts'
import { userName } from './own-session.contract.ts'

export const SignIn = z.object({
  username: userName(),
  password: password('Mật khẩu'),
  /** The address according to the caller, for information; what counts is that of the connection. */
  ip: optional(text('IP', 64)),
  /** 'api' for clients that keep no cookies; a browser's token is valid only with its HttpOnly partner cookie. */
  client: optional(
    choice('Thiết bị', [
      ['browser', 'Trình duyệt'],
      ['api', 'Chương trình'],
    ]),
  ),
  captcha_id: optional(text('Mã phiên', 200)),
  captcha: optional(text('Mã xác nhận', 6)),
})

export const SignedIn = z.object({
  token: secret('Token'),
  user: z.object({ user_name: text('Tên đăng nhập', 50), user_id: id(), partner_id: z.nullable(id()) }),
  group: z.nullable(z.object({ group_id: id() })),
  must_change_password: flag('Phải đổi mật khẩu'),
  /** The token has no rights yet: the second factor must be proved with it first. */
  must_prove: flag('Chờ xác minh'),
})

/** Without `captcha_id` it is the captcha that this browser requested last. */
const solved = { captcha_id: optional(text('Mã phiên', 200)), captcha: text('Mã xác nhận', 6) }

export const SignUp = z.object({
  user_name: userName(),
  password: newPassword('Mật khẩu'),
  full_name: plainName('Họ và tên', 100),
  phone_int: phone('Số điện thoại'),
  email: optional(email('Email')),
  unit: optional(text('Đơn vị', 100)),
  ...solved,
})

export const Forgot = z.object({ user_name: userName(), phone_int: phone('Số điện thoại'), ...solved })

export const PasswordChange = z.object({
  pass_old: password('Mật khẩu cũ'),
  pass_new: newPassword('Mật khẩu mới'),
})

export function samePassword(): string {
  return 'Mật khẩu mới không được trùng với mật khẩu cũ'
}

const changePassword = {
  title: 'Đổi mật khẩu',
  may: 'user',
  input: PasswordChange,
  errors: ['wrong_password', 'too_many_attempts'],
  obstacles_ignored: ['password_change_required', 'second_factor_missing'],
} as const

export const signIn = calls('cms/account', {
  login: write('POST login', {
    title: 'Đăng nhập',
    may: 'public',
    input: SignIn,
    output: SignedIn,
    errors: [
      'wrong_account_or_password',
      'account_locked',
      'account_waiting',
      'password_expired',
      'captcha_invalid',
      'too_many_attempts',
    ],
    unstored: true,
  }),
  captcha: read('GET captcha', {
    title: 'Lấy mã xác nhận',
    may: 'public',
    output: z.object({ captcha_id: z.string(), image: z.string() }),
  }),
  register: write('POST register', {
    title: 'Gửi yêu cầu mở tài khoản',
    may: 'public',
    input: SignUp,
    errors: ['captcha_invalid', 'too_many_attempts'],
  }),
  forgot: write('POST forgot', {
    title: 'Báo quên mật khẩu',
    may: 'public',
    input: Forgot,
    errors: ['captcha_invalid', 'too_many_attempts'],
  }),
  changePassword: write('POST change_password', changePassword),
  /** The same as change_password, under the name that older clients use. */
  changePass: write('POST change_pass', changePassword),
})
