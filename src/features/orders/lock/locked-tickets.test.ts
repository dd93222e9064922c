/** While staff lock tickets for long, for example with the return slip of a whole station, all other orders continue. */
import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { Failure } from '#contract/errors.ts'
import { createClient } from '#server/database/pool.ts'
import type { Db } from '#server/database/transaction.ts'
import { openOffice, type Office } from '../../../testing/office.ts'
import { openPos, setGamePeriod, stockTickets, orderRequestOf, type SellingPos } from '../../../testing/orders.ts'
import { dayFromNow, openStore, setPeriod, stations } from '../../../testing/tickets.ts'
import { untilWaiting } from '../../../testing/waits.ts'
import { refundDraw } from '#features/orders/refund/cancelled-draw.jobs.ts'
import { product } from '#features/results/product/product.contract.ts'
import { cancelOrders } from '#features/orders/intake/cancel-orders.server.ts'
import { expireOrders } from '#features/orders/intake/intake.jobs.ts'
import { createOrders } from '#features/orders/intake/create-orders.server.ts'
import { openIntake } from '#features/orders/intake/queue.server.ts'
import type { OrderAnswer } from '#features/orders/intake/order-request.rules.ts'

let office: Office
let pos: SellingPos
let intake: ReturnType<typeof openIntake>
type Place = Record<'area_id' | 'base_id', number> & { open_date: string }
let place: Place
let other_place: Place
let period_id: number
beforeAll(async () => {
  office = await openOffice()
  pos = await openPos(office)
  intake = openIntake(office.db)
  const open_date = await dayFromNow(office.db, 0)
  const openStation = async (area_id: number): Promise<Place> => {
    await setPeriod(office, area_id, open_date, 'open')
    return { area_id, open_date, base_id: await openStore(office, [area_id]) }
  }
  place = await openStation(stations.tphcm)
  other_place = await openStation(stations.dongthap)
  period_id = await setGamePeriod(office, product.keno, 'open')
})
afterAll(() => office.close())

let staff: pg.Client
beforeEach(async () => {
  staff = createClient(office.database_url)
  await staff.connect()
})
afterEach(() => staff.end())

/** Locks the tickets of this number until `staff` rolls back. */
async function lockTicket(number: string): Promise<void> {
  await staff.query('begin')
  await staff.query('select from xskt_ticket where number = $1 for update', [number])
}

/** Locks a stock, as the approval of many slips does. */
async function lockStock({ area_id, open_date, base_id }: Place): Promise<void> {
  await staff.query('begin')
  const key = [area_id, open_date, base_id]
  await staff.query('select from stock where area_id = $1 and open_date = $2 and base_id = $3 for update', key)
}

const stocked = (quantity: number, where = place) => stockTickets(office, where, quantity)
const ticketRequest = (number: string, where = place) =>
  orderRequestOf(office, pos, { ...where, tickets: [{ number, quantity: 1 }] })
const gameRequest = () => orderRequestOf(office, pos, { period_id })

type Request = Awaited<ReturnType<typeof orderRequestOf>>
interface ServedCall {
  code: number
  /** 503 if the request may be repeated, 200 if the answer is final. */
  status: number
  ms: number
}

async function outcomeOf(request: Request): Promise<ServedCall> {
  const since = performance.now()
  const error: unknown = await intake.create(request).then(
    () => null,
    (thrown: unknown) => thrown,
  )
  const ms = performance.now() - since
  if (error === null) return { code: 0, status: 200, ms }
  if (!(error instanceof Failure)) throw error
  return { code: error.code, status: (error as { status?: number }).status ?? 200, ms }
}

const codes = (answers: ServedCall[]) => answers.map(({ code }) => code)

test('while a ticket is locked only orders for it get 503; games and other tickets are granted within a second', async () => {
  const [locked, free] = [await stocked(10), await stocked(10)]
  await lockTicket(locked)
  const tickets = await Promise.all([locked, free, free, locked, free].map((number) => ticketRequest(number)))
  const games = await Promise.all(Array.from({ length: 10 }, gameRequest))
  const answers = await Promise.all([...tickets, ...games].map(outcomeOf))
  expect(codes(answers)).toEqual([999, 0, 0, 999, 0, ...games.map(() => 0)])
  expect(answers.filter(({ code }) => code !== 0).map(({ status }) => status)).toEqual([503, 503])
  for (const { ms } of answers) expect(ms).toBeLessThan(1_000)
  // Nothing was decided: the same request is granted once the ticket is free.
  await staff.query('rollback')
  expect((await outcomeOf(tickets[0]!)).code).toBe(0)
})

