/** Funds: their balance in our books and as reported by the gateways, and adjustments with a second person. */
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { readConfig } from '#server/program/config.ts'
import { openGateways } from '#server/gateways/configure.ts'
import { adjustmentStatus } from '#features/wallets/adjustment/adjustment.contract.ts'
import { fundPage, fundHistoryPage, walletPage } from '#features/wallets/pages.contract.ts'
import { walletAdjustment } from '#features/wallets/wallet/wallet-adjustment.contract.ts'
import { withdrawals, withdrawalStatus } from '#features/wallets/withdrawal/withdrawal.contract.ts'
import type { Simulator } from '../../../gateway-simulator/simulator.ts'
import { errorCode, errorCodeOf } from '../../../testing/error-code.ts'
import { ledgerFindings } from '../../../testing/ledger.ts'
import { openTestWallet } from '../../../testing/money.ts'
import type { Office, Person } from '../../../testing/office.ts'
import { requestToMomo, openPayingOffice } from '../../../testing/withdrawals.ts'
import { syncFunds } from './fund.jobs.ts'
import { ensureFunds } from './ensure-funds.server.ts'
import { funds } from './fund.contract.ts'
import { fundAdjustment } from './fund-adjustment.contract.ts'

let office: Office
let simulator: Simulator
let close: () => Promise<void>
/** Makes adjustments. */
let an: Person
/** Decides on them. */
let binh: Person
let admin: Person

beforeAll(async () => {
  ;({ office, simulator, close } = await openPayingOffice({ settle_ms: 50 }))
  an = await office.hire([...fundPage.rights, fundHistoryPage.view])
  binh = await office.hire([...fundPage.rights])
  admin = await office.hire('admin')
})
afterAll(() => close())

const fund = async (account_code: 'MOMO' | 'BANK') => {
  const { items } = await an.call(funds.list, {})
  return items.find((item) => item.account_code === account_code)!
}
const reason = 'Chuyển từ tài khoản công ty'
const small = 4_000_000
/** From this amount on a second person is needed. */
const large = 6_000_000
const today = () => new Date(Date.now() + 7 * 3_600_000).toISOString().slice(0, 10)

test('each gateway and the prizes have one fund, however often the program starts', async () => {
  await Promise.all([ensureFunds(office.db), ensureFunds(office.db)])
  const { items, total } = await an.call(funds.list, {})
  expect(total).toBe(4)
  expect(items.map(({ account_code, gateway }) => [account_code, gateway])).toEqual([
    ['MOMO', 2],
    ['BANK', 1],
    ['TELECOM', 3],
    ['PRIZE', 9],
  ])
  const page = await an.call(funds.list, { keyword: 'quy chi ho' })
  expect(page.items.map(({ account_code }) => account_code)).toEqual(['MOMO'])
})

