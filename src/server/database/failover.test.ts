/** Several database hosts: the primary is found at the start and after every failover. */
import { once } from 'node:events'
import { connect, createServer, type AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Cluster } from '../testing/cluster.ts'
import { checkExternal } from './external.ts'
import { freePort } from './embedded.ts'
import { migrate } from './migrate.ts'
import { createClient, createPools } from './pool.ts'
import { call_session, ProvenClient, type ConnectionOptions } from './proven-client.ts'
import { isTransient } from './refusal.ts'

let primary: Cluster
let standby: Cluster
beforeAll(async () => {
  primary = await Cluster.make()
  standby = await primary.makeStandby()
  // A commit is acknowledged once the standby has applied it.
  await primary.start({ synchronous_standby_names: '*', synchronous_commit: 'remote_apply' })
  await standby.start()
  await asOwner('create role ve_so_app nologin; create table t (n integer); grant select, insert on t to ve_so_app')
}, 60_000)
afterAll(async () => {
  await standby?.remove()
  await primary?.remove()
})

async function asOwner(text: string) {
  const client = createClient(primary.url)
  await client.connect()
  try {
    return await client.query(text)
  } finally {
    await client.end()
  }
}

/** The address of several hosts in this order. */
function hosts(...ports: number[]): string {
  const { username, password, pathname } = new URL(primary.url)
  return `postgres://${username}:${password}@${ports.map((port) => `127.0.0.1:${port}`).join(',')}${pathname}`
}

async function portAt(url: string): Promise<number> {
  const client = createClient(url)
  try {
    await client.connect()
    return (await client.query<{ port: number }>('select inet_server_port() as port')).rows[0]!.port
  } finally {
    await client.end()
  }
}

test('a standby as the only host is refused, at the start and by the migration', async () => {
  const refusal = new RegExp(
    `127.0.0.1:${standby.port} là bản sao chỉ đọc \\(standby\\): hãy ghi địa chỉ của máy chính`,
  )
  await expect(checkExternal(standby.url)).rejects.toThrow(refusal)
  await expect(migrate(standby.url)).rejects.toThrow(refusal)
})

test('the primary is found wherever it is in the list, past closed ports and standbys', async () => {
  const closed = await freePort()
  await checkExternal(hosts(closed, standby.port, primary.port))
  expect(await portAt(hosts(closed, standby.port, primary.port))).toBe(primary.port)
  expect(await portAt(`${hosts(primary.port, standby.port)}?target_session_attrs=read-write`)).toBe(primary.port)
})

test('a host that accepts the connection but never answers is skipped after its share of the time', async () => {
  const silent = createServer(() => {}).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const { port } = silent.address() as AddressInfo
  const since = performance.now()
  expect(await portAt(hosts(port, primary.port))).toBe(primary.port)
  expect(performance.now() - since).toBeGreaterThan(3_000)
  expect(performance.now() - since).toBeLessThan(9_000)
  silent.close()
})

test('when no host accepts writes, the message names each with its fault', async () => {
  const closed = await freePort()
  await expect(checkExternal(hosts(closed, standby.port))).rejects.toThrow(
    `127.0.0.1:${closed}, 127.0.0.1:${standby.port} đều không dùng được ` +
      `(127.0.0.1:${closed} không nhận kết nối (ECONNREFUSED); 127.0.0.1:${standby.port} là bản sao chỉ đọc (standby)): hãy khởi động`,
  )
})

test('a commit cancelled while it waits for a standby fails as transient, although PostgreSQL has kept it', async () => {
  const pools = createPools(primary.url, { size: 1 })
  await standby.stop()
  try {
    const client = await pools.main.connect()
    client.on('error', () => undefined)
    await client.query('begin; insert into t values (0)')
    const committed = client.query('commit').catch((error: unknown) => error)
    const cancel = `select pg_cancel_backend(pid) from pg_stat_activity where wait_event = 'SyncRep'`
    await expect.poll(async () => (await asOwner(cancel)).rowCount).toBe(1)
    const fault: unknown = await committed
    client.release(true)
    expect(String(fault)).toContain('no standby has confirmed the commit')
    expect(isTransient(fault)).toBe(true)
    // PostgreSQL has kept it on this machine, where a retry finds it.
    expect((await pools.search.query('select n from t')).rows).toEqual([{ n: 0 }])
  } finally {
    await standby.start()
    await pools.end()
    await asOwner('delete from t')
  }
})

