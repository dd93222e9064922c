/** Pays rewards, and applies the answers of their gateways. */
import { sql } from 'kysely'
import { Failure, type ErrorName } from '#contract/errors.ts'
import { allows } from '#contract/lifecycle.ts'
import { moneyText } from '#contract/text/money-text.ts'
import type { GatewayName, Receiver } from '#server/gateways/gateway.ts'
import type { Db } from '#server/database/transaction.ts'
import type { Enqueue, EnqueueAll } from '#server/jobs/jobs.ts'
import { moveAll, moveAllLocked, moveLocked } from '#server/record/move.ts'
import { clock_now } from '#server/record/change-columns.ts'
import { orderStatus } from '#features/orders/order/order.contract.ts'
import { lockGatewayFunds, payableAtGateway } from '#features/wallets/fund/gateway-funds.server.ts'
import { gatewayNumber, prizeFundLedger } from '#features/wallets/money.server.ts'
import { payJob, payoutStatus } from '#features/wallets/payout/payout.contract.ts'
import { newPayouts, type PayoutKind, type PayoutSubject } from '#features/wallets/payout/payout-journal.server.ts'
import { rewardForm, rewardLife, rewardStatus, type RewardForm } from '#features/rewards/reward/reward.contract.ts'
import { gatewayOfForm } from '#features/rewards/reward/reward.rules.ts'
import { lockCardStock, payInCards } from '#features/rewards/card/give-cards.server.ts'
import { checkReceiver } from './check-receiver.server.ts'
import { lockRewardsToPay, moveOrder, moveOrders, type RewardToPay } from './lock-reward.server.ts'
import { endHolds, sendMoney, type PaidReward } from './reward-money.server.ts'

/** The gateways in the lock order of their funds. */
const all_gateways = (Object.keys(gatewayNumber) as GatewayName[]).toSorted(
  (a, b) => gatewayNumber[a] - gatewayNumber[b],
)

const { moves } = rewardLife

/** The columns of an outcome that one person proposes, without a proposal. */
export const no_proposal = { hand_status: null, hand_by: null, hand_note: null }

interface PaymentContext {
  can_pay: ReadonlySet<GatewayName>
  /** The approver; null for the program. */
  approved_by: number | null
  /** The ledger account of a batch, which has set the money aside, also at the gateways; by default the fund of prizes pays. */
  source_id?: number
  /** Further columns to set. */
  columns?: object
}
interface PushContext extends PaymentContext {
  enqueue: Enqueue
}
interface BulkPushContext extends PaymentContext {
  enqueueAll: EnqueueAll
}

/**
 * Locks rewards that one transaction pays one after the other, with the stock of cards and the funds at gateways that they need, in the order in which
 * a single payment locks them. Without it the first payment would lock money, which comes last, before the next one locks its order.
 */
export async function lockAllToPay(db: Db, reward_ids: readonly number[]): Promise<void> {
  const forms = [...(await lockRewardsToPay(db, reward_ids)).values()].map(({ form }) => form)
  if (forms.includes(rewardForm.card)) await lockCardStock(db)
  await lockGatewayFunds(
    db,
    forms.flatMap((form) => gatewayOfForm(form) ?? []),
  )
}

/**
 * Pays into a wallet or in cards at once, or puts the money on hold and creates a payout for the gateway. The caller has locked the reward, checked
 * whyNot, and undoes partial changes after a Failure.
 * @throws Failure payment_vendor_not_found (no gateway for the form), debt_not_enough (the fund of prizes or the one at the gateway has too little
 * money), action_invalid (no cards in stock make up the amount), result_not_found, order_calculated (the order's prize has changed)
 */
