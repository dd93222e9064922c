/** Tickets of unpaid orders that come back when their draw is decided already have their prizes as well. */
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDb, createPools, type Pools } from '#server/database/pool.ts'
import type { Db } from '#server/database/transaction.ts'
import { cancelExpired } from '#features/orders/intake/cancel-orders.server.ts'
import { returnPage, unsoldPage } from '#features/tickets/pages.contract.ts'
import { ticketReturn } from '#features/tickets/ticket-return/ticket-return.contract.ts'
import { closeDue } from '#features/tickets/unsold/close.jobs.ts'
import { unsold } from '#features/tickets/unsold/unsold.contract.ts'
import { openOffice, type Office } from '../../../testing/office.ts'
import { openPos, order, stockTickets, type SellingPos } from '../../../testing/orders.ts'
import { confirmedResult, published_draw } from '../../../testing/prizes.ts'
import { proofs } from '../../../testing/proofs.ts'
import { dayFromNow, openStore, setPeriod, stations } from '../../../testing/tickets.ts'
import { writeTo } from '../../../testing/write.ts'
import { resumePrizesJob, runPrizes } from './prize-run.jobs.ts'
import { decideLate, decideStockAgain, enqueuePrizeRun, revokePrizes } from './prize-run.server.ts'

let office: Office
let pos: SellingPos
let pools: Pools
/** Connections of their own, for work that waits for other work. */
let db: Db

beforeAll(async () => {
  office = await openOffice()
  pos = await openPos(office)
  pools = createPools(office.database_url, { size: 24 })
  db = createDb(pools.main)
})
afterAll(async () => {
  await pools.end()
  await office.close()
})

const area_id = stations.tphcm
const prize = 400_000 + 100_000
let days = 0

/** A closed stock with one unsold ticket, and as many expired unpaid orders of one ticket each; all of them won two prizes. */
async function draw(order_count: number) {
  const open_date = await dayFromNow(office.db, ++days)
  const base_id = await openStore(office, [area_id])
  await setPeriod(office, area_id, open_date, 'open')
  const number = await stockTickets(office, { area_id, open_date, base_id }, order_count + 1, '128531')
  const order_ids: number[] = []
  for (let n = 0; n < order_count; n++)
    order_ids.push(await order(office, pos, { area_id, open_date, tickets: [{ number, quantity: 1 }] }))
  await office.write((trx) =>
    sql`update sale_order set expires_at = now() where order_id = any(${order_ids}::bigint[])`.execute(trx),
  )
  await setPeriod(office, area_id, open_date, 'drawn')
  await closeDue(office.db)
  const period_id = await confirmDraw(open_date)
  return { period_id, order_ids, key: { area_id, open_date } }
}

/** Confirms the result, and starts the run, which the test itself runs. */
async function confirmDraw(open_date: string): Promise<number> {
  const { period_id } = await office.db
    .selectFrom('draw_period')
    .select('period_id')
    .where('area_id', '=', area_id)
    .where('open_date', '=', open_date)
    .executeTakeFirstOrThrow()
  await confirmedResult(office.db, period_id, published_draw)
  await office.write((trx) => enqueuePrizeRun(trx, async () => undefined, period_id))
  return period_id
}

const expire = (...order_ids: number[]) => writeTo(db, (trx) => cancelExpired(trx, order_ids, undefined, 25_000))

/** What the jobs of every minute do. */
async function everyMinute() {
  const period_ids: number[] = []
  await resumePrizesJob({ main: db } as never, async (_, __, data) => {
    period_ids.push((data as { period_id: number }).period_id)
  }).run()
  for (const period_id of period_ids) await runPrizes(db, period_id)
  await closeDue(db)
}

const prizeOf = (period_id: number) =>
  office.db.selectFrom('unsold_prize').select(['quantity', 'gross']).where('period_id', '=', period_id).execute()
const stockStatusOf = async ({ open_date }: { open_date: string }) =>
  (await office.db.selectFrom('stock').select(['in_stock', 'status']).where('open_date', '=', open_date).execute())[0]
const calculated = 3

test('a ticket that comes back after the run has its prize before the stock is calculated', async () => {
  const { period_id, order_ids, key } = await draw(2)
  await runPrizes(db, period_id)
  expect(await prizeOf(period_id)).toEqual([{ quantity: 1, gross: prize }])
  await expire(order_ids[0]!)
  await closeDue(db)
  expect(await stockStatusOf(key)).toEqual({ in_stock: 2, status: 2 })
  await everyMinute()
  expect(await prizeOf(period_id)).toEqual([{ quantity: 2, gross: 2 * prize }])
  expect(await stockStatusOf(key)).toEqual({ in_stock: 2, status: calculated })
  // Later ones stay away from the stock, and it stays calculated.
  await expire(order_ids[1]!)
  await everyMinute()
  expect(await stockStatusOf(key)).toEqual({ in_stock: 2, status: calculated })
  expect(await proofs(office)).toEqual([])
})

