/** What is checked on a connection before it is used, and the message for each way in which the check fails. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Cluster } from '../testing/cluster.ts'
import { StartError } from '#server/program/start-error.ts'
import { checkExternal } from './external.ts'
import { freePort } from './embedded.ts'
import { createClient, createJobsPool, createPools } from './pool.ts'
import { isTransient, transientFailure } from './refusal.ts'

// For 127.0.0.1, signed by itself, until 2120; used by this test alone.
const certificate = `-----BEGIN CERTIFICATE-----
MIIBUDCB+KADAgECAgEBMAoGCCqGSM49BAMCMA8xDTALBgNVBAMMBHRlc3QwIBcN
MjAwMTAxMDAwMDAwWhgPMjEyMDAxMDEwMDAwMDBaMA8xDTALBgNVBAMMBHRlc3Qw
WTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAAQKYHgbNVfnj0qP6vlbqA50Xnv43UxD
iKutWChf1eGtll5Z7qWGdTeMMJJcvZyHF35KxxKQdItEOOYefYYFe8Veo0MwQTAP
BgNVHRMBAf8EBTADAQH/MA8GA1UdEQQIMAaHBH8AAAEwHQYDVR0OBBYEFGVaDXrk
2zb9TkOkmvvHNrk8tLJCMAoGCCqGSM49BAMCA0cAMEQCIAm9/lRUxa1ZiQ8NcOXV
6kL0vXzSNhiaEUGVHxnbpWFBAiAL+5R212+WJXbFb+AV8W4nRfJ5L6I33aD/tEZ/
+AplbQ==
-----END CERTIFICATE-----
`
const key = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgxjKmzEbpO6rUvG7M
AMENxlxLNgVHXj8nZzSzt+AmQg6hRANCAAQKYHgbNVfnj0qP6vlbqA50Xnv43UxD
iKutWChf1eGtll5Z7qWGdTeMMJJcvZyHF35KxxKQdItEOOYefYYFe8Ve
-----END PRIVATE KEY-----
`
const hba = `hostnossl all tls_only 127.0.0.1/32 reject
host all turned_away 127.0.0.1/32 reject
host all all 127.0.0.1/32 scram-sha-256
`
let trusted: string
let cluster: Cluster

beforeAll(async () => {
  cluster = await Cluster.make()
  cluster.write('pg_hba.conf', hba)
  trusted = cluster.write('trusted.pem', certificate)
  await cluster.start()
  await ask('create role ve_so_app nologin')
}, 60_000)
afterAll(() => cluster.remove())

const startWithTls = () =>
  cluster.start({
    ssl: 'on',
    ssl_cert_file: cluster.write('server.pem', certificate),
    ssl_key_file: cluster.write('server.key', key),
  })

async function ask(...statements: string[]): Promise<void> {
  const client = createClient(cluster.url)
  await client.connect()
  for (const statement of statements) await client.query(statement)
  await client.end()
}

/** The address of an account, which may act as the program's role, with a database of its own. */
async function accountOf(name: string, ...statements: string[]): Promise<string> {
  await ask(
    `create role ${name} login password 'x'`,
    `grant ve_so_app to ${name} with inherit false, set true`,
    `create database ${name} owner ${name}`,
    ...statements,
  )
  return urlWith({ username: name, password: 'x', pathname: `/${name}` })
}

const urlWith = (changes: Partial<URL>) => Object.assign(new URL(cluster.url), changes).href

/** The message with which the program ends at its start. */
async function refusalOf(url: string): Promise<string> {
  const error: unknown = await checkExternal(url).then(
    () => new Error('It was not refused'),
    (thrown: unknown) => thrown,
  )
  expect(error).toBeInstanceOf(StartError)
  const { message } = error as StartError
  expect(message).toMatch(/^Máy chủ cơ sở dữ liệu [^\n]*: hãy [^\n]*\.$/)
  return message
}

