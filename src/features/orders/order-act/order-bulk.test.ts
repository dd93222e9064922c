/** A bulk refund must not block payments, which post to the same ledger accounts. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createClient } from '#server/database/pool.ts'
import { transactionPage } from '#features/orders/pages.contract.ts'
import { ledgerBalance, openTestWallet } from '../../../testing/money.ts'
import { openOffice, type Office } from '../../../testing/office.ts'
import { openPos, sell, stockTickets, type SellingPos } from '../../../testing/orders.ts'
import { dayFromNow, openStore, setPeriod, stations } from '../../../testing/tickets.ts'
import { untilWaiting } from '../../../testing/waits.ts'
import { orderStatus } from '#features/orders/order/order.contract.ts'
import { manyOrders, orders } from '#features/orders/order/transaction.contract.ts'

let office: Office
let pos: SellingPos
beforeAll(async () => {
  office = await openOffice()
  pos = await openPos(office)
})
afterAll(() => office.close())

test('a bulk refund locks the ledger accounts last, so that waiting for a ticket blocks no payment', async () => {
  const an = await office.hire(transactionPage.rights)
  const binh = await office.hire(transactionPage.rights)
  const open_date = await dayFromNow(office.db, 0)
  const place = { area_id: stations.tphcm, open_date, base_id: await openStore(office, [stations.tphcm]) }
  await setPeriod(office, place.area_id, open_date, 'open')
  const number = await stockTickets(office, place, 1)
  const { msisdn, ledger_id } = await openTestWallet(office, { balance: 100_000 })
  const from_wallet = { vendor_code: 'WALLET', msisdn }
  const ids = [
    await sell(office, pos, from_wallet),
    await sell(office, pos, { ...from_wallet, ...place, tickets: [{ number, quantity: 1 }] }),
  ]
  const act = { ids, expected: 2, note: 'Máy in hỏng' }
  await an.call(manyOrders.act, { ...act, action: 'report' })

  const staff = createClient(office.database_url)
  await staff.connect()
  try {
    await staff.query('begin')
    await staff.query('select from xskt_ticket where number = $1 for update', [number])
    const accepted = binh.call(manyOrders.act, { ...act, action: 'accept_report' })
    await untilWaiting(office.db)
    await staff.query("select from ledger_account where code like 'sales:%' for update nowait")
    await staff.query('rollback')
    expect(await accepted).toMatchObject({ done: 2, skipped: 0 })
  } finally {
    await staff.end()
  }
  expect(await ledgerBalance(office, ledger_id)).toBe(100_000)
  const { rows } = await sql<{ in_stock: number }>`select in_stock from xskt_ticket where number = ${number}`.execute(
    office.db,
  )
  expect(rows).toEqual([{ in_stock: 1 }])
  for (const order_id of ids) expect((await an.call(orders.detail, { order_id })).status).toBe(orderStatus.refunded)
})
