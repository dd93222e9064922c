/** Import slips: tickets come into stock once, by two persons. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { importApprovalPage, stockHistoryPage, storeTicketPage } from '#features/tickets/pages.contract.ts'
import { stock } from '#features/tickets/stock/stock.contract.ts'
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
  binh = await office.hire([...importApprovalPage.rights, ...storeTicketPage.rights, ...stockHistoryPage.rights])
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

describe('a new slip', () => {
  test('belongs to the store of its maker, has the sums of its lines, and adds nothing to the stock', async () => {
    const before = await stockNow()
    const newSlip = await slip([
      { number: '000123', quantity: 5 },
      { number: '000124', series: 'ab', price: 12_000 },
    ])
    expect(newSlip).toMatchObject({
      base_id,
      status: importStatus.waiting,
      line_count: 2,
      quantity: 6,
      amount: 5 * 10_000 + 12_000,
      created_by_name: an.user_name,
      approved_at: null,
    })
    expect(newSlip.import_code).toMatch(/^PN\d{6}$/)
    const { items } = await an.call(ticketImport.detail, { ticket_import_id: newSlip.ticket_import_id })
    expect(items).toMatchObject([
      { number: '000123', series: null, quantity: 5, price: 10_000, fault: null },
      { number: '000124', series: 'AB', quantity: 1, price: 12_000 },
    ])
    expect(await stockNow()).toEqual(before)
  })

  test.each([
    ['151: the station does not draw on that day', 151, async () => ({ open_date: await dayNotDrawn() })],
    ['137: the draw has not been made yet', 137, async () => ({ open_date: await dayFarAhead() })],
    ['156: the sale has stopped', 156, () => withHours('stopped')],
    ['140: the hour of the returns is over', 140, () => withHours('returns_over')],
  ] as const)('is refused with %s', async (_, code, draw_of) => {
    await expect(slip(fresh(1), await draw_of())).rejects.toMatchObject({ code })
  })

  test('178: is refused for a person without a store and a station that no store has', async () => {
    await setPeriod(office, stations.camau, day, 'open')
    const input = { area_id: stations.camau, open_date: day, tickets: fresh(1) }
    await expect(binh.call(ticketImport.create, input)).rejects.toMatchObject({ code: 178 })
  })

  test('is refused for a station that the store does not have, and for a number of the wrong length', async () => {
    await expect(slip(fresh(1), { area_id: stations.camau })).rejects.toMatchObject({
      code: 3,
      data: { fields: { area_id: expect.any(String) } },
    })
    await expect(slip([...fresh(1), { number: '12345' }])).rejects.toMatchObject({
      code: 3,
      data: { fields: { tickets: 'Dòng 2: Dãy số phải có 6 chữ số' } },
    })
  })

  test('154: is refused with a ticket that it has twice, that is in stock or that waits in another slip', async () => {
    const ticket = fresh(1)[0]!
    await expect(slip([ticket, { ...ticket, quantity: 1 }])).rejects.toMatchObject({
      code: 154,
      data: { fields: { tickets: 'Dòng 2: Vé trùng với dòng 1' } },
    })
    const waiting = await slip([ticket])
    await expect(slip([ticket])).rejects.toMatchObject({
      code: 154,
      data: { fields: { tickets: `Dòng 1: Vé đang chờ duyệt ở phiếu ${waiting.import_code}` } },
    })
    await approve(waiting.ticket_import_id)
    await expect(slip([...fresh(1), ticket])).rejects.toMatchObject({
      code: 154,
      data: { fields: { tickets: 'Dòng 2: Vé đã có trong kho' } },
    })
  })

  test('of a store with automatic approval is in stock at once, and is refused with 181 before the draw opens', async () => {
    const auto = await openStore(office, [stations.hanoi], { auto_approve: true })
    await setPeriod(office, stations.hanoi, day, 'upcoming')
    const input = {
      area_id: stations.hanoi,
      open_date: day,
      tickets: [{ number: '00077', series: '15an', quantity: 3 }],
    }
    const keeper = await office.hire([...storeTicketPage.rights], { base_id: auto })
    await expect(keeper.call(ticketImport.create, input)).rejects.toMatchObject({ code: 181 })
    await setPeriod(office, stations.hanoi, day, 'open')
    const newSlip = await keeper.call(ticketImport.create, input)
    expect(newSlip).toMatchObject({
      status: importStatus.approved,
      approved_by_name: null,
      approved_at: expect.any(String),
    })
    const { items } = await keeper.call(stock.list, { open_date: day })
    expect(items).toMatchObject([{ base_id: auto, imported: 3, in_stock: 3, ticket_count: 1 }])
  })
})

describe('the approval of a slip', () => {
  test('by a second person adds its tickets to the stock, with a movement that has the stock before and after', async () => {
    const before = await stockNow()
    const { ticket_import_id } = await slip(fresh(3, 7))
    const approved = await approve(ticket_import_id)
    expect(approved).toMatchObject({ status: importStatus.approved, approved_by_name: binh.user_name })
    expect(await stockNow()).toMatchObject({
      imported: before.imported + 21,
      in_stock: before.in_stock + 21,
      ticket_count: before.ticket_count + 3,
    })
    const { items } = await binh.call(stock.history, { ticket_import_id })
    expect(items).toMatchObject([
      { kind: 1, before: before.in_stock, quantity: 21, after: before.in_stock + 21, reference: approved.import_code },
    ])
    expect(await factsOf(ticket_import_id)).toEqual({ tickets: 3, imported: 21, in_stock: 21 })
  })

  test('169: is refused for its maker and for the last person who changed its lines', async () => {
    const both = await office.hire([...storeTicketPage.rights, ...importApprovalPage.rights], { base_id })
    const { ticket_import_id } = await both.call(ticketImport.create, { ...draw(), tickets: fresh(1) })
    await expect(both.call(ticketImport.approve, { ticket_import_id })).rejects.toMatchObject({
      code: 169,
      message: 'Người lập phiếu không được tự duyệt phiếu của mình.',
    })
    const other = await slip()
    await both.call(ticketImport.update, {
      ticket_import_id: other.ticket_import_id,
      version: other.version,
      tickets: fresh(1),
    })
    await expect(both.call(ticketImport.approve, { ticket_import_id: other.ticket_import_id })).rejects.toMatchObject({
      code: 169,
      message: 'Người sửa phiếu không được tự duyệt phiếu mình đã sửa.',
    })
  })

  test('169: is refused for anybody who changed its lines; 122: and for a store that has lost the station', async () => {
    const newSlip = await slip()
    const { ticket_import_id } = newSlip
    const { version } = await binh.call(ticketImport.update, {
      ticket_import_id,
      version: newSlip.version,
      tickets: fresh(1),
    })
    await an.call(ticketImport.update, { ticket_import_id, version, tickets: fresh(1) })
    await expect(approve(ticket_import_id)).rejects.toMatchObject({ code: 169 })
    const waiting = await slip(fresh(1), { area_id: stations.dongthap, open_date: await dayOpen(stations.dongthap) })
    await openStore(office, [stations.dongthap])
    await expect(approve(waiting.ticket_import_id)).rejects.toMatchObject({ code: 122 })
    await giveBackStation(stations.dongthap)
  })

  test('122: is refused a second time, and for a deleted slip', async () => {
    const [first, second] = [await slip(), await slip()]
    await approve(first.ticket_import_id)
    await expect(approve(first.ticket_import_id)).rejects.toMatchObject({ code: 122, message: 'Phiếu đã được duyệt.' })
    await an.call(ticketImport.delete, { ticket_import_id: second.ticket_import_id, reason: 'Nhập nhầm' })
    await expect(approve(second.ticket_import_id)).rejects.toMatchObject({ code: 122, message: 'Phiếu đã xóa.' })
  })

  test('is refused with 148 before the draw opens and 156 after its sale stopped; in a batch with 114 and 156', async () => {
    await setPeriod(office, stations.dongthap, day, 'upcoming')
    const { ticket_import_id } = await slip(fresh(1), { area_id: stations.dongthap })
    await expect(approve(ticket_import_id)).rejects.toMatchObject({ code: 148 })
    const inBatch = () => binh.call(ticketImport.approveBatch, { ticket_import_ids: [ticket_import_id] })
    expect((await inBatch()).rows).toMatchObject([{ outcome: 'skipped', code: 114 }])
    await setPeriod(office, stations.dongthap, day, 'stopped')
    await expect(approve(ticket_import_id)).rejects.toMatchObject({ code: 156 })
    expect((await inBatch()).rows).toMatchObject([{ outcome: 'skipped', code: 156 }])
  })

  test('162: adds nothing if a ticket came into stock meanwhile, says why, and works after a correction', async () => {
    const twice = fresh(1)[0]!
    // Two slips may hold the same ticket when they are made at the same moment.
    const [first, second] = await Promise.all([slip([twice]), slip(fresh(1))])
    await office.write((db) =>
      sql`update ticket_import_line set number = ${twice.number} where ticket_import_id = ${second.ticket_import_id}`.execute(
        db,
      ),
    )
    await approve(first.ticket_import_id)
    const before = await stockNow()
    await expect(approve(second.ticket_import_id)).rejects.toMatchObject({ code: 162 })
    expect(await stockNow()).toEqual(before)
    const { slip: failed, items } = await an.call(ticketImport.detail, { ticket_import_id: second.ticket_import_id })
    expect(failed).toMatchObject({ status: importStatus.failed, reason: '1 dòng có vé đã nhập kho trước đó.' })
    expect(items).toMatchObject([{ number: twice.number, fault: 'Vé đã có trong kho' }])
    const corrected = await an.call(ticketImport.update, {
      ticket_import_id: second.ticket_import_id,
      version: failed.version,
      tickets: fresh(1),
    })
    expect(corrected).toMatchObject({ status: importStatus.waiting, reason: null })
    await approve(second.ticket_import_id)
    expect(await stockNow()).toMatchObject({ in_stock: before.in_stock + 10 })
  })

  test('answers each of many slips by itself, as its preview does', async () => {
    const ownSlip = await binh.call(ticketImport.create, { ...draw(), tickets: fresh(1) })
    const [good, bad] = [await slip(), await slip()]
    await an.call(ticketImport.delete, { ticket_import_id: bad.ticket_import_id })
    const ids = [good.ticket_import_id, bad.ticket_import_id, ownSlip.ticket_import_id]
    const input = { ids, expected: 3, action: 'approve' as const }
    const dry = await binh.call(ticketImport.approvePreview, input)
    const run = await binh.call(ticketImport.approveBatch, input)
    expect(run).toEqual(dry)
    expect(run).toMatchObject({ done: 1, skipped: 2 })
    const outcomes = Object.fromEntries(run.rows.map(({ id, outcome, code }) => [id, [outcome, code]]))
    expect(outcomes).toEqual({
      [good.ticket_import_id]: ['done', null],
      [bad.ticket_import_id]: ['skipped', 122],
      [ownSlip.ticket_import_id]: ['skipped', 169],
    })
    await expect(binh.call(ticketImport.approveBatch, { ids: [2_000_000], expected: 1 })).rejects.toMatchObject({
      code: 9001,
    })
  })

  test('9001: is refused for many slips when one of them changed after the preview', async () => {
    const { ticket_import_id, version } = await slip()
    const input = { ids: [ticket_import_id], expected: 1, action: 'approve' as const }
    const { seen } = await binh.call(ticketImport.approvePreview, input)
    await an.call(ticketImport.update, { ticket_import_id, version, tickets: fresh(1, 9_000) })
    const run = (mark: typeof seen) => binh.call(ticketImport.approveBatch, { ...input, seen: mark })
    await expect(run(seen)).rejects.toMatchObject({ code: 9001 })
    const secondPreview = await binh.call(ticketImport.approvePreview, input)
    expect(await run(secondPreview.seen)).toMatchObject({ done: 1 })
  })

  test('adds the tickets once when two persons approve ten times in parallel', async () => {
    const duc = await office.hire([...importApprovalPage.rights])
    const { ticket_import_id } = await slip(fresh(50, 2))
    const before = await stockNow()
    const transid = randomUUID()
    const answers = await Promise.allSettled([
      ...Array.from({ length: 4 }, () => binh.call(ticketImport.approve, { ticket_import_id }, { transid })),
      ...Array.from({ length: 3 }, () => duc.call(ticketImport.approve, { ticket_import_id })),
      ...Array.from({ length: 3 }, () =>
        duc.call(ticketImport.approveBatch, { ticket_import_ids: [ticket_import_id] }),
      ),
    ])
    expect(answers.some(({ status }) => status === 'fulfilled')).toBe(true)
    expect(await factsOf(ticket_import_id)).toEqual({ tickets: 50, imported: 100, in_stock: 100 })
    expect(await stockNow()).toMatchObject({ in_stock: before.in_stock + 100 })
    expect((await binh.call(stock.history, { ticket_import_id })).items).toHaveLength(1)
  })
})

test('people of another store see neither the slip nor the stock', async () => {
  const { ticket_import_id } = await slip()
  await approve(ticket_import_id)
  const stranger = await office.hire([...storeTicketPage.rights, ...importApprovalPage.rights], {
    base_id: await openStore(office, []),
  })
  await expect(stranger.call(ticketImport.detail, { ticket_import_id })).rejects.toMatchObject({ code: 9005 })
  expect((await stranger.call(ticketImport.list, {})).total).toBe(0)
  expect((await stranger.call(stock.list, {})).total).toBe(0)
})

test('the list of slips is filtered by keyword, status and day, and has the sums of what it shows', async () => {
  const newSlip = await slip(fresh(2, 4), { note: 'Đợt đặc biệt' })
  const page = await binh.call(ticketImport.list, {
    keyword: 'dot dac biet',
    status: importStatus.waiting,
    open_date: day,
  })
  expect(page).toMatchObject({
    total: 1,
    sums: { quantity: 8, amount: 80_000 },
    items: [{ import_code: newSlip.import_code }],
  })
})

async function factsOf(ticket_import_id: number) {
  const { rows } = await sql<{ tickets: number; imported: number; in_stock: number }>`
    select count(*) as tickets, sum(imported) as imported, sum(in_stock) as in_stock from xskt_ticket where ticket_import_id = ${ticket_import_id}`.execute(
    office.db,
  )
  return rows[0]
}

/** A day within the next week on which the station does not draw and has no draw. */
async function dayNotDrawn(): Promise<string> {
  const { rows } = await sql<{ day: string }>`
    select (current_date + n) as day from generate_series(2, 9) n
    where extract(isodow from current_date + n) not in (select weekday from draw_area_weekday where area_id = ${stations.tphcm}) limit 1`.execute(
    office.db,
  )
  return rows[0]!.day
}

async function dayFarAhead(): Promise<string> {
  const { rows } = await sql<{ day: string }>`
    select (current_date + n) as day from generate_series(60, 67) n
    where extract(isodow from current_date + n) = (select min(weekday) from draw_area_weekday where area_id = ${stations.tphcm}) limit 1`.execute(
    office.db,
  )
  return rows[0]!.day
}

async function withHours(when: 'stopped' | 'returns_over') {
  const open_date = await dayFromNow(office.db, 3)
  await setPeriod(office, stations.tphcm, open_date, when)
  return { open_date }
}

async function dayOpen(area_id: number): Promise<string> {
  const open_date = await dayFromNow(office.db, 4)
  await setPeriod(office, area_id, open_date, 'open')
  return open_date
}

async function giveBackStation(area_id: number): Promise<void> {
  await office.write((db) =>
    db.updateTable('base_store_area').set({ base_id }).where('area_id', '=', area_id).execute(),
  )
}
