/** Beside return slips: splitting of sets, the reminder before the hour, the file for the station, and locked tickets. */
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { readRows } from '#contract/sheet/read-file.ts'
import type { SheetRow } from '#contract/sheet/row-scanner.ts'
import { default_limits } from '#contract/sheet/sheet-limits.ts'
import { openIntake } from '#features/orders/intake/queue.server.ts'
import {
  importApprovalPage,
  returnPage,
  storeTicketPage,
  ticketGroupPage,
  ticketPage,
} from '#features/tickets/pages.contract.ts'
import { stock } from '#features/tickets/stock/stock.contract.ts'
import { ticketGroup, ticketGroupStatus } from '#features/tickets/ticket-group/ticket-group.contract.ts'
import { ticketImport } from '#features/tickets/ticket-import/ticket-import.contract.ts'
import { xsktTicket } from '#features/tickets/xskt-ticket/xskt-ticket.contract.ts'
import { errorCodeOf } from '../../../testing/error-code.ts'
import { openOffice, type Office, type Person } from '../../../testing/office.ts'
import { openPos, orderRequestOf, stockSet, type SellingPos } from '../../../testing/orders.ts'
import { dayFromNow, openStore, setPeriod, stations } from '../../../testing/tickets.ts'
import { untilWaiting } from '../../../testing/waits.ts'
import { returnConfig } from './return-term.contract.ts'
import { ticketReturn } from './ticket-return.contract.ts'

const area_id = stations.tphcm
const rights = [storeTicketPage, importApprovalPage, returnPage, ticketGroupPage].flatMap((page) => page.rights)

let office: Office
let base_id: number
let pos: SellingPos
let intake: ReturnType<typeof openIntake>
let an: Person
let binh: Person
let day: string
let days = 0

beforeAll(async () => {
  office = await openOffice()
  base_id = await openStore(office, [area_id])
  pos = await openPos(office)
  intake = openIntake(office.db)
  an = await office.hire(rights, { base_id })
  binh = await office.hire(rights)
})
afterAll(() => office.close())
/** Each test has a draw of its own, near enough for the reminder. */
beforeEach(async () => {
  day = await dayFromNow(office.db, days++)
  await setPeriod(office, area_id, day, 'open')
})

let last_number = 300_000
async function stocked(count: number, quantity = 10): Promise<string[]> {
  const numbers = Array.from({ length: count }, () => String(++last_number))
  const tickets = numbers.map((number) => ({ number, quantity }))
  const { ticket_import_id } = await an.call(ticketImport.create, { area_id, open_date: day, tickets })
  await binh.call(ticketImport.approve, { ticket_import_id })
  return numbers
}
const request = (data: object[] | 'all') =>
  an.call(ticketReturn.returnBatch, {
    area_id,
    open_date: day,
    ...(data === 'all' ? { all: 1 as const } : { data: data as never }),
  })
const keyOf = ({ ticket_return_id, version }: { ticket_return_id: number; version: number }) => ({
  ticket_return_id,
  version,
})
const refusalsOf = (tries: PromiseSettledResult<unknown>[]) =>
  tries.flatMap((attempt) => (attempt.status === 'rejected' ? [attempt.reason as unknown] : []))
