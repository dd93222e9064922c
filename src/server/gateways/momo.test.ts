/** What only MoMo has: the check of a wallet, and notifications. */
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { openIpnReceiver, openOutside, wallet } from '../testing/outside.ts'
import { momoResult } from './momo-results.ts'

const to = (msisdn: string) => ({ kind: 'wallet', msisdn, name: 'NGUYEN VAN AN' }) as const

test('verify says whether a wallet can receive money, and creates no order', async () => {
  const { simulator, momo } = await openOutside()
  expect(await momo.verify(to('84912345678'))).toMatchObject({ outcome: 'receives', code: '0' })
  expect(await momo.verify(to('84900004002'))).toMatchObject({ outcome: 'refused', code: '4002' })
  simulator.setFaults({ lost_answer: 1 })
  expect(await momo.verify(to('84912345678'))).toMatchObject({ outcome: 'unknown', code: 'network' })
  expect(simulator.orders()).toEqual([])
})

test('MoMo repeats its notification until it is answered by 204, and readIpn accepts it', async () => {
  const receiver = await openIpnReceiver((turn) => (turn < 3 ? 500 : 204))
  const { simulator, momo } = await openOutside({ ipn_delay_ms: 0, ipn_retry_ms: 5 }, {}, receiver.url)
  const payment = wallet()
  const paid = await momo.pay(payment)
  await expect
    .poll(() => simulator.notices())
    .toMatchObject([{ order_id: payment.order_id, tries: 3, is_acknowledged: true }])
  const { order_id, request_id, amount } = payment
  expect(momo.readIpn(receiver.bodies[0])).toEqual({ order_id, request_id, amount, answer: paid })
})

test('readIpn refuses a notification with any field changed, without its signature, or of another shape', async () => {
  const receiver = await openIpnReceiver()
  const { momo } = await openOutside({ ipn_delay_ms: 0 }, {}, receiver.url)
  await momo.pay(wallet())
  await expect.poll(() => receiver.bodies).toHaveLength(1)
  const ipn = receiver.bodies[0] as Record<string, string | number>
  for (const [name, value] of Object.entries(ipn)) {
    const touched = typeof value === 'number' ? value + 1 : `${value}x`
    expect(momo.readIpn({ ...ipn, [name]: touched }), name).toBeNull()
  }
  const { signature: _, ...unsigned } = ipn
  for (const nonsense of [unsigned, null, [], 'x', {}, { ...ipn, amount: '50000' }])
    expect(momo.readIpn(nonsense)).toBeNull()
  expect(momo.readIpn(ipn)).not.toBeNull()
})

test.each([
  { fault: 'ipn_lost', outcomes: [] },
  { fault: 'ipn_late', outcomes: ['paid'] },
  { fault: 'ipn_forged', outcomes: [null, 'paid'] },
  { fault: 'ipn_contradiction', outcomes: ['failed'] },
] as const)(
  'with the fault $fault the notifications that arrive are read as $outcomes',
  async ({ fault, outcomes }) => {
    const receiver = await openIpnReceiver()
    const { momo } = await openOutside({ faults: { [fault]: 1 }, ipn_delay_ms: 0, ipn_late_ms: 30 }, {}, receiver.url)
    expect(await momo.pay(wallet())).toMatchObject({ outcome: 'paid' })
    const received = () => receiver.bodies.map((body) => momo.readIpn(body)?.answer.outcome ?? null)
    await expect.poll(received, { timeout: 10_000 }).toEqual(outcomes)
    // Nothing else follows.
    await sleep(100)
    expect(received()).toEqual(outcomes)
  },
)

test('a notification can arrive several times (ipn_double) or with another amount (ipn_wrong_amount)', async () => {
  const receiver = await openIpnReceiver()
  const { simulator, momo } = await openOutside({ faults: { ipn_double: 1 }, ipn_delay_ms: 0 }, {}, receiver.url)
  await momo.pay(wallet())
  await expect.poll(() => receiver.bodies.length).toBeGreaterThan(1)
  simulator.setFaults({ ipn_wrong_amount: 1 })
  receiver.bodies.length = 0
  const payment = wallet()
  await momo.pay(payment)
  await expect.poll(() => momo.readIpn(receiver.bodies.at(-1))?.amount).toBe(payment.amount + 1_000)
})

test('only result code 0 of MoMo means paid, and only nine listed codes mean failed', () => {
  const outcomes = Object.groupBy(
    Array.from({ length: 10_001 }, (_, code) => code - 1),
    (code) => momoResult(code).outcome,
  )
  expect(outcomes.paid).toEqual([0])
  expect(outcomes.failed).toEqual([1001, 1004, 1007, 1008, 1100, 1507, 4001, 4002, 4003])
})
