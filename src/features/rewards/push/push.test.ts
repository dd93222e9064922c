/** Rewards from approval to the money with the winner: once, whoever presses how often, and whatever the gateway answers. */
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { errors, type ErrorName } from '#contract/errors.ts'
import { asProgram } from '#server/audit/without-call.ts'
import { orderStatus } from '#features/orders/order/order.contract.ts'
import { revokePrizes } from '#features/results/prize-run/prize-run.server.ts'
import { accountCheck, accountStatus } from '#features/rewards/account-check/account-check.contract.ts'
import { accountCheckPage, rewardPage } from '#features/rewards/pages.contract.ts'
import { rewardForm, rewards, rewardStatus, type RewardForm } from '#features/rewards/reward/reward.contract.ts'
import type { Simulator } from '../../../gateway-simulator/simulator.ts'
import { ledgerFindings } from '../../../testing/ledger.ts'
import { freshNumber, ledgerBalance, openTestWallet } from '../../../testing/money.ts'
import type { Office, Person } from '../../../testing/office.ts'
import { fillFund, prizeFundNow, winning, winRewards, type TestWin } from '../../../testing/rewards.ts'
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
  an = await office.hire([...rewardPage.rights, ...accountCheckPage.rights])
  binh = await office.hire([...rewardPage.rights])
  chi = await office.hire([...rewardPage.rights])
})
beforeEach(() => fillFund(office, 100_000_000))
afterAll(() => close())

const million = 1_000_000
/** Rewards whose rows a test has written into. */
const touched: string[] = []
const code = (name: ErrorName) => errors[name][0]
const refusedBy = (work: Promise<unknown>) =>
  work.then(
    () => 0,
    (failure: { code: number }) => failure.code,
  )
const detail = (reward_id: number) => an.call(rewards.detail, { reward_id })
const approve = (who: Person, reward_id: number) => who.call(push.approve, { reward_ids: [reward_id] })
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

/** One that a gateway pays; in the simulator the receiver's number decides the answer. */
async function winAt(form: RewardForm, msisdn: string, bank?: { account_number: string }) {
  const won = await winRewards(office, [{ number: winning.two_tiers, msisdn, full_name: 'NGO MINH UYEN' }])
  const reward_id = won.reward_ids[0]!
  const bank_id = bank && 1
  await asProgram(office.db, 'program test', (db) =>
    db
      .updateTable('reward')
      .set({
        form,
        bank_id: bank_id ?? null,
        account_number: bank?.account_number ?? null,
        account_name: bank ? 'NGO MINH UYEN' : null,
      })
      .where('reward_id', '=', reward_id)
      .execute(),
  )
  return { reward_id, order_id: won.order_ids[0]! }
}

test('into a wallet at once: the fund pays the prize and the tax, the order has its prize', async () => {
  const { reward_id, order_id, ledger_id } = await winOne({ number: winning.first })
  const before = await prizeFundNow(office)
  await approve(an, reward_id)
  expect(await detail(reward_id)).toMatchObject({ status: rewardStatus.waiting, approvals_left: 1 })
  expect(await refusedBy(approve(an, reward_id))).toBe(code('no_right'))
  await approve(binh, reward_id)
  expect(await detail(reward_id)).toMatchObject({ status: rewardStatus.paid, approved_by_name: binh.user_name })
  expect(await ledgerBalance(office, ledger_id)).toBe(29 * million)
  expect((await prizeFundNow(office)).balance).toBe(before.balance - 30 * million)
  expect(await orderOf(order_id)).toBe(orderStatus.rewarded)
  expect(await refusedBy(approve(chi, reward_id))).toBe(code('request_finished'))
})

test('twenty who approve at the same time pay once', async () => {
  const { reward_id, ledger_id } = await winOne()
  const people = Array.from({ length: 20 }, (_, n) => [an, binh, chi][n % 3]!)
  const codes = await Promise.all(people.map((who) => refusedBy(approve(who, reward_id))))
  expect(codes.filter((one) => one === 0)).toHaveLength(1)
  expect(new Set(codes)).toEqual(new Set([0, code('request_finished')]))
  expect(await ledgerBalance(office, ledger_id)).toBe(500_000)
})

