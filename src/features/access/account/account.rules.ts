import { known_errors } from '#contract/known-errors.ts'
import { allowed, life } from '#contract/life.ts'
import { accountStatus } from './account.contract.ts'

type Status = (typeof accountStatus)[keyof typeof accountStatus]

/** A request is approved or deleted; an account is locked and unlocked. */
export const accountLife = life<Status>()({
  approve: { from: [accountStatus.waiting], to: accountStatus.active, otherwise: 'action_invalid' },
  unlock: { from: [accountStatus.locked], to: accountStatus.active, otherwise: 'action_invalid' },
  lock: { from: [accountStatus.active], to: accountStatus.locked, otherwise: 'action_invalid' },
})

/** Whether an account in the first status may be put into the second. */
export function canBecome(from: Status, to: Status): boolean {
  return from === to || Object.values(accountLife).some((move) => move.to === to && allowed<Status>(move, from))
}

/** As much of an account as decides what can be done to it. */
interface Subject {
  user_id: number
  is_admin: boolean
  status: Status
}

const waiting = 'Tài khoản đang chờ duyệt: hãy duyệt hoặc từ chối yêu cầu trước.'

/** Why something cannot be done to an account now: the screen shows it, the server refuses with it, a bulk action reports it. */
export const whyNot = {
  delete: ({ user_id, is_admin }: Subject, my_id: number) => {
    if (user_id === my_id) return 'Không cho phép xóa chính tài khoản đang đăng nhập.'
    return is_admin ? known_errors.admin_cannot_be_deleted[1] : null
  },
  lock: ({ user_id, is_admin, status }: Subject, my_id: number) => {
    if (user_id === my_id) return 'Không thể tự khóa tài khoản đang đăng nhập.'
    if (is_admin) return 'Không thể khóa tài khoản quản trị.'
    return status === accountStatus.waiting ? waiting : null
  },
  unlock: ({ status }: Subject) => (status === accountStatus.waiting ? waiting : null),
  resetPass: ({ user_id, status }: Subject, my_id: number) => {
    if (user_id === my_id) return 'Hãy dùng “Đổi mật khẩu” cho tài khoản của chính bạn.'
    return status === accountStatus.waiting ? waiting : null
  },
}
