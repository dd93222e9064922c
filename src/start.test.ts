/** The start as its operator sees it: what it prints, what it keeps, and one sentence for every error. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, statSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { hostname } from 'node:os'
import { join, relative } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { project_dir } from '#server/program/config.ts'
import { freePort } from '#server/database/embedded.ts'
import { emptyDatabase } from '#server/testing/database.ts'
import { startProgram, type RunningProgram } from '#server/testing/program.ts'
import { makeDataDir } from '#server/testing/throw-away.ts'
import { version } from '#server/program/version.ts'
import { signIn } from '#features/access/sign-in/sign-in.contract.ts'
import { logLines } from './testing/log-lines.ts'
import { ownSession } from '#features/access/sign-in/own-session.contract.ts'

const running: RunningProgram[] = []
afterEach(async () => {
  for (const program of running.splice(0)) await program.stop()
})

async function start(data_dir: string, env: Record<string, string> = {}, args: string[] = []): Promise<RunningProgram> {
  const program = await startProgram({ data_dir, env: { LOG_LEVEL: 'warn', ...env }, args })
  running.push(program)
  // The program is ready a moment before it prints the sign-in hint.
  await expect.poll(() => program.output(), { timeout: 10_000 }).toContain('Mật khẩu admin')
  return program
}

/** Runs a start that must fail; returns its exit code and output. */
async function failure(
  env: Record<string, string>,
  data_dir = makeDataDir(),
): Promise<{ code: number | null; output: string; said: string[] }> {
  const child = spawn(process.execPath, [join(project_dir, 'src', 'main.server.ts')], {
    cwd: project_dir,
    env: { PATH: process.env.PATH!, DATA_DIR: data_dir, PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text))
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, output, said: output.split('\n').filter((line) => line.startsWith('✗') || line.includes('    at ')) }
}

async function signInAs(url: string, username: string, password: string) {
  const answer = await fetch(url + signIn.login.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password, client: 'api', channel: 'CMS', transid: crypto.randomUUID() }),
  })
  return (await answer.json()) as { error: { code: number }; data: { token: string } | null }
}

const login = async (...person: Parameters<typeof signInAs>) => (await signInAs(...person)).error.code

/** URLs of the pages in the person's menu. */
async function pagesOf(...person: Parameters<typeof signInAs>): Promise<string[]> {
  const { data } = await signInAs(...person)
  const answer = await fetch(`${person[0]}${ownSession.roles.path}?channel=CMS&transid=${crypto.randomUUID()}`, {
    headers: { authorization: `Bearer ${data!.token}` },
  })
  const body = (await answer.json()) as { data: { lsPageInfos: { page_url: string }[] } }
  return body.data.lsPageInfos.map(({ page_url }) => page_url)
}

/** What is no line of the log. */
const sentencesIn = (output: string) => output.split('\n').filter((line) => line !== '' && !line.startsWith('{'))

test(
  'a first start makes passwords, prints them, and keeps them in files that only the owner can read',
  { timeout: 120_000 },
  async () => {
    const data_dir = makeDataDir()
    const first = await start(data_dir)
    expect(first.output()).toMatch(new RegExp(`^Vé Số Back Office ${version}\n`))
    const lines = first.output().split('\n')
    expect(lines.length).toBeLessThanOrEqual(30)
    const portable = lines.map((line) => line.replace(relative(project_dir, data_dir), 'data'))
    expect(portable.filter((line) => line.length > 100)).toEqual([])
    const sample_password = readFileSync(join(data_dir, 'sample-password.txt'), 'utf8').trim()
    const to_try = lines.flatMap((line) => /^ {2}(\w+) .+ (\/\S+)$/.exec(line)?.slice(1) ?? [])
    expect(to_try).toHaveLength(2 * 9)
    for (let n = 2; n < to_try.length; n += 2)
      expect(await pagesOf(first.url, to_try[n]!, sample_password)).toContain(to_try[n + 1])
    for (const [file, user] of [
      ['admin-password.txt', 'admin'],
      ['sample-password.txt', 'ketoan'],
    ] as const) {
      const path = join(data_dir, file)
      const password = readFileSync(path, 'utf8').trim()
      expect(first.output()).toContain(`${password} (lưu trong ${relative(project_dir, path)})`)
      expect(statSync(path).mode & 0o777).toBe(0o600)
      expect(await login(first.url, user, password)).toBe(0)
    }
    // Contains the private keys of the sample's tills.
    expect(statSync(join(data_dir, 'sample-devices.json')).mode & 0o777).toBe(0o600)
    expect(await running.pop()!.stop()).toBe(0)

    const second = await start(data_dir)
    expect(second.output()).not.toContain('Nạp dữ liệu mẫu')
    expect(second.output()).toContain('như ban đầu thì xem')
  },
)