test('one person alone never makes two of a large amount, however many calls there are', async () => {
  const { reward_id, ledger_id } = await winOne({ number: winning.first })
  await Promise.all(Array.from({ length: 20 }, () => refusedBy(approve(an, reward_id))))
  expect(await detail(reward_id)).toMatchObject({ status: rewardStatus.waiting, first_by_name: an.user_name })
  expect(await ledgerBalance(office, ledger_id)).toBe(0)
})

test('twenty at once spend no more than the fund holds', async () => {
  const wallet = await openTestWallet(office)
  const wins = Array.from({ length: 20 }, () => ({
    number: winning.two_tiers,
    msisdn: wallet.msisdn,
    full_name: 'Lý Sơn',
  }))
  const { reward_ids } = await winRewards(office, wins)
  const { balance, held } = await prizeFundNow(office)
  // What is left is enough for five.
  await drain(balance - held - 5 * 500_000 - 1)
  const codes = await Promise.all(reward_ids.map((reward_id) => refusedBy(approve(an, reward_id))))
  expect(codes.filter((one) => one === 0)).toHaveLength(5)
  expect(new Set(codes)).toEqual(new Set([0, code('debt_not_enough')]))
  expect(await ledgerBalance(office, wallet.ledger_id)).toBe(5 * 500_000)
  expect((await prizeFundNow(office)).balance).toBe(1)
})

async function drain(amount: number): Promise<void> {
  const wallet = await openTestWallet(office)
  await asProgram(office.db, 'program test', async (db) => {
    const { transfer } = await import('#server/ledger/ledger.ts')
    const { prizeFundLedger } = await import('#features/wallets/money.server.ts')
    await transfer(db, {
      ref: `drain:${wallet.account_id}`,
      kind: 'decrease',
      from: await prizeFundLedger(db),
      to: wallet.ledger_id,
      amount,
      reason: 'Rút quỹ thử',
    })
  })
}

test('many are tried before they are paid, and each row says what became of it', async () => {
  const [ready, large, without] = [
    await winOne(),
    await winOne({ number: winning.first }),
    await winOne({ msisdn: freshNumber() }),
  ]
  const reward_ids = [ready, large, without].map(({ reward_id }) => reward_id)
  const tried = await an.call(push.approvePreview, { reward_ids })
  expect(tried).toMatchObject({ done: 1, waiting: 1, skipped: 1 })
  expect(tried.rows[2]).toMatchObject({
    outcome: 'skipped',
    reason: 'Số này chưa có ví.',
    code: code('action_invalid'),
  })
  expect((await detail(ready.reward_id)).status).toBe(rewardStatus.waiting)
  const report = await an.call(push.approve, { ids: reward_ids, expected: 3, seen: tried.seen })
  expect(report).toMatchObject({ done: 1, waiting: 1, skipped: 1 })
  expect(await refusedBy(an.call(push.approve, { ids: reward_ids, expected: 3, seen: tried.seen }))).toBe(
    code('changed_by_other'),
  )
  expect(await ledgerBalance(office, ready.ledger_id)).toBe(500_000)
})

test('through MoMo and a bank: set aside first, paid when the gateway says so', async () => {
  const momo = await winAt(rewardForm.momo, freshNumber().replace(/\d{4}$/, '5678'))
  const bank = await winAt(rewardForm.bank, freshNumber(), { account_number: '0071000123456' })
  const before = await prizeFundNow(office)
  await an.call(push.approve, { reward_ids: [momo.reward_id, bank.reward_id] })
  for (const { reward_id, order_id } of [momo, bank]) {
    expect((await ended(reward_id, rewardStatus.paid)).trans_id).not.toBeNull()
    expect(await orderOf(order_id)).toBe(orderStatus.rewarded)
  }
  expect(await prizeFundNow(office)).toEqual({ balance: before.balance - million, held: before.held })
})

