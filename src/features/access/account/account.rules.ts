/** Why something cannot be done to an account now, in the words that the screen shows; null when it can. */
import type { AnswerOf } from '#contract/call.ts'
import { errors } from '#contract/errors.ts'
import { account, accountStatus } from './account.contract.ts'

export type AccountRow = AnswerOf<typeof account.detail>
type Subject = Pick<AccountRow, 'user_id' | 'is_admin' | 'status'>

export const accountReasons = {
  ownDelete: 'Không cho phép xóa chính tài khoản đang đăng nhập.',
  ownLock: 'Không thể khóa chính tài khoản đang đăng nhập.',
  ownReset: 'Hãy dùng “Đổi mật khẩu” để đổi mật khẩu của chính bạn.',
  adminDelete: errors.admin_cannot_be_deleted[1],
  adminLock: 'Không thể khóa tài khoản quản trị.',
  stillWaiting: 'Tài khoản đang chờ duyệt: hãy duyệt yêu cầu trước.',
}

export function whyNotDelete(row: Subject, my_id: number): string | null {
  if (row.user_id === my_id) return accountReasons.ownDelete
  return row.is_admin ? accountReasons.adminDelete : null
}

export function whyNotLock(row: Subject, my_id: number): string | null {
  if (row.user_id === my_id) return accountReasons.ownLock
  if (row.is_admin) return accountReasons.adminLock
  return row.status === accountStatus.waiting ? accountReasons.stillWaiting : null
}

export function whyNotReset(row: Subject, my_id: number): string | null {
  if (row.user_id === my_id) return accountReasons.ownReset
  return row.status === accountStatus.waiting ? accountReasons.stillWaiting : null
}