test('a batch of orders for a locked ticket is refused together and does not wait one by one', async () => {
  const locked = await stocked(100)
  const requests = await Promise.all(Array.from({ length: 50 }, () => ticketRequest(locked)))
  await lockTicket(locked)
  const answers = await Promise.all(requests.map(outcomeOf))
  expect(codes(answers)).toEqual(requests.map(() => 999))
  for (const { ms } of answers) expect(ms).toBeLessThan(1_500)
  await staff.query('rollback')
  expect(codes(await Promise.all(requests.map(outcomeOf)))).toEqual(requests.map(() => 0))
})

test('an order waits for a ticket that is locked only for a moment', async () => {
  const locked = await stocked(1)
  await lockTicket(locked)
  const answer = outcomeOf(await ticketRequest(locked))
  await untilWaiting(office.db)
  await staff.query('rollback')
  expect((await answer).code).toBe(0)
})

test('while a stock is locked, orders of other stations and of games are granted within a second', async () => {
  const [locked, free] = [await stocked(10), await stocked(10, other_place)]
  await lockStock(place)
  const tickets = [
    await ticketRequest(free, other_place),
    await ticketRequest(locked),
    await ticketRequest(free, other_place),
  ]
  const answers = await Promise.all([...tickets, await gameRequest(), await gameRequest()].map(outcomeOf))
  expect(codes(answers)).toEqual([0, 999, 0, 0, 0])
  expect(answers[1]!.status).toBe(503)
  for (const { ms } of answers) expect(ms).toBeLessThan(1_000)
  await staff.query('rollback')
  expect((await outcomeOf(tickets[1]!)).code).toBe(0)
})

test('creating and cancelling orders leaves the lock timeout of later statements unchanged', async () => {
  const timeout = async (db: Db) =>
    (await sql<{ lock_timeout: string }>`select current_setting('lock_timeout') as lock_timeout`.execute(db)).rows[0]
  const request = await ticketRequest(await stocked(1))
  const after = await office.write(async (db) => {
    const [outcome] = await createOrders(db, [request])
    const { order_id } = outcome as OrderAnswer
    const sold = await timeout(db)
    await cancelOrders(db, [{ device_id: pos.device_id, transid: randomUUID(), order_id }])
    return [sold, await timeout(db)]
  })
  const usual = await timeout(office.db)
  expect(after).toEqual([usual, usual])
})

test.each([
  ['a ticket', (number: string) => lockTicket(number)],
  ['a stock', () => lockStock(place)],
])(
  'expired orders are cancelled while %s is locked, and the one that is blocked after its release',
  async (_, lock) => {
    const number = await stocked(3)
    const requests = [
      await gameRequest(),
      await ticketRequest(number),
      await ticketRequest(await stocked(1, other_place), other_place),
    ]
    const expired_ids: number[] = []
    for (const request of requests) expired_ids.push((await intake.create(request)).order_id)
    await office.write((db) =>
      sql`update sale_order set expires_at = now() where order_id = any(${expired_ids}::bigint[])`.execute(db),
    )
    const statuses = async () => {
      const { rows } = await sql<{ status: number }>`
      select status from sale_order where order_id = any(${expired_ids}::bigint[]) order by order_id`.execute(office.db)
      return rows.map(({ status }) => status)
    }
    await lock(number)
    await expireOrders(office.db)
    expect(await statuses()).toEqual([13, 1, 13])
    await staff.query('rollback')
    await expireOrders(office.db)
    expect(await statuses()).toEqual([13, 13, 13])
  },
)

test('unpaid orders of a cancelled draw are cancelled while a ticket is locked, and the blocked one in a later run', async () => {
  const area_id = stations.camau
  const open_date = place.open_date
  const third_place = { area_id, open_date, base_id: await openStore(office, [area_id]) }
  await setPeriod(office, area_id, open_date, 'open')
  const [locked, free] = [await stocked(1, third_place), await stocked(1, third_place)]
  const ids: number[] = []
  for (const number of [locked, free])
    ids.push((await intake.create(await ticketRequest(number, third_place))).order_id)
  const statuses = async () => {
    const { rows } = await sql<{ status: number; period_id: number }>`
      select status, period_id from sale_order where order_id = any(${ids}::bigint[]) order by order_id`.execute(
      office.db,
    )
    return rows
  }
  const draw = (await statuses())[0]!.period_id
  const { user_id } = await office.hire([])
  await office.write((db) =>
    sql`update draw_period set cancel_requested_by = ${user_id}, cancel_requested_at = now(), cancel_reason = 'Không quay', cancelled_by = ${user_id},
      cancelled_at = now() where period_id = ${draw}`.execute(db),
  )
  await lockTicket(locked)
  await expect(refundDraw(office.db, draw)).rejects.toThrow('1 orders are left, because somebody else holds')
  expect((await statuses()).map(({ status }) => status)).toEqual([1, 13])
  await staff.query('rollback')
  await refundDraw(office.db, draw)
  expect((await statuses()).map(({ status }) => status)).toEqual([13, 13])
})
