/** Cashback: paid once for a paid order, taken back after a refund, and never beyond its budget. */
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { InputOf } from '#contract/call.ts'
import { refundPage, transactionPage } from '#features/orders/pages.contract.ts'
import { orderStatus } from '#features/orders/order/order.contract.ts'
import { orders } from '#features/orders/order/transaction.contract.ts'
import { product } from '#features/results/product/product.contract.ts'
import { randomUUID } from 'node:crypto'
import { freshNumber, openTestWallet, ledgerBalance } from '../../../testing/money.ts'
import { openOffice, type Office, type Person } from '../../../testing/office.ts'
import { openPos, order, orderRequestOf, pay, sell, type SellingPos } from '../../../testing/orders.ts'
import { proofs } from '../../../testing/proofs.ts'
import { untilWaiting } from '../../../testing/waits.ts'
import { changeNumber } from '#features/orders/customer-channel/customer-number.server.ts'
import { createOrders } from '#features/orders/intake/create-orders.server.ts'
import { payOrders } from '#features/orders/payment/pay.server.ts'
import { transfer } from '#server/ledger/ledger.ts'
import { adjustmentLedger } from '#features/wallets/money.server.ts'
import { paymentVendor } from '#features/settings/payment-vendor/payment-vendor.contract.ts'
import { cashbackPage } from '../pages.contract.ts'
import { cashback } from './cashback.contract.ts'
import { payCashback } from './pay-cashback.server.ts'

let office: Office
let an: Person
let binh: Person
let pos: SellingPos

beforeAll(async () => {
  office = await openOffice()
  an = await office.hire([...cashbackPage.rights, ...transactionPage.rights, ...refundPage.rights])
  binh = await office.hire([...transactionPage.rights, ...refundPage.rights])
  pos = await openPos(office)
  // No programme of this file needs a second person.
  await office.write((db) => sql`update money_config set adjustment_second_from = 1000000000000`.execute(db))
})
afterAll(() => office.close())

const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
type Draft = InputOf<typeof cashback.add>
const usual = (overrides: Partial<Draft> = {}): Draft => ({
  name: 'Hoàn 10 % Keno',
  start_at: inHours(0),
  end_at: inHours(24),
  categories: [product.keno],
  rate: 1_000,
  most_per_order: 50_000,
  budget: 1_000_000,
  ...overrides,
})
const begin = async (overrides: Partial<Draft> = {}) => (await an.call(cashback.add, usual(overrides))).cashback_id
const detail = (cashback_id: number) => an.call(cashback.detail, { cashback_id })
const runJob = () => payCashback(office.db)

async function expectConsistent(): Promise<void> {
  expect(await proofs(office)).toEqual([])
}

/** Ends the programme of each test, so that the next one can begin its own. */
afterEach(async () => {
  const { items } = await an.call(cashback.list, {})
  for (const { cashback_id, status } of items) if (status !== 3) await an.call(cashback.finish, { cashback_id })
  await expectConsistent()
})

test('a paid order gets its cashback once, however often the job runs; an unpaid order gets none', async () => {
  const cashback_id = await begin()
  const { msisdn, ledger_id } = await openTestWallet(office, { balance: 100_000 })
  await sell(office, pos, { vendor_code: 'WALLET', msisdn })
  await order(office, pos, { vendor_code: 'WALLET', msisdn })
  await runJob()
  await Promise.all(Array.from({ length: 20 }, runJob))
  expect(await ledgerBalance(office, ledger_id)).toBe(91_000)
  expect(await detail(cashback_id)).toMatchObject({ used: 1_000, orders: 1, customers: 1, sold: 10_000, due: 0 })
})

