// `npm run bench`: what the server answers per second with ten million rows behind it, against the same SQL by the bare driver in the
// same run. BENCH_ROWS says how many rows. The database is thrown away afterwards.
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { cpus, loadavg } from 'node:os'
import { join } from 'node:path'
import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { channel } from '#contract/wire.ts'
import { project_dir } from '#server/config.ts'
import { createPools, type Pools } from '#server/database/pool.ts'
import { startThrowAway } from '#server/testing/throw-away.ts'
import { pos } from '#features/partners/pos/pos.contract.ts'
import { fillShops } from './bench-fill.ts'
import type { Statement, Tokens } from './bench-server.ts'

const rows = Number(process.env.BENCH_ROWS ?? 10_000_000)
const measured_s = Number(process.env.BENCH_SECONDS ?? 5)
const callers = 8

const page_size = 20
const deepest = Math.floor(rows / page_size / 10)
const cases: [name: string, input: Record<string, unknown>, who?: keyof Tokens][] = [
  ['first page', {}],
  ['page 1,000', { page_index: Math.min(1_000, deepest) }],
  [`page ${deepest.toLocaleString('en')}`, { page_index: deepest }],
  ['of one agent', { partner_id: 17 }],
  ['of a district, suspended', { province_id: 79, district_id: 760, status: 2 }],
  ['by name, sorted by name', { keyword: 'than tai', sort: 'pos_name' }],
  ['by code', { keyword: 'p0001234' }],
  ['first page with its totals', { part: null }],
  ["an operator's first page", {}, 'operator'],
  ["a limited person's first page", {}, 'limited'],
  ['… by name, sorted by name', { keyword: 'than tai', sort: 'pos_name' }, 'limited'],
]

interface Figure {
  per_second: number
  p95_ms: number
}

/** Runs `work` by so many callers at once, over and over. */
async function measure(work: () => Promise<void>): Promise<Figure> {
  await work()
  const times: number[] = []
  const end = performance.now() + measured_s * 1_000
  const caller = async () => {
    while (performance.now() < end) {
      const since = performance.now()
      await work()
      times.push(performance.now() - since)
    }
  }
  const since = performance.now()
  await Promise.all(Array.from({ length: callers }, caller))
  const took_s = (performance.now() - since) / 1_000
  times.sort((a, b) => a - b)
  return { per_second: times.length / took_s, p95_ms: times[Math.floor(times.length * 0.95)] ?? 0 }
}

interface Server {
  url: string
  tokens: Tokens
  child: ChildProcess
}

async function startServer(database_url: string): Promise<Server> {
  const child = fork(join(project_dir, 'scripts', 'bench-server.ts'), {
    env: { ...process.env, DATABASE_URL: database_url },
  })
  const [ready] = (await once(child, 'message')) as [{ url: string; tokens: Tokens }]
  return { ...ready, child }
}

async function ask({ url, tokens }: Server, who: keyof Tokens, input: Record<string, unknown>): Promise<void> {
  const query = new URLSearchParams({ channel, transid: randomUUID(), part: 'rows' })
  for (const [name, value] of Object.entries(input)) {
    if (value === null) query.delete(name)
    else query.set(name, String(value))
  }
  const response = await fetch(`${url}${pos.list.path}?${query}`, {
    headers: { authorization: `Bearer ${tokens[who]}` },
  })
  const { error } = (await response.json()) as { error: { code: number; message: string } }
  if (error.code !== 0) throw new Error(`${query}: ${error.code} ${error.message}`)
}

/** What the call says to the database, connection by connection. */
async function statementsOf(server: Server, who: keyof Tokens, input: Record<string, unknown>): Promise<Statement[]> {
  server.child.send('record')
  await ask(server, who, input)
  server.child.send('tell')
  const [statements] = (await once(server.child, 'message')) as [Statement[]]
  return statements
}

/** The same statements, each kind on its own pool, as the call makes them. */
async function bare(pools: Pools, statements: readonly Statement[]): Promise<void> {
  for (const door of ['main', 'search'] as const) {
    const own = statements.filter((one) => one.door === door)
    if (own.length === 0) continue
    const client: pg.PoolClient = await pools[door].connect()
    try {
      for (const { text, values } of own) await client.query(text, values)
    } finally {
      client.release()
    }
  }
}

const pad = (text: string, width: number) => text.padEnd(width)
const figure = ({ per_second, p95_ms }: Figure) =>
  `${per_second.toFixed(0).padStart(6)}/s  p95 ${p95_ms.toFixed(1).padStart(7)} ms`

console.log(
  `${rows.toLocaleString('en')} points of sale, ${callers} callers, ${measured_s} s each, ${cpus().length} cores, load ${loadavg()[0]!.toFixed(1)}`,
)
const postgres = await startThrowAway()
try {
  const since = performance.now()
  await fillShops(postgres.url, rows)
  console.log(`filled and indexed in ${((performance.now() - since) / 1_000).toFixed(0)} s`)
  const server = await startServer(postgres.url)
  const pools = createPools(postgres.url)
  console.log(`${pad('GET cms/pos/get_list', 34)}${pad('our server', 32)}${pad('the same SQL, bare driver', 32)}ratio`)
  for (const [name, input, who = 'office'] of cases) {
    const statements = await statementsOf(server, who, input).catch(() => null)
    if (statements === null) {
      console.log(`${pad(name, 34)}refused: it took longer than a statement may`)
      continue
    }
    const ours = await measure(() => ask(server, who, input))
    const theirs = await measure(() => bare(pools, statements))
    console.log(
      `${pad(name, 34)}${pad(figure(ours), 32)}${pad(figure(theirs), 32)}${(ours.per_second / theirs.per_second).toFixed(2)}`,
    )
  }
  await pools.end()
  server.child.kill('SIGTERM')
  await once(server.child, 'exit')
} finally {
  await postgres.stop()
}
