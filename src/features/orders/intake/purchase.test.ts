/** A purchase of several draws: one order for each, created and paid as a whole, cancelled and refunded one by one. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Failure } from '#contract/errors.ts'
import { createDb, createPools, type Pools } from '#server/database/pool.ts'
import type { Db } from '#server/database/transaction.ts'
import { orderStatus } from '#features/orders/order/order.contract.ts'
import { orders } from '#features/orders/order/transaction.contract.ts'
import { payOrders, payPurchases } from '#features/orders/payment/pay.server.ts'
import { playTypesOf } from '#features/results/product/game.rules.ts'
import { product, type Game } from '#features/results/product/product.contract.ts'
import { parallel_calls, inParallel } from '../../../testing/parallel.ts'
import { ledgerFindings } from '../../../testing/ledger.ts'
import { ledgerBalance, openTestWallet } from '../../../testing/money.ts'
import { openOffice, type Office, type Person } from '../../../testing/office.ts'
import { openOrderDesk, openPos, type SellingPos } from '../../../testing/orders.ts'
import { cancelOrders } from './cancel-orders.server.ts'
import { createPurchases } from './create-orders.server.ts'
import type { PurchaseAnswer, PurchaseRequest } from './order-request.rules.ts'
import { writeTo } from '../../../testing/write.ts'

let office: Office
let an: Person
let binh: Person
let pos: SellingPos
let pools: Pools
let programs: [Db, Db]

beforeAll(async () => {
  office = await openOffice()
  ;({ an, binh, pos } = await openOrderDesk(office))
  pools = createPools(office.database_url, { size: 4 })
  programs = [office.db, createDb(pools.main)]
})
afterAll(async () => {
  await pools.end()
  await office.close()
})

const boardsOf: Partial<Record<Game, string>> = {
  [product.keno]: '01 02 03 04 05 06 07 08 09 10',
  [product.mega645]: '01 02 03 04 05 06',
}

function requestOf(fields: Partial<PurchaseRequest> = {}): PurchaseRequest {
  const category = fields.category ?? product.keno
  const label = category === product.keno ? 'Bậc 10' : 'Vé thường'
  const play = playTypesOf(category).find((type) => type.label === label) ?? playTypesOf(category)[0]!
  const boards = [{ play_type: play.play_type, numbers: boardsOf[category]!, stake: 1 }]
  const buyer = { device_id: pos.device_id, transid: randomUUID(), handling: 0 as const, vendor_code: 'POS' }
  return { ...buyer, category, boards, draws: 6, ...fields }
}

const create = async (fields: Partial<PurchaseRequest> = {}) =>
  (await office.write((db) => createPurchases(db, [requestOf(fields)])))[0]!

async function bought(fields: Partial<PurchaseRequest> = {}): Promise<PurchaseAnswer> {
  const answer = await create(fields)
  if (answer instanceof Failure) throw answer
  return answer
}

const payment = ({ purchase_id, due }: PurchaseAnswer, fields: { total?: number; vendor_ref?: string } = {}) => ({
  device_id: pos.device_id,
  transid: randomUUID(),
  purchase_id,
  total: due,
  ...fields,
})
const payAt = async (db: Db, request: ReturnType<typeof payment>) =>
  (await writeTo(db, (trx) => payPurchases(trx, [request])))[0]!
const codeOf = (outcome: object) => (outcome instanceof Failure ? outcome.code : 0)
const cancelAt = async (db: Db, order_id: number) =>
  (await writeTo(db, (trx) => cancelOrders(trx, [{ device_id: pos.device_id, transid: randomUUID(), order_id }])))[0]!
const statuses = async ({ orders: purchase_orders }: PurchaseAnswer) => {
  const { rows } = await sql<{ status: number }>`
    select status from sale_order where order_id = any(${purchase_orders.map(({ order_id }) => order_id)}::bigint[]) order by order_id`.execute(
    office.db,
  )
  return rows.map(({ status }) => status)
}

describe('a purchase of several draws', () => {
  test('contains an order for each of consecutive draws, also for those that open later', async () => {
    const purchase = await bought({ draws: 30 })
    expect(purchase.orders).toHaveLength(30)
    const draws = purchase.orders.map(({ draw_at }) => Date.parse(draw_at))
    expect(draws).toEqual([...new Set(draws)].sort((a, b) => a - b))
    expect(purchase.due).toBe(purchase.orders.reduce((sum, { total }) => sum + total, 0))
    const mega = await bought({ category: product.mega645, draws: 6 })
    expect(new Set(mega.orders.map(({ period_id }) => period_id)).size).toBe(6)
  })

  test('is refused if it has more draws than the game allows', async () => {
    expect(await create({ draws: 31 })).toMatchObject({ code: 3, data: { fields: { draws: expect.any(String) } } })
    expect(await create({ category: product.mega645, draws: 7 })).toMatchObject({ code: 3 })
  })

  test('is created as a whole or not at all, if a limit does not cover all of its orders', async () => {
    const small = await openPos(office, { day_sale_limit: 35_000 })
    const fields = { device_id: small.device_id, draws: 4 }
    expect(codeOf(await create(fields))).toBe(117)
    const { rows } = await sql<{
      n: number
    }>`select count(*) as n from sale_order where pos_id = ${small.pos_id}`.execute(office.db)
    expect(rows[0]!.n).toBe(0)
    expect((await bought({ ...fields, draws: 3 })).orders).toHaveLength(3)
    expect(codeOf(await create({ ...fields, draws: 1 }))).toBe(117)
  })

  test('is created once for its transid', async () => {
    const request = requestOf()
    const twice = await office.write((db) => createPurchases(db, [request, request]))
    expect(twice[0]).toEqual(twice[1])
    const repeat = await office.write((db) => createPurchases(db, [request]))
    expect(repeat[0]).toEqual(twice[0])
  })
})

describe('the payment of a purchase', () => {
  test('moves a wallet’s money once out of twenty parallel ones, and all of them are answered as paid', async () => {
    const wallet = await openTestWallet(office, { balance: 1_000_000 })
    const purchase = await bought({ vendor_code: 'WALLET', msisdn: wallet.msisdn })
    const paid = await inParallel((n) => payAt(programs[n % 2]!, payment(purchase)))
    expect(paid.map(codeOf)).toEqual(Array.from({ length: parallel_calls }, () => 0))
    expect(paid[0]).toMatchObject({ due: 0 })
    expect(await statuses(purchase)).toEqual(purchase.orders.map(() => orderStatus.done))
    expect(await ledgerBalance(office, wallet.ledger_id)).toBe(1_000_000 - purchase.due)
  })

  test('pays nothing from a wallet that does not cover all of its orders', async () => {
    const wallet = await openTestWallet(office, { balance: 55_000 })
    const purchase = await bought({ vendor_code: 'WALLET', msisdn: wallet.msisdn })
    expect(codeOf(await payAt(office.db, payment(purchase)))).toBe(117)
    expect(await statuses(purchase)).toEqual(purchase.orders.map(() => orderStatus.unpaid))
    expect(await ledgerBalance(office, wallet.ledger_id)).toBe(55_000)
  })

  test('must be the total of its open orders, and cannot be made for one order alone', async () => {
    const purchase = await bought()
    const [first, second] = purchase.orders
    expect(codeOf(await cancelAt(office.db, second!.order_id))).toBe(0)
    expect(codeOf(await payAt(office.db, payment(purchase)))).toBe(124)
    const alone = { device_id: pos.device_id, transid: randomUUID(), order_id: first!.order_id }
    const [outcome] = await office.write((db) => payOrders(db, [alone]))
    expect(codeOf(outcome!)).toBe(122)
    expect(codeOf(await payAt(office.db, payment(purchase, { total: purchase.due - second!.total })))).toBe(0)
    expect(await statuses(purchase)).toEqual(
      purchase.orders.map((order_id) => (order_id === second ? orderStatus.cancelled : orderStatus.done)),
    )
  })

  test('uses up its vendor reference, which then pays no other purchase', async () => {
    const fields = { vendor_code: 'MOMO', msisdn: '84905551234' }
    const [one, other] = [await bought(fields), await bought(fields)]
    const vendor_ref = randomUUID()
    const outcomes = await inParallel((n) => payAt(programs[n % 2]!, payment(n % 4 < 2 ? one : other, { vendor_ref })))
    const granted = codeOf(outcomes[0]!) === 0 ? one : other
    outcomes.forEach((outcome, n) => expect(codeOf(outcome)).toBe((n % 4 < 2 ? one : other) === granted ? 0 : 115))
    expect(await statuses(granted === one ? other : one)).toEqual(one.orders.map(() => orderStatus.unpaid))
  })

  test('is refused once the first draw has stopped, until that order is cancelled', async () => {
    // Another game than in the other tests, because it is not sold for a while afterwards.
    const purchase = await bought({ category: product.mega645, draws: 3 })
    const [first] = purchase.orders
    await office.write((db) =>
      sql`update draw_period set return_until = now(), stop_at = now() where period_id = ${first!.period_id}`.execute(
        db,
      ),
    )
    expect(codeOf(await payAt(office.db, payment(purchase)))).toBe(156)
    expect(codeOf(await cancelAt(office.db, first!.order_id))).toBe(0)
    expect(codeOf(await payAt(office.db, payment(purchase, { total: purchase.due - first!.total })))).toBe(0)
  })
})

describe('one order of a purchase', () => {
  test('is cancelled by one of twenty parallel cancellations, and the others stay unpaid', async () => {
    const purchase = await bought()
    const { order_id } = purchase.orders[2]!
    const outcomes = await inParallel((n) => cancelAt(programs[n % 2]!, order_id))
    expect(outcomes.filter((outcome) => codeOf(outcome) === 0)).toHaveLength(1)
    expect(await statuses(purchase)).toEqual(
      purchase.orders.map((_, n) => (n === 2 ? orderStatus.cancelled : orderStatus.unpaid)),
    )
  })

  test('is refunded once, and only its own money goes back', async () => {
    const wallet = await openTestWallet(office, { balance: 1_000_000 })
    const purchase = await bought({ vendor_code: 'WALLET', msisdn: wallet.msisdn })
    await payAt(office.db, payment(purchase))
    const { order_id, total } = purchase.orders[3]!
    await an.call(orders.report, { order_id, reason: 'Khách đổi bộ số của kỳ này' })
    const accept = { order_id, status: orderStatus.refunding, note: 'Đúng là chưa quay' } as const
    const tries = await Promise.allSettled(
      Array.from({ length: parallel_calls }, () => binh.call(orders.changeStatus, accept)),
    )
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await ledgerBalance(office, wallet.ledger_id)).toBe(1_000_000 - purchase.due + total)
    const detail = await an.call(orders.detail, { order_id })
    expect(detail.purchase.map((order) => [order.order_id, order.status])).toEqual(
      purchase.orders.map((order) => [
        order.order_id,
        order.order_id === order_id ? orderStatus.refunded : orderStatus.done,
      ]),
    )
  })

  test('leaves the ledger consistent after all tests above', async () => {
    expect(await ledgerFindings(office.database_url)).toEqual([])
  })
})
