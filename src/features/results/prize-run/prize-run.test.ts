/** Every order and every unsold ticket of a draw is decided once. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDb, createPools } from '#server/database/pool.ts'
import { orderStatus } from '#features/orders/order/order.contract.ts'
import { orders as orderCalls } from '#features/orders/order/transaction.contract.ts'
import { product } from '#features/results/product/product.contract.ts'
import type { DrawResult } from '#features/results/result/draw-shape.rules.ts'
import { openOffice, type Office } from '../../../testing/office.ts'
import {
  openOrderDesk,
  openPos,
  sell,
  setGamePeriod,
  stockSet,
  stockTickets,
  type SellingPos,
} from '../../../testing/orders.ts'
import { confirmedResult, fillDraw, published_draw } from '../../../testing/prizes.ts'
import { dayFromNow, openStore, setPeriod, stations } from '../../../testing/tickets.ts'
import { runPrizes } from './prize-run.jobs.ts'
import { enqueuePrizeRun, revokePrizes } from './prize-run.server.ts'
import { runStatus } from './prize-run.contract.ts'

let office: Office
let pos: SellingPos

beforeAll(async () => {
  office = await openOffice()
  pos = await openPos(office)
})
afterAll(() => office.close())

const million = 1_000_000
let days = 0

/** A draw of TP.HCM, and a store with tickets of it. */
async function southernDraw() {
  const open_date = await dayFromNow(office.db, ++days)
  const base_id = await openStore(office, [stations.tphcm])
  await setPeriod(office, stations.tphcm, open_date, 'open')
  const { period_id } = await office.db
    .selectFrom('draw_period')
    .select('period_id')
    .where('area_id', '=', stations.tphcm)
    .where('open_date', '=', open_date)
    .executeTakeFirstOrThrow()
  return { period_id, place: { area_id: stations.tphcm, open_date, base_id } }
}

/** Starts the run as the confirmation of a result does; the test runs the job itself. */
const askFor = (period_id: number) => office.write((db) => enqueuePrizeRun(db, async () => undefined, period_id))

async function decide(period_id: number, result: DrawResult = published_draw) {
  await confirmedResult(office.db, period_id, result)
  await askFor(period_id)
  await runPrizes(office.db, period_id, { batch_size: 2 })
}

const runOf = (period_id: number) =>
  office.db.selectFrom('prize_run').selectAll().where('period_id', '=', period_id).executeTakeFirstOrThrow()
const ordersOf = (period_id: number) =>
  office.db
    .selectFrom('sale_order') // unscoped: a test
    .select(['order_id', 'status', 'reward', 'reward_tax'])
    .where('period_id', '=', period_id)
    .orderBy('order_id')
    .execute()
const { done, lost, won, paying_reward, reported } = orderStatus

test('orders become won or lost, with prizes on their lines and totals of the point of sale', async () => {
  const { period_id, place } = await southernDraw()
  const sellTicket = async (number: string, quantity = 1) => {
    await stockTickets(office, place, quantity + 1, number)
    const { area_id, open_date } = place
    return sell(office, pos, { area_id, open_date, tickets: [{ number, quantity }] })
  }
  const special = await sellTicket('040589')
  const two_tiers = await sellTicket('128531', 3)
  const nothing = await sellTicket('004753')
  const group = await stockSet(office, place, '55672', 2)
  const { area_id, open_date } = place
  const of_group = await sell(office, pos, { area_id, open_date, tickets: [{ ticket_group_id: group }] })
  await decide(period_id)
  expect(await ordersOf(period_id)).toEqual([
    { order_id: special, status: won, reward: 2000 * million, reward_tax: 198 * million },
    { order_id: two_tiers, status: won, reward: 3 * 500_000, reward_tax: 0 },
    { order_id: nothing, status: lost, reward: 0, reward_tax: 0 },
    { order_id: of_group, status: won, reward: 20 * 30 * million, reward_tax: 20 * million },
  ])
  const line = await office.db
    .selectFrom('order_line')
    .select(['reward', 'prizes'])
    .where('order_id', '=', two_tiers)
    .executeTakeFirstOrThrow()
  expect(line).toEqual({
    reward: 1_500_000,
    prizes: [
      { tier: 'sixth', count: 3, amount: 400_000 },
      { tier: 'eighth', count: 3, amount: 100_000 },
    ],
  })
  const gross = 2000 * million + 1_500_000 + 600 * million
  expect(await runOf(period_id)).toMatchObject({
    status: runStatus.done,
    orders: 4,
    won_orders: 3,
    gross,
    tax: 218 * million,
  })
  const totals = await office.db.selectFrom('prize_total').selectAll().where('period_id', '=', period_id).execute()
  const prizesAt = (pos_id: number) =>
    Object.fromEntries(totals.filter((total) => total.pos_id === pos_id).map(({ tier, prizes }) => [tier, prizes]))
  expect(prizesAt(pos.pos_id)).toEqual({ special: 1, first: 20, sixth: 3, eighth: 3 })
  // One ticket of each number was unsold in the store.
  expect(prizesAt(0)).toEqual({ special: 1, sixth: 1, eighth: 1 })
  const unsold = await office.db.selectFrom('unsold_prize').selectAll().where('period_id', '=', period_id).execute()
  expect(
    unsold.map(({ number, quantity, gross: gross_each, base_id }) => [number, quantity, gross_each, base_id]),
  ).toEqual([
    ['040589', 1, 2000 * million, place.base_id],
    ['128531', 1, 500_000, place.base_id],
  ])
})

