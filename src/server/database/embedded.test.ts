// Starts and crashes of the embedded PostgreSQL, in a data directory of this test.
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { identityOf, signal, waitUntil } from '#server/program/process.ts'
import { makeDataDir } from '../testing/throw-away.ts'
import { type EmbeddedDatabase, freePort, runningUrl, startEmbedded } from './embedded.ts'
import { findPlace, removePlace, socketsOf } from './place.ts'
import { createClient } from './pool.ts'
import { startPostmaster } from './postmaster.ts'

let data_dir: string
let running: EmbeddedDatabase | null = null

beforeAll(() => {
  data_dir = makeDataDir()
})
afterEach(async () => {
  await running?.stop()
  running = null
})
afterAll(() => removePlace(data_dir))

async function start(say: (line: string) => void = () => {}): Promise<EmbeddedDatabase> {
  running = await startEmbedded({ data_dir, durable: false, say })
  return running
}

async function isAnswering(url: string): Promise<boolean> {
  const client = createClient(url)
  client.on('error', () => {})
  try {
    await client.connect()
    return (await client.query('select 1 as one')).rows[0].one === 1
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}

const pidFile = () => join(data_dir, 'postgres', 'postmaster.pid')

test('the embedded server starts, answers, stops, and starts again on the same data', async () => {
  const first = await start()
  expect(await isAnswering(first.url)).toBe(true)
  const pid = first.pid()
  await first.stop()
  expect(identityOf(pid)).toBe(null)
  const second = await start()
  expect(await isAnswering(second.url)).toBe(true)
})

test('an embedded server that is killed comes back under the same address', async () => {
  const { url, pid } = await start()
  const before = pid()
  signal(before, 'SIGKILL')
  expect(await waitUntil(() => pid() !== before, 15_000)).toBe(true)
  expect(await isAnswering(url)).toBe(true)
})

test('a postmaster that outlived its program is stopped and replaced', async () => {
  await (await start()).stop()
  const place = await findPlace(data_dir)
  const settings = { listen_addresses: '127.0.0.1', port: await freePort(), unix_socket_directories: '' }
  const orphan = await startPostmaster(place, settings)
  const messages: string[] = []
  const { url } = await start((line) => messages.push(line))
  expect(await isAnswering(url)).toBe(true)
  expect(messages.join()).toContain(`pid ${orphan.pid}`)
  expect(identityOf(orphan.pid)).toBe(null)
})

test('a pid file that names an unrelated process is replaced, and that process goes on', async () => {
  await (await start()).stop()
  writeFileSync(pidFile(), `${process.pid}\n${data_dir}\n1\n5432\n\n\n\nready   \n`)
  const { url } = await start()
  expect(await isAnswering(url)).toBe(true)
  expect(readFileSync(pidFile(), 'utf8')).not.toContain(`${process.pid}\n`)
})

test('the embedded server listens only on a socket in a private directory, and starts despite a stale lock', async () => {
  const { url, stop } = await start()
  const { cluster } = await findPlace(data_dir)
  const sockets = new URL(url).searchParams.get('host')!
  expect(sockets).toBe(socketsOf(cluster))
  expect(statSync(sockets).mode & 0o777).toBe(0o700)
  expect(runningUrl(data_dir)).toBe(url)
  const client = createClient(url)
  await client.connect()
  expect((await client.query('show listen_addresses')).rows).toEqual([{ listen_addresses: '' }])
  await client.end()
  await stop()
  // As after the machine went down, when the pid of the lock may belong to another process.
  writeFileSync(join(sockets, '.s.PGSQL.5432.lock'), `${process.pid}\n${cluster}\n1\n5432\n${sockets}\n`)
  expect(await isAnswering((await start()).url)).toBe(true)
})

test('a cluster whose pg_hba.conf admits no socket, as after an earlier restore, is repaired at its next start', async () => {
  await (await start()).stop()
  const { cluster } = await findPlace(data_dir)
  writeFileSync(join(cluster, 'pg_hba.conf'), 'host all all 127.0.0.1/32 scram-sha-256')
  expect(await isAnswering((await start()).url)).toBe(true)
})

test('the embedded server listens on the loopback address where its path is too long for a socket', async () => {
  const deep_dir = join(data_dir, 'x'.repeat(100))
  mkdirSync(deep_dir)
  const deep = await startEmbedded({ data_dir: deep_dir, durable: false })
  try {
    expect(new URL(deep.url).hostname).toBe('127.0.0.1')
    expect(runningUrl(deep_dir)).toBe(deep.url)
    expect(await isAnswering(deep.url)).toBe(true)
  } finally {
    await deep.stop()
    removePlace(deep_dir)
  }
})
