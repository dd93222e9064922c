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

export const accountReasons = {
  deleteSelf: 'Không cho phép xóa chính tài khoản đang đăng nhập.',
  lockSelf: 'Không thể tự khóa tài khoản đang đăng nhập.',
  lockAdmin: 'Không thể khóa tài khoản quản trị.',
  resetSelf: 'Hãy dùng “Đổi mật khẩu” cho tài khoản của chính bạn.',
}
