/** Tickets in stock: filters, order and pages of their list, and which changes are allowed. */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AnswerOf } from '#contract/call.ts'
import { recordSearch } from '#contract/web-calls/search.ts'
import { importApprovalPage, storeTicketPage, ticketPage } from '#features/tickets/pages.contract.ts'
import { importStatus, ticketImport } from '#features/tickets/ticket-import/ticket-import.contract.ts'
import { openOffice, type Office, type Person } from '../../../testing/office.ts'
import { dayFromNow, openStore, setPeriod, stations } from '../../../testing/tickets.ts'
import { xsktTicket } from './xskt-ticket.contract.ts'
import { ticketStatus } from './ticket.contract.ts'

let office: Office
let base_id: number
let days: string[]
let an: Person
let binh: Person

beforeAll(async () => {
  office = await openOffice()
  base_id = await openStore(office, [stations.tphcm, stations.dongthap])
  days = [await dayFromNow(office.db, 1), await dayFromNow(office.db, 2)]
  an = await office.hire([...ticketPage.rights, ...storeTicketPage.rights])
  binh = await office.hire([...importApprovalPage.rights])
  for (const open_date of days)
    for (const area_id of [stations.tphcm, stations.dongthap]) {
      await setPeriod(office, area_id, open_date, 'open')
      await stocked(area_id, open_date, 7)
    }
})
afterAll(() => office.close())

let numbers = 200_000
async function stocked(area_id: number, open_date: string, count: number) {
  const tickets = Array.from({ length: count }, () => ({ number: String((numbers += 7)), quantity: 3 }))
  const { ticket_import_id } = await an.call(ticketImport.create, { area_id, open_date, tickets })
  await binh.call(ticketImport.approve, { ticket_import_id })
}
type Answer = AnswerOf<typeof xsktTicket.list>
const list = (input: object = {}): Promise<Answer> => an.call(xsktTicket.list, input)
const inVietnamese = new Intl.Collator('vi').compare
const keyOf = ({ open_date, area_id, number }: Answer['items'][number]) => `${open_date} ${area_id} ${number}`

describe('the list of tickets', () => {
  test('is sorted by draw, station and number, and its pages are consecutive parts of that order', async () => {
    const fullPage = await list({ page_size: 300 })
    expect(fullPage).toMatchObject({
      total: 28,
      sums: { imported: 84, sold: 0, returned: 0, return_pending: 0, in_stock: 84 },
    })
    expect(fullPage.items.map(keyOf)).toEqual(fullPage.items.map(keyOf).toSorted())
    for (const sort of ['open_date', '-open_date'] as const) {
      const expected = sort === 'open_date' ? fullPage.items.map(keyOf) : fullPage.items.map(keyOf).toReversed()
      for (const page_size of [1, 5, 13]) {
        const pages = []
        for (let page_index = 1; page_index <= Math.ceil(28 / page_size) + 1; page_index++)
          pages.push(await list({ page_size, page_index, sort, part: 'rows' }))
        expect(pages.flatMap(({ items }) => items.map(keyOf))).toEqual(expected)
      }
    }
  })

  test('can be sorted by each column, with the same totals', async () => {
    const { items: all, sums } = await list({ page_size: 300 })
    for (const column of [
      'number',
      'xsdt_ticket_id',
      'price',
      'in_stock',
      'imported',
      'sold',
      'returned',
      'created_at',
    ] as const)
      for (const sort of [column, `-${column}`] as const) {
        const answer = await list({ page_size: 300, sort })
        expect(answer).toMatchObject({ total: all.length, sums })
        const values = answer.items.map((row) => row[column])
        const sorted = values.toSorted((one, other) => (one < other ? -1 : one > other ? 1 : 0))
        expect([sort, values]).toEqual([sort, column === sort ? sorted : sorted.toReversed()])
      }
    const { items } = await list({ page_size: 300, sort: 'area_name' })
    expect(items.map(({ area_name }) => area_name)).toEqual(
      items.map(({ area_name }) => area_name).toSorted(inVietnamese),
    )
    // A page is a part of the same order; a filter that leaves all of them changes nothing.
    for (const sort of ['-number', 'area_name', '-area_name'] as const) {
      const fullPage = await list({ page_size: 300, sort, kind: 1 })
      for (const page_index of [1, 2, 6]) {
        const page = await list({ page_size: 5, page_index, sort, part: 'rows' })
        expect(page.items).toEqual(fullPage.items.slice(page_index * 5 - 5, page_index * 5))
      }
    }
  })

  test('has for each filter the rows, total and sums that a search through all tickets gives', async () => {
    const { items } = await list({ page_size: 300 })
    const [some] = items
    const filters: [object, (row: Answer['items'][number]) => boolean][] = [
      [{ area_id: stations.dongthap }, (row) => row.area_id === stations.dongthap],
      [{ open_date: days[1] }, (row) => row.open_date === days[1]],
      [{ from_date: days[1] }, (row) => row.open_date >= days[1]!],
      [
        { to_date: days[0], area_id: stations.tphcm },
        (row) => row.open_date === days[0] && row.area_id === stations.tphcm,
      ],
      [{ base_id: base_id + 1 }, () => false],
      [{ number: some!.number }, (row) => row.number === some!.number],
      [{ number: some!.number.slice(-2) }, (row) => row.number.endsWith(some!.number.slice(-2))],
      [{ keyword: some!.number.slice(-3) }, (row) => row.number.endsWith(some!.number.slice(-3))],
      [{ keyword: 'không phải số' }, () => false],
      [{ kind: 1 }, () => true],
      [{ kind: 2 }, () => false],
      [{ status: ticketStatus.on_sale }, () => true],
      [{ status: ticketStatus.sold_out, open_date: days[0] }, () => false],
    ]
    for (const [filter, fits] of filters) {
      const expected = items.filter(fits)
      const answer = await list({ ...filter, page_size: 300 })
      expect(answer.items.map(keyOf), JSON.stringify(filter)).toEqual(expected.map(keyOf))
      expect(answer).toMatchObject({ total: expected.length, sums: { imported: expected.length * 3 } })
    }
  })

  test('177: is refused where too many tickets would be read or sorted, and says what to narrow', async () => {
    const refused = async (input: Record<string, unknown>) => {
      const { error, data } = (await an.raw(xsktTicket.list, input)).body
      return [error.code, (data as { fields?: { from_date?: string } } | null)?.fields?.from_date]
    }
    const far = { page_size: 300, page_index: 1_000 }
    expect((await list({ ...far, status: ticketStatus.on_sale })).items).toEqual([])
    const addToCount = (by: number) =>
      office.write((db) =>
        sql`update stock set ticket_count = ticket_count + ${by}::integer where area_id = ${stations.tphcm}`.execute(
          db,
        ),
      )
    await addToCount(1_000_000)
    try {
      const too_far = [177, 'Trang này ở quá xa để đọc nhanh. Hãy chọn ngày hoặc đài.']
      expect(await refused({ ...far, status: ticketStatus.on_sale })).toEqual(too_far)
      expect((await list({ ...far, status: ticketStatus.on_sale, area_id: stations.dongthap })).items).toEqual([])
      const too_many = [177, 'Có hơn 1.000.000 vé để sắp xếp. Hãy chọn ngày hoặc đài.']
      expect(await refused({ sort: 'price' })).toEqual(too_many)
      expect(await refused({ sort: '-area_name', kind: 1 })).toEqual(too_many)
      expect((await list({ sort: 'price', area_id: stations.dongthap })).items).toHaveLength(14)
      expect((await list({ sort: 'price', number: '07' })).items.length).toBeLessThan(28)
    } finally {
      await addToCount(-1_000_000)
    }
  })

  test('is behind the global search by number', async () => {
    const [some] = (await list()).items
    const [match] = await an.call(recordSearch.find, { keyword: some!.number })
    expect(match).toMatchObject({ page_url: ticketPage.url, items: [{ label: some!.number }] })
  })
})

