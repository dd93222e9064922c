/** The program's start as its operator sees it: what it prints, what it keeps, and one sentence for whatever is wrong. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, statSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { project_dir } from '#server/config.ts'
import { emptyDatabase } from '#server/testing/database.ts'
import { startProgram, type RunningProgram } from '#server/testing/program.ts'
import { makeDataDir } from '#server/testing/throw-away.ts'
import { signIn } from '#features/access/sign-in/sign-in.contract.ts'

const running: RunningProgram[] = []
afterEach(async () => {
  for (const program of running.splice(0)) await program.stop()
})

async function start(data_dir: string, env: Record<string, string> = {}, args: string[] = []): Promise<RunningProgram> {
  const program = await startProgram({ data_dir, env: { LOG_LEVEL: 'warn', ...env }, args })
  running.push(program)
  // It is ready a moment before it has said how to sign in.
  await expect.poll(() => program.output(), { timeout: 10_000 }).toContain('Quản trị: admin')
  return program
}

/** A start that must fail: its exit code and everything it said. */
async function failure(
  env: Record<string, string>,
  data_dir = makeDataDir(),
): Promise<{ code: number | null; said: string[] }> {
  const child = spawn(process.execPath, [join(project_dir, 'src', 'main.server.ts')], {
    cwd: project_dir,
    env: { PATH: process.env.PATH!, DATA_DIR: data_dir, PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text))
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, said: output.split('\n').filter((line) => line.startsWith('✗') || line.includes('    at ')) }
}

async function login(url: string, username: string, password: string): Promise<number> {
  const answer = await fetch(url + signIn.login.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password, client: 'api', channel: 'CMS', transid: crypto.randomUUID() }),
  })
  return ((await answer.json()) as { error: { code: number } }).error.code
}

test(
  'a first start makes its own passwords, tells them, and keeps them where only the owner can read',
  { timeout: 120_000 },
  async () => {
    const data_dir = makeDataDir()
    const first = await start(data_dir)
    for (const [file, user] of [
      ['admin-password.txt', 'admin'],
      ['sample-password.txt', 'ketoan'],
    ] as const) {
      const path = join(data_dir, file)
      const password = readFileSync(path, 'utf8').trim()
      expect(first.output()).toContain(`${password} (lưu trong ${path})`)
      expect(statSync(path).mode & 0o777).toBe(0o600)
      expect(await login(first.url, user, password)).toBe(0)
    }
    // The keys that the sample's tills sign with.
    expect(statSync(join(data_dir, 'sample-devices.json')).mode & 0o777).toBe(0o600)
    expect(await running.pop()!.stop()).toBe(0)

    const second = await start(data_dir)
    expect(second.output()).not.toContain('Nạp dữ liệu mẫu')
    expect(second.output()).toContain('mật khẩu ban đầu trong')
  },
)

test('given passwords are used and never printed; --empty loads no sample', { timeout: 60_000 }, async () => {
  const passwords = { ADMIN_PASSWORD: 'Của-riêng-tôi-1', SAMPLE_PASSWORD: 'Của-mọi-người-2' }
  const program = await start(makeDataDir(), passwords, ['--empty'])
  expect(await login(program.url, 'admin', passwords.ADMIN_PASSWORD)).toBe(0)
  expect(await login(program.url, 'ketoan', passwords.SAMPLE_PASSWORD)).toBe(1001)
  expect(program.output()).not.toContain(passwords.ADMIN_PASSWORD)
  expect(program.output()).not.toContain('Tài khoản mẫu')
})

test("another's PostgreSQL gets the tables and the administrator, but no sample", { timeout: 60_000 }, async () => {
  const database = await emptyDatabase()
  const program = await start(makeDataDir(), { DATABASE_URL: database.url, ADMIN_PASSWORD: 'Của-riêng-tôi-1' })
  expect(await login(program.url, 'admin', 'Của-riêng-tôi-1')).toBe(0)
  expect(program.output()).not.toMatch(/mẫu|Khởi động PostgreSQL/)
  await running.pop()!.stop()
  await database.drop()
})

test('a port that is taken is one sentence', { timeout: 60_000 }, async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  const { code, said } = await failure({ PORT: String(port) })
  other.close()
  expect(code).toBe(1)
  expect(said).toEqual([expect.stringMatching(new RegExp(`^✗ Cổng ${port} `))])
})

test('a database that cannot be reached is one sentence', async () => {
  const { code, said } = await failure({ DATABASE_URL: 'postgres://x:y@127.0.0.1:1/z' })
  expect(code).toBe(1)
  expect(said).toEqual([expect.stringMatching(/^✗ Không kết nối được cơ sở dữ liệu ở 127\.0\.0\.1:1 /)])
})

test('sample accounts keep the program on this machine', { timeout: 120_000 }, async () => {
  const { code, said } = await failure({ HOST: '0.0.0.0' })
  expect(code).toBe(1)
  expect(said).toEqual([expect.stringContaining('ALLOW_SAMPLE_BEYOND_LOOPBACK=1')])
})

test('two programs do not share one data directory', { timeout: 60_000 }, async () => {
  const data_dir = makeDataDir()
  await start(data_dir, {}, ['--empty'])
  const { code, said } = await failure({}, data_dir)
  expect(code).toBe(1)
  expect(said).toEqual([expect.stringMatching(/^✗ Chương trình đang chạy trên thư mục dữ liệu này/)])
})