test('the list names the sources of each programme, and sums budgets and what is used', async () => {
  const { items } = await an.call(paymentVendor.list, {})
  const [momo] = items.filter(({ vendor_code }) => vendor_code === 'MOMO')
  const before = (await an.call(cashback.list, { part: 'totals' })).sums!
  const cashback_id = await begin({ payment_vendor_ids: [momo!.payment_vendor_id] })
  const list = await an.call(cashback.list, {})
  const { payment_vendor_id, vendor_name } = momo!
  expect(list.items.find((row) => row.cashback_id === cashback_id)!.vendors).toEqual([
    { payment_vendor_id, vendor_name },
  ])
  expect(list.sums).toEqual({ budget: before.budget + 1_000_000, used: before.used })
})

test('an order of a product outside the programme gets no cashback', async () => {
  const cashback_id = await begin({ payment_vendor_ids: [1], categories: [product.mega645] })
  const { msisdn, ledger_id } = await openTestWallet(office, { balance: 100_000 })
  await sell(office, pos, { vendor_code: 'WALLET', msisdn })
  await sell(office, pos, { vendor_code: 'POS', msisdn: '84911000999' })
  await runJob()
  expect(await ledgerBalance(office, ledger_id)).toBe(90_000)
  expect(await detail(cashback_id)).toMatchObject({ used: 0, orders: 0 })
})

test('an order from another source of payment, or of a customer without a wallet, gets no cashback', async () => {
  const cashback_id = await begin({ payment_vendor_ids: [1] })
  const { msisdn, ledger_id } = await openTestWallet(office, { balance: 100_000 })
  await sell(office, pos, { vendor_code: 'POS', msisdn })
  await sell(office, pos, { vendor_code: 'POS', msisdn: '84911000998' })
  await runJob()
  expect(await ledgerBalance(office, ledger_id)).toBe(100_000)
  expect(await detail(cashback_id)).toMatchObject({ used: 0, orders: 0 })
  await sell(office, pos, { vendor_code: 'WALLET', msisdn })
  await runJob()
  expect(await detail(cashback_id)).toMatchObject({ used: 1_000, orders: 1 })
})

test('cashback is limited per order and per customer', async () => {
  const cashback_id = await begin({ rate: 10_000, most_per_order: 4_000, most_per_customer: 10_000 })
  const { msisdn } = await openTestWallet(office, { balance: 100_000 })
  for (let n = 0; n < 4; n++) await sell(office, pos, { vendor_code: 'WALLET', msisdn })
  await runJob()
  expect(await detail(cashback_id)).toMatchObject({ used: 10_000, orders: 3 })
})

test('two hundred parallel orders do not exceed the budget while four runs of the job pay', async () => {
  const cashback_id = await begin({ budget: 90_500 })
  const wallets = await Promise.all(Array.from({ length: 20 }, () => openTestWallet(office, { balance: 200_000 })))
  const batch = async ({ msisdn }: { msisdn: string }) => {
    const requests = await Promise.all(
      Array.from({ length: 10 }, () => orderRequestOf(office, pos, { vendor_code: 'WALLET', msisdn })),
    )
    const created = await office.write((db) => createOrders(db, requests))
    const payments = created.map((createdOrder) => ({
      device_id: pos.device_id,
      transid: randomUUID(),
      order_id: 'order_id' in createdOrder ? createdOrder.order_id : 0,
    }))
    await office.write((db) => payOrders(db, payments))
  }
  await Promise.all([...wallets.map(batch), ...Array.from({ length: 4 }, runJob)])
  await Promise.all(Array.from({ length: 4 }, runJob))
  const { rows } = await sql<{
    n: number
  }>`select count(*) as n from sale_order where msisdn = any(${wallets.map(({ msisdn }) => msisdn)}::text[]) and status = 4`.execute(
    office.db,
  )
  expect(rows).toEqual([{ n: 200 }])
  // The last of them gets what is left of the budget.
  expect(await detail(cashback_id)).toMatchObject({ used: 90_500, orders: 91 })
})

const giveBack = async (order_id: number) => {
  await an.call(orders.report, { order_id, reason: 'Khách báo sai vé đã mua' })
  return binh.call(orders.changeStatus, { order_id, status: orderStatus.refunding, note: 'Hoàn tiền cho khách' })
}

