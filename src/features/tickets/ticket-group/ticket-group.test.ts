/** Ticket groups: added by a slip that a second person approves, transferred and returned, always with all tickets. */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  groupApprovalPage,
  returnPage,
  stockHistoryPage,
  storeTicketPage,
  ticketGroupPage,
  ticketPage,
} from '#features/tickets/pages.contract.ts'
import { movementKind, stock } from '#features/tickets/stock/stock.contract.ts'
import { ticketReturn } from '#features/tickets/ticket-return/ticket-return.contract.ts'
import { xsktTicket } from '#features/tickets/xskt-ticket/xskt-ticket.contract.ts'
import { inParallel } from '../../../testing/parallel.ts'
import { openOffice, type Office, type Person } from '../../../testing/office.ts'
import { dayFromNow, openStore, setPeriod, stations } from '../../../testing/tickets.ts'
import { ticketGroupStatus, ticketGroup } from './ticket-group.contract.ts'

let office: Office
let base_id: number
let other_base: number
let open_date: string
/** Makes slips of groups; a person of the head office, who sees both stores. */
let an: Person
let binh: Person
const area_id = stations.tphcm

beforeAll(async () => {
  office = await openOffice()
  base_id = await openStore(office, [area_id])
  other_base = await openStore(office, [])
  open_date = await dayFromNow(office.db, 1)
  await setPeriod(office, area_id, open_date, 'open')
  an = await office.hire([
    ...ticketGroupPage.rights,
    ...ticketPage.rights,
    ...storeTicketPage.rights,
    ...stockHistoryPage.rights,
    ...returnPage.rights,
  ])
  binh = await office.hire([...groupApprovalPage.rights, ...returnPage.rights])
})
afterAll(() => office.close())

let numbers = 30_000
const tails = (count: number) => Array.from({ length: count }, () => ({ number: String(++numbers), price: 1_150_000 }))
const slip = (tickets: object[] = tails(1), overrides: object = {}) =>
  an.call(ticketGroup.add, { area_id, open_date, tickets: tickets as never, ...overrides })
const approve = (...ticket_group_import_ids: number[]) => binh.call(ticketGroup.approve, { ticket_group_import_ids })
async function approved(tickets: object[] = tails(1)) {
  const { ticket_group_import_id } = await slip(tickets)
  expect(await approve(ticket_group_import_id)).toMatchObject({ done: 1 })
  const { groups } = await binh.call(ticketGroup.importDetail, { ticket_group_import_id })
  return groups[0]!
}
const giveBack = (ticket_group_id: number) =>
  an.call(ticketReturn.returnBatch, { area_id, open_date, base_id, data: [{ ticket_group_id }] })
const detailOf = (ticket_group_id: number) => an.call(ticketGroup.detail, { ticket_group_id })
const stockOf = async (store_id: number) =>
  (await an.call(stock.list, { base_id: store_id, open_date })).items[0] ?? {
    imported: 0,
    in_stock: 0,
    returned: 0,
    transferred: 0,
  }
const sellOne = (ticket_group_id: number) =>
  office.write(async (db) => {
    await sql`update xskt_ticket set sold = sold + 1, in_stock = in_stock - 1
      where ticket_id = (select min(ticket_id) from xskt_ticket where ticket_group_id = ${ticket_group_id})`.execute(db)
    await sql`select move_stock(${open_date}, ${area_id}, ${base_id}, 2::smallint, 1, 0, null, ${ticket_group_id}, null, null)`.execute(
      db,
    )
  })

