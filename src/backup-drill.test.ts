/**
 * Backs up the real program under load, then simulates the loss of the machine. A restore from the backups alone has everything that was archived, or
 * exactly the state of a chosen moment; backups that were tampered with are refused.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Call } from '#contract/call.ts'
import { channel } from '#contract/wire.ts'
import { group } from '#features/access/group/group.contract.ts'
import { signIn } from '#features/access/sign-in/sign-in.contract.ts'
import { basesDir, walDir } from '#server/backup/archive.ts'
import { backupCondition } from '#server/backup/watch.ts'
import { backupNames, readManifest } from '#server/backup/manifest.ts'
import { removePlace } from '#server/database/place.ts'
import { createClient } from '#server/database/pool.ts'
import { project_dir } from '#server/program/config.ts'
import { waitUntil } from '#server/program/process.ts'
import { clockAt, no_clock } from '#server/testing/clock.ts'
import { databaseUrl, startProgram, type RunningProgram } from '#server/testing/program.ts'
import { makeDataDir } from '#server/testing/throw-away.ts'
import { ask } from './testing/ask.ts'

const admin_password = 'Mưa-rào-2026'
const [data_dir, backup_dir] = [makeDataDir(), makeDataDir()]
const restored_dirs: string[] = []
// `writeLater` leaves entries of the audit log in the future.
const of_program = { ADMIN_PASSWORD: admin_password, LOG_LEVEL: 'silent', ALLOW_EARLIER_CLOCK: '1' }
const written: { name: string; at: number }[] = []
let program: RunningProgram

async function call(url: string, endpoint: Call, input: object, token?: string) {
  const { text } = await ask(url + endpoint.path, {
    method: endpoint.method,
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify({ ...input, channel, transid: crypto.randomUUID() }),
  })
  return JSON.parse(text) as { error: { code: number }; data: { token: string } }
}

async function tokenAt(url: string): Promise<string> {
  const { data } = await call(url, signIn.login, { username: 'admin', password: admin_password, client: 'api' })
  return data.token
}

/** Adds one user group after the other until stopped, and records the acknowledged ones with their time. */
function keepWriting(token: string) {
  let is_over = false
  const ended = (async () => {
    for (let n = written.length; !is_over; n = written.length) {
      const name = `Nhóm sao lưu ${n}`
      const { error } = await call(
        program.url,
        group.add,
        { group_name: name, description: 'Trong lúc sao lưu' },
        token,
      )
      expect(error.code).toBe(0)
      written.push({ name, at: Date.now() })
    }
  })()
  return {
    stop: async () => {
      is_over = true
      await ended
    },
  }
}

async function command(script: string, args: string[], env: Record<string, string>) {
  const child = spawn(process.execPath, [join(project_dir, 'scripts', `${script}.ts`), ...args], {
    env: { ...process.env, ...env },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text))
  const [code] = (await once(child, 'close')) as [number]
  return { code, output }
}

const backup = (env: Record<string, string> = {}) =>
  command('backup', [], { DATA_DIR: data_dir, BACKUP_DIR: backup_dir, ...env })

/** As it would be minutes after the loss: nobody writes there any more. */
function copyOfBackups(): string {
  const copy_dir = makeDataDir()
  restored_dirs.push(copy_dir)
  chmodSync(copy_dir, 0o711)
  cpSync(backup_dir, copy_dir, { recursive: true })
  for (const name of readdirSync(walDir(copy_dir))) utimesSync(join(walDir(copy_dir), name), new Date(0), new Date(0))
  return copy_dir
}

async function restore(args: string[] = [], from = backup_dir) {
  const to = makeDataDir()
  restored_dirs.push(to)
  return { to, ...(await command('restore', ['--to', to, ...args], { BACKUP_DIR: from })) }
}

