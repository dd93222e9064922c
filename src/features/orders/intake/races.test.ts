/** Races for the stop of a draw, the last ticket, a repeated request and a limit. Two intakes stand for two programs. */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql, type RawBuilder } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { Failure } from '#contract/errors.ts'
import { createClient, createDb, createPools, type Pools } from '#server/database/pool.ts'
import type { Db } from '#server/database/transaction.ts'
import { product } from '#features/results/product/product.contract.ts'
import { orderRef } from '#features/orders/order/order-refs.rules.ts'
import { openOffice, type Office } from '../../../testing/office.ts'
import { openPos, sell, setGamePeriod, stockTickets, orderRequestOf, type SellingPos } from '../../../testing/orders.ts'
import { proofs } from '../../../testing/proofs.ts'
import { dayFromNow, openStore, setPeriod, stations } from '../../../testing/tickets.ts'
import { untilWaiting } from '../../../testing/waits.ts'
import { depositLedger } from '#features/orders/payment/partner-ledger.server.ts'
import { otherBankLedger } from '#features/wallets/money.server.ts'
import { transfer } from '#server/ledger/ledger.ts'
import { openIntake } from './queue.server.ts'
import { createOrders } from './create-orders.server.ts'
import { writeTo } from '../../../testing/write.ts'

let office: Office
let pools: [Pools, Pools]
let programs: [Db, Db]
let intakes: [ReturnType<typeof openIntake>, ReturnType<typeof openIntake>]
let pos: SellingPos
let base_id: number
let today: string
beforeAll(async () => {
  office = await openOffice()
  pools = [createPools(office.database_url, { size: 6 }), createPools(office.database_url, { size: 6 })]
  programs = [createDb(pools[0].main), createDb(pools[1].main)]
  intakes = [openIntake(programs[0]), openIntake(programs[1])]
  pos = await openPos(office)
  base_id = await openStore(office, [stations.tphcm])
  today = await dayFromNow(office.db, 0)
  await setPeriod(office, stations.tphcm, today, 'open')
})
afterAll(async () => {
  await Promise.all(pools.map((both) => both.end()))
  await office.close()
})

type Intake = (typeof intakes)[number]
const anyOf = (n: number): Intake => intakes[n % 2]!
/** Returns 0 or the code of the refusal, and throws any other error. */
async function codeOf(answer: Promise<unknown>): Promise<number> {
  try {
    await answer
    return 0
  } catch (error) {
    if (error instanceof Failure) return error.code
    throw error
  }
}
const tally = (codes: number[]) =>
  Object.fromEntries([...new Set(codes)].sort().map((code) => [code, codes.filter((same) => same === code).length]))
const readRow = async <T>(statement: RawBuilder<T>) => (await statement.execute(office.db)).rows[0]!

let period_id: number
beforeEach(async () => {
  period_id = await setGamePeriod(office, product.keno, 'open')
})
const create = async (intake: Intake) => intake.create(await orderRequestOf(office, pos, { period_id }))
const pay = (intake: Intake, order_id: number) =>
  intake.pay({ device_id: pos.device_id, transid: randomUUID(), order_id })

afterEach(() => Promise.all(floods.splice(0).map((flooding) => flooding.end())))
const floods: { end(): Promise<void> }[] = []

interface ServedCall {
  sent_at: number
  code: number
}

