// `BENCH=import npm run bench`: time from the upload of a file with a million tickets to its slip, compared with a bare COPY of the same rows into a
// table with the same columns and key; also the memory growth of the server, and the latency of list calls during the import.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { from as copyFrom } from 'pg-copy-streams'
import { channel } from '#contract/wire.ts'
import { createClient } from '#server/database/pool.ts'
import { startThrowAway } from '#server/testing/throw-away.ts'
import { WorkbookWriter } from '#contract/sheet/workbook-writer.ts'
import type { SheetColumn } from '#contract/sheet/sheet-xml.ts'
import { pos } from '#features/partners/pos/pos.contract.ts'
import { ticketUpload, uploadStatus } from '#features/tickets/ticket-upload/ticket-upload.contract.ts'
import { fillShops } from './bench-fill.ts'
import { endBenchServer, startBenchServer, type BenchServer } from './bench-fork.ts'

const rows = Number(process.env.BENCH_ROWS ?? 1_000_000)
const shops = 100_000
const area_id = 21
const callers = 4
/** Pause of each caller between two requests, as people read what they got. */
const pause_ms = 50
const quiet_s = 10

const series_count = 20
/** The n-th ticket, ordered by series as printers list them. */
const ticket = (n: number) => [
  String(Math.floor(n % (rows / series_count))).padStart(6, '0'),
  `S${Math.floor(n / (rows / series_count))}`,
  (n % 9) + 1,
  10_000,
]

async function request<T>({ url, tokens }: BenchServer, path: string, query: object, body?: RequestInit): Promise<T> {
  const params = new URLSearchParams({ ...query, channel, transid: randomUUID() })
  const response = await fetch(`${url}${path}?${params}`, {
    ...body,
    headers: { authorization: `Bearer ${tokens.office}`, ...body?.headers },
  })
  const { error, data } = (await response.json()) as { error: { code: number; message: string }; data: T }
  if (error.code !== 0) throw new Error(`${path}: ${error.code} ${error.message}`)
  return data
}

/** 95th percentile of a list call's latency while `until` runs, in milliseconds. */
async function listLatencyDuring(server: BenchServer, running: Promise<unknown>): Promise<number> {
  const times: number[] = []
  let isOver = false
  void running.finally(() => {
    isOver = true
  })
  const caller = async () => {
    while (!isOver) {
      const started_ms = performance.now()
      await request(server, pos.list.path, { part: 'rows' })
      times.push(performance.now() - started_ms)
      await sleep(pause_ms)
    }
  }
  await Promise.all(Array.from({ length: callers }, caller))
  times.sort((a, b) => a - b)
  return times[Math.floor(times.length * 0.95)] ?? 0
}

const megabytes = ({ pid }: BenchServer['child']) =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024

/** Peak growth of the server's resident memory while `until` runs, in MB. */
async function memoryGrowthDuring({ child }: BenchServer, running: Promise<unknown>): Promise<number> {
  const memory_before = megabytes(child)
  let peak = memory_before
  const timer = setInterval(() => {
    peak = Math.max(peak, megabytes(child))
  }, 50)
  await running.finally(() => clearInterval(timer))
  return peak - memory_before
}

type Upload = { upload_id: number; status: number; reason: string | null; good_count: number }

async function waitForStatus(server: BenchServer, upload_id: number, expected: number): Promise<void> {
  for (;;) {
    const upload = await request<Upload>(server, ticketUpload.detail.path, { upload_id })
    if (upload.status === expected) return
    if (upload.status >= uploadStatus.done) throw new Error(`The upload ended with ${upload.status}: ${upload.reason}`)
    await sleep(100)
  }
}

/** Seconds per step, from the first byte sent to the slip that waits for approval. */
async function importFile(server: BenchServer, name: string, bytes: Uint8Array<ArrayBuffer>, open_date: string) {
  const started_ms = performance.now()
  const seconds = () => (performance.now() - started_ms) / 1000
  const headers = { 'content-type': 'application/octet-stream', 'x-file-name': name }
  const query = { area_id, open_date }
  const { upload_id } = await request<Upload>(server, ticketUpload.upload.path, query, {
    method: 'POST',
    body: bytes,
    headers,
  })
  const sent_s = seconds()
  await waitForStatus(server, upload_id, uploadStatus.checked)
  const checked_s = seconds()
  await request(
    server,
    ticketUpload.take.path,
    {},
    {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ upload_id, channel, transid: randomUUID() }),
    },
  )
  await waitForStatus(server, upload_id, uploadStatus.done)
  return { sent_s, checked_s: checked_s - sent_s, taken_s: seconds() - checked_s, whole_s: seconds() }
}

async function bareCopy(url: string): Promise<number> {
  const client = createClient(url)
  await client.connect()
  try {
    await client.query(`drop table if exists bare; create table bare (open_date date not null, ticket_import_id integer not null,
      number text not null, series text not null, quantity integer not null, price integer not null,
      primary key (open_date, ticket_import_id, number, series))`)
    await client.query('checkpoint')
    const started_ms = performance.now()
    await pipeline(
      Readable.from(chunks((n) => `2026-01-01\t1\t${ticket(n).join('\t')}\n`)),
      client.query(copyFrom('copy bare from stdin')),
    )
    return (performance.now() - started_ms) / 1000
  } finally {
    await client.end()
  }
}

