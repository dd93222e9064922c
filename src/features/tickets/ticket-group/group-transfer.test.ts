/** A ticket group that was transferred is sold, returned and counted in the store that has it now. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { transactionPage } from '#features/orders/pages.contract.ts'
import { cancelOrders } from '#features/orders/intake/cancel-orders.server.ts'
import { orders } from '#features/orders/order/transaction.contract.ts'
import { returnReportPage, unsoldReportPage } from '#features/reports/pages.contract.ts'
import { stockReport } from '#features/reports/stock-report/stock-report.contract.ts'
import { runPrizes } from '#features/results/prize-run/prize-run.jobs.ts'
import { enqueuePrizeRun } from '#features/results/prize-run/prize-run.server.ts'
import {
  groupApprovalPage,
  importApprovalPage,
  returnPage,
  storeTicketPage,
  ticketGroupPage,
  unsoldPage,
  unsoldPrizePage,
} from '#features/tickets/pages.contract.ts'
import { stock } from '#features/tickets/stock/stock.contract.ts'
import { ticketImport } from '#features/tickets/ticket-import/ticket-import.contract.ts'
import { ticketReturn } from '#features/tickets/ticket-return/ticket-return.contract.ts'
import { unsold, unsoldPrizes } from '#features/tickets/unsold/unsold.contract.ts'
import { errorCode } from '../../../testing/error-code.ts'
import { openOffice, type Office, type Person } from '../../../testing/office.ts'
import { openPos, order, sell, type SellingPos } from '../../../testing/orders.ts'
import { confirmedResult, published_draw } from '../../../testing/prizes.ts'
import { proofs } from '../../../testing/proofs.ts'
import { dayFromNow, openStore, setPeriod, stations } from '../../../testing/tickets.ts'
import { ticketGroup, ticketGroupStatus } from './ticket-group.contract.ts'

let office: Office
/** The store in charge of the station, and one that is not. */
let base_id: number
let other_base: number
/** Two people of the head office: the second approves and confirms. */
let an: Person
let binh: Person
/** The keepers of the two stores. */
let keeper: Person
let other_keeper: Person
let pos: SellingPos
let open_date: string
let days = 0
const area_id = stations.tphcm

beforeAll(async () => {
  office = await openOffice()
  base_id = await openStore(office, [area_id])
  other_base = await openStore(office, [])
  const pages = [storeTicketPage, ticketGroupPage, importApprovalPage, groupApprovalPage, returnPage, unsoldPage]
  const reports = [returnReportPage, unsoldReportPage, unsoldPrizePage, transactionPage]
  const rights = [...pages, ...reports].flatMap((page) => page.rights)
  an = await office.hire(rights)
  binh = await office.hire(rights)
  keeper = await office.hire(rights, { base_id })
  other_keeper = await office.hire(rights, { base_id: other_base })
  pos = await openPos(office)
})
afterAll(() => office.close())
/** Each test has a draw of its own, and the terms of all stations. */
beforeEach(async () => {
  await office.write((db) => db.deleteFrom('return_term').where('area_id', 'is not', null).execute())
  open_date = await dayFromNow(office.db, ++days)
  await setPeriod(office, area_id, open_date, 'open')
})

let last_number = 30_000
/** Puts a group of 110 tickets into the stock of the store in charge. */
async function group(number = String(++last_number)): Promise<number> {
  const tickets = [{ number, price: 1_150_000 }]
  const { ticket_group_import_id } = await an.call(ticketGroup.add, { area_id, open_date, tickets: tickets as never })
  await binh.call(ticketGroup.approve, { ticket_group_import_ids: [ticket_group_import_id] })
  const { groups } = await an.call(ticketGroup.importDetail, { ticket_group_import_id })
  return groups[0]!.ticket_group_id
}
/** Puts so many single tickets of one number into its stock, and gives the number. */
async function singles(quantity: number): Promise<string> {
  const number = `1${++last_number}`
  const { ticket_import_id } = await an.call(ticketImport.create, {
    area_id,
    open_date,
    tickets: [{ number, quantity }],
  })
  await binh.call(ticketImport.approve, { ticket_import_id })
  return number
}
const transfer = (ticket_group_id: number, store_id: number) =>
  an.call(ticketGroup.transfer, { ticket_group_id, base_id: store_id })
const giveBack = (data: object[], store_id = base_id) =>
  an.call(ticketReturn.returnBatch, { area_id, open_date, base_id: store_id, data: data as never, reason: 'Vé ế' })