/** Sends orders and payments from many clients until it is ended, and collects each answer with the time at which it was sent. */
function flood(client_count: number) {
  let is_running = true
  const answers: ServedCall[] = []
  const runClient = async (n: number) => {
    while (is_running) {
      const sent_at = performance.now()
      const result = await create(anyOf(n)).catch((error: unknown) => error)
      answers.push({ sent_at, code: result instanceof Failure ? result.code : 0 })
      if (result instanceof Failure) continue
      if (result instanceof Error) throw result
      // A third pays at once, a third after a short wait, and a third never.
      if (n % 3 === 2) continue
      if (n % 3 === 1) await sleep(Math.random() * 30)
      const { order_id } = result as { order_id: number }
      answers.push({ sent_at: performance.now(), code: await codeOf(pay(anyOf(n + 1), order_id)) })
    }
  }
  const all = Promise.all(Array.from({ length: client_count }, (_, n) => runClient(n)))
  const end = async () => {
    is_running = false
    await all
  }
  floods.push({ end })
  /** Waits, however busy the machine is, until so many answers fulfil the condition. */
  const until = (min_count: number, isCounted: (answer: ServedCall) => boolean) =>
    vi.waitFor(() => expect(answers.filter(isCounted).length).toBeGreaterThanOrEqual(min_count), {
      timeout: 30_000,
      interval: 10,
    })
  return { answers, until, end }
}

const accepted = ({ code }: ServedCall) => code === 0
const refused = ({ code }: ServedCall) => code !== 0

const countLate = () =>
  readRow(sql<{ created: number; paid: number; all: number }>`
    select count(*) filter (where o.ordered_at >= p.stop_at) as created, count(*) filter (where o.paid_at >= p.stop_at) as paid, count(*) as all
    from sale_order o join draw_period p using (period_id) where o.period_id = ${period_id}`)

describe('the stop of a draw', () => {
  test('applies by the clock: under load no order is created or paid from then on', async () => {
    const running = flood(24)
    await running.until(20, accepted)
    await office.write((db) =>
      sql`update draw_period set return_until = clock_timestamp() + interval '0.8 seconds', stop_at = clock_timestamp() + interval '0.8 seconds'
        where period_id = ${period_id}`.execute(db),
    )
    await running.until(24, refused)
    await running.end()
    const { created, paid, all } = await countLate()
    expect({ created, paid }).toEqual({ created: 0, paid: 0 })
    expect(all).toBeGreaterThan(10)
    const codes = running.answers.map(({ code }) => code)
    expect([...new Set(codes)].sort()).toEqual([0, 156])
  })

  test.each([true, false])(
    'is moved to now within three seconds under load (row locked first: %s), and later requests are refused',
    async (locked_first) => {
      const running = flood(24)
      await running.until(20, accepted)
      const from = performance.now()
      await writeTo(programs[0], async (db) => {
        if (locked_first) await sql`select from draw_period where period_id = ${period_id} for update`.execute(db)
        await sql`update draw_period set return_until = clock_timestamp(), stop_at = clock_timestamp() where period_id = ${period_id}`.execute(
          db,
        )
      })
      const moved = performance.now()
      await running.until(24, ({ sent_at }) => sent_at > moved)
      await running.end()
      expect(moved - from).toBeLessThan(3_000)
      expect(await countLate()).toMatchObject({ created: 0, paid: 0 })
      const after = running.answers.filter(({ sent_at }) => sent_at > moved)
      expect(after.length).toBeGreaterThan(5)
      expect(tally(after.map(({ code }) => code))).toEqual({ 156: after.length })
    },
  )

  test('also follows from a cancellation under load: no order is created or paid from then on', async () => {
    const running = flood(24)
    await running.until(20, accepted)
    await writeTo(programs[1], async (db) => {
      await sql`select from draw_period where period_id = ${period_id} for update`.execute(db)
      await sql`update draw_period set cancelled_at = clock_timestamp() where period_id = ${period_id}`.execute(db)
    })
    const cancelled = performance.now()
    await running.until(24, ({ sent_at }) => sent_at > cancelled)
    await running.end()
    const after = running.answers.filter(({ sent_at }) => sent_at > cancelled)
    expect(after.length).toBeGreaterThan(5)
    expect(tally(after.map(({ code }) => code))).toEqual({ 156: after.length })
    const { n } = await readRow(sql<{ n: number }>`
      select count(*) as n from sale_order o join draw_period p using (period_id)
      where period_id = ${period_id} and (o.ordered_at >= p.cancelled_at or o.paid_at >= p.cancelled_at)`)
    expect(n).toBe(0)
  })

  test('is checked again by an order that waited for somebody to move it', async () => {
    const client = createClient(office.database_url)
    await client.connect()
    try {
      await client.query('begin')
      await client.query(`select begin_command(null, 'test', 'test', ''::bytea)`)
      await client.query('update draw_period set return_until = stop_at where period_id = $1', [period_id])
      const waiting = codeOf(create(intakes[0]))
      await untilWaiting(office.db)
      await client.query(
        'update draw_period set return_until = clock_timestamp(), stop_at = clock_timestamp() where period_id = $1',
        [period_id],
      )
      await client.query('commit')
      expect(await waiting).toBe(156)
    } finally {
      await client.end()
    }
  })

  test('is not moved before an order that is being created is done', async () => {
    const request = await orderRequestOf(office, pos, { period_id })
    let commit = () => {}
    const may_commit = new Promise<void>((resolve) => (commit = resolve))
    let began = () => {}
    const has_begun = new Promise<void>((resolve) => (began = resolve))
    const creation = writeTo(programs[0], async (db) => {
      await createOrders(db, [request])
      began()
      await may_commit
    })
    await has_begun
    const stopMove = writeTo(programs[1], async (db) => {
      await sql`select from draw_period where period_id = ${period_id} for update`.execute(db)
      await sql`update draw_period set return_until = clock_timestamp(), stop_at = clock_timestamp() where period_id = ${period_id}`.execute(
        db,
      )
    })
    await untilWaiting(office.db)
    commit()
    await Promise.all([creation, stopMove])
    expect(await countLate()).toEqual({ created: 0, paid: 0, all: 1 })
  })
})

