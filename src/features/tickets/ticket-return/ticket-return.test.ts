/** Unsold tickets go back to their station: put on a slip, confirmed by a second person before the station's hour. */
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createClient } from '#server/database/pool.ts'
import { openIntake } from '#features/orders/intake/queue.server.ts'
import {
  importApprovalPage,
  returnPage,
  storeTicketPage,
  ticketPage,
  unsoldPage,
  unsoldPrizePage,
} from '#features/tickets/pages.contract.ts'
import { stock } from '#features/tickets/stock/stock.contract.ts'
import { verifyStock } from '#features/tickets/stock/verify-stock.server.ts'
import { importStatus, ticketImport } from '#features/tickets/ticket-import/ticket-import.contract.ts'
import { closeDue } from '#features/tickets/unsold/close.jobs.ts'
import { unsold, unsoldPrizes } from '#features/tickets/unsold/unsold.contract.ts'
import { runPrizes } from '#features/results/prize-run/prize-run.jobs.ts'
import { enqueuePrizeRun, revokePrizes } from '#features/results/prize-run/prize-run.server.ts'
import { xsktTicket } from '#features/tickets/xskt-ticket/xskt-ticket.contract.ts'
import { errorCodeOf } from '../../../testing/error-code.ts'
import { openOffice, type Office, type Person } from '../../../testing/office.ts'
import { orderRequestOf, openPos, type SellingPos } from '../../../testing/orders.ts'
import { dayFromNow, openStore, setPeriod, stations } from '../../../testing/tickets.ts'
import { confirmedResult, published_draw } from '../../../testing/prizes.ts'
import { returnConfig, returnTerm } from './return-term.contract.ts'
import { ticketReturn } from './ticket-return.contract.ts'
import { returnLife } from './return-life.contract.ts'

let office: Office
let base_id: number
let pos: SellingPos
let intake: ReturnType<typeof openIntake>
/** Puts tickets on slips for the store. */
let an: Person
/** Confirms them. */
let binh: Person
let day: string
let days = 0

const rights = [
  ...storeTicketPage.rights,
  ...importApprovalPage.rights,
  ...returnPage.rights,
  ...unsoldPage.rights,
  ...unsoldPrizePage.rights,
]
const area_id = stations.tphcm
const { waiting, confirmed, rejected, withdrawn, expired } = returnLife.status

beforeAll(async () => {
  office = await openOffice()
  base_id = await openStore(office, [stations.tphcm])
  pos = await openPos(office)
  intake = openIntake(office.db)
  an = await office.hire(rights, { base_id })
  binh = await office.hire(rights)
})
afterAll(() => office.close())
/** Each test has a draw of its own, so that terms and closings do not affect other tests. */
beforeEach(async () => {
  await office.write((db) => sql`delete from return_term where area_id is not null`.execute(db))
  day = await dayFromNow(office.db, ++days)
  await setPeriod(office, area_id, day, 'open')
})

let last_number = 300_000
/** Puts `count` numbers with `quantity` tickets each into stock. */
async function stocked(count: number, quantity = 10): Promise<{ numbers: string[]; ticket_import_id: number }> {
  const numbers = Array.from({ length: count }, () => String(++last_number))
  const tickets = numbers.map((number) => ({ number, quantity }))
  const { ticket_import_id } = await an.call(ticketImport.create, { area_id, open_date: day, tickets })
  await binh.call(ticketImport.approve, { ticket_import_id })
  return { numbers, ticket_import_id }
}
const request = (data: object[] | 'all', person = an) =>
  person.call(ticketReturn.returnBatch, {
    area_id,
    open_date: day,
    base_id,
    reason: 'Ế khách',
    ...(data === 'all' ? { all: 1 as const } : { data: data as never }),
  })
const keyOf = ({ ticket_return_id, version }: { ticket_return_id: number; version: number }) => ({
  ticket_return_id,
  version,
})
const refusalsOf = (tries: PromiseSettledResult<unknown>[]) =>
  tries.flatMap((attempt) => (attempt.status === 'rejected' ? [attempt.reason as unknown] : []))
const stockNow = async () => (await binh.call(stock.list, { base_id, area_id, open_date: day })).items[0]!
const order = (number: string) =>
  orderRequestOf(office, pos, { area_id, open_date: day, tickets: [{ number, quantity: 1 }] })
