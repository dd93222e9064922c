import { known_errors } from '#contract/known-errors.ts'
import { allows } from '#contract/lifecycle.ts'
import { accountLife, accountStatus, type AccountStatus } from './account.contract.ts'

/** Whether an account in the first status may be put into the second. */
export function canBecome(from: AccountStatus, to: AccountStatus): boolean {
  return from === to || Object.values(accountLife.moves).some((move) => move.to === to && allows(move, from))
}

/** The fields of an account that decide about the acts on it. */
interface Subject {
  user_id: number
  is_admin: boolean
  status: AccountStatus
}

const waiting = 'Tài khoản đang chờ duyệt: hãy duyệt hoặc từ chối yêu cầu trước.'

/** Why an act on an account is not possible now; null when it is. Used by screens, server and bulk actions. */
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
