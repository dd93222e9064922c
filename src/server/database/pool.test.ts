import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { emptyDatabase, type FreshDatabase } from '../testing/database.ts'
import { createClient, createDb, createPools, type Pools } from './pool.ts'
import { isTransient } from './refusal.ts'
import { inReadTransaction, inWriteTransaction, sqlState } from './transaction.ts'
import { timestamptz } from './values.ts'

let database: FreshDatabase
let pools: Pools

beforeAll(async () => {
  database = await emptyDatabase()
  pools = createPools(database.url, { size: 1 })
})
afterAll(async () => {
  await pools.end()
  await database.drop()
})

const value = async (expression: string) => (await pools.main.query(`select ${expression} as value`)).rows[0].value

test('an int8 is read as an exact integer, and refused where a number would not be exact', async () => {
  expect(await value('9007199254740991::int8')).toBe(9_007_199_254_740_991)
  expect(await value('-5::int8')).toBe(-5)
  await expect(value('9007199254740992::int8')).rejects.toThrow('9007199254740992')
  expect(await value('array[1, null, 3]::int8[]')).toEqual([1, null, 3])
})

test('a whole numeric is read as a number, and a fraction is refused', async () => {
  expect(await value('(select sum(x) from (values (1::int8), (2)) t(x))')).toBe(3)
  expect(await value('12.00')).toBe(12)
  await expect(value('0.1')).rejects.toThrow('0.1')
  await expect(value(`'NaN'::numeric`)).rejects.toThrow('NaN')
  expect(await value('0.1::float8')).toBe(0.1)
})

test('dates and timestamps are read as text, timestamps with the offset of Viet Nam', async () => {
  expect(await value(`date '2026-10-01'`)).toBe('2026-10-01')
  expect(await value(`timestamptz '2026-09-30 17:00:00Z'`)).toBe('2026-10-01T00:00:00+07:00')
  expect(await value(`timestamptz '2026-09-30 17:00:00.125Z'`)).toBe('2026-10-01T00:00:00.125+07:00')
  expect(await value(`timestamp '2026-10-01 08:00'`)).toBe('2026-10-01 08:00:00')
  expect(await value(`array[timestamptz '2026-09-30 17:00Z']`)).toEqual(['2026-10-01T00:00:00+07:00'])
})

test('timestamps from times of other offsets are valid ISO 8601', () => {
  expect(timestamptz('1965-01-01 12:00:00+08')).toBe('1965-01-01T12:00:00+08:00')
  expect(timestamptz('1900-01-01 12:00:00+07:06:30')).toBe('1900-01-01T12:00:00+07:06')
  expect(timestamptz('infinity')).toBe('infinity')
})

const countPrepared = async (pool: 'main' | 'search') =>
  (
    await pools[pool].query<{ n: number }>('select count(*) as n from pg_prepared_statements where statement like $1', [
      '%named_once%',
    ])
  ).rows[0]!.n

test('the main pool prepares only statements with parameters, each once', async () => {
  await pools.main.query('select $1::int4 as named_once', [1])
  await pools.main.query({ text: 'select $1::int4 as named_once', values: [2] })
  await pools.main.query({ text: 'select 1 as named_once', values: [] })
  expect(await countPrepared('main')).toBe(1)
})

test('the search pool prepares only statements without parameters and those marked "one plan"', async () => {
  await pools.search.query('select $1::int4 as named_once', [1])
  await pools.search.query({ text: 'select $1::int4 as named_once', values: [2] })
  expect(await countPrepared('search')).toBe(0)
  await pools.search.query({ text: 'select 1 as named_once', values: [] })
  await pools.search.query({ text: 'select 1 as named_once', values: [] })
  expect(await countPrepared('search')).toBe(1)
  await pools.search.query({ text: 'select $1::int4 as named_once /* one plan */', values: [2] })
  expect(await countPrepared('search')).toBe(2)
  await pools.search.query({ text: 'begin /* named_once */', values: [] })
  await pools.search.query({ text: 'commit /* named_once */', values: [] })
  expect(await countPrepared('search')).toBe(2)
})

