/** Rewards from approval to payment: each is paid once, however often it is approved and whatever the gateway answers. */
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { recordHistory } from '#features/access/audit/record-history.contract.ts'
import { orderStatus } from '#features/orders/order/order.contract.ts'
import { revokePrizes } from '#features/results/prize-run/prize-run.server.ts'
import { accountCheck, accountStatus } from '#features/rewards/account-check/account-check.contract.ts'
import { accountCheckPage, rewardBatchPage, rewardPage } from '#features/rewards/pages.contract.ts'
import { rewardBatch } from '#features/rewards/batch/batch.contract.ts'
import { rewardForm, rewards, rewardStatus } from '#features/rewards/reward/reward.contract.ts'
import type { Simulator } from '../../../gateway-simulator/simulator.ts'
import { errorCode, errorCodeOf } from '../../../testing/error-code.ts'
import { ledgerFindings } from '../../../testing/ledger.ts'
import { freshNumber, ledgerBalance, openTestWallet } from '../../../testing/money.ts'
import type { Office, Person } from '../../../testing/office.ts'
import { inParallel } from '../../../testing/parallel.ts'
import { fillFund, prizeFundNow, winAt, winning, winRewards, type TestWin } from '../../../testing/rewards.ts'
import { openPayingOffice } from '../../../testing/withdrawals.ts'
import { verifyRewards } from '#features/rewards/verify-rewards.server.ts'
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
  an = await office.hire([...rewardPage.rights, ...rewardBatchPage.rights, ...accountCheckPage.rights])
  binh = await office.hire([...rewardPage.rights])
  chi = await office.hire([...rewardPage.rights])
})
beforeEach(() => fillFund(office, 100_000_000))
afterAll(() => close())

const million = 1_000_000
/** Rewards whose rows were changed directly by a test. */
const touched: string[] = []
const detail = (reward_id: number) => an.call(rewards.detail, { reward_id })
const approve = (person: Person, reward_id: number) => person.call(push.approve, { reward_ids: [reward_id] })
const orderOf = async (order_id: number) => {
  // unscoped: a test
  const { rows } = await sql<{ status: number }>`select status from sale_order where order_id = ${order_id}`.execute(
    office.db,
  )
  return rows[0]!.status
}
const ended = (reward_id: number, status: number) =>
  vi.waitFor(
    async () => {
      const now = await detail(reward_id)
      expect(now.status).toBe(status)
      return now
    },
    { timeout: 20_000, interval: 50 },
  )

/** One reward of a customer with a wallet. */
async function winOne(win: Partial<TestWin> = {}) {
  const wallet = await openTestWallet(office, { full_name: 'Ngô Minh Uyên' })
  const { order_ids, reward_ids, period_id } = await winRewards(office, [
    { number: winning.two_tiers, msisdn: wallet.msisdn, full_name: wallet.full_name, ...win },
  ])
  return { ...wallet, order_id: order_ids[0]!, reward_id: reward_ids[0]!, period_id }
}

test('a reward to a wallet is paid at once: the fund pays prize and tax, and the order is rewarded', async () => {
  const { reward_id, order_id, ledger_id } = await winOne({ number: winning.first })
  const before = await prizeFundNow(office)
  await approve(an, reward_id)
  expect(await detail(reward_id)).toMatchObject({ status: rewardStatus.waiting, approvals_left: 1 })
  expect(await errorCodeOf(approve(an, reward_id))).toBe(errorCode('no_right'))
  await approve(binh, reward_id)
  expect(await detail(reward_id)).toMatchObject({ status: rewardStatus.paid, approved_by_name: binh.user_name })
  expect(await ledgerBalance(office, ledger_id)).toBe(29 * million)
  expect((await prizeFundNow(office)).balance).toBe(before.balance - 30 * million)
  expect(await orderOf(order_id)).toBe(orderStatus.rewarded)
  expect(await errorCodeOf(approve(chi, reward_id))).toBe(errorCode('request_finished'))

  const history = await an.call(recordHistory.history, { table_name: 'reward', row_id: String(reward_id) })
  expect(history.items[0]!.references).toContainEqual({
    column: 'source_id',
    id: expect.any(Number),
    name: 'Quỹ trả thưởng',
  })
})