const settings_query = `select session_user, current_user, current_setting('TimeZone') as zone, current_setting('DateStyle') as style,
  current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock,
  current_setting('idle_in_transaction_session_timeout') as idle, current_setting('default_transaction_isolation') as isolation,
  current_setting('plan_cache_mode') as plans`

test('every connection has the role, time zone, limits and isolation of its kind, whatever the account sets', async () => {
  const url = await accountOf(
    'tilted',
    `alter role tilted set timezone = 'UTC'`,
    `alter role tilted set datestyle = 'German'`,
    `alter role tilted set role = ve_so_app`,
    `alter role tilted set statement_timeout = '7s'`,
    `alter role tilted set default_transaction_isolation = 'serializable'`,
  )
  const pools = createPools(url, { size: 1 })
  const jobs = createJobsPool(url)
  const client = createClient(url)
  const common = { session_user: 'tilted', zone: 'Asia/Ho_Chi_Minh', style: 'ISO, MDY', isolation: 'read committed' }
  const call = { ...common, current_user: 've_so_app', statement: '15s', lock: '5s', idle: '30s' }
  const owner = { ...common, current_user: 'tilted', statement: '0', lock: '0', idle: '0', plans: 'auto' }
  try {
    await client.connect()
    for (const pool of [pools.main, pools.search])
      expect((await pool.query(settings_query)).rows).toEqual([{ ...call, plans: 'auto' }])
    expect((await jobs.query(settings_query)).rows).toEqual([owner])
    expect((await client.query(settings_query)).rows).toEqual([owner])
  } finally {
    await Promise.all([pools.end(), jobs.end(), client.end()])
  }
})

test('a server that ignores settings is refused, with the setting, the value wanted and the value found', async () => {
  const url = await accountOf('swallower', 'alter role swallower set search_path = public, pg_catalog')
  const owner = createClient(urlWith({ pathname: '/swallower' }))
  await owner.connect()
  await owner.query(`create function public.set_config(text, text, boolean) returns text language sql as
    $$ select case when $1 = 've_so.connection' then pg_catalog.set_config($1, $2, $3) else $2 end $$`)
  expect(await refusalOf(url)).toMatch(/không giữ thiết lập TimeZone = Asia\/Ho_Chi_Minh mà vẫn là UTC/)
  // Not even what was set on this connection is kept, as behind a pooler whose next statement runs in another session.
  await owner.query(
    'create or replace function public.set_config(text, text, boolean) returns text language sql as $$ select $2 $$',
  )
  expect(await refusalOf(url)).toMatch(/pooler để nhiều kết nối dùng chung một phiên/)
  await owner.end()
})

test('a database session that another connection has used before is refused', async () => {
  const url = await accountOf('second_hand', `alter role second_hand set ve_so.connection = 'of another connection'`)
  expect(await refusalOf(url)).toMatch(/pooler để nhiều kết nối dùng chung một phiên.*pool_mode = session/)
})

test('a PostgreSQL that is too old is refused with its version', async () => {
  const url = await accountOf('old', 'alter role old set search_path = public, pg_catalog')
  const owner = createClient(urlWith({ pathname: '/old' }))
  await owner.connect()
  await owner.query(`create function public.current_setting(text) returns text language sql as
    $$ select case when $1 = 'server_version' then '15.14 (Debian)' else pg_catalog.current_setting($1) end $$`)
  await owner.end()
  expect(await refusalOf(url)).toMatch(/là PostgreSQL 15\.14 \(Debian\): hãy dùng PostgreSQL từ bản 16/)
})

test('an account with default_transaction_read_only is refused', async () => {
  const url = await accountOf('reader', 'alter role reader set default_transaction_read_only = on')
  expect(await refusalOf(url)).toMatch(/chỉ cho đọc \(default_transaction_read_only\)/)
})

