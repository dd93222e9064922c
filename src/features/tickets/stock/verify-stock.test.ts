/** The stock commands: every injected difference is found, and an old month can be detached. */
import { sql } from 'kysely'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createClient } from '#server/database/pool.ts'
import { importApprovalPage, returnPage, storeTicketPage, ticketPage } from '#features/tickets/pages.contract.ts'
import { ticketImport } from '#features/tickets/ticket-import/ticket-import.contract.ts'
import { ticketReturn } from '#features/tickets/ticket-return/ticket-return.contract.ts'
import { returnLife } from '#features/tickets/ticket-return/return-life.contract.ts'
import { xsktTicket } from '#features/tickets/xskt-ticket/xskt-ticket.contract.ts'
import { openOffice, type Office, type Person } from '../../../testing/office.ts'
import { dayFromNow, openStore, setPeriod, stations } from '../../../testing/tickets.ts'
import { detachMonth, ticketMonths } from './ticket-months.server.ts'
import { verifyStock, type StockFinding } from './verify-stock.server.ts'

let office: Office
let keeper: Person
let base_id: number
/** A connection as the owner of the database, with triggers off. */
let owner: pg.Client

beforeAll(async () => {
  office = await openOffice()
  base_id = await openStore(office, [stations.tphcm])
  const open_date = await dayFromNow(office.db, 1)
  await setPeriod(office, stations.tphcm, open_date, 'open')
  keeper = await office.hire([...storeTicketPage.rights, ...ticketPage.rights], { base_id })
  const checker = await office.hire([...importApprovalPage.rights, ...returnPage.rights])
  for (const number of ['100001', '100002', '100003']) {
    const tickets = [{ number, quantity: 10 }]
    const { ticket_import_id } = await keeper.call(ticketImport.create, { area_id: stations.tphcm, open_date, tickets })
    await checker.call(ticketImport.approve, { ticket_import_id })
    await keeper.call(ticketImport.returnTickets, {
      ticket_import_id,
      reason: 'Trả bớt',
      tickets: [{ number, quantity: 2 }],
    })
    const [pending] = (await checker.call(ticketReturn.list, { status: returnLife.status.waiting })).items
    await checker.call(ticketReturn.confirm, { ticket_return_id: pending!.ticket_return_id })
  }
  owner = createClient(office.database_url)
  await owner.connect()
  await owner.query('set session_replication_role = replica')
})
afterAll(async () => {
  await owner.end()
  await office.close()
})

async function findings(): Promise<StockFinding[]> {
  const results: StockFinding[] = []
  await verifyStock(owner, (finding) => results.push(finding))
  return results
}

test('verifyStock finds nothing in a stock that only calls have changed', async () => {
  expect(await findings()).toEqual([])
  expect(await verifyStock(owner, () => {})).toMatchObject({
    stocks: 1,
    tickets: 3,
    movements: 9,
    slips: 3,
    put_away: 0,
  })
})

test.each([
  [
    'a ticket whose quantity was raised by hand',
    `update xskt_ticket set imported = imported + 1, in_stock = in_stock + 1 where number = '100001'`,
  ],
  ['a deleted ticket', `delete from xskt_ticket where number = '100002'`],
  ['a stock that was raised by hand', `update stock set imported = imported + 5, in_stock = in_stock + 5`],
  [
    'a deleted movement',
    `delete from stock_movement where movement_id = (select max(movement_id) from stock_movement)`,
  ],
  ['a changed movement', `update stock_movement set quantity = 3, after = after - 1 where kind = 7`],
  [
    'a slip with a smaller quantity than its tickets',
    `update ticket_import set quantity = quantity - 1 where ticket_import_id = (select max(ticket_import_id) from ticket_import)`,
  ],
])('verifyStock finds %s', async (_, damage) => {
  await owner.query('begin')
  await owner.query(damage)
  // On the same connection inside the open transaction, so verifyStock does not begin or end one of its own.
  const results: StockFinding[] = []
  const inside = {
    query: (text: string) => (/^(begin|rollback)/.test(text) ? Promise.resolve({ rows: [] }) : owner.query(text)),
  }
  await verifyStock(inside as unknown as pg.Client, (finding) => results.push(finding))
  await owner.query('rollback')
  expect(results.length).toBeGreaterThan(0)
  expect(results[0]).toMatchObject({ base_id, area_id: stations.tphcm })
})

test('an old month can be detached with its tickets and slip lines, and the list and the proof work without it', async () => {
  const { rows } = await owner.query<{ month: string; day: string }>(
    `select to_char(now() - interval '4 months', 'YYYY-MM') as month, (now() - interval '4 months')::date as day`,
  )
  const { month, day } = rows[0]!
  await office.write(async (db) => {
    await sql`select make_ticket_partitions(${day}, ${day})`.execute(db)
    await sql`insert into xskt_ticket (open_date, area_id, base_id, number, series, face_value, price, imported, in_stock)
      values (${day}, ${stations.tphcm}, ${base_id}, '555555', '', 10000, 10000, 4, 4)`.execute(db)
    await sql`select move_stock(${day}, ${stations.tphcm}, ${base_id}, 1::smallint, 4, 1, null, null, null, null)`.execute(
      db,
    )
  })
  expect((await keeper.call(xsktTicket.list, {})).total).toBe(4)
  const listed = async () => (await ticketMonths(owner)).find((one) => one.month === month)
  expect(await listed()).toEqual({ month, tickets: 1, bytes: expect.any(Number) as number, can_detach: true })
  await owner.query('begin; update prize_table set claim_days = 180')
  expect(await listed()).toMatchObject({ can_detach: false })
  expect(await detachMonth(owner, month)).toBeNull()
  await owner.query('rollback')
  // A prize whose time was prolonged; this table stands before the one of the schema.
  await owner.query(`create temp table reward as select $1::date as open_date, current_date as claim_until`, [day])
  expect(await listed()).toMatchObject({ can_detach: false })
  expect(await detachMonth(owner, month)).toBeNull()
  await owner.query('drop table pg_temp.reward')
  expect(await detachMonth(owner, month)).toEqual([
    `ticket_import_line_${month.replace('-', '')}`,
    `xskt_ticket_${month.replace('-', '')}`,
  ])
  const { items, total } = await keeper.call(xsktTicket.list, {})
  expect([items.length, total]).toEqual([3, 3])
  expect(await findings()).toEqual([])
  expect(await detachMonth(owner, month)).toBeNull()
  const [{ month: current }] = (await owner.query(`select to_char(now(), 'YYYY-MM') as month`)).rows
  expect(await detachMonth(owner, current)).toBeNull()
  const suffix = month.replace('-', '')
  await owner.query(`drop table ticket_import_line_${suffix}, xskt_ticket_${suffix}`)
  expect(await findings()).toEqual([])
})
