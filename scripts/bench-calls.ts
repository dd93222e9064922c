// `BENCH=calls npm run bench`: cost of the cheapest calls over 64 concurrent connections: one page of a list, one row by key, a small insert. Each is
// compared with the same statements through the bare driver, with node:http that answers the row query alone, and with pgbench running it, prepared.
// BENCH_POOLER=1 puts a PgBouncer in transaction mode between the server and the database.
// BENCH_PROFILE=DIR writes a CPU profile of the server for each call into that directory.
import { execFile, fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Call } from '#contract/call.ts'
import { channel } from '#contract/wire.ts'
import { project_dir } from '#server/program/config.ts'
import { createClient, createPools } from '#server/database/pool.ts'
import { connect_query } from '#server/database/proven-client.ts'
import { startPooler } from '#server/testing/pgbouncer.ts'
import { startThrowAway } from '#server/testing/throw-away.ts'
import { group } from '#features/access/group/group.contract.ts'
import { posGroup } from '#features/partners/data-permission/data-permission.contract.ts'
import { pos } from '#features/partners/pos/pos.contract.ts'
import { xsktTicket } from '#features/tickets/xskt-ticket/xskt-ticket.contract.ts'
import { fillShops, fillTickets } from './bench-fill.ts'
import { endBenchServer, startBenchServer, type BenchServer } from './bench-fork.ts'
import type { Statement } from './bench-server.ts'

const rows = 100_000
const connections = 64
const measured_s = Number(process.env.BENCH_SECONDS ?? 4)
const profile_dir = process.env.BENCH_PROFILE
const run = promisify(execFile)

/** Sends one request at a time over its own socket. Written by hand because the load generator must cost less than the server it measures. */
class Caller {
  readonly #socket: Socket
  #received = ''
  #onBody: (body: string) => void = () => {}

  constructor(url: string) {
    this.#socket = connect(Number(new URL(url).port), '127.0.0.1').setNoDelay(true)
    this.#socket.setEncoding('latin1').on('data', (text: string) => this.#take(text))
  }

