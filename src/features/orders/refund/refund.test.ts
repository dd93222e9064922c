/** The list of refunds and cancelled orders; how an order is refunded is in order-act.test.ts. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { InputOf } from '#contract/call.ts'
import { cancelExpired, cancelOrders } from '#features/orders/intake/cancel-orders.server.ts'
import { orderStatus } from '#features/orders/order/order.contract.ts'
import { manyOrders, orders } from '#features/orders/order/transaction.contract.ts'
import { transactionPage } from '#features/orders/pages.contract.ts'
import { playTypesOf } from '#features/results/product/game.rules.ts'
import { product } from '#features/results/product/product.contract.ts'
import { paymentVendor } from '#features/settings/payment-vendor/payment-vendor.contract.ts'
import { errorCode, errorCodeOf } from '../../../testing/error-code.ts'
import { openOffice, type Office, type Person } from '../../../testing/office.ts'
import {
  openOrderDesk,
  openPos,
  order,
  sell,
  setGamePeriod,
  type SellingPos,
  setOrder,
} from '../../../testing/orders.ts'
import { refund } from './refund.contract.ts'

let office: Office
let an: Person
let binh: Person
let pos: SellingPos

beforeAll(async () => {
  office = await openOffice()
  ;({ an, binh, pos } = await openOrderDesk(office))
})
afterAll(() => office.close())

test('a cancelled order shows who cancelled it and that no money was taken', async () => {
  const at_the_till = await order(office, pos)
  const given_up = await order(office, pos)
  const late = await order(office, pos, { msisdn: '84905551240', vendor_code: 'MOMO' })
  await office.write(async (db) => {
    const cancelRequest = (order_id: number, reason: string) => {
      return { device_id: pos.device_id, transid: randomUUID(), order_id, reason }
    }
    // A device may send the same reason as the program's own.
    await cancelOrders(db, [cancelRequest(at_the_till, 'Khách đổi ý'), cancelRequest(given_up, 'Quá hạn thanh toán')])
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

/** Creates an order whose report is accepted, so that its refund through the vendor is pending. */
async function refunding(set: Parameters<typeof sell>[2] = {}): Promise<number> {
  const order_id = await sell(office, pos, { vendor_code: 'MOMO', msisdn: '84905551241', ...set })
  await an.call(orders.report, { order_id, reason: 'Vé mờ' })
  await binh.call(orders.changeStatus, { order_id, status: orderStatus.refunding, note: 'Đã xem ảnh' })
  return order_id
}

test('refunds can be filtered by end date, product and payment vendor, and sorted by date and amount', async () => {
  const { play_type } = playTypesOf(product.mega645)[0]!
  const boards = [{ play_type, numbers: '01 02 03 04 05 06', stake: 1 }]
  const [momo, zalo, mega] = [
    await refunding(),
    await refunding({ vendor_code: 'ZALOPAY' }),
    await refunding({ category: product.mega645, boards }),
  ]
  const days = { from_date: '2026-01-05', to_date: '2026-01-06' }
  await setOrder(office, momo, { ended_at: '2026-01-05T00:00:00+07:00', paid_at: '2026-01-03T10:00:00+07:00' })
  await setOrder(office, zalo, { ended_at: '2026-01-06T23:59:59+07:00', paid_at: '2026-01-01T10:00:00+07:00' })
  await setOrder(office, mega, { ended_at: '2026-01-07T00:00:00+07:00', paid_at: '2026-01-02T10:00:00+07:00' })
  const search = async (input: InputOf<typeof refund.list>) =>
    (await an.call(refund.list, input)).items.map(({ order_id }) => order_id)
  expect(await search(days)).toEqual([zalo, momo])
  expect(await search({ ...days, sort: 'ended_at' })).toEqual([momo, zalo])
  expect(await search({ ...days, to_date: '2026-01-07', sort: '-paid_at' })).toEqual([momo, mega, zalo])
  const { items: sources } = await an.call(paymentVendor.list, {})
  const source = (name: string) => sources.find(({ vendor_code }) => vendor_code === name)!.payment_vendor_id
  expect(await search({ ...days, payment_vendor_id: source('ZALOPAY') })).toEqual([zalo])
  expect(await search({ from_date: '2026-01-01', to_date: '2026-01-31', category: product.mega645 })).toEqual([mega])
  const dear = (await an.call(refund.list, { ...days, to_date: '2026-01-07', sort: 'refund_amount' })).items
  const amounts = dear.map(({ refund_amount }) => refund_amount)
  expect(amounts).toEqual(amounts.toSorted((one, other) => one - other))
  expect(await search({ keyword: String(momo) })).toEqual([momo])
  const { total, sums, searched_from } = await an.call(refund.list, days)
  expect({ total, searched_from }).toEqual({ total: 2, searched_from: '2026-01-05' })
  expect(sums!.refund_amount).toBe(
    dear.filter(({ order_id }) => order_id !== mega).reduce((sum, row) => sum + row.refund_amount, 0),
  )
})