export async function pushReward(db: Db, locked: RewardToPay, context: PushContext): Promise<void> {
  if (locked.form !== rewardForm.card) {
    const { enqueue } = context
    const enqueueAll: EnqueueAll = async (trx, job, [payment]) => enqueue(trx, job, payment!.data, payment!.key)
    return pushRewards(db, [locked], { ...context, enqueueAll })
  }
  refuseMismatch(locked)
  const { reward_id, order_id } = locked
  const source_id = context.source_id ?? (await prizeFundLedger(db))
  await payInCards(db, { ...locked, try_count: locked.try_count + 1, source_id })
  await moveAllLocked(db, 'reward', ['reward_id', [reward_id]], moves.payDirectly, {
    ...sentBy(context, source_id),
    finished_at: clock_now,
  })
  await moveOrder(db, order_id, orderStatus.rewarded)
}

/** The same for several rewards at once, without cards; when one is refused the caller undoes all. */
export async function pushRewards(db: Db, locked: readonly RewardToPay[], context: BulkPushContext): Promise<void> {
  for (const reward of locked) refuseMismatch(reward)
  const source_id = context.source_id ?? (await prizeFundLedger(db))
  const rewards = locked.map((reward) => ({ ...reward, try_count: reward.try_count + 1, source_id }))
  const to_wallets = rewards.filter(({ form }) => form === rewardForm.wallet)
  const orders = rewards
    .filter(({ form }) => form !== rewardForm.wallet)
    .map((reward) => ({ ...reward, gateway: gatewayTo(reward, context.can_pay) }))
  await requireFree(db, orders, { reserved: context.source_id === undefined })
  await sendMoney(db, rewards)
  const stamps = sentBy(context, source_id)
  await moveAllLocked(db, 'reward', ['reward_id', idsOf(to_wallets)], moves.payDirectly, {
    ...stamps,
    finished_at: clock_now,
  })
  await moveOrders(db, orderIdsOf(to_wallets), orderStatus.rewarded)
  if (orders.length === 0) return
  await newPayouts(
    db,
    rewardPayouts,
    orders.map(({ reward_id, reward_code, try_count, net, gateway }) => ({
      id: reward_id,
      code: reward_code,
      attempt: try_count,
      gateway,
      amount: net,
    })),
  )
  const isRetry = ({ status }: RewardToPay) => status === rewardStatus.failed
  for (const [chosen, move_of] of [
    [orders.filter((reward) => !isRetry(reward)), moves.approve],
    [orders.filter(isRetry), moves.retry],
  ] as const)
    await moveAllLocked(db, 'reward', ['reward_id', idsOf(chosen)], move_of, {
      ...stamps,
      payout_id: last_payout,
      finished_at: null,
      ...no_proposal,
    })
  await moveOrders(db, orderIdsOf(orders), orderStatus.paying_reward)
  await context.enqueueAll(
    db,
    payJob.reward,
    orders.map(({ reward_id }) => ({ data: { reward_id }, key: String(reward_id) })),
  )
}

/** SQL: the new payout of a reward. unscoped: the caller has locked the reward */
const last_payout = sql<number>`(select p.payout_id from payout p where p.reward_id = reward.reward_id and p.status = ${sql.lit(payoutStatus.unsent)})`

const idsOf = (rewards: readonly RewardToPay[]) => rewards.map(({ reward_id }) => reward_id)
const orderIdsOf = (rewards: readonly RewardToPay[]) => rewards.map(({ order_id }) => order_id)

const sentBy = ({ approved_by, columns }: PaymentContext, source_id: number) => ({
  try_count: sql<number>`try_count + 1`,
  source_id,
  approved_by,
  approved_at: clock_now,
  reason: null,
  ...columns,
})

function refuseMismatch({ mismatch }: RewardToPay): void {
  if (mismatch) throw new Failure(mismatch, mismatchOf[mismatch])
}

function gatewayTo({ form }: RewardToPay, can_pay: PaymentContext['can_pay']): GatewayName {
  const gateway = gatewayOfForm(form)
  if (!gateway) throw new Failure('action_invalid')
  if (can_pay.has(gateway)) return gateway
  throw new Failure('payment_vendor_not_found', { message: 'Chưa cấu hình cổng chi trả cho hình thức này.' })
}