test('a ticket that comes back from a return slip after the run has its prize', async () => {
  const keeper = await office.hire(returnPage.rights)
  const open_date = await dayFromNow(office.db, ++days)
  const base_id = await openStore(office, [area_id])
  const key = { area_id, open_date, base_id }
  await setPeriod(office, area_id, open_date, 'open')
  const number = await stockTickets(office, key, 2, '128531')
  const data = [{ number, quantity: 1 }]
  const { ticket_return_id, version } = await keeper.call(ticketReturn.returnBatch, { ...key, reason: 'Ế khách', data })
  const period_id = await confirmDraw(open_date)
  await runPrizes(db, period_id)
  await keeper.call(ticketReturn.withdraw, { ticket_return_id, version })
  await everyMinute()
  expect(await prizeOf(period_id)).toEqual([{ quantity: 2, gross: 2 * prize }])
})

test('a ticket that is just coming back is waited for', async () => {
  const { period_id, order_ids, key } = await draw(1)
  let run: Promise<void> | undefined
  await writeTo(db, async (trx) => {
    await cancelExpired(trx, order_ids, undefined, 25_000)
    run = runPrizes(db, period_id)
    await sleep(300)
  })
  await run
  await everyMinute()
  expect(await prizeOf(period_id)).toEqual([{ quantity: 2, gross: 2 * prize }])
  expect(await stockStatusOf(key)).toEqual({ in_stock: 2, status: calculated })
})

test('a ticket that comes back while the stock is decided has its prize', async () => {
  const { period_id, order_ids, key } = await draw(1)
  let both: Promise<unknown> | undefined
  const holding = writeTo(db, async (trx) => {
    // The run waits for this total when it has read the tickets.
    await sql`insert into prize_total select ${period_id}, 0, base_id, 'sixth', 1, 1 from stock
      where area_id = ${area_id} and open_date = ${key.open_date}`.execute(trx) // unscoped: a test
    const run = runPrizes(db, period_id)
    await sleep(300)
    both = Promise.all([run, expire(...order_ids)])
    await sleep(300)
    throw new Error('rolled back')
  })
  await expect(holding).rejects.toThrow('rolled back')
  await both
  await everyMinute()
  expect(await prizeOf(period_id)).toEqual([{ quantity: 2, gross: 2 * prize }])
  expect(await stockStatusOf(key)).toEqual({ in_stock: 2, status: calculated })
})

test.each(['expire', 'calculate'] as const)(
  'twenty orders that expire while others run and calculate the draw, %s first',
  async (first) => {
    const settler = await office.hire(unsoldPage.rights)
    const { period_id, order_ids, key } = await draw(20)
    const steps = order_ids.map((order_id) => ({
      expire: () => expire(order_id),
      calculate: async () => {
        await runPrizes(db, period_id)
        await settler.call(unsold.calculate, key).catch(() => undefined)
      },
    }))
    await Promise.all(
      steps.flatMap((step) => {
        const tries = [step.expire(), step.calculate()]
        return first === 'expire' ? tries : tries.toReversed()
      }),
    )
    await everyMinute()
    const stock = (await stockStatusOf(key))!
    expect(stock.status).toBe(calculated)
    expect(await prizeOf(period_id)).toEqual([{ quantity: stock.in_stock, gross: stock.in_stock * prize }])
    expect(await proofs(office)).toEqual([])
  },
)

test('a calculated stock stays so while its run is unfinished, until its result is reopened', async () => {
  const { period_id, key } = await draw(0)
  await runPrizes(db, period_id)
  await closeDue(db)
  for (const restart of [
    (trx: Db) => decideLate(trx, async () => undefined, period_id),
    (trx: Db) => decideStockAgain(trx, [key]),
  ]) {
    await writeTo(db, restart)
    await closeDue(db)
    expect(await stockStatusOf(key)).toEqual({ in_stock: 1, status: calculated })
    await everyMinute()
  }
  await writeTo(db, (trx) => revokePrizes(trx, period_id))
  await closeDue(db)
  expect(await stockStatusOf(key)).toEqual({ in_stock: 1, status: 2 })
})

test('the proof finds an unsold ticket whose prize is wrong or missing', async () => {
  const { period_id } = await draw(0)
  await runPrizes(db, period_id)
  await office.write(async (trx) => {
    await sql`update unsold_prize set gross = gross + 1 where period_id = ${period_id}`.execute(trx)
  })
  expect(await proofs(office)).toMatchObject([{ what: expect.stringContaining('vé tồn 128531') }])
  await office.write(async (trx) => {
    await sql`delete from unsold_prize where period_id = ${period_id}`.execute(trx)
    await sql`delete from prize_total where period_id = ${period_id}`.execute(trx)
  })
  expect(await proofs(office)).toMatchObject([{ what: expect.stringContaining('ghi 0 đ, thuế 0 đ') }])
})
