/** A ticket is paid by its own face value, whatever value its station has meanwhile. */
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { orderStatus } from '#features/orders/order/order.contract.ts'
import { orders as orderCalls } from '#features/orders/order/transaction.contract.ts'
import { product } from '#features/results/product/product.contract.ts'
import { checkPage } from '#features/results/pages.contract.ts'
import { check } from '#features/results/prize-check/check.contract.ts'
import { returnPage } from '#features/tickets/pages.contract.ts'
import { ticketReturn } from '#features/tickets/ticket-return/ticket-return.contract.ts'
import type { StockKey } from '#features/tickets/stock/move-stock.server.ts'
import { openOffice, type Office, type Person } from '../../../testing/office.ts'
import { openOrderDesk, openPos, sell, stockSet, stockTickets, type SellingPos } from '../../../testing/orders.ts'
import { confirmedResult, published_draw } from '../../../testing/prizes.ts'
import { dayFromNow, openStore, setPeriod, stations } from '../../../testing/tickets.ts'
import { previewChanges } from './preview-changes.server.ts'
import { runPrizes } from './prize-run.jobs.ts'
import { enqueuePrizeRun, revokePrizes } from './prize-run.server.ts'
import { verifyPrizes } from './verify-prizes.server.ts'

let office: Office
let pos: SellingPos
let checker: Person
let place: StockKey
let period_id: number
let days = 0

const area_id = stations.tphcm
const million = 1_000_000
const numbers = { first: '055672', two_tiers: '128531', second: '075464', eighth: '000031' }

beforeAll(async () => {
  office = await openOffice()
  pos = await openPos(office)
  checker = await office.hire([checkPage.view])
})
afterAll(() => office.close())

beforeEach(async () => {
  await setStation(10_000)
  const open_date = await dayFromNow(office.db, ++days)
  place = { area_id, open_date, base_id: await openStore(office, [area_id]) }
  await setPeriod(office, area_id, open_date, 'open')
  ;({ period_id } = await office.db
    .selectFrom('draw_period')
    .select('period_id')
    .where('area_id', '=', area_id)
    .where('open_date', '=', open_date)
    .executeTakeFirstOrThrow())
})

/** Sets the station's face value, as a clerk does for the tickets of next week. */
const setStation = (face_value: number) =>
  office.write((db) => sql`update draw_area set face_value = ${face_value} where area_id = ${area_id}`.execute(db))

const sellTicket = (number: string) =>
  sell(office, pos, { area_id, open_date: place.open_date, tickets: [{ number, quantity: 1 }] })
const sellSet = (ticket_group_id: number) =>
  sell(office, pos, { area_id, open_date: place.open_date, tickets: [{ ticket_group_id }] })

async function run() {
  await office.write((db) => enqueuePrizeRun(db, async () => undefined, period_id))
  await runPrizes(office.db, period_id, { batch_size: 2 })
}

async function decide() {
  await confirmedResult(office.db, period_id, published_draw)
  await run()
}

const rewards = async () =>
  (
    await office.db
      .selectFrom('sale_order') // unscoped: a test
      .select('reward')
      .where('period_id', '=', period_id)
      .orderBy('order_id')
      .execute()
  ).map(({ reward }) => reward)

const unsoldPrizes = async () => {
  const { rows } = await sql<{ number: string; gross: number }>`
    select number, gross from unsold_prize where period_id = ${period_id} order by ticket_id`.execute(office.db)
  return rows.map(({ number, gross }) => [number, gross])
}

async function findings(): Promise<string[]> {
  const texts: string[] = []
  const { open_date } = place
  await verifyPrizes(office.db, { from_date: open_date, to_date: open_date }, ({ what }) => texts.push(what))
  return texts
}

async function grossOf(...typed: string[]) {
  await office.write((db) =>
    sql`update draw_period set open_at = now() - interval '5 hours', return_until = now() - interval '4 hours', stop_at = now() - interval '3 hours',
      print_at = now() - interval '3 hours', draw_at = now() - interval '1 hour' where period_id = ${period_id}`.execute(
      db,
    ),
  )
  const entries = typed.map((text) => ({ numbers: text }))
  const answer = await checker.call(check.check, { category: product.south, period_id, entries })
  return answer.entries.map(({ gross }) => gross)
}