describe('a slip of groups', () => {
  test('computes the size of each group from the series of the station and the first digits', async () => {
    const newSlip = await slip([
      { number: '45678', price: 1_200_000 },
      { kind: 1, number: '123456', price: 115_000 },
    ])
    expect(newSlip).toMatchObject({ status: 1, set_count: 2, quantity: 110 + 11, amount: 1_315_000, base_id })
    const { groups } = await binh.call(ticketGroup.importDetail, {
      ticket_group_import_id: newSlip.ticket_group_import_id,
    })
    expect(groups).toMatchObject([
      { number: '45678', kind: 2, quantity: 110, status: ticketGroupStatus.waiting, sold: 0, in_stock: 0 },
      { number: '123456', kind: 1, quantity: 11 },
    ])
  })

  test('is refused with a wrong number of digits, a group twice (154), or a group that already exists (154)', async () => {
    const lines = [{ number: '123456', price: 1 }]
    await expect(slip(lines)).rejects.toMatchObject({
      code: 3,
      data: { fields: { number: 'Số cuối phải có 5 chữ số' } },
    })
    const [group] = tails(1)
    await expect(slip([group!, group!])).rejects.toMatchObject({ code: 154 })
    await slip([group!])
    await expect(slip([...tails(1), group!])).rejects.toMatchObject({
      code: 154,
      data: { lines: [{ index: 1, error: 'Cặp đã có trong kho hoặc đang chờ duyệt' }] },
    })
  })

  test.each([
    ['140 after the hour of returns', 'returns_over', 140],
    ['156 after the sale has stopped', 'stopped', 156],
  ] as const)('is refused with %s', async (_, when, code) => {
    const day = await dayFromNow(office.db, 2)
    await setPeriod(office, area_id, day, when)
    await expect(slip(tails(1), { open_date: day })).rejects.toMatchObject({ code })
  })

  test('is refused with 151 or 137 without a draw, and with 178 without a store', async () => {
    const { rows } = await sql<{ day: string }>`select current_date + n as day from generate_series(40, 50) n
      where extract(isodow from current_date + n) in (1, 2) order by extract(isodow from current_date + n) limit 2`.execute(
      office.db,
    )
    const drawn = rows.map(({ day }) => day)
    const codes = await Promise.all(drawn.map((day) => slip(tails(1), { open_date: day }).catch(({ code }) => code)))
    expect(codes).toContain(137)
    const { rows: free } = await sql<{ day: string }>`select current_date + n as day from generate_series(3, 9) n
      where extract(isodow from current_date + n) = 3`.execute(office.db)
    await expect(slip(tails(1), { open_date: free[0]!.day })).rejects.toMatchObject({ code: 151 })
    await setPeriod(office, stations.camau, open_date, 'open')
    await expect(slip(tails(1), { area_id: stations.camau })).rejects.toMatchObject({ code: 178 })
  })

  test('can be approved once, by a second person, while the draw is open', async () => {
    const both = await office.hire([...ticketGroupPage.rights, ...groupApprovalPage.rights])
    const ownSlip = await both.call(ticketGroup.add, { area_id, open_date, tickets: tails(1) as never })
    const { ticket_group_import_id: id } = ownSlip
    const decide = async (person: Person) =>
      (await person.call(ticketGroup.approve, { ids: [id], expected: 1 })).rows[0]
    expect(await decide(both)).toMatchObject({ outcome: 'skipped', code: 169 })
    await setPeriod(office, area_id, open_date, 'upcoming')
    expect(await decide(binh)).toMatchObject({ outcome: 'skipped', code: 114 })
    await setPeriod(office, area_id, open_date, 'open')
    const before = await stockOf(base_id)
    const answers = await inParallel(() => decide(binh))
    expect(answers.map((row) => row!.code ?? 0).toSorted((a, b) => a - b)).toEqual([0, ...Array(19).fill(122)])
    expect(await stockOf(base_id)).toMatchObject({ imported: before.imported + 110, in_stock: before.in_stock + 110 })
  })

  test('needs another person for its approval after a change, and is deleted with its last group', async () => {
    const { ticket_group_import_id } = await slip(tails(2))
    const both = await office.hire([...ticketGroupPage.rights, ...groupApprovalPage.rights])
    const { groups } = await binh.call(ticketGroup.importDetail, { ticket_group_import_id })
    const [first, second] = groups as [(typeof groups)[0], (typeof groups)[0]]
    const { ticket_group_id, version } = first
    await both.call(ticketGroup.update, { ticket_group_id, version, price: 2_000_000 })
    const { rows } = await both.call(ticketGroup.approve, { ticket_group_import_ids: [ticket_group_import_id] })
    expect(rows).toMatchObject([{ outcome: 'skipped', code: 169 }])
    const as_it_was = { ids: [ticket_group_import_id], expected: 1, version: 1 }
    expect((await binh.call(ticketGroup.approve, as_it_was)).rows).toMatchObject([{ outcome: 'skipped', code: 9001 }])
    await an.call(ticketGroup.delete, { ticket_group_id })
    const slipNow = () => binh.call(ticketGroup.importDetail, { ticket_group_import_id })
    expect(await slipNow()).toMatchObject({ status: 1, set_count: 1, quantity: 110, amount: 1_150_000 })
    await an.call(ticketGroup.delete, { ticket_group_id: second.ticket_group_id })
    expect(await slipNow()).toMatchObject({ status: 7 })
  })
})