test('parallel programs and a repeated run decide each order once', async () => {
  const { period_id } = await southernDraw()
  await fillDraw(office.db, period_id, pos, 3_000)
  await confirmedResult(office.db, period_id, published_draw)
  await askFor(period_id)
  const pools = createPools(office.database_url, { size: 4 })
  const other = createDb(pools.main)
  const run = (db: typeof other) => runPrizes(db, period_id, { batch_size: 100 })
  await Promise.all([run(office.db), run(other), run(other)])
  const first = await runOf(period_id)
  const orders = await ordersOf(period_id)
  expect(first).toMatchObject({ status: runStatus.done, orders: 3_000 })
  expect(orders.filter(({ status }) => status === won).length).toBe(first.won_orders)
  expect(orders.reduce((sum, { reward }) => sum + reward, 0)).toBe(first.gross)
  const totals = await office.db.selectFrom('prize_total').select('gross').where('period_id', '=', period_id).execute()
  expect(totals.reduce((sum, { gross }) => sum + gross, 0)).toBe(first.gross)
  await askFor(period_id)
  await run(office.db)
  expect(await ordersOf(period_id)).toEqual(orders)
  expect(await runOf(period_id)).toMatchObject({ orders: 3_000, gross: first.gross })
  await pools.end()
})

test('an unpublished jackpot stops the run with a reason, until it is entered', async () => {
  const period_id = await setGamePeriod(office, product.mega645, 'open')
  const numbers = '03 09 17 22 27 32'
  const order_id = await sell(office, pos, {
    category: product.mega645,
    period_id,
    boards: [{ play_type: product.mega645 * 100 + 6, numbers, stake: 1 }],
  })
  const drawn = { main: numbers.split(' ') }
  await decide(period_id, { numbers: drawn, published: {} })
  expect(await runOf(period_id)).toMatchObject({ status: runStatus.stuck, orders: 0 })
  expect(await ordersOf(period_id)).toMatchObject([{ order_id, status: done }])
  await decide(period_id, { numbers: drawn, published: { jackpot: { winners: 1, amount: 23_970_104_000 } } })
  expect(await ordersOf(period_id)).toMatchObject([{ status: won, reward: 23_970_104_000 }])
})

test('reopening a result revokes its prizes except those being paid, and the next run records the differences', async () => {
  const { period_id } = await southernDraw()
  await fillDraw(office.db, period_id, pos, 1_000)
  await decide(period_id)
  const before = await ordersOf(period_id)
  const winners = before.filter(({ status }) => status === won)
  const paid = winners[0]!.order_id
  await office.write(async (db) => {
    await sql`update sale_order set status = ${paying_reward} where order_id = ${paid}`.execute(db)
  })
  const revoked = await office.write((db) => revokePrizes(db, period_id))
  expect(revoked.map(({ order_id, before: reward }) => [order_id, reward])).toEqual(
    winners.map(({ order_id, reward }) => [order_id, reward]),
  )
  const taken_back = await ordersOf(period_id)
  expect(taken_back.filter(({ reward }) => reward > 0).map(({ order_id }) => order_id)).toEqual([paid])
  // The eighth prize was 32 and not 31.
  await decide(period_id, { ...published_draw, numbers: { ...published_draw.numbers, eighth: ['32'] } })
  const after = new Map((await ordersOf(period_id)).map((order) => [order.order_id, order]))
  expect(after.get(paid)).toEqual({ ...winners[0]!, status: paying_reward })
  const changes = await office.db.selectFrom('prize_change').selectAll().where('period_id', '=', period_id).execute()
  const unpaid = changes.filter(({ status }) => status !== paying_reward)
  expect(unpaid.map(({ order_id }) => after.get(order_id)!.reward)).toEqual(unpaid.map((order) => order.after))
  const changed = new Set(changes.map(({ order_id }) => order_id))
  const unchanged = before.filter(({ order_id }) => !changed.has(order_id))
  expect(unchanged.map(({ order_id }) => after.get(order_id)!.reward)).toEqual(unchanged.map(({ reward }) => reward))
  expect(changes.filter(({ before: had, after: has }) => had === 0 && has! > 0).length).toBeGreaterThan(0)
  expect([...after.values()].filter(({ status }) => status === done)).toEqual([])
})

test('an order with a report keeps its state while its draw is decided', async () => {
  const { period_id } = await southernDraw()
  await fillDraw(office.db, period_id, pos, 10)
  const [first] = await ordersOf(period_id)
  await office.write(async (db) => {
    await sql`update sale_order set status = ${reported} where order_id = ${first!.order_id}`.execute(db)
  })
  await decide(period_id)
  const orders = await ordersOf(period_id)
  expect(orders[0]!.status).toBe(reported)
  expect(await runOf(period_id)).toMatchObject({ orders: 9 })
})

test('an order whose report is rejected after the run is decided then', async () => {
  const { an, binh } = await openOrderDesk(office)
  const { period_id, place } = await southernDraw()
  await stockTickets(office, place, 1, '040589')
  const { area_id, open_date } = place
  const order_id = await sell(office, pos, { area_id, open_date, tickets: [{ number: '040589', quantity: 1 }] })
  await an.call(orderCalls.report, { order_id, reason: 'Khách báo vé mờ', without_image: true })
  await decide(period_id)
  expect(await ordersOf(period_id)).toMatchObject([{ status: reported, reward: 0 }])
  await binh.call(orderCalls.rejectReport, { order_id, reason: 'Vé in rõ' })
  await expect.poll(async () => (await ordersOf(period_id))[0]!.status, { timeout: 10_000 }).toBe(won)
  expect(await runOf(period_id)).toMatchObject({ status: runStatus.done, orders: 1, gross: 2000 * million })
})
