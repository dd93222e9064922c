/** Pays a prize to the winner in person. */
import { Failure } from '#contract/errors.ts'
import type { Db } from '#server/database/transaction.ts'
import { moveLocked } from '#server/record/move.ts'
import { clock_now, changeColumns } from '#server/record/change-columns.ts'
import type { Me } from '#server/session/session.ts'
import { orderStatus } from '#features/orders/order/order.contract.ts'
import { counterLedger, otherBankLedger, prizeFundLedger } from '#features/wallets/money.server.ts'
import { moveOrder, type LockedReward } from '#features/rewards/push/lock-reward.server.ts'
import { payTo } from '#features/rewards/push/reward-money.server.ts'
import { rewardLife } from '#features/rewards/reward/reward.contract.ts'
import { payMethod, type PayMethod } from './claim.contract.ts'

interface PaidClaim {
  claim_id: number
  pay_method: PayMethod
  created_by: number
}

/**
 * Posts the prize with tax and fee, and ends reward and order. The caller has locked the reward and checked whyNot.
 * @throws Failure debt_not_enough (the fund of prizes has too little money), result_not_found, order_calculated (the order's prize has changed)
 */
export async function payAtCounter(db: Db, me: Me, reward: LockedReward, claim: PaidClaim): Promise<void> {
  if (reward.mismatch) throw new Failure(reward.mismatch)
  const paidReward = { ...reward, try_count: reward.try_count + 1, source_id: await prizeFundLedger(db) }
  await payTo(db, paidReward, await (claim.pay_method === payMethod.cash ? counterLedger(db) : otherBankLedger(db)))
  const is_second = claim.created_by !== me.user_id
  await moveLocked(db, 'reward', { reward_id: reward.reward_id }, rewardLife.moves.payDirectly, {
    try_count: paidReward.try_count,
    source_id: paidReward.source_id,
    payout_id: null,
    first_by: is_second ? claim.created_by : null,
    first_at: is_second ? clock_now : null,
    approved_by: me.user_id,
    approved_at: clock_now,
    finished_at: clock_now,
    reason: null,
    ...changeColumns(me),
  })
  await moveOrder(db, reward.order_id, orderStatus.rewarded)
}