/** A group that the other store has. */
async function groupElsewhere(number?: string): Promise<number> {
  const ticket_group_id = await group(number)
  await transfer(ticket_group_id, other_base)
  return ticket_group_id
}
const detailOf = (ticket_group_id: number, person = an) => person.call(ticketGroup.detail, { ticket_group_id })
const stockOf = async (store_id: number) =>
  (await an.call(stock.list, { base_id: store_id, area_id, open_date })).items[0]!
const orderOf = (...tickets: object[]) => ({ area_id, open_date, tickets: tickets as never })
const storeOfOrder = async (order_id: number) =>
  (
    await office.db
      .selectFrom('sale_order')
      .select('base_id')
      .where('order_id', '=', order_id)
      .executeTakeFirstOrThrow()
  ).base_id

async function setLimit(limit_rate: number): Promise<void> {
  await office.write((db) =>
    sql`insert into return_term (area_id, from_day, limit_rate, price_rate) values (${area_id}, ${open_date}, ${limit_rate}, 8750)`.execute(
      db,
    ),
  )
}

/** What each store may return, as the return desk and the report say. */
async function limits() {
  const { items: desk } = await an.call(ticketReturn.desk, { open_date })
  const { items: report } = await an.call(stockReport.returned, {
    from_date: open_date,
    to_date: open_date,
    group_by: ['base'],
  })
  const sorted = (rows: readonly { base_id: number | null; limit: number }[]) =>
    rows.map((row) => [row.base_id, row.limit]).toSorted(([a], [b]) => a! - b!)
  expect(sorted(report)).toEqual(sorted(desk))
  return sorted(desk)
}

test('the limit of returns is a share of what a store has received and not transferred', async () => {
  await setLimit(1_000)
  const number = await singles(100)
  const ticket_group_id = await group()
  for (let n = 0; n < 5; n++) {
    await transfer(ticket_group_id, other_base)
    expect(await limits()).toEqual([
      [base_id, 10],
      [other_base, 11],
    ])
    await transfer(ticket_group_id, base_id)
    expect(await limits()).toEqual([
      [base_id, 21],
      [other_base, 0],
    ])
  }
  const { terms } = await an.call(ticketReturn.preview, { area_id, open_date, base_id })
  expect(terms).toMatchObject({ received: 210, limit: 21 })
  const { items } = await an.call(ticketReturn.desk, { open_date })
  expect(items.find((row) => row.base_id === base_id)).toMatchObject({ imported: 210, limit: 21 })
  await expect(giveBack([{ number, quantity: 22 }])).rejects.toMatchObject({ code: 157 })
  expect(await giveBack([{ number, quantity: 21 }])).toMatchObject({ received: 210 })
})

test('122: a store that has returned its share cannot transfer the tickets of which it was a share', async () => {
  await setLimit(1_000)
  const number = await singles(100)
  const ticket_group_id = await group()
  const slip = await giveBack([{ number, quantity: 11 }])
  await expect(transfer(ticket_group_id, other_base)).rejects.toMatchObject({
    code: 122,
    message: 'Kho đã hoàn hoặc chờ hoàn 11 vé: thiếu cặp này thì hạn mức hoàn chỉ còn 10 vé.',
  })
  await an.call(ticketReturn.withdraw, { ticket_return_id: slip.ticket_return_id, version: slip.version })
  expect(await transfer(ticket_group_id, other_base)).toMatchObject({ base_id: other_base })
})

test('it is sold from the store that has it, whose keeper sees the order, and a cancellation brings it back there', async () => {
  const ticket_group_id = await groupElsewhere()
  const order_id = await order(office, pos, orderOf({ ticket_group_id }))
  expect(await storeOfOrder(order_id)).toBe(other_base)
  expect(await stockOf(other_base)).toMatchObject({ sold: 110, in_stock: 0 })
  expect(await other_keeper.call(orders.detail, { order_id })).toMatchObject({ order_id })
  await expect(keeper.call(orders.detail, { order_id })).rejects.toMatchObject({ code: errorCode('order_not_found') })
  await expect(transfer(ticket_group_id, base_id)).rejects.toMatchObject({ code: 155 })
  await office.write((db) => cancelOrders(db, [{ device_id: pos.device_id, transid: randomUUID(), order_id }]))
  expect(await stockOf(other_base)).toMatchObject({ sold: 0, in_stock: 110 })
  expect(await stockOf(base_id)).toMatchObject({ sold: 0, in_stock: 0, transferred: 110 })
  await transfer(ticket_group_id, base_id)
  expect(await storeOfOrder(await sell(office, pos, orderOf({ ticket_group_id })))).toBe(base_id)
  expect(await proofs(office)).toEqual([])
})

