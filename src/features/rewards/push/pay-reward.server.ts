/** Sends a reward to be paid, and what the answer of its gateway does to it. */
import { Failure, type ErrorName } from '#contract/errors.ts'
import { allows } from '#contract/lifecycle.ts'
import { moneyText } from '#contract/text/money-text.ts'
import type { GatewayName, Receiver } from '#server/gateways/gateway.ts'
import type { Db } from '#server/database/transaction.ts'
import type { Enqueue } from '#server/jobs/jobs.ts'
import { move, moveLocked } from '#server/record/move.ts'
import { clock } from '#server/record/stamp.ts'
import { orderStatus } from '#features/orders/order/order.contract.ts'
import { freeAtGateway } from '#features/wallets/fund/gateway-funds.server.ts'
import { prizeFundLedger } from '#features/wallets/money.server.ts'
import { payJob } from '#features/wallets/payout/payout.contract.ts'
import { newPayout, type PayoutKind } from '#features/wallets/payout/payout-journal.server.ts'
import { rewardForm, rewardLife, rewardStatus, type RewardForm } from '#features/rewards/reward/reward.contract.ts'
import { gatewayOfForm } from '#features/rewards/reward/reward.rules.ts'
import { payInCards } from '#features/rewards/card/give-cards.server.ts'
import { checkReceiver } from './check-receiver.server.ts'
import { lockRewardMoney, moveOrder, type RewardMoney } from './lock-reward.server.ts'
import { holdForGateway, payIntoWallet, postHeld, releaseHeld, type PaidReward } from './reward-money.server.ts'

const { moves } = rewardLife

interface Pushing {
  enqueue: Enqueue
  can_pay: ReadonlySet<GatewayName>
  /** Who sends it; null of the program. */
  approved_by: number | null
  /** The ledger account in which a batch has set the money aside, at the gateway too; without one the fund of prizes pays. */
  source_id?: number
  /** What the row is stamped with beside. */
  stamp?: object
}

/**
 * Pays into a wallet or in cards at once, or sets the money aside and makes an order to the gateway. The caller has locked the reward and asked whyNot of it.
 * @throws Failure payment_vendor_not_found (no gateway for its form), debt_not_enough (the fund of prizes or that at the gateway does not hold it),
 * action_invalid (no cards in stock are worth it), result_not_found, order_calculated (its order says something else by now). What was done before is then for the caller to undo.
 */
export async function pushReward(db: Db, locked: RewardMoney, pushing: Pushing): Promise<void> {
  const { reward_id } = locked
  if (locked.mismatch) throw new Failure(locked.mismatch, mismatchOf[locked.mismatch])
  const gateway = gatewayOfForm(locked.form)
  if (gateway && !pushing.can_pay.has(gateway))
    throw new Failure('payment_vendor_not_found', { message: 'Chưa cấu hình cổng chi trả cho hình thức này.' })
  const source_id = pushing.source_id ?? (await prizeFundLedger(db))
  const reward: PaidReward = { ...locked, try_count: locked.try_count + 1, source_id }
  const sent = {
    try_count: reward.try_count,
    source_id,
    approved_by: pushing.approved_by,
    approved_at: clock(),
    reason: null,
    ...pushing.stamp,
  }
  const from_failed = locked.status === rewardStatus.failed
  if (locked.form === rewardForm.wallet || locked.form === rewardForm.card) {
    await (locked.form === rewardForm.card ? payInCards : payIntoWallet)(db, reward)
    await moveLocked(db, 'reward', { reward_id }, moves.payDirectly, { ...sent, finished_at: clock() })
    return moveOrder(db, locked.order_id, orderStatus.rewarded)
  }
  if (!gateway) throw new Failure('action_invalid')
  const free = await freeAtGateway(db, gateway, { reserved: pushing.source_id === undefined })
  if (free < locked.net)
    throw new Failure('debt_not_enough', {
      message: `Quỹ tại cổng chỉ còn ${moneyText(Math.max(free, 0))}, thiếu ${moneyText(locked.net - Math.max(free, 0))}.`,
    })
  await holdForGateway(db, reward)
  await moveLocked(db, 'reward', { reward_id }, from_failed ? moves.retry : moves.approve, {
    ...sent,
    payout_id: null,
    finished_at: null,
    hand_status: null,
    hand_by: null,
    hand_note: null,
  })
  await moveOrder(db, locked.order_id, orderStatus.paying_reward)
  const { reward_code, try_count, net } = reward
  await newPayout(db, rewardPayouts, reward_id, { code: reward_code, attempt: try_count, gateway, amount: net })
  await pushing.enqueue(db, payJob.reward, { reward_id }, String(reward_id))
}

