/** The second factor: each person sets it up, and proves it at sign-in and again before irreversible acts. */
import * as z from 'zod/mini'
import { calls, obstacles, read, write } from '#contract/call.ts'
import {
  choice,
  count,
  flag,
  id,
  list,
  moment,
  note,
  optional,
  partial,
  password,
  secret,
  secretText,
  text,
} from '#contract/fields.ts'
import { lifecycle } from '#contract/lifecycle.ts'
import { accountPage } from '#features/access/pages.contract.ts'

/** How a person proves their identity; a recovery code is typed into the same field as the other codes. */
export const proofKinds = { totp: 'Ứng dụng tạo mã', passkey: 'Khóa truy cập', password: 'Mật khẩu' } as const
export type ProofKind = keyof typeof proofKinds

const factorKind = () =>
  choice('Cách xác minh', [
    ['totp', proofKinds.totp],
    ['passkey', proofKinds.passkey],
  ])

export const Factor = z.object({
  factor_id: id(),
  kind: factorKind(),
  factor_name: text('Tên', 50),
  created_at: moment('Ngày thêm'),
  used_at: z.nullable(moment('Dùng gần nhất')),
})

const factorName = () => text('Tên gợi nhớ', 50)

/** The JSON that the browser and its authenticator exchange; the library parses it. */
const ceremony = () => secretText('Trả lời của khóa truy cập', 20_000)
const ceremonyOptions = () => secret('Lời hỏi cho khóa truy cập')

/** Six digits of the authenticator app, or a recovery code with or without its hyphens. */
const code = () => secretText('Mã xác minh', 30)

export const Prove = z.object({
  code: optional(code()),
  password: optional(password('Mật khẩu')),
  passkey: optional(ceremony()),
})

/** Shown once, with the first factor or when new codes are generated. */
const RecoveryCodes = z.object({ recovery_codes: z.nullable(list('Mã khôi phục', secret('Mã khôi phục'))) })

/** Lost factors are removed by two persons who are not their owner. */
export const resetLife = lifecycle({
  states: {
    waiting: [1, 'Chờ người thứ hai', 'amber'],
    done: [3, 'Đã gỡ', 'green', 'Yêu cầu đã được thực hiện.', 'request_finished'],
    rejected: [7, 'Đã từ chối', 'neutral', 'Yêu cầu đã bị từ chối hoặc rút lại.', 'request_finished'],
  },
  moves: {
    approve: {
      from: ['waiting'],
      to: 'done',
      notBy: {
        created_by: 'Người yêu cầu không được tự xác nhận: cần người khác xác nhận.',
        user_id: 'Bạn không được xác nhận cho chính tài khoản của mình.',
      },
    },
    reject: { from: ['waiting'], to: 'rejected' },
  },
})
export const resetStatus = resetLife.status

export const FactorReset = z.object({
  reset_id: id(),
  user_id: id(),
  reason: note('Lý do', 500),
  status: resetLife.field(),
  created_by: id('Người yêu cầu'),
  created_by_name: text('Người yêu cầu', 100),
  created_at: moment('Ngày yêu cầu'),
  decided_by_name: z.nullable(text('Người quyết định', 100)),
  decided_at: z.nullable(moment('Ngày quyết định')),
})

const Mine = z.object({
  factors: list('Cách xác minh', Factor),
  recovery_left: count('Mã khôi phục còn lại'),
  is_required: flag('Bắt buộc'),
  due_at: z.nullable(moment('Hạn thiết lập')),
  /** False where the global setting requires it of nobody, as in the sample business. */
  enforced: flag('Đang bắt buộc theo nhóm'),
  /** A reset by two others, until the person has seen it. */
  reset: z.nullable(FactorReset),
})

const enrolling = ['second_factor_missing'] as const

