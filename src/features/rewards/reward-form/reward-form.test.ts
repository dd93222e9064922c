/** Rules and limits of rewards: their effect on prizes, and that one person alone cannot loosen a limit. */
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { InputOf } from '#contract/call.ts'
import type { Db } from '#server/database/transaction.ts'
import { rewardPage } from '#features/rewards/pages.contract.ts'
import { expireRewards } from '#features/rewards/deadline/expire-rewards.jobs.ts'
import { pushAutomatically } from '#features/rewards/push/auto-push.server.ts'
import { lockRewardToPay } from '#features/rewards/push/lock-reward.server.ts'
import { push } from '#features/rewards/push/push.contract.ts'
import { rewardForm, rewards, rewardStatus } from '#features/rewards/reward/reward.contract.ts'
import { verifyRewards } from '#features/rewards/verify-rewards.server.ts'
import { systemConfigPage } from '#features/settings/pages.contract.ts'
import { limits } from '#features/wallets/limit/limit.contract.ts'
import { moneyConfigPage } from '#features/wallets/pages.contract.ts'
import { rewardConfig } from '#features/wallets/reward-config/reward-config.contract.ts'
import { pushConfig } from '../push-config/push-config.contract.ts'
import { errorCode, errorCodeOf } from '../../../testing/error-code.ts'
import { ledgerBalance, openTestWallet } from '../../../testing/money.ts'
import { openOffice, type Office, type Person } from '../../../testing/office.ts'
import { fillFund, winning, winRewards } from '../../../testing/rewards.ts'
import { untilWaiting } from '../../../testing/waits.ts'
import { rewardForms } from './reward-form.contract.ts'

let office: Office
let an: Person
let binh: Person

beforeAll(async () => {
  office = await openOffice()
  const rights = [...moneyConfigPage.rights, ...rewardPage.rights, ...systemConfigPage.rights]
  an = await office.hire(rights)
  binh = await office.hire(rights)
})
beforeEach(() => fillFund(office, 10_000_000))
afterAll(() => office.close())

let rules = 0
const ruleOf = (overrides: Partial<InputOf<typeof rewardForms.add>> = {}) => ({
  form_name: `Quy tắc ${++rules}`,
  place: 1,
  form: rewardForm.wallet,
  amount_from: 0,
  fee_fixed: 0,
  fee_rate: 0,
  status: 1 as const,
  ...overrides,
})
const enqueue = async () => undefined
const statusOf = async (reward_id: number) => (await an.call(rewards.detail, { reward_id })).status

async function winOne(number: string = winning.two_tiers) {
  const wallet = await openTestWallet(office)
  const { reward_ids } = await winRewards(office, [{ number, msisdn: wallet.msisdn, full_name: wallet.full_name }])
  return { ...wallet, reward_id: reward_ids[0]! }
}

test('a rule is tried on the prizes of the last month, and applies to rewards that are made after it', async () => {
  const { reward_id } = await winOne()
  const draft = ruleOf({ form: rewardForm.momo, amount_to: 1_000_000, fee_fixed: 3_300 })
  const preview = await an.call(rewardForms.try, draft)
  expect(preview.tried).toBe(preview.changed)
  expect(preview.forms).toEqual([
    { form: rewardForm.wallet, before: preview.tried, after: 0, net: 0, net_change: -500_000 * preview.tried, auto: 0 },
    {
      form: rewardForm.momo,
      before: 0,
      after: preview.tried,
      net: 496_700 * preview.tried,
      net_change: 496_700 * preview.tried,
      auto: 0,
    },
  ])
  const { reward_form_id } = await an.call(rewardForms.add, draft)
  expect((await an.call(rewards.detail, { reward_id })).form).toBe(rewardForm.wallet)
  const next = await winOne()
  expect(await an.call(rewards.detail, { reward_id: next.reward_id })).toMatchObject({
    form: rewardForm.momo,
    fee: 3_300,
    net: 496_700,
    form_name: draft.form_name,
  })
  await an.call(rewardForms.delete, { reward_form_id })
})

test('a rule with reversed amounts, a duplicate rule and an outdated version are refused', async () => {
  expect(await errorCodeOf(an.call(rewardForms.add, ruleOf({ amount_from: 5, amount_to: 4 })))).toBe(
    errorCode('from_exceeds_to'),
  )
  const draft = ruleOf({ status: 0 })
  const { reward_form_id, version } = await an.call(rewardForms.add, draft)
  expect(await errorCodeOf(an.call(rewardForms.add, draft))).toBe(errorCode('reward_form_exists'))
  await an.call(rewardForms.update, { reward_form_id, version, place: 7 })
  expect(await errorCodeOf(binh.call(rewardForms.update, { reward_form_id, version, place: 8 }))).toBe(
    errorCode('changed_by_other'),
  )
  expect(await an.call(rewardForms.detail, { reward_form_id })).toMatchObject({ place: 7 })
})

test('automatic payment pays a small reward once, and none above the limit even if a rule allows more', async () => {
  const { reward_form_id } = await an.call(rewardForms.add, ruleOf({ auto_most: 900_000_000 }))
  const small = await winOne()
  const large = await winOne(winning.second)
  await Promise.all(Array.from({ length: 5 }, () => pushAutomatically(office.db, { enqueue })))
  expect(await statusOf(small.reward_id)).toBe(rewardStatus.paid)
  expect(await ledgerBalance(office, small.ledger_id)).toBe(500_000)
  expect(await statusOf(large.reward_id)).toBe(rewardStatus.waiting)
  await an.call(rewardForms.delete, { reward_form_id })
})

