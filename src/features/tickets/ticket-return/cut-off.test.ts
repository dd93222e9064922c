/** The hour of returns and the closing of a stock, while sales, imports, returns and confirmations run in parallel. */
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { createClient } from '#server/database/pool.ts'
import { openIntake } from '#features/orders/intake/queue.server.ts'
import { importApprovalPage, returnPage, storeTicketPage, unsoldPage } from '#features/tickets/pages.contract.ts'
import { verifyStock } from '#features/tickets/stock/verify-stock.server.ts'
import { ticketImport } from '#features/tickets/ticket-import/ticket-import.contract.ts'
import { unsold } from '#features/tickets/unsold/unsold.contract.ts'
import { openOffice, type Office, type Person } from '../../../testing/office.ts'
import { openPos, orderRequestOf, type SellingPos } from '../../../testing/orders.ts'
import { dayFromNow, openStore, setPeriod, stations } from '../../../testing/tickets.ts'
import { ticketReturn } from './ticket-return.contract.ts'
import { returnLife } from './return-life.contract.ts'
import { firstRow } from '../../../testing/first-row.ts'

const area_id = stations.tphcm
const kinds = 40

let office: Office
let intake: ReturnType<typeof openIntake>
let pos: SellingPos
let base_id: number
let an: Person
let binh: Person
let open_date: string
let numbers: string[]
let days = 20

beforeAll(async () => {
  office = await openOffice()
  base_id = await openStore(office, [area_id])
  pos = await openPos(office)
  intake = openIntake(office.db)
  const rights = [storeTicketPage, importApprovalPage, returnPage, unsoldPage].flatMap((page) => page.rights)
  an = await office.hire(rights)
  binh = await office.hire(rights)
})
afterAll(() => office.close())

beforeEach(async () => {
  open_date = await dayFromNow(office.db, ++days)
  await setPeriod(office, area_id, open_date, 'open')
  numbers = Array.from({ length: kinds }, (_, n) => String(500_000 + n))
  await bringIn(numbers, 1_000)
})

let last_number = 600_000
async function bringIn(ticketNumbers: readonly string[], quantity: number): Promise<void> {
  const tickets = ticketNumbers.map((number) => ({ number, quantity }))
  const { ticket_import_id } = await an.call(ticketImport.create, { area_id, open_date, base_id, tickets })
  await binh.call(ticketImport.approve, { ticket_import_id })
}
const any = () => numbers[Math.floor(Math.random() * numbers.length)]!
const putOnSlip = () =>
  an.call(ticketReturn.returnBatch, { area_id, open_date, base_id, data: [{ number: any(), quantity: 1 }] })
const confirm = ({ ticket_return_id }: { ticket_return_id: number }) =>
  binh.call(ticketReturn.confirm, { ticket_return_id })
const sell = async () =>
  intake.create(await orderRequestOf(office, pos, { area_id, open_date, tickets: [{ number: any(), quantity: 1 }] }))

const floods: (() => Promise<unknown>)[] = []
afterEach(() => Promise.all(floods.splice(0).map((end) => end())))

/** Repeats these actions in parallel until `end` is called. Counts how often each was done, and its refusals by code. */
function flood(acts: Record<string, () => Promise<unknown>>) {
  let on = true
  const done: Record<string, number> = {}
  const codes: Record<string, Record<number, number>> = {}
  const repeat = async (name: string, act: () => Promise<unknown>) => {
    while (on)
      await act().then(
        () => (done[name] = (done[name] ?? 0) + 1),
        ({ code }: { code: number }) => ((codes[name] ??= {})[code] = (codes[name][code] ?? 0) + 1),
      )
  }
  const all = Promise.all(Object.entries(acts).flatMap(([name, act]) => [repeat(name, act), repeat(name, act)]))
  const end = async () => {
    on = false
    await all
  }
  floods.push(end)
  const until = (condition: () => boolean) =>
    vi.waitFor(() => expect(condition(), JSON.stringify({ done, codes })).toBe(true), { timeout: 60_000, interval: 20 })
  return { done, codes, end, until }
}

async function findings(): Promise<unknown[]> {
  const client = createClient(office.database_url)
  await client.connect()
  try {
    const results: unknown[] = []
    await verifyStock(client, (finding) => results.push(finding))
    return results
  } finally {
    await client.end()
  }
}

test('no return slip is made or confirmed after the hour of returns, while other actions run in parallel', async () => {
  const slips = [await putOnSlip(), await putOnSlip(), await putOnSlip()]
  const { done, codes, end, until } = flood({
    slip: putOnSlip,
    confirmed: async () => confirm(await putOnSlip()),
    sale: sell,
    import: () => bringIn([String(++last_number)], 1),
  })
  await until(() => [done.slip, done.confirmed, done.sale, done.import].every((count) => (count ?? 0) >= 3))
  await office.write((db) =>
    sql`update draw_period set return_until = clock_timestamp() + interval '0.8 seconds' where area_id = ${area_id} and open_date = ${open_date}`.execute(
      db,
    ),
  )
  await until(() => (codes.slip?.[172] ?? 0) >= 5 && (codes.import?.[140] ?? 0) >= 2)
  const sold = done.sale!
  await until(() => done.sale! > sold)
  for (const slip of slips) await expect(confirm(slip)).rejects.toMatchObject({ code: 140 })
  await end()
  expect(Object.keys(codes.slip!)).toEqual(['172'])
  const late = await firstRow(
    office.db,
    sql<object>`
    select count(*) filter (where r.created_at >= p.return_until) as made,
      count(*) filter (where r.decided_at >= p.return_until and r.status = ${returnLife.status.confirmed}) as confirmed
    from ticket_return r join draw_period p using (period_id) where r.open_date = ${open_date}`,
  )
  expect(late).toEqual({ made: 0, confirmed: 0 })
  expect(await findings()).toEqual([])
}, 150_000)

test('no stock moves after its closing, and all earlier movements are in its figures', async () => {
  const { done, codes, end, until } = flood({
    returned: async () => confirm(await putOnSlip()),
    sale: sell,
    import: () => bringIn([String(++last_number)], 1),
  })
  await until(() => [done.returned, done.sale, done.import].every((count) => (count ?? 0) >= 3))
  // Before the hour a waiting slip prevents the closing.
  await vi.waitFor(() => binh.call(unsold.close, { area_id, open_date, base_id }), { timeout: 60_000, interval: 5 })
  await until(() => (codes.returned?.[164] ?? 0) >= 3 && Object.keys(codes.import ?? {}).length > 0)
  await end()
  const closed = await firstRow(
    office.db,
    sql<{ moved_after: number; adds_up: boolean }>`
    select count(*) filter (where m.at > s.closed_at) as moved_after,
      bool_and(s.imported = s.sold + s.returned + s.in_stock) as adds_up
    from stock s join stock_movement m using (open_date, area_id, base_id)
    where s.open_date = ${open_date} and s.status = 2`,
  )
  expect(closed).toEqual({ moved_after: 0, adds_up: true })
  expect(await findings()).toEqual([])
}, 150_000)
