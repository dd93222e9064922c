/** While staff hold tickets for long, as they do who return the slip of a whole station: everybody else goes on. */
import type pg from 'pg'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { Failure } from '#contract/errors.ts'
import { createClient } from '#server/database/pool.ts'
import { asProgram } from '#server/serve.ts'
import { openOffice, type Office } from '../../../testing/office.ts'
import { openShop, setGamePeriod, stockTickets, wishOf, type Shop } from '../../../testing/orders.ts'
import { dayFromNow, openStore, setPeriod, stations } from '../../../testing/tickets.ts'
import { product } from '#features/results/product/product.contract.ts'
import { expireOrders } from './intake.jobs.ts'
import { openIntake } from './queue.server.ts'

let office: Office
let shop: Shop
let intake: ReturnType<typeof openIntake>
let place: { area_id: number; open_date: string; base_id: number }
let period_id: number
beforeAll(async () => {
  office = await openOffice()
  shop = await openShop(office)
  intake = openIntake(office.db)
  const base_id = await openStore(office, [stations.tphcm])
  place = { area_id: stations.tphcm, open_date: await dayFromNow(office.db, 0), base_id }
  await setPeriod(office, place.area_id, place.open_date, 'open')
  period_id = await setGamePeriod(office, product.keno, 'open')
})
afterAll(() => office.close())

let staff: pg.Client
beforeEach(async () => {
  staff = createClient(office.database_url)
  await staff.connect()
})
afterEach(() => staff.end())

/** Holds the tickets of this number until `staff` lets go. */
async function hold(number: string): Promise<void> {
  await staff.query('begin')
  await staff.query('select from xskt_ticket where number = $1 for update', [number])
}

const stocked = (quantity: number) => stockTickets(office, place, quantity)
const ticketWish = (number: string) => wishOf(office, shop, { ...place, tickets: [{ number, quantity: 1 }] })
const gameWish = () => wishOf(office, shop, { period_id })

type Wish = Awaited<ReturnType<typeof wishOf>>
interface Answered {
  code: number
  /** Of the refusal: when to come back; 0 of one that stands. */
  status: number
  ms: number
}

async function answered(wish: Wish): Promise<Answered> {
  const since = performance.now()
  const error: unknown = await intake.create(wish).then(
    () => null,
    (thrown: unknown) => thrown,
  )
  const ms = performance.now() - since
  if (error === null) return { code: 0, status: 200, ms }
  if (!(error instanceof Failure)) throw error
  return { code: error.code, status: (error as { status?: number }).status ?? 200, ms }
}

const codes = (answers: Answered[]) => answers.map(({ code }) => code)

test('only the orders for it are told to come back: games and other tickets are granted within a second', async () => {
  const [held, free] = [await stocked(10), await stocked(10)]
  await hold(held)
  const tickets = await Promise.all([held, free, free, held, free].map(ticketWish))
  const games = await Promise.all(Array.from({ length: 10 }, gameWish))
  const answers = await Promise.all([...tickets, ...games].map(answered))
  expect(codes(answers)).toEqual([999, 0, 0, 999, 0, ...games.map(() => 0)])
  expect(answers.filter(({ code }) => code !== 0).map(({ status }) => status)).toEqual([503, 503])
  for (const { ms } of answers) expect(ms).toBeLessThan(1_000)
  // Nothing was decided: the same wish is granted when the ticket is free.
  await staff.query('rollback')
  expect((await answered(tickets[0]!)).code).toBe(0)
})

test('a whole batch for it does not wait for it one after the other', async () => {
  const held = await stocked(100)
  const wishes = await Promise.all(Array.from({ length: 50 }, () => ticketWish(held)))
  await hold(held)
  const answers = await Promise.all(wishes.map(answered))
  expect(codes(answers)).toEqual(wishes.map(() => 999))
  for (const { ms } of answers) expect(ms).toBeLessThan(1_500)
  await staff.query('rollback')
  expect(codes(await Promise.all(wishes.map(answered)))).toEqual(wishes.map(() => 0))
})

test('a ticket that is held for a moment only is waited for', async () => {
  const held = await stocked(1)
  await hold(held)
  const answer = answered(await ticketWish(held))
  await staff.query('select pg_sleep(0.1)')
  await staff.query('rollback')
  expect((await answer).code).toBe(0)
})

test('orders whose time is over are cancelled all the same, and its own one when it is free again', async () => {
  const number = await stocked(3)
  const over = [await intake.create(await gameWish()), await intake.create(await ticketWish(number))].map(
    ({ order_id }) => order_id,
  )
  await asProgram(office.db, 'program test', (db) =>
    sql`update sale_order set expires_at = now() where order_id = any(${over}::bigint[])`.execute(db),
  )
  const statuses = async () => {
    const { rows } = await sql<{ status: number }>`
      select status from sale_order where order_id = any(${over}::bigint[]) order by order_id`.execute(office.db)
    return rows.map(({ status }) => status)
  }
  await hold(number)
  await expireOrders(office.db)
  expect(await statuses()).toEqual([13, 1])
  await staff.query('rollback')
  await expireOrders(office.db)
  expect(await statuses()).toEqual([13, 13])
})
