/** Files that are sent while they are made: a client that does not read its file is disconnected, and its transaction ends. */
import { once } from 'node:events'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import Fastify from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDb, createPools } from '#server/database/pool.ts'
import { inReadTransaction, type Db } from '#server/database/transaction.ts'
import { BrokenOff, download, limitDownloads, type Pace } from './download.ts'
import { freshDatabase } from '#server/testing/database.ts'

let db: Db
let close: () => Promise<void>
let port: number
let pace: Pace
const ends: Promise<unknown>[] = []

const app = Fastify()
app.get('/', async (_, reply) => {
  const sending = limitDownloads(1, () =>
    inReadTransaction(db, (trx) => download(reply, { name: 'x.bin', type: 'text/plain', bytes: endless(trx) }, pace)),
  )
  ends.push(sending.catch((error: unknown) => error))
  await sending.catch(() => null)
  return reply
})

async function* endless(trx: Db) {
  for (;;) {
    await sql`select pg_advisory_xact_lock_shared(1)`.execute(trx)
    yield new Uint8Array(64 * 1024)
  }
}

beforeAll(async () => {
  const fresh = await freshDatabase()
  const pools = createPools(fresh.url)
  db = createDb(pools.search)
  close = async () => {
    await pools.end()
    await fresh.drop()
  }
  await app.listen()
  port = (app.server.address() as AddressInfo).port
})
afterAll(async () => {
  await app.close()
  await close()
})

async function ask(): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  socket.on('error', () => null)
  socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n')
  return socket
}

/** How many transactions make a file now. */
async function making(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from pg_locks
    where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())`.execute(
    db,
  )
  return rows[0]!.count
}

test('a client that reads nothing is disconnected after a pause, and its transaction ends', async () => {
  pace = { whole_ms: 60_000, pause_ms: 2_000, bytes_per_s: 1 }
  const socket = await ask()
  socket.pause()
  await expect.poll(making, { interval: 20, timeout: 10_000 }).toBe(1)
  expect(await ends.pop()).toBeInstanceOf(BrokenOff)
  expect(await making()).toBe(0)
  socket.destroy()
})

test('a client that reads a little now and then is disconnected once it is slower than allowed', async () => {
  pace = { whole_ms: 60_000, pause_ms: 1_000, bytes_per_s: 1e12 }
  const socket = await ask()
  socket.pause()
  const started_ms = performance.now()
  void (async () => {
    while (!socket.destroyed) {
      socket.read(512 * 1024)
      await sleep(50)
    }
  })()
  await expect.poll(() => ends.length).toBe(1)
  expect(await ends.pop()).toBeInstanceOf(BrokenOff)
  expect(performance.now() - started_ms).toBeLessThan(10_000)
  socket.destroy()
})

test('a download ends at its time limit, however fast the client reads', async () => {
  pace = { whole_ms: 500, pause_ms: 60_000, bytes_per_s: 1 }
  const socket = await ask()
  socket.resume()
  await expect.poll(() => ends.length).toBe(1)
  expect(await ends.pop()).toBeInstanceOf(BrokenOff)
  expect(await making()).toBe(0)
  socket.destroy()
})

test('further downloads of one person wait or are refused with 429, and those of others begin at once', async () => {
  const open: (() => void)[] = []
  const started: string[] = []
  const file = (user_id: number, name: string) =>
    limitDownloads(user_id, async () => {
      started.push(name)
      await new Promise<void>((resolve) => open.push(resolve))
    })
  const all = [file(1, 'first'), file(1, 'second'), file(1, 'third'), file(2, 'other')]
  await expect(file(1, 'fourth')).rejects.toMatchObject({ error: 'system_overloaded', status: 429 })
  expect(started).toEqual(['first', 'other'])
  open.shift()!()
  await all[0]
  await expect.poll(() => started).toEqual(['first', 'other', 'second'])
  while (started.length < 4 || open.length > 0) {
    open.shift()?.()
    await sleep(1)
  }
  await Promise.all(all)
})