test('pending refunds are confirmed in bulk with their number and amount, and orders in another status are skipped', async () => {
  const [one, other] = [await refunding(), await refunding()]
  const given_up = await order(office, pos)
  await office.write((db) =>
    cancelOrders(db, [{ device_id: pos.device_id, transid: randomUUID(), order_id: given_up, reason: 'Thôi' }]),
  )
  const chosen = { ids: [one, other, given_up], expected: 3, action: 'refund' as const }
  const { total } = await an.call(orders.detail, { order_id: one })
  const preview = await an.call(refund.confirmPreview, chosen)
  expect(preview).toMatchObject({ done: 2, skipped: 1, amount: 2 * total })
  expect(await errorCodeOf(an.call(refund.confirm, chosen))).toBe(errorCode('request_invalid'))
  await setOrder(office, other, { note: 'Đã gọi khách', version: sql`version + 1` })
  const run = { ...chosen, note: 'Lô hoàn 0126' }
  expect(await errorCodeOf(an.call(refund.confirm, { ...run, seen: preview.seen }))).toBe(errorCode('changed_by_other'))
  expect((await an.call(orders.detail, { order_id: one })).status).toBe(orderStatus.refunding)
  const { seen } = await an.call(refund.confirmPreview, chosen)
  expect(await an.call(refund.confirm, { ...run, seen })).toMatchObject({ done: 2, skipped: 1, amount: 2 * total })
  const shown_order = await an.call(orders.detail, { order_id: other })
  expect(shown_order).toMatchObject({ status: orderStatus.refunded, note: 'Lô hoàn 0126' })
  expect(shown_order.refunded_at).not.toBeNull()
  expect(shown_order.transfers.map(({ ref }) => ref)).toContain(`order:${other}:refund`)
})

test('all orders that match a filter are reported in bulk, and a second person accepts the reports', async () => {
  const period_id = await setGamePeriod(office, product.keno, 'open')
  const ids = [await sell(office, pos, { period_id }), await sell(office, pos, { period_id })]
  const unpaid = await order(office, pos, { period_id })
  const filter = { period_id }
  const chosen = { filter, expected: 3, action: 'report' } as const
  expect(await an.call(manyOrders.preview, chosen)).toMatchObject({ done: 2, skipped: 1 })
  expect(await errorCodeOf(an.call(manyOrders.preview, { ...chosen, expected: 2 }))).toBe(errorCode('changed_by_other'))
  const { rows } = await an.call(manyOrders.act, { ...chosen, note: 'Máy in hỏng cả ca' })
  expect(rows.map(({ id, outcome }) => [id, outcome])).toEqual([...ids.map((id) => [id, 'done']), [unpaid, 'skipped']])
  const accept = { ids, expected: 2, action: 'accept_report', note: 'Đã kiểm tra máy' } as const
  expect(await an.call(manyOrders.act, accept)).toMatchObject({ done: 0, skipped: 2 })
  const reporter = await office.hire([transactionPage.view, transactionPage.report])
  expect(await errorCodeOf(reporter.call(manyOrders.act, accept))).toBe(errorCode('no_right'))
  expect(await binh.call(manyOrders.act, accept)).toMatchObject({ done: 2, skipped: 0 })
  expect(await an.call(orders.detail, { order_id: ids[0]! })).toMatchObject({
    status: orderStatus.refunding,
    report_reason: 'Máy in hỏng cả ca',
    end_reason: 'Đã kiểm tra máy',
    ended_by_name: binh.user_name,
  })
})

test('a bulk action on orders of another partner is refused', async () => {
  const order_id = await sell(office, pos)
  const other = await office.hire(transactionPage.rights, { partner_id: (await openPos(office)).partner_id })
  const act = { ids: [order_id], expected: 1, action: 'report' as const, note: 'x' }
  expect(await errorCodeOf(other.call(manyOrders.act, act))).toBe(errorCode('changed_by_other'))
})
