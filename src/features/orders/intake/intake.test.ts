/** What the intake grants and refuses, tested by its functions; the channel has tests of its own. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Failure } from '#contract/errors.ts'
import { playTypesOf } from '#features/results/product/game.rules.ts'
import { orderRef } from '#features/orders/order/order-refs.rules.ts'
import { product, type Product } from '#features/results/product/product.contract.ts'
import { openOffice, type Office } from '../../../testing/office.ts'
import { ledgerBalance, openTestWallet } from '../../../testing/money.ts'
import {
  openPos,
  order,
  pay,
  sell,
  setGamePeriod,
  stockTickets,
  orderRequestOf,
  type SellingPos,
} from '../../../testing/orders.ts'
import { proofs } from '../../../testing/proofs.ts'
import { dayFromNow, openStore, setPeriod, stations } from '../../../testing/tickets.ts'
import { cancelOrders } from './cancel-orders.server.ts'
import { payOrders } from '#features/orders/payment/pay.server.ts'
import { refundOrder, lockOrderForRefund } from '#features/orders/payment/refund.server.ts'
import { createOrders } from './create-orders.server.ts'
import type { OrderAnswer, OrderRequest } from './order-request.rules.ts'

let office: Office
let pos: SellingPos
let base_id: number
let today: string
beforeAll(async () => {
  office = await openOffice()
  pos = await openPos(office)
  base_id = await openStore(office, [stations.tphcm])
  today = await dayFromNow(office.db, 0)
  await setPeriod(office, stations.tphcm, today, 'open')
})
afterAll(() => office.close())

const take = (requests: OrderRequest[]) => office.write((db) => createOrders(db, requests))
const cancel = (order_id: number, seller = pos) =>
  office.write((db) => cancelOrders(db, [{ device_id: seller.device_id, transid: randomUUID(), order_id }]))
const codes = (outcomes: (OrderAnswer | Failure)[]) =>
  outcomes.map((outcome) => (outcome instanceof Failure ? outcome.code : 0))

/** Refunds an order as an accepted report does; a payment through a vendor stays pending. */
const refund = (order_id: number) =>
  office.write(async (db) => {
    const status = await refundOrder(db, (await lockOrderForRefund(db, order_id))!)
    await sql`update sale_order set status = ${status} where order_id = ${order_id}`.execute(db)
  })

const firstOf = (category: Product) => playTypesOf(category)[0]!.play_type

const stocked = (quantity: number) =>
  stockTickets(office, { open_date: today, area_id: stations.tphcm, base_id }, quantity)
const ticketsOf = (number: string, quantity = 1) => ({
  area_id: stations.tphcm,
  open_date: today,
  tickets: [{ number, quantity }],
})
const ticket = (number: string) =>
  office.db
    .selectFrom('xskt_ticket')
    .select(['in_stock', 'sold'])
    .where('number', '=', number)
    .executeTakeFirstOrThrow()
const orderRow = (order_id: number) =>
  office.db.selectFrom('sale_order').selectAll().where('order_id', '=', order_id).executeTakeFirstOrThrow()

test('a new order has its price, a number that begins with its day, and a time by which it must be paid', async () => {
  const [answer] = await take([await orderRequestOf(office, pos)])
  expect(answer).toMatchObject({ amount: 10_000, fee: 0, total: 10_000, quantity: 1, status: 1, paid_at: null })
  const row = await orderRow((answer as OrderAnswer).order_id)
  expect(String(row.order_id).slice(0, 6)).toBe(today.replaceAll('-', '').slice(2))
  expect(row).toMatchObject({ commission: 500, pos_id: pos.pos_id, device_id: pos.device_id, handling: 0 })
  expect(Date.parse(row.expires_at!) - Date.parse(row.ordered_at)).toBe(600_000)
})

test('an order paid in cash is done, posted to sales and counted for its point of sale', async () => {
  const order_id = await sell(office, pos)
  expect(await orderRow(order_id)).toMatchObject({ status: 4, uncounted: null })
  const { rows } = await sql<{ from: string; to: string; amount: number }>`
    select f.code as from, t.code as to, x.amount from ledger_transfer x
    join ledger_account f on f.account_id = x.from_account join ledger_account t on t.account_id = x.to_account
    where x.ref = ${orderRef(order_id, 'pay')}`.execute(office.db)
  expect(rows).toEqual([{ from: 'vendor:POS', to: 'sales:xsdt', amount: 10_000 }])
})