test('a connection without its role runs nothing and fails as transient; after the grant the next one works', async () => {
  const url = await accountOf('revoked', 'revoke ve_so_app from revoked')
  const pools = createPools(url, { size: 1 })
  const error: unknown = await pools.main.query('create table t ()').catch((thrown: unknown) => thrown)
  expect(String(error)).toMatch(/không cho tài khoản “revoked” làm việc dưới vai trò ve_so_app: hãy .*grant ve_so_app/)
  expect(isTransient(error)).toBe(true)
  expect(transientFailure(error).code).toBe(4)
  expect(pools.main.totalCount).toBe(0)
  await ask('grant ve_so_app to revoked with inherit false, set true')
  expect((await pools.main.query(`select current_user, to_regclass('t') as t`)).rows).toEqual([
    { current_user: 've_so_app', t: null },
  ])
  await pools.end()
})

test('a wrong password, an empty one and an unknown account are refused with the same message', async () => {
  const refusal = /từ chối mật khẩu của tài khoản “ve_so”: hãy sửa người dùng và mật khẩu/
  expect(await refusalOf(urlWith({ password: 'nham' }))).toMatch(refusal)
  expect(await refusalOf(urlWith({ password: '' }))).toMatch(refusal)
  expect(await refusalOf(urlWith({ username: 'nobody' }))).toMatch(/từ chối mật khẩu của tài khoản “nobody”/)
})

test('the message about an unknown database names it', async () => {
  expect(await refusalOf(urlWith({ pathname: '/khong_co' }))).toMatch(/không có cơ sở dữ liệu “khong_co”/)
})

test('a closed port and an unknown host name are each refused with a message of their own', async () => {
  const port = String(await freePort())
  expect(await refusalOf(urlWith({ port }))).toMatch(`127.0.0.1:${port} không nhận kết nối (ECONNREFUSED)`)
  const hostname = 'a'.repeat(64)
  expect(await refusalOf(urlWith({ hostname }))).toMatch(/có tên mà hệ thống không tìm thấy \(ENOTFOUND\)/)
})

test('an account without CONNECT, or at its connection limit, is refused with what it lacks', async () => {
  const closed = await accountOf('closed', 'revoke connect on database closed from public, closed')
  expect(await refusalOf(closed)).toMatch(/không cho tài khoản “closed” vào cơ sở dữ liệu “closed”.*CONNECT/)
  const single = await accountOf('single', 'alter role single connection limit 1')
  expect(await refusalOf(single)).toMatch(/đã hết chỗ cho kết nối mới/)
})

test("a connection that pg_hba.conf rejects is refused with PostgreSQL's own message and a hint at that file", async () => {
  const away = await accountOf('turned_away')
  expect(await refusalOf(away)).toMatch(
    /không cho tài khoản “turned_away” .*pg_hba\.conf rejects.*: hãy .*pg_hba\.conf/,
  )
})

test('TLS with a trusted certificate is used; missing, required and untrusted TLS have a message each', async () => {
  const tls_only = await accountOf('tls_only')
  expect(await refusalOf(`${tls_only}?sslmode=verify-full`)).toMatch(/không có TLS mà DATABASE_URL đòi/)
  await startWithTls()
  expect(await refusalOf(tls_only)).toMatch(/thêm sslmode=verify-full vào DATABASE_URL nếu máy chủ đòi TLS/)
  expect(await refusalOf(`${tls_only}?sslmode=require`)).toMatch(
    /chứng chỉ TLS không tin được \(DEPTH_ZERO_SELF_SIGNED_CERT\)/,
  )
  const by_name = tls_only.replace('127.0.0.1', 'localhost')
  expect(await refusalOf(`${by_name}?sslmode=verify-full&sslrootcert=${trusted}`)).toMatch(
    /ERR_TLS_CERT_ALTNAME_INVALID/,
  )

  const url = `${tls_only}?sslmode=verify-full&sslrootcert=${trusted}`
  await checkExternal(url)
  const client = createClient(url)
  await client.connect()
  expect((await client.query('select ssl from pg_stat_ssl where pid = pg_backend_pid()')).rows).toEqual([{ ssl: true }])
  await client.end()
})
