/** Why this person cannot cancel a draw now; shown by the screen and checked by the server. */
import type { Refusal } from '#contract/errors.ts'
import { isHeadOffice } from '#contract/person.ts'
import type { PeriodRow } from './period.contract.ts'

type Cancellation = Pick<
  PeriodRow,
  'cancelled_at' | 'cancel_requested_at' | 'cancel_requested_by' | 'cancel_requested_by_name'
>

interface Person {
  user_id: number
  partner_id: number | null
  base_id: number | null
}

const not_head_office: Refusal<'no_right'> = {
  error: 'no_right',
  message: 'Chỉ người dùng của trụ sở chính được hủy kỳ quay.',
}
const already_cancelled: Refusal<'action_invalid'> = { error: 'action_invalid', message: 'Kỳ đã hủy.' }
const not_requested: Refusal<'request_not_found'> = {
  error: 'request_not_found',
  message: 'Kỳ không còn yêu cầu hủy nào. Có thể yêu cầu đã được rút hoặc bị từ chối.',
}

/** Why this person cannot request the cancellation; null when they can. */
export function whyNotRequest(
  row: Cancellation,
  me: Person,
): Refusal<'no_right' | 'action_invalid' | 'request_pending'> | null {
  if (!isHeadOffice(me)) return not_head_office
  if (row.cancelled_at !== null) return already_cancelled
  if (row.cancel_requested_at === null) return null
  return {
    error: 'request_pending',
    message: `${row.cancel_requested_by_name ?? 'Người khác'} đã yêu cầu hủy kỳ này, đang chờ xác nhận.`,
  }
}

/** Why this person cannot reject or withdraw the request; null when they can. */
export function whyNotReject(
  row: Cancellation,
  me: Person,
): Refusal<'no_right' | 'action_invalid' | 'request_not_found'> | null {
  if (!isHeadOffice(me)) return not_head_office
  if (row.cancelled_at !== null) return already_cancelled
  return row.cancel_requested_at === null ? not_requested : null
}

/** Why this person cannot confirm the request, such as its requester; null when they can. */
export function whyNotConfirm(row: Cancellation, me: Person): ReturnType<typeof whyNotReject> {
  const refusal = whyNotReject(row, me)
  if (refusal) return refusal
  return row.cancel_requested_by === me.user_id
    ? { error: 'no_right', message: 'Bạn đã yêu cầu hủy kỳ này, cần người thứ hai xác nhận.' }
    : null
}