const stockNumber = (quantity: number) =>
  stockTickets(office, { open_date: today, area_id: stations.tphcm, base_id }, quantity)

test('parallel orders for the last tickets get exactly as many as there are', async () => {
  const number = await stockNumber(7)
  const newRequest = () =>
    orderRequestOf(office, pos, { area_id: stations.tphcm, open_date: today, tickets: [{ number, quantity: 1 }] })
  const requests = await Promise.all(Array.from({ length: 40 }, newRequest))
  const codes = await Promise.all(requests.map((request, n) => codeOf(anyOf(n).create(request))))
  expect(tally(codes)).toEqual({ 0: 7, 167: 33 })
})

test('orders that take the same tickets in opposite order do not deadlock', async () => {
  const [first, second] = [await stockNumber(100), await stockNumber(100)]
  const tickets = [first, second].map((number) => ({ number, quantity: 1 }))
  const codes = await Promise.all(
    Array.from({ length: 40 }, async (_, n) =>
      codeOf(
        anyOf(n).create(
          await orderRequestOf(office, pos, {
            area_id: stations.tphcm,
            open_date: today,
            tickets: n % 3 === 0 ? tickets : tickets.toReversed(),
          }),
        ),
      ),
    ),
  )
  expect(tally(codes)).toEqual({ 0: 40 })
})

test('the same request at two programs in parallel creates one order with one answer', async () => {
  for (let round = 0; round < 5; round++) {
    const request = await orderRequestOf(office, pos, { period_id })
    const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => anyOf(n).create(request)))
    for (const answer of answers) expect(answer).toEqual(answers[0])
    const { order_id } = answers[0]!
    const paying = { device_id: pos.device_id, transid: randomUUID(), order_id }
    const paid = await Promise.all(Array.from({ length: 20 }, (_, n) => anyOf(n).pay(paying)))
    expect(new Set(paid.map(({ paid_at }) => paid_at)).size).toBe(1)
  }
  expect((await countLate()).all).toBe(5)
})

