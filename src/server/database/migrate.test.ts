import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { emptyDatabase, type FreshDatabase } from '../testing/database.ts'
import { migrate } from './migrate.ts'
import { createClient } from './pool.ts'
import { version } from '#server/program/version.ts'

let database: FreshDatabase
let dir: string

beforeEach(async () => {
  database = await emptyDatabase()
  dir = mkdtempSync(join(tmpdir(), 'migrations-'))
})
afterEach(async () => {
  await database.drop()
  rmSync(dir, { recursive: true })
})

const write = (name: string, sql: string) => writeFileSync(join(dir, name), sql)
const run = () => migrate(database.url, { dir })

async function ask(sql: string): Promise<unknown[]> {
  const client = createClient(database.url)
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

test('migrations are applied once, in the order of their numbers', async () => {
  write('0002_b.sql', 'alter table a add column y integer;')
  write('0001_a.sql', 'create table a (x integer);')
  expect(await run()).toEqual(['0001_a.sql', '0002_b.sql'])
  expect(await run()).toEqual([])
  write('0003_c.sql', 'insert into a values (1, 2);')
  expect(await run()).toEqual(['0003_c.sql'])
  expect(await ask('select x, y from a')).toEqual([{ x: 1, y: 2 }])
})

test('a failing migration is rolled back whole, and the message names its file and line', async () => {
  write('0001_a.sql', 'create table a (x integer);')
  write('0002_b.sql', 'create table b (x integer);\ncreate table c (\n  x nonsense\n);')
  await expect(run()).rejects.toThrow(/0002_b\.sql.*nonsense.*\(line 3\)/)
  expect(await ask(`select to_regclass('a')::text as a, to_regclass('b')::text as b`)).toEqual([{ a: 'a', b: null }])
  write('0002_b.sql', 'create table b (x integer);')
  expect(await run()).toEqual(['0002_b.sql'])
})

test('an applied migration that was edited is refused with its name and what to do', async () => {
  write('0001_a.sql', 'create table a (x integer);')
  await run()
  write('0001_a.sql', 'create table a (x bigint);')
  await expect(run()).rejects.toThrow(/0001_a\.sql.*hãy khôi phục tệp/)
})

test('a database that ran a draft of a released migration is refused with a message of its own', async () => {
  write('0001_a.sql', 'create table a (x integer);')
  await run()
  const released = 'create table a (x bigint);'
  write('0001_a.sql', released)
  write('frozen.sha256', `${createHash('sha256').update(released).digest('hex')}  0001_a.sql\n`)
  await expect(run()).rejects.toThrow(/bản nháp của migration “0001_a\.sql”.*DATA_DIR/)
})

test('a change of line endings is not taken for an edit', async () => {
  write('0001_a.sql', 'create table a (\n  x integer\n);\n')
  await run()
  write('0001_a.sql', 'create table a (\r\n  x integer\r\n);\r\n')
  expect(await run()).toEqual([])
})

test('refuses a migration numbered before an applied one, and a database that is newer than the program', async () => {
  write('0002_b.sql', 'create table b ();')
  await run()
  write('0001_a.sql', 'create table a ();')
  await expect(run()).rejects.toThrow('0001_a.sql')
  rmSync(join(dir, '0001_a.sql'))
  rmSync(join(dir, '0002_b.sql'))
  await ask(`update schema_migration set version = '9.8.7'`)
  await expect(run()).rejects.toThrow(new RegExp(`là bản ${version}, .* bản 9\\.8\\.7 nâng cấp .*0002_b\\.sql`))
})

test('a database whose schema_migration has no version column yet is migrated', async () => {
  write('0001_a.sql', 'create table a ();')
  await run()
  await ask('alter table schema_migration drop column version')
  write('0002_b.sql', 'create table b ();')
  expect(await run()).toEqual(['0002_b.sql'])
  expect(await ask('select name, version from schema_migration order by name')).toEqual([
    { name: '0001_a.sql', version: null },
    { name: '0002_b.sql', version },
  ])
})

test('refuses a malformed file name, and a number used twice', async () => {
  write('1_a.sql', '')
  await expect(run()).rejects.toThrow('1_a.sql')
  rmSync(join(dir, '1_a.sql'))
  write('0001_a.sql', '')
  write('0001_b.sql', '')
  await expect(run()).rejects.toThrow('0001_b.sql')
})

test('a migration that begins with "-- no transaction" runs outside a transaction', async () => {
  write('0001_a.sql', 'create table a (x integer);')
  write('0002_index.sql', '-- no transaction\ncreate index concurrently if not exists a_x on a (x);')
  expect(await run()).toEqual(['0001_a.sql', '0002_index.sql'])
})

test('three programs that start together apply each migration once', async () => {
  write('0001_a.sql', 'create table a (x integer); select pg_sleep(0.2);')
  const applied = await Promise.all([run(), run(), run()])
  expect(applied.flat()).toEqual(['0001_a.sql'])
})