test.each<[string, (db: Db, reward_id: number) => Promise<unknown>]>([
  [
    'whose receiver somebody changes',
    (db, reward_id) => sql`update reward set changed_by = ${binh.user_id} where reward_id = ${reward_id}`.execute(db),
  ],
  [
    'whose wallet is locked',
    (db, reward_id) =>
      sql`update wallet_account set status = 0 where msisdn = (select msisdn from reward where reward_id = ${reward_id})`.execute(
        db,
      ),
  ],
  [
    'whose last day ends',
    (db, reward_id) => sql`update reward set claim_until = current_date - 1 where reward_id = ${reward_id}`.execute(db),
  ],
  ['above a limit that is lowered', (db) => sql`update reward_config set auto_most = 499999`.execute(db)],
])('automatic payment does not pay a reward %s while it waits for it', async (_, change) => {
  const { reward_form_id } = await an.call(rewardForms.add, ruleOf({ auto_most: 900_000 }))
  const { auto_most } = await an.call(rewardConfig.get, {})
  const { reward_id, ledger_id } = await winOne()
  let payment: Promise<void> = Promise.resolve()
  await office.write(async (db) => {
    await lockRewardToPay(db, reward_id)
    payment = pushAutomatically(office.db, { enqueue })
    await untilWaiting(db)
    await change(db, reward_id)
  })
  await payment
  expect(await statusOf(reward_id)).toBe(rewardStatus.waiting)
  expect(await ledgerBalance(office, ledger_id)).toBe(0)
  await office.write((db) => sql`update reward_config set auto_most = ${auto_most}`.execute(db))
  await an.call(rewardForms.delete, { reward_form_id })
})

test('one person alone cannot loosen a limit, neither by parallel calls nor by a rule', async () => {
  const { updated_by_name: _, updated_at: __, ...now } = await an.call(rewardConfig.get, {})
  const loose = { ...now, second_from: 900_000_000 }
  await Promise.all(Array.from({ length: 20 }, () => errorCodeOf(an.call(rewardConfig.save, loose))))
  expect((await an.call(rewardConfig.get, {})).second_from).toBe(20_000_000)
  // A rule that needs two persons only from a larger amount on does not loosen it either.
  const { reward_form_id } = await an.call(rewardForms.add, ruleOf({ second_from: 900_000_000 }))
  const { reward_id } = await winOne(winning.first)
  await an.call(push.approve, { reward_ids: [reward_id] })
  expect(await statusOf(reward_id)).toBe(rewardStatus.waiting)
  const [change] = (await an.call(limits.list, { limit_name: 'second_from' })).items
  const decision = { limit_change_id: change!.limit_change_id, version: change!.version }
  expect(await errorCodeOf(an.call(limits.approve, decision))).toBe(errorCode('no_right'))
  await binh.call(limits.reject, { ...decision, reason: 'Quá cao' })
  await an.call(rewardForms.delete, { reward_form_id })
})

test('switching automatic payment off takes effect at once, and an outdated version is refused', async () => {
  const { updated_by_name: _, updated_at: __, ...now } = await an.call(pushConfig.list, {})
  const saved = await an.call(pushConfig.update, { ...now, push_auto: false })
  const { reward_form_id } = await an.call(rewardForms.add, ruleOf({ auto_most: 900_000 }))
  const { reward_id } = await winOne()
  await pushAutomatically(office.db, { enqueue })
  expect(await statusOf(reward_id)).toBe(rewardStatus.waiting)
  expect(await errorCodeOf(binh.call(pushConfig.update, { ...now, push_auto: true }))).toBe(
    errorCode('changed_by_other'),
  )
  await an.call(pushConfig.update, { ...now, push_auto: true, version: saved.version })
  await an.call(rewardForms.delete, { reward_form_id })
})

test('an unpaid reward expires after its last day, and can then be read but not approved', async () => {
  const { reward_id } = await winOne()
  await office.write((db) =>
    sql`update reward set claim_until = current_date - 1 where reward_id = ${reward_id}`.execute(db),
  )
  await expireRewards(office.db)
  expect(await an.call(rewards.detail, { reward_id })).toMatchObject({ status: rewardStatus.expired })
  expect(await errorCodeOf(an.call(push.approve, { reward_ids: [reward_id] }))).toBe(errorCode('action_invalid'))
})

test('verifyRewards finds nothing while prizes, rewards and postings agree, and finds a changed fee', async () => {
  const { reward_id } = await winOne()
  await an.call(push.approve, { reward_ids: [reward_id] })
  const findings: string[] = []
  await verifyRewards(office.db, (message) => findings.push(message))
  expect(findings).toEqual([])
  await office.write((db) => sql`update reward set fee = fee + 1 where reward_id = ${reward_id}`.execute(db))
  await verifyRewards(office.db, (message) => findings.push(message))
  expect(findings).toHaveLength(1)
})

test('verifyRewards finds a prize in another wallet than the winner’s', async () => {
  const { reward_id } = await winOne()
  await an.call(push.approve, { reward_ids: [reward_id] })
  const { msisdn } = await openTestWallet(office)
  const { reward_code } = await office.write((db) =>
    db
      .updateTable('reward')
      .set({ msisdn })
      .where('reward_id', '=', reward_id)
      .returning('reward_code')
      .executeTakeFirstOrThrow(),
  )
  const findings: string[] = []
  await verifyRewards(office.db, (message) => findings.push(message))
  expect(findings).toContainEqual(expect.stringMatching(`^${reward_code} có hình thức 1, sổ cái ghi trả vào wallet:`))
})
