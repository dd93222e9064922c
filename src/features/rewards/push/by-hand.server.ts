/** Two persons set the outcome of a reward when its gateway gives no reliable answer. */
import type { Db } from '#server/database/transaction.ts'
import { moveLocked } from '#server/record/move.ts'
import { clock_now, changeColumns } from '#server/record/change-columns.ts'
import { within } from '#server/scope.ts'
import type { Me } from '#server/session/session.ts'
import { Failure } from '#contract/errors.ts'
import { orderStatus } from '#features/orders/order/order.contract.ts'
import { prizeFundLedger } from '#features/wallets/money.server.ts'
import { payoutStatus } from '#features/wallets/payout/payout.contract.ts'
import { endPayout } from '#features/wallets/payout/payout-journal.server.ts'
import { rewardLife, rewardStatus } from '#features/rewards/reward/reward.contract.ts'
import { isProposedPaid } from '#features/rewards/reward/reward.rules.ts'
import { moveOrder, type LockedReward } from './lock-reward.server.ts'
import { endRewards, no_proposal, rewardPayouts } from './pay-reward.server.ts'
import { payOutside } from './reward-money.server.ts'

interface Outcome {
  status: typeof rewardStatus.paid | typeof rewardStatus.failed
  note: string
}

/** Records the first person's proposal; the second person's confirmation applies it. A proposal that a failed reward is paid ends with its rejection. The caller has locked the reward and checked whyNot. */
export async function setByHand(db: Db, me: Me, reward: LockedReward, { status, note }: Outcome): Promise<void> {
  const { reward_id } = reward
  if (status === rewardStatus.failed && isProposedPaid(reward)) return rejectProposal(db, me, reward_id, note)
  if (reward.hand_status !== status) {
    await db
      .updateTable('reward')
      .set({ hand_status: status, hand_by: me.user_id, hand_note: note, ...changeColumns(me) })
      .where('reward_id', '=', reward_id)
      .where(within(me, 'reward'))
      .execute()
    return
  }
  const endFields = { ...no_proposal, reason: note, ...changeColumns(me) }
  if (reward.status === rewardStatus.failed) return payByHand(db, reward, endFields)
  const is_paid = status === rewardStatus.paid
  await endPayout(db, rewardPayouts, reward_id, is_paid ? payoutStatus.paid : payoutStatus.failed)
  const failed = is_paid ? [] : [{ reward, reason: note }]
  await endRewards(db, { paid: is_paid ? [reward] : [], failed, change: endFields })
}

/**
 * Ends the proposal that a failed reward is paid, with the reason as a note. Where one person says that the winner has the money, another one alone
 * does not send it again: from now on two persons approve, whatever the amount.
 */
async function rejectProposal(db: Db, me: Me, reward_id: number, note: string): Promise<void> {
  await db
    .updateTable('reward')
    .set({ ...no_proposal, second_from: 0, first_by: null, first_at: null, ...changeColumns(me) })
    .where('reward_id', '=', reward_id)
    .where(within(me, 'reward'))
    .execute()
  await db
    .insertInto('reward_note')
    .values({ reward_id, note: `Bác đề nghị đã trả: ${note}`, created_by: me.user_id })
    .execute()
}

/** Posts a payment that was made from a bank account of the business. @throws Failure debt_not_enough, result_not_found, order_calculated */
async function payByHand(db: Db, reward: LockedReward, ended: object): Promise<void> {
  if (reward.mismatch) throw new Failure(reward.mismatch)
  const paidReward = { ...reward, try_count: reward.try_count + 1, source_id: await prizeFundLedger(db) }
  await payOutside(db, paidReward)
  await moveLocked(db, 'reward', { reward_id: reward.reward_id }, rewardLife.moves.payDirectly, {
    try_count: paidReward.try_count,
    source_id: paidReward.source_id,
    payout_id: null,
    finished_at: clock_now,
    ...ended,
  })
  await moveOrder(db, reward.order_id, orderStatus.rewarded)
}