test('twenty parallel approvals of one reward pay it once', async () => {
  const { reward_id, ledger_id } = await winOne()
  const people = Array.from({ length: 20 }, (_, n) => [an, binh, chi][n % 3]!)
  const codes = await Promise.all(people.map((person) => errorCodeOf(approve(person, reward_id))))
  expect(codes.filter((code) => code === 0)).toHaveLength(1)
  expect(new Set(codes)).toEqual(new Set([0, errorCode('request_finished')]))
  expect(await ledgerBalance(office, ledger_id)).toBe(500_000)
})

test('twenty calls of one person count as one approval of a large reward, which is not paid', async () => {
  const { reward_id, ledger_id } = await winOne({ number: winning.first })
  await Promise.all(Array.from({ length: 20 }, () => errorCodeOf(approve(an, reward_id))))
  expect(await detail(reward_id)).toMatchObject({ status: rewardStatus.waiting, first_by_name: an.user_name })
  expect(await ledgerBalance(office, ledger_id)).toBe(0)
})

test('twenty parallel payments do not use more than the fund has', async () => {
  const wallet = await openTestWallet(office)
  const wins = Array.from({ length: 20 }, () => ({
    number: winning.two_tiers,
    msisdn: wallet.msisdn,
    full_name: 'Lý Sơn',
  }))
  const { reward_ids } = await winRewards(office, wins)
  const { balance, held } = await prizeFundNow(office)
  // Leaves money for five payments.
  await drain(balance - held - 5 * 500_000 - 1)
  const codes = await Promise.all(reward_ids.map((reward_id) => errorCodeOf(approve(an, reward_id))))
  expect(codes.filter((code) => code === 0)).toHaveLength(5)
  expect(new Set(codes)).toEqual(new Set([0, errorCode('debt_not_enough')]))
  expect(await ledgerBalance(office, wallet.ledger_id)).toBe(5 * 500_000)
  expect((await prizeFundNow(office)).balance).toBe(1)
})

async function drain(amount: number): Promise<void> {
  const wallet = await openTestWallet(office)
  await office.write(async (db) => {
    const { transfer } = await import('#server/ledger/ledger.ts')
    const { prizeFundLedger } = await import('#features/wallets/money.server.ts')
    await transfer(db, {
      ref: `test-drain:${wallet.account_id}`,
      kind: 'decrease',
      from: await prizeFundLedger(db),
      to: wallet.ledger_id,
      amount,
      reason: 'Rút quỹ thử',
    })
  })
}

test('a bulk payment has a preview, and each row has its result', async () => {
  const [ready, large, without] = [
    await winOne(),
    await winOne({ number: winning.first }),
    await winOne({ msisdn: freshNumber() }),
  ]
  const reward_ids = [ready, large, without].map(({ reward_id }) => reward_id)
  const preview = await an.call(push.approvePreview, { reward_ids })
  expect(preview).toMatchObject({ done: 1, waiting: 1, skipped: 1 })
  expect(preview.rows[2]).toMatchObject({
    outcome: 'skipped',
    reason: 'Số này chưa có ví.',
    code: errorCode('action_invalid'),
  })
  expect((await detail(ready.reward_id)).status).toBe(rewardStatus.waiting)
  const report = await an.call(push.approve, { ids: reward_ids, expected: 3, seen: preview.seen })
  expect(report).toMatchObject({ done: 1, waiting: 1, skipped: 1 })
  expect(await errorCodeOf(an.call(push.approve, { ids: reward_ids, expected: 3, seen: preview.seen }))).toBe(
    errorCode('changed_by_other'),
  )
  expect(await ledgerBalance(office, ready.ledger_id)).toBe(500_000)
})

test('a reward by MoMo or bank is paid after the answer of the gateway, and no money stays on hold', async () => {
  const momo = await winAt(office, rewardForm.momo, freshNumber().replace(/\d{4}$/, '5678'))
  const bank = await winAt(office, rewardForm.bank, freshNumber(), { account_number: '0071000123456' })
  const before = await prizeFundNow(office)
  await an.call(push.approve, { reward_ids: [momo.reward_id, bank.reward_id] })
  for (const { reward_id, order_id } of [momo, bank]) {
    expect((await ended(reward_id, rewardStatus.paid)).trans_id).not.toBeNull()
    expect(await orderOf(order_id)).toBe(orderStatus.rewarded)
  }
  expect(await prizeFundNow(office)).toEqual({ balance: before.balance - million, held: before.held })
})

