/** Tickets leave the stock with an order, and return to it with a cancellation or a refund. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Failure } from '#contract/errors.ts'
import { openOffice, type Office } from '../../../testing/office.ts'
import { openPos, order, pay, sell, stockSet, stockTickets, type SellingPos } from '../../../testing/orders.ts'
import { proofs } from '../../../testing/proofs.ts'
import { dayFromNow, openStore, setPeriod, stations } from '../../../testing/tickets.ts'
import { cancelExpired, cancelOrders, expiredOrders } from './cancel-orders.server.ts'
import { refundOrder, lockOrderForRefund } from '#features/orders/payment/refund.server.ts'
import type { OrderAnswer } from './order-request.rules.ts'

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

const cancel = (order_id: number, seller = pos) =>
  office.write((db) => cancelOrders(db, [{ device_id: seller.device_id, transid: randomUUID(), order_id }]))
const codes = (outcomes: (OrderAnswer | Failure)[]) =>
  outcomes.map((outcome) => (outcome instanceof Failure ? outcome.code : 0))
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

test('tickets of a cancelled or expired order are for sale again', async () => {
  const number = await stocked(3)
  const first = await order(office, pos, ticketsOf(number, 2))
  expect(await ticket(number)).toEqual({ in_stock: 1, sold: 2 })
  expect(codes(await cancel(first))).toEqual([0])
  expect(await ticket(number)).toEqual({ in_stock: 3, sold: 0 })
  const late = await order(office, pos, ticketsOf(number, 3))
  await office.write((db) => sql`update sale_order set expires_at = now() where order_id = ${late}`.execute(db))
  await expect(pay(office, pos, late)).rejects.toMatchObject({ code: 122 })
  expect(await expiredOrders(office.db)).toEqual([late])
  await office.write((db) => cancelExpired(db, [late]))
  expect(await orderRow(late)).toMatchObject({ status: 13, end_reason: null, ended_by: null })
  expect(await ticket(number)).toEqual({ in_stock: 3, sold: 0 })
})

test('a ticket group is sold with all its tickets, and a cancellation makes all of them available again', async () => {
  const ticket_group_id = await stockSet(office, { open_date: today, area_id: stations.tphcm, base_id }, '77777', 2)
  const request = { area_id: stations.tphcm, open_date: today, tickets: [{ ticket_group_id }] }
  const stockNow = async () => {
    const { rows } = await sql<{ in_stock: number; sold: number }>`
      select sum(in_stock)::bigint as in_stock, sum(sold)::bigint as sold from xskt_ticket where ticket_group_id = ${ticket_group_id}`.execute(
      office.db,
    )
    return rows[0]!
  }
  const first = await order(office, pos, request)
  expect(await orderRow(first)).toMatchObject({ quantity: 20, amount: 190_000 })
  expect(await stockNow()).toEqual({ in_stock: 0, sold: 20 })
  await expect(order(office, pos, request)).rejects.toMatchObject({ code: 167 })
  await cancel(first)
  expect(await stockNow()).toEqual({ in_stock: 20, sold: 0 })
  await sell(office, pos, request)
  expect(await stockNow()).toEqual({ in_stock: 0, sold: 20 })
})

test('tickets of a refunded order are for sale again before the stop of the draw, and not after it', async () => {
  const number = await stocked(2)
  const [early, late] = [await sell(office, pos, ticketsOf(number)), await sell(office, pos, ticketsOf(number))]
  const refund = (order_id: number) =>
    office.write(async (db) => {
      const status = await refundOrder(db, (await lockOrderForRefund(db, order_id))!)
      await sql`update sale_order set status = ${status} where order_id = ${order_id}`.execute(db)
      return status
    })
  // Cash is refunded at the counter, and a person confirms it.
  expect(await refund(early)).toBe(11)
  expect(await ticket(number)).toEqual({ in_stock: 1, sold: 1 })
  await setPeriod(office, stations.tphcm, today, 'stopped')
  await refund(late)
  expect(await ticket(number)).toEqual({ in_stock: 1, sold: 1 })
  await setPeriod(office, stations.tphcm, today, 'open')
})

test('the stock is consistent after all tests above', async () => {
  expect(await proofs(office)).toEqual([])
})
