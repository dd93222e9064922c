import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openOffice, type Office } from '../../../testing/office.ts'
import { openPos, order, sell, stockTickets, type SellingPos } from '../../../testing/orders.ts'
import { dayFromNow, openStore, setPeriod, stations } from '../../../testing/tickets.ts'
import { expireOrders, deleteOldRefusals, deleteOldRequests } from './intake.jobs.ts'

let office: Office
let pos: SellingPos
beforeAll(async () => {
  office = await openOffice()
  pos = await openPos(office)
})
afterAll(() => office.close())

const write = (statement: ReturnType<typeof sql>) => office.write((db) => statement.execute(db))

test('all expired orders are cancelled, also if they are more than one batch, and no others', async () => {
  const ids: number[] = []
  for (let n = 0; n < 53; n++) ids.push(await order(office, pos))
  const young = await order(office, pos)
  const paid = await sell(office, pos)
  await write(
    sql`update sale_order set expires_at = now() - interval '1 second' where order_id = any(${[...ids, paid]}::bigint[])`,
  )
  await expireOrders(office.db)
  const { rows } = await sql<{
    order_id: number
  }>`select order_id from sale_order where status = 13 order by 1`.execute(office.db)
  expect(rows.map(({ order_id }) => order_id)).toEqual(ids.toSorted((a, b) => a - b))
  expect(rows.map(({ order_id }) => order_id)).not.toContain(young)
})

test('an expired order that cannot be cancelled is reported, and all others are cancelled', async () => {
  const place = { area_id: stations.tphcm, open_date: await dayFromNow(office.db, 0) }
  const base_id = await openStore(office, [stations.tphcm])
  await setPeriod(office, place.area_id, place.open_date, 'open')
  const number = await stockTickets(office, { ...place, base_id }, 1)
  const ids: number[] = []
  for (let n = 0; n < 55; n++)
    ids.push(await order(office, pos, n === 3 ? { ...place, tickets: [{ number, quantity: 1 }] } : {}))
  await write(
    sql`update sale_order set expires_at = now() - make_interval(secs => 100 - (order_id - ${ids[0]!})) where order_id = any(${ids}::bigint[])`,
  )
  // The row of the ticket says that it was never sold, so the cancellation fails.
  const sold = (quantity: number) =>
    write(sql`update xskt_ticket set sold = ${quantity}, in_stock = 1 - ${quantity} where number = ${number}`)
  await sold(0)
  await expect(expireOrders(office.db)).rejects.toThrow(`Order ${ids[3]!} could not be cancelled`)
  const unpaid = sql<{ order_id: number }>`
    select order_id from sale_order where status = 1 and order_id = any(${ids}::bigint[])`
  expect((await unpaid.execute(office.db)).rows).toEqual([{ order_id: ids[3]! }])
  await sold(1)
  await expireOrders(office.db)
  expect((await unpaid.execute(office.db)).rows).toEqual([])
})

test('stored requests are deleted after forty days and refusals after one hour, and none earlier', async () => {
  const stored = async (order_id: number | null, minutes: number, answer: object = { code: 117 }) => {
    const transid = randomUUID()
    await write(sql`insert into channel_request (device_id, transid, call, digest, order_id, answer, at)
      values (1, ${transid}, 'create', '', ${order_id}, ${JSON.stringify(answer)}::jsonb, now() - make_interval(mins => ${minutes}::integer))`)
    return transid
  }
  const day = 24 * 60
  const old = [await stored(1, 41 * day), await stored(null, 61)]
  const young = [await stored(1, 39 * day), await stored(null, 59), await stored(null, 61, { withdrawal_id: 1 })]
  await deleteOldRequests(office.db)
  await deleteOldRefusals(office.db)
  const { rows } = await sql<{ transid: string }>`
    select transid from channel_request where transid = any(${[...old, ...young]})`.execute(office.db)
  expect(rows.map(({ transid }) => transid).sort()).toEqual(young.sort())
})
