/** Outcomes that two persons set: nobody pays a second time what one of them proposes as paid. */
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { orderStatus } from '#features/orders/order/order.contract.ts'
import { resultPage } from '#features/results/pages.contract.ts'
import { result } from '#features/results/result/draw-result.contract.ts'
import { expireRewards } from '#features/rewards/deadline/expire-rewards.jobs.ts'
import { rewardPage } from '#features/rewards/pages.contract.ts'
import { rewardForm, rewards, rewardStatus } from '#features/rewards/reward/reward.contract.ts'
import type { Simulator } from '../../../gateway-simulator/simulator.ts'
import { errorCode, errorCodeOf } from '../../../testing/error-code.ts'
import { freshNumber } from '../../../testing/money.ts'
import type { Office, Person } from '../../../testing/office.ts'
import { inParallel } from '../../../testing/parallel.ts'
import { fillFund, prizeFundNow, winAt } from '../../../testing/rewards.ts'
import { openPayingOffice } from '../../../testing/withdrawals.ts'
import { untilWaiting } from '../../../testing/waits.ts'
import { lockRewardToPay } from './lock-reward.server.ts'
import { push } from './push.contract.ts'

let office: Office
let simulator: Simulator
let close: () => Promise<void>
let an: Person
let binh: Person
let chi: Person

beforeAll(async () => {
  ;({ office, simulator, close } = await openPayingOffice({ settle_ms: 20 }))
  for (const gateway of ['bank', 'momo'] as const) await fillFund(office, 1_000_000_000, gateway)
  const hire = () => office.hire([...rewardPage.rights])
  ;[an, binh, chi] = [await hire(), await hire(), await hire()]
})
beforeEach(() => fillFund(office, 100_000_000))
afterAll(() => close())

const detail = (reward_id: number) => an.call(rewards.detail, { reward_id })
const approve = (person: Person, reward_id: number) => person.call(push.approve, { reward_ids: [reward_id] })
/** Proposes that the reward is paid, or confirms it. */
const proposePaid = (person: Person, reward_id: number) =>
  person.call(push.setStatus, { reward_id, status_push: rewardStatus.paid, note: 'Đã chuyển khoản FT123' })
const reject = (person: Person, reward_id: number) =>
  person.call(push.setStatus, { reward_id, status_push: rewardStatus.failed, note: 'Sao kê không có' })
/** A number or account whose payment fails. */
const failing = () => freshNumber().replace(/\d{4}$/, '1007')
const ended = (reward_id: number, status: number) =>
  vi.waitFor(
    async () => {
      const now = await detail(reward_id)
      expect(now.status).toBe(status)
      return now
    },
    { timeout: 20_000, interval: 50 },
  )

test('two persons can set a failed payout as paid by other means', async () => {
  const { reward_id, order_id } = await winAt(office, rewardForm.momo, failing())
  await approve(an, reward_id)
  const { net, tax, fee } = await ended(reward_id, rewardStatus.failed)
  const before = await prizeFundNow(office)
  const conclude = (person: Person) => errorCodeOf(proposePaid(person, reward_id))
  expect(await conclude(an)).toBe(errorCode('no_right'))
  expect(await conclude(binh)).toBe(0)
  expect(await conclude(binh)).toBe(errorCode('no_right'))
  expect((await detail(reward_id)).status).toBe(rewardStatus.failed)
  expect(await prizeFundNow(office)).toEqual(before)
  expect(await conclude(chi)).toBe(0)
  expect(await prizeFundNow(office)).toEqual({ balance: before.balance - net - tax - fee, held: before.held })
  expect(await detail(reward_id)).toMatchObject({ status: rewardStatus.paid, reason: 'Đã chuyển khoản FT123' })
  // unscoped: a test
  const order = office.db.selectFrom('sale_order').select('status').where('order_id', '=', order_id)
  expect(await order.executeTakeFirst()).toEqual({ status: orderStatus.rewarded })
})

test('a failed payout that one person proposes as paid is neither sent again nor expired', async () => {
  const { reward_id } = await winAt(office, rewardForm.momo, failing())
  await approve(an, reward_id)
  await ended(reward_id, rewardStatus.failed)
  await proposePaid(binh, reward_id)
  const before = await prizeFundNow(office)
  const reason = 'Đang chờ xác nhận là đã trả'
  const codes = await inParallel((n) =>
    errorCodeOf([an, binh, chi][n % 3]!.call(push.retry, { reward_ids: [reward_id] })),
  )
  expect(new Set(codes)).toEqual(new Set([errorCode('action_invalid')]))
  expect((await an.call(push.retryPreview, { reward_ids: [reward_id] })).rows).toMatchObject([
    { outcome: 'skipped', reason: `${reason}.`, signals: [reason] },
  ])
  await office.write((db) =>
    sql`update reward set claim_until = current_date - 1 where reward_id = ${reward_id}`.execute(db),
  )
  await expireRewards(office.db)
  expect(await detail(reward_id)).toMatchObject({ status: rewardStatus.failed, hand_by: binh.user_id, trouble: reason })
  expect(await prizeFundNow(office)).toEqual(before)
  await proposePaid(chi, reward_id)
  expect((await detail(reward_id)).status).toBe(rewardStatus.paid)
})

