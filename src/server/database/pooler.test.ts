/** A real PgBouncer between the program and PostgreSQL: session mode needs nothing; transaction mode a direct address beside it. */
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { emptyDatabase, type FreshDatabase } from '../testing/database.ts'
import { pgbouncer_missing, startPooler, type Pooler } from '../testing/pgbouncer.ts'
import { ConnectionFault } from './connection-fault.ts'
import { checkExternal, checkShared } from './external.ts'
import { createClient, createDb, createPools, openOwnerConnection, type Pools } from './pool.ts'
import { connect_query } from './proven-client.ts'
import { isTransient } from './refusal.ts'
import { inWriteTransaction } from './transaction.ts'

const shares_sessions =
  /là một pooler để nhiều kết nối dùng chung một phiên .*: hãy đặt pool_mode = session và server_reset_query = DISCARD ALL/
let database: FreshDatabase
let pooler: Pooler
let pools: Pools | null = null

describe.skipIf(pgbouncer_missing)('behind PgBouncer', () => {
  beforeAll(async () => {
    database = await emptyDatabase()
    pooler = await startPooler(database.url, { pool_mode: 'session' })
  })
  afterEach(async () => {
    await pools?.end()
    pools = null
  })
  afterAll(async () => {
    await pooler?.stop()
    await database?.drop()
  })

  const open = () => (pools = createPools(pooler.url, { size: 4 }))
  const refused = expect.objectContaining({
    name: 'ConnectionFault',
    message: expect.stringMatching(shares_sessions) as string,
  })

  test('session mode: role, time zone, limits and prepared statements are as without a pooler', async () => {
    await pooler.restart({ pool_mode: 'session' })
    await checkExternal(pooler.url)
    const { main, search } = open()
    const settings_query = `select current_user, current_setting('TimeZone') as zone, current_setting('statement_timeout') as limit,
      current_setting('plan_cache_mode') as plans where $1::int4 = 1`
    const call = { current_user: 've_so_app', zone: 'Asia/Ho_Chi_Minh', limit: '15s' }
    const answers = Array.from({ length: 12 }, () => main.query(settings_query, [1]))
    for (const { rows } of await Promise.all(answers)) expect(rows).toEqual([{ ...call, plans: 'auto' }])
    expect((await search.query(settings_query, [1])).rows).toEqual([{ ...call, plans: 'auto' }])
  })

  test('session mode: settings of another connection are gone for the next, and temporary tables stay', async () => {
    const another = createClient(pooler.url)
    await another.connect()
    await another.query(`set timezone = 'UTC'; set role ve_so_app; create temporary table rows ()`)
    await another.end()
    const { client, end } = await openOwnerConnection(pooler.url, 've-so-test')
    await client.query('create temporary table rows (n integer); insert into rows values (1)')
    const settings_query = `select current_user = session_user as is_owner, current_setting('TimeZone') as zone, n from rows`
    expect((await client.query(settings_query)).rows).toEqual([{ is_owner: true, zone: 'Asia/Ho_Chi_Minh', n: 1 }])
    await end()
  })

  test.each([
    ['transaction mode', { pool_mode: 'transaction' }],
    ['transaction mode that ignores options', { pool_mode: 'transaction', ignore_startup_parameters: 'options' }],
    ['transaction mode, round robin', { pool_mode: 'transaction', server_round_robin: 1 }],
    [
      'transaction mode, round robin over two sessions',
      { pool_mode: 'transaction', server_round_robin: 1, min_pool_size: 2 },
    ],
    [
      'transaction mode, round robin over five sessions',
      { pool_mode: 'transaction', server_round_robin: 1, min_pool_size: 5 },
    ],
    ['transaction mode with one session', { pool_mode: 'transaction', default_pool_size: 1 }],
    ['statement mode', { pool_mode: 'statement' }],
    ['session mode without a reset query', { pool_mode: 'session', server_reset_query: '' }],
  ])('a start through %s is refused', async (_, settings) => {
    await pooler.restart(settings)
    await connectOnce()
    await expect(checkExternal(pooler.url)).rejects.toEqual(refused)
  })

  describe('transaction mode, with a direct address beside it', () => {
    const mode = { pool_mode: 'transaction', connect_query, default_pool_size: 3 }
    const openShared = () => (pools = createPools(pooler.url, { size: 12, shared: true }))

    test('every session has the role, time zone and limits of calls, and transactions do not mix', async () => {
      await pooler.restart({ ...mode, server_round_robin: 1 })
      await connectOnce()
      await checkShared(pooler.url, database.url)
      const { main, search } = openShared()
      const settings_query = `select current_user, current_setting('TimeZone') as zone, current_setting('statement_timeout') as limit,
        current_setting('plan_cache_mode') as plans where $1::int4 = 1`
      const expected = { current_user: 've_so_app', zone: 'Asia/Ho_Chi_Minh', limit: '15s', plans: 'force_custom_plan' }
      const answers = Array.from({ length: 60 }, (_, n) => (n % 2 ? main : search).query(settings_query, [1]))
      for (const { rows } of await Promise.all(answers)) expect(rows).toEqual([expected])
      const db = createDb(main)
      const transact = async (n: number) => {
        await inWriteTransaction(db, async (trx) => {
          await sql`select set_config('app.user_id', ${String(n)}, true)`.execute(trx)
          const { rows } = await sql<{ n: string }>`select current_setting('app.user_id') as n, pg_sleep(0.01)`.execute(
            trx,
          )
          expect(rows[0]!.n).toBe(String(n))
        })
      }
      await Promise.all(Array.from({ length: 40 }, (_, n) => transact(n)))
      const { rows } = await main.query<{ n: number }>(`select count(*)::int4 as n from pg_stat_activity
        where datname = current_database()`)
      // Twelve and six connections of the program share what the pooler has.
      expect(rows[0]!.n).toBeLessThanOrEqual(5)
    })

    test('a pooler without connect_query is refused with the line to add', async () => {
      await pooler.restart({ pool_mode: 'transaction' })
      await connectOnce()
      await expect(checkShared(pooler.url, database.url)).rejects.toThrow(
        /thêm connect_query='set .*set role to ''ve_so_app''/,
      )
    })

    test('a direct address of another database is refused', async () => {
      await pooler.restart(mode)
      const other = await emptyDatabase()
      try {
        await expect(checkShared(pooler.url, other.url)).rejects.toThrow('không dẫn tới cùng một cơ sở dữ liệu')
      } finally {
        await other.drop()
      }
    })
  })

  test('a refusal by the pooler itself has the same message as one by PostgreSQL', async () => {
    await pooler.restart({ pool_mode: 'session' })
    const checkWith = (changes: Partial<URL>) => checkExternal(Object.assign(new URL(pooler.url), changes).href)
    await expect(checkWith({ password: 'nham' })).rejects.toThrow(/từ chối mật khẩu của tài khoản “ve_so”/)
    await expect(checkWith({ pathname: '/khong_co' })).rejects.toThrow(/không có cơ sở dữ liệu “khong_co”/)
    await expect(checkWith({ search: '?sslmode=verify-full' })).rejects.toThrow(/không có TLS mà DATABASE_URL đòi/)
  })

  test('a pooler restarted in transaction mode causes transient failures, and works again in session mode', async () => {
    await pooler.restart({ pool_mode: 'session' })
    const { main } = open()
    expect((await main.query('select 1 as one')).rows).toEqual([{ one: 1 }])
    await pooler.restart({ pool_mode: 'transaction' })
    await expect.poll(() => main.totalCount).toBe(0)
    const outcomes = await Promise.allSettled(Array.from({ length: 4 }, () => main.query('select 1 as one')))
    const faults = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as unknown] : []))
    expect(faults.length).toBeGreaterThan(0)
    for (const fault of faults) expect([fault instanceof ConnectionFault, isTransient(fault)]).toEqual([true, true])
    await pooler.restart({ pool_mode: 'session' })
    await expect.poll(() => main.totalCount).toBe(0)
    expect((await main.query('select current_user')).rows).toEqual([{ current_user: 've_so_app' }])
  })

  test('a pooler with fewer connections than the program needs is refused at the start as too slow', async () => {
    await pooler.restart({ pool_mode: 'session', default_pool_size: 1, query_wait_timeout: 1 })
    await expect(checkExternal(pooler.url)).rejects.toThrow(/không trả lời kịp: hãy .*pooler ở đó cho phép/)
  })
})

/** Makes the pooler open its connections to PostgreSQL, with `min_pool_size` all of those, before the program checks them. */
async function connectOnce(): Promise<void> {
  const client = new pg.Client(pooler.url)
  await client.connect().then(
    () => client.query('select 1'),
    () => {},
  )
  await client.end()
}

test.runIf(pgbouncer_missing)('NOT TRIED: there is no PgBouncer here, so nothing behind one was tested', ({ skip }) => {
  console.warn('NOT TRIED: there is no PgBouncer here (apt-get install pgbouncer); nothing behind one was tested.')
  skip()
})
