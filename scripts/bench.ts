// `npm run bench`: requests per second of the server with ten million points of sale and ten million tickets, compared with the same SQL through the
// bare driver. BENCH_ROWS sets the number of rows. BENCH=import measures the import of a ticket file instead, BENCH=calls the cost of the cheapest
// calls. The database is dropped afterwards.
import { once } from 'node:events'
import { cpus, loadavg } from 'node:os'
import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import type { Call } from '#contract/call.ts'
import { channel } from '#contract/wire.ts'
import { createPools, type Pools } from '#server/database/pool.ts'
import { startThrowAway } from '#server/testing/throw-away.ts'
import { pos } from '#features/partners/pos/pos.contract.ts'
import { xsktTicket } from '#features/tickets/xskt-ticket/xskt-ticket.contract.ts'
import { fillShops, fillTickets } from './bench-fill.ts'
import { endBenchServer, startBenchServer, type BenchServer } from './bench-fork.ts'
import type { Statement, Tokens } from './bench-server.ts'

if (process.env.BENCH === 'import') {
  await import('./bench-import.ts')
  process.exit()
}
if (process.env.BENCH === 'calls') {
  await import('./bench-calls.ts')
  process.exit()
}

const rows = Number(process.env.BENCH_ROWS ?? 10_000_000)
const measured_s = Number(process.env.BENCH_SECONDS ?? 5)
const callers = 8

const page_size = 20
const last_page = Math.floor(rows / page_size)
const deepest = Math.floor(last_page / 10)
const page = (page_index: number) => `page ${page_index.toLocaleString('en')}`

interface Case {
  name: string
  input: Record<string, unknown>
  person?: keyof Tokens
}

const shop_cases: Case[] = [
  { name: 'first page', input: {} },
  { name: page(1_000), input: { page_index: Math.min(1_000, deepest) } },
  { name: page(deepest), input: { page_index: deepest } },
  { name: 'of one agent', input: { partner_id: 17 } },
  { name: 'of a district, suspended', input: { province_id: 79, district_id: 760, status: 2 } },
  { name: 'by name, sorted by name', input: { keyword: 'than tai', sort: 'pos_name' } },
  { name: 'by code', input: { keyword: 'p0001234' } },
  { name: 'first page with its totals', input: { part: null } },
  { name: "an operator's first page", input: {}, person: 'operator' },
  { name: "a limited person's first page", input: {}, person: 'limited' },
  { name: '… by name, sorted by name', input: { keyword: 'than tai', sort: 'pos_name' }, person: 'limited' },
]

const dayAfter = (days: number) =>
  new Date(Date.now() + days * 86_400_000).toLocaleDateString('sv', { timeZone: 'Asia/Ho_Chi_Minh' })
const ticket_cases: Case[] = [
  { name: 'first page', input: {} },
  { name: page(last_page), input: { page_index: last_page } },
  { name: `${page(last_page)}, newest first`, input: { page_index: last_page, sort: '-open_date' } },
  { name: 'of one station and day', input: { area_id: 1, open_date: dayAfter(0) } },
  {
    name: '… its last page',
    input: { area_id: 1, open_date: dayAfter(0), page_index: Math.floor(rows / 125 / page_size) },
  },
  { name: 'of one store', input: { base_id: 3 } },
  { name: 'a whole number', input: { number: '123459' } },
  { name: 'its last two digits, one day', input: { number: '59', open_date: dayAfter(3) } },
  { name: 'its last four digits', input: { number: '3459' } },
  { name: 'sold out, one day', input: { status: 2, open_date: dayAfter(2) } },
  { name: 'sold out, page 1,000', input: { status: 2, page_index: 1_000 } },
  { name: 'first page with totals, sums', input: { part: null } },
  { name: 'sold out, one day, with sums', input: { status: 2, open_date: dayAfter(2), part: null } },
  { name: "a store keeper's first page", input: {}, person: 'keeper' },
]

interface Figure {
  per_second: number
  p95_ms: number
}

