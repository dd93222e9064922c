// `npm run bench:day`: a business day compressed into minutes. All at once, 200 devices order, pay and cancel, fifty staff members open lists, reports
// and records as browsers do, results are keyed in and confirmed, and ticket files are imported. The sample is prepared for it, so that customers are
// refused by nothing but what they order. It raises the order rate step by step until a limit is exceeded, prints which one, and then runs the last
// rate within the limits for BENCH_MINUTES (10).
import { randomUUID } from 'node:crypto'
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Call, InputOf } from '#contract/call.ts'
import { reads_path } from '#contract/reads.ts'
import { channel } from '#contract/wire.ts'
import { removePlace } from '#server/database/place.ts'
import { clockAt, no_clock } from '#server/testing/clock.ts'
import { databaseUrl, startProgram, type RunningProgram } from '#server/testing/program.ts'
import { makeDataDir } from '#server/testing/throw-away.ts'
import { account, accountStatus } from '#features/access/account/account.contract.ts'
import { signIn } from '#features/access/sign-in/sign-in.contract.ts'
import { ownSession } from '#features/access/sign-in/own-session.contract.ts'
import { transactions } from '#features/orders/order/transaction.contract.ts'
import { pos } from '#features/partners/pos/pos.contract.ts'
import { sales } from '#features/reports/sales/sales.contract.ts'
import { xsktTicket } from '#features/tickets/xskt-ticket/xskt-ticket.contract.ts'
import { ticketUpload, uploadStatus } from '#features/tickets/ticket-upload/ticket-upload.contract.ts'
import { wallets } from '#features/wallets/wallet/wallet.contract.ts'
import { openChance } from '../src/simulate/chance.ts'
import { loadDevices, type SampleDevices } from '../src/simulate/devices.ts'
import { openDesk, type Desk } from '../src/simulate/desk.ts'
import { play, type Summary } from '../src/simulate/play.ts'
import { shelvesOf } from '../src/simulate/shelves.ts'
import { workUntil } from '../src/simulate/staff.ts'
import { prepareBusiness } from './prepared-business.ts'

const minutes = Number(process.env.BENCH_MINUTES ?? 10)
const staff_size = 50
const password = 'Ban-thu-tai-2026'
/** Rows of one imported ticket file. */
const file_rows = 5_000
const step_s = 20
const first_rate = 5
const rate_factor = 1.6
/** Limit of the p95 of staff calls and of the p99 of orders. */
const max_latency_ms = 1_000

/** Durations of the calls by kind, and the number of refused calls. */
class Times {
  readonly #times = new Map<string, number[]>()
  readonly refused = new Map<string, number>()

  async measure<T>(kind: string, work: () => Promise<T>): Promise<T> {
    const started_ms = performance.now()
    const result = await work()
    const times = this.#times.get(kind) ?? []
    times.push(performance.now() - started_ms)
    this.#times.set(kind, times)
    return result
  }

  refuse = (action: string, { code }: { code: number }) => {
    const name = `${action}, code ${code}`
    this.refused.set(name, (this.refused.get(name) ?? 0) + 1)
  }

