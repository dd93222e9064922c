import { Failure, type Refusal } from '#contract/errors.ts'
import { isHeadOffice } from '#contract/person.ts'
import { sql } from 'kysely'
import type { Db } from '#server/database/transaction.ts'
import type { Fail } from '#server/fail.ts'
import { runBulk, second_person } from '#server/record/bulk.ts'
import { clock_now, changeColumns, hasChanged } from '#server/record/change-columns.ts'
import { within } from '#server/scope.ts'
import type { GatewayName } from '#server/gateways/gateway.ts'
import { serve, type Context } from '#server/serve.ts'
import type { Me } from '#server/session/session.ts'
import { payableAtGateway } from '#features/wallets/fund/gateway-funds.server.ts'
import { prize_fund_code } from '#features/wallets/money.server.ts'
import { freeCards, previewStock } from '#features/rewards/card/give-cards.server.ts'
import { payJob } from '#features/wallets/payout/payout.contract.ts'
import { rewardDetail } from '#features/rewards/reward/reward-detail.server.ts'
import { rewardForm, rewardStatus } from '#features/rewards/reward/reward.contract.ts'
import { findReward, type RewardRow } from '#features/rewards/reward/reward.query.server.ts'
import { gatewayOfForm, isFirstOfTwo, riskSignalsOf, whyNot } from '#features/rewards/reward/reward.rules.ts'
import { setByHand } from './by-hand.server.ts'
import { changeReceiver } from './change-receiver.server.ts'
import { namedOrChosen } from './chosen-rewards.server.ts'
import { lockReward, type LockedReward } from './lock-reward.server.ts'
import { lockAllToPay, pushReward } from './pay-reward.server.ts'
import { push } from './push.contract.ts'
import { exportWinners } from './winners-export.server.ts'

export default serve(push, {
  approve: (context) => pushMany(context, approveOne),
  approvePreview: (context) => previewMany(context, approveOne),
  retry: (context) => pushMany(context, retryOne),
  retryPreview: (context) => previewMany(context, retryOne),

  setStatus: async (context) => {
    const { db, me, input, fail } = context
    const reward = await lockUnchanged(context)
    const act = input.status_push === rewardStatus.paid ? 'setPaid' : 'setFailed'
    const refusal = whyNot(act, reward, me)
    if (refusal) fail(refusal.error, { message: refusal.message })
    await setByHand(db, me, reward, { status: input.status_push, note: input.note })
    return (await findReward(db, me, reward.reward_id))!
  },

  changeMsisdn: async (context) => {
    const { db, me, input, fail } = context
    const reward = await lockUnchanged(context)
    const refusal = whyNot('change', reward, me)
    if (refusal) fail(refusal.error, { message: refusal.message })
    const needs_wallet = reward.form === rewardForm.wallet
    if (!needs_wallet && !me.is_proved) fail('proof_required')
    if (input.msisdn === reward.msisdn)
      fail('action_invalid', { message: 'Số này đang là số nhận.', fields: { msisdn: 'Số này đang là số nhận.' } })
    const wallet = await db
      .selectFrom('wallet_account')
      .select(['full_name', 'status'])
      .where('msisdn', '=', input.msisdn)
      .where(within(me, 'wallet_account'))
      .executeTakeFirst()
    if (needs_wallet && wallet?.status !== 1) {
      const message = wallet ? 'Ví của số này đang bị khóa.' : 'Số này chưa có ví.'
      fail('receiver_phone_invalid', { message, fields: { msisdn: message } })
    }
    await changeReceiver(db, me, reward, { msisdn: input.msisdn, full_name: wallet?.full_name ?? reward.full_name })
    return (await findReward(db, me, reward.reward_id))!
  },

  changeReceiver: async (context) => {
    const { me, input, fail } = context
    const reward = await lockUnchanged(context)
    const refusal = whyNot('change', reward, me)
    if (refusal) fail(refusal.error, { message: refusal.message })
    const { form, bank_id = null, account_number = null, account_name = null } = input
    if (form === rewardForm.bank) {
      const missing_fields = Object.entries({ bank_id, account_number, account_name }).filter(
        ([, value]) => value === null,
      )
      if (missing_fields.length > 0)
        fail('request_invalid', {
          fields: Object.fromEntries(missing_fields.map(([name]) => [name, 'Trả về ngân hàng cần đủ tài khoản'])),
        })
      return changedReward(context, reward, { form, bank_id, account_number, account_name })
    }
    return changedReward(context, reward, { form, bank_id: null, account_number: null, account_name: null })
  },

  addNote: async ({ db, me, input: { reward_id, note }, fail }) => {
    if (!(await findReward(db, me, reward_id))) return fail('request_not_found')
    await db.insertInto('reward_note').values({ reward_id, note, created_by: me.user_id }).execute()
    return (await rewardDetail(db, me, reward_id))!
  },

  export: exportWinners,
})

type BulkContext =
  | Context<typeof push.approve>
  | Context<typeof push.approvePreview>
  | Context<typeof push.retry>
  | Context<typeof push.retryPreview>
type RewardHandler = (context: BulkContext, reward: LockedReward) => Promise<Refusal | null | typeof second_person>

/** The chosen rewards with their risk signals for the approver. */
async function chosenWithSignals(context: BulkContext, lock?: typeof lockAllToPay) {
  const rows = await namedOrChosen(context, lock)
  return rows.map((row) => ({ ...row, signals: riskSignalsOf(row).map(({ text }) => text) }))
}

