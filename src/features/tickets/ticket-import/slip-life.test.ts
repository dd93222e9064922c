/** An import slip after it was made: changes, deletion, and returns of its unsold tickets. */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { importApprovalPage, returnPage, stockHistoryPage, storeTicketPage } from '#features/tickets/pages.contract.ts'
import { movementKind, stock } from '#features/tickets/stock/stock.contract.ts'
import { ticketReturn } from '#features/tickets/ticket-return/ticket-return.contract.ts'
import { returnLife } from '#features/tickets/ticket-return/return-life.contract.ts'
import { openOffice, type Office, type Person } from '../../../testing/office.ts'
import { dayFromNow, openStore, setPeriod, stations } from '../../../testing/tickets.ts'
import { importStatus, ticketImport } from './ticket-import.contract.ts'

let office: Office
let base_id: number
let day: string
/** Makes slips for the store. */
let an: Person
/** Approves them. */
let binh: Person
const draw = () => ({ area_id: stations.tphcm, open_date: day })

beforeAll(async () => {
  office = await openOffice()
  base_id = await openStore(office, [stations.tphcm, stations.dongthap])
  day = await dayFromNow(office.db, 1)
  await setPeriod(office, stations.tphcm, day, 'open')
  an = await office.hire([...storeTicketPage.rights], { base_id })
  binh = await office.hire([
    ...importApprovalPage.rights,
    ...storeTicketPage.rights,
    ...stockHistoryPage.rights,
    ...returnPage.rights,
  ])
})
afterAll(() => office.close())

let numbers = 100_000
/** Tickets that no other test has. */
const fresh = (count: number, quantity = 10) =>
  Array.from({ length: count }, () => ({ number: String(++numbers), quantity }))
const slip = (tickets: object[] = fresh(2), overrides: object = {}) =>
  an.call(ticketImport.create, { ...draw(), tickets: tickets as never, ...overrides })
const approve = (ticket_import_id: number) => binh.call(ticketImport.approve, { ticket_import_id })
const stockNow = async () => {
  const { items } = await binh.call(stock.list, { base_id, area_id: stations.tphcm, open_date: day })
  return items[0] ?? { imported: 0, in_stock: 0, returned: 0, ticket_count: 0, sold: 0 }
}
const sell = (number: string) =>
  office.write(async (db) => {
    await sql`update xskt_ticket set sold = sold + 1, in_stock = in_stock - 1 where number = ${number} and open_date = ${day}`.execute(
      db,
    )
    await sql`select move_stock(${day}, ${stations.tphcm}, ${base_id}, 2::smallint, 1, 0, null, null, null, null)`.execute(
      db,
    )
  })
/** Puts tickets on a return slip, which Bình confirms, and answers the import slip afterwards. */
async function giveBack(ticket_import_id: number, tickets?: object[]) {
  await an.call(ticketImport.returnTickets, { ticket_import_id, reason: 'Bán chậm', tickets: tickets as never })
  const [pending] = (await binh.call(ticketReturn.list, { status: returnLife.status.waiting })).items
  await binh.call(ticketReturn.confirm, { ticket_return_id: pending!.ticket_return_id })
  return (await binh.call(ticketImport.detail, { ticket_import_id })).slip
}

test('tickets of a slip can be returned in part and then completely, and the stock and its movements show it', async () => {
  const tickets = fresh(2)
  const { ticket_import_id } = await slip(tickets)
  await approve(ticket_import_id)
  const before = await stockNow()
  const number = tickets[0]!.number
  const some = await giveBack(ticket_import_id, [
    { number, quantity: 3 },
    { number, quantity: 1 },
  ])
  expect(some).toMatchObject({ status: importStatus.partly_returned, returned_quantity: 4 })
  const all = await giveBack(ticket_import_id)
  expect(all).toMatchObject({ status: importStatus.returned, returned_quantity: 20 })
  expect(await stockNow()).toMatchObject({ in_stock: before.in_stock - 20, returned: before.returned + 20 })
  const { items } = await binh.call(stock.history, { base_id, kind: movementKind.return_confirmed })
  expect(items.map(({ quantity, created_by_name }) => [quantity, created_by_name])).toEqual([
    [16, binh.user_name],
    [4, binh.user_name],
  ])
})

test('returning is refused for too many (159), sold (155) or unknown tickets (176) and for a waiting slip (157)', async () => {
  const tickets = fresh(2, 1)
  const [sold, unsold] = [tickets[0]!, tickets[1]!]
  const { ticket_import_id } = await slip(tickets)
  await expect(giveBack(ticket_import_id)).rejects.toMatchObject({ code: 157 })
  await approve(ticket_import_id)
  await sell(sold.number)
  await expect(giveBack(ticket_import_id, [{ ...unsold, quantity: 2 }])).rejects.toMatchObject({ code: 159 })
  await expect(giveBack(ticket_import_id, [{ ...sold, quantity: 1 }])).rejects.toMatchObject({ code: 155 })
  await expect(giveBack(ticket_import_id, [{ number: '999999', quantity: 1 }])).rejects.toMatchObject({ code: 176 })
  expect(await giveBack(ticket_import_id)).toMatchObject({
    returned_quantity: 1,
    status: importStatus.partly_returned,
  })
  await expect(giveBack(ticket_import_id)).rejects.toMatchObject({ code: 155 })
})

