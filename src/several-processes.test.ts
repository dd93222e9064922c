/** Several processes behind one port: consistent whichever answers, and the exit of one goes unnoticed by clients. */
import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { execFileSync } from 'node:child_process'
import { json } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Call } from '#contract/call.ts'
import { channel, waited_header } from '#contract/wire.ts'
import { group } from '#features/access/group/group.contract.ts'
import { signIn } from '#features/access/sign-in/sign-in.contract.ts'
import { status } from '#features/system/status/status.contract.ts'
import { freePort } from '#server/database/embedded.ts'
import { removePlace } from '#server/database/place.ts'
import { isAlive, signal, waitUntil } from '#server/program/process.ts'
import { emptyDatabase, type FreshDatabase } from '#server/testing/database.ts'
import { pgbouncer_missing, startPooler, type Pooler } from '#server/testing/pgbouncer.ts'
import { connect_query } from '#server/database/proven-client.ts'
import { startProgram, type RunningProgram } from '#server/testing/program.ts'
import { makeDataDir } from '#server/testing/throw-away.ts'
import { logLines } from './testing/log-lines.ts'

const admin_password = 'Mưa-rào-2026'
const data_dir = makeDataDir()
const processes = 3
const calls_per_minute = 400
/** As the browser tells with each write. */
const waited_ms = 250
let database: FreshDatabase
let pooler: Pooler | null = null
let program: RunningProgram
let operators: string
let collector: Server
let token: string

interface SentSpan {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  startTimeUnixNano: string
}
const spans: SentSpan[] = []
let marks = 0

async function call<T>(endpoint: Call, input: object, transid = `nhieu-tien-trinh-${++marks}`, as = token) {
  // Connections are what is distributed over the processes, so each call opens a new one.
  const headers = {
    'content-type': 'application/json',
    connection: 'close',
    ...(endpoint.kind === 'write' && { [waited_header]: String(waited_ms) }),
    ...(as && { authorization: `Bearer ${as}` }),
  }
  const fields = { ...input, channel, transid }
  const response =
    endpoint.method === 'GET'
      ? await fetch(
          `${program.url}${endpoint.path}?${new URLSearchParams(fields as unknown as Record<string, string>)}`,
          { headers },
        )
      : await fetch(program.url + endpoint.path, { method: endpoint.method, headers, body: JSON.stringify(fields) })
  return { status: response.status, ...((await response.json()) as { error: { code: number }; data: T }) }
}

