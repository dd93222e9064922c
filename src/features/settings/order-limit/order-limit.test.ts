/** Who may change the limits, and that orders follow them. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openOffice, type Office, type Person } from '../../../testing/office.ts'
import { openPos, order } from '../../../testing/orders.ts'
import { transactionPage } from '#features/orders/pages.contract.ts'
import { transactions } from '#features/orders/order/transaction.contract.ts'
import { orderLimitTab } from '#features/settings/pages.contract.ts'
import { orderLimit } from './order-limit.contract.ts'

let office: Office
let an: Person

beforeAll(async () => {
  office = await openOffice()
  an = await office.hire([...orderLimitTab.rights, ...transactionPage.rights])
})
afterAll(() => office.close())

async function set(
  change: Partial<Record<'unpaid_minutes' | 'hold_minutes' | 'report_hours' | 'search_days', number>>,
) {
  const { updated_at: _, updated_by_name: __, history: ___, ...now } = await an.call(orderLimit.get, {})
  return an.call(orderLimit.update, { ...now, ...change })
}

test('an order waits for its payment as long as unpaid_minutes says', async () => {
  await set({ unpaid_minutes: 37 })
  const order_id = await order(office, await openPos(office))
  const { rows } = await sql<{ minutes: number }>`
    select extract(epoch from expires_at - ordered_at)::integer / 60 as minutes from sale_order where order_id = ${order_id}`.execute(
    office.db,
  )
  expect(rows[0]).toEqual({ minutes: 37 })
})

test('a search over more days than the limit is refused with a message that names the limit', async () => {
  await set({ search_days: 5 })
  const days = { from_date: '2026-01-01', to_date: '2026-01-06' }
  await expect(an.call(transactions.list, days)).rejects.toMatchObject({
    error: 'search_time_exceeded',
    data: { fields: { from_date: 'Chỉ tìm được trong 5 ngày mỗi lần, bạn đang chọn 6 ngày.' } },
  })
  await set({ search_days: 6 })
  expect(await an.call(transactions.list, days)).toMatchObject({ items: [] })
})

test.each([
  ['unpaid_minutes', 1_441],
  ['hold_minutes', 0],
  ['report_hours', 721],
  ['search_days', 801],
] as const)('%s of %d is refused at its field', async (name, value) => {
  await expect(set({ [name]: value })).rejects.toMatchObject({
    error: 'request_invalid',
    data: { fields: { [name]: expect.any(String) } },
  })
})

test('of twenty parallel changes one succeeds, and the history has its old and new values', async () => {
  const { updated_at: _, updated_by_name: __, history: ___, ...now } = await an.call(orderLimit.get, {})
  const tries = await Promise.allSettled(
    Array.from({ length: 20 }, (_one, n) => an.call(orderLimit.update, { ...now, hold_minutes: 20 + n })),
  )
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const after = await an.call(orderLimit.get, {})
  expect(after.version).toBe(now.version + 1)
  // The history has the old values, with which the screen reverts the change.
  expect(after.history[0]).toMatchObject({
    before: { hold_minutes: now.hold_minutes },
    after: { hold_minutes: after.hold_minutes },
  })
})

test('an operator of a partner can read the settings but not change them', async () => {
  const { partner_id } = await openPos(office)
  const operator = await office.hire([...orderLimitTab.rights], { partner_id })
  const { updated_at: _, updated_by_name: __, history: ___, ...now } = await operator.call(orderLimit.get, {})
  await expect(operator.call(orderLimit.update, now)).rejects.toMatchObject({ error: 'no_right' })
})
