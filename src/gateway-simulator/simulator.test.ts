/** The simulator itself: persistence across restarts, deterministic faults by seed, and control from another process. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { account, connect, openOutside, wallet } from '#server/testing/outside.ts'
import { openSimulator, type Simulator } from './simulator.ts'
import { project_dir } from '#server/program/config.ts'

function makeDir(): string {
  const dir = mkdtempSync(join(tmpdir(), 'simulator-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  return dir
}

/** Opens a simulator that is closed after the test. */
async function open(options: Parameters<typeof openSimulator>[0]): Promise<Simulator> {
  const simulator = await openSimulator(options)
  onTestFinished(() => simulator.close().catch(() => {}))
  return simulator
}

test('payments, pending orders, credits and differences survive a restart under the same keys', async () => {
  const dir = makeDir()
  const first = await open({ dir, settle_ms: 60_000 })
  const { momo, bank } = connect(first.settings)
  const [paid, pending, to_bank] = [wallet(), wallet({}, '84900007002'), account()]
  await momo.pay(paid)
  await momo.pay(pending)
  await bank.pay(to_bank)
  first.subscribe([{ msisdn: '84912345678', name: 'LE VAN TAM' }])
  first.credit({ account: '0711', amount: 70_000, content: 'NAP' })
  const { day } = first.injectDifference({ gateway: 'momo', day: first.orders()[0]!.at.slice(0, 10), kind: 'amount' })
  const [totals, lines] = [first.totals(), await momo.linesOf(day)]
  await first.close()
  // An incomplete line, as after a kill while writing.
  appendFileSync(join(dir, 'journal.jsonl'), '{"type":"settled","gateway":"momo"')

  const second = await open({ dir, settle_ms: 1_000 })
  const reopened = connect({
    ...first.settings,
    MOMO_ENDPOINT: second.url,
    BANK_ENDPOINT: second.url,
    TELECOM_ENDPOINT: second.url,
  })
  expect(second.totals()).toEqual(totals)
  expect(await reopened.momo.linesOf(day)).toEqual(lines)
  expect(await reopened.momo.pay(paid)).toMatchObject({ outcome: 'paid' })
  expect(await reopened.telecom.checkAccount('84912345678')).toMatchObject({ name: 'LE VAN TAM' })
  expect(await reopened.statements.linesAfter('0711', null)).toMatchObject({ balance: 70_000 })
  await expect.poll(() => reopened.momo.query(pending), { timeout: 10_000 }).toMatchObject({ outcome: 'paid' })
  expect(second.totals().momo).toMatchObject({ orders: 2, paid: 2, pending: 0 })
  expect(statSync(join(dir, 'keys.json')).mode & 0o077).toBe(0)
})

async function startAlone(dir: string): Promise<{ child: ChildProcess; settings: Record<string, string> }> {
  const args = [join(project_dir, 'scripts', 'gateways.ts'), '--port', '0', '--dir', dir]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text))
  await expect.poll(() => output, { timeout: 20_000 }).toContain('BANK_SECRET')
  const settings = Object.fromEntries(
    [...output.matchAll(/^export (\w+)='(.*)'$/gm)].map(([, name, value]) => [name, value]),
  )
  return { child, settings }
}

test('a past payment, credit and difference that are added twice are there once', async () => {
  const simulator = await open({})
  const past = {
    gateway: 'momo',
    order_id: 'RUT-1',
    request_id: 'yeu-cau-1',
    amount: 50_000,
    account: '0912345678',
  } as const
  const moment = '2026-11-20T10:00:00+07:00'
  const line = { account: '0711', reference: 'FT1', at: moment, amount: 70_000, content: 'NAP' }
  for (let time = 0; time < 2; time++) {
    simulator.addPastPayment({ ...past, trans_id: '4000000001', at: moment })
    simulator.credit(line)
    simulator.injectDifference({ gateway: 'momo', day: moment.slice(0, 10), kind: 'fee', order_id: past.order_id })
  }
  expect(simulator.totals().momo).toMatchObject({ orders: 1, paid: 1, paid_amount: 50_000 })
  const { momo, statements } = connect(simulator.settings)
  expect(await statements.linesAfter('0711', null)).toMatchObject({ lines: [{ reference: 'FT1' }], balance: 70_000 })
  const paid = (await momo.linesOf(moment.slice(0, 10))).filter(({ order_id }) => order_id === past.order_id)
  expect(paid).toMatchObject([{ amount: 50_000, fee: 1_100 }])
})