test('a failed payout returns its money to the fund, and is sent to a corrected number under a new key', async () => {
  const bad = freshNumber().replace(/\d{4}$/, '1007')
  const { reward_id, order_id } = await winAt(office, rewardForm.momo, bad)
  const before = await prizeFundNow(office)
  await approve(an, reward_id)
  await ended(reward_id, rewardStatus.failed)
  expect(await prizeFundNow(office)).toEqual(before)
  expect(await orderOf(order_id)).toBe(orderStatus.won)
  const good = freshNumber().replace(/\d{4}$/, '5678')
  await binh.call(push.changeMsisdn, { reward_id, msisdn: good })
  expect(await errorCodeOf(approve(binh, reward_id))).toBe(errorCode('no_right'))
  await approve(chi, reward_id)
  await ended(reward_id, rewardStatus.paid)
  const payouts = simulator
    .orders()
    .filter(({ account, status }) => account === good.replace(/^84/, '0') && status === 'paid')
  expect(payouts).toHaveLength(1)
  expect(await errorCodeOf(an.call(push.changeMsisdn, { reward_id, msisdn: bad }))).toBe(errorCode('request_finished'))
})

test('a recent account check is used, without querying the telecom again before the payout', async () => {
  const msisdn = freshNumber().replace(/\d{4}$/, '5678')
  simulator.subscribe([{ msisdn, name: 'NGO MINH UYEN' }])
  const rows = [{ msisdn, cust_name: 'Ngô Minh Uyên' }]
  const { batch } = await an.call(accountCheck.create, { name: 'Trước khi trả', rows })
  const isChecked = async () => {
    const { items } = await an.call(accountCheck.detail, { batch_id: batch.batch_id })
    expect(items[0]).toMatchObject({ status: accountStatus.match })
  }
  await vi.waitFor(isChecked, { timeout: 20_000, interval: 50 })
  // The telecom would answer differently now.
  simulator.subscribe([{ msisdn, name: 'TRAN VAN HOA' }])
  const { reward_id } = await winAt(office, rewardForm.telecom, msisdn)
  // Exactly the amount of this payment, so that the fund is empty again for a later test.
  await fillFund(office, (await detail(reward_id)).net, 'telecom')
  await approve(binh, reward_id)
  await ended(reward_id, rewardStatus.paid)
})

test('a new number is refused with a wrong format, without an open wallet, or if it is the old one', async () => {
  const { reward_id, msisdn } = await winOne()
  const change = (to: string) => errorCodeOf(an.call(push.changeMsisdn, { reward_id, msisdn: to }))
  expect(await change('12345')).toBe(errorCode('phone_invalid'))
  expect(await change(freshNumber())).toBe(errorCode('receiver_phone_invalid'))
  expect(await change((await openTestWallet(office, { status: 0 })).msisdn)).toBe(errorCode('receiver_phone_invalid'))
  expect(await change(msisdn)).toBe(errorCode('action_invalid'))
  const other = await openTestWallet(office, { full_name: 'Bùi Thị Vinh' })
  expect(await change(other.msisdn)).toBe(0)
  expect(await detail(reward_id)).toMatchObject({ full_name: 'Bùi Thị Vinh', is_change_watched: true })
})

test('a reward that is being paid can neither be approved, retried, sent to another receiver nor decided by hand', async () => {
  const { reward_id } = await winAt(office, rewardForm.momo, freshNumber())
  await office.write((db) =>
    sql`update reward set status = ${rewardStatus.pushing}, approved_by = ${an.user_id} where reward_id = ${reward_id}`.execute(
      db,
    ),
  )
  touched.push((await detail(reward_id)).reward_code, 'quỹ trả thưởng giữ')
  const before = await detail(reward_id)
  expect(await errorCodeOf(approve(binh, reward_id))).toBe(errorCode('ticket_paying_reward'))
  expect(await errorCodeOf(binh.call(push.changeMsisdn, { reward_id, msisdn: freshNumber() }))).toBe(
    errorCode('ticket_paying_reward'),
  )
  const conclude = (person: Person, status_push: 3 | 4) =>
    errorCodeOf(person.call(push.setStatus, { reward_id, status_push, note: 'Sao kê MoMo 23/11' }))
  for (const status of [3, 4] as const)
    for (const person of [binh, chi]) expect(await conclude(person, status)).toBe(errorCode('ticket_paying_reward'))
  const other_form = { reward_id, form: rewardForm.wallet }
  expect(await errorCodeOf(binh.call(push.changeReceiver, other_form))).toBe(errorCode('ticket_paying_reward'))
  expect(await errorCodeOf(binh.call(push.retry, { reward_ids: [reward_id] }))).toBe(errorCode('ticket_paying_reward'))
  expect(await detail(reward_id)).toEqual(before)
})

