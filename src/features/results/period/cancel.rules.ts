/** Why a draw cannot be cancelled now, or not by this person: the screen shows it, the server refuses with it. */
import type { Refusal } from '#contract/errors.ts'
import { isHeadOffice } from '#contract/person.ts'
import type { PeriodRow } from './period.contract.ts'

type Asked = Pick<PeriodRow, 'cancelled_at' | 'cancel_asked_at' | 'cancel_asked_by' | 'cancel_asked_by_name'>

interface Person {
  user_id: number
  partner_id: number | null
  base_id: number | null
}

const others: Refusal<'no_right'> = { error: 'no_right', message: 'Chỉ người dùng của trụ sở chính được hủy kỳ quay.' }
const over: Refusal<'action_invalid'> = { error: 'action_invalid', message: 'Kỳ đã hủy.' }
const unasked: Refusal<'request_not_found'> = {
  error: 'request_not_found',
  message: 'Kỳ không còn yêu cầu hủy nào. Có thể yêu cầu đã được rút hoặc bị từ chối.',
}

export function whyNotAsk(row: Asked, me: Person): Refusal<'no_right' | 'action_invalid' | 'request_pending'> | null {
  if (!isHeadOffice(me)) return others
  if (row.cancelled_at !== null) return over
  if (row.cancel_asked_at === null) return null
  return {
    error: 'request_pending',
    message: `${row.cancel_asked_by_name ?? 'Người khác'} đã yêu cầu hủy kỳ này, đang chờ xác nhận.`,
  }
}

export function whyNotReject(
  row: Asked,
  me: Person,
): Refusal<'no_right' | 'action_invalid' | 'request_not_found'> | null {
  if (!isHeadOffice(me)) return others
  if (row.cancelled_at !== null) return over
  return row.cancel_asked_at === null ? unasked : null
}

/** Four eyes: whoever asked does not confirm. */
export function whyNotConfirm(row: Asked, me: Person): ReturnType<typeof whyNotReject> {
  const against = whyNotReject(row, me)
  if (against) return against
  return row.cancel_asked_by === me.user_id
    ? { error: 'no_right', message: 'Bạn đã yêu cầu hủy kỳ này, cần người thứ hai xác nhận.' }
    : null
}