function* chunks(line: (n: number) => string): Generator<Buffer> {
  for (let n = 0; n < rows; n += 5_000)
    yield Buffer.from(Array.from({ length: Math.min(5_000, rows - n) }, (_, index) => line(n + index)).join(''))
}

const csvFile = () =>
  Uint8Array.from(
    Buffer.concat([Buffer.from('number,series,quantity,price\n'), ...chunks((n) => `${ticket(n).join(',')}\n`)]),
  )

async function xlsxFile(): Promise<Uint8Array<ArrayBuffer>> {
  const columns: SheetColumn[] = [
    { head: 'Dãy số', format: 'text' },
    { head: 'Ký hiệu', format: 'text' },
    { head: 'Số lượng', format: 'number' },
    { head: 'Giá bán', format: 'number' },
  ]
  const book = new WorkbookWriter(columns)
  for (let n = 0; n < rows; n += 5_000)
    await book.add(Array.from({ length: Math.min(5_000, rows - n) }, (_, index) => ticket(n + index)))
  return new Uint8Array(await (await book.finish()).arrayBuffer())
}

/** Creates the station's store and `count` open draws, one for each file; returns their dates. */
async function openDraws(url: string, count: number): Promise<string[]> {
  const client = createClient(url)
  await client.connect()
  try {
    await client.query('set session_replication_role = replica')
    await client.query(`update app_user set is_admin = true where user_name = 'office'`)
    await client.query(`insert into base_store (base_id, base_code, base_name) values (1, 'B1', 'bench')`)
    await client.query(`insert into base_store_area values (${area_id}, 1)`)
    const { rows: days } = await client.query<{ open_date: string }>(`
      insert into draw_period (category, area_id, open_date, period_code, open_at, return_until, stop_at, print_at, draw_at)
        select 3, ${area_id}, current_date + n, 'bench-' || n, now(), now() + interval '1 day', now() + interval '2 days', now() + interval '2 days', now() + interval '2 days'
        from generate_series(1, ${count}) n
        on conflict (area_id, open_date) do update set open_at = excluded.open_at, return_until = excluded.return_until,
          stop_at = excluded.stop_at, print_at = excluded.print_at, draw_at = excluded.draw_at
        returning open_date`)
    return days.map(({ open_date }) => open_date)
  } finally {
    await client.end()
  }
}

console.log(
  `${rows.toLocaleString('en')} tickets in one file, ${cpus().length} cores, load ${loadavg()[0]!.toFixed(1)}`,
)
const postgres = await startThrowAway()
const data_dir = mkdtempSync(join(tmpdir(), 've-so-bench-'))
try {
  await fillShops(postgres.url, shops)
  const server = await startBenchServer(postgres.url, { DATA_DIR: data_dir })
  const [first_day, second_day] = (await openDraws(postgres.url, 2)) as [string, string]
  const files: [name: string, bytes: Uint8Array<ArrayBuffer>, day: string][] = [
    ['ve.csv', csvFile(), first_day],
    ['ve.xlsx', await xlsxFile(), second_day],
  ]
  await listLatencyDuring(server, sleep(2_000))
  const before_ms = await listLatencyDuring(server, sleep(quiet_s * 1_000))
  console.log(`a list call, ${callers} callers: p95 ${before_ms.toFixed(1)} ms`)
  for (const [name, bytes, day] of files) {
    const bare_s = await bareCopy(postgres.url)
    const running = importFile(server, name, bytes, day)
    const [import_times, meanwhile_ms, grown_mb] = await Promise.all([
      running,
      listLatencyDuring(server, running),
      memoryGrowthDuring(server, running),
    ])
    const again_s = await bareCopy(postgres.url)
    const floor_s = (bare_s + again_s) / 2
    console.log(
      `${name} (${(bytes.length / 1024 / 1024).toFixed(0)} MB): ${(rows / import_times.whole_s).toFixed(0)} rows/s in ${import_times.whole_s.toFixed(1)} s ` +
        `(sent ${import_times.sent_s.toFixed(1)}, checked ${import_times.checked_s.toFixed(1)}, taken ${import_times.taken_s.toFixed(1)}); ` +
        `bare COPY ${(rows / floor_s).toFixed(0)} rows/s in ${bare_s.toFixed(1)} and ${again_s.toFixed(1)} s; ratio ${(floor_s / import_times.whole_s).toFixed(2)}; ` +
        `memory +${grown_mb.toFixed(0)} MB; a list call meanwhile p95 ${meanwhile_ms.toFixed(1)} ms`,
    )
  }
  await endBenchServer(server)
} finally {
  await postgres.stop()
  rmSync(data_dir, { recursive: true, force: true })
}