test('an online order waits for processing after its payment', async () => {
  const order_id = await sell(office, pos, { handling: 1, msisdn: '84912345678' })
  expect(await orderRow(order_id)).toMatchObject({ status: 2, finished_at: null })
})

describe('an order is refused', () => {
  const refusal = async (request: Parameters<typeof orderRequestOf>[2], overrides: Partial<OrderRequest> = {}) => {
    const [outcome] = await take([{ ...(await orderRequestOf(office, pos, request)), ...overrides } as OrderRequest])
    return outcome instanceof Failure ? outcome : null
  }

  test('after the stop of its draw, both when it is created and when it is paid', async () => {
    const period_id = await setGamePeriod(office, product.mega645, 'open')
    const mega = [{ play_type: firstOf(product.mega645), numbers: '01 02 03 04 05 06', stake: 1 }]
    const order_id = await order(office, pos, { category: product.mega645, period_id, boards: mega })
    await office.write((db) =>
      sql`update draw_period set stop_at = now(), return_until = now() where period_id = ${period_id}`.execute(db),
    )
    expect(await refusal({ category: product.mega645, period_id, boards: mega })).toMatchObject({ code: 156 })
    await expect(pay(office, pos, order_id)).rejects.toMatchObject({ code: 156 })
  })

  test('for a draw that has a result although its stop is still ahead, both when it is created and when it is paid', async () => {
    const period_id = await setGamePeriod(office, product.keno, 'open')
    const order_id = await order(office, pos, { period_id })
    await office.write((db) =>
      sql`insert into draw_result (period_id, status, source, numbers) values (${period_id}, 1, 1, '{}')`.execute(db),
    )
    expect(await refusal({ period_id })).toMatchObject({ code: 156 })
    await expect(pay(office, pos, order_id)).rejects.toMatchObject({ code: 156 })
  })

  test('before its draw opens, and for a draw that does not exist or belongs to another game', async () => {
    const upcoming = await setGamePeriod(office, product.keno, 'upcoming')
    expect(await refusal({ period_id: upcoming })).toMatchObject({ code: 114 })
    expect(await refusal({ period_id: 2_000_000_000 })).toMatchObject({ code: 137 })
    const mega = await setGamePeriod(office, product.mega645, 'open')
    expect(await refusal({ period_id: mega })).toMatchObject({ code: 137 })
    expect(await refusal({ ...ticketsOf('123456'), open_date: '2020-01-01' })).toMatchObject({ code: 137 })
  })

  test('for a cancelled draw', async () => {
    const period_id = await setGamePeriod(office, product.keno, 'open')
    await office.write((db) =>
      sql`update draw_period set cancelled_at = now() where period_id = ${period_id}`.execute(db),
    )
    expect(await refusal({ period_id })).toMatchObject({ code: 156 })
  })

  test('from an unknown device, a closed point of sale or one of a locked partner, or with the sale account of another point of sale', async () => {
    expect(await refusal({}, { device_id: 999_999 })).toMatchObject({ code: 125 })
    const closed = await openPos(office)
    await office.write((db) => sql`update pos set status = 0 where pos_id = ${closed.pos_id}`.execute(db))
    expect(await refusal({ user_pos_id: null }, { device_id: closed.device_id })).toMatchObject({ code: 125 })
    const left = await openPos(office)
    await office.write((db) => sql`update partner set status = 0 where partner_id = ${left.partner_id}`.execute(db))
    expect(await refusal({ user_pos_id: null }, { device_id: left.device_id })).toMatchObject({ code: 125 })
    expect(await refusal({ user_pos_id: closed.user_pos_id })).toMatchObject({ code: 116 })
  })

  test('with an unknown payment vendor or a product that is not sold', async () => {
    expect(await refusal({ vendor_code: 'NOBODY' })).toMatchObject({ code: 149 })
    expect(await refusal({ category: product.max4d, period_id: 1, boards: [] })).toMatchObject({ code: 150 })
  })

  test('with invalid numbers, which are reported at its lines', async () => {
    const boards = [{ play_type: firstOf(product.keno), numbers: '81 82', stake: 1 }]
    expect(await refusal({ boards })).toMatchObject({
      code: 3,
      data: { fields: { lines: expect.stringMatching(/^Bộ số 1: /) } },
    })
    expect(await refusal({ boards: [] })).toMatchObject({ code: 3, data: { fields: { lines: expect.any(String) } } })
  })

  test('without a phone number if a wallet pays it or its ticket is to be kept', async () => {
    expect(await refusal({ vendor_code: 'WALLET' })).toMatchObject({
      code: 3,
      data: { fields: { msisdn: expect.any(String) } },
    })
    expect(await refusal({ handling: 2 })).toMatchObject({ code: 3, data: { fields: { msisdn: expect.any(String) } } })
  })

  test('for tickets that do not exist or of which there are too few', async () => {
    const number = await stocked(2)
    expect(await refusal(ticketsOf('999999'))).toMatchObject({ code: 176 })
    expect(await refusal(ticketsOf(number, 3))).toMatchObject({ code: 167 })
    expect(await ticket(number)).toEqual({ in_stock: 2, sold: 0 })
  })
})