/** Runs `work` in a loop by `callers` concurrent callers after one warm-up run; returns throughput and p95. */
async function measure(work: () => Promise<void>): Promise<Figure> {
  await work()
  const times: number[] = []
  const end = performance.now() + measured_s * 1_000
  const caller = async () => {
    while (performance.now() < end) {
      const started_ms = performance.now()
      await work()
      times.push(performance.now() - started_ms)
    }
  }
  const started_ms = performance.now()
  await Promise.all(Array.from({ length: callers }, caller))
  const took_s = (performance.now() - started_ms) / 1_000
  times.sort((a, b) => a - b)
  return { per_second: times.length / took_s, p95_ms: times[Math.floor(times.length * 0.95)] ?? 0 }
}

async function send(
  { url, tokens }: BenchServer,
  call: Call,
  person: keyof Tokens,
  input: Record<string, unknown>,
): Promise<void> {
  const query = new URLSearchParams({ channel, transid: randomUUID(), part: 'rows' })
  for (const [name, value] of Object.entries(input)) {
    if (value === null) query.delete(name)
    else query.set(name, String(value))
  }
  const response = await fetch(`${url}${call.path}?${query}`, {
    headers: { authorization: `Bearer ${tokens[person]}` },
  })
  const { error } = (await response.json()) as { error: { code: number; message: string } }
  if (error.code !== 0) throw new Error(`${query}: ${error.code} ${error.message}`)
}

/** The SQL statements of one call. */
async function statementsOf(
  server: BenchServer,
  call: Call,
  person: keyof Tokens,
  input: Record<string, unknown>,
): Promise<Statement[]> {
  server.child.send('record')
  await send(server, call, person, input)
  server.child.send('report')
  const [statements] = (await once(server.child, 'message')) as [Statement[]]
  return statements
}

/** Runs the recorded statements on the pools that the call uses. */
async function replay(pools: Pools, statements: readonly Statement[]): Promise<void> {
  for (const pool of ['main', 'search'] as const) {
    const of_pool = statements.filter((statement) => statement.pool === pool)
    if (of_pool.length === 0) continue
    const client: pg.PoolClient = await pools[pool].connect()
    try {
      for (const { text, values } of of_pool) await client.query(text, values)
    } finally {
      client.release()
    }
  }
}

const pad = (text: string, width: number) => text.padEnd(width)
const figure = ({ per_second, p95_ms }: Figure) =>
  `${per_second.toFixed(0).padStart(6)}/s  p95 ${p95_ms.toFixed(1).padStart(7)} ms`

async function measureList(server: BenchServer, pools: Pools, call: Call, cases: readonly Case[]): Promise<void> {
  console.log(`${pad(call.name, 34)}${pad('our server', 32)}${pad('the same SQL, bare driver', 32)}ratio`)
  for (const { name, input, person = 'office' } of cases) {
    const statements = await statementsOf(server, call, person, input).catch(() => null)
    if (statements === null) {
      console.log(`${pad(name, 34)}refused: it took longer than a statement may`)
      continue
    }
    const call_ms = await measure(() => send(server, call, person, input))
    const theirs = await measure(() => replay(pools, statements))
    console.log(
      `${pad(name, 34)}${pad(figure(call_ms), 32)}${pad(figure(theirs), 32)}${(call_ms.per_second / theirs.per_second).toFixed(2)}`,
    )
  }
}

async function timed(title: string, work: () => Promise<void>): Promise<void> {
  const started_ms = performance.now()
  await work()
  console.log(`${title} in ${((performance.now() - started_ms) / 1_000).toFixed(0)} s`)
}

const lists = (process.env.BENCH_LISTS ?? 'shops,tickets').split(',')
console.log(
  `${rows.toLocaleString('en')} rows, ${callers} callers, ${measured_s} s each, ${cpus().length} cores, load ${loadavg()[0]!.toFixed(1)}`,
)
const postgres = await startThrowAway()
try {
  await timed('shops filled and indexed', () => fillShops(postgres.url, lists.includes('shops') ? rows : 10_000))
  if (lists.includes('tickets')) await timed('tickets filled', () => fillTickets(postgres.url, rows))
  const server = await startBenchServer(postgres.url)
  const pools = createPools(postgres.url)
  if (lists.includes('shops')) await measureList(server, pools, pos.list, shop_cases)
  if (lists.includes('tickets')) await measureList(server, pools, xsktTicket.list, ticket_cases)
  await pools.end()
  await endBenchServer(server)
} finally {
  await postgres.stop()
}