/** Refuses when a gateway's fund has too little money for its payouts. */
async function requireFree(
  db: Db,
  orders: readonly (RewardToPay & { gateway: GatewayName })[],
  { reserved }: { reserved: boolean },
): Promise<void> {
  for (const gateway of all_gateways) {
    const net = orders.reduce((sum, order) => (order.gateway === gateway ? sum + order.net : sum), 0)
    if (net === 0) continue
    const free_amount = Math.max(await payableAtGateway(db, gateway, { reserved }), 0)
    if (free_amount < net)
      throw new Failure('debt_not_enough', {
        message: `Quỹ tại cổng chỉ còn ${moneyText(free_amount)}, thiếu ${moneyText(net - free_amount)}.`,
      })
  }
}

const mismatchOf: Record<NonNullable<RewardToPay['mismatch']> & ErrorName, { message: string }> = {
  result_not_found: {
    message: 'Kỳ này chưa có kết quả được tính thưởng, hoặc đơn không còn ở trạng thái trúng thưởng.',
  },
  order_calculated: { message: 'Giải của đơn đã được tính lại khác với khoản này, hãy tải lại.' },
}

type RewardSubject = PayoutSubject & { reward: RewardToPay }

/** How payouts find their rewards and apply results to them. */
export const rewardPayouts: PayoutKind<RewardSubject> = {
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

  async lock(db, reward_ids) {
    const subjects = new Map<number, RewardSubject>()
    for (const [reward_id, reward] of await lockRewardsToPay(db, reward_ids)) {
      const gateway = gatewayOfForm(reward.form)
      if (gateway) subjects.set(reward_id, subjectOf(reward, gateway))
    }
    return subjects
  },

  check: checkReceiver,

  end: (db, { paid, failed }) =>
    endRewards(db, {
      paid: paid.map(({ reward }) => reward),
      failed: failed.map(({ subject: { reward }, reason }) => ({ reward, reason })),
    }),

  async unknown(db, reward_ids) {
    await moveAll(db, 'reward', ['reward_id', reward_ids], moves.markUnknown)
  },
}

function subjectOf(reward: RewardToPay, gateway: GatewayName): RewardSubject {
  const { reward_id, reward_code, try_count, net, payout_id, status } = reward
  return {
    id: reward_id,
    code: reward_code,
    attempt: try_count,
    gateway,
    amount: net,
    to: receiverOf(reward),
    content: `Tra thuong ${reward_code}`,
    payout_id,
    is_open: allows(moves.complete, status),
    reward,
  }
}

/** A reward whose payout was sent, so it has a source account. */
type SentReward = RewardToPay & PaidReward

interface PaymentResults {
  paid: readonly RewardToPay[]
  failed: readonly { reward: RewardToPay; reason: string }[]
  /** Further columns to set. */
  change?: object
}

/** Ends payouts: paid ones are posted and their orders rewarded; for failed ones the money returns to the fund and the orders are won again. Proposed outcomes end, too. */
export async function endRewards(db: Db, { paid, failed, change = {} }: PaymentResults): Promise<void> {
  const released = failed.map(({ reward }) => reward)
  await endHolds(db, { paid: paid as SentReward[], failed: released as SentReward[] })
  await moveAllLocked(db, 'reward', ['reward_id', idsOf(paid)], moves.complete, {
    finished_at: clock_now,
    reason: null,
    ...no_proposal,
    ...change,
  })
  await moveOrders(db, orderIdsOf(paid), orderStatus.rewarded)
  for (const { reward, reason } of failed)
    await moveLocked(db, 'reward', { reward_id: reward.reward_id }, moves.fail, {
      finished_at: clock_now,
      reason,
      ...no_proposal,
      ...change,
    })
  await moveOrders(db, orderIdsOf(released), orderStatus.won)
}

function receiverOf({ form, msisdn, full_name, bin, account_number, account_name }: RewardToPay): Receiver {
  if (form === rewardForm.bank)
    return { kind: 'bank', bin: bin!, account_number: account_number!, account_name: account_name! }
  return { kind: 'wallet', msisdn: msisdn!, name: full_name! }
}