export const secondFactor = calls('cms/second_factor', {
  /** The person's ways to prove themselves, with a challenge for a passkey where they have one. */
  challenge: write('POST challenge', {
    title: 'Hỏi cách xác minh',
    may: 'user',
    output: z.object({
      kinds: list(
        'Cách xác minh',
        choice('Cách xác minh', [
          ['totp', proofKinds.totp],
          ['passkey', proofKinds.passkey],
          ['password', proofKinds.password],
        ]),
      ),
      passkey_options: z.nullable(ceremonyOptions()),
    }),
    obstacles_ignored: obstacles,
    unstored: true,
  }),
  prove: write('POST prove', {
    title: 'Xác minh',
    may: 'user',
    input: Prove,
    errors: ['factor_code_wrong', 'passkey_refused', 'proof_wrong', 'too_many_attempts'],
    obstacles_ignored: obstacles,
  }),
  mine: read('GET mine', {
    title: 'Bước xác minh thứ hai của tôi',
    may: 'user',
    output: Mine,
    obstacles_ignored: enrolling,
  }),
  beginTotp: write('POST totp/begin', {
    title: 'Bắt đầu thêm ứng dụng tạo mã',
    may: 'user',
    output: z.object({ factor_id: id(), secret: secret('Khóa bí mật'), uri: secret('Địa chỉ cho mã QR') }),
    obstacles_ignored: enrolling,
    stepUp: true,
    unstored: true,
  }),
  confirmTotp: write('POST totp/confirm', {
    title: 'Thêm ứng dụng tạo mã',
    may: 'user',
    input: z.object({ factor_id: id(), factor_name: factorName(), code: code() }),
    output: RecoveryCodes,
    errors: ['not_found', 'factor_code_wrong', 'too_many_attempts'],
    obstacles_ignored: enrolling,
    stepUp: true,
    unstored: true,
  }),
  beginPasskey: write('POST passkey/begin', {
    title: 'Bắt đầu thêm khóa truy cập',
    may: 'user',
    output: z.object({ passkey_options: ceremonyOptions() }),
    obstacles_ignored: enrolling,
    stepUp: true,
    unstored: true,
  }),
  addPasskey: write('POST passkey/add', {
    title: 'Thêm khóa truy cập',
    may: 'user',
    input: z.object({ factor_name: factorName(), passkey: ceremony() }),
    output: RecoveryCodes,
    errors: ['passkey_refused', 'passkey_exists'],
    obstacles_ignored: enrolling,
    stepUp: true,
    unstored: true,
  }),
  remove: write('POST remove', {
    title: 'Gỡ một cách xác minh',
    may: 'user',
    input: z.object({ factor_id: id() }),
    errors: ['not_found', 'action_invalid'],
    stepUp: true,
  }),
  newCodes: write('POST codes/new', {
    title: 'Tạo lại mã khôi phục',
    may: 'user',
    output: RecoveryCodes,
    errors: ['action_invalid'],
    stepUp: true,
    unstored: true,
  }),
  seen: write('POST reset/seen', {
    title: 'Đã biết việc gỡ bước xác minh',
    may: 'user',
    input: z.object({ reset_id: id() }),
    obstacles_ignored: enrolling,
  }),
})

const policy_fields = {
  enforced: flag('Bắt buộc bước xác minh thứ hai'),
  grace_days: count('Số ngày để thiết lập', 90).check(z.minimum(1)),
}

export const factorPolicy = calls('cms/second_factor', {
  policy: read('GET policy/get', {
    title: 'Cấu hình bước xác minh thứ hai',
    may: accountPage.view,
    output: z.object(policy_fields),
  }),
  /** Changes what is given: what another administrator has changed meanwhile stays. */
  setPolicy: write('POST policy/update', {
    title: 'Đổi cấu hình bước xác minh thứ hai',
    may: 'admin',
    input: z.object(partial(policy_fields)),
    stepUp: true,
  }),
})

export const factorReset = calls('cms/second_factor', {
  ofAccount: read('GET account', {
    title: 'Bước xác minh thứ hai của tài khoản',
    may: accountPage.view,
    input: z.object({ user_id: id() }),
    output: z.object({
      factors: list('Cách xác minh', Factor),
      is_required: flag('Bắt buộc'),
      due_at: z.nullable(moment('Hạn thiết lập')),
      reset: z.nullable(FactorReset),
    }),
    errors: ['user_not_found'],
  }),
  ask: write('POST reset/ask', {
    title: 'Yêu cầu gỡ bước xác minh thứ hai',
    may: accountPage.update,
    input: z.object({ user_id: id(), reason: note('Lý do', 500) }),
    output: FactorReset,
    errors: ['user_not_found', 'action_invalid', 'request_pending', 'no_right'],
    stepUp: true,
  }),
  approve: write('POST reset/approve', {
    title: 'Xác nhận gỡ bước xác minh thứ hai',
    may: accountPage.update,
    input: z.object({ reset_id: id() }),
    output: FactorReset,
    errors: ['request_not_found', 'request_finished', 'no_right'],
    stepUp: true,
  }),
  reject: write('POST reset/reject', {
    title: 'Từ chối gỡ bước xác minh thứ hai',
    may: accountPage.update,
    input: z.object({ reset_id: id(), reason: note('Lý do', 500) }),
    output: FactorReset,
    errors: ['request_not_found', 'request_finished', 'no_right'],
  }),
})
