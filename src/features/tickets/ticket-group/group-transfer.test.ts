/** A ticket group that was transferred counts in the store that has it now. */
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { returnReportPage } from '#features/reports/pages.contract.ts'
import { stockReport } from '#features/reports/stock-report/stock-report.contract.ts'
import {
  groupApprovalPage,
  importApprovalPage,
  returnPage,
  storeTicketPage,
  ticketGroupPage,
} from '#features/tickets/pages.contract.ts'
import { ticketImport } from '#features/tickets/ticket-import/ticket-import.contract.ts'
import { ticketReturn } from '#features/tickets/ticket-return/ticket-return.contract.ts'
import { openOffice, type Office, type Person } from '../../../testing/office.ts'
import { dayFromNow, openStore, setPeriod, stations } from '../../../testing/tickets.ts'
import { ticketGroup } from './ticket-group.contract.ts'

let office: Office
/** The store in charge of the station, and one that is not. */
let base_id: number
let other_base: number
/** Two people of the head office: the second approves and confirms. */
let an: Person
let binh: Person
let open_date: string
let days = 0
const area_id = stations.tphcm

beforeAll(async () => {
  office = await openOffice()
  base_id = await openStore(office, [area_id])
  other_base = await openStore(office, [])
  const pages = [storeTicketPage, ticketGroupPage, importApprovalPage, groupApprovalPage, returnPage, returnReportPage]
  const rights = pages.flatMap((page) => page.rights)
  an = await office.hire(rights)
  binh = await office.hire(rights)
})
afterAll(() => office.close())
/** Each test has a draw of its own. */
beforeEach(async () => {
  open_date = await dayFromNow(office.db, ++days)
  await setPeriod(office, area_id, open_date, 'open')
})

let last_number = 30_000
/** Puts a group of 110 tickets into the stock of the store in charge. */
async function group(): Promise<number> {
  const tickets = [{ number: String(++last_number), price: 1_150_000 }]
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