/** Runs the action for each reward with a savepoint, so that a refused one leaves no changes. */
async function pushMany(context: BulkContext, act: RewardHandler) {
  const { db, me, input, fail } = context
  const rows = await chosenWithSignals(context, lockAllToPay)
  const is_single = input.reward_ids?.length === 1
  return runBulk(rows, async ({ reward_id }) => {
    const reward = (await lockReward(db, me, reward_id))!
    await sql`savepoint one`.execute(db)
    const refusal = await refusalIn(() => act(context, reward))
    if (refusal === null || refusal === second_person) return refusal
    await sql`rollback to savepoint one`.execute(db)
    if (is_single) (fail as (error: string, data: object) => never)(refusal.error, { message: refusal.message })
    return refusal
  })
}

/** Previews the action for each reward in order, with a running balance of the funds. */
async function previewMany(context: BulkContext, act: RewardHandler) {
  const { db, me, can_pay } = context
  const [at_prizes, at_gateways] = [await prizeFund(db), new Map<GatewayName, number>()]
  let available = at_prizes
  const in_cards = previewStock(await freeCards(db))
  return runBulk(await chosenWithSignals(context), async (row) => {
    const refusal = whyNot(act === retryOne ? 'retry' : 'approve', row, me)
    if (refusal) return refusal
    const gateway = gatewayOfForm(row.form)
    if (gateway && !can_pay.has(gateway))
      return { error: 'payment_vendor_not_found', message: 'Chưa cấu hình cổng chi trả cho hình thức này.' }
    if (isFirstOfTwo(row)) return second_person
    if (row.status === rewardStatus.unknown) return null
    const total = row.net + row.tax + row.fee
    if (available < total)
      return { error: 'debt_not_enough', message: 'Quỹ trả thưởng không đủ tiền. Hãy nạp quỹ ở Tài khoản trả thưởng.' }
    if (gateway) {
      const free_amount = at_gateways.get(gateway) ?? (await payableAtGateway(db, gateway, { lock: false }))
      if (free_amount < row.net)
        return { error: 'debt_not_enough', message: 'Quỹ tại cổng không đủ tiền. Hãy nạp quỹ ở Tài khoản trả thưởng.' }
      at_gateways.set(gateway, free_amount - row.net)
    }
    if (row.form === rewardForm.card) {
      const card_refusal = in_cards.take(row.net)
      if (card_refusal) return card_refusal
    }
    available -= total
    return null
  })
}

/** The available money in the fund of prizes, in đồng. */
async function prizeFund(db: Db): Promise<number> {
  const { rows } = await sql<{ free: number }>`
    select balance - held as free from ledger_account where code = ${prize_fund_code}`.execute(db)
  return rows[0]?.free ?? 0
}

async function refusalIn<T>(work: () => Promise<T>): Promise<T | Refusal> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Failure) || error.error === null) throw error
    return { error: error.error, message: error.data?.message ?? error.message }
  }
}

const approveOne: RewardHandler = async (context, reward) => {
  const { db, me } = context
  const refusal = whyNot('approve', reward, me)
  if (refusal) return refusal
  if (isFirstOfTwo(reward)) {
    await recordFirstApproval(db, me, reward)
    return second_person
  }
  await pushReward(db, reward, { ...context, approved_by: me.user_id, columns: changeColumns(me) })
  return null
}

const retryOne: RewardHandler = async (context, reward) => {
  const { db, me, enqueue, can_pay } = context
  const refusal = whyNot('retry', reward, me)
  if (refusal) return refusal
  const { reward_id } = reward
  if (reward.status === rewardStatus.unknown) {
    if (!can_pay.has(gatewayOfForm(reward.form)!))
      return { error: 'payment_source_not_found', message: 'Chưa cấu hình cổng chi trả nên không truy vấn lại được.' }
    await enqueue(db, payJob.reward, { reward_id }, String(reward_id), { now: true })
    return null
  }
  if (isFirstOfTwo(reward)) {
    await recordFirstApproval(db, me, reward)
    return second_person
  }
  await pushReward(db, reward, { ...context, approved_by: me.user_id, columns: changeColumns(me) })
  return null
}

/** Records the first of two approvals. */
async function recordFirstApproval(db: Db, me: Me, { reward_id }: LockedReward): Promise<void> {
  await db
    .updateTable('reward')
    .set({
      status: rewardStatus.waiting,
      first_by: me.user_id,
      first_at: clock_now,
      approved_by: null,
      approved_at: null,
      ...changeColumns(me),
    })
    .where('reward_id', '=', reward_id)
    .where('status', 'in', [rewardStatus.waiting, rewardStatus.failed])
    .where(within(me, 'reward'))
    .execute()
}

type RewardCall = Pick<Context<typeof push.changeMsisdn>, 'db' | 'me'> & {
  fail: Fail<'request_not_found' | 'changed_by_other'>
  input: { reward_id: number; version?: number | null | undefined }
}

/** Locks the reward; refuses when the person may not act on it, or when it has changed since they read it. */
async function lockUnchanged({ db, me, input, fail }: RewardCall): Promise<LockedReward> {
  if (!isHeadOffice(me)) fail('request_not_found')
  const reward = await lockReward(db, me, input.reward_id)
  if (!reward) return fail('request_not_found')
  if (hasChanged(reward, input.version))
    fail('changed_by_other', { current: await findReward(db, me, input.reward_id) })
  return reward
}

async function changedReward(
  { db, me }: Pick<RewardCall, 'db' | 'me'>,
  reward: LockedReward,
  receiver: Parameters<typeof changeReceiver>[3],
): Promise<RewardRow> {
  await changeReceiver(db, me, reward, receiver)
  return (await findReward(db, me, reward.reward_id))!
}