async function groupsIn(dir: string): Promise<Set<string>> {
  const running = await startProgram({ data_dir: dir, env: of_program, args: ['--empty'] })
  try {
    const client = createClient(databaseUrl(dir))
    await client.connect()
    const { rows } = await client.query<{ group_name: string }>('select group_name from user_group')
    await client.end()
    // The restored program works: existing accounts can sign in and write.
    const token = await tokenAt(running.url)
    const { error } = await call(
      running.url,
      group.add,
      { group_name: 'Sau khi khôi phục', description: 'Chạy tiếp' },
      token,
    )
    expect(error.code).toBe(0)
    return new Set(rows.map(({ group_name }) => group_name))
  } finally {
    expect(await running.stop()).toBe(0)
  }
}

/** Waits until everything acknowledged so far is in the archive. */
async function archiveAll(of_dir = data_dir, to = backup_dir): Promise<void> {
  const client = createClient(databaseUrl(of_dir))
  await client.connect()
  const { rows } = await client.query<{ file: string }>('select pg_walfile_name(pg_switch_wal()) as file')
  await client.end()
  const isThere = () => readdirSync(walDir(to)).includes(`${rows[0]!.file}.gz`)
  expect(await waitUntil(isThere, 60_000)).toBe(true)
}

/** From now on entries of the audit log are dated ten minutes ahead, as if the log went so far beyond the backup. */
async function writeLater(): Promise<void> {
  const client = createClient(databaseUrl(data_dir))
  await client.connect()
  const { rows } = await client.query<{ text: string }>(
    `select pg_get_functiondef('append_audit_row'::regproc) as text`,
  )
  await client.query(rows[0]!.text.replace('clock_timestamp()', `(clock_timestamp() + interval '10 minutes')`))
  await client.end()
}