test('a result is not reopened while somebody proposes that one of its rewards is paid', async () => {
  const { reward_id } = await winAt(office, rewardForm.momo, failing())
  await approve(an, reward_id)
  const { period_id, reward_code } = await ended(reward_id, rewardStatus.failed)
  const [maker, other] = [await office.hire(resultPage.rights), await office.hire(resultPage.rights)]
  const { result_id } = await office.db
    .selectFrom('draw_result')
    .select('result_id')
    .where('period_id', '=', period_id)
    .executeTakeFirstOrThrow()
  const { reopen_requested_at } = await maker.call(result.reopen, { result_id, reason: 'Sai giải tám' })
  const request = { result_id, reopen_requested_at: reopen_requested_at! }
  let refused: Promise<unknown> = Promise.resolve()
  await office.write(async (db) => {
    await lockRewardToPay(db, reward_id)
    refused = other.call(result.confirmReopen, request).catch((error: unknown) => error)
    await untilWaiting(db)
    await sql`update reward set hand_status = ${rewardStatus.paid}, hand_by = ${binh.user_id}, hand_note = 'Đã chuyển' where reward_id = ${reward_id}`.execute(
      db,
    )
  })
  const message = `Giải ${reward_code} đang chờ xác nhận là đã trả. Hãy xác nhận hoặc bác đề nghị đó trước khi mở lại kết quả.`
  expect(await refused).toMatchObject({ code: errorCode('action_invalid'), message })
  expect(await detail(reward_id)).toMatchObject({ status: rewardStatus.failed, hand_by: binh.user_id })
  await other.call(result.rejectReopen, { ...request, reason: 'Kết quả đúng' })
  const request_code = await errorCodeOf(maker.call(result.reopen, { result_id, reason: 'Sai giải tám' }))
  expect(request_code).toBe(errorCode('action_invalid'))
  await proposePaid(chi, reward_id)
  expect((await detail(reward_id)).status).toBe(rewardStatus.paid)
})

test('a receiver is changed only after the proposal that the reward is paid was rejected', async () => {
  const { reward_id } = await winAt(office, rewardForm.momo, failing())
  await approve(an, reward_id)
  await ended(reward_id, rewardStatus.failed)
  expect(await errorCodeOf(reject(chi, reward_id))).toBe(errorCode('action_invalid'))
  await proposePaid(binh, reward_id)
  const change = () => chi.call(push.changeMsisdn, { reward_id, msisdn: freshNumber().replace(/\d{4}$/, '5678') })
  expect(await errorCodeOf(change())).toBe(errorCode('action_invalid'))
  const to_wallet = chi.call(push.changeReceiver, { reward_id, form: rewardForm.wallet })
  expect(await errorCodeOf(to_wallet)).toBe(errorCode('action_invalid'))
  expect(await detail(reward_id)).toMatchObject({ status: rewardStatus.failed, hand_by: binh.user_id })
  // Who sent the payout decides nothing about it alone.
  expect(await errorCodeOf(reject(an, reward_id))).toBe(errorCode('no_right'))
  await reject(chi, reward_id)
  const { hand_status, hand_by, notes, status } = await detail(reward_id)
  expect({ hand_status, hand_by, status }).toEqual({ hand_status: null, hand_by: null, status: rewardStatus.failed })
  expect(notes).toMatchObject([{ note: 'Bác đề nghị đã trả: Sao kê không có', created_by_name: chi.user_name }])
  await change()
  expect(await detail(reward_id)).toMatchObject({ status: rewardStatus.waiting, changed_by: chi.user_id })
  await approve(an, reward_id)
  await approve(binh, reward_id)
  await ended(reward_id, rewardStatus.paid)
})

test.each([['below'], ['above']])(
  'who rejects the proposal that a reward is paid does not send it again alone, %s the limit',
  async (side) => {
    const { reward_id } = await winAt(office, rewardForm.momo, failing())
    if (side === 'above')
      await office.write((db) => sql`update reward set second_from = 1 where reward_id = ${reward_id}`.execute(db))
    const sender = side === 'above' ? await office.hire([...rewardPage.rights]) : an
    await approve(an, reward_id)
    if (side === 'above') await approve(sender, reward_id)
    await ended(reward_id, rewardStatus.failed)
    await proposePaid(binh, reward_id)
    await reject(chi, reward_id)
    const before = await prizeFundNow(office)
    const firstOfTwo = expect.objectContaining({ done: 0, waiting: 1 }) as object
    expect(await chi.call(push.retryPreview, { reward_ids: [reward_id] })).toEqual(firstOfTwo)
    expect(await chi.call(push.retry, { reward_ids: [reward_id] })).toEqual(firstOfTwo)
    expect(await detail(reward_id)).toMatchObject({ status: rewardStatus.waiting, first_by: chi.user_id })
    expect(await errorCodeOf(approve(chi, reward_id))).toBe(errorCode('no_right'))
    expect(await prizeFundNow(office)).toEqual(before)
    await approve(binh, reward_id)
    await ended(reward_id, rewardStatus.failed)
  },
)

test('a proposed outcome ends with the answer of the gateway', async () => {
  const { reward_id } = await winAt(office, rewardForm.bank, freshNumber(), { account_number: failing() })
  simulator.setFaults({ lost_answer: 1 })
  await approve(an, reward_id)
  await ended(reward_id, rewardStatus.unknown)
  await vi.waitFor(() => proposePaid(binh, reward_id), { timeout: 20_000, interval: 50 })
  simulator.setFaults({})
  await binh.call(push.retry, { reward_ids: [reward_id] })
  expect(await ended(reward_id, rewardStatus.failed)).toMatchObject({
    hand_status: null,
    hand_by: null,
    hand_note: null,
  })
  const before = await prizeFundNow(office)
  await proposePaid(chi, reward_id)
  expect(await detail(reward_id)).toMatchObject({ status: rewardStatus.failed, hand_by: chi.user_id })
  expect(await prizeFundNow(office)).toEqual(before)
})
