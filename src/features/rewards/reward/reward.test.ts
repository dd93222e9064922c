/** From a decided draw to rewards: one for each winning order, whatever happens to the result. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { errors } from '#contract/errors.ts'
import { changeNumber } from '#features/orders/customer-channel/customer-number.server.ts'
import { orderStatus } from '#features/orders/order/order.contract.ts'
import { revokePrizes } from '#features/results/prize-run/prize-run.server.ts'
import { deadline } from '#features/rewards/deadline/deadline.contract.ts'
import { expireRewards } from '#features/rewards/deadline/expire-rewards.jobs.ts'
import { push } from '#features/rewards/push/push.contract.ts'
import { rewardPage } from '#features/rewards/pages.contract.ts'
import { published_draw } from '../../../testing/prizes.ts'
import { freshNumber, openTestWallet } from '../../../testing/money.ts'
import { openOffice, type Office, type Person } from '../../../testing/office.ts'
import { decideRewards, sellTickets, winning, winRewards } from '../../../testing/rewards.ts'
import { createAllRewards } from './reward.jobs.ts'
import { rewardForm, rewards, rewardStatus } from './reward.contract.ts'

let office: Office
let an: Person

beforeAll(async () => {
  office = await openOffice()
  an = await office.hire([...rewardPage.rights])
})
afterAll(() => office.close())

const million = 1_000_000
const rewardsOf = async (period_id: number) =>
  (await an.call(rewards.list, { period_id, page_size: 100 })).items.toSorted((a, b) => a.order_id - b.order_id)

test('each winning order has one reward with its tax, in the form that the rules choose', async () => {
  const { msisdn, full_name } = await openTestWallet(office)
  const { period_id, order_ids } = await winRewards(office, [
    { number: winning.two_tiers, msisdn, full_name },
    { number: winning.first, msisdn, full_name, handling: 2 },
    { number: winning.special, handling: 0 },
    { number: winning.eighth, msisdn: null, full_name: null },
    { number: winning.nothing },
  ])
  const rows = await rewardsOf(period_id)
  expect(rows.map(({ order_id }) => order_id)).toEqual(order_ids.slice(0, 4))
  expect(rows.map(({ gross, net, form, status, trouble }) => ({ gross, net, form, status, trouble }))).toEqual([
    { gross: 500_000, net: 500_000, form: rewardForm.wallet, status: rewardStatus.waiting, trouble: null },
    { gross: 30 * million, net: 29 * million, form: rewardForm.wallet, status: rewardStatus.waiting, trouble: null },
    {
      gross: 2000 * million,
      net: 1802 * million,
      form: rewardForm.counter,
      status: rewardStatus.waiting,
      trouble: null,
    },
    { gross: 100_000, net: 100_000, form: rewardForm.counter, status: rewardStatus.waiting, trouble: null },
  ])
  expect(rows[0]).toMatchObject({
    prizes: 'Giải sáu + Giải tám',
    tickets: '128531',
    full_name,
    msisdn,
    approvals_left: 1,
  })
  expect(rows[1]!.approvals_left).toBe(2)
  const { sums, total } = await an.call(rewards.list, { period_id, part: 'totals' })
  expect({ sums, total }).toEqual({
    total: 4,
    sums: { gross: 2030_600_000, tax: 199 * million, fee: 0, net: 2030_600_000 - 199 * million },
  })
})

test('rewards are created once, also by repeated and parallel runs', async () => {
  const sold = await sellTickets(
    office,
    Array.from({ length: 30 }, () => ({ number: winning.eighth })),
  )
  await decideRewards(office, sold.period_id)
  await Promise.all(Array.from({ length: 20 }, () => createAllRewards(office.db, sold.period_id)))
  expect(await rewardsOf(sold.period_id)).toHaveLength(30)
})

test('a customer without a wallet is shown as a problem before the payment', async () => {
  const { reward_ids } = await winRewards(office, [{ number: winning.eighth, msisdn: freshNumber() }])
  expect(await an.call(rewards.detail, { reward_id: reward_ids[0]! })).toMatchObject({ trouble: 'Số này chưa có ví' })
})

test('reopening a result revokes unpaid rewards; a paid one shows its difference', async () => {
  const { period_id, order_ids, reward_ids } = await winRewards(office, [
    { number: winning.eighth },
    { number: winning.two_tiers },
    { number: winning.second },
  ])
  const [, , paid] = order_ids
  await office.write(async (db) => {
    await db.updateTable('sale_order').set({ status: orderStatus.rewarded }).where('order_id', '=', paid!).execute() // unscoped: a test
    await db.updateTable('reward').set({ status: rewardStatus.paid }).where('order_id', '=', paid!).execute()
    await sql`update reward set second_from = 0 where reward_id = ${reward_ids[0]}`.execute(db)
  })
  await office.write((db) => revokePrizes(db, period_id))
  const { revoked } = rewardStatus
  expect((await rewardsOf(period_id)).map(({ status }) => status)).toEqual([revoked, revoked, rewardStatus.paid])
  const numbers = { ...published_draw.numbers, sixth: ['0000', '0599', '7531'], second: ['00000'] }
  await decideRewards(office, period_id, { ...published_draw, numbers })
  const rows = await rewardsOf(period_id)
  expect(rows.map(({ reward_id, status, gross, difference }) => ({ reward_id, status, gross, difference }))).toEqual([
    { reward_id: reward_ids[0], status: rewardStatus.waiting, gross: 100_000, difference: null },
    { reward_id: reward_ids[1], status: rewardStatus.waiting, gross: 100_000, difference: null },
    { reward_id: reward_ids[2], status: rewardStatus.paid, gross: 15 * million, difference: -15 * million },
  ])
  expect((await an.call(rewards.list, { period_id, has_difference: true })).items).toHaveLength(1)
  // Once two persons have to approve, the corrected result leaves it so.
  const { items } = await an.call(rewards.list, { period_id })
  const approvals = items.map(({ reward_id, approvals_left, is_auto }) => [reward_id, approvals_left, is_auto])
  expect(approvals).toContainEqual([reward_ids[0], 2, false])
})

test('a prize by a corrected result, and an expired one that is reopened, go to the new number of their customer', async () => {
  const { msisdn } = await openTestWallet(office)
  const { period_id, reward_ids } = await winRewards(office, [{ number: winning.nothing, msisdn }])
  expect(reward_ids).toEqual([undefined])
  const expired = await winRewards(office, [{ number: winning.eighth, msisdn }])
  const reward_id = expired.reward_ids[0]!
  await office.write((db) =>
    sql`update reward set claim_until = current_date - 1 where reward_id = ${reward_id}`.execute(db),
  )
  await expireRewards(office.db)
  const to = freshNumber()
  await office.write((db) => changeNumber(db, msisdn, to))
  // Somebody else gets the old number, and a wallet with it.
  await openTestWallet(office, { msisdn })
  await office.write((db) => revokePrizes(db, period_id))
  const eighth = [winning.nothing.slice(-2)]
  await decideRewards(office, period_id, { ...published_draw, numbers: { ...published_draw.numbers, eighth } })
  expect(await rewardsOf(period_id)).toMatchObject([{ form: rewardForm.wallet, msisdn: to }])
  const { rows } = await sql<{ claim_until: string }>`select current_date + 10 as claim_until`.execute(office.db)
  const proposal = { reward_id, claim_until: rows[0]!.claim_until, note: 'Khách nằm viện' }
  await an.call(deadline.reopen, proposal)
  const binh = await office.hire([...rewardPage.rights])
  expect(await binh.call(deadline.reopen, proposal)).toMatchObject({
    status: rewardStatus.waiting,
    form: rewardForm.wallet,
    msisdn: to,
  })
})

test('people of partners see no rewards', async () => {
  const { reward_ids } = await winRewards(office, [{ number: winning.eighth }])
  const { partner_id } = await office.db.selectFrom('partner').select('partner_id').executeTakeFirstOrThrow()
  const operator = await office.hire([...rewardPage.rights], { partner_id })
  expect((await operator.call(rewards.list, {})).total).toBe(0)
  const { body } = await operator.raw(rewards.detail, { reward_id: reward_ids[0]! })
  expect(body.error.code).toBe(errors.request_not_found[0])
})

test('a reward cannot be approved when its gateway is not configured', async () => {
  const { reward_ids } = await winRewards(office, [{ number: winning.eighth }])
  const to = { bank_id: 1, account_number: '0071000999888', account_name: 'NGUYEN THI THU' }
  await an.call(push.changeReceiver, { reward_id: reward_ids[0]!, form: rewardForm.bank, ...to })
  const binh = await office.hire([...rewardPage.rights])
  const { body } = await binh.raw(push.approve, { reward_ids })
  expect(body.error.code).toBe(errors.payment_vendor_not_found[0])
})

test('products are grouped into traditional tickets and games', async () => {
  const { items } = await an.call(rewards.categoryGroups, {})
  expect(items.map(({ group_code, categories }) => [group_code, categories.length > 0])).toEqual([
    ['xskt', true],
    ['xsdt', true],
  ])
})