test('an order that is paid and cancelled in parallel becomes exactly one of the two', async () => {
  for (let round = 0; round < 10; round++) {
    const { order_id } = await create(intakes[0])
    const request = { device_id: pos.device_id, order_id }
    const codes = await Promise.all([
      codeOf(intakes[0].pay({ ...request, transid: randomUUID() })),
      codeOf(intakes[1].cancel({ ...request, transid: randomUUID() })),
    ])
    expect(codes.toSorted((a, b) => a - b)).toEqual([0, 122])
    const { paid } = await readRow(
      sql<{
        paid: boolean
      }>`select exists (select from ledger_transfer where ref = ${orderRef(order_id, 'pay')}) as paid`,
    )
    expect(paid).toBe(codes[0] === 0)
  }
})

test('a point of sale stays within its day limit with forty parallel orders', async () => {
  const limited = await openPos(office, { day_sale_limit: 120_000 })
  const codes = await Promise.all(
    Array.from({ length: 40 }, async (_, n) =>
      codeOf(anyOf(n).create(await orderRequestOf(office, limited, { period_id }))),
    ),
  )
  expect(tally(codes)).toEqual({ 0: 12, 117: 28 })
})

test('cash orders stay within a partner’s debt limit and deposit, also in parallel at several points of sale', async () => {
  const first = await openPos(office)
  const all = [first, await openPos(office, { partner_id: first.partner_id })]
  const before = await readRow(
    sql<{
      due: number
    }>`select amount + fee - commission as due from sale_order where order_id = ${await sell(office, first, { period_id })}`,
  )
  await office.write(async (db) => {
    const bank = await otherBankLedger(db)
    const to = await depositLedger(db, first.partner_id)
    await transfer(db, { ref: 'ky-quy', kind: 'other', from: bank, to, amount: 3 * before.due, reason: 'Ký quỹ' })
    await sql`update partner set debt_limit = ${10 * before.due} where partner_id = ${first.partner_id}`.execute(db)
  })
  const codes = await Promise.all(
    Array.from({ length: 40 }, async (_, n) =>
      codeOf(anyOf(n).create(await orderRequestOf(office, all[n % 2]!, { period_id }))),
    ),
  )
  // One order was sold before.
  expect(tally(codes)).toEqual({ 0: 12, 117: 28 })
  const momo_request = await orderRequestOf(office, first, { period_id, vendor_code: 'MOMO' })
  expect(await codeOf(anyOf(0).create(momo_request))).toBe(0)
})

test('a request that breaks its batch fails alone, and the others are granted', async () => {
  const requests = await Promise.all(Array.from({ length: 5 }, () => orderRequestOf(office, pos, { period_id })))
  const broken = { ...(await orderRequestOf(office, pos, { period_id })), full_name: 'a\u0000b' }
  const outcomes = await Promise.allSettled(
    [...requests.slice(0, 2), broken, ...requests.slice(2)].map((request) => intakes[0].create(request)),
  )
  expect(outcomes.map(({ status }) => status)).toEqual([
    'fulfilled',
    'fulfilled',
    'rejected',
    'fulfilled',
    'fulfilled',
    'fulfilled',
  ])
})

test('requests that find the queue full are refused with 999, and all others are granted', async () => {
  const request = await orderRequestOf(office, pos, { period_id })
  const requests = Array.from({ length: 2_300 }, () => codeOf(intakes[1].create({ ...request, transid: randomUUID() })))
  const counted = tally(await Promise.all(requests))
  expect(counted[999]).toBeGreaterThan(0)
  expect(counted[0]! + counted[999]!).toBe(2_300)
})
test('payments match the orders, and stock and ledger are consistent after all tests above', async () => {
  const { same } = await readRow(sql<{ same: boolean }>`
    select (select coalesce(sum(amount), 0) from ledger_transfer where kind = 5) = (select sum(amount) from sale_order where paid_at is not null)
      and (select count(*) from ledger_transfer where kind = 5) = (select count(*) from sale_order where paid_at is not null) as same`)
  expect(same).toBe(true)
  expect(await proofs(office)).toEqual([])
})