const mismatchOf: Record<NonNullable<RewardMoney['mismatch']> & ErrorName, { message: string }> = {
  result_not_found: {
    message: 'Kỳ này chưa có kết quả được tính thưởng, hoặc đơn không còn ở trạng thái trúng thưởng.',
  },
  order_calculated: { message: 'Giải của đơn đã được tính lại khác với khoản này, hãy tải lại.' },
}

/** Rewards as the journal of payouts sees them. */
export const rewardPayouts: PayoutKind = {
  column: 'reward_id',

  async gatewayOf(db, reward_id) {
    const reward = await db
      .selectFrom('reward') // unscoped: the program's own work
      .select('form')
      .$narrowType<{ form: RewardForm }>()
      .where('reward_id', '=', reward_id)
      .executeTakeFirst()
    return reward ? gatewayOfForm(reward.form) : null
  },

  async find(db, reward_id) {
    const reward = await lockRewardMoney(db, reward_id)
    const gateway = reward && gatewayOfForm(reward.form)
    if (!reward || !gateway) return null
    const { reward_code, try_count, net, payout_id, status } = reward
    return {
      code: reward_code,
      attempt: try_count,
      gateway,
      amount: net,
      to: receiverOf(reward),
      content: `Tra thuong ${reward_code}`,
      payout_id,
      is_open: allows(moves.complete, status),
    }
  },

  async link(db, reward_id, payout_id) {
    await db.updateTable('reward').set({ payout_id }).where('reward_id', '=', reward_id).execute() // unscoped: the caller has locked it
  },

  check: checkReceiver,

  async paid(db, reward_id) {
    await endPaid(db, await lockHeld(db, reward_id))
  },

  async failed(db, reward_id, reason) {
    await endFailed(db, await lockHeld(db, reward_id), { reason })
  },

  async unknown(db, reward_id) {
    await move(db, 'reward', { reward_id }, moves.markUnknown)
  },
}

type HeldReward = RewardMoney & PaidReward

async function lockHeld(db: Db, reward_id: number): Promise<HeldReward> {
  const reward = await lockRewardMoney(db, reward_id)
  return reward as HeldReward
}

/** What was set aside is paid; the order has its prize. */
export async function endPaid(db: Db, reward: RewardMoney, change: object = {}): Promise<void> {
  const { reward_id, order_id } = reward
  await postHeld(db, reward as HeldReward)
  await moveLocked(db, 'reward', { reward_id }, moves.complete, { finished_at: clock(), reason: null, ...change })
  await moveOrder(db, order_id, orderStatus.rewarded)
}

/** What was set aside is the fund's again, and the order waits for its prize as before. */
export async function endFailed(db: Db, reward: RewardMoney, change: object): Promise<void> {
  const { reward_id, order_id } = reward
  await releaseHeld(db, reward as HeldReward)
  await moveLocked(db, 'reward', { reward_id }, moves.fail, { finished_at: clock(), ...change })
  await moveOrder(db, order_id, orderStatus.won)
}

function receiverOf({ form, msisdn, full_name, bin, account_number, account_name }: RewardMoney): Receiver {
  if (form === rewardForm.bank)
    return { kind: 'bank', bin: bin!, account_number: account_number!, account_name: account_name! }
  return { kind: 'wallet', msisdn: msisdn!, name: full_name! }
}