test('a refused request takes nothing, the others of its batch are granted, and each gets the same answer again', async () => {
  const number = await stocked(1)
  const requests = [
    await orderRequestOf(office, pos, ticketsOf(number)),
    await orderRequestOf(office, pos, ticketsOf(number)),
    await orderRequestOf(office, pos),
    await orderRequestOf(office, pos, { vendor_code: 'NOBODY' }),
  ]
  const outcomes = await take(requests)
  expect(codes(outcomes)).toEqual([0, 167, 0, 149])
  expect(await ticket(number)).toEqual({ in_stock: 0, sold: 1 })
  expect(await take(requests.toReversed())).toEqual(outcomes.toReversed())
  const { rows } = await sql<{ orders: number }>`
    select count(*) as orders from channel_request join sale_order using (order_id)
    where transid = any(${requests.map(({ transid }) => transid)})`.execute(office.db)
  expect(rows).toEqual([{ orders: 2 }])
})

test('an order is neither paid nor cancelled twice, and another point of sale cannot find it', async () => {
  const paid = await sell(office, pos)
  const { paid_at } = await orderRow(paid)
  expect(await pay(office, pos, paid)).toMatchObject({ status: 4, paid_at })
  expect(codes(await cancel(paid))).toEqual([122])
  const open = await order(office, pos)
  const other = await openPos(office)
  await expect(pay(office, other, open)).rejects.toMatchObject({ code: 1021 })
  expect(codes(await cancel(open, other))).toEqual([1021])
  expect(codes(await cancel(1))).toEqual([1021])
  await cancel(open)
  await expect(pay(office, pos, open)).rejects.toMatchObject({ code: 122 })
})

describe('a wallet', () => {
  test('pays only what its balance covers, and nothing if it is locked or does not exist', async () => {
    const rich = await openTestWallet(office, { balance: 25_000 })
    const locked = await openTestWallet(office, { balance: 25_000, status: 0 })
    const by = (msisdn: string) => ({ vendor_code: 'WALLET', msisdn })
    const ids = [
      await order(office, pos, by(rich.msisdn)),
      await order(office, pos, by(rich.msisdn)),
      await order(office, pos, by(rich.msisdn)),
    ]
    const requests = ids.map((order_id) => ({ device_id: pos.device_id, transid: randomUUID(), order_id }))
    expect(codes(await office.write((db) => payOrders(db, requests)))).toEqual([0, 0, 117])
    expect(await ledgerBalance(office, rich.ledger_id)).toBe(5_000)
    expect(await orderRow(ids[2]!)).toMatchObject({ status: 1, paid_at: null })
    await expect(sell(office, pos, by(locked.msisdn))).rejects.toMatchObject({ code: 122 })
    await expect(sell(office, pos, by('84999999999'))).rejects.toMatchObject({ code: 117 })
  })

  test('pays the fee of the customer’s group as well, and a refund returns all of it', async () => {
    const { msisdn, ledger_id } = await openTestWallet(office, { balance: 100_000 })
    await office.write(async (db) => {
      await sql`insert into group_vip (group_vip_id, name, type) values (77, 'VIP thử', 1)`.execute(db)
      await sql`insert into group_vip_account (group_vip_id, msisdn) values (77, ${msisdn})`.execute(db)
      await sql`insert into group_vip_fee (group_vip_id, fee_rate, fee_least) values (77, 100, 700)`.execute(db)
    })
    const order_id = await sell(office, pos, { vendor_code: 'WALLET', msisdn })
    expect(await orderRow(order_id)).toMatchObject({ amount: 10_000, fee: 700, total: 10_700 })
    expect(await ledgerBalance(office, ledger_id)).toBe(89_300)
    await office.write(async (db) => {
      const locked_order = (await lockOrderForRefund(db, order_id))!
      expect(await refundOrder(db, locked_order)).toBe(12)
    })
    expect(await ledgerBalance(office, ledger_id)).toBe(100_000)
  })

  test('that covers the price but not the fee pays neither', async () => {
    const { msisdn, ledger_id } = await openTestWallet(office, { balance: 10_500 })
    await office.write((db) =>
      sql`insert into group_vip_account (group_vip_id, msisdn) values (77, ${msisdn})`.execute(db),
    )
    await expect(sell(office, pos, { vendor_code: 'WALLET', msisdn })).rejects.toMatchObject({ code: 117 })
    expect(await ledgerBalance(office, ledger_id)).toBe(10_500)
  })
})