describe('an adjustment of a fund', () => {
  test('below the limit changes the balance at once and is in the history of its direction', async () => {
    const before = await fund('BANK')
    const { account_id } = before
    const increase = await an.call(fundAdjustment.increase, { account_id, amount: small, reason })
    expect(increase).toMatchObject({ account_code: 'BANK', status: adjustmentStatus.done, direction: 1 })
    const decrease = await an.call(fundAdjustment.decrease, { account_id, amount: 1_000_000, reason })
    expect((await fund('BANK')).balance).toBe(before.balance + 3_000_000)
    const increases = await an.call(funds.transactionIncreased, { account_id })
    expect(increases.items[0]).toMatchObject({
      balance_before: before.balance,
      amount: small,
      balance_after: before.balance + small,
      reference: increase.adjustment_code,
      adjustment_id: increase.adjustment_id,
    })
    const decreases = await an.call(funds.transactionDecreased, { account_id, from_date: today(), to_date: today() })
    expect(decreases.items.map(({ amount, reference }) => [amount, reference])).toEqual([
      [1_000_000, decrease.adjustment_code],
    ])
    expect(decreases.sums).toEqual({ amount: 1_000_000 })
    const found_decreases = await an.call(funds.transactionDecreased, { keyword: increase.adjustment_code })
    expect(found_decreases.items).toEqual([])
  })

  test('from the limit on waits for another person', async () => {
    const { account_id, balance } = await fund('MOMO')
    const adjustment = await an.call(fundAdjustment.increase, { account_id, amount: large, reason })
    expect(adjustment.status).toBe(adjustmentStatus.waiting)
    expect((await fund('MOMO')).balance).toBe(balance)
    const { adjustment_id, version } = adjustment
    expect(await errorCodeOf(an.call(fundAdjustment.approve, { adjustment_id, version }))).toBe(errorCode('no_right'))
    expect(await errorCodeOf(binh.call(fundAdjustment.approve, { adjustment_id, version: 9 }))).toBe(
      errorCode('changed_by_other'),
    )
    const done = await binh.call(fundAdjustment.approve, { adjustment_id, version })
    expect(done).toMatchObject({ status: adjustmentStatus.done, decided_by_name: binh.user_name })
    expect((await fund('MOMO')).balance).toBe(balance + large)
    const approval = { adjustment_id, version: done.version }
    expect(await errorCodeOf(binh.call(fundAdjustment.approve, approval))).toBe(errorCode('request_finished'))
    expect(await errorCodeOf(binh.call(fundAdjustment.approve, { adjustment_id: 999_999, version }))).toBe(
      errorCode('request_not_found'),
    )
  })

  test('that takes money out reserves it until it is rejected', async () => {
    const { account_id, balance } = await fund('MOMO')
    const adjustment = await an.call(fundAdjustment.decrease, { account_id, amount: balance, reason })
    expect(adjustment.status).toBe(adjustmentStatus.waiting)
    expect(await fund('MOMO')).toMatchObject({ balance, available: 0 })
    const request = { account_id, amount: 1, reason }
    expect(await errorCodeOf(an.call(fundAdjustment.decrease, request))).toBe(errorCode('debt_not_enough'))
    const { adjustment_id, version } = adjustment
    const rejected = await binh.call(fundAdjustment.reject, { adjustment_id, version, reason: 'Chưa cần' })
    expect(rejected).toMatchObject({ status: adjustmentStatus.rejected, decision_reason: 'Chưa cần' })
    expect((await fund('MOMO')).available).toBe(balance)
    await an.call(fundAdjustment.decrease, request)
    expect((await fund('MOMO')).balance).toBe(balance - 1)
    await an.call(fundAdjustment.increase, request)
    const { items, sums } = await an.call(fundAdjustment.list, { account_id, status: adjustmentStatus.rejected })
    expect(items.map((item) => item.adjustment_id)).toEqual([adjustment_id])
    expect(sums).toEqual({ amount: balance })
  })

  test('cannot be approved with rights on wallets, nor one of a wallet with rights on funds', async () => {
    const wallet = await openTestWallet(office, { balance: 10_000_000 })
    const { account_id } = await fund('MOMO')
    const of_wallet = await admin.call(walletAdjustment.increase, {
      account_id: wallet.account_id,
      amount: large,
      reason,
    })
    const of_fund = await admin.call(fundAdjustment.increase, { account_id, amount: large, reason })
    const keyOf = ({ adjustment_id, version }: typeof of_fund | typeof of_wallet) => ({ adjustment_id, version })
    expect(await errorCodeOf(binh.call(fundAdjustment.approve, keyOf(of_wallet)))).toBe(errorCode('request_not_found'))
    const cashier = await office.hire([...walletPage.rights])
    expect(await errorCodeOf(cashier.call(walletAdjustment.approve, keyOf(of_fund)))).toBe(
      errorCode('request_not_found'),
    )
    expect(await errorCodeOf(cashier.call(funds.list, {}))).toBe(errorCode('no_right'))
  })

  test('is refused for an unknown fund or a zero amount, and lists refuse reversed days', async () => {
    const { account_id } = await fund('MOMO')
    const nobody = { account_id: 99_999, amount: 1, reason }
    expect(await errorCodeOf(an.call(fundAdjustment.increase, nobody))).toBe(errorCode('not_found'))
    expect(await errorCodeOf(an.call(fundAdjustment.increase, { account_id, amount: 0, reason }))).toBe(
      errorCode('request_invalid'),
    )
    for (const call of [funds.transactionIncreased, funds.transactionDecreased, fundAdjustment.list])
      expect(await errorCodeOf(an.call(call, { from_date: '2026-02-02', to_date: '2026-02-01' }))).toBe(22)
  })
})