test(
  'after a kill under load every order answered as paid is paid, and a repetition pays none twice',
  { timeout: 40_000 },
  async () => {
    const dir = makeDir()
    const orders = Array.from({ length: 200 }, () => wallet())
    const first = await startAlone(dir)
    const gone = once(first.child, 'exit')
    const { momo } = connect(first.settings)
    let paid = 0
    const answers = await Promise.all(
      orders.map(async (order) => {
        const answer = await momo.pay(order)
        // Kills the simulator under load.
        if (answer.outcome === 'paid' && ++paid === 50) first.child.kill('SIGKILL')
        return answer
      }),
    )
    await gone
    const output = orders.filter((_, n) => answers[n]!.outcome === 'paid')
    expect(output.length).toBeGreaterThanOrEqual(50)
    expect(output.length).toBeLessThan(200)

    const second = await startAlone(dir)
    const second_connection = connect(second.settings)
    for (const order of output) expect(await second_connection.momo.query(order)).toMatchObject({ outcome: 'paid' })
    for (const order of orders) await second_connection.momo.pay(order)
    const totals = (await (await fetch(`${second.settings['MOMO_ENDPOINT']}/control/totals`)).json()) as {
      momo: { orders: number; paid_amount: number }
    }
    expect(totals.momo).toMatchObject({ orders: 200, paid_amount: 200 * 50_000 - under(dir) })
    second.child.kill('SIGTERM')
    expect(await once(second.child, 'exit')).toEqual([0, null])
  },
)

