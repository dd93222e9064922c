/** What the gateways that pay have in common, against the simulator over HTTP. */
import { expect, test } from 'vitest'
import { account, connect, openOutside, wallet } from '../testing/outside.ts'
import type { PayoutOrder } from './gateway.ts'

const gateways = [
  { name: 'momo', order: wallet },
  { name: 'bank', order: account },
  { name: 'telecom', order: wallet },
] as const
type Name = (typeof gateways)[number]['name']

test.each(gateways)(
  '$name pays an order once, and gives the same answer again for the same keys',
  async ({ name, order }) => {
    const { simulator, [name as Name]: gateway } = await openOutside()
    const payment = order()
    expect(await gateway.query(payment)).toBe('absent')
    const paid = await gateway.pay(payment)
    expect(paid).toMatchObject({ outcome: 'paid', trans_id: expect.stringMatching(/^(FT)?\d+$/) })
    expect(await gateway.pay(payment)).toEqual(paid)
    expect(await gateway.query(payment)).toEqual(paid)
    expect(simulator.totals()[name]).toMatchObject({ orders: 1, paid: 1, paid_amount: payment.amount })
    expect(await gateway.balance()).toBe(10_000_000_000 - payment.amount)
  },
)

test.each(gateways)('$name: fifty concurrent requests for one order pay once', async ({ name, order }) => {
  const { simulator, [name as Name]: gateway } = await openOutside({ processing_ms: 30 })
  const payment = order()
  const answers = await Promise.all(Array.from({ length: 50 }, () => gateway.pay(payment)))
  expect(answers.map((answer) => answer.outcome)).toContain('paid')
  expect(answers.filter((answer) => answer.outcome === 'failed')).toEqual([])
  expect(simulator.totals()[name]).toMatchObject({ orders: 1, paid: 1, paid_amount: payment.amount })
})

test.each([
  { name: 'momo', payment: wallet({}, '84900001007'), code: '1007' },
  { name: 'momo', payment: wallet({}, '84900004002'), code: '4002' },
  { name: 'momo', payment: wallet({}, '84900004003'), code: '4003' },
  { name: 'momo', payment: account({}, '00001507'), code: '1507' },
  { name: 'momo', payment: wallet({ amount: 100_000_001 }), code: '1100' },
  { name: 'bank', payment: account({}, '00001007'), code: 'NO_ACCOUNT' },
  { name: 'bank', payment: account({}, '00004003'), code: 'NAME_MISMATCH' },
  { name: 'bank', payment: account({ amount: 100_000_001 }), code: 'NO_FUNDS' },
  { name: 'telecom', payment: wallet({}, '84900001007'), code: 'NO_ACCOUNT' },
  { name: 'telecom', payment: wallet({}, '84900004002'), code: 'UNVERIFIED' },
  { name: 'telecom', payment: wallet({ amount: 60_000_001 }), code: 'NO_FUNDS' },
] as const)('$name fails finally with $code, and gives the same answer again', async ({ name, payment, code }) => {
  const { simulator, [name]: gateway } = await openOutside({
    funds: { momo: 100_000_000, bank: 100_000_000, telecom: 60_000_000 },
  })
  const failed = await gateway.pay(payment)
  expect(failed).toMatchObject({ outcome: 'failed', code, message: expect.stringMatching(/\p{L} \p{L}/u) })
  expect(await gateway.pay(payment)).toEqual(failed)
  expect(await gateway.query(payment)).toEqual(failed)
  expect(simulator.totals()[name].paid).toBe(0)
})

test.each([
  { name: 'momo', payment: wallet({}, '84900007002'), end: 'paid' },
  { name: 'momo', payment: wallet({}, '84900007000'), end: 'failed' },
  { name: 'bank', payment: account({}, '00007002'), end: 'paid' },
  { name: 'bank', payment: account({}, '00007000'), end: 'failed' },
  { name: 'telecom', payment: wallet({}, '84900007002'), end: 'paid' },
  { name: 'telecom', payment: wallet({}, '84900007000'), end: 'failed' },
] as const)('$name: a payment under way is unknown until it is $end', async ({ name, payment, end }) => {
  const { simulator, [name]: gateway } = await openOutside({ settle_ms: 60_000 })
  expect(await gateway.pay(payment)).toMatchObject({ outcome: 'unknown' })
  expect(await gateway.pay(payment)).toMatchObject({ outcome: 'unknown' })
  expect(await gateway.query(payment)).toMatchObject({ outcome: 'unknown' })
  simulator.settle()
  expect(await gateway.query(payment)).toMatchObject({ outcome: end })
})

test.each([
  { name: 'momo', payment: wallet({ amount: 999 }), code: 'amount' },
  { name: 'momo', payment: wallet({ amount: 200_000_001 }), code: 'amount' },
  { name: 'momo', payment: account({ amount: 20_000_001 }), code: 'amount' },
  { name: 'momo', payment: wallet({ amount: Number.NaN }), code: 'amount' },
  {
    name: 'momo',
    payment: wallet({ to: { kind: 'wallet', msisdn: '84912345678', name: 'Ạ'.repeat(100) } }),
    code: 'receiver',
  },
  { name: 'bank', payment: account({ amount: 9_999 }), code: 'amount' },
  { name: 'bank', payment: account({ amount: 500_000_000 }), code: 'amount' },
  { name: 'bank', payment: wallet(), code: 'receiver' },
  { name: 'telecom', payment: wallet({ amount: 999 }), code: 'amount' },
  { name: 'telecom', payment: wallet({ amount: 100_000_001 }), code: 'amount' },
  { name: 'telecom', payment: account(), code: 'receiver' },
] as const)('$name: a payment with an impossible $code fails without being sent', async ({ name, payment, code }) => {
  const { simulator, [name]: gateway } = await openOutside()
  expect(await gateway.pay(payment)).toMatchObject({ outcome: 'failed', code })
  expect(simulator.orders()).toEqual([])
})