test('an order that is created with a time of its own keeps it and is answered with it', async () => {
  const { rows: moments } = await sql<{ now: string; ordered_at: string }>`
    select now() - interval '1 minute' as now, now() - interval '3 minutes' as ordered_at`.execute(office.db)
  const { now, ordered_at } = moments[0]!
  const requests = [{ ...(await orderRequestOf(office, pos)), ordered_at }, await orderRequestOf(office, pos)]
  const outcomes = await office.write((db) => createOrders(db, requests, now))
  const { rows } = await sql`
    select ordered_at, expires_at from sale_order where order_id = any (${outcomes.map((outcome) => 'order_id' in outcome && outcome.order_id)}::bigint[])
    order by order_id`.execute(office.db)
  expect(outcomes).toMatchObject(rows)
  expect(rows).toMatchObject([{ ordered_at }, { ordered_at: now }])
})

test('a point of sale cannot exceed its day limit, to which unpaid orders count', async () => {
  const limited = await openPos(office, { day_sale_limit: 25_000 })
  const first = await order(office, limited)
  await order(office, limited)
  await expect(order(office, limited)).rejects.toMatchObject({ code: 117 })
  await cancel(first, limited)
  await order(office, limited)
  await expect(order(office, limited)).rejects.toMatchObject({ code: 117 })
})

test('a refunded order no longer counts to the day limit, even while its refund is pending', async () => {
  const limited = await openPos(office, { day_sale_limit: 20_000 })
  const { msisdn } = await openTestWallet(office, { balance: 100_000 })
  const sold = [await sell(office, limited), await sell(office, limited, { vendor_code: 'WALLET', msisdn })]
  await expect(order(office, limited)).rejects.toMatchObject({ code: 117 })
  for (const [n, order_id] of sold.entries()) {
    await refund(order_id)
    await sell(office, limited)
    await expect(order(office, limited)).rejects.toMatchObject({ code: 117 })
    expect(await orderRow(order_id)).toMatchObject({ status: [11, 12][n] })
  }
})

test('a day limit that is set after a refund does not count the refunded order', async () => {
  const late = await openPos(office)
  await refund(await sell(office, late))
  await order(office, late)
  await office.write((db) => sql`update pos set day_sale_limit = 20000 where pos_id = ${late.pos_id}`.execute(db))
  await order(office, late)
  await expect(order(office, late)).rejects.toMatchObject({ code: 117 })
})

test('a day limit that is set during the day counts the orders before it', async () => {
  const late = await openPos(office)
  await order(office, late)
  const second = await order(office, late)
  await office.write((db) => sql`update pos set day_sale_limit = 30000 where pos_id = ${late.pos_id}`.execute(db))
  await order(office, late)
  await expect(order(office, late)).rejects.toMatchObject({ code: 117 })
  await cancel(second, late)
  await order(office, late)
})

test('stock, ledger and roll-ups are consistent after all tests above', async () => {
  expect(await proofs(office)).toEqual([])
})