/** Takes money out of a wallet, or puts a negative amount into it. */
const spend = (ledger_id: number, amount: number) =>
  office.write(async (db) => {
    const outside = await adjustmentLedger(db)
    const [from, to] = amount < 0 ? [outside, ledger_id] : [ledger_id, outside]
    return transfer(db, { ref: randomUUID(), kind: 'other', reason: 'thử', from, to, amount: Math.abs(amount) })
  })

test('a refunded order loses its cashback and frees the budget; what the customer has already spent stays due', async () => {
  const cashback_id = await begin({ rate: 5_000 })
  const { msisdn, ledger_id } = await openTestWallet(office, { balance: 10_000 })
  const order_id = await sell(office, pos, { vendor_code: 'WALLET', msisdn })
  await runJob()
  expect(await ledgerBalance(office, ledger_id)).toBe(5_000)
  await giveBack(order_id)
  // The customer spends everything before the job runs.
  await spend(ledger_id, 15_000)
  await runJob()
  expect(await detail(cashback_id)).toMatchObject({ used: 5_000, due: 5_000, taken_back: 0, orders: 0 })
  await spend(ledger_id, -8_000)
  await runJob()
  expect(await detail(cashback_id)).toMatchObject({ used: 0, due: 0, taken_back: 5_000, taken_back_orders: 1 })
  expect(await ledgerBalance(office, ledger_id)).toBe(3_000)
})

test('what is due follows its customer to a new phone number; nothing is taken from who has the old one then', async () => {
  const cashback_id = await begin({ rate: 5_000 })
  const buy = async () => {
    const wallet = await openTestWallet(office, { balance: 10_000 })
    return { ...wallet, order_id: await sell(office, pos, { vendor_code: 'WALLET', msisdn: wallet.msisdn }) }
  }
  const move = (msisdn: string) => office.write((db) => changeNumber(db, msisdn, freshNumber()))
  const [early, late] = [await buy(), await buy()]
  await runJob()
  await giveBack(early.order_id)
  await giveBack(late.order_id)
  // One changes the number before the job runs, so that the old number has no wallet; the other while the amount is due.
  await move(early.msisdn)
  await spend(late.ledger_id, 15_000)
  await runJob()
  expect(await detail(cashback_id)).toMatchObject({ used: 5_000, due: 5_000, taken_back: 5_000 })
  expect(await ledgerBalance(office, early.ledger_id)).toBe(10_000)
  await move(late.msisdn)
  const stranger = await openTestWallet(office, { msisdn: late.msisdn, balance: 20_000 })
  await spend(late.ledger_id, -8_000)
  await runJob()
  expect(await detail(cashback_id)).toMatchObject({ used: 0, due: 0, taken_back: 10_000 })
  expect(await ledgerBalance(office, late.ledger_id)).toBe(3_000)
  expect(await ledgerBalance(office, stranger.ledger_id)).toBe(20_000)
})

test('cashback that is being paid while its customer changes the number is taken back from the same wallet', async () => {
  const cashback_id = await begin({ rate: 5_000 })
  const { msisdn, ledger_id } = await openTestWallet(office, { balance: 10_000 })
  const order_id = await sell(office, pos, { vendor_code: 'WALLET', msisdn })
  let work: Promise<unknown>[] = []
  await office.write(async (db) => {
    // The job has read the orders by the time at which it waits for this row.
    await sql`select from cashback where cashback_id = ${cashback_id} for update`.execute(db)
    work = [runJob()]
    await untilWaiting(db)
    work.push(office.write((other) => changeNumber(other, msisdn, freshNumber())))
    await Promise.race([untilWaiting(db, 2), work[1]])
  })
  await Promise.all(work)
  await giveBack(order_id)
  await runJob()
  expect(await detail(cashback_id)).toMatchObject({ used: 0, taken_back: 5_000 })
  expect(await ledgerBalance(office, ledger_id)).toBe(10_000)
})

