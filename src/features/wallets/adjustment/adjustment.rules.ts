/** Why an adjustment is not possible: the screen shows it, the server refuses with it. */
import type { Decider } from '#contract/person.ts'
import { whyNot } from '#contract/lifecycle.ts'
import { moneyText } from '#contract/text/money-text.ts'
import { activeSignals, riskSignals, type RiskSignal } from '#contract/signals.ts'
import { walletStatus, type WalletStatus } from '#features/wallets/wallet/wallet-status.contract.ts'
import { whyNotMove } from '#features/wallets/wallet/wallet.rules.ts'
import {
  adjustmentDirection,
  adjustmentLife,
  adjustmentStatus,
  type AdjustmentDirection,
  type AdjustmentStatus,
} from './adjustment.contract.ts'

interface AdjustmentState {
  status: AdjustmentStatus
  created_by: number
  /** The wallet's status, for a wallet's adjustment. */
  wallet_status?: WalletStatus
}

export function whyNotReject(adjustment: Pick<AdjustmentState, 'status'>): string | null {
  return whyNot(adjustmentLife.moves.reject, adjustment, null)?.message ?? null
}

export function whyNotApprove(adjustment: AdjustmentState, me: Decider): string | null {
  const { wallet_status } = adjustment
  const refusal = whyNot(adjustmentLife.moves.approve, adjustment, me)?.message ?? null
  return refusal ?? (wallet_status === undefined ? null : whyNotMove({ status: wallet_status }))
}

interface WaitingAdjustment extends Pick<AdjustmentState, 'status' | 'wallet_status'> {
  /** Its amount is below the limit; only the sum of the day exceeds it. */
  adds_up: boolean
  is_new_phone?: boolean
}

/** Warnings for the second person, the most serious first. */
export function riskSignalsOf({ status, wallet_status, is_new_phone, adds_up }: WaitingAdjustment): RiskSignal[] {
  if (status !== adjustmentStatus.waiting) return []
  return activeSignals([
    wallet_status === walletStatus.locked && riskSignals.locked_wallet,
    is_new_phone === true && riskSignals.new_phone,
    { text: adds_up ? 'Cộng dồn quá mức' : 'Quá hạn mức', tone: 'amber' },
    riskSignals.second_awaited,
  ])
}

/** Settings in đồng: from which amount a second person decides, and the highest amount of one adjustment. */
interface Limits {
  adjustment_second_from: number
  adjustment_most: number
}

export const needsSecondPerson = ({ adjustment_second_from }: Limits, amount: number) =>
  amount >= adjustment_second_from

interface RequestedAmount {
  /** The limit of a single adjustment applies to wallets only: funds take larger amounts. */
  kind: 'wallet' | 'fund'
  direction: AdjustmentDirection
  amount: number
  available: number
}

/** What is wrong with the amount of an adjustment; null when nothing is. */
export function amountProblem(
  { adjustment_most }: Pick<Limits, 'adjustment_most'>,
  { kind, direction, amount, available }: RequestedAmount,
): { error: 'amount_wrong' | 'debt_not_enough'; message: string } | null {
  if (kind === 'wallet' && amount > adjustment_most)
    return { error: 'amount_wrong', message: `Mỗi lần cộng, trừ tối đa ${moneyText(adjustment_most)}.` }
  if (direction === adjustmentDirection.decrease && amount > available)
    return { error: 'debt_not_enough', message: `Chỉ còn ${moneyText(available)} khả dụng.` }
  return null
}
