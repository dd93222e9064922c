/** What a withdrawal costs, and why something cannot be done to one now: the screen shows it, the server refuses with it. */
import type { Refusal } from '#contract/errors.ts'
import { allowed } from '#contract/life.ts'
import { whyNotMove } from '#features/wallets/wallet/wallet.rules.ts'
import {
  payoutStatus,
  withdrawalLife,
  withdrawalMethod,
  withdrawalStatus,
  type WithdrawalMethod,
  type WithdrawalStatus,
} from './withdrawal.contract.ts'

interface Prices {
  bank_fee_fixed: number
  bank_fee_rate: number
  momo_fee_fixed: number
  momo_fee_rate: number
}

/** Which gateway pays what is taken out by this method; its limits and fees begin with its name. */
export function gatewayOf(method: WithdrawalMethod): 'bank' | 'momo' {
  return method === withdrawalMethod.momo ? 'momo' : 'bank'
}

/** In đồng: the fixed part and the rate's (basis points), rounded to the nearest đồng, a half up. The customer pays it beside the amount. */
export function feeOf(prices: Prices, method: WithdrawalMethod, amount: number): number {
  const gateway = gatewayOf(method)
  return prices[`${gateway}_fee_fixed`] + Math.floor((amount * prices[`${gateway}_fee_rate`] + 5_000) / 10_000)
}

interface Asked {
  status: WithdrawalStatus
  first_by: number | null
  processed_by: number | null
  payout_status: number | null
  wallet_status: 0 | 1
  is_asking: boolean
}
export type WithdrawalAct = 'process' | 'reject' | 'complete' | 'cancel' | 'retry'

const states: Record<WithdrawalStatus, Refusal> = {
  [withdrawalStatus.waiting]: { error: 'request_pending', message: 'Yêu cầu đang chờ xử lý.' },
  [withdrawalStatus.processing]: { error: 'request_processing', message: 'Yêu cầu đang được xử lý.' },
  [withdrawalStatus.unknown]: { error: 'request_processing', message: 'Chưa rõ cổng chi trả đã chi hay chưa.' },
  [withdrawalStatus.done]: { error: 'request_finished', message: 'Yêu cầu đã hoàn thành.' },
  [withdrawalStatus.rejected]: { error: 'request_system_rejected', message: 'Yêu cầu đã bị từ chối.' },
  [withdrawalStatus.cancelling]: { error: 'request_cancelling', message: 'Yêu cầu đang được hủy.' },
  [withdrawalStatus.cancelled]: { error: 'request_finished', message: 'Yêu cầu đã hủy.' },
}

/** Four eyes: of a large amount two persons approve, and what is unknown is not settled by the one who sent it. */
export function whyNot(act: WithdrawalAct, asked: Asked, user_id: number): Refusal | null {
  const { status, first_by, processed_by, payout_status, wallet_status, is_asking } = asked
  if (!allowed(withdrawalLife[act], status)) return states[status]
  const locked = whyNotMove({ status: wallet_status })
  if ((act === 'process' || act === 'retry') && locked) return { error: 'action_invalid', message: locked }
  if (act === 'process' && first_by === user_id)
    return { error: 'no_right', message: 'Bạn đã duyệt lần một, cần người khác duyệt lần hai.' }
  if (act === 'retry' && status === withdrawalStatus.rejected) {
    if (payout_status !== payoutStatus.failed)
      return { error: 'request_system_rejected', message: 'Yêu cầu do người duyệt từ chối, không thử lại được.' }
    if (first_by === user_id) return { error: 'no_right', message: 'Bạn đã duyệt lần một, cần người khác thử lại.' }
  }
  if (act === 'complete' || act === 'reject') {
    if (status === withdrawalStatus.processing && payout_status !== null)
      return { error: 'request_processing', message: 'Cổng chi trả đang xử lý, kết quả sẽ tự cập nhật.' }
    if (status === withdrawalStatus.unknown && processed_by === user_id)
      return { error: 'no_right', message: 'Người đã xử lý không tự kết luận lệnh nghi vấn của mình.' }
    if (status === withdrawalStatus.unknown && is_asking)
      return { error: 'request_processing', message: 'Đang truy vấn lại cổng chi trả, hãy đợi ít phút.' }
  }
  return null
}