test('141: a programme that overlaps another in time, payment vendor and product is refused, also in parallel', async () => {
  await begin({ payment_vendor_ids: [1, 2] })
  for (const overrides of [
    {},
    { payment_vendor_ids: [2] },
    { categories: [] },
    { start_at: inHours(23), end_at: inHours(48) },
  ])
    await expect(an.call(cashback.add, usual(overrides))).rejects.toMatchObject({
      code: 141,
      data: { fields: { start_at: expect.any(String) } },
    })
  await begin({ payment_vendor_ids: [3] })
  await begin({ categories: [product.mega645] })
  const { status } = await an.call(cashback.add, usual({ start_at: inHours(24), end_at: inHours(48) }))
  expect(status).toBe(1)
  const tries = await Promise.allSettled(
    Array.from({ length: 20 }, () => an.call(cashback.add, usual({ categories: [product.power655] }))),
  )
  expect(tries.filter((attempt) => attempt.status === 'fulfilled')).toHaveLength(1)
})

test('142: a programme that was ended by hand pays only for earlier orders and cannot be changed any more', async () => {
  const cashback_id = await begin()
  const { msisdn } = await openTestWallet(office, { balance: 100_000 })
  const before = await order(office, pos, { vendor_code: 'WALLET', msisdn })
  expect(await an.call(cashback.finish, { cashback_id })).toMatchObject({ status: 3 })
  await pay(office, pos, before)
  await sell(office, pos, { vendor_code: 'WALLET', msisdn })
  await runJob()
  expect(await detail(cashback_id)).toMatchObject({ orders: 1, used: 1_000 })
  await expect(an.call(cashback.finish, { cashback_id })).rejects.toMatchObject({ code: 142 })
  await expect(an.call(cashback.update, { cashback_id, name: 'Khác' })).rejects.toMatchObject({ code: 142 })
})

test('a running programme can change only its name, end and budget, and the budget not below what is used', async () => {
  const cashback_id = await begin()
  const { msisdn } = await openTestWallet(office, { balance: 100_000 })
  await sell(office, pos, { vendor_code: 'WALLET', msisdn })
  await runJob()
  const change = (fields: object) => an.call(cashback.update, { cashback_id, ...fields })
  await expect(change({ rate: 2_000 })).rejects.toMatchObject({ data: { fields: { rate: expect.any(String) } } })
  await expect(change({ budget: 999 })).rejects.toMatchObject({ data: { fields: { budget: expect.any(String) } } })
  await expect(change({ end_at: inHours(-1) })).rejects.toMatchObject({ code: expect.any(Number) })
  expect(await change({ budget: 1_000, end_at: inHours(2), name: 'Ngắn hơn' })).toMatchObject({ budget: 1_000 })
})

test('cashback is taken back also when the programme was shortened to an end before the order', async () => {
  const start_at = inHours(0)
  const cashback_id = await begin({ start_at })
  const { msisdn, ledger_id } = await openTestWallet(office, { balance: 10_000 })
  const order_id = await sell(office, pos, { vendor_code: 'WALLET', msisdn })
  await runJob()
  await an.call(cashback.update, { cashback_id, end_at: new Date(Date.parse(start_at) + 1).toISOString() })
  await giveBack(order_id)
  await runJob()
  expect(await detail(cashback_id)).toMatchObject({ used: 0, due: 0, taken_back: 1_000 })
  expect(await ledgerBalance(office, ledger_id)).toBe(10_000)
})

test('22: a programme must end after it starts, not start in the past, and belong to the head office', async () => {
  await expect(an.call(cashback.add, usual({ end_at: inHours(-2) }))).rejects.toMatchObject({ code: 22 })
  await expect(an.call(cashback.add, usual({ start_at: inHours(-3), end_at: inHours(-2) }))).rejects.toMatchObject({
    data: { fields: { start_at: expect.any(String) } },
  })
  const operator = await office.hire([...cashbackPage.rights], { partner_id: pos.partner_id })
  await expect(operator.call(cashback.add, usual())).rejects.toMatchObject({ code: 169 })
})