test('an order takes the tickets of one store', async () => {
  const number = await singles(1)
  const ticket_group_id = await groupElsewhere()
  await expect(order(office, pos, orderOf({ number, quantity: 1 }, { ticket_group_id }))).rejects.toMatchObject({
    code: 3,
    data: { fields: { lines: expect.stringContaining('hai kho') } },
  })
  expect([await stockOf(base_id), await stockOf(other_base)]).toMatchObject([{ in_stock: 1 }, { in_stock: 110 }])
})

test('a ticket that is off sale stays so in the other store, and a store that is closed down sells no groups (176)', async () => {
  const [stopped_group, other_group] = [await group(), await groupElsewhere()]
  await office.write((db) =>
    sql`update xskt_ticket set status = 0 where ticket_id = (
      select min(ticket_id) from xskt_ticket where ticket_group_id = ${stopped_group})`.execute(db),
  )
  await transfer(stopped_group, other_base)
  await expect(order(office, pos, orderOf({ ticket_group_id: stopped_group }))).rejects.toMatchObject({ code: 176 })
  const setStatus = (status: number) =>
    office.write((db) => db.updateTable('base_store').set({ status }).where('base_id', '=', other_base).execute())
  await setStatus(0)
  await expect(order(office, pos, orderOf({ ticket_group_id: other_group }))).rejects.toMatchObject({ code: 176 })
  // Its tickets can still go back.
  expect(await giveBack([{ ticket_group_id: other_group }], other_base)).toMatchObject({ quantity: 110 })
  await setStatus(1)
})

test('it is returned by the store that has it, and only by people who see that store', async () => {
  const ticket_group_id = await groupElsewhere()
  const key = { area_id, open_date, data: [{ ticket_group_id }] }
  const slip = { ...key, reason: 'Vé ế' }
  expect(await other_keeper.call(ticketReturn.preview, key)).toMatchObject({
    quantity: 110,
    lines: [{ error: null }],
  })
  await expect(keeper.call(ticketReturn.returnBatch, slip)).rejects.toMatchObject({ code: 176 })
  await expect(keeper.call(ticketReturn.returnBatch, { ...slip, base_id: other_base })).rejects.toMatchObject({
    code: 3,
    data: { fields: { base_id: expect.any(String) } },
  })
  await expect(detailOf(ticket_group_id, keeper)).rejects.toMatchObject({ code: 176 })
  const partner = await office.hire([...ticketGroupPage.rights, ...returnPage.rights], { partner_id: pos.partner_id })
  await expect(detailOf(ticket_group_id, partner)).rejects.toMatchObject({ code: 176 })
  await expect(partner.call(ticketReturn.returnBatch, slip)).rejects.toMatchObject({ code: 178 })
  await expect(partner.call(ticketReturn.returnBatch, { ...slip, base_id: other_base })).rejects.toMatchObject({
    code: 3,
  })
  const { ticket_return_id } = await other_keeper.call(ticketReturn.returnBatch, slip)
  await binh.call(ticketReturn.confirm, { ticket_return_id })
  expect(await stockOf(other_base)).toMatchObject({ returned: 110, in_stock: 0 })
  expect(await detailOf(ticket_group_id, other_keeper)).toMatchObject({ status: ticketGroupStatus.returned })
  expect(await proofs(office)).toEqual([])
})

test('122: it is split only where single tickets are sold, in the store in charge of the station', async () => {
  const ticket_group_id = await groupElsewhere()
  await expect(other_keeper.call(ticketGroup.split, { ticket_group_id })).rejects.toMatchObject({
    code: 122,
    message: expect.stringContaining('kho phụ trách'),
  })
  await transfer(ticket_group_id, base_id)
  expect(await an.call(ticketGroup.split, { ticket_group_id })).toMatchObject({ status: ticketGroupStatus.split })
})