/** A proxy as the network: once it is cut, it accepts everything and gives nothing back; once it is closed to new connections, only to these. */
async function makeNetwork() {
  let [is_cut, is_closed] = [false, false]
  const proxy = createServer((incoming) => {
    if (is_closed) return
    const outgoing = connect(primary.port, '127.0.0.1')
    for (const socket of [incoming, outgoing])
      socket
        .on('error', () => undefined)
        .on('close', () => [incoming, outgoing].forEach((socketEnd) => socketEnd.destroy()))
    incoming.on('data', (data) => void (is_cut || outgoing.write(data)))
    outgoing.on('data', (data) => void (is_cut || incoming.write(data)))
  }).listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  const { port } = proxy.address() as AddressInfo
  const options = { session: call_session, is_shared: false, may_lag: false, connectionTimeoutMillis: 1_000 }
  return {
    port,
    makeClient: (...ports: number[]) =>
      new ProvenClient({
        ...options,
        urls: ports.map((server_port) => hosts(server_port)),
        max_silence_ms: 500,
      } as ConnectionOptions),
    cut: () => void (is_cut = true),
    closeToNew: () => void (is_closed = true),
    close: () => proxy.close(),
  }
}

test('a statement fails as transient when the server goes silent; a long statement on a live server does not', async () => {
  const network = await makeNetwork()
  const client = network.makeClient(network.port)
  try {
    await client.connect()
    // Silence without a statement under way is no fault either.
    await sleep(800)
    await client.query('select pg_sleep(1.3)')
    network.cut()
    const fault: unknown = await client.query('select 1').catch((error: unknown) => error)
    expect(String(fault)).toContain('the server is gone')
    expect(isTransient(fault)).toBe(true)
    await expect(client.query('select 1')).rejects.toThrow(/not queryable|closed/)
  } finally {
    void client.end().catch(() => undefined)
    network.close()
  }
})

test('of several hosts the one that goes silent loses all its connections at once, also the idle ones', async () => {
  const network = await makeNetwork()
  const [busy, idle] = [0, 1].map(() => network.makeClient(network.port, standby.port))
  const elsewhere = network.makeClient(primary.port, standby.port)
  try {
    for (const client of [busy, idle, elsewhere]) await client!.connect()
    network.cut()
    const idle_lost = once(idle!, 'error')
    await expect(busy!.query('select 1')).rejects.toThrow('the server is gone')
    expect(String(await idle_lost)).toContain('the server is gone')
    await elsewhere.query('select 1')
  } finally {
    for (const client of [busy, idle, elsewhere]) void client!.end().catch(() => undefined)
    network.close()
  }
})

test('of several hosts one that answers on other connections, though not on new ones, is not given up', async () => {
  const network = await makeNetwork()
  const [slow, quick] = [0, 1].map(() => network.makeClient(network.port, standby.port))
  try {
    for (const client of [slow, quick]) await client!.connect()
    network.closeToNew()
    const slept = slow!.query('select pg_sleep(2)')
    for (let n = 0; n < 20; n++) {
      await quick!.query('select 1')
      await sleep(100)
    }
    await slept
  } finally {
    for (const client of [slow, quick]) void client!.end().catch(() => undefined)
    network.close()
  }
})

test('pools fail as transient while the primary is down, and go on at the standby once it is promoted', async () => {
  const pools = createPools(hosts(primary.port, standby.port), { size: 3 })
  try {
    await Promise.all([1, 2, 3].map((n) => pools.main.query('insert into t values ($1)', [n])))
    await pools.search.query('select from t')
    await primary.stop()
    const fault: unknown = await pools.main.query('insert into t values (4)').catch((error: unknown) => error)
    expect(isTransient(fault)).toBe(true)
    const second: unknown = await pools.search.query('select from t').catch((error: unknown) => error)
    expect(String(second)).toMatch(/ECONNREFUSED.*bản sao chỉ đọc/)
    expect(isTransient(second)).toBe(true)

    await standby.promote()
    const session_query = `select inet_server_port() as port, current_user, current_setting('TimeZone') as zone, (select count(*) from t) as n`
    const standby_session = { port: standby.port, current_user: 've_so_app', zone: 'Asia/Ho_Chi_Minh', n: 3 }
    expect((await pools.main.query(session_query)).rows).toEqual([standby_session])
    expect((await pools.search.query(session_query)).rows).toEqual([standby_session])
    await pools.main.query('insert into t values (4)')
  } finally {
    await pools.end()
  }
})
