import fastify from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createClient, createPools, type Pools } from '#server/database/pool.ts'
import { registerHealth, registerMetrics, type Health } from './health.ts'
import { freshDatabase, type FreshDatabase } from '#server/testing/database.ts'
import { version } from '#server/program/version.ts'

let database: FreshDatabase
let pools: Pools
let health: Health
const server = fastify()
beforeAll(async () => {
  database = await freshDatabase()
  pools = createPools(database.url, { size: 2 })
  health = registerHealth(server, { pool: pools.main })
  registerMetrics(server)
})
afterAll(async () => {
  await server.close()
  await pools.end()
  await database.drop()
})

const statusOf = async (url: string) => (await server.inject(url)).statusCode

test('readyz answers 503 until the start of the program is over; healthz answers 200 from the beginning', async () => {
  expect(await statusOf('/healthz')).toBe(200)
  expect(await statusOf('/readyz')).toBe(503)
  health.markReady()
  expect(await statusOf('/readyz')).toBe(200)
})

test('readyz answers 503 while the database lacks a migration', async () => {
  const owner = createClient(database.url)
  await owner.connect()
  await owner.query(
    'create table kept as table schema_migration; delete from schema_migration where name like $$0001%$$',
  )
  expect(await statusOf('/readyz')).toBe(503)
  await owner.query('insert into schema_migration select * from kept on conflict do nothing')
  await owner.end()
  expect(await statusOf('/readyz')).toBe(200)
})

test('readyz answers 503 in time when the database hangs, also to 20 requests at once; healthz answers 200', async () => {
  const blocker = createClient(database.url)
  await blocker.connect()
  await blocker.query('begin; lock table schema_migration')
  const since = performance.now()
  const answers = await Promise.all(Array.from({ length: 20 }, () => statusOf('/readyz')))
  expect(new Set(answers)).toEqual(new Set([503]))
  expect(performance.now() - since).toBeLessThan(3_000)
  expect(pools.main.waitingCount).toBe(0)
  expect(await statusOf('/healthz')).toBe(200)
  await blocker.query('rollback')
  await blocker.end()
})

test('metrics are in the text format of Prometheus', async () => {
  const { headers, body } = await server.inject('/metrics')
  expect(headers['content-type']).toContain('text/plain')
  expect(body).toMatch(/^# TYPE ve_so_calls_total counter$/m)
  expect(body).toMatch(/^nodejs_eventloop_lag_p99_seconds /m)
  expect(body).toContain(`\nve_so_build_info{version="${version}"} 1\n`)
})

test('readyz answers 503 once the program is about to end; healthz still answers 200', async () => {
  await expect.poll(() => statusOf('/readyz')).toBe(200)
  health.markDraining()
  expect(await statusOf('/readyz')).toBe(503)
  expect(await statusOf('/healthz')).toBe(200)
})