/** Vietnamese time to the second, 'YYYY-MM-DD HH:MM:SS'. */
const clock = (moment_ms: number) => new Date(moment_ms + 7 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ')

let moment = 0

beforeAll(async () => {
  // PostgreSQL's user needs to traverse the directory.
  chmodSync(backup_dir, 0o711)
  program = await startProgram({ data_dir, env: { ...of_program, BACKUP_DIR: backup_dir }, args: ['--empty'] })
  const token = await tokenAt(program.url)
  const writer = keepWriting(token)
  const first = await backup()
  if (first.code !== 0) throw new Error(first.output)
  await sleep(2_000)
  await writer.stop()
  // The restore time has a resolution of one second, so nothing may be written around it.
  await sleep(1_100)
  moment = Math.floor(Date.now() / 1_000) * 1_000
  await sleep(1_100)
  await writeLater()
  const late = keepWriting(token)
  await sleep(1_000)
  await late.stop()
  await archiveAll()
  await program.killBoth9()
  removePlace(data_dir)
}, 300_000)

afterAll(() => {
  for (const dir of [data_dir, backup_dir, ...restored_dirs]) removePlace(dir)
}, 300_000)

test('from a copy of the backups alone, whoever made it, everything is there that was acknowledged', async () => {
  const copy_dir = makeDataDir()
  restored_dirs.push(copy_dir)
  cpSync(backup_dir, copy_dir, { recursive: true })
  const { to, code, output } = await restore([], copy_dir)
  expect(code, output).toBe(0)
  expect(output.match(/^✓ .*khớp nhau/gm)).toHaveLength(5)
  expect(output).toMatch(/^ {2}[\d.]+ mục ghi sau .* chưa có đầu chuỗi/m)
  expect(output).toMatch(/^✓ [\d.]+ mục nhật ký: không có gì bị sửa/m)
  const restored_groups = await groupsIn(to)
  expect(written.filter(({ name }) => !restored_groups.has(name))).toEqual([])
}, 300_000)

/** Loses the restored machine as well: with the backups only, and with those only that were there before it. */
test('a restored business is archived on where it was, backed up at once, and restored again with all that came since', async () => {
  const copy_dir = copyOfBackups()
  const { to, code, output } = await restore([], copy_dir)
  expect(code, output).toBe(0)
  const first_names = backupNames(copy_dir)
  // The nightly backup is half a day away, whenever this test runs.
  const BACKUP_AT = new Date(Date.now() + 19 * 3_600_000).toISOString().slice(11, 16)
  const env = { ...of_program, BACKUP_DIR: copy_dir, BACKUP_AT }
  const running = await startProgram({ data_dir: to, env, args: ['--empty'] })
  const isBackedUp = () => backupNames(copy_dir).length > first_names.length
  expect(await waitUntil(isBackedUp, 120_000)).toBe(true)
  const { first_wal } = readManifest(join(basesDir(copy_dir), backupNames(copy_dir).at(-1)!)).manifest
  expect(first_wal.slice(0, 8)).toBe('00000002')
  const picture = join('files', 'banner', 'tet.webp')
  mkdirSync(join(to, 'files', 'banner'), { recursive: true })
  writeFileSync(join(to, picture), 'picture')
  const group_name = 'Sau lần khôi phục đầu'
  const { error } = await call(
    running.url,
    group.add,
    { group_name, description: 'Chạy tiếp' },
    await tokenAt(running.url),
  )
  expect(error.code).toBe(0)
  await archiveAll(to, copy_dir)
  expect(await waitUntil(() => existsSync(join(copy_dir, picture)), 90_000)).toBe(true)
  await running.killBoth9()
  removePlace(to)

  const second = await restore([], copy_dir)
  expect(second.code, second.output).toBe(0)
  expect(await groupsIn(second.to)).toContain(group_name)
  expect(readFileSync(join(second.to, picture), 'utf8')).toBe('picture')
  rmSync(join(basesDir(copy_dir), backupNames(copy_dir).at(-1)!), { recursive: true })
  expect(backupNames(copy_dir)).toEqual(first_names)
  const third = await restore([], copy_dir)
  expect(third.code, third.output).toBe(0)
  const restored_groups = await groupsIn(third.to)
  expect(restored_groups).toContain(group_name)
  expect(written.filter(({ name }) => !restored_groups.has(name))).toEqual([])
}, 400_000)

test.skipIf(no_clock !== null && process.env.CI === undefined)(
  'what audit-archive moves out of the database is in a backup at once',
  async () => {
    const [old_dir, to] = [makeDataDir(), makeDataDir()]
    restored_dirs.push(old_dir, to)
    chmodSync(to, 0o711)
    const env = { ...of_program, ...clockAt('2024-06-10 10:00') }
    await (await startProgram({ data_dir: old_dir, env, args: ['--empty'] })).stop()
    const { code, output } = await command('audit-archive', ['2024-06'], { DATA_DIR: old_dir, BACKUP_DIR: to })
    expect(code, output).toBe(0)
    const { files } = readManifest(join(basesDir(to), backupNames(to).at(-1)!)).manifest
    expect(files.map(({ path }) => path)).toContain('beside/audit-archive/2024-06.jsonl.br')
  },
  300_000,
)

test('a trial restore proves the newest backup, is noted, and leaves nothing behind, nor does one that was killed', async () => {
  const killed_dir = mkdtempSync(join(tmpdir(), 've-so-test-restore-'))
  mkdirSync(join(killed_dir, 'data', 'postgres'), { recursive: true })
  const { code, output } = await command('backup', ['test'], { BACKUP_DIR: backup_dir, DATA_DIR: data_dir })
  expect(code, output).toBe(0)
  expect(output).toMatch(/✓ Bản sao lưu \d{8}-\d{6} khôi phục được trong .* mọi phép kiểm khớp/)
  expect(await backupCondition(backup_dir)).toMatchObject({
    newest: { name: backupNames(backup_dir).at(-1) },
    test: { name: backupNames(backup_dir).at(-1), fault: null },
  })
  expect(readdirSync(tmpdir()).filter((name) => name.startsWith('ve-so-test-restore-'))).toEqual([])
}, 300_000)

test('a restore to a moment has what there was then, and nothing of later', async () => {
  const [before, after] = [written.filter(({ at }) => at <= moment), written.filter(({ at }) => at > moment)]
  expect(Math.min(before.length, after.length)).toBeGreaterThan(0)
  const { to, code, output } = await restore(['--at', clock(moment)])
  expect(code, output).toBe(0)
  const restored_groups = await groupsIn(to)
  expect(before.filter(({ name }) => !restored_groups.has(name))).toEqual([])
  expect(after.filter(({ name }) => restored_groups.has(name))).toEqual([])
}, 300_000)

test('a moment that the archive has not reached, or that no backup goes back to, is refused', async () => {
  const late = await restore(['--at', clock(Date.now() + 86_400_000)])
  expect(late).toMatchObject({ code: 1 })
  expect(late.output).toContain('Nhật ký lưu lại chưa tới')
  const early = await restore(['--at', '2026-01-01 00:00:00'])
  expect(early.output).toContain('Không có bản sao lưu nào từ trước 2026-01-01 00:00:00')
  const refusal = await restore(['--signer', '0123456789abcdef'])
  expect(refusal.output).toMatch(/do khóa [\da-f]{16} ký, không phải 0123456789abcdef/)
}, 120_000)

test('a backup that was changed is not restored', async () => {
  const base = join(basesDir(backup_dir), backupNames(backup_dir)[0]!)
  const password = join(base, 'beside', 'postgres.password.zst')
  const original = readFileSync(password)
  writeFileSync(password, readFileSync(join(base, 'cluster', 'PG_VERSION.zst')))
  expect((await restore()).output).toContain('Tệp beside/postgres.password của bản sao lưu bị hỏng')
  writeFileSync(password, original)
  const manifest = join(base, 'manifest.json')
  writeFileSync(manifest, readFileSync(manifest, 'utf8').replace('postgres.password', 'postgres.passwort'))
  expect((await restore()).output).toContain('đã bị sửa: chữ ký không khớp')
}, 120_000)

test('old backups go with the log that only they needed, and a directory serves one database only', async () => {
  const other = makeDataDir()
  restored_dirs.push(other)
  const foreign = await command('backup', [], { DATA_DIR: other, BACKUP_DIR: backup_dir })
  expect(foreign.output).toContain('Không có dữ liệu trong')
  const empty_dir = makeDataDir()
  restored_dirs.push(empty_dir)
  const running = await startProgram({
    data_dir: other,
    env: { ...of_program, BACKUP_DIR: empty_dir },
    args: ['--empty'],
  })
  try {
    const env = { DATA_DIR: other, BACKUP_DIR: empty_dir, BACKUP_KEEP: '1' }
    for (const times of [1, 2]) {
      const { code, output } = await command('backup', [], env)
      expect(code, output).toBe(0)
      expect(backupNames(empty_dir)).toHaveLength(1)
      if (times === 1) await sleep(1_100)
    }
    const [name] = backupNames(empty_dir)
    const { manifest } = JSON.parse(readFileSync(join(basesDir(empty_dir), name!, 'manifest.json'), 'utf8')) as {
      manifest: string
    }
    const { first_wal } = JSON.parse(manifest) as { first_wal: string }
    expect(readdirSync(walDir(empty_dir)).toSorted()[0]!.slice(0, 24) >= first_wal).toBe(true)
    const misplaced = await command('backup', [], { ...env, BACKUP_DIR: backup_dir })
    expect(misplaced.output).toContain('Chương trình đang chạy mà không có BACKUP_DIR này')
  } finally {
    await running.stop()
  }
  const refusal = await command('backup', [], { DATA_DIR: other, BACKUP_DIR: backup_dir })
  expect(refusal.output).toContain('giữ bản sao lưu của cơ sở dữ liệu khác')
  rmSync(join(empty_dir, 'cluster.txt'))
}, 300_000)
