/** Lists of a day and statements: page after page, with whatever differences the gateway has. */
import { expect, test } from 'vitest'
import { account, connect, openOutside, wallet } from '../testing/outside.ts'
import type { GatewayLine } from './gateway.ts'

/** The last second of the day in Viet Nam; in UTC the day goes on for seven hours. */
const late_evening = Date.parse('2026-11-20T23:59:59+07:00')
const day = '2026-11-20'

test.each([
  { name: 'momo', order: wallet, to: '84912345678' },
  { name: 'bank', order: account, to: '970436/0123456789' },
  { name: 'telecom', order: wallet, to: '84912345678' },
] as const)('$name lists all pages of a day in the time of Viet Nam', async ({ name, order, to }) => {
  let now = late_evening
  const { [name]: gateway } = await openOutside({ now: () => now, page_size: 3, fees: { momo: 0, bank: 1_100 } })
  const payments = Array.from({ length: 7 }, () => order())
  for (const payment of payments) await gateway.pay(payment)
  now += 1_000
  const tomorrow = order()
  await gateway.pay(tomorrow)

  const lines = await gateway.linesOf(day)
  const [fund, ...payouts] = lines
  expect(fund).toMatchObject({ kind: 'fund_in', amount: 10_000_000_000, status: 'paid' })
  expect(payouts.map((line) => line.order_id)).toEqual(payments.map((payment) => payment.order_id))
  expect(payouts[0]).toMatchObject({
    kind: 'payout',
    amount: 50_000,
    fee: name === 'bank' ? 1_100 : 0,
    status: 'paid',
    account: to,
    at: '2026-11-20T23:59:59.000+07:00',
  })
  expect((await gateway.linesOf('2026-11-21')).map((line) => line.order_id)).toEqual([tomorrow.order_id])
  expect(await gateway.linesOf('2026-11-22')).toEqual([])
})

test.each<{
  kind: 'missing' | 'extra' | 'amount' | 'status' | 'double' | 'account' | 'fee' | 'late'
  distort: (line: GatewayLine) => unknown
}>([
  { kind: 'missing', distort: () => [] },
  { kind: 'late', distort: () => [] },
  {
    kind: 'extra',
    distort: (line) => [line, { ...line, order_id: `X${line.order_id}`, trans_id: `${line.trans_id}8` }],
  },
  { kind: 'double', distort: (line) => [line, { ...line, trans_id: `${line.trans_id}9` }] },
  { kind: 'amount', distort: (line) => [{ ...line, amount: line.amount + 1_000 }] },
  { kind: 'status', distort: (line) => [{ ...line, status: 'failed' }] },
  { kind: 'account', distort: (line) => [{ ...line, account: '84912345679' }] },
  { kind: 'fee', distort: (line) => [{ ...line, fee: line.fee + 1_100 }] },
])('the list shows an injected difference: $kind', async ({ kind, distort }) => {
  const { simulator, momo } = await openOutside({ now: () => late_evening })
  const [first, second] = [wallet(), wallet()]
  await momo.pay(first)
  await momo.pay(second)
  const [fund, line, rest] = await momo.linesOf(day)
  expect(simulator.injectDifference({ gateway: 'momo', day, kind })).toMatchObject({ order_id: first.order_id })
  expect(await momo.linesOf(day)).toEqual([fund, ...(distort(line!) as []), rest])
  const next_day = await momo.linesOf('2026-11-21')
  expect(next_day.map((payment) => payment.order_id)).toEqual(kind === 'late' ? [first.order_id] : [])
  // The next one is injected into another payment.
  expect(simulator.injectDifference({ gateway: 'momo', day, kind: 'missing' })).toMatchObject({
    order_id: second.order_id,
  })
  expect(() => simulator.injectDifference({ gateway: 'momo', day, kind: 'missing' })).toThrow(/is left/)
})

test('a statement is read from the last known reference on, over all its pages', async () => {
  const { simulator, statements } = await openOutside({ page_size: 2 })
  const credit = (content: string, amount = 100_000) =>
    simulator.credit({ account: '0711', amount, content, counter_account: '970436/01', counter_name: 'TRẦN THỊ BÌNH' })
  expect(await statements.linesAfter('0711', null)).toEqual({ lines: [], balance: 0 })
  const lines = ['NAP 1', 'NAP 2', 'NAP 3', 'NAP 4', 'NAP 5'].map((content) => credit(content))
  simulator.credit({ account: '0712', amount: 1, content: 'của tài khoản khác' })

  const all = await statements.linesAfter('0711', null)
  expect(all.lines.map((line) => line.content)).toEqual(['NAP 1', 'NAP 2', 'NAP 3', 'NAP 4', 'NAP 5'])
  const { account: _, ...first } = lines[0]!
  expect(all.lines[0]).toEqual(first)
  expect(all.balance).toBe(500_000)

  const last = all.lines.at(-1)!.reference
  expect(await statements.linesAfter('0711', last)).toEqual({ lines: [], balance: 500_000 })
  credit('PHÍ', -1_100)
  expect(await statements.linesAfter('0711', last)).toMatchObject({
    lines: [{ content: 'PHÍ', amount: -1_100 }],
    balance: 498_900,
  })
  await expect(statements.linesAfter('0711', 'FT-khong-co')).rejects.toMatchObject({ name: 'GatewayError' })
})

test.each(['lost_request', 'lost_answer', 'error', 'forged'] as const)(
  'lists, statements and balances fail with the fault %s',
  async (fault) => {
    const { momo, bank, statements } = await openOutside({ faults: { [fault]: 1 } })
    const questions = [
      () => momo.linesOf(day),
      () => bank.linesOf(day),
      () => statements.linesAfter('0711', null),
      momo.balance,
      bank.balance,
    ]
    for (const ask of questions) await expect(ask()).rejects.toMatchObject({ name: 'GatewayError' })
  },
)

test('a refused list, statement or balance tells the code and the message of the gateway', async () => {
  const { simulator } = await openOutside()
  const foreign_settings = Object.entries(simulator.settings).map(([name, value]) => [
    name,
    name.endsWith('_CLIENT_ID') ? 'nobody' : value,
  ])
  const { bank, telecom, statements } = connect(Object.fromEntries(foreign_settings))
  const refusal = { name: 'GatewayError', code: 'UNAUTHORIZED', message: 'Chữ ký hoặc khóa không đúng.' }
  const questions = [
    () => bank.linesOf(day),
    () => telecom.linesOf(day),
    () => statements.linesAfter('0711', null),
    bank.balance,
    telecom.balance,
  ]
  for (const ask of questions) await expect(ask()).rejects.toMatchObject(refusal)
})
