/** Gateway fees are those of the payment day; a fee that was in use cannot be changed. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { paymentFeeGateTab } from '#features/settings/pages.contract.ts'
import { openOffice, type Office, type Person } from '../../../testing/office.ts'
import { openPos, order, pay, type SellingPos } from '../../../testing/orders.ts'
import { dayFromNow } from '../../../testing/tickets.ts'
import { paymentFeeGate } from './payment-fee-gate.contract.ts'

let office: Office
let an: Person
let pos: SellingPos
let today: string
let tomorrow: string

beforeAll(async () => {
  office = await openOffice()
  an = await office.hire([...paymentFeeGateTab.rights])
  pos = await openPos(office)
  ;[today, tomorrow] = (await Promise.all([0, 1].map((n) => dayFromNow(office.db, n)))) as [string, string]
})
afterAll(() => office.close())

const momo = 2
const costOf = async (payment_vendor_id: number) =>
  (await an.call(paymentFeeGate.list, {})).costs.find((item) => item.payment_vendor_id === payment_vendor_id)
const sellAt = async (vendor_code: string) =>
  pay(office, pos, await order(office, pos, { vendor_code, msisdn: '84901234567' }))

test('the fee of an order is that of its payment day: rate plus fixed part, within minimum and maximum', async () => {
  await sellAt('MOMO')
  expect(await costOf(momo)).toMatchObject({ orders: 1, total: 10_000, fee: 0 })
  await an.call(paymentFeeGate.add, { payment_vendor_id: momo, from_day: today, fee_rate: 110, fee_fixed: 200 })
  expect(await costOf(momo)).toMatchObject({ orders: 1, fee: 310 })
  await sellAt('MOMO')
  expect(await costOf(momo)).toMatchObject({ orders: 2, total: 20_000, fee: 620 })
  // Tomorrow's fee does not count today.
  await an.call(paymentFeeGate.add, { payment_vendor_id: momo, from_day: tomorrow, fee_rate: 10_000 })
  expect(await costOf(momo)).toMatchObject({ fee: 620 })
  await an.call(paymentFeeGate.add, {
    payment_vendor_id: 3,
    from_day: today,
    fee_rate: 1,
    fee_least: 700,
    fee_most: 900,
  })
  await sellAt('VIETTEL')
  expect(await costOf(3)).toMatchObject({ fee: 700 })
})

test('146: a source has one fee per day, even in twenty parallel calls; invalid fees are refused with 149, 23 or 140', async () => {
  const draft = { payment_vendor_id: 4, from_day: tomorrow, fee_rate: 100 }
  const tries = await Promise.allSettled(Array.from({ length: 20 }, () => an.call(paymentFeeGate.add, draft)))
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  await expect(an.call(paymentFeeGate.add, draft)).rejects.toMatchObject({ code: 146 })
  const add = (overrides: object) => an.call(paymentFeeGate.add, { ...draft, payment_vendor_id: 5, ...overrides })
  await expect(add({ payment_vendor_id: 999 })).rejects.toMatchObject({ code: 149 })
  await expect(add({ fee_least: 2, fee_most: 1 })).rejects.toMatchObject({ code: 23 })
  const yesterday = await dayFromNow(office.db, -1)
  await expect(add({ from_day: yesterday })).rejects.toMatchObject({
    code: 140,
    data: { fields: { from_day: expect.any(String) } },
  })
})

test('a fee in use cannot be changed, a planned one can, and the history has the old values', async () => {
  const { payment_fee_gate_id } = await an.call(paymentFeeGate.add, {
    payment_vendor_id: 6,
    from_day: today,
    fee_fixed: 1_000,
  })
  await expect(an.call(paymentFeeGate.update, { payment_fee_gate_id, fee_fixed: 2_000 })).rejects.toMatchObject({
    code: 140,
  })
  const next = await an.call(paymentFeeGate.add, { payment_vendor_id: 6, from_day: tomorrow, fee_fixed: 1_500 })
  await an.call(paymentFeeGate.update, { payment_fee_gate_id: next.payment_fee_gate_id, fee_fixed: 1_200 })
  const { history, items } = await an.call(paymentFeeGate.list, {})
  expect(history[0]).toMatchObject({ from_day: tomorrow, before: { fee_fixed: 1_500 }, after: { fee_fixed: 1_200 } })
  expect(history[1]).toMatchObject({ before: { fee_fixed: 1_000 }, after: { fee_fixed: 1_500 } })
  const fees = items.filter(({ payment_vendor_id }) => payment_vendor_id === 6)
  expect(fees.map(({ is_current }) => is_current)).toEqual([false, true])
  const operator = await office.hire([...paymentFeeGateTab.rights], { partner_id: pos.partner_id })
  await expect(operator.call(paymentFeeGate.add, { payment_vendor_id: 7, from_day: tomorrow })).rejects.toMatchObject({
    code: 169,
  })
})
