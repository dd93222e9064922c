/** The list of what went back and of what was given up; how an order comes to be given back is told in order.test.ts. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { asProgram } from '#server/serve.ts'
import { cancelExpired, cancelOrders } from '#features/orders/intake/cancel.server.ts'
import { orderStatus } from '#features/orders/order/order.contract.ts'
import { orders } from '#features/orders/order/transaction.contract.ts'
import { refundPage, transactionPage } from '#features/orders/pages.contract.ts'
import { openOffice, type Office, type Person } from '../../../testing/office.ts'
import { openShop, order, type Shop } from '../../../testing/orders.ts'
import { refund } from './refund.contract.ts'

let office: Office
let an: Person
let shop: Shop

beforeAll(async () => {
  office = await openOffice()
  an = await office.hire([...transactionPage.rights, ...refundPage.rights])
  shop = await openShop(office)
})
afterAll(() => office.close())

test('an order that was cancelled says who gave it up, and that no money was taken', async () => {
  const at_the_till = await order(office, shop)
  const given_up = await order(office, shop)
  const late = await order(office, shop, { msisdn: '84905551240', vendor_code: 'MOMO' })
  await asProgram(office.db, 'program test', async (db) => {
    const wish = (order_id: number, reason: string) => {
      return { device_id: shop.device_id, transid: randomUUID(), order_id, reason }
    }
    // A device may say what the program would.
    await cancelOrders(db, [wish(at_the_till, 'Khách đổi ý'), wish(given_up, 'Quá hạn thanh toán')])
    await db
      .updateTable('sale_order')
      .set({ expires_at: sql`now() - interval '1 minute'` })
      .where('order_id', '=', late)
      .execute()
    await cancelExpired(db, [late])
  })
  const rowOf = async (order_id: number) => (await an.call(refund.list, { keyword: String(order_id) })).items
  const nothing = { status: orderStatus.cancelled, refund_amount: 0, vendor_name: 'Chưa thu tiền', total: 10_000 }
  expect(await rowOf(at_the_till)).toMatchObject([{ ...nothing, reason: 'Khách đổi ý', ended_by_name: 'Khách hàng' }])
  expect(await rowOf(given_up)).toMatchObject([{ ...nothing, ended_by_name: 'Khách hàng' }])
  expect(await rowOf(late)).toMatchObject([{ ...nothing, reason: 'Quá hạn thanh toán', ended_by_name: 'Hệ thống' }])
  expect((await an.call(orders.detail, { order_id: late })).ended_by_name).toBe('Hệ thống')
})