test('what fails goes back to the fund and is sent again under a key of its own, to another number', async () => {
  const bad = freshNumber().replace(/\d{4}$/, '1007')
  const { reward_id, order_id } = await winAt(rewardForm.momo, bad)
  const before = await prizeFundNow(office)
  await approve(an, reward_id)
  await ended(reward_id, rewardStatus.failed)
  expect(await prizeFundNow(office)).toEqual(before)
  expect(await orderOf(order_id)).toBe(orderStatus.won)
  const good = freshNumber().replace(/\d{4}$/, '5678')
  await binh.call(push.changeMsisdn, { reward_id, msisdn: good })
  expect(await refusedBy(approve(binh, reward_id))).toBe(code('no_right'))
  await approve(chi, reward_id)
  await ended(reward_id, rewardStatus.paid)
  const sent = simulator
    .orders()
    .filter(({ account, status }) => account === good.replace(/^84/, '0') && status === 'paid')
  expect(sent).toHaveLength(1)
  expect(await refusedBy(an.call(push.changeMsisdn, { reward_id, msisdn: bad }))).toBe(code('request_finished'))
})

test('a check of the last days is believed: before money goes to the number the telecom is not asked again', async () => {
  const msisdn = freshNumber().replace(/\d{4}$/, '5678')
  simulator.subscribe([{ msisdn, name: 'NGO MINH UYEN' }])
  const rows = [{ msisdn, cust_name: 'Ngô Minh Uyên' }]
  const { batch } = await an.call(accountCheck.create, { name: 'Trước khi trả', rows })
  const isChecked = async () => {
    const { items } = await an.call(accountCheck.detail, { batch_id: batch.batch_id })
    expect(items[0]).toMatchObject({ status: accountStatus.match })
  }
  await vi.waitFor(isChecked, { timeout: 20_000, interval: 50 })
  // Since then it would say otherwise.
  simulator.subscribe([{ msisdn, name: 'TRAN VAN HOA' }])
  const { reward_id } = await winAt(rewardForm.telecom, msisdn)
  // As much as this one: the fund is empty again for the test of a dry one.
  await fillFund(office, (await detail(reward_id)).net, 'telecom')
  await approve(binh, reward_id)
  await ended(reward_id, rewardStatus.paid)
})

test('a number is checked: its form, and for a wallet that there is one', async () => {
  const { reward_id, msisdn } = await winOne()
  const change = (to: string) => refusedBy(an.call(push.changeMsisdn, { reward_id, msisdn: to }))
  expect(await change('12345')).toBe(code('phone_invalid'))
  expect(await change(freshNumber())).toBe(code('receiver_phone_invalid'))
  expect(await change((await openTestWallet(office, { status: 0 })).msisdn)).toBe(code('receiver_phone_invalid'))
  expect(await change(msisdn)).toBe(code('action_invalid'))
  const other = await openTestWallet(office, { full_name: 'Bùi Thị Vinh' })
  expect(await change(other.msisdn)).toBe(0)
  expect(await detail(reward_id)).toMatchObject({ full_name: 'Bùi Thị Vinh', is_change_watched: true })
})

test('an unknown one is only queried; two persons who did not send it say what became of it', async () => {
  const { reward_id } = await winAt(rewardForm.momo, freshNumber())
  await asProgram(office.db, 'program test', (db) =>
    sql`update reward set status = ${rewardStatus.pushing}, approved_by = ${an.user_id} where reward_id = ${reward_id}`.execute(
      db,
    ),
  )
  touched.push((await detail(reward_id)).reward_code, 'quỹ trả thưởng giữ')
  expect(await refusedBy(approve(binh, reward_id))).toBe(code('ticket_paying_reward'))
  expect(await refusedBy(binh.call(push.changeMsisdn, { reward_id, msisdn: freshNumber() }))).toBe(
    code('ticket_paying_reward'),
  )
  const say = (who: Person, status_push: 3 | 4) =>
    refusedBy(who.call(push.setStatus, { reward_id, status_push, note: 'Sao kê MoMo 23/11' }))
  expect(await say(binh, 3)).toBe(code('ticket_paying_reward'))
})