test('returning is refused with 172 after the hour of returns, and with 164 after the closing of the stock', async () => {
  const { ticket_import_id } = await slip()
  await approve(ticket_import_id)
  await setPeriod(office, stations.tphcm, day, 'returns_over')
  await expect(giveBack(ticket_import_id)).rejects.toMatchObject({ code: 172 })
  await setPeriod(office, stations.tphcm, day, 'open')
  const close = (status: number) =>
    office.write((db) =>
      sql`update stock set status = ${status} where open_date = ${day} and area_id = ${stations.tphcm}`.execute(db),
    )
  await close(2)
  await expect(giveBack(ticket_import_id)).rejects.toMatchObject({ code: 164 })
  await close(1)
})

test('a cancelled draw refuses approvals and new slips (156), and its tickets in stock can be returned', async () => {
  const open_date = await dayFromNow(office.db, 5)
  await setPeriod(office, stations.dongthap, open_date, 'open')
  const make = () => slip(fresh(1), { area_id: stations.dongthap, open_date })
  const [approved, waiting] = [await make(), await make()]
  await approve(approved.ticket_import_id)
  await office.write((db) =>
    sql`update draw_period set cancelled_at = now() where area_id = ${stations.dongthap} and open_date = ${open_date}`.execute(
      db,
    ),
  )
  const message = expect.stringContaining('đã hủy')
  await expect(approve(waiting.ticket_import_id)).rejects.toMatchObject({ code: 156, message })
  await expect(make()).rejects.toMatchObject({ code: 156, data: { fields: { open_date: message } } })
  const ticket_import_ids = [waiting.ticket_import_id]
  const { rows } = await binh.call(ticketImport.approveBatch, { ticket_import_ids })
  expect(rows).toMatchObject([{ outcome: 'skipped', code: 156, reason: message }])
  expect(await giveBack(approved.ticket_import_id)).toMatchObject({ status: importStatus.returned })
})

describe('changing or deleting a slip', () => {
  test('is refused with 9001 for an outdated version, and so is its approval', async () => {
    const newSlip = await slip()
    const change = { ticket_import_id: newSlip.ticket_import_id, version: newSlip.version }
    await an.call(ticketImport.update, { ...change, note: 'Đợt sáng' })
    await expect(an.call(ticketImport.update, { ...change, note: 'Đợt chiều' })).rejects.toMatchObject({
      code: 9001,
      data: { current: { note: 'Đợt sáng' } },
    })
    await expect(
      binh.call(ticketImport.approve, { ticket_import_id: newSlip.ticket_import_id, version: newSlip.version }),
    ).rejects.toMatchObject({ code: 9001 })
  })

  test('is refused with 122 after its approval, and with 155 once one of its tickets is sold', async () => {
    const tickets = fresh(1)
    const { ticket_import_id } = await slip(tickets)
    const { version } = await approve(ticket_import_id)
    const change = () => an.call(ticketImport.update, { ticket_import_id, version, note: 'Sửa' })
    const remove = () => an.call(ticketImport.delete, { ticket_import_id })
    await expect(change()).rejects.toMatchObject({ code: 122 })
    await expect(remove()).rejects.toMatchObject({ code: 122 })
    await sell(tickets[0]!.number)
    await expect(change()).rejects.toMatchObject({ code: 155 })
    await expect(remove()).rejects.toMatchObject({ code: 155 })
  })
})

test('a waiting slip says why it cannot be approved now, and from when on it can', async () => {
  await setPeriod(office, stations.dongthap, day, 'upcoming')
  const { ticket_import_id } = await slip(fresh(1), { area_id: stations.dongthap })
  const blocked = async () => (await binh.call(ticketImport.detail, { ticket_import_id })).slip.blocked
  expect(await blocked()).toMatch(/^Duyệt được từ \d\d:\d\d \d\d\/\d\d$/)
  await setPeriod(office, stations.dongthap, day, 'stopped')
  const message = (await blocked())!
  await expect(approve(ticket_import_id)).rejects.toMatchObject({ code: 156, message })
  await setPeriod(office, stations.dongthap, day, 'open')
  expect(await blocked()).toBeNull()
  await approve(ticket_import_id)
  expect(await blocked()).toBeNull()
})

test('deleted slips come last in the list, and are summed only where it is filtered by them', async () => {
  const note = 'Phiếu đã bỏ'
  const gone = await slip(fresh(2, 4), { note })
  await an.call(ticketImport.delete, { ticket_import_id: gone.ticket_import_id, reason: 'Nhập nhầm' })
  const undeleted = await slip(fresh(1, 3), { note })
  const later = await slip(fresh(1, 5), { note })
  await an.call(ticketImport.delete, { ticket_import_id: later.ticket_import_id, reason: 'Nhập nhầm' })
  const list = (filters: object = {}) => binh.call(ticketImport.list, { keyword: 'phieu da bo', ...filters })
  const all = await list()
  expect(all.items.map(({ import_code }) => import_code)).toEqual([
    undeleted.import_code,
    later.import_code,
    gone.import_code,
  ])
  expect(all).toMatchObject({ total: 3, sums: { quantity: 3, amount: 30_000 } })
  expect(await list({ status: importStatus.deleted })).toMatchObject({ total: 2, sums: { quantity: 13 } })
})
