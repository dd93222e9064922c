/** Which devices may charge wallets, and that one payment through a vendor pays one order. Two pools stand for two programs. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Failure } from '#contract/errors.ts'
import { createDb, createPools, type Pools } from '#server/database/pool.ts'
import type { Db } from '#server/database/transaction.ts'
import { orderRef } from '#features/orders/order/order-refs.rules.ts'
import { ledgerBalance, openTestWallet } from '../../../testing/money.ts'
import { walletHistoryPage } from '#features/wallets/pages.contract.ts'
import { wallets } from '#features/wallets/wallet/wallet.contract.ts'
import { openOffice, type Office } from '../../../testing/office.ts'
import { addDevice, openPos, order, pay, sell, orderRequestOf, type SellingPos } from '../../../testing/orders.ts'
import { payOrders } from './pay.server.ts'
import type { Outcome } from '#features/orders/intake/idempotency.server.ts'
import { createOrders } from '#features/orders/intake/create-orders.server.ts'
import { writeTo } from '../../../testing/write.ts'

let office: Office
let pos: SellingPos
let pools: Pools
let programs: [Db, Db]
beforeAll(async () => {
  office = await openOffice()
  pos = await openPos(office)
  pools = createPools(office.database_url, { size: 4 })
  programs = [office.db, createDb(pools.main)]
})
afterAll(async () => {
  await pools.end()
  await office.close()
})

const momo = { vendor_code: 'MOMO', msisdn: '84905551234' }
const write = (statement: ReturnType<typeof sql>) => office.write((db) => statement.execute(db))
const codes = (outcomes: Outcome[]) => outcomes.map((outcome) => (outcome instanceof Failure ? outcome.code : 0))
const paying = (order_id: number, vendor_ref?: string) => ({
  device_id: pos.device_id,
  transid: randomUUID(),
  order_id,
  vendor_ref,
})
const payAt = (db: Db, requests: ReturnType<typeof paying>[]) => writeTo(db, (trx) => payOrders(trx, requests))
const statuses = async (order_ids: number[]) => {
  const { rows } = await sql<{ status: number }>`
    select status from sale_order where order_id = any(${order_ids}::bigint[]) order by order_id`.execute(office.db)
  return rows.map(({ status }) => status)
}

describe('a device that may not charge wallets', () => {
  const disallow = ({ device_id }: SellingPos) =>
    write(sql`update pos_device set may_charge_wallets = false where device_id = ${device_id}`)
  const refused = { code: 169, data: { fields: { vendor_code: expect.stringMatching(/không được trừ ví/) } } }

  test('cannot create an order that a wallet is to pay, but any other', async () => {
    const till = await openPos(office)
    await disallow(till)
    const { msisdn } = await openTestWallet(office, { balance: 50_000 })
    const request = await orderRequestOf(office, till, { vendor_code: 'WALLET', msisdn })
    const [outcome] = await office.write((db) => createOrders(db, [request]))
    expect(outcome).toMatchObject(refused)
    await sell(office, till)
    await sell(office, till, momo)
  })

  test('cannot pay an order from a wallet, whoever created it', async () => {
    const till = await openPos(office)
    const { msisdn, ledger_id } = await openTestWallet(office, { balance: 50_000 })
    const order_id = await order(office, till, { vendor_code: 'WALLET', msisdn })
    await disallow(till)
    await expect(pay(office, till, order_id)).rejects.toMatchObject(refused)
    expect(await ledgerBalance(office, ledger_id)).toBe(50_000)
    expect(await statuses([order_id])).toEqual([1])
  })
})

test('a payment from a wallet whose account is not in the ledger is refused', async () => {
  const { msisdn, account_id } = await openTestWallet(office, { balance: 50_000 })
  // The wallet exists, but its ledger account has another phone number.
  const other = `84900${msisdn.slice(-6)}`
  await write(sql`update wallet_account set msisdn = ${other} where account_id = ${account_id}`)
  const order_id = await order(office, pos, { vendor_code: 'WALLET', msisdn: other })
  await expect(pay(office, pos, order_id)).rejects.toMatchObject({ code: 117 })
  expect(await statuses([order_id])).toEqual([1])
})

test('several requests to pay an order that the wallet does not cover are all refused', async () => {
  const { msisdn } = await openTestWallet(office, { balance: 5_000 })
  const order_id = await order(office, pos, { vendor_code: 'WALLET', msisdn })
  const several = () => [paying(order_id), paying(order_id), paying(order_id)]
  expect(codes(await payAt(office.db, several()))).toEqual([117, 117, 117])
})

describe('a payment through a vendor', () => {
  test('needs the reference of the vendor; a payment in cash needs none', async () => {
    const order_id = await order(office, pos, momo)
    for (const vendor_ref of [undefined, ''])
      expect(await payAt(office.db, [paying(order_id, vendor_ref)])).toMatchObject([
        { code: 3, data: { fields: { vendor_ref: expect.any(String) } } },
      ])
    expect(await statuses([order_id])).toEqual([1])
    expect(codes(await payAt(office.db, [paying(order_id, randomUUID())]))).toEqual([0])
    expect(codes(await payAt(office.db, [paying(await order(office, pos))]))).toEqual([0])
  })

  test('pays one order only, whether two orders name it together or one after the other', async () => {
    const ids = [await order(office, pos, momo), await order(office, pos, momo), await order(office, pos, momo)]
    const ref = randomUUID()
    const outcomes = await payAt(office.db, [paying(ids[1]!, ref), paying(ids[0]!, ref)])
    expect(codes(outcomes)).toEqual([0, 115])
    expect(outcomes[1]).toMatchObject({ message: 'Số tham chiếu này đã thanh toán một đơn khác.' })
    expect(codes(await payAt(office.db, [paying(ids[2]!, ref)]))).toEqual([115])
    expect(await statuses(ids)).toEqual([1, 4, 1])
    // The same reference of another vendor is another payment.
    await expect(
      payAt(office.db, [paying(await order(office, pos, { ...momo, vendor_code: 'VNPAY' }), ref)]),
    ).resolves.toMatchObject([{ status: 4 }])
    // The refusals leave nothing behind: a payment with a correct reference is accepted.
    expect(codes(await payAt(office.db, [paying(ids[0]!, randomUUID()), paying(ids[2]!, randomUUID())]))).toEqual([
      0, 0,
    ])
  })

  test('pays one order only, also if two programs handle it in parallel', async () => {
    for (let round = 0; round < 5; round++) {
      const ids = await Promise.all(Array.from({ length: 6 }, () => order(office, pos, momo)))
      const refs = [randomUUID(), randomUUID(), randomUUID()]
      const mine = refs.map((ref, n) => paying(ids[n]!, ref))
      const theirs = refs.toReversed().map((ref, n) => paying(ids[n + 3]!, ref))
      const outcomes = await Promise.all([payAt(programs[0], mine), payAt(programs[1], theirs)])
      expect(codes(outcomes.flat()).toSorted((a, b) => a - b)).toEqual([0, 0, 0, 115, 115, 115])
      const { rows } = await sql<{ n: number }>`
        select count(*) as n from ledger_transfer where ref in (select 'order:' || order_id || ':pay' from unnest(${ids}::bigint[]) order_id)`.execute(
        office.db,
      )
      expect(rows).toEqual([{ n: 3 }])
    }
  })
})

test('a payment that is repeated under another transid is answered as paid, and nothing is paid twice', async () => {
  const [order_id, other] = [await order(office, pos, momo), await order(office, pos, momo)]
  const ref = randomUUID()
  expect(codes(await payAt(office.db, [paying(order_id, ref), paying(order_id, ref)]))).toEqual([0, 0])
  const [repeat, second] = await payAt(office.db, [paying(order_id, ref), paying(order_id, randomUUID())])
  expect(repeat).toMatchObject({ order_id, status: 4 })
  expect(codes([second!])).toEqual([122])
  expect(codes(await payAt(office.db, [paying(other, ref)]))).toEqual([115])
  const { rows } = await sql<{ paid: number }>`
    select count(*) as paid from ledger_transfer where ref = ${orderRef(order_id, 'pay')}`.execute(office.db)
  expect(rows).toEqual([{ paid: 1 }])
})

describe.each(['POS', 'WALLET'])('an order paid from %s', (vendor_code) => {
  const ordered = async () => {
    const { msisdn } = await openTestWallet(office, { balance: 500_000 })
    const order_id = await order(office, pos, { vendor_code, msisdn })
    return order_id
  }
  const transfers = async (order_id: number) => {
    const { rows } = await sql<{ n: number }>`
      select count(*) as n from ledger_transfer where ref = ${orderRef(order_id, 'pay')}`.execute(office.db)
    return rows[0]!.n
  }

  test('and paid again under another transid is answered as paid, and charged once', async () => {
    const [order_id, together] = [await ordered(), await ordered()]
    for (let round = 0; round < 2; round++)
      expect(await payAt(office.db, [paying(order_id)])).toMatchObject([{ order_id, status: 4 }])
    const both = [paying(together), paying(together)]
    expect(await payAt(office.db, both)).toMatchObject([{ status: 4 }, { status: 4 }])
    expect([await transfers(order_id), await transfers(together)]).toEqual([1, 1])
  })

  test('is answered as paid only to the device that took the money; another device of the point of sale is refused', async () => {
    const other = await addDevice(office, pos)
    const byMaker = (order_id: number) => paying(order_id, '0001')
    // Each device numbers its receipts from one on.
    const byOther = (order_id: number) => ({ ...byMaker(order_id), device_id: other })
    for (const [first, second] of [
      [byMaker, byOther],
      [byOther, byMaker],
    ] as const) {
      const [order_id, together] = [await ordered(), await ordered()]
      expect(codes(await payAt(office.db, [first(order_id)]))).toEqual([0])
      expect(codes(await payAt(office.db, [second(order_id)]))).toEqual([122])
      expect(codes(await payAt(office.db, [first(order_id)]))).toEqual([0])
      expect(codes(await payAt(office.db, [first(together), second(together), first(together)]))).toEqual([0, 122, 0])
      expect([await transfers(order_id), await transfers(together)]).toEqual([1, 1])
    }
  })
})

test('a payment from a wallet is in its history under the number of the order, and found by it', async () => {
  const { msisdn, account_id } = await openTestWallet(office, { balance: 50_000 })
  const order_id = await order(office, pos, { vendor_code: 'WALLET', msisdn })
  await pay(office, pos, order_id)
  const an = await office.hire([walletHistoryPage.view])
  const entry = { order_id, reference: String(order_id), held_after: 0 }
  const { items } = await an.call(wallets.transactionHistory, { account_id })
  expect(items[0]).toMatchObject(entry)
  expect(items[0]!.available_after).toBe(items[0]!.balance_after)
  const page = await an.call(wallets.transactionHistory, { keyword: String(order_id) })
  expect(page.items.map((item) => item.order_id)).toEqual([order_id])
})
