/** Reads on a real standby: how old they are, what they must not miss, what they see, and what happens without it. */
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { shapeOf } from '#contract/schema.ts'
import { services } from '../../services.ts'
import { Cluster } from '../testing/cluster.ts'
import { freshDatabase } from '../testing/database.ts'
import { migrate } from './migrate.ts'
import { createClient, createDb, createPools, createReplicaPool, type Pools } from './pool.ts'
import { openReplica, replicaReadOf, snapshotOf, type Replica } from './replica.ts'
import type { Db } from './transaction.ts'

const max_lag_ms = 2_000
let primary: Cluster
let standby: Cluster
let pools: Pools
let main: Db
let replica: Replica
const log_lines: { level: number; msg: string; reason?: string }[] = []
const log = pino({ level: 'info' }, { write: (line: string) => void log_lines.push(JSON.parse(line)) })

const openAt = (url: string) => openReplica({ pool: createReplicaPool(url, 4, () => undefined), main, max_lag_ms, log })

async function asOwner<T>(cluster: Cluster, text: string, values: unknown[] = []): Promise<T[]> {
  const client = createClient(cluster.url)
  // A standby takes no connection of the owner's kind, which must write.
  const standbyPool = cluster === standby ? createReplicaPool(cluster.url, 1, () => undefined) : null
  try {
    if (standbyPool) return (await standbyPool.query(text, values)).rows as T[]
    await client.connect()
    return (await client.query(text, values)).rows as T[]
  } finally {
    await (standbyPool ?? client).end()
  }
}

beforeAll(async () => {
  primary = await Cluster.make()
  standby = await primary.makeStandby()
  await primary.start()
  await migrate(primary.url)
  await standby.start()
  await asOwner(primary, 'create table row_log (n integer, xid xid8 not null default pg_current_xact_id())')
  await asOwner(primary, 'grant select, insert on row_log to ve_so_app')
  // By default only superusers may pause the replay.
  await asOwner(primary, 'grant execute on function pg_wal_replay_pause(), pg_wal_replay_resume() to ve_so_app')
  pools = createPools(primary.url, { size: 6 })
  main = createDb(pools.main)
  replica = await openAt(standby.url)
}, 120_000)
afterAll(async () => {
  await replica?.close()
  await pools?.end()
  await standby?.remove()
  await primary?.remove()
}, 60_000)

const pause = () => asOwner(standby, 'select pg_wal_replay_pause()')
const resume = () => asOwner(standby, 'select pg_wal_replay_resume()')
const insertRow = (n: number, db: Db = main) => sql`insert into row_log (n) values (${n})`.execute(db)

/** What user `user_id` reads on the replica; null when the primary has to answer. */
const readReplica = async (user_id = 1) => {
  const read = await replica.read(user_id, async (db) => {
    const { rows } = await sql<{ n: number; is_standby: boolean; role: string }>`
      select count(*)::integer as n, pg_is_in_recovery() as is_standby, current_user as role from row_log`.execute(db)
    return { ...rows[0]!, ...replicaReadOf(db)! }
  })
  return read && read.answer
}
const isRead = async () => (await readReplica()) !== null

test('a read runs on the standby with the role of calls, and says up to which moment it is complete', async () => {
  await expect.poll(isRead, { timeout: 10_000 }).toBe(true)
  const before_ms = Date.now()
  await insertRow(1)
  await expect.poll(async () => (await readReplica())?.n, { timeout: 10_000 }).toBe(1)
  // The moment of the figures moves on, also while nothing is written.
  const isLater = async () => Date.parse((await readReplica())!.until) >= before_ms
  await expect.poll(isLater, { timeout: 10_000 }).toBe(true)
  expect(await readReplica()).toMatchObject({ is_standby: true, role: 've_so_app' })
})

test('a person who has just written reads from the primary until the replica has it; others from the replica', async () => {
  await pause()
  await asOwner(
    primary,
    `insert into audit_log (chain, seq, at, user_id, call, code, source, user_agent, transid, changes, prev_hash, hash)
      values (0, 1000000, now(), 7, 'POST thử', 0, '', '', 'viec-cua-toi', 0, '', '')`,
  )
  expect(await readReplica(7)).toBeNull()
  expect(await readReplica(8)).not.toBeNull()
  await resume()
  await expect.poll(async () => (await readReplica(7)) !== null, { timeout: 10_000 }).toBe(true)
})