/** The code of the answer; 999, a ticket that is locked for a moment, is tried again. */
async function orderCode(draft: Awaited<ReturnType<typeof order>>): Promise<number> {
  for (;;) {
    const code = await errorCodeOf(intake.create(draft))
    if (code !== 999) return code
  }
}
const setTerms = (limit_rate: number, price_rate: number) =>
  office.write((db) =>
    sql`insert into return_term (area_id, from_day, limit_rate, price_rate) values (${area_id}, ${day}, ${limit_rate}, ${price_rate})`.execute(
      db,
    ),
  )

test('a slip reserves its tickets, and the confirmation by a second person returns them', async () => {
  await setTerms(5_000, 8_750)
  const { numbers, ticket_import_id } = await stocked(2)
  const slip = await request([{ number: numbers[0], quantity: 4 }, { number: numbers[1] }].slice(0, 1))
  expect(slip).toMatchObject({ status: waiting, quantity: 4, face_amount: 40_000, amount: 35_000, received: 20 })
  expect(await stockNow()).toMatchObject({ in_stock: 16, return_pending: 4, returned: 0 })
  const viewer = await office.hire([ticketPage.view])
  const { items } = await viewer.call(xsktTicket.list, { number: numbers[0]!, open_date: day })
  expect(items).toMatchObject([{ imported: 10, sold: 0, returned: 0, return_pending: 4, in_stock: 6 }])
  expect(await binh.call(ticketReturn.confirm, keyOf(slip))).toMatchObject({ status: confirmed })
  expect(await stockNow()).toMatchObject({ in_stock: 16, return_pending: 0, returned: 4 })
  const { slip: imported } = await binh.call(ticketImport.detail, { ticket_import_id })
  expect(imported).toMatchObject({ status: importStatus.partly_returned, returned_quantity: 4 })
})

test('the maker of a slip cannot confirm it, not even in twenty parallel calls', async () => {
  await stocked(1)
  const slip = await request('all', binh)
  const outcomes = await Promise.allSettled(
    Array.from({ length: 20 }, () => binh.call(ticketReturn.confirm, keyOf(slip))),
  )
  for (const outcome of outcomes) expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 169 } })
  await an.call(ticketReturn.confirm, keyOf(slip))
  const { ticket_return_id } = slip
  await expect(an.call(ticketReturn.confirm, { ticket_return_id })).rejects.toMatchObject({ code: 122 })
})

test('tickets on a waiting slip cannot be sold until it is withdrawn by its maker or rejected', async () => {
  const { numbers } = await stocked(2, 1)
  const mine = await request([{ number: numbers[0] }])
  const other = await request([{ number: numbers[1] }])
  expect(await orderCode(await order(numbers[0]!))).toBe(167)
  expect(await an.call(ticketReturn.withdraw, keyOf(mine))).toMatchObject({ status: withdrawn })
  await expect(binh.call(ticketReturn.withdraw, keyOf(other))).rejects.toMatchObject({ code: 169 })
  const reason = 'Vé rách'
  expect(await binh.call(ticketReturn.reject, { ...keyOf(other), reason })).toMatchObject({
    status: rejected,
    decision: reason,
  })
  for (const number of numbers) expect(await orderCode(await order(number))).toBe(0)
})

test('155, 157, 159, 176: a slip with a wrong line or without lines is refused, and nothing of it is saved', async () => {
  const { numbers } = await stocked(2, 1)
  const [sold, unsoldNumber] = numbers as [string, string]
  await orderCode(await order(sold))
  const refused = async (data: object[], code: number, line = 2) => {
    const fields = { data: expect.stringContaining(`Dòng ${line}`) }
    await expect(request([{ number: unsoldNumber }, ...data])).rejects.toMatchObject({ code, data: { fields } })
  }
  await refused([{ number: sold }], 155)
  await refused([{ number: '999999' }], 176)
  await refused([{ number: unsoldNumber, quantity: 1 }], 159)
  await expect(request([])).rejects.toMatchObject({ code: 157 })
  expect(await stockNow()).toMatchObject({ in_stock: 1, return_pending: 0 })
  const { lines, quantity } = await an.call(ticketReturn.preview, {
    area_id,
    open_date: day,
    data: [{ number: unsoldNumber }, { number: sold }, { number: '999999' }],
  })
  expect([quantity, lines.map(({ code }) => code)]).toEqual([1, [null, 155, 176]])
})