test('a store returns the tickets that it has of a station of which another store is now in charge', async () => {
  const number = await singles(5)
  const ticket_group_id = await group()
  const assign = (store_id: number) =>
    office.write((db) =>
      db.updateTable('base_store_area').set({ base_id: store_id }).where('area_id', '=', area_id).execute(),
    )
  await assign(other_base)
  // Single tickets are sold by the store in charge alone.
  await expect(order(office, pos, orderOf({ number, quantity: 1 }))).rejects.toMatchObject({ code: 176 })
  expect(await storeOfOrder(await sell(office, pos, orderOf({ ticket_group_id })))).toBe(base_id)
  expect(await keeper.call(ticketReturn.preview, { area_id, open_date, all: 1 })).toMatchObject({ quantity: 5 })
  const slip = await keeper.call(ticketReturn.returnBatch, { area_id, open_date, all: 1, reason: 'Đài đổi kho' })
  await binh.call(ticketReturn.confirm, { ticket_return_id: slip.ticket_return_id })
  expect(await stockOf(base_id)).toMatchObject({ imported: 115, sold: 110, returned: 5, in_stock: 0 })
  const third_store = await openStore(office, [])
  await expect(
    an.call(ticketReturn.returnBatch, { area_id, open_date, base_id: third_store, all: 1, reason: 'Vé ế' }),
  ).rejects.toMatchObject({ code: 3, data: { fields: { area_id: 'Kho không phụ trách đài này.' } } })
  await assign(base_id)
})

test('both stores are closed and settled, and every figure adds up', async () => {
  // The first prize of the published draw ends in 55672.
  const sold_group = await groupElsewhere('55672')
  const unsold_group = await groupElsewhere()
  const number = await singles(3)
  await sell(office, pos, orderOf({ ticket_group_id: sold_group }))
  await sell(office, pos, orderOf({ number, quantity: 1 }))
  const key = { area_id, open_date }
  await other_keeper.call(unsold.close, { ...key, counted: 110 })
  await keeper.call(unsold.close, { ...key, counted: 2 })
  await expect(order(office, pos, orderOf({ ticket_group_id: unsold_group }))).rejects.toMatchObject({ code: 167 })
  const { period_id } = await office.db
    .selectFrom('draw_period')
    .select('period_id')
    .where('area_id', '=', area_id)
    .where('open_date', '=', open_date)
    .executeTakeFirstOrThrow()
  await confirmedResult(office.db, period_id, published_draw)
  await office.write((db) => enqueuePrizeRun(db, async () => undefined, period_id))
  await runPrizes(office.db, period_id)
  await binh.call(unsold.calculate, key)
  expect(await stockOf(base_id)).toMatchObject({ imported: 223, transferred: 220, sold: 1, in_stock: 2, status: 3 })
  expect(await stockOf(other_base)).toMatchObject({
    imported: 220,
    transferred: 0,
    sold: 110,
    in_stock: 110,
    status: 3,
  })
  const { rows: totals } = await sql<{ base_id: number; tier: string; prizes: number }>`
    select base_id, tier, prizes from prize_total where period_id = ${period_id} and tier = 'first'`.execute(office.db)
  expect(totals).toEqual([{ base_id: other_base, tier: 'first', prizes: 110 }])
  for (const [person, store_id] of [
    [keeper, base_id],
    [other_keeper, other_base],
  ] as const)
    expect((await person.call(unsoldPrizes.list, { from_date: open_date, to_date: open_date })).items).toMatchObject([
      { base_id: store_id },
    ])
  const report = { from_date: open_date, to_date: open_date, group_by: ['base' as const] }
  const { items } = await an.call(stockReport.unsold, report)
  for (const row of items) expect(row.imported).toBe(row.sold + row.return_pending + row.returned + row.in_stock)
  expect(items.toSorted((a, b) => a.base_id! - b.base_id!)).toMatchObject([
    { base_id, imported: 3, transferred: 220, in_stock: 2, unsold_share: 667 },
    { base_id: other_base, imported: 220, transferred: 0, in_stock: 110, unsold_share: 500 },
  ])
  // Of both stores together: 112 of 223 tickets; the 220 transferred ones count once.
  const { items: ofDay, sums } = await an.call(stockReport.unsold, { ...report, group_by: ['day' as const] })
  expect(ofDay).toMatchObject([{ imported: 223, in_stock: 112, unsold_share: 502 }])
  expect(sums).toMatchObject({ imported: 223 })
  expect(await an.call(stockReport.returned, report)).toMatchObject({ sums: { imported: 223 } })
  expect(await proofs(office)).toEqual([])
})

test('tickets that were transferred keep their face value, which their new stock has', async () => {
  const ticket_group_id = await group()
  await transfer(ticket_group_id, other_base)
  const { items } = await an.call(ticketReturn.desk, { open_date })
  expect(items.find((row) => row.base_id === other_base)).toMatchObject({ in_stock: 110, face_value: 10_000 })
})