describe('a group on sale', () => {
  test('has its tickets in stock, in one row for each first digit', async () => {
    const group = await approved([{ number: '98765', price: 1_200_000 }])
    const { tickets, status, in_stock } = await detailOf(group.ticket_group_id)
    expect([status, in_stock]).toEqual([ticketGroupStatus.on_sale, 110])
    expect(tickets.map(({ number, imported }) => [number, imported])).toEqual(
      Array.from({ length: 10 }, (__, digit) => [`${digit}98765`, 11]),
    )
    // The filter by kind finds the ticket of the group, not single tickets of the same number.
    const listed = await an.call(xsktTicket.list, { number: '998765', kind: 2, open_date })
    expect(listed.items).toMatchObject([{ ticket_group_id: group.ticket_group_id }])
  })

  test('can be transferred to another store and back with all tickets, and the history has both sides', async () => {
    const group = await approved()
    const before = await stockOf(base_id)
    const moved = await an.call(ticketGroup.transfer, { ticket_group_id: group.ticket_group_id, base_id: other_base })
    expect(moved).toMatchObject({ base_id: other_base, in_stock: 110, status: ticketGroupStatus.on_sale })
    expect(await stockOf(base_id)).toMatchObject({
      in_stock: before.in_stock - 110,
      transferred: before.transferred + 110,
    })
    expect(await stockOf(other_base)).toMatchObject({ imported: 110, in_stock: 110 })
    const secondTransfer = await an.call(ticketGroup.transfer, {
      ticket_group_id: group.ticket_group_id,
      base_id,
      version: moved.version,
    })
    expect(secondTransfer).toMatchObject({ base_id, in_stock: 110 })
    expect(await stockOf(base_id)).toMatchObject({ in_stock: before.in_stock })
    const { items } = await an.call(stock.history, { ticket_group_id: group.ticket_group_id, sort: 'at' })
    expect(items.map((row) => [row.kind, row.base_id])).toEqual([
      [1, base_id],
      [4, base_id],
      [5, other_base],
      [5, base_id],
      [4, other_base],
    ])
    expect(await doesNotAddUp()).toEqual([])
  })

  test('has its numbers alone in the draw: no other store and no group of another kind can have them (154)', async () => {
    const [tail] = tails(1) as [{ number: string; price: number }]
    const group = await approved([tail])
    await an.call(ticketGroup.transfer, { ticket_group_id: group.ticket_group_id, base_id: other_base })
    const sameNumber = { kind: 1, number: `3${tail.number}`, price: 110_000 }
    await expect(slip([tail])).rejects.toMatchObject({ code: 154 })
    await expect(slip([sameNumber])).rejects.toMatchObject({ code: 154 })
    const [other] = tails(1) as [{ number: string; price: number }]
    await slip([
      { kind: 1, number: `1${other.number}`, price: 110_000 },
      { kind: 1, number: `2${other.number}`, price: 110_000 },
    ])
    await expect(slip([other])).rejects.toMatchObject({ code: 154 })
  })

  test('is not transferred by people of a store (169), to its own store, to a closed store or to an unknown one', async () => {
    const group = await approved()
    const keeper = await office.hire([...ticketGroupPage.rights], { base_id })
    const transferTo = (person: Person, target: number) =>
      person.call(ticketGroup.transfer, { ticket_group_id: group.ticket_group_id, base_id: target })
    await expect(transferTo(keeper, other_base)).rejects.toMatchObject({ code: 169 })
    await expect(transferTo(an, base_id)).rejects.toMatchObject({
      code: 3,
      data: { fields: { base_id: expect.any(String) } },
    })
    const closed = await openStore(office, [])
    await office.write((db) => sql`update base_store set status = 0 where base_id = ${closed}`.execute(db))
    for (const target of [closed, 999_999])
      await expect(transferTo(an, target)).rejects.toMatchObject({
        code: 3,
        data: { fields: { base_id: 'Kho không tồn tại hoặc đã ngừng hoạt động.' } },
      })
    expect(await detailOf(group.ticket_group_id)).toMatchObject({ base_id, in_stock: 110 })
  })

  test('155: cannot be transferred, returned or repriced once a ticket is sold; 122: nor before its approval', async () => {
    const waiting = await slip()
    const { groups } = await binh.call(ticketGroup.importDetail, {
      ticket_group_import_id: waiting.ticket_group_import_id,
    })
    const transfer = (ticket_group_id: number) =>
      an.call(ticketGroup.transfer, { ticket_group_id, base_id: other_base })
    await expect(transfer(groups[0]!.ticket_group_id)).rejects.toMatchObject({ code: 122 })
    const { ticket_group_id } = await approved()
    await sellOne(ticket_group_id)
    const { version } = await detailOf(ticket_group_id)
    await expect(transfer(ticket_group_id)).rejects.toMatchObject({ code: 155 })
    await expect(giveBack(ticket_group_id)).rejects.toMatchObject({ code: 155 })
    await expect(an.call(ticketGroup.update, { ticket_group_id, version, price: 5 })).rejects.toMatchObject({
      code: 155,
    })
    expect(await an.call(ticketGroup.update, { ticket_group_id, version, images: [] })).toMatchObject({ sold: 1 })
  })

  test('is not transferred (156, 163) or returned (164, 172) once its sale has stopped or its stock is closed', async () => {
    const { ticket_group_id } = await approved()
    const move = () => an.call(ticketGroup.transfer, { ticket_group_id, base_id: other_base })
    const calculated = (status: number) =>
      office.write((db) =>
        sql`update stock set status = ${status} where open_date = ${open_date} and base_id = ${base_id}`.execute(db),
      )
    await calculated(3)
    await expect(move()).rejects.toMatchObject({ code: 163 })
    expect(await detailOf(ticket_group_id)).toMatchObject({ status: ticketGroupStatus.calculated })
    await calculated(2)
    await expect(giveBack(ticket_group_id)).rejects.toMatchObject({ code: 164 })
    await calculated(1)
    await setPeriod(office, area_id, open_date, 'stopped')
    await expect(giveBack(ticket_group_id)).rejects.toMatchObject({ code: 172 })
    await expect(move()).rejects.toMatchObject({ code: 156 })
    expect(await detailOf(ticket_group_id)).toMatchObject({ status: ticketGroupStatus.unsold })
    await setPeriod(office, area_id, open_date, 'open')
  })

  test('is returned whole by a slip of two persons, and cannot be deleted', async () => {
    const { ticket_group_id } = await approved()
    await expect(an.call(ticketGroup.delete, { ticket_group_id })).rejects.toMatchObject({ code: 122 })
    const before = await stockOf(base_id)
    const { ticket_return_id } = await giveBack(ticket_group_id)
    expect(await detailOf(ticket_group_id)).toMatchObject({ status: ticketGroupStatus.return_pending, in_stock: 0 })
    await binh.call(ticketReturn.confirm, { ticket_return_id })
    expect(await stockOf(base_id)).toMatchObject({ in_stock: before.in_stock - 110, returned: before.returned + 110 })
    expect(await detailOf(ticket_group_id)).toMatchObject({ status: ticketGroupStatus.returned, in_stock: 0 })
    const { items } = await an.call(stock.history, { ticket_group_id, sort: '-at' })
    expect(items.map(({ kind }) => kind)).toEqual([
      movementKind.return_confirmed,
      movementKind.return_requested,
      movementKind.imported,
    ])
    await expect(an.call(ticketGroup.detail, { ticket_group_id: 999_999 })).rejects.toMatchObject({ code: 176 })
  })

  test('122: is not transferred while it is on a return slip, nor once it is returned', async () => {
    const { ticket_group_id } = await approved()
    const transfer = () => an.call(ticketGroup.transfer, { ticket_group_id, base_id: other_base })
    const refusal = { code: 122, message: 'Cặp đã hoàn hoặc đang chờ hoàn.' }
    const { ticket_return_id } = await giveBack(ticket_group_id)
    await expect(transfer()).rejects.toMatchObject(refusal)
    await binh.call(ticketReturn.confirm, { ticket_return_id })
    await expect(transfer()).rejects.toMatchObject(refusal)
    expect(await detailOf(ticket_group_id)).toMatchObject({ base_id, status: ticketGroupStatus.returned })
  })

  test('is found by its status, and deleted groups come last and are summed only when filtered by', async () => {
    const all = await an.call(ticketGroup.list, { page_size: 300 })
    for (const status of Object.values(ticketGroupStatus)) {
      const { items, total } = await an.call(ticketGroup.list, { status, page_size: 300 })
      expect(total).toBe(all.items.filter((row) => row.status === status).length)
      expect(items.every((row) => row.status === status)).toBe(true)
    }
    const isDeleted = ({ status }: { status: number }) => status === ticketGroupStatus.deleted
    const quantityOf = (rows: typeof all.items) => rows.reduce((sum, row) => sum + row.quantity, 0)
    expect(all.sums).toMatchObject({ quantity: quantityOf(all.items.filter((row) => !isDeleted(row))) })
    // Deleted groups come last, and are summed only where the list is filtered by them.
    expect(all.items.findIndex(isDeleted)).toBe(all.items.filter((row) => !isDeleted(row)).length)
    const gone = await an.call(ticketGroup.list, { status: ticketGroupStatus.deleted, page_size: 300 })
    expect(gone.items.length).toBeGreaterThan(0)
    expect(gone.sums).toMatchObject({ quantity: quantityOf(gone.items) })
  })
})

/** Stocks that differ from the sums of their tickets. */
async function doesNotAddUp() {
  const { rows } = await sql`
    select s.* from stock s
    left join (select open_date, area_id, base_id, count(*) as n, sum(imported) as imported, sum(in_stock) as in_stock, sum(transferred) as transferred
      from xskt_ticket group by 1, 2, 3) t using (open_date, area_id, base_id)
    where (s.ticket_count, s.imported, s.in_stock, s.transferred) is distinct from (t.n, t.imported, t.in_stock, t.transferred)`.execute(
    office.db,
  )
  return rows
}