/** Number of accepted orders that are not settled yet. */
function under(dir: string): number {
  const events = readFileSync(join(dir, 'journal.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { type: string; amount: number })
  const count = (type: string) => events.filter((event) => event.type === type).length
  return (count('order') - count('settled')) * 50_000
}

test('the same seed gives the same faults for the same requests, whatever their order', async () => {
  const faults = { lost_answer: 0.2, error: 0.2, forged: 0.2, wrong_amount: 0.2 }
  const orders = Array.from({ length: 40 }, () => wallet())
  const codesOf = async (seed: string, orders_to_send: typeof orders) => {
    const { momo } = await openOutside({ seed, faults })
    const codes = await Promise.all(
      orders_to_send.map(async (order) => [order.order_id, (await momo.pay(order)).code] as const),
    )
    return Object.fromEntries(codes)
  }
  const [once_more, other] = [await codesOf('7', orders.toReversed()), await codesOf('8', orders)]
  expect(once_more).toEqual(await codesOf('7', orders))
  expect(once_more).not.toEqual(other)
  expect(new Set(Object.values(once_more))).toEqual(new Set(['0', 'network', 'signature', 'mismatch']))
})

test('a fault hits as many requests as its rate says; unknown faults and sums over 1 are refused', async () => {
  const { simulator, momo } = await openOutside({ faults: { lost_answer: 0.3 } })
  const answers = await Promise.all(Array.from({ length: 400 }, () => momo.pay(wallet())))
  const lost = answers.filter(({ outcome }) => outcome === 'unknown').length
  expect(lost).toBeGreaterThan(80)
  expect(lost).toBeLessThan(160)
  expect(simulator.totals().momo.paid).toBe(400)
  expect(() => simulator.setFaults({ lost_answers: 1 } as never)).toThrow('lost_answers')
  expect(() => simulator.setFaults({ lost_answer: 0.6, error: 0.6 })).toThrow(/more than 1/)
})

test('another process can control the simulator over /control', async () => {
  const { simulator, momo, statements } = await openOutside({ settle_ms: 60_000 })
  const send = async (method: string, path: string, body?: unknown, type = 'application/json') => {
    const options = body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': type } }
    const response = await fetch(`${simulator.url}/control/${path}`, { method, ...options })
    return { status: response.status, body: (await response.json()) as unknown }
  }
  expect(await send('PUT', 'faults', { pending: 1 })).toEqual({ status: 200, body: { pending: 1 } })
  expect(await send('GET', 'faults')).toEqual({ status: 200, body: { pending: 1 } })
  const order = wallet()
  expect(await momo.pay(order)).toMatchObject({ outcome: 'unknown', code: '7002' })
  expect(await send('POST', 'settle', {})).toMatchObject({ status: 200 })
  expect(await momo.query(order)).toMatchObject({ outcome: 'paid' })
  expect(await send('GET', 'orders')).toMatchObject({ body: [{ order_id: order.order_id, status: 'paid' }] })
  expect(await send('GET', 'notices')).toMatchObject({ status: 200 })
  await send('POST', 'funds', { gateway: 'momo', amount: 5 })
  expect(await send('GET', 'totals')).toMatchObject({
    body: { momo: { paid: 1, balance: 10_000_000_005 - order.amount } },
  })
  await send('POST', 'credits', { account: '0711', amount: 9, content: 'NAP' })
  expect(await statements.linesAfter('0711', null)).toMatchObject({ balance: 9 })
  const day = simulator.orders()[0]!.at.slice(0, 10)
  expect(await send('POST', 'differences', { gateway: 'momo', day, kind: 'fee' })).toMatchObject({
    body: { order_id: order.order_id },
  })
  expect(await send('POST', 'differences', { gateway: 'momo', day, kind: 'fees' })).toMatchObject({ status: 400 })
  // A content type that a foreign page can send without a preflight request.
  expect(await send('POST', 'funds', { gateway: 'momo', amount: 5 }, 'text/plain')).toMatchObject({ status: 400 })
  expect(await send('GET', 'nothing')).toMatchObject({ status: 404 })
})

test('a request with a wrong signature or body is refused and makes no order', async () => {
  const { simulator } = await openOutside()
  const post = async (path: string, body: string) => {
    const response = await fetch(simulator.url + path, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json' },
    })
    return [response.status, ((await response.json()) as { resultCode?: number }).resultCode]
  }
  expect(await post('/v2/gateway/api/disbursement/pay', '{}')).toEqual([400, 13])
  expect(await post('/v2/gateway/api/query', '{"signature":"x"}')).toEqual([400, 13])
  expect(await post('/v2/gateway/api/disbursement/pay', 'không phải JSON')).toEqual([400, undefined])
  expect(await post('/bank/v1/transfers', '{}')).toEqual([401, undefined])
  expect(simulator.orders()).toEqual([])
})

test('a folder of an earlier version gets the keys and the fund that it lacks', async () => {
  const dir = makeDir()
  await (await open({ dir })).close()
  const file = join(dir, 'keys.json')
  const {
    telecom_client_id: _,
    telecom_secret: __,
    ...old
  } = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>
  writeFileSync(file, JSON.stringify(old))
  const journal = join(dir, 'journal.jsonl')
  const without = readFileSync(journal, 'utf8')
    .split('\n')
    .filter((line) => !line.includes('telecom'))
  writeFileSync(journal, without.join('\n'))

  const second = await open({ dir })
  expect(second.settings).toMatchObject({ BANK_SECRET: old['bank_secret'], TELECOM_SECRET: expect.any(String) })
  expect(second.totals().telecom.balance).toBe(10_000_000_000)
  const { settings } = second
  await second.close()
  expect((await open({ dir })).settings['TELECOM_SECRET']).toBe(settings['TELECOM_SECRET'])
})