const stockNow = async () => (await binh.call(stock.list, { base_id, area_id, open_date: day })).items[0]!
/** The code of an order of the ticket; 999, a ticket that is locked for a moment, is tried again. */
async function codeOf(ticket: object): Promise<number> {
  for (;;) {
    const draft = await orderRequestOf(office, pos, { area_id, open_date: day, tickets: [ticket as never] })
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

test('a ticket group is returned whole, and after one of twenty parallel splits its tickets are single tickets', async () => {
  const ticket_group_id = await stockSet(office, { open_date: day, area_id, base_id }, '42424', 2)
  const { lines } = await an.call(ticketReturn.preview, { area_id, open_date: day, data: [{ number: '142424' }] })
  expect(lines).toMatchObject([{ code: 157, ticket_group_id }])
  await expect(request([{ number: '142424' }])).rejects.toMatchObject({ code: 157 })
  await expect(request([{ ticket_group_id, quantity: 3 }])).rejects.toMatchObject({ code: 157 })
  const split = () => an.call(ticketGroup.split, { ticket_group_id })
  const wholeGroup = await request([{ ticket_group_id }])
  expect(wholeGroup).toMatchObject({ quantity: 20, line_count: 10 })
  await expect(split()).rejects.toMatchObject({ code: 122 })
  await an.call(ticketReturn.withdraw, keyOf(wholeGroup))
  const tries = await Promise.allSettled(Array.from({ length: 20 }, split))
  expect(tries.filter(({ status }) => status === 'fulfilled')).toMatchObject([
    { value: { status: ticketGroupStatus.split } },
  ])
  expect(refusalsOf(tries)).toMatchObject(Array.from({ length: 19 }, () => ({ code: 122 })))
  expect(await codeOf({ ticket_group_id })).not.toBe(0)
  expect(await codeOf({ number: '242424', quantity: 1 })).toBe(0)
  const slip = await request([{ number: '142424' }, { number: '242424', quantity: 1 }])
  expect(await binh.call(ticketReturn.confirm, keyOf(slip))).toMatchObject({ quantity: 3 })
  expect(await stockNow()).toMatchObject({ imported: 20, sold: 1, returned: 3, in_stock: 16 })
})

test('the reminder lists unsold tickets as many minutes before the hour as is configured, until they are returned', async () => {
  // The hour of returns is in 60 minutes.
  await stocked(2)
  const remind = async (remind_minutes: number) => {
    const { version } = await binh.call(returnConfig.get, {})
    await binh.call(returnConfig.save, { remind_minutes, version })
    const { items } = await an.call(ticketReturn.reminder, {})
    return items.filter((row) => row.open_date === day)
  }
  expect(await remind(90)).toMatchObject([{ area_id, base_id, unsold_amount: expect.any(Number) }])
  expect(await remind(30)).toEqual([])
  await remind(60)
  const everything = await request('all')
  await binh.call(ticketReturn.confirm, keyOf(everything))
  expect(await remind(90)).toEqual([])
  await remind(60)
})

test('the file of a return slip has a row for each line, and is not found by people of another store', async () => {
  await setTerms(10_000, 8_750)
  const numbers = await stocked(3, 4)
  const { ticket_return_id, return_code } = await request('all')
  const { file, headers } = await binh.raw(ticketReturn.file, { ticket_return_id })
  expect(headers.get('content-disposition')).toContain(return_code)
  const lines: SheetRow[] = []
  await readRows(file!, default_limits, (some) => lines.push(...some))
  const [head, ...rest] = lines.map(({ cells }) => cells)
  const column = (label: string) => rest.map((cells) => cells[head!.indexOf(label)])
  expect(column('Dãy số')).toEqual(numbers)
  expect(column('SL hoàn')).toEqual([4, 4, 4])
  expect(column('Thành tiền')).toEqual([35_000, 35_000, 35_000])
  const stranger = await office.hire(rights, { base_id: await openStore(office, [stations.camau]) })
  expect((await stranger.raw(ticketReturn.file, { ticket_return_id })).body.error.code).toBe(9005)
})

test('a return slip waits for a ticket that is locked by another transaction, and then contains it', async () => {
  const numbers = await stocked(40)
  const { rows } = await sql<{ xsdt_ticket_id: number }>`
    select ticket_id as xsdt_ticket_id from xskt_ticket where open_date = ${day} and number = any(${numbers}::text[])`.execute(
    office.db,
  )
  let slip!: Promise<unknown>
  await office.write(async (db) => {
    await sql`update xskt_ticket set price = price where open_date = ${day} and number = ${numbers[7]!}`.execute(db)
    slip = request(rows.map((row) => ({ ...row, quantity: 1 })))
    await untilWaiting(db)
  })
  expect(await slip).toMatchObject({ line_count: 40, quantity: 40 })
})

test('a batch of tickets by their keys needs neither station nor day, and is of one draw', async () => {
  const viewer = await office.hire([ticketPage.view])
  const keysOf = async (open_date: string) =>
    (await viewer.call(xsktTicket.list, { area_id, open_date })).items.map(({ xsdt_ticket_id }) => ({ xsdt_ticket_id }))
  const other_base_id = await openStore(office, [])
  const returnOf = (data: object[], given: object = {}) =>
    an.call(ticketReturn.returnBatch, { ...given, data: data as never })
  await stocked(2)
  const data = await keysOf(day)
  expect(data).toHaveLength(2)
  for (const contradiction of [
    { area_id: stations.camau },
    { open_date: await dayFromNow(office.db, days) },
    { base_id: other_base_id },
  ])
    await expect(returnOf(data, contradiction)).rejects.toMatchObject({
      code: 157,
      data: { fields: { [Object.keys(contradiction)[0]!]: expect.stringContaining('khác') } },
    })
  expect(await returnOf(data)).toMatchObject({ area_id, open_date: day, base_id, quantity: 20 })

  day = await dayFromNow(office.db, days++)
  await setPeriod(office, area_id, day, 'open')
  await stocked(1)
  await expect(returnOf([...data, ...(await keysOf(day))])).rejects.toMatchObject({
    code: 157,
    data: { fields: { data: 'Vé của một phiếu phải cùng đài, cùng ngày và cùng kho.' } },
  })
  await expect(returnOf([{ xsdt_ticket_id: 987_654_321 }])).rejects.toMatchObject({ code: 176 })
  await expect(returnOf([...data, { number: '300001' }])).rejects.toMatchObject({
    code: 3,
    data: { fields: { area_id: 'Không được để trống', open_date: 'Không được để trống' } },
  })
})