test('configured passwords are used and never printed; --empty loads no sample', { timeout: 60_000 }, async () => {
  const passwords = { ADMIN_PASSWORD: 'Của-riêng-tôi-1', SAMPLE_PASSWORD: 'Của-mọi-người-2' }
  const program = await start(makeDataDir(), passwords, ['--empty'])
  expect(await login(program.url, 'admin', passwords.ADMIN_PASSWORD)).toBe(0)
  expect(await login(program.url, 'ketoan', passwords.SAMPLE_PASSWORD)).toBe(1001)
  expect(program.output()).not.toContain(passwords.ADMIN_PASSWORD)
  expect(program.output()).not.toContain('tài khoản mẫu')
})

test(
  'with LOG_FORMAT=json each line of a start and an end is one of the log, without a password',
  { timeout: 60_000 },
  async () => {
    const data_dir = makeDataDir()
    const program = await startProgram({ data_dir, env: { LOG_FORMAT: 'json', PROCESSES: '2' }, args: ['--empty'] })
    await expect.poll(() => program.output(), { timeout: 10_000 }).toContain('Mở http')
    expect(await login(program.url, 'admin', 'không-phải-mật-khẩu')).toBe(1001)
    expect(await program.stop()).toBe(0)
    const output = program.output()
    expect(sentencesIn(output)).toEqual([])
    expect(output).not.toContain(readFileSync(join(data_dir, 'admin-password.txt'), 'utf8').trim())
    const lines = logLines(output).filter(({ msg, pid }) => pid === program.pid && msg !== 'call')
    for (const line of lines)
      expect(line).toMatchObject({ level: 30, time: expect.closeTo(Date.now(), -6), hostname: hostname() })
    const messages = lines.map(({ msg }) => msg)
    expect(messages[0]).toBe(`Vé Số Back Office ${version}`)
    expect(messages.slice(-3)).toEqual([
      `Mở ${program.url}`,
      `Mật khẩu ban đầu lưu trong ${relative(project_dir, join(data_dir, 'admin-password.txt'))}`,
      'Đang dừng…',
    ])
    const refused = await failure({ LOG_FORMAT: 'json', PORT: 'tám' })
    expect([refused.code, sentencesIn(refused.output)]).toEqual([1, []])
    expect(logLines(refused.output).at(-1)).toMatchObject({ level: 50, msg: expect.stringContaining('✗ PORT phải là') })
  },
)

test('an external PostgreSQL gets the tables and the administrator, but no sample', { timeout: 60_000 }, async () => {
  const database = await emptyDatabase()
  const program = await start(makeDataDir(), { DATABASE_URL: database.url, ADMIN_PASSWORD: 'Của-riêng-tôi-1' })
  expect(await login(program.url, 'admin', 'Của-riêng-tôi-1')).toBe(0)
  expect(program.output()).not.toMatch(/mẫu|Khởi động PostgreSQL/)
  await running.pop()!.stop()
  await database.drop()
})

test('metrics and API docs are served on OPERATOR_PORT alone where it is set', { timeout: 60_000 }, async () => {
  const port = await freePort()
  const program = await start(makeDataDir(), { OPERATOR_PORT: String(port) }, ['--empty'])
  const statusAt = async (url: string) => (await fetch(url, { headers: { accept: 'application/json' } })).status
  for (const path of ['/metrics', '/docs', '/openapi.json']) {
    expect(await statusAt(`http://127.0.0.1:${port}${path}`)).toBe(200)
    expect(await statusAt(program.url + path)).toBe(404)
  }
  expect(await statusAt(`http://127.0.0.1:${port}${signIn.login.path}`)).toBe(404)
  expect(await statusAt(`${program.url}/healthz`)).toBe(200)
})

test('a port in use ends the start with one message', { timeout: 60_000 }, async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  const { code, said } = await failure({ PORT: String(port) })
  other.close()
  expect(code).toBe(1)
  expect(said).toEqual([expect.stringMatching(new RegExp(`^✗ Cổng ${port} `))])
})

test('an unreachable database ends the start with one message', async () => {
  const { code, said } = await failure({ DATABASE_URL: 'postgres://x:y@127.0.0.1:1/z' })
  expect(code).toBe(1)
  expect(said).toEqual([expect.stringMatching(/^✗ Máy chủ cơ sở dữ liệu 127\.0\.0\.1:1 không nhận kết nối/)])
})

test('a start with sample accounts on 0.0.0.0 is refused with one message', { timeout: 120_000 }, async () => {
  const { code, said } = await failure({ HOST: '0.0.0.0' })
  expect(code).toBe(1)
  expect(said).toEqual([expect.stringContaining('ALLOW_SAMPLE_BEYOND_LOOPBACK=1')])
})

test('a second program on one data directory is refused with one message', { timeout: 60_000 }, async () => {
  const data_dir = makeDataDir()
  await start(data_dir, {}, ['--empty'])
  const { code, said } = await failure({}, data_dir)
  expect(code).toBe(1)
  expect(said).toEqual([expect.stringMatching(/^✗ Chương trình đang chạy trên thư mục dữ liệu này/)])
})
