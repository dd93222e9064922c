/** When a balance may be changed by hand and by whom: the screen shows it, the server refuses with it. */
import { allowed } from '#contract/life.ts'
import { moneyText } from '#contract/money-text.ts'
import {
  adjustmentDirection,
  adjustmentLife,
  adjustmentStatus,
  type AdjustmentDirection,
  type AdjustmentStatus,
} from './adjustment.contract.ts'

interface Made {
  status: AdjustmentStatus
  created_by: number
}

const past: Record<AdjustmentStatus, string> = {
  [adjustmentStatus.waiting]: '',
  [adjustmentStatus.done]: 'Điều chỉnh đã được thực hiện.',
  [adjustmentStatus.rejected]: 'Điều chỉnh đã bị từ chối.',
}

export function whyNotReject({ status }: Pick<Made, 'status'>): string | null {
  return allowed(adjustmentLife.reject, status) ? null : past[status]
}

/** Four eyes: whoever made it does not approve it, but may take it back. */
export function whyNotApprove({ status, created_by }: Made, user_id: number): string | null {
  if (!allowed(adjustmentLife.approve, status)) return past[status]
  return created_by === user_id ? 'Người tạo điều chỉnh không được tự duyệt: cần người khác duyệt.' : null
}

interface Limits {
  adjustment_second_from: number
  adjustment_most: number
}

export const needsSecond = ({ adjustment_second_from }: Limits, amount: number) => amount >= adjustment_second_from

interface Wanted {
  /** The most at once is for wallets: what is put into a fund is larger. */
  of: 'wallet' | 'fund'
  direction: AdjustmentDirection
  amount: number
  available: number
}

/** What is wrong with an amount by which something is changed of which so much is available; null when nothing is. */
export function amountProblem(
  { adjustment_most }: Pick<Limits, 'adjustment_most'>,
  { of, direction, amount, available }: Wanted,
): { error: 'amount_wrong' | 'debt_not_enough'; message: string } | null {
  if (of === 'wallet' && amount > adjustment_most)
    return { error: 'amount_wrong', message: `Mỗi lần cộng, trừ tối đa ${moneyText(adjustment_most)}.` }
  if (direction === adjustmentDirection.decrease && amount > available)
    return { error: 'debt_not_enough', message: `Chỉ còn ${moneyText(available)} khả dụng.` }
  return null
}
