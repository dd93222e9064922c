/**
 * Backs up an external PostgreSQL over the replication protocol while the program uses it, then simulates its loss. A program started from the backup
 * alone has everything up to the end of the copy, and every proof passes.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { backupCondition } from '#server/backup/watch.ts'
import { backupNames, readManifest } from '#server/backup/manifest.ts'
import { basesDir } from '#server/backup/archive.ts'
import { removePlace } from '#server/database/place.ts'
import { createClient } from '#server/database/pool.ts'
import { project_dir } from '#server/program/config.ts'
import { waitUntil } from '#server/program/process.ts'
import { Cluster } from '#server/testing/cluster.ts'
import { databaseUrl, startProgram } from '#server/testing/program.ts'
import { makeDataDir } from '#server/testing/throw-away.ts'

const [data_dir, backup_dir, restored] = [makeDataDir(), makeDataDir(), makeDataDir()]
const s3_settings = {
  BACKUP_S3_ENDPOINT: 'http://127.0.0.1:9',
  BACKUP_S3_BUCKET: 'backups',
  BACKUP_S3_ACCESS_KEY: 'key',
  BACKUP_S3_SECRET_KEY: 'secret',
}
let cluster: Cluster
let url: string
let standby: Cluster

async function command(script: string, args: string[], env: Record<string, string> = {}) {
  const child = spawn(process.execPath, [join(project_dir, 'scripts', `${script}.ts`), ...args], {
    env: { ...process.env, DATA_DIR: data_dir, BACKUP_DIR: backup_dir, DATABASE_URL: url, ...env },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text))
  const [code] = (await once(child, 'close')) as [number]
  return { code, output }
}

async function onDatabase<T extends object>(server_url: string, statement: string): Promise<T[]> {
  const client = createClient(server_url)
  await client.connect()
  try {
    return (await client.query<T>(statement)).rows
  } finally {
    await client.end()
  }
}

const accounts = (server_url: string) =>
  onDatabase<{ user_name: string }>(server_url, 'select user_name, created_at from app_user order by user_id')

/** Whether the standby, which can be read but not written, has replayed up to this moment. */
async function hasCaughtUp(standby_url: string): Promise<boolean> {
  const client = new pg.Client(standby_url)
  try {
    await client.connect()
    return (await client.query('select from app_user limit 1')).rowCount === 1
  } catch {
    return false
  } finally {
    await client.end().catch(() => undefined)
  }
}

beforeAll(async () => {
  cluster = await Cluster.make()
  standby = await cluster.makeStandby()
  await standby.start()
  // A database name with spaces and diacritics, as other operators may choose.
  await onDatabase(cluster.url.replace(/[^/]+$/, 'postgres'), 'create database "Vé số"')
  url = cluster.url.replace(/[^/]+$/, encodeURIComponent('Vé số'))
}, 120_000)

afterAll(async () => {
  await standby.remove()
  await cluster.remove()
  for (const dir of [data_dir, backup_dir, restored]) removePlace(dir)
}, 60_000)

test('from the backup alone a program starts with what there was, and the proofs agree', async () => {
  const env = { DATABASE_URL: url, BACKUP_DIR: backup_dir, ADMIN_PASSWORD: 'Mưa-rào-2026', LOG_LEVEL: 'silent' }
  const program = await startProgram({ data_dir, env, args: ['--empty'] })
  const { code, output } = await command('backup', [])
  expect(code, output).toBe(0)
  const before = await accounts(url)
  expect(before.length).toBeGreaterThan(0)
  // A program looks at the backups every ten seconds.
  await expect
    .poll(async () => (await fetch(`${program.url}/metrics`)).text(), { timeout: 60_000, interval: 2_000 })
    .toMatch(/^ve_so_backup_last_success_timestamp_seconds [1-9]/m)
  expect(await program.stop()).toBe(0)

  // The settings of the running program, which is away, may still be set: the proofs read what was restored.
  const of_program = { READ_DATABASE_URL: url, BACKUP_DATABASE_URL: url, ...s3_settings }
  const restoring = await command('restore', ['--to', restored], of_program)
  expect(restoring.code, restoring.output).toBe(0)
  expect(restoring.output.match(/^✓ .*khớp nhau/gm)).toHaveLength(5)
  const restarted = await startProgram({ data_dir: restored, env: { LOG_LEVEL: 'silent' }, args: ['--empty'] })
  try {
    expect(await accounts(databaseUrl(restored))).toEqual(before)
  } finally {
    expect(await restarted.stop()).toBe(0)
  }
}, 300_000)

