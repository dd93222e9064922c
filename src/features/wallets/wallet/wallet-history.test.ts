/** The history of wallets. */
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { transferKind } from '#server/ledger/ledger.ts'
import { lockOrderForRefund, refundOrder } from '#features/orders/payment/refund.server.ts'
import { adjustmentStatus } from '#features/wallets/adjustment/adjustment.contract.ts'
import { walletHistoryPage, walletPage } from '#features/wallets/pages.contract.ts'
import { ledgerFindings } from '../../../testing/ledger.ts'
import { openTestWallet } from '../../../testing/money.ts'
import { openOffice, type Office, type Person } from '../../../testing/office.ts'
import { openPos, sell } from '../../../testing/orders.ts'
import { wallets, entryType } from './wallet.contract.ts'
import { walletAdjustment } from './wallet-adjustment.contract.ts'

let office: Office
/** Makes adjustments. */
let an: Person
/** Decides on them. */
let binh: Person

beforeAll(async () => {
  office = await openOffice()
  an = await office.hire([...walletPage.rights, walletHistoryPage.view])
  binh = await office.hire([...walletPage.rights])
})
afterAll(() => office.close())

/** From this amount on the configuration requires a second person. */
const large = 5_000_000
const reason = 'Khách phản ánh thiếu tiền thưởng'
const walletWith = (balance: number) => openTestWallet(office, { balance })
const increase = (account_id: number, amount: number) =>
  an.call(walletAdjustment.increase, { account_id, amount, reason })
const decrease = (account_id: number, amount: number) =>
  an.call(walletAdjustment.decrease, { account_id, amount, reason })
const balancesOf = async (account_id: number) => {
  const { balance, held: held_amount, available } = await an.call(wallets.detail, { account_id })
  return { balance, held: held_amount, available }
}
const historyOf = async (account_id: number) =>
  (await an.call(wallets.transactionHistory, { account_id, page_size: 300 })).items
/** What a decision says of the adjustment that it is about. */
const keyAndVersion = ({ adjustment_id, version }: { adjustment_id: number; version: number }) => ({
  adjustment_id,
  version,
})

describe('the history of wallets', () => {
  test('has an entry type for every kind of transfer in the ledger', () => {
    const { held: _, released: __, ...kinds } = entryType
    expect(kinds).toEqual(transferKind)
  })

  test('22 for reversed days, 177 for too many days without a wallet', async () => {
    const search = (from_date: string, to_date: string, filters: object = {}) =>
      an.call(wallets.transactionHistory, { from_date, to_date, ...filters })
    await expect(search('2026-03-02', '2026-03-01')).rejects.toMatchObject({ code: 22 })
    await expect(search('2026-01-01', '2026-12-31')).rejects.toMatchObject({ code: 177 })
    const { account_id } = await walletWith(1_000)
    expect((await search('2020-01-01', '2030-12-31', { account_id })).total).toBe(1)
  })

  test('is filtered by wallet, phone number, name, type and days, with the sums of money in and out', async () => {
    const { account_id, msisdn } = await openTestWallet(office, { full_name: 'Lý Mãng Cầu', balance: large })
    await increase(account_id, 3_000)
    await decrease(account_id, 1_000)
    await decrease(account_id, large)
    const sums = { came_in: large + 3_000, went_out: 1_000 }
    const search = (input: object) => an.call(wallets.transactionHistory, input)
    expect(await search({ account_id })).toMatchObject({ total: 4, sums })
    expect(await search({ msisdn: `0${msisdn.slice(2)}` })).toMatchObject({ total: 4, sums })
    expect(await search({ keyword: 'ly mang cau' })).toMatchObject({ total: 4, sums })
    expect(await search({ account_id, type: entryType.decrease })).toMatchObject({
      total: 1,
      sums: { went_out: 1_000 },
    })
    expect((await search({ account_id, type: entryType.held })).items).toMatchObject([{ held: large }])
    expect((await search({ account_id, type: entryType.released })).total).toBe(0)
    expect((await search({ account_id, to_date: '2026-01-01' })).total).toBe(0)
    const oldest = await search({ account_id, sort: 'at' })
    expect(oldest.items[0]).toMatchObject({ balance_before: 0 })
  })

  test('has the number of the order on its payment and on its refund, and finds both by it', async () => {
    const { account_id, msisdn } = await walletWith(500_000)
    const order_id = await sell(office, await openPos(office), { msisdn, vendor_code: 'WALLET', handling: 1 })
    const [bought] = await historyOf(account_id)
    expect(bought).toMatchObject({ reference: String(order_id), order_id })
    expect(bought!.available_after).toBe(bought!.balance_after - bought!.held_after)
    await office.write(async (db) => {
      const status = await refundOrder(db, (await lockOrderForRefund(db, order_id))!)
      await db.updateTable('sale_order').set({ status }).where('order_id', '=', order_id).execute()
    })
    const page = await an.call(wallets.transactionHistory, { keyword: String(order_id) })
    expect(page.items.map(({ type, reference }) => [type, reference])).toEqual([
      [entryType.refund, String(order_id)],
      [entryType.order, String(order_id)],
    ])
    expect(page.sums).toMatchObject({ amount: 0 })
  })

  test('is a chain: each row begins with the balance of the row before, and the last ends with the current one', async () => {
    const { account_id } = await walletWith(20_000_000)
    const act = fc.record({
      direction: fc.constantFrom('increase' as const, 'decrease' as const),
      amount: fc.constantFrom(1, 50_000, 1_000_000, large, 2 * large),
      decision: fc.constantFrom('approve' as const, 'reject' as const, 'wait' as const),
    })
    for (const { direction, amount, decision } of fc.sample(act, 40)) {
      const adjustment = await (direction === 'increase' ? increase : decrease)(account_id, amount).catch(() => null)
      if (adjustment?.status !== adjustmentStatus.waiting || decision === 'wait') continue
      const key = keyAndVersion(adjustment)
      await (decision === 'approve'
        ? binh.call(walletAdjustment.approve, key)
        : binh.call(walletAdjustment.reject, { ...key, reason: 'Thử' }))
    }
    const rows = (await historyOf(account_id)).toReversed()
    let [balance, held_amount] = [0, 0]
    for (const row of rows) {
      expect(row).toMatchObject({ balance_before: balance, held_before: held_amount })
      ;[balance, held_amount] = [balance + row.amount, held_amount + row.held]
      expect(row).toMatchObject({ balance_after: balance, held_after: held_amount })
    }
    expect(await balancesOf(account_id)).toEqual({ balance, held: held_amount, available: balance - held_amount })
    const { items } = await an.call(walletAdjustment.list, { account_id, page_size: 300 })
    const done = items.filter(({ status }) => status === adjustmentStatus.done)
    expect(done.reduce((sum, { direction, amount }) => sum + direction * amount, 20_000_000)).toBe(balance)
    expect(await ledgerFindings(office.database_url)).toEqual([])
  })
})
