/** How gateways are called: circuit breaker, rate, size limit, faults, and the metrics of all these. */
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { openOutside, wallet } from '../testing/outside.ts'
import { metricsPage } from '#server/program/metrics.ts'
import { openCaller, type ClientPolicy } from './http.ts'

async function openServer(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}

const calling = (url: string, manners: Partial<ClientPolicy> = {}, max_bytes?: number) => {
  const call = openCaller('test', { timeout_ms: 2_000, ...manners })
  return () => call({ operation: 'try', method: 'GET', url, max_bytes }, ({ json }) => json)
}

test('a JSON answer with a status below 500 is returned', async () => {
  const url = await openServer((_, response) => response.writeHead(422).end('{"a":1}'))
  await expect(calling(url)()).resolves.toEqual({ a: 1 })
})

test.each<[string, RequestListener]>([
  ['a server error', (_, response) => response.writeHead(500).end('{}')],
  ['no JSON', (_, response) => response.end('<html>')],
  ['a redirect', (_, response) => response.writeHead(302, { location: '/elsewhere' }).end('{}')],
  ['an answer over the size limit', (_, response) => response.end(JSON.stringify('x'.repeat(2_000)))],
  ['a lost connection', (_, response) => response.destroy()],
  [
    'a truncated answer',
    (_, response) => void response.writeHead(200, { 'content-length': '10' }).write('{}', () => response.destroy()),
  ],
])('%s is a network fault', async (_, listener) => {
  const url = await openServer(listener)
  await expect(calling(url, {}, 1_000)()).rejects.toMatchObject({ name: 'GatewayError', code: 'network' })
})

test('a refused connection is a network fault', async () => {
  await expect(calling('http://127.0.0.1:1/')()).rejects.toMatchObject({ code: 'network' })
})

test('a gateway that sends its answer one byte at a time runs into the timeout of the whole call', async () => {
  const url = await openServer((_, response) => {
    const drops = setInterval(() => response.write(' '), 20)
    response.on('close', () => clearInterval(drops))
  })
  const since = performance.now()
  await expect(calling(url, { timeout_ms: 200 })()).rejects.toMatchObject({ code: 'timeout' })
  expect(performance.now() - since).toBeLessThan(1_500)
})

test('the breaker opens after consecutive faults, sends nothing for a while, and closes after a success', async () => {
  const lines: object[] = []
  const record = (fields: object, msg: string) => void lines.push({ ...fields, msg })
  const log = { error: record, info: record } as Pick<Logger, 'error' | 'info'>
  const { simulator, momo } = await openOutside(
    { faults: { lost_request: 1 } },
    { breaker_threshold: 3, breaker_reset_ms: 150, log },
  )
  for (let n = 0; n < 3; n++) expect(await momo.pay(wallet())).toMatchObject({ outcome: 'unknown', code: 'network' })
  expect(await momo.pay(wallet())).toMatchObject({ outcome: 'unsent', code: 'breaker' })
  expect(await momo.query(wallet())).toMatchObject({ outcome: 'unknown', code: 'breaker' })
  await expect(momo.balance()).rejects.toMatchObject({ code: 'breaker' })
  expect((await metricsPage()).text).toMatch('ve_so_gateway_breaker_open{gateway="momo"} 1')
  await sleep(200)
  expect(await momo.pay(wallet())).toMatchObject({ outcome: 'unknown', code: 'network' })

  simulator.setFaults({})
  await sleep(200)
  expect(await momo.pay(wallet())).toMatchObject({ outcome: 'paid' })
  expect(await momo.pay(wallet())).toMatchObject({ outcome: 'paid' })
  expect((await metricsPage()).text).toMatch('ve_so_gateway_breaker_open{gateway="momo"} 0')
  expect(simulator.totals().momo.paid).toBe(2)
  expect(lines).toEqual([
    { gateway: 'momo', msg: 'the gateway is away: what it has to do waits until it answers' },
    { gateway: 'momo', seconds: expect.any(Number), msg: 'the gateway answers again' },
  ])
})

test('answers with a wrong signature do not open the breaker', async () => {
  const { momo } = await openOutside({ faults: { forged: 1 } }, { breaker_threshold: 2 })
  for (let n = 0; n < 5; n++) expect(await momo.pay(wallet())).toMatchObject({ code: 'signature' })
})

test('calls keep the configured rate, and those beyond the queue are refused unsent', async () => {
  const { simulator, momo } = await openOutside({}, { per_second: 2, max_queued: 2 })
  const since = performance.now()
  const answers = await Promise.all(Array.from({ length: 6 }, () => momo.pay(wallet())))
  expect(answers.map(({ outcome }) => outcome).sort()).toEqual(['paid', 'paid', 'paid', 'paid', 'unsent', 'unsent'])
  expect(answers.filter(({ code }) => code === 'limit')).toHaveLength(2)
  expect(performance.now() - since).toBeGreaterThan(900)
  expect(simulator.totals().momo.paid).toBe(4)
})

test('the metrics count calls by outcome', async () => {
  const { momo } = await openOutside({ faults: { forged: 1 } })
  const count = async () =>
    Number(
      /ve_so_gateway_calls_total{gateway="momo",operation="pay",outcome="signature"} (\d+)/.exec(
        (await metricsPage()).text,
      )?.[1] ?? 0,
    )
  const before = await count()
  await momo.pay(wallet())
  expect(await count()).toBe(before + 1)
})