test('by hand: what failed was paid otherwise, as two persons say', async () => {
  const { reward_id, order_id } = await winAt(rewardForm.momo, freshNumber().replace(/\d{4}$/, '1007'))
  await approve(an, reward_id)
  await ended(reward_id, rewardStatus.failed)
  const say = (who: Person) =>
    refusedBy(who.call(push.setStatus, { reward_id, status_push: rewardStatus.paid, note: 'Đã chuyển khoản FT123' }))
  expect(await say(an)).toBe(code('no_right'))
  expect(await say(binh)).toBe(0)
  expect(await say(binh)).toBe(code('no_right'))
  expect((await detail(reward_id)).status).toBe(rewardStatus.failed)
  expect(await say(chi)).toBe(0)
  expect(await detail(reward_id)).toMatchObject({ status: rewardStatus.paid, reason: 'Đã chuyển khoản FT123' })
  expect(await orderOf(order_id)).toBe(orderStatus.rewarded)
})

test('a result that is reopened meanwhile takes its rewards out of reach', async () => {
  const { reward_id, period_id } = await winOne()
  await asProgram(office.db, 'program test', (db) => revokePrizes(db, period_id))
  expect(await refusedBy(approve(an, reward_id))).toBe(code('result_not_found'))
})

test('what was decided anew is not paid as it was', async () => {
  const { reward_id, order_id } = await winOne()
  await asProgram(office.db, 'program test', (db) =>
    sql`update sale_order set reward = reward + 1 where order_id = ${order_id}`.execute(db),
  ) // unscoped: a test
  touched.push((await detail(reward_id)).reward_code)
  expect(await refusedBy(approve(an, reward_id))).toBe(code('order_calculated'))
})

test('a fund at a gateway that is dry pays nobody; a counter is no push', async () => {
  const { reward_id } = await winAt(rewardForm.telecom, freshNumber())
  expect(await refusedBy(approve(an, reward_id))).toBe(code('debt_not_enough'))
  const counter = await winOne({ handling: 0 })
  expect(await refusedBy(approve(an, counter.reward_id))).toBe(code('action_invalid'))
})

test('an account of a bank is given whole, by somebody else than who approves', async () => {
  const { reward_id } = await winOne()
  const to = { reward_id, form: rewardForm.bank } as const
  expect(await refusedBy(an.call(push.changeReceiver, to))).toBe(code('request_invalid'))
  await an.call(push.changeReceiver, {
    ...to,
    bank_id: 1,
    account_number: '0071000999888',
    account_name: 'NGO MINH UYEN',
  })
  expect(await refusedBy(approve(an, reward_id))).toBe(code('no_right'))
  const signals = ['Lần đầu về tài khoản này', 'Đã đổi người nhận']
  expect((await binh.call(push.approvePreview, { reward_ids: [reward_id] })).rows).toMatchObject([{ signals }])
  await approve(binh, reward_id)
  await ended(reward_id, rewardStatus.paid)
})

test('notes are kept, and the winners of traditional tickets leave as a file', async () => {
  const { reward_id } = await winOne()
  const { notes, open_date } = await an.call(push.addNote, { reward_id, note: 'Khách hẹn chiều nay' })
  expect(notes).toMatchObject([{ note: 'Khách hẹn chiều nay', created_by_name: an.user_name }])
  const { file, status } = await an.raw(push.export, { from_date: open_date, to_date: open_date })
  expect(status).toBe(200)
  expect(file!.size).toBeGreaterThan(1_000)
})

test('in the end the ledger agrees with itself, and with prizes and gateways', async () => {
  const findings: string[] = []
  await verifyRewards(office.db, (what) => findings.push(what))
  // Two of these tests have written into rows what nobody does.
  expect(findings.filter((what) => !touched.some((name) => what.includes(name)))).toEqual([])
  expect(await ledgerFindings(office.database_url)).toEqual([])
})