const twists = [
  { fault: 'lost_request', code: 'network', after: 'absent' },
  { fault: 'lost_answer', code: 'network', after: 'paid' },
  { fault: 'error', code: 'network', after: 'paid' },
  { fault: 'forged', code: 'signature', after: 'paid' },
  { fault: 'wrong_amount', code: 'mismatch', after: 'paid' },
] as const

test.each(gateways.flatMap((gateway) => twists.map((twist) => ({ ...gateway, ...twist }))))(
  '$name: after $fault the payment is unknown ($code), and a later query answers $after',
  async ({ name, order, fault, code, after }) => {
    const { simulator, [name as Name]: gateway } = await openOutside({ faults: { [fault]: 1 } })
    const payment = order()
    expect(await gateway.pay(payment)).toMatchObject({ outcome: 'unknown', code })
    expect(await gateway.query(payment)).toMatchObject({ outcome: 'unknown', code })
    simulator.setFaults({})
    expect(outcomeOf(await gateway.query(payment))).toBe(after)
    expect(await gateway.pay(payment)).toMatchObject({ outcome: 'paid' })
    expect(simulator.totals()[name]).toMatchObject({ paid: 1, paid_amount: payment.amount })
  },
)

const outcomeOf = (answer: { outcome: string } | 'absent') => (answer === 'absent' ? answer : answer.outcome)

test.each(gateways)('$name: an answer that comes too late leaves the payment unknown', async ({ name, order }) => {
  const { simulator, [name as Name]: gateway } = await openOutside(
    { faults: { delay: 1 }, delay_ms: 20_000 },
    { timeout_ms: 200 },
  )
  const payment = order()
  expect(await gateway.pay(payment)).toMatchObject({ outcome: 'unknown', code: 'timeout' })
  simulator.setFaults({})
  expect(await gateway.query(payment)).toMatchObject({ outcome: 'paid' })
})

test.each(gateways)(
  '$name: a request that arrives after its own repetition does not pay twice',
  async ({ name, order }) => {
    // Long enough for three requests on a busy machine.
    const delay_ms = 1_000
    const { simulator, [name as Name]: gateway } = await openOutside({ faults: { late_request: 1 }, delay_ms })
    const payment = order()
    expect(await gateway.pay(payment)).toMatchObject({ outcome: 'unknown', code: 'network' })
    simulator.setFaults({})
    expect(await gateway.query(payment)).toBe('absent')
    expect(await gateway.pay(payment)).toMatchObject({ outcome: 'paid' })
    await new Promise((resolve) => setTimeout(resolve, delay_ms + 100))
    expect(simulator.totals()[name]).toMatchObject({ orders: 1, paid: 1 })
  },
)

test.each(gateways)(
  '$name: with the fault contradiction it answers failed, although it has paid',
  async ({ name, order }) => {
    const { simulator, [name as Name]: gateway } = await openOutside({ faults: { contradiction: 1 } })
    const payment = order()
    expect(await gateway.pay(payment)).toMatchObject({ outcome: 'failed' })
    expect(simulator.totals()[name].paid).toBe(1)
    expect(await gateway.query(payment)).toMatchObject({ outcome: 'paid' })
  },
)

test.each(gateways)(
  '$name: with another key a payment is unknown, and balance and list fail (signature)',
  async ({ name, order }) => {
    const { simulator } = await openOutside()
    const settings = { ...simulator.settings, MOMO_SECRET_KEY: 'khác', BANK_SECRET: 'khác', TELECOM_SECRET: 'khác' }
    const { [name as Name]: gateway } = connect(settings)
    const payment: PayoutOrder = order()
    expect(await gateway.pay(payment)).toMatchObject({ outcome: 'unknown', code: 'signature' })
    await expect(gateway.balance()).rejects.toMatchObject({ name: 'GatewayError', code: 'signature' })
    await expect(gateway.linesOf('2026-11-21')).rejects.toMatchObject({ code: 'signature' })
    expect(simulator.orders()).toEqual([])
  },
)

test.each([
  { name: 'momo', order: wallet, code: '41' },
  { name: 'bank', order: account, code: 'CONFLICT' },
  { name: 'telecom', order: wallet, code: 'CONFLICT' },
] as const)(
  '$name refuses a known order under another request id, and a known request id for another order',
  async ({ name, order, code }) => {
    const { simulator, [name]: gateway } = await openOutside()
    const payment = order()
    await gateway.pay(payment)
    expect(await gateway.pay({ ...payment, request_id: 'khac' })).toMatchObject({ outcome: 'unknown' })
    expect(await gateway.pay({ ...payment, order_id: 'KHAC' })).toMatchObject({ outcome: 'unknown' })
    expect(simulator.totals()[name].paid).toBe(1)
    expect((await gateway.pay({ ...payment, request_id: 'khac' })).code).toBe(code)
  },
)