test('the snapshot of a replica read covers exactly the transactions that it sees, while others begin and end', async () => {
  const openTransaction = createClient(primary.url)
  await openTransaction.connect()
  await openTransaction.query('begin; insert into row_log (n) values (-1)')
  let is_over = false
  const writers = [1, 2, 3].map(async () => {
    while (!is_over) {
      await main.transaction().execute(async (trx) => {
        await insertRow(2, trx)
        await sleep(Math.random() * 10)
      })
    }
  })
  try {
    let compared = 0
    for (let n = 0; n < 60; n++) {
      const answer = await readReplica()
      if (answer === null) continue
      const covered = async () => {
        const { rows } = await sql<{ n: number }>`
          select count(*)::integer as n from row_log where pg_visible_in_snapshot(xid, ${answer.snapshot}::pg_snapshot)`.execute(
          main,
        )
        return rows[0]!.n
      }
      // A commit may be seen on the standby a moment before the primary shows it. What the open transaction wrote is on the primary alone, and not
      // to be seen there either.
      await expect.poll(covered).toBe(answer.n)
      compared++
    }
    expect(compared).toBeGreaterThan(20)
  } finally {
    is_over = true
    await Promise.all(writers)
    await openTransaction.query('rollback')
    await openTransaction.end()
  }
}, 60_000)

test('snapshotOf is null when a transaction ended between the two observations', () => {
  const before = { after: 105n, open: new Set([101n]) }
  const now = (open: string[], to_xid = '105') => ({ from_xid: '100', to_xid, open })
  expect(snapshotOf(before, now(['101']))).toBe('100:105:101')
  expect(snapshotOf(before, now([]))).toBeNull()
  expect(snapshotOf(before, now(['101', '105'], '106'))).toBe('100:106:101,105')
  expect(snapshotOf(before, now(['101'], '106'))).toBeNull()
  expect(snapshotOf(before, { from_xid: '100', to_xid: '9000', open: [] })).toBeNull()
})

test('a replica that lags too far is not read until it has caught up, with one log line for each', async () => {
  await expect.poll(isRead, { timeout: 10_000 }).toBe(true)
  log_lines.length = 0
  await pause()
  await insertRow(3)
  await expect.poll(isRead, { timeout: 10_000, interval: 100 }).toBe(false)
  await sleep(1_500)
  expect(await readReplica()).toBeNull()
  await resume()
  await expect.poll(isRead, { timeout: 10_000 }).toBe(true)
  expect(log_lines.map(({ level, reason }) => [level, reason])).toEqual([
    [40, 'trễ hơn 2 giây'],
    [30, undefined],
  ])
}, 40_000)

test('while the replica is down reads go to the primary at once, with one log line, and one at its return', async () => {
  log_lines.length = 0
  await standby.stop()
  await expect.poll(isRead, { timeout: 10_000 }).toBe(false)
  const since = performance.now()
  for (let n = 0; n < 20; n++) expect(await readReplica()).toBeNull()
  expect(performance.now() - since).toBeLessThan(1_000)
  await sleep(1_500)
  await standby.start()
  await expect.poll(isRead, { timeout: 20_000 }).toBe(true)
  expect(log_lines.map(({ level }) => level)).toEqual([40, 30])
}, 40_000)

test('a read that fails on the replica goes to the primary, as with a table that it does not have yet', async () => {
  const read = replica.read(1, (db) => sql`select * from not_there_yet`.execute(db))
  expect(await read).toBeNull()
})

test('a replica of another database is refused at the start', async () => {
  const other = await freshDatabase()
  await expect(openAt(other.url)).rejects.toThrow('READ_DATABASE_URL dẫn tới bản sao của một cơ sở dữ liệu khác')
  await other.drop()
})

test('every call that may lag is a read whose answer has as_of, snapshot and is_delayed', () => {
  const lagging = services.map(({ call }) => call).filter(({ may_lag }) => may_lag)
  expect(lagging).toHaveLength(7)
  for (const { kind, download, output } of lagging) {
    expect([kind, download]).toEqual(['read', false])
    expect(Object.keys(shapeOf(output))).toEqual(expect.arrayContaining(['as_of', 'snapshot', 'is_delayed']))
  }
})
