/** Webhooks: devices get events of the orders that they created. */
import { createHash, createPublicKey, verify } from 'node:crypto'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { orderStatus } from '#features/orders/order/order.contract.ts'
import { channel } from '#features/orders/channel/channel.contract.ts'
import { openOffice, type Office } from '../../../testing/office.ts'
import { openPos, order, pay, type SellingPos } from '../../../testing/orders.ts'
import { openTill } from '../../../testing/till.ts'
import { isPublic } from './public-lookup.server.ts'
import { deleteOldEvents, sendEvents } from './send-events.server.ts'
import { webhook, WebhookBody } from './webhook.contract.ts'

let office: Office
beforeAll(async () => {
  office = await openOffice()
})
afterAll(() => office.close())

interface ReceivedEvent {
  headers: IncomingMessage['headers']
  path: string
  body: string
}
let servers: Server[] = []
afterEach(() => {
  for (const server of servers) server.closeAllConnections()
  servers.forEach((server) => server.close())
  servers = []
})

/** An app that answers its first requests with these statuses, and later ones with 204. */
async function openApp(
  ...statuses: number[]
): Promise<{ url: string; received: ReceivedEvent[]; events: () => string[] }> {
  const received: ReceivedEvent[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      received.push({ headers: request.headers, path: request.url!, body: Buffer.concat(chunks).toString() })
      response.writeHead(statuses.shift() ?? 204).end()
    })
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/ve-so?khoa=1`, received, events: () => received.map(({ body }) => body) }
}

const address = 'https://app.example.vn/ve-so'

/** A device with a webhook on this machine, which the call itself would refuse. */
async function deviceWithWebhook(url: string): Promise<SellingPos & { public_key: string }> {
  const pos = await openPos(office)
  const { public_key } = await openTill(office, pos).call(webhook.set, { url: address })
  await office.write((db) => sql`update webhook set url = ${url} where device_id = ${pos.device_id}`.execute(db))
  return { ...pos, public_key }
}

const { done, lost, won, cancelled } = orderStatus
/** Changes the status of orders as the program does. */
const setStatus = (order_ids: readonly number[], status: number, reward = 0) =>
  office.write((db) =>
    sql`update sale_order set status = ${status}, reward = ${reward}, version = version + 1 where order_id = any(${order_ids}::bigint[])`.execute(
      db,
    ),
  )
const parsed = (body: string) => WebhookBody.parse(JSON.parse(body)).events
const retryNow = (pos: SellingPos) =>
  sql`update webhook set next_at = now() where device_id = ${pos.device_id}`.execute(office.db)
const statusOf = (pos: SellingPos) => openTill(office, pos).call(webhook.status, {})

test('a win is sent once with a valid signature, and a payment that the device made itself is not sent', async () => {
  const app = await openApp()
  const pos = await deviceWithWebhook(app.url)
  const order_id = await order(office, pos)
  await pay(office, pos, order_id)
  await sendEvents(office.db)
  expect(app.received).toEqual([])
  await setStatus([order_id], won, 500_000)
  expect((await statusOf(pos)).waiting).toBe(1)
  await sendEvents(office.db)
  await sendEvents(office.db)
  expect(app.received).toHaveLength(1)
  const { headers, path, body } = app.received[0]!
  expect(parsed(body)).toMatchObject([{ order_id, status: won, reward: 500_000, reward_tax: 0 }])
  const digest = createHash('sha256').update(body).digest('hex')
  const key = createPublicKey({
    key: { kty: 'OKP', crv: 'Ed25519', x: Buffer.from(pos.public_key, 'base64').toString('base64url') },
    format: 'jwk',
  })
  const text = Buffer.from(`${headers['x-timestamp'] as string}\nPOST\n${path}\n${digest}`)
  expect(verify(null, text, key, Buffer.from(headers['x-signature'] as string, 'base64'))).toBe(true)
  expect(await statusOf(pos)).toMatchObject({ waiting: 0, failing_since: null, taken_at: expect.any(String) })
  const { version } = parsed(body)[0]!
  expect(await openTill(office, pos).call(channel.status, { order_id })).toMatchObject({ status: won, reward: 500_000 })
  expect(version).toBeGreaterThan(1)
})

test('an event that was not accepted is sent again, before later events of the same order', async () => {
  const app = await openApp(500, 302)
  const pos = await deviceWithWebhook(app.url)
  const order_id = await order(office, pos)
  await pay(office, pos, order_id)
  await setStatus([order_id], lost)
  await sendEvents(office.db)
  expect(await statusOf(pos)).toMatchObject({ waiting: 1, fault: 'http 500', failing_since: expect.any(String) })
  await setStatus([order_id], done)
  await setStatus([order_id], won, 40_000)
  for (const fault of ['http 302', null]) {
    await retryNow(pos)
    await sendEvents(office.db)
    expect((await statusOf(pos)).fault).toBe(fault)
  }
  const tries = app.received.map(({ body }) => parsed(body).map(({ status }) => status))
  expect(tries).toEqual([[lost], [lost, done, won], [lost, done, won]])
  expect((await statusOf(pos)).waiting).toBe(0)
})

test('a delivery due later than any retry, as after the clock was set back, is sent at once', async () => {
  const app = await openApp()
  const pos = await deviceWithWebhook(app.url)
  const order_id = await order(office, pos)
  await pay(office, pos, order_id)
  await setStatus([order_id], lost)
  const turn = (seconds: number) =>
    sql`update webhook set next_at = now() + make_interval(secs => ${seconds}) where device_id = ${pos.device_id}`.execute(
      office.db,
    )
  await turn(600)
  await sendEvents(office.db)
  expect(app.received).toHaveLength(0)
  await turn(3 * 3_600)
  await sendEvents(office.db)
  expect(app.received).toHaveLength(1)
})

test('hundreds of events are sent in order by twenty parallel runs, each event once', async () => {
  const app = await openApp()
  const pos = await deviceWithWebhook(app.url)
  const order_ids: number[] = []
  for (let n = 0; n < 30; n++) order_ids.push(await order(office, pos))
  for (const order_id of order_ids) await pay(office, pos, order_id)
  for (let n = 0; n < 5; n++) {
    await setStatus(order_ids, lost)
    await setStatus(order_ids, done)
  }
  await Promise.all(Array.from({ length: 20 }, () => sendEvents(office.db)))
  const events = app.events().flatMap(parsed)
  expect(events).toHaveLength(300)
  expect(app.received.every(({ body }) => parsed(body).length <= 100)).toBe(true)
  for (const order_id of order_ids) {
    const order_events = events.filter((event) => event.order_id === order_id)
    expect(order_events.map(({ status }) => status)).toEqual(
      Array.from({ length: 10 }, (_, n) => (n % 2 ? done : lost)),
    )
    expect(order_events.map(({ version }) => version)).toEqual(order_events.map((_, n) => order_events[0]!.version + n))
  }
})

test('events go only to the device that created the order, while it has an address and is not locked', async () => {
  const [app, other] = [await openApp(), await openApp()]
  const [pos, neighbour] = [await deviceWithWebhook(app.url), await deviceWithWebhook(other.url)]
  const order_id = await order(office, pos)
  const lock = (status: number) =>
    office.write((db) => sql`update pos_device set status = ${status} where device_id = ${pos.device_id}`.execute(db))
  await lock(0)
  await setStatus([order_id], cancelled)
  await sendEvents(office.db)
  expect(app.received).toEqual([])
  await lock(1)
  await sendEvents(office.db)
  expect(parsed(app.received[0]!.body)).toMatchObject([{ order_id, status: cancelled }])
  expect(other.received).toEqual([])

  const till = openTill(office, neighbour)
  expect(await till.call(webhook.set, { url: null })).toMatchObject({ url: null, waiting: 0 })
  const quiet = await order(office, neighbour)
  await setStatus([quiet], cancelled)
  const { rows } = await sql`select from webhook_event where order_id = ${quiet}`.execute(office.db)
  expect(rows).toEqual([])
})

test('an event that was not accepted for three days is deleted', async () => {
  const pos = await deviceWithWebhook('http://127.0.0.1:9/')
  const order_id = await order(office, pos)
  await setStatus([order_id], cancelled)
  await sendEvents(office.db)
  expect(await statusOf(pos)).toMatchObject({ waiting: 1, fault: 'network' })
  await sql`update webhook_event set at = at - interval '73 hours' where order_id = ${order_id}`.execute(office.db)
  await deleteOldEvents(office.db)
  expect((await statusOf(pos)).waiting).toBe(0)
})

test('an address that is no URL fails visibly, waits like any other, and does not stop the sending to other devices', async () => {
  const app = await openApp()
  const broken = await deviceWithWebhook('https://app.example.vn:99999/')
  const pos = await deviceWithWebhook(app.url)
  await setStatus([await order(office, broken), await order(office, pos)], cancelled)
  await sendEvents(office.db)
  expect(await statusOf(broken)).toMatchObject({ waiting: 1, fault: 'address', failing_since: expect.any(String) })
  expect(app.received).toHaveLength(1)
  await sendEvents(office.db)
  const { rows } = await sql`select failures from webhook where device_id = ${broken.device_id}`.execute(office.db)
  expect(rows).toEqual([{ failures: 1 }])
})

test('a till that sets its address again and again is slowed down, and its repeats are not', async () => {
  const till = openTill(office, await openPos(office))
  const transid = crypto.randomUUID()
  await till.call(webhook.set, { url: address, transid })
  const statuses = []
  for (let n = 0; n < 30; n++)
    statuses.push((await till.raw(webhook.set, { url: address, transid: crypto.randomUUID() })).status)
  expect(statuses.filter((status) => status === 200).length).toBeLessThan(30)
  expect(statuses).toContain(429)
  expect((await till.raw(webhook.set, { url: address, transid })).status).toBe(200)
})

test('a webhook address must be https with a public host name, and private IP addresses are not public', async () => {
  const till = openTill(office, await openPos(office))
  for (const url of [
    'http://app.example.vn/',
    'https://127.0.0.1/',
    'https://localhost/',
    'https://[::1]/',
    'https://app.example.vn@10.0.0.1/',
    'https://2130706433/',
    'https://0x7f.1/',
    `https://app.example.vn/${'x'.repeat(300)}`,
    'https://app.example.vn:99999/',
  ])
    await expect(till.call(webhook.set, { url }), url).rejects.toMatchObject({
      code: 3,
      data: { fields: { url: expect.any(String) } },
    })
  expect(await till.call(webhook.set, { url: 'https://App.example.vn:8443/ve-so/tin' })).toMatchObject({ waiting: 0 })
  const addresses = ['127.0.0.1', '10.1.2.3', '172.31.0.1', '192.168.1.1', '169.254.169.254', '100.64.0.1', '0.0.0.0']
  for (const ip of addresses) expect(isPublic(ip, 4), ip).toBe(false)
  for (const ip of ['::1', '::', '::ffff:10.0.0.1', 'fe80::1', 'fd00::1']) expect(isPublic(ip, 6), ip).toBe(false)
  expect([isPublic('203.162.0.1', 4), isPublic('2405:4800::1', 6)]).toEqual([true, true])
})