test('a fund can be renamed and given a warning limit, and an outdated version is refused', async () => {
  const { account_id, version } = await fund('BANK')
  const draft = { account_id, account_name: 'Quỹ chi BIDV', warn_below: 900_000_000 }
  const updated = await an.call(funds.update, { ...draft, version })
  expect(updated).toMatchObject({ account_name: 'Quỹ chi BIDV', warn_below: 900_000_000, is_low: true })
  const low = await an.call(funds.list, { is_low: true })
  expect(low.items.map((item) => item.account_id)).toEqual([account_id])
  expect(await errorCodeOf(an.call(funds.update, { ...draft, version }))).toBe(errorCode('changed_by_other'))
  expect(await errorCodeOf(an.call(funds.update, { ...draft, account_id: 999, version }))).toBe(errorCode('not_found'))
  const original = { account_id, account_name: 'Quỹ chi qua ngân hàng', warn_below: 0, version: updated.version }
  expect(await an.call(funds.update, original)).toMatchObject({ is_low: false })
})

test('a fund shows a requested withdrawal as promised, and its payout in the history by its code', async () => {
  const wallet = await openTestWallet(office, { balance: 2_000_000 })
  const before = await fund('MOMO')
  const withdrawal_id = await requestToMomo(office, wallet, { amount: 300_000 })
  const requested = await fund('MOMO')
  expect(requested).toMatchObject({ balance: before.balance, promised: before.promised + 300_000 })
  expect(requested.free).toBe(before.free - 300_000)
  await admin.call(withdrawals.update, { withdrawal_id, status: withdrawalStatus.processing })
  await vi.waitFor(async () => expect((await fund('MOMO')).balance).toBe(before.balance - 300_000), { timeout: 10_000 })
  const { withdrawal_code } = await admin.call(withdrawals.detail, { withdrawal_id })
  const { items } = await an.call(funds.transactionDecreased, { keyword: withdrawal_code })
  expect(items).toMatchObject([{ account_code: 'MOMO', amount: 300_000, reference: withdrawal_code, withdrawal_id }])
  expect((await fund('MOMO')).promised).toBe(before.promised)
})

describe('the balance that a gateway reports', () => {
  /** The changes of the fund in the audit log. */
  const changesOf = async (account_code: 'BANK') => {
    const row_id = String((await fund(account_code)).account_id)
    return office.db
      .selectFrom('audit_change')
      .select(['before', 'after'])
      .where('table_name', '=', 'reward_account')
      .where('row_id', '=', row_id)
      .execute()
  }

  test('is read when staff request it, and shown beside the balance in our books', async () => {
    await an.call(funds.sync, {})
    const reported = await vi.waitFor(
      async () => {
        const now = await fund('MOMO')
        expect(now.reported_balance).toBe(simulator.totals().momo.balance)
        return now
      },
      { timeout: 10_000 },
    )
    expect(reported.difference).toBe(reported.reported_balance! - reported.balance)
    expect(reported.reported_at).not.toBeNull()
    expect((await fund('BANK')).reported_balance).toBe(simulator.totals().bank.balance)
  })

  test('is not taken from a forged answer, is not read again too soon, and changes no version', async () => {
    const before = await fund('BANK')
    const changes = await changesOf('BANK')
    simulator.fund({ gateway: 'bank', amount: 5_000 })
    simulator.setFaults({ forged: 1 })
    const context = { main: office.db, gateways: openGateways(readConfig(simulator.settings, []), () => '') }
    await expect(syncFunds(context)).rejects.toThrow('Funds')
    expect(await fund('BANK')).toEqual(before)
    simulator.setFaults({})
    await syncFunds(context)
    expect(await fund('BANK')).toMatchObject({
      reported_balance: before.reported_balance! + 5_000,
      version: before.version,
    })
    const { reported_at } = await fund('BANK')
    await syncFunds(context, 60_000)
    expect((await fund('BANK')).reported_at).toBe(reported_at)
    await syncFunds(context)
    expect((await fund('BANK')).reported_at).not.toBe(reported_at)
    expect(await changesOf('BANK')).toEqual(changes)
    await expect(
      syncFunds({ ...context, gateways: { momo: null, bank: null, telecom: null, statements: null } }),
    ).resolves.toBeUndefined()
  })
})

test('the ledger has no findings after these tests', async () => {
  expect(await ledgerFindings(office.database_url)).toEqual([])
})