test('the value of the station after a sale changes no prize, of a ticket, a set or an unsold one', async () => {
  await stockTickets(office, place, 2, numbers.first)
  const group = await stockSet(office, place, '75464', 2)
  await sellTicket(numbers.first)
  await sellSet(group)
  await setStation(20_000)
  await decide()
  expect(await rewards()).toEqual([30 * million, 20 * 15 * million])
  expect(await unsoldPrizes()).toEqual([[numbers.first, 30 * million]])
  expect(await findings()).toEqual([])
  expect(await grossOf(numbers.first, '955672')).toEqual([30 * million, 30 * million])
})

test('the value of the station after the prize run is no finding, and changes nothing when the result is reopened', async () => {
  await stockTickets(office, place, 2, numbers.first)
  await sellTicket(numbers.first)
  await decide()
  await setStation(20_000)
  expect(await findings()).toEqual([])
  await office.write((db) => revokePrizes(db, period_id))
  expect(await previewChanges(office.db, period_id, published_draw)).toBeNull()
  await run()
  expect(await rewards()).toEqual([30 * million])
  expect(await findings()).toEqual([])
})

test('tickets of several values in one stock are paid each by its own', async () => {
  await stockTickets(office, place, 2, numbers.first)
  await stockTickets(office, place, 2, numbers.two_tiers, 20_000)
  const group = await stockSet(office, place, '75464', 1, 20_000)
  await stockSet(office, place, '00031', 1, 50_000)
  await sellTicket(numbers.first)
  await sellTicket(numbers.two_tiers)
  await sellSet(group)
  await decide()
  expect(await rewards()).toEqual([30 * million, 2 * 500_000, 10 * 2 * 15 * million])
  const unsoldOfSet = Array.from({ length: 10 }, (_, digit) => [`${digit}00031`, 5 * 100_000])
  expect(await unsoldPrizes()).toEqual([
    [numbers.first, 30 * million],
    [numbers.two_tiers, 2 * 500_000],
    ...unsoldOfSet,
  ])
  expect(await findings()).toEqual([])
  await office.write((db) => revokePrizes(db, period_id))
  expect(await previewChanges(office.db, period_id, published_draw)).toBeNull()
})

test('a typed number is valued as its ticket; one that no store received as all of the draw, or as the station where they differ', async () => {
  await stockTickets(office, place, 1, numbers.first, 20_000)
  await decide()
  expect(await grossOf(numbers.first, numbers.eighth)).toEqual([60 * million, 200_000])
  await stockTickets(office, place, 1, numbers.second)
  expect(await grossOf(numbers.first, numbers.second, numbers.eighth)).toEqual([60 * million, 15 * million, 100_000])
  await setStation(50_000)
  expect(await grossOf(numbers.first, numbers.second, numbers.eighth)).toEqual([60 * million, 15 * million, 500_000])
})

test('an order whose report is rejected after the run is valued as its neighbours', async () => {
  const { an, binh } = await openOrderDesk(office)
  await stockTickets(office, place, 2, numbers.first)
  await sellTicket(numbers.first)
  const reported = await sellTicket(numbers.first)
  await an.call(orderCalls.report, { order_id: reported, reason: 'Khách báo vé mờ', without_image: true })
  await decide()
  await setStation(20_000)
  await binh.call(orderCalls.rejectReport, { order_id: reported, reason: 'Vé in rõ' })
  await expect.poll(rewards, { timeout: 10_000 }).toEqual([30 * million, 30 * million])
  expect(await findings()).toEqual([])
  const { status } = await office.db
    .selectFrom('sale_order') // unscoped: a test
    .select('status')
    .where('order_id', '=', reported)
    .executeTakeFirstOrThrow()
  expect(status).toBe(orderStatus.won)
})

test('the return desk and a slip credit each ticket by its own value', async () => {
  const keeper = await office.hire(returnPage.rights)
  await office.write((db) =>
    sql`insert into return_term (area_id, from_day, limit_rate, price_rate) values (${area_id}, ${place.open_date}, 10000, 8750)`.execute(
      db,
    ),
  )
  const deskRow = async () => (await keeper.call(ticketReturn.desk, { open_date: place.open_date })).items[0]
  await stockTickets(office, place, 10)
  await setStation(20_000)
  expect(await deskRow()).toMatchObject({ in_stock: 10, face_value: 10_000, unsold_amount: 10 * 8_750 })
  await stockTickets(office, place, 2, numbers.first, 20_000)
  await setStation(10_000)
  const amount = 10 * 8_750 + 2 * 17_500
  expect(await deskRow()).toMatchObject({ in_stock: 12, face_value: null, unsold_amount: amount })
  const slip = await keeper.call(ticketReturn.returnBatch, { ...place, all: 1, reason: 'Ế khách' })
  expect(slip).toMatchObject({ face_amount: 140_000, amount })
})