test('a prepared statement whose columns a migration changed is prepared again, and its transaction repeated', async () => {
  const db = createDb(pools.main)
  const owner = createClient(database.url)
  await owner.connect()
  await owner.query(
    'create table changing (id integer primary key); insert into changing values (1); grant select on changing to ve_so_app',
  )
  const read = () =>
    inWriteTransaction(db, async (trx) => (await sql`select * from changing where id = ${1}`.execute(trx)).rows)
  expect(await read()).toEqual([{ id: 1 }])
  await owner.query('alter table changing add column note text')
  expect(await read()).toEqual([{ id: 1, note: null }])
  await owner.query('alter table changing drop column note')
  await owner.end()
  expect(await read()).toEqual([{ id: 1 }])
})

test('a read transaction sees one snapshot, cannot write, and ends with its answer', async () => {
  const db = createDb(pools.search)
  // Two connections may begin in the same microsecond.
  const moment = sql<{ at: string; isolation: string }>`
    select concat(pg_backend_pid(), ' ', now()) as at, current_setting('transaction_isolation') as isolation`
  const readMoment = () =>
    inReadTransaction(db, async (trx) => {
      const [before] = (await moment.execute(trx)).rows
      const [after] = (await moment.execute(trx)).rows
      expect(after).toEqual(before)
      expect(after!.isolation).toBe('repeatable read')
      return after!.at
    })
  // Far more than there are connections, so that one begins where another has just ended.
  const moments = await Promise.all(Array.from({ length: 40 }, readMoment))
  expect(new Set(moments).size).toBe(40)
  const changing = inReadTransaction(db, (trx) => sql`create table made_while_reading ()`.execute(trx))
  expect(sqlState(await changing.catch((error: unknown) => error))).toBe('25006')
  const open = `select count(*)::integer as n from pg_stat_activity where application_name = 've-so-search' and state <> 'idle'`
  await expect.poll(async () => (await pools.main.query<{ n: number }>(open)).rows[0]!.n).toBe(0)
})

test('reading goes on after a failed statement and after a lost connection', async () => {
  const db = createDb(pools.search)
  const selectOne = () => inReadTransaction(db, (trx) => sql<{ one: number }>`select 1 as one`.execute(trx))
  const failing = () => inReadTransaction(db, (trx) => sql`select 1 / 0`.execute(trx))
  for (let round = 0; round < 3; round++) {
    expect(sqlState(await failing().catch((error: unknown) => error))).toBe('22012')
    expect((await selectOne()).rows).toEqual([{ one: 1 }])
  }
  const owner = createClient(database.url)
  await owner.connect()
  const ended = inReadTransaction(db, async (trx) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx)
    await owner.query('select pg_terminate_backend($1)', [rows[0]!.pid])
    return sql`select 1 as one`.execute(trx)
  })
  expect(isTransient(await ended.catch((error: unknown) => error))).toBe(true)
  await owner.end()
  await expect.poll(async () => (await selectOne().catch(() => null))?.rows).toEqual([{ one: 1 }])
})

test('a pooled connection still supports callbacks and statements with a name of their own', async () => {
  const client = await pools.main.connect()
  try {
    const rows = await new Promise((resolve, reject) =>
      client.query('select $1::int4 as x', [7], (error, result) => (error ? reject(error) : resolve(result.rows))),
    )
    expect(rows).toEqual([{ x: 7 }])
    expect((await client.query({ name: 'own', text: 'select $1::int4 as x', values: [8] })).rows).toEqual([{ x: 8 }])
  } finally {
    client.release()
  }
})

test('the pool replaces a connection that the server ended, and the process goes on', async () => {
  const { rows } = await pools.main.query('select pg_backend_pid() as pid')
  const owner = createClient(database.url)
  await owner.connect()
  await owner.query('select pg_terminate_backend($1)', [rows[0].pid])
  await owner.end()
  await expect.poll(() => pools.main.totalCount).toBe(0)
  const db = createDb(pools.main)
  expect(await db.selectNoFrom(({ lit }) => lit(1).as('one')).execute()).toEqual([{ one: 1 }])
})