describe('a ticket', () => {
  test('is added by a slip, and is in stock after a second person approves it', async () => {
    const input = { area_id: stations.tphcm, open_date: days[0]!, number: '777777', quantity: 2, price: 11_000 }
    const slip = await an.call(xsktTicket.add, input)
    expect(slip).toMatchObject({ status: importStatus.waiting, quantity: 2, amount: 22_000 })
    expect((await list({ number: '777777' })).total).toBe(0)
    await binh.call(ticketImport.approve, { ticket_import_id: slip.ticket_import_id })
    expect((await list({ number: '777777' })).items).toMatchObject([{ price: 11_000, face_value: 10_000, in_stock: 2 }])
    await expect(an.call(xsktTicket.add, input)).rejects.toMatchObject({ code: 154 })
  })

  test('can be repriced and taken off sale, refuses an outdated version, and logs the change', async () => {
    const ticket = (await list({ area_id: stations.dongthap })).items[0]!
    const { xsdt_ticket_id, version } = ticket
    const changed = await an.call(xsktTicket.update, {
      xsdt_ticket_id,
      version,
      price: 9_500,
      status: ticketStatus.stopped,
    })
    expect(changed).toMatchObject({ price: 9_500, status: ticketStatus.stopped, number: ticket.number })
    expect(await an.call(xsktTicket.get, { xsdt_ticket_id })).toEqual(changed)
    await expect(an.call(xsktTicket.update, { xsdt_ticket_id, version, price: 9_000 })).rejects.toMatchObject({
      code: 9001,
    })
    const { rows } = await sql<{
      after: object
    }>`select after from audit_change where table_name like 'xskt_ticket%' and row_id = ${String(xsdt_ticket_id)}`.execute(
      office.db,
    )
    expect(rows).toEqual([{ after: { price: 9_500, status: 0 } }])
  })

  test('155: is not repriced once one is sold; 156: nor changed after the sale has stopped; 176: if unknown', async () => {
    const [ticket] = (await list({ area_id: stations.tphcm, open_date: days[1] })).items
    const { xsdt_ticket_id } = ticket!
    await office.write((db) =>
      sql`update xskt_ticket set sold = 1, in_stock = in_stock - 1 where ticket_id = ${xsdt_ticket_id}`.execute(db),
    )
    const change = (changes: object) =>
      an.call(xsktTicket.update, { xsdt_ticket_id, version: ticket!.version, ...changes })
    await expect(change({ price: 1 })).rejects.toMatchObject({
      code: 155,
      data: { fields: { price: expect.any(String) } },
    })
    await setPeriod(office, stations.tphcm, days[1]!, 'stopped')
    await expect(change({ status: ticketStatus.stopped })).rejects.toMatchObject({ code: 156 })
    await expect(an.call(xsktTicket.get, { xsdt_ticket_id: 999_999 })).rejects.toMatchObject({ code: 176 })
  })

  test('cannot have quantities that do not add up, which the database refuses', async () => {
    const broken = office.write((db) => sql`update xskt_ticket set sold = sold + 1 where in_stock > 0`.execute(db))
    await expect(broken).rejects.toMatchObject({ code: '23514', constraint: 'xskt_ticket_adds_up' })
  })
})