test('twenty parallel slips do not exceed the limit of the station', async () => {
  await setTerms(3_000, 10_000)
  const { numbers } = await stocked(20)
  const tries = await Promise.allSettled(numbers.map((number) => request([{ number, quantity: 10 }])))
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(6)
  const refused = { code: 157, message: expect.stringContaining('30%') }
  expect(refusalsOf(tries)).toMatchObject(Array.from({ length: 14 }, () => refused))
  expect(await stockNow()).toMatchObject({ in_stock: 140, return_pending: 60 })
})

test('a later change of the terms does not change a slip', async () => {
  await setTerms(10_000, 8_000)
  await stocked(1)
  const slip = await request('all')
  await office.write((db) => sql`update return_term set price_rate = 1`.execute(db))
  expect(await binh.call(ticketReturn.confirm, keyOf(slip))).toMatchObject({ amount: 80_000, price_rate: 8_000 })
})

test('after the hour a slip is refused with 172 and its confirmation with 140; after the closing with 164', async () => {
  await stocked(2)
  const slip = await request('all')
  await stocked(1)
  await setPeriod(office, area_id, day, 'returns_over')
  await expect(request('all')).rejects.toMatchObject({ code: 172 })
  await expect(binh.call(ticketReturn.confirm, keyOf(slip))).rejects.toMatchObject({ code: 140 })
  await closeDue(office.db)
  const { slip: expiredSlip } = await binh.call(ticketReturn.detail, { ticket_return_id: slip.ticket_return_id })
  // Printed slips are signed with full names.
  expect(expiredSlip.created_by_full_name).toBe(`Nhân viên ${expiredSlip.created_by_name}`)
  expect(expiredSlip.status).toBe(expired)
  await binh.call(unsold.close, { area_id, open_date: day, expected: 30 })
  await setPeriod(office, area_id, day, 'open')
  await expect(request('all')).rejects.toMatchObject({ code: 164 })
})

test('parallel returns and sales never take a ticket twice', async () => {
  const { numbers } = await stocked(10, 1)
  const orders = await Promise.all(numbers.map(order))
  const [sales, slips] = await Promise.all([
    Promise.all(orders.map((draft) => orderCode(draft))),
    Promise.allSettled(numbers.map((number) => request([{ number }]))),
  ])
  const sold = sales.filter((code) => code === 0).length
  const pending = slips.filter(({ status }) => status === 'fulfilled').length
  expect(sold + pending).toBe(10)
  expect(await stockNow()).toMatchObject({ sold, return_pending: pending, in_stock: 0 })
})

test('a closing with another count needs a reason, and the closed day refuses sales and imports', async () => {
  const { numbers } = await stocked(1, 3)
  const key = { area_id, open_date: day }
  const slip = await request([{ number: numbers[0], quantity: 1 }])
  await expect(binh.call(unsold.close, key)).rejects.toMatchObject({ code: 157 })
  await binh.call(ticketReturn.confirm, keyOf(slip))
  await expect(binh.call(unsold.close, { ...key, expected: 3 })).rejects.toMatchObject({ code: 9001 })
  await expect(binh.call(unsold.close, { ...key, counted: 1 })).rejects.toMatchObject({
    code: 3,
    data: { fields: { reason: expect.any(String) } },
  })
  const [closed] = (await binh.call(unsold.close, { ...key, counted: 1, reason: 'Mất một vé' })).stocks
  expect(closed).toMatchObject({ status: 2, in_stock: 2, counted: 1, close_reason: 'Mất một vé' })
  await expect(binh.call(unsold.close, key)).rejects.toMatchObject({ code: 164 })
  expect(await orderCode(await order(numbers[0]!))).toBe(167)
  const tickets = [{ number: '888888', quantity: 1 }]
  const { ticket_import_id } = await an.call(ticketImport.create, { ...key, tickets })
  await expect(binh.call(ticketImport.approve, { ticket_import_id })).rejects.toMatchObject({ code: 156 })
})

test('orders in parallel with the closing are either sold or refused, and the stock agrees', async () => {
  const { numbers } = await stocked(10, 1)
  const orders = await Promise.all(numbers.map(order))
  const [sales] = await Promise.all([
    Promise.all(orders.map((draft) => orderCode(draft))),
    binh.call(unsold.close, { area_id, open_date: day }),
  ])
  const sold = sales.filter((code) => code === 0).length
  expect(await stockNow()).toMatchObject({ sold, in_stock: 10 - sold, status: 2 })
})

