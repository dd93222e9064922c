/** Twenty transfers of a ticket group between two stores while it is sold or returned. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openIntake } from '#features/orders/intake/queue.server.ts'
import { returnPage, ticketGroupPage } from '#features/tickets/pages.contract.ts'
import { ticketReturn } from '#features/tickets/ticket-return/ticket-return.contract.ts'
import { errorCodeOf } from '../../../testing/error-code.ts'
import { openOffice, type Office, type Person } from '../../../testing/office.ts'
import { openPos, orderRequestOf, stockSet, type SellingPos } from '../../../testing/orders.ts'
import { inParallel } from '../../../testing/parallel.ts'
import { proofs } from '../../../testing/proofs.ts'
import { dayFromNow, openStore, setPeriod, stations } from '../../../testing/tickets.ts'
import { ticketGroup, ticketGroupStatus } from './ticket-group.contract.ts'

let office: Office
let an: Person
let pos: SellingPos
let intake: ReturnType<typeof openIntake>
let open_date: string
/** The store in charge of the station, and one that is not. */
let base_id: number
let other_base: number
const area_id = stations.tphcm

beforeAll(async () => {
  office = await openOffice()
  base_id = await openStore(office, [area_id])
  other_base = await openStore(office, [])
  an = await office.hire([...ticketGroupPage.rights, ...returnPage.rights])
  pos = await openPos(office)
  intake = openIntake(office.db)
  open_date = await dayFromNow(office.db, 1)
  await setPeriod(office, area_id, open_date, 'open')
  // Both stores have tickets of the draw from the beginning.
  await transfer(await group(), other_base)
})
afterAll(() => office.close())

let digits = 10_000
const group = () => stockSet(office, { open_date, area_id, base_id }, String(++digits))
const transfer = (ticket_group_id: number, store_id: number) =>
  an.call(ticketGroup.transfer, { ticket_group_id, base_id: store_id })
const giveBack = (ticket_group_id: number, store_id: number) =>
  an.call(ticketReturn.returnBatch, { area_id, open_date, base_id: store_id, data: [{ ticket_group_id }] })
/** The code of the order; 999, tickets that are locked for a moment, is tried again. */
async function orderCode(ticket_group_id: number): Promise<number> {
  const request = await orderRequestOf(office, pos, { area_id, open_date, tickets: [{ ticket_group_id }] })
  for (;;) {
    const code = await errorCodeOf(intake.create(request))
    if (code !== 999) return code
  }
}

const rounds = 10
/** The codes of ten transfers, half of them to each store, and of ten other calls at the same time. */
async function race(other: (store_id: number) => Promise<number>, ticket_group_id: number) {
  const codes = await inParallel((n) => {
    const store_id = n % 4 < 2 ? base_id : other_base
    return n % 2 === 0 ? other(store_id) : errorCodeOf(transfer(ticket_group_id, store_id))
  })
  const codesOf = (rest: number) => codes.filter((_, n) => n % 2 === rest)
  return { codes: codesOf(0), transfer_codes: codesOf(1) }
}
const sorted = (codes: readonly number[]) => codes.toSorted((a, b) => a - b)

test('it is sold once, from the store that has it then', { timeout: 120_000 }, async () => {
  for (let round = 0; round < rounds; round++) {
    const ticket_group_id = await group()
    const { codes, transfer_codes } = await race(() => orderCode(ticket_group_id), ticket_group_id)
    expect(sorted(codes)).toEqual([0, ...Array<number>(9).fill(167)])
    // 155: it is sold; 3: it is in that store already
    for (const code of transfer_codes) expect([0, 3, 155]).toContain(code)
    const groupNow = await an.call(ticketGroup.detail, { ticket_group_id })
    expect(groupNow).toMatchObject({ sold: 10, in_stock: 0 })
    const { rows } = await sql<{ base_id: number }>`
      select base_id from sale_order join order_line using (order_id) where ticket_group_id = ${ticket_group_id}`.execute(
      office.db,
    )
    expect(rows).toEqual([{ base_id: groupNow.base_id }])
  }
  expect(await proofs(office)).toEqual([])
})

test('it is on one slip, of the store that has it', { timeout: 120_000 }, async () => {
  for (let round = 1; round <= rounds; round++) {
    const ticket_group_id = await group()
    const { codes, transfer_codes } = await race(
      (store_id) => errorCodeOf(giveBack(ticket_group_id, store_id)),
      ticket_group_id,
    )
    // 157: it is on a slip; 176: it is in the other store
    for (const code of codes) expect([0, 157, 176]).toContain(code)
    // 122: it is on a slip; 3: it is in that store already
    for (const code of transfer_codes) expect([0, 3, 122]).toContain(code)
    const groupNow = await an.call(ticketGroup.detail, { ticket_group_id })
    const isReturned = codes.includes(0)
    expect(groupNow.status).toBe(isReturned ? ticketGroupStatus.return_pending : ticketGroupStatus.on_sale)
    // Each return may have come while it was in the other store.
    if (!isReturned) await giveBack(ticket_group_id, groupNow.base_id)
    const { items, total } = await an.call(ticketReturn.list, { open_date, sort: '-created_at' })
    expect(total).toBe(round)
    expect(items[0]).toMatchObject({ base_id: groupNow.base_id, quantity: 10 })
  }
  expect(await proofs(office)).toEqual([])
})