  #take(text: string): void {
    this.#received += text
    const head_end = this.#received.indexOf('\r\n\r\n')
    if (head_end === -1) return
    const length = Number(/content-length: (\d+)/i.exec(this.#received)?.[1])
    if (this.#received.length < head_end + 4 + length) return
    const body = this.#received.slice(head_end + 4)
    this.#received = ''
    this.#onBody(body)
  }

  async send(request: string): Promise<void> {
    const body = await new Promise<string>((resolve) => {
      this.#onBody = resolve
      this.#socket.write(request)
    })
    if (!body.startsWith('{"error":{"code":0,')) throw new Error(body.slice(0, 500))
  }

  end(): void {
    this.#socket.destroy()
  }
}

function requestOf({ path, method }: Call, token: string, input: Record<string, unknown>): string {
  const fields = { channel, transid: randomUUID(), ...input }
  const head = ['host: bench', `authorization: Bearer ${token}`]
  if (method === 'GET') {
    const query = new URLSearchParams(fields as Record<string, string>)
    return [`GET ${path}?${query} HTTP/1.1`, ...head, '', ''].join('\r\n')
  }
  const body = JSON.stringify(fields)
  const length = `content-length: ${Buffer.byteLength(body)}`
  return [`${method} ${path} HTTP/1.1`, ...head, 'content-type: application/json', length, '', body].join('\r\n')
}

/** Runs the callers concurrently in a loop; returns the throughput per second of all of them together. */
async function perSecond(callerLoops: readonly (() => Promise<unknown>)[]): Promise<number> {
  await Promise.all(callerLoops.map((work) => work()))
  let done = 0
  const started_ms = performance.now()
  const end = started_ms + measured_s * 1_000
  const caller = async (work: () => Promise<unknown>) => {
    while (performance.now() < end) {
      await work()
      done++
    }
  }
  await Promise.all(callerLoops.map(caller))
  return done / ((performance.now() - started_ms) / 1_000)
}

interface Cost {
  per_second: number
  /** CPU time per call, in microseconds; unlike throughput it does not depend on the load of the machine. */
  program: number
  postgres: number
}

async function costOf(url: string, { url: address, tokens, child }: BenchServer, { call, input }: Case): Promise<Cost> {
  const callers = Array.from({ length: connections }, () => new Caller(address))
  let done = 0
  const callerLoops = callers.map((caller) => async () => {
    await caller.send(requestOf(call, tokens.office!, input()))
    done++
  })
  try {
    // Warm-up: opens all connections and fills the caches.
    await Promise.all(callerLoops.map((work) => work()))
    const backends = await backendsOf(url)
    const cpuTimes = () => [cpuOf([child.pid!]), cpuOf(backends)] as const
    const [[program, postgres], calls_before] = [cpuTimes(), done]
    const per_second = await perSecond(callerLoops)
    const [[program_after, postgres_after], calls] = [cpuTimes(), done - calls_before]
    return { per_second, program: (program_after - program) / calls, postgres: (postgres_after - postgres) / calls }
  } finally {
    for (const caller of callers) caller.end()
  }
}

/** Process ids of the PostgreSQL backends that serve the program's calls. */
async function backendsOf(url: string): Promise<number[]> {
  const client = createClient(url)
  await client.connect()
  const { rows: backends } = await client.query<{ pid: number }>(
    `select pid from pg_stat_activity where application_name in ('ve-so', 've-so-search')`,
  )
  await client.end()
  return backends.map(({ pid }) => pid)
}

/** CPU time that all threads of these processes have used so far, in microseconds. */
function cpuOf(pids: readonly number[]): number {
  const threads = pids.flatMap((pid) => readdirSync(`/proc/${pid}/task`).map((thread) => `/proc/${pid}/task/${thread}`))
  return threads.reduce((sum, path) => sum + Number(readFileSync(`${path}/schedstat`, 'utf8').split(' ')[0]) / 1_000, 0)
}

async function statementsOf(server: BenchServer, { call, input }: Case): Promise<Statement[]> {
  const caller = new Caller(server.url)
  server.child.send('record')
  await caller.send(requestOf(call, server.tokens.office!, input()))
  server.child.send('report')
  const [statements] = (await once(server.child, 'message')) as [Statement[]]
  caller.end()
  return statements
}

async function barePerSecond(url: string, statements: readonly Statement[]): Promise<number> {
  const pools = createPools(url)
  const replay = async () => {
    for (const pool of ['main', 'search'] as const) {
      const client = await pools[pool].connect()
      for (const { text, values } of statements.filter((statement) => statement.pool === pool))
        await client.query(text, values)
      client.release()
    }
  }
  try {
    return await perSecond(Array.from({ length: connections }, () => replay))
  } finally {
    await pools.end()
  }
}

/** Answers per second of node:http that sends this statement and its rows, and nothing else; and its CPU time for each, in microseconds. */
async function httpPerSecond(url: string, statement: Statement): Promise<{ per_second: number; program: number }> {
  const child = fork(join(project_dir, 'scripts', 'bench-bare-server.ts'), {
    env: { ...process.env, DATABASE_URL: url, BARE_STATEMENT: JSON.stringify(statement) },
  })
  const [port] = (await once(child, 'message')) as [number]
  const callers = Array.from({ length: connections }, () => new Caller(`http://127.0.0.1:${port}`))
  const request = 'GET / HTTP/1.1\r\nhost: bench\r\n\r\n'
  const cpu_before = cpuOf([child.pid!])
  let done = 0
  const callerLoops = callers.map((caller) => async () => {
    await caller.send(request)
    done++
  })
  try {
    const per_second = await perSecond(callerLoops)
    return { per_second, program: (cpuOf([child.pid!]) - cpu_before) / done }
  } finally {
    for (const caller of callers) caller.end()
    child.kill()
  }
}

/** Transactions per second of pgbench; null when pgbench is not installed. */
async function pgbenchPerSecond(url: string, statement: string): Promise<number | null> {
  const dir = mkdtempSync(join(tmpdir(), 've-so-pgbench-'))
  const file = join(dir, 'statement.sql')
  writeFileSync(file, `${statement.replaceAll(/\s+/g, ' ')};\n`)
  try {
    const args = ['-n', '-M', 'prepared', '-c', '16', '-j', '2', '-T', String(measured_s), '-f', file, url]
    const { stdout } = await run('pgbench', args)
    return Number(/tps = ([\d.]+)/.exec(stdout)?.[1])
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  } finally {
    rmSync(dir, { recursive: true })
  }
}

/** The statement with its parameters replaced by literals. */
function inlined({ text, values }: Statement): string {
  const literal = (value: unknown): string => {
    if (Array.isArray(value)) return `'{${value.join(',')}}'`
    return value === null ? 'null' : `'${String(value).replaceAll("'", "''")}'`
  }
  return text.replaceAll(/\$(\d+)/g, (_, n: string) => literal(values[Number(n) - 1]))
}

interface Case {
  name: string
  call: Call
  input: () => Record<string, unknown>
  /** The statement that pgbench runs instead of the recorded row query. */
  pgbench_sql?: string
}

const cases: readonly Case[] = [
  { name: '50 shops', call: pos.list, input: () => ({ part: 'rows', page_size: 50 }) },
  { name: '50 tickets of a draw', call: xsktTicket.list, input: () => ({ part: 'rows', page_size: 50, area_id: 1 }) },
  { name: 'a ticket by its key', call: xsktTicket.get, input: () => ({ xsdt_ticket_id: 4321 }) },
  {
    name: 'a group of shops added',
    call: posGroup.add,
    input: () => ({ pos_group_name: randomUUID() }),
    pgbench_sql: `insert into plain_pos_group (pos_group_name) values (gen_random_uuid()::text)`,
  },
  // Moves the stamp of all rights, so every call afterwards reads its person's rights anew.
  {
    name: 'a group of people added',
    call: group.add,
    input: () => ({
      group_name: randomUUID().slice(0, 28),
      description: 'bench',
      group_page: [{ page_id: 1, role_id: 1 }],
    }),
    pgbench_sql: `insert into plain_group (group_name, description) values (gen_random_uuid()::text, 'bench')`,
  },
]

const ratioText = (our_rate: number, theirs: number | null) =>
  theirs === null ? '-'.padStart(16) : `${theirs.toFixed(0).padStart(8)}/s  ${(our_rate / theirs).toFixed(3)}`

const { url, stop } = await startThrowAway()
// As many sessions as the server's two pools have connections.
const settings = { pool_mode: 'transaction', connect_query, default_pool_size: 15 }
const pooler = process.env.BENCH_POOLER === '1' ? await startPooler(url, settings) : null
try {
  await fillShops(url, rows)
  await fillTickets(url, rows)
  console.log(
    `${connections} connections, ${rows.toLocaleString('en')} rows, ${measured_s} s each, ${cpus().length} cores, load ${loadavg()[0]!.toFixed(1)}`,
  )
  console.log(
    `${''.padEnd(24)}our server  program  PostgreSQL   the same statements   pgbench, prepared   node:http alone, of pgbench`,
  )
  const server = await startBenchServer(url, pooler ? { POOLER_URL: pooler.url } : {})
  await makeAdmin(url)
  for (const [n, benchCase] of cases.entries()) {
    const statements = await statementsOf(server, benchCase)
    if (profile_dir !== undefined) server.child.send('profile')
    const { per_second: our_rate, program, postgres } = await costOf(url, server, benchCase)
    if (profile_dir !== undefined) server.child.send(join(profile_dir, `${n}.cpuprofile`))
    const driver_rate = benchCase.pgbench_sql === undefined ? await barePerSecond(url, statements) : null
    const row_query = statements.findLast(({ text }) => /^\s*(select|with)/i.test(text))!
    const pgbench = await pgbenchPerSecond(url, benchCase.pgbench_sql ?? inlined(row_query))
    const http = benchCase.pgbench_sql === undefined ? await httpPerSecond(url, row_query) : null
    const columns = [
      `${our_rate.toFixed(0).padStart(6)}/s`,
      `${program.toFixed(0).padStart(10)} µs ${postgres.toFixed(0).padStart(8)} µs`,
      ratioText(our_rate, driver_rate).padStart(24),
      ratioText(our_rate, pgbench).padStart(22),
      http === null
        ? '-'.padStart(14)
        : `${http.program.toFixed(0).padStart(9)} µs ${http.per_second.toFixed(0).padStart(6)}/s  ${pgbench === null ? '-' : (http.per_second / pgbench).toFixed(3)}`,
    ]
    console.log(benchCase.name.padEnd(24) + columns.join(' '))
  }
  await endBenchServer(server)
} finally {
  await pooler?.stop()
  await stop()
}

/** The bench does not measure permission checks, so its user is an administrator. */
async function makeAdmin(database_url: string): Promise<void> {
  const client = createClient(database_url)
  await client.connect()
  await client.query(`set session_replication_role = replica;
    update app_user set is_admin = true where user_name = 'office';
    create table if not exists plain_group (like user_group including all);
    create table if not exists plain_pos_group (like pos_group including all)`)
  await client.end()
}