test('a day that nobody closes is closed by closeDue, and its waiting slips expire', async () => {
  await stocked(1)
  const slip = await request('all')
  await setPeriod(office, area_id, day, 'stopped')
  expect(await closeDue(office.db)).toBeGreaterThan(0)
  expect(await stockNow()).toMatchObject({ status: 2, in_stock: 10, return_pending: 0 })
  expect((await binh.call(ticketReturn.detail, { ticket_return_id: slip.ticket_return_id })).slip.status).toBe(expired)
})

test('verifyStock finds nothing with slips that are waiting, confirmed and rejected', async () => {
  const { numbers } = await stocked(4)
  const [a, b] = await Promise.all(numbers.slice(0, 2).map((number) => request([{ number }])))
  await binh.call(ticketReturn.confirm, keyOf(a!))
  await binh.call(ticketReturn.reject, { ...keyOf(b!), reason: 'Không nhận' })
  await request([{ number: numbers[2] }])
  const client = createClient(office.database_url)
  await client.connect()
  try {
    const findings: unknown[] = []
    await verifyStock(client, (finding) => findings.push(finding))
    expect(findings).toEqual([])
  } finally {
    await client.end()
  }
})

test('114, 147, 157, 163, 165: unsold tickets are calculated once, after the closing and the prize run', async () => {
  const tickets = ['040589', '128531', '004753'].map((number) => ({ number, quantity: 1 }))
  const { ticket_import_id } = await an.call(ticketImport.create, { area_id, open_date: day, tickets })
  const key = { area_id, open_date: day }
  const settle = () => binh.call(unsold.calculate, key)
  await expect(settle()).rejects.toMatchObject({ code: 165 })
  await binh.call(ticketImport.approve, { ticket_import_id })
  await expect(settle()).rejects.toMatchObject({ code: 157 })
  await binh.call(unsold.close, key)
  await expect(settle()).rejects.toMatchObject({ code: 147 })
  const { period_id } = await office.db
    .selectFrom('draw_period')
    .select('period_id')
    .where('area_id', '=', area_id)
    .where('open_date', '=', day)
    .executeTakeFirstOrThrow()
  await confirmedResult(office.db, period_id, published_draw)
  await office.write((db) => enqueuePrizeRun(db, async () => undefined, period_id))
  await expect(settle()).rejects.toMatchObject({ code: 114 })
  await runPrizes(office.db, period_id)
  const tries = await Promise.allSettled(Array.from({ length: 20 }, settle))
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(refusalsOf(tries)).toMatchObject(Array.from({ length: 19 }, () => ({ code: 163 })))
  const { items } = await binh.call(unsoldPrizes.list, key)
  expect(items).toMatchObject([
    {
      in_stock: 3,
      won_count: 2,
      gross: 2_000_500_000,
      tax: 198_000_000,
      net: 1_802_500_000,
      calculated_by_name: binh.user_name,
    },
  ])
  const won = await binh.call(unsoldPrizes.detail, { period_id, base_id })
  expect(won.items.map(({ number, tiers }) => [number, tiers])).toEqual([
    ['040589', 'Giải đặc biệt'],
    ['128531', 'Giải sáu + Giải tám'],
  ])
  await office.write((db) => revokePrizes(db, period_id))
  await closeDue(office.db)
  expect(await stockNow()).toMatchObject({ status: 2 })
})

test('166: a closed day without unsold tickets has nothing to calculate', async () => {
  await stocked(1, 1)
  const slip = await request('all')
  await binh.call(ticketReturn.confirm, keyOf(slip))
  await binh.call(unsold.close, { area_id, open_date: day })
  await expect(binh.call(unsold.calculate, { area_id, open_date: day })).rejects.toMatchObject({ code: 166 })
})

test('terms can be set once for a day, and only for days to come', async () => {
  const term = { area_id, limit_rate: 4_000, price_rate: 8_500 }
  const today = await dayFromNow(office.db, 0)
  await expect(binh.call(returnTerm.add, { ...term, from_day: today })).rejects.toMatchObject({ code: 140 })
  const { return_term_id } = await binh.call(returnTerm.add, { ...term, from_day: day })
  await expect(binh.call(returnTerm.add, { ...term, from_day: day })).rejects.toMatchObject({ code: 2003 })
  await stocked(1)
  const { terms } = await an.call(ticketReturn.preview, { area_id, open_date: day, all: 1 })
  expect(terms).toMatchObject({ limit_rate: 4_000, price_rate: 8_500, received: 10, limit: 4 })
  await binh.call(returnTerm.delete, { return_term_id })
  expect(await binh.call(returnConfig.save, { remind_minutes: 45 })).toMatchObject({ remind_minutes: 45 })
})