test('a standby sends itself in its place, the trial is noted, and a moment is refused', async () => {
  const standby_url = new URL(url)
  standby_url.port = String(standby.port)
  await waitUntil(() => hasCaughtUp(standby_url.href), 60_000)
  const { code, output } = await command('backup', [], { BACKUP_DATABASE_URL: standby_url.href, BACKUP_KEEP: '1' })
  expect(code, output).toBe(0)
  await standby.stop()
  expect(backupNames(backup_dir)).toHaveLength(1)
  const [name] = backupNames(backup_dir)
  expect(readManifest(join(basesDir(backup_dir), name!)).manifest).toMatchObject({ database: 'Vé số' })
  const trial = await command('backup', ['test'], { READ_DATABASE_URL: url, BACKUP_DATABASE_URL: url, ...s3_settings })
  expect(trial.code, trial.output).toBe(0)
  expect(await backupCondition(backup_dir)).toMatchObject({ newest: { name }, test: { name, fault: null } })
  const late = await command('restore', ['--to', makeDataDir(), '--at', '2099-01-01 00:00:00'], { DATABASE_URL: '' })
  expect(late.output).toContain('chỉ có trạng thái lúc nó xong')
}, 300_000)

test('a role that may not send, and another database, are refused in a sentence; nothing half is left', async () => {
  await onDatabase(url, `create role reader login password 'x'`)
  const reader_url = new URL(url)
  Object.assign(reader_url, { username: 'reader', password: 'x' })
  // What lacks room leaves no draft, and what BACKUP_KEEP no longer keeps makes room before the copy.
  const whole_names = backupNames(backup_dir)
  const [newest_name] = whole_names
  const older_name = '20260101-023000'
  const addOlder = () =>
    cpSync(join(basesDir(backup_dir), newest_name!), join(basesDir(backup_dir), older_name), { recursive: true })
  addOlder()
  const refused = await command('backup', [], { BACKUP_DATABASE_URL: reader_url.href, BACKUP_KEEP: '1' })
  expect(backupNames(backup_dir)).toEqual(whole_names)
  expect(refused.code).toBe(1)
  expect(refused.output).toContain('cần quyền REPLICATION')
  const mark = readFileSync(join(backup_dir, 'cluster.txt'), 'utf8')
  const other = await Cluster.make()
  try {
    await other.start()
    addOlder()
    const foreign_env = { BACKUP_DATABASE_URL: other.url, DATABASE_URL: other.url, BACKUP_KEEP: '1' }
    const foreign = await command('backup', [], foreign_env)
    expect(backupNames(backup_dir)).toEqual([older_name, newest_name])
    expect(foreign.output).toContain('giữ bản sao lưu của cơ sở dữ liệu khác')
    const other_backup = await command('backup', [], { BACKUP_DATABASE_URL: other.url })
    expect(other_backup.output).toContain('BACKUP_DATABASE_URL là máy chủ của cơ sở dữ liệu khác')
  } finally {
    await other.remove()
  }
  expect(readFileSync(join(backup_dir, 'cluster.txt'), 'utf8')).toBe(mark)
  expect(readdirSync(basesDir(backup_dir))).toEqual(backupNames(backup_dir))
}, 120_000)