beforeAll(async () => {
  collector = createServer(async (request, response) => {
    const traces = (await json(request)) as { resourceSpans: { scopeSpans: { spans: SentSpan[] }[] }[] }
    for (const { scopeSpans } of traces.resourceSpans) for (const scope of scopeSpans) spans.push(...scope.spans)
    response.end('{}')
  })
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve))
  database = await emptyDatabase()
  // Uses a pooler in transaction mode when it is installed, so that all of this is tested through it too.
  if (!pgbouncer_missing)
    pooler = await startPooler(database.url, { pool_mode: 'transaction', connect_query, default_pool_size: 8 })
  const operator_port = await freePort()
  operators = `http://127.0.0.1:${operator_port}`
  program = await startProgram({
    data_dir,
    env: {
      DATABASE_URL: pooler?.url ?? database.url,
      ...(pooler && { DIRECT_DATABASE_URL: database.url }),
      ADMIN_PASSWORD: admin_password,
      PROCESSES: String(processes),
      OPERATOR_PORT: String(operator_port),
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(collector.address() as AddressInfo).port}`,
      CALLS_PER_MINUTE: String(calls_per_minute),
      DRAIN_SECONDS: '2',
      POOL_SIZE: '4',
    },
  })
  const entered = await call<{ token: string }>(
    signIn.login,
    { username: 'admin', password: admin_password, client: 'api' },
    undefined,
    '',
  )
  token = entered.data.token
}, 300_000)

afterAll(async () => {
  await program?.kill9().catch(() => undefined)
  await pooler?.stop()
  await database?.drop()
  collector?.close()
  removePlace(data_dir)
}, 60_000)

const children = () =>
  execFileSync('ps', ['-o', 'pid=', '--ppid', String(program.pid)], { encoding: 'utf8' })
    .split('\n')
    .map(Number)
    .filter((pid) => pid > 0 && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('process.server.ts'))

const logged = () => logLines(program.output())

test('all processes answer alike, and each call has a line in the log with user, time and statements', async () => {
  expect(children()).toHaveLength(processes)
  const transid = '0b7a3a52-6f0e-4b3c-9a51-0123456789ab'
  const written = await call(group.add, { group_name: 'Nhóm chung', description: 'Qua mọi tiến trình' }, transid)
  const retry = await call(group.add, { group_name: 'Nhóm chung', description: 'Qua mọi tiến trình' }, transid)
  expect([written.error.code, retry]).toEqual([0, written])
  // Any free process may accept a connection: a dozen calls for the metrics, then more until every process has answered one.
  for (let n = 0; n < 12; n++) expect((await call(group.list, {})).error.code).toBe(0)
  const answering = async () => {
    expect((await call(group.list, {})).error.code).toBe(0)
    return new Set(logged().flatMap(({ msg, pid }) => (msg === 'call' ? [pid] : []))).size
  }
  await expect.poll(answering, { timeout: 20_000 }).toBe(processes)
  const logLine = logged().find((entry) => entry.transid === transid)!
  expect(logLine).toMatchObject({
    level: 30,
    call: group.add.name,
    code: 0,
    status: 200,
    waited_ms,
    user_id: expect.any(Number) as number,
    ms: expect.any(Number) as number,
    statements: expect.any(Number) as number,
  })
  expect(logLine.statements).toBeGreaterThan(2)
}, 60_000)

test('a call and its repetition are one trace, from the click to their statements', async () => {
  const trace_id = '0b7a3a526f0e4b3c9a510123456789ab'
  const ownSpans = () => spans.filter(({ traceId }) => traceId === trace_id)
  // Both attempts: the one that wrote, and the one that got the stored response.
  await expect.poll(() => ownSpans().filter(({ name }) => name === group.add.name).length, { timeout: 10_000 }).toBe(2)
  const attempts = ownSpans().filter(({ name }) => name === group.add.name)
  const below = attempts.flatMap(({ spanId }) => ownSpans().filter(({ parentSpanId }) => parentSpanId === spanId))
  expect(below.map(({ name }) => name)).toContain('insert')
  for (const { parentSpanId, startTimeUnixNano } of attempts) {
    const click = ownSpans().find(({ spanId }) => spanId === parentSpanId)!
    expect(click).toMatchObject({ name: 'click' })
    expect(click).not.toHaveProperty('parentSpanId')
    expect(Number(BigInt(startTimeUnixNano) - BigInt(click.startTimeUnixNano)) / 1e6).toBeCloseTo(waited_ms, 0)
  }
})

test('the metrics add up all processes, and the status page has their number', async () => {
  const page = await (await fetch(`${operators}/metrics`)).text()
  const count = (pattern: RegExp) => Number(pattern.exec(page)?.[1])
  expect(count(new RegExp(`ve_so_calls_total\\{call="${group.list.name}",code="0"\\} (\\d+)`))).toBeGreaterThanOrEqual(
    12,
  )
  expect(count(/^ve_so_database_ready (\d)/m)).toBe(1)
  expect(count(/^ve_so_disk_size_bytes\{place="Đĩa dữ liệu"\} (\d+)/m)).toBeGreaterThan(0)
  expect((await fetch(`${program.url}/metrics`)).status).toBe(404)
  const { data } = await call<{ sections: { key: string; lines: { value: string }[] }[] }>(status.get, {})
  expect(data.sections.find(({ key }) => key === 'program')!.lines[0]!.value).toContain(`${processes} tiến trình`)
})

test('a killed process is replaced, and every acknowledged write is there', async () => {
  const [first] = children()
  signal(first!, 'SIGKILL')
  const names: string[] = []
  for (let n = 0; n < 20; n++) {
    const name = `Sau khi dừng ${n}`
    // The connection to the stopped process may be cut but must not hang; clients then retry.
    const ask = () => call(group.add, { group_name: name, description: 'Một tiến trình đã dừng' }, `dung-${n}-dung`)
    const { error } = await ask().catch(ask)
    expect(error.code).toBe(0)
    names.push(name)
  }
  expect(await waitUntil(() => children().length === processes && !children().includes(first!), 60_000)).toBe(true)
  const { data } = await call<{ items: { group_name: string }[] }>(group.list, {
    keyword: 'Sau khi dừng',
    page_size: 100,
  })
  expect(new Set(data.items.map(({ group_name }) => group_name))).toEqual(new Set(names))
}, 120_000)

test('the limit of calls of one person holds over all processes together', async () => {
  const statuses: number[] = []
  for (let n = 0; n < 25 && !statuses.includes(429); n++) {
    const some = await Promise.all(Array.from({ length: 40 }, () => call(group.check, { group_id: 1 })))
    statuses.push(...some.map((answer) => answer.status))
  }
  expect(statuses).toContain(429)
  // The limit must hold across processes, not per process.
  expect(statuses.filter((http_status) => http_status === 200).length).toBeLessThanOrEqual(calls_per_minute)
}, 120_000)

test('a stopping program answers 503 to readyz first, still serves, and leaves no process behind', async () => {
  const process_ids = children()
  const ended = program.stop()
  const since = Date.now()
  expect(await waitUntil(async () => (await fetch(`${program.url}/readyz`)).status === 503, 5_000)).toBe(true)
  expect((await fetch(`${program.url}/healthz`)).status).toBe(200)
  expect(await ended).toBe(0)
  expect(Date.now() - since).toBeGreaterThanOrEqual(2_000)
  expect(process_ids.filter(isAlive)).toEqual([])
}, 60_000)

test('a process that cannot start ends the program with one message', async () => {
  const other = await emptyDatabase()
  const place = makeDataDir()
  const env = { DATABASE_URL: database.url, READ_DATABASE_URL: other.url, PROCESSES: '2', LOG_LEVEL: 'silent' }
  try {
    const fault: unknown = await startProgram({ data_dir: place, env }).catch((error: unknown) => error)
    expect(String(fault)).toContain('READ_DATABASE_URL dẫn tới bản sao của một cơ sở dữ liệu khác: hãy sửa')
    expect(String(fault)).not.toContain('Lỗi của chương trình')
  } finally {
    removePlace(place)
    await other.drop()
  }
}, 120_000)
