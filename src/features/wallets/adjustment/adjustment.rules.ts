/** Why an adjustment is not possible: the screen shows it, the server refuses with it. */
import type { Decider } from '#contract/person.ts'
import { whyNot } from '#contract/lifecycle.ts'
import { moneyText } from '#contract/text/money-text.ts'
import {
  adjustmentDirection,
  adjustmentLife,
  type AdjustmentDirection,
  type AdjustmentStatus,
} from './adjustment.contract.ts'

interface AdjustmentState {
  status: AdjustmentStatus
  created_by: number
}

export function whyNotReject(adjustment: Pick<AdjustmentState, 'status'>): string | null {
  return whyNot(adjustmentLife.moves.reject, adjustment, null)?.message ?? null
}

export function whyNotApprove(adjustment: AdjustmentState, me: Decider): string | null {
  return whyNot(adjustmentLife.moves.approve, adjustment, me)?.message ?? null
}

interface Limits {
  adjustment_second_from: number
  adjustment_most: number
}

export const needsSecondPerson = ({ adjustment_second_from }: Limits, amount: number) =>
  amount >= adjustment_second_from

interface RequestedAmount {
  /** The limit for one adjustment holds for wallets only: funds take larger amounts. */
  of: 'wallet' | 'fund'
  direction: AdjustmentDirection
  amount: number
  available: number
}

/** What is wrong with the amount of an adjustment; null when nothing is. */
export function amountProblem(
  { adjustment_most }: Pick<Limits, 'adjustment_most'>,
  { of, direction, amount, available }: RequestedAmount,
): { error: 'amount_wrong' | 'debt_not_enough'; message: string } | null {
  if (of === 'wallet' && amount > adjustment_most)
    return { error: 'amount_wrong', message: `Mỗi lần cộng, trừ tối đa ${moneyText(adjustment_most)}.` }
  if (direction === adjustmentDirection.decrease && amount > available)
    return { error: 'debt_not_enough', message: `Chỉ còn ${moneyText(available)} khả dụng.` }
  return null
}