  p95(): number {
    return percentile([...this.#times.values()].flat(), 0.95)
  }

  print(seconds: number): void {
    for (const [kind, times] of this.#times)
      line(
        kind,
        times.length / seconds,
        [0.5, 0.95, 0.99].map((part) => percentile(times, part)),
      )
  }
}

const percentile = (times: readonly number[], part: number) =>
  times.toSorted((one, other) => one - other)[Math.floor(times.length * part)] ?? 0

function line(kind: string, per_second: number, [p50, p95, p99]: readonly number[]): void {
  const ms = (value = 0) => `${value.toFixed(0).padStart(6)} ms`
  console.log(`${kind.padEnd(34)}${per_second.toFixed(1).padStart(8)}/s  p50${ms(p50)}  p95${ms(p95)}  p99${ms(p99)}`)
}

const day = (days_back: number) =>
  new Date(Date.now() - days_back * 86_400_000).toLocaleDateString('sv', { timeZone: 'Asia/Ho_Chi_Minh' })
const range = { from_date: day(6), to_date: day(0) }

const lists: readonly { call: Call; input: Record<string, unknown>; filtered: Record<string, unknown> }[] = [
  { call: transactions.list, input: range, filtered: { from_date: day(0), to_date: day(0) } },
  { call: xsktTicket.list, input: {}, filtered: { number: '59' } },
  { call: pos.list, input: {}, filtered: { keyword: 'vé số', sort: 'pos_name' } },
  { call: wallets.list, input: {}, filtered: { keyword: '849' } },
  { call: account.list, input: {}, filtered: { status: accountStatus.active } },
]

/** The batch endpoint that answers several reads in one request, as far as a request needs it described. */
const counts = { name: reads_path, title: 'Các số đếm', method: 'POST', path: reads_path, within: null } as Call
const menu_counts = lists.map(({ call, input }) => ({ call: call.name, input: { ...input, part: 'totals' } }))

/** The requests of a browser that opens a list, its second page and a filter, with reading time in between. */
async function browseList(desk: Desk, times: Times, chance: () => number): Promise<void> {
  const { call, input, filtered } = lists[Math.floor(chance() * lists.length)]!
  const read = (kind: string, input_part: Record<string, unknown>) =>
    times.measure(kind, () => desk(call, { page_size: 50, ...input_part } as InputOf<typeof call>))
  await times.measure('rights', () => desk(ownSession.roles, {}))
  await Promise.all([
    read('rows of a list', { ...input, part: 'rows' }),
    read('totals of a list', { ...input, part: 'totals' }),
    times.measure('counts of the menu', () => desk(counts, { reads: menu_counts } as InputOf<Call>)),
  ])
  await sleep(2_000 + chance() * 3_000)
  await read('its second page', { ...input, part: 'rows', page_index: 2 })
  await sleep(2_000 + chance() * 3_000)
  await read('a filter', { ...input, ...filtered, part: 'rows' })
  await sleep(1_000 + chance() * 3_000)
  if (chance() < 0.25)
    await times.measure('a report of a month', () =>
      desk(sales.xskt, { from_date: day(29), to_date: day(0) } as InputOf<typeof sales.xskt>),
    )
}

async function browseUntil(end: AbortSignal, url: string, person: number, times: Times): Promise<void> {
  const desk = await openDesk(url, 'admin', password, times.refuse)
  const chance = openChance(`person ${person}`)
  const random = () => chance.next()
  await sleep(random() * 4_000)
  while (!end.aborted) await browseList(desk, times, random)
}

interface Upload {
  upload_id: number
  status: number
}

/** Uploads one ticket file a minute and measures from the first byte until it has been checked. */
async function importUntil(end: AbortSignal, url: string, shelves: readonly string[], times: Times): Promise<void> {
  const desk = await openDesk(url, 'admin', password, times.refuse)
  const answer = await desk(signIn.login, { username: 'admin', password, client: 'api' })
  const headers = {
    authorization: `Bearer ${answer!.token}`,
    'content-type': 'application/octet-stream',
    'x-file-name': 've.csv',
  }
  for (let file = 0; !end.aborted; file++) {
    const [area_id, open_date] = shelves[file % shelves.length]!.split(' ') as [string, string]
    const query = new URLSearchParams({ area_id, open_date, channel, transid: randomUUID() })
    const lines = Array.from({ length: file_rows }, (_, n) => `${String(n).padStart(6, '0')},F${file},1,10000`)
    await times.measure(`a file of ${file_rows.toLocaleString('en')} tickets`, async () => {
      const body = `number,series,quantity,price\n${lines.join('\n')}\n`
      const response = await fetch(`${url}${ticketUpload.upload.path}?${query}`, { method: 'POST', headers, body })
      const { error, data } = (await response.json()) as { error: { code: number }; data: Upload }
      if (error.code !== 0) return times.refuse(ticketUpload.upload.title, error)
      let upload: Upload | null = data
      while (upload && upload.status < uploadStatus.checked && !end.aborted) {
        await sleep(200)
        upload = await desk(ticketUpload.detail, { upload_id: data.upload_id })
      }
    })
    await sleep(60_000, undefined, { signal: end }).catch(() => {})
  }
}

interface Day {
  orders: Summary
  times: Times
  seconds: number
  /** CPU cores in use: CPU seconds per second of the program, of its PostgreSQL, and of this process with its callers. */
  program: number
  postgres: number
  callers: number
  /** Peak resident memory of the program, in MB. */
  memory: number
}

interface Place {
  program: RunningProgram
  data_dir: string
  devices: SampleDevices
}

/** Runs one step at `rate` orders per second; the staff is the same in every step. */
async function runStep({ program, data_dir, devices }: Place, rate: number, seconds: number): Promise<Day> {
  const { url, pid } = program
  const times = new Times()
  const end = new AbortController()
  const shelves = await shelvesOf(databaseUrl(data_dir))
  const postgres_pid = Number(readFileSync(join(data_dir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0])
  const cpu = () => [cpuOf(pid), cpuWithChildren(postgres_pid), cpuOf(process.pid)] as const
  const [cpu_before, started_ms] = [cpu(), performance.now()]
  const people = { keeper: 'quantri', approver: 'duyetve', clerk: 'xulydon' }
  const office = Promise.all([
    ...Array.from({ length: staff_size }, (_, person) => browseUntil(end.signal, url, person, times)),
    importUntil(end.signal, url, [...shelves.keys()], times),
    workUntil(end.signal, { url, people, password, seed: `day ${rate}`, refuse: times.refuse }),
  ])
  // A failure is rethrown by the await below; this only prevents an unhandled rejection before it.
  office.catch(() => {})
  let measured: Pick<Day, 'seconds' | 'program' | 'postgres' | 'callers'> | undefined
  const measure = () => {
    const took_s = (performance.now() - started_ms) / 1_000
    const [program_cores, postgres, callers] = cpu().map((spent, n) => (spent - cpu_before[n]!) / took_s) as [
      number,
      number,
      number,
    ]
    measured = { seconds: took_s, program: program_cores, postgres, callers }
    end.abort()
  }
  const orders = await play({
    url,
    devices,
    shelves,
    seed: `day ${rate}`,
    rate,
    orders: Math.ceil(rate * seconds),
    speed: 600,
    say: () => {},
    served: measure,
  }).finally(() => end.abort())
  await office
  const memory = Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024
  return { orders, times, ...measured!, memory }
}

const ticks_a_second = 100

function statOf(pid: number | string): number[] {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  return stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number)
}

/** CPU seconds of a process; fields 11 and 12 are its user and system ticks. */
function cpuOf(pid: number | string): number {
  const stat = statOf(pid)
  return (stat[11]! + stat[12]!) / ticks_a_second
}

/** CPU seconds of a process and its children, including the children that have exited. */
function cpuWithChildren(parent: number): number {
  const stat = statOf(parent)
  const ended = (stat[13]! + stat[14]!) / ticks_a_second
  const children = readFileSync(`/proc/${parent}/task/${parent}/children`, 'utf8').trim().split(' ').filter(Boolean)
  return cpuOf(parent) + ended + children.reduce((sum, pid) => sum + cpuOfLiving(pid), 0)
}

function cpuOfLiving(pid: string): number {
  try {
    return cpuOf(pid)
  } catch {
    // The process exited after the children were listed.
    return 0
  }
}

/** The first limit that was exceeded at this rate; null when none was. */
function exceededLimit(rate: number, { orders, times }: Day): string | null {
  const done = orders.attempted / orders.seconds
  if (orders.faults.length > 0) return `an answer of 500 or above: ${orders.faults[0]}`
  if (orders.lost.length > 0) return `an order that was acknowledged is not there`
  const busy = [...orders.refused.keys(), ...times.refused.keys()].find((refusal) => /\b(4|999)$/.test(refusal))
  if (busy) return `somebody was told to come back later (${busy})`
  if (times.p95() > max_latency_ms)
    return `one of twenty calls of the staff takes over a second (p95 ${times.p95().toFixed(0)} ms)`
  if (orders.p99 > max_latency_ms)
    return `one of a hundred orders takes over a second (p99 ${orders.p99.toFixed(0)} ms)`
  if (orders.without_goods > orders.attempted / 100) return `${orders.without_goods} customers find nothing to buy`
  return done < rate * 0.85 ? `only ${done.toFixed(1)} of ${rate.toFixed(1)} orders a second are made` : null
}

const busyOf = ({ program, postgres, callers }: Day) =>
  `of ${cpus().length} cores the program takes ${program.toFixed(2)}, PostgreSQL ${postgres.toFixed(2)}, the callers ${callers.toFixed(2)}`

function print(step: Day): void {
  const { orders, times, seconds, memory } = step
  line('orders made', orders.attempted / orders.seconds, [orders.p50, orders.p95, orders.p99])
  times.print(seconds)
  console.log(
    `${orders.accepted} orders acknowledged, ${orders.paid} paid, ${orders.cancelled} cancelled, ${orders.lost.length} lost`,
  )
  for (const [action, { count, message }] of orders.refused) console.log(`${count} × refused: ${action} (${message})`)
  for (const [refusal, count] of times.refused) console.log(`${count} × refused: ${refusal}`)
  console.log(`${busyOf(step)}; the program's memory ${memory.toFixed(0)} MB`)
}

// All products are on sale at nine on a weekday morning, so bench and program run with that clock when the clock library can be built.
if (no_clock === null && process.env.CLOCK_AHEAD === undefined) {
  const env = { ...process.env, ...clockAt('2026-11-24 09:00') }
  process.exit(spawnSync(process.execPath, process.argv.slice(1), { env, stdio: 'inherit' }).status ?? 1)
}

console.log(`${staff_size} people of the staff, ${cpus().length} cores, ${(totalmem() / 2 ** 30).toFixed(0)} GB`)
const data_dir = makeDataDir()
try {
  const env = {
    ADMIN_PASSWORD: password,
    SAMPLE_PASSWORD: password,
    LOG_LEVEL: 'error',
    SESSION_MOST: '1000',
  }
  const program = await startProgram({ data_dir, env: { ...env, CALLS_PER_MINUTE: '1000000' } })
  try {
    const shelves = await shelvesOf(databaseUrl(data_dir))
    const devices = await prepareBusiness({ url: program.url, password, sample: loadDevices(data_dir)!, shelves })
    const place = { program, data_dir, devices }
    console.log(`${devices.all_pos.length} devices order`)
    let sustained_rate = 0
    for (let rate = first_rate; ; rate *= rate_factor) {
      const step = await runStep(place, rate, step_s)
      const exceeded = exceededLimit(rate, step)
      console.log(
        `${rate.toFixed(1).padStart(6)} orders a second: ${exceeded === null ? 'holds' : `gives way, ${exceeded}`}; ${busyOf(step)}`,
      )
      if (exceeded !== null) break
      sustained_rate = rate
    }
    if (sustained_rate > 0) {
      console.log(`\n${minutes} minutes at ${sustained_rate.toFixed(1)} orders a second`)
      print(await runStep(place, sustained_rate, minutes * 60))
    } else print(await runStep(place, first_rate / 2, step_s))
  } finally {
    await program.stop()
  }
} finally {
  removePlace(data_dir)
}