test('after its last day a reward is neither approved nor sent again, also before the job of the night has closed it', async () => {
  const { reward_id: waiting, ledger_id } = await winOne()
  const { reward_id: failed } = await winAt(office, rewardForm.momo, freshNumber().replace(/\d{4}$/, '1007'))
  await approve(an, failed)
  await ended(failed, rewardStatus.failed)
  const before = await prizeFundNow(office)
  await office.write((db) =>
    sql`update reward set claim_until = current_date - 1 where reward_id in (${waiting}, ${failed})`.execute(db),
  )
  const reason = 'Đã quá hạn lĩnh thưởng.'
  for (const [reward_id, call, preview] of [
    [waiting, push.approve, push.approvePreview],
    [failed, push.retry, push.retryPreview],
  ] as const) {
    const reward_ids = [reward_id]
    const codes = await inParallel((n) => errorCodeOf([an, binh, chi][n % 3]!.call(call, { reward_ids })))
    expect(new Set(codes)).toEqual(new Set([errorCode('action_invalid')]))
    expect((await an.call(preview, { reward_ids })).rows).toMatchObject([{ outcome: 'skipped', reason }])
    expect((await an.call(rewardBatch.createPreview, { ids: reward_ids })).rows).toMatchObject([{ reason }])
  }
  expect(await prizeFundNow(office)).toEqual(before)
  expect(await ledgerBalance(office, ledger_id)).toBe(0)
})

test('rewards of a reopened result cannot be paid', async () => {
  const { reward_id, period_id } = await winOne()
  await office.write((db) => revokePrizes(db, period_id))
  expect(await errorCodeOf(approve(an, reward_id))).toBe(errorCode('result_not_found'))
})

test('a reward is not paid after its prize was decided again', async () => {
  const { reward_id, order_id } = await winOne()
  await office.write((db) => sql`update sale_order set reward = reward + 1 where order_id = ${order_id}`.execute(db)) // unscoped: a test
  touched.push((await detail(reward_id)).reward_code)
  expect(await errorCodeOf(approve(an, reward_id))).toBe(errorCode('order_calculated'))
})

test('an empty fund at a gateway pays nobody; rewards at a counter cannot be pushed', async () => {
  const { reward_id } = await winAt(office, rewardForm.telecom, freshNumber())
  expect(await errorCodeOf(approve(an, reward_id))).toBe(errorCode('debt_not_enough'))
  const counter = await winOne({ handling: 0 })
  expect(await errorCodeOf(approve(an, counter.reward_id))).toBe(errorCode('action_invalid'))
})

test('a bank account needs all fields, and its editor cannot approve the reward', async () => {
  const { reward_id } = await winOne()
  const to = { reward_id, form: rewardForm.bank } as const
  expect(await errorCodeOf(an.call(push.changeReceiver, to))).toBe(errorCode('request_invalid'))
  await an.call(push.changeReceiver, {
    ...to,
    bank_id: 1,
    account_number: '0071000999888',
    account_name: 'NGO MINH UYEN',
  })
  expect(await errorCodeOf(approve(an, reward_id))).toBe(errorCode('no_right'))
  const signals = ['Lần đầu về tài khoản này', 'Đã đổi người nhận']
  expect((await binh.call(push.approvePreview, { reward_ids: [reward_id] })).rows).toMatchObject([{ signals }])
  await approve(binh, reward_id)
  await ended(reward_id, rewardStatus.paid)
})

test('notes are stored, and winners of traditional tickets can be exported', async () => {
  const { reward_id } = await winOne()
  const { notes, open_date } = await an.call(push.addNote, { reward_id, note: 'Khách hẹn chiều nay' })
  expect(notes).toMatchObject([{ note: 'Khách hẹn chiều nay', created_by_name: an.user_name }])
  const { file, status } = await an.raw(push.export, { from_date: open_date, to_date: open_date })
  expect(status).toBe(200)
  expect(file!.size).toBeGreaterThan(1_000)
})

test('ledger, prizes and gateways are consistent after these tests', async () => {
  const findings: string[] = []
  await verifyRewards(office.db, (message) => findings.push(message))
  // Two of these tests have changed rows directly.
  expect(findings.filter((message) => !touched.some((name) => message.includes(name)))).toEqual([])
  expect(await ledgerFindings(office.database_url)).toEqual([])
})
