/**
 * What a withdrawal costs, and why something cannot be done to one: the screen shows it, the server refuses with it.
 */
import { activeSignals, isOtherName, riskSignals, type RiskSignal } from '#contract/signals.ts'
import { whyNotSecondPerson, type Decider } from '#contract/person.ts'
import type { Refusal } from '#contract/errors.ts'
import { whyNot as whyNotMake } from '#contract/lifecycle.ts'
import { payoutStatus } from '#features/wallets/payout/payout.contract.ts'
import { whyNotMove } from '#features/wallets/wallet/wallet.rules.ts'
import {
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

/** The gateway that pays withdrawals of this method; the names of its limits and fees begin with it. */
export function gatewayOf(method: WithdrawalMethod): 'bank' | 'momo' {
  return method === withdrawalMethod.momo ? 'momo' : 'bank'
}

/**
 * In đồng: the fixed part plus the rate (basis points) of the amount, rounded half up. It is paid on top of the
 * amount.
 */
export function feeOf(prices: Prices, method: WithdrawalMethod, amount: number): number {
  const gateway = gatewayOf(method)
  return prices[`${gateway}_fee_fixed`] + Math.floor((amount * prices[`${gateway}_fee_rate`] + 5_000) / 10_000)
}

interface WithdrawalState {
  status: WithdrawalStatus
  first_by: number | null
  processed_by: number | null
  payout_status: number | null
  wallet_status: 0 | 1
  is_asking: boolean
}
export type WithdrawalAct = 'process' | 'reject' | 'complete' | 'cancel' | 'retry'

type Receiver = Pick<WithdrawalState, 'status' | 'first_by' | 'wallet_status'> & {
  full_name: string
  account_name: string
  is_first_to: boolean
  is_new_phone: boolean
  approvals_left: number
}

const ended: ReadonlySet<WithdrawalStatus> = new Set([
  withdrawalStatus.done,
  withdrawalStatus.rejected,
  withdrawalStatus.cancelled,
])

/** Warnings for approvers, the most serious first: the same in the list, the drawer and the confirmation. */
export function riskSignalsOf(row: Receiver): RiskSignal[] {
  if (ended.has(row.status)) return []
  return activeSignals([
    row.wallet_status === 0 && riskSignals.locked_wallet,
    isOtherName(row.full_name, row.account_name) && riskSignals.other_name,
    row.is_first_to && riskSignals.first_to,
    row.is_new_phone && riskSignals.new_phone,
    row.approvals_left > 1 && riskSignals.needs_two,
    row.status === withdrawalStatus.waiting && row.first_by !== null && riskSignals.second_awaited,
  ])
}

/** The errors with which acts are refused; the calls declare them. */
export type WithdrawalRefusal = Refusal<
  | 'request_pending'
  | 'request_processing'
  | 'request_finished'
  | 'request_system_rejected'
  | 'request_cancelling'
  | 'action_invalid'
  | 'no_right'
>

/** Four eyes: two persons approve a large amount, and the person who sent an order does not decide on it when its result is unknown. */
export function whyNot(act: WithdrawalAct, withdrawal: WithdrawalState, me: Decider): WithdrawalRefusal | null {
  const { status, first_by, processed_by, payout_status, wallet_status, is_asking } = withdrawal
  const refusal = whyNotMake(withdrawalLife.moves[act], withdrawal, null)
  if (refusal) return refusal
  const locked = whyNotMove({ status: wallet_status })
  if ((act === 'process' || act === 'retry') && locked) return { error: 'action_invalid', message: locked }
  const approverRefusal =
    act === 'process' ? whyNotSecondPerson(first_by, me, 'Bạn đã duyệt lần một, cần người khác duyệt lần hai.') : null
  if (approverRefusal) return { error: 'no_right', message: approverRefusal }
  if (act === 'retry' && status === withdrawalStatus.rejected) {
    if (payout_status !== payoutStatus.failed)
      return { error: 'request_system_rejected', message: 'Yêu cầu do người duyệt từ chối, không thử lại được.' }
    const retryRefusal = whyNotSecondPerson(first_by, me, 'Bạn đã duyệt lần một, cần người khác thử lại.')
    if (retryRefusal) return { error: 'no_right', message: retryRefusal }
  }
  if (act === 'complete' || act === 'reject') {
    if (status === withdrawalStatus.processing && payout_status !== null)
      return { error: 'request_processing', message: 'Cổng chi trả đang xử lý, kết quả sẽ tự cập nhật.' }
    const message = 'Người đã xử lý không tự kết luận lệnh nghi vấn của mình.'
    const senderRefusal = status === withdrawalStatus.unknown ? whyNotSecondPerson(processed_by, me, message) : null
    if (senderRefusal) return { error: 'no_right', message: senderRefusal }
    if (status === withdrawalStatus.unknown && is_asking)
      return { error: 'request_processing', message: 'Đang truy vấn lại cổng chi trả, hãy đợi ít phút.' }
  }
  return null
}
