// `npm run bench:day`: a day on this machine, pressed into minutes. Tills of the sample order, pay and cancel, fifty people of the staff look at
// their lists, reports and records as browsers do, results are keyed in and confirmed, and files of tickets come in, all at once. It first raises the
// orders step by step until something gives way, says what, and then keeps the last pace that held for BENCH_MINUTES (10).
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
import { transactions } from '#features/orders/order/transaction.contract.ts'
import { pos } from '#features/partners/pos/pos.contract.ts'
import { sales } from '#features/reports/sales/sales.contract.ts'
import { xsktTicket } from '#features/tickets/xskt-ticket/xskt-ticket.contract.ts'
import { ticketUpload, uploadStatus } from '#features/tickets/ticket-upload/ticket-upload.contract.ts'
import { wallets } from '#features/wallets/wallet/wallet.contract.ts'
import { openChance } from '../src/simulate/chance.ts'
import { loadDevices } from '../src/simulate/devices.ts'
import { openDesk, type Desk } from '../src/simulate/desk.ts'
import { play, type Summary } from '../src/simulate/play.ts'
import { shelvesOf } from '../src/simulate/shelves.ts'
import { workUntil } from '../src/simulate/staff.ts'

const minutes = Number(process.env.BENCH_MINUTES ?? 10)
const staff_size = 50
const password = 'Ban-thu-tai-2026'
/** Of one file that comes in. */
const file_rows = 5_000
const step_s = 20
const first_rate = 5
const faster = 1.6
/** Beyond this nobody would say that it works. */
const most_p95_ms = 1_000

/** How long calls of each kind took, and what was refused. */
class Times {
  readonly #times = new Map<string, number[]>()
  readonly refused = new Map<string, number>()

  async of<T>(kind: string, work: () => Promise<T>): Promise<T> {
    const since = performance.now()
    const result = await work()
    const times = this.#times.get(kind) ?? []
    times.push(performance.now() - since)
    this.#times.set(kind, times)
    return result
  }

  refuse = (what: string, { code }: { code: number }) => {
    const name = `${what}, code ${code}`
    this.refused.set(name, (this.refused.get(name) ?? 0) + 1)
  }

  p95(): number {
    return at([...this.#times.values()].flat(), 0.95)
  }

  print(seconds: number): void {
    for (const [kind, times] of this.#times)
      line(
        kind,
        times.length / seconds,
        [0.5, 0.95, 0.99].map((part) => at(times, part)),
      )
  }
}

const at = (times: readonly number[], part: number) =>
  times.toSorted((one, other) => one - other)[Math.floor(times.length * part)] ?? 0

function line(kind: string, per_second: number, [p50, p95, p99]: readonly number[]): void {
  const ms = (value = 0) => `${value.toFixed(0).padStart(6)} ms`
  console.log(`${kind.padEnd(34)}${per_second.toFixed(1).padStart(8)}/s  p50${ms(p50)}  p95${ms(p95)}  p99${ms(p99)}`)
}

const day = (before: number) =>
  new Date(Date.now() - before * 86_400_000).toLocaleDateString('sv', { timeZone: 'Asia/Ho_Chi_Minh' })
const range = { from_date: day(6), to_date: day(0) }

const lists: readonly { call: Call; input: Record<string, unknown>; narrowed: Record<string, unknown> }[] = [
  { call: transactions.list, input: range, narrowed: { from_date: day(0), to_date: day(0) } },
  { call: xsktTicket.list, input: {}, narrowed: { number: '59' } },
  { call: pos.list, input: {}, narrowed: { keyword: 'vé số', sort: 'pos_name' } },
  { call: wallets.list, input: {}, narrowed: { keyword: '849' } },
  { call: account.list, input: {}, narrowed: { status: accountStatus.active } },
]

/** As much of a call as sending needs: several reads in one request. */
const counts = { name: reads_path, title: 'Các số đếm', method: 'POST', path: reads_path } as Call
const waiting = lists.map(({ call, input }) => ({ call: call.name, input: { ...input, part: 'totals' } }))

/** What a browser asks for when a list is opened, then its second page, then a filter; somebody reads between them. */
async function look(desk: Desk, times: Times, chance: () => number): Promise<void> {
  const { call, input, narrowed } = lists[Math.floor(chance() * lists.length)]!
  const read = (kind: string, given: Record<string, unknown>) =>
    times.of(kind, () => desk(call, { page_size: 50, ...given } as InputOf<typeof call>))
  await times.of('rights', () => desk(signIn.roles, {}))
  await Promise.all([
    read('rows of a list', { ...input, part: 'rows' }),
    read('totals of a list', { ...input, part: 'totals' }),
    times.of('counts of the menu', () => desk(counts, { reads: waiting } as InputOf<Call>)),
  ])
  await sleep(2_000 + chance() * 3_000)
  await read('its second page', { ...input, part: 'rows', page_index: 2 })
  await sleep(2_000 + chance() * 3_000)
  await read('a filter', { ...input, ...narrowed, part: 'rows' })
  await sleep(1_000 + chance() * 3_000)
  if (chance() < 0.25)
    await times.of('a report of a month', () =>
      desk(sales.xskt, { from_date: day(29), to_date: day(0) } as InputOf<typeof sales.xskt>),
    )
}

async function lookUntil(over: AbortSignal, url: string, person: number, times: Times): Promise<void> {
  const desk = await openDesk(url, 'admin', password, times.refuse)
  const chance = openChance(`person ${person}`)
  const next = () => chance.next()
  await sleep(next() * 4_000)
  while (!over.aborted) await look(desk, times, next)
}

interface Upload {
  upload_id: number
  status: number
}

/** A file of tickets a minute, from its first byte until it is checked. */
async function importUntil(over: AbortSignal, url: string, shelves: readonly string[], times: Times): Promise<void> {
  const desk = await openDesk(url, 'admin', password, times.refuse)
  const answer = await desk(signIn.login, { username: 'admin', password, client: 'api' })
  const headers = {
    authorization: `Bearer ${answer!.token}`,
    'content-type': 'application/octet-stream',
    'x-file-name': 've.csv',
  }
  for (let file = 0; !over.aborted; file++) {
    const [area_id, open_date] = shelves[file % shelves.length]!.split(' ') as [string, string]
    const query = new URLSearchParams({ area_id, open_date, channel, transid: randomUUID() })
    const lines = Array.from({ length: file_rows }, (_, n) => `${String(n).padStart(6, '0')},F${file},1,10000`)
    await times.of(`a file of ${file_rows.toLocaleString('en')} tickets`, async () => {
      const body = `number,series,quantity,price\n${lines.join('\n')}\n`
      const response = await fetch(`${url}${ticketUpload.upload.path}?${query}`, { method: 'POST', headers, body })
      const { error, data } = (await response.json()) as { error: { code: number }; data: Upload }
      if (error.code !== 0) return times.refuse(ticketUpload.upload.title, error)
      let upload: Upload | null = data
      while (upload && upload.status < uploadStatus.checked && !over.aborted) {
        await sleep(200)
        upload = await desk(ticketUpload.detail, { upload_id: data.upload_id })
      }
    })
    await sleep(60_000, undefined, { signal: over }).catch(() => {})
  }
}

interface Day {
  orders: Summary
  times: Times
  seconds: number
  /** Seconds of processor time per second, of the program and of its PostgreSQL. */
  program: number
  postgres: number
  /** The most memory that the program had, in MB. */
  memory: number
}

/** One stretch of the day with so many orders a second; the staff is the same in each. */
async function live(program: RunningProgram, data_dir: string, rate: number, seconds: number): Promise<Day> {
  const { url, pid } = program
  const times = new Times()
  const over = new AbortController()
  const shelves = await shelvesOf(databaseUrl(data_dir))
  const postgres_pid = Number(readFileSync(join(data_dir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0])
  const [own_before, postgres_before, since] = [cpuOf(pid), cpuBelow(postgres_pid), performance.now()]
  const people = { keeper: 'quantri', approver: 'duyetve', clerk: 'xulydon' }
  const office = Promise.all([
    ...Array.from({ length: staff_size }, (_, person) => lookUntil(over.signal, url, person, times)),
    importUntil(over.signal, url, [...shelves.keys()], times),
    workUntil(over.signal, { url, people, password, seed: `day ${rate}`, refuse: times.refuse }),
  ])
  // Somebody whose call fails is a fault of the bench, and told at its end.
  office.catch(() => {})
  const orders = await play({
    url,
    kept: loadDevices(data_dir)!,
    shelves,
    seed: `day ${rate}`,
    rate,
    orders: Math.ceil(rate * seconds),
    speed: 600,
    say: () => {},
  }).finally(() => over.abort())
  const took = (performance.now() - since) / 1_000
  const [own, postgres] = [cpuOf(pid) - own_before, cpuBelow(postgres_pid) - postgres_before]
  await office
  const memory = Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024
  return { orders, times, seconds: took, program: own / took, postgres: postgres / took, memory }
}

const ticks_a_second = 100

function statOf(pid: number | string): number[] {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  return stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number)
}

/** Seconds of processor time that a process has taken; what stands at 11 and 12 are its ticks as a user and in the kernel. */
function cpuOf(pid: number | string): number {
  const stat = statOf(pid)
  return (stat[11]! + stat[12]!) / ticks_a_second
}

/** With that of its children, also of those that have ended. */
function cpuBelow(parent: number): number {
  const own = statOf(parent)
  const ended = (own[13]! + own[14]!) / ticks_a_second
  const children = readFileSync(`/proc/${parent}/task/${parent}/children`, 'utf8').trim().split(' ').filter(Boolean)
  return cpuOf(parent) + ended + children.reduce((sum, pid) => sum + cpuOfLiving(pid), 0)
}

function cpuOfLiving(pid: string): number {
  try {
    return cpuOf(pid)
  } catch {
    // It has ended between the list and the look.
    return 0
  }
}

/** What gave way first at this pace; null when everything held. */
function breakingAt(rate: number, { orders, times }: Day): string | null {
  const done = orders.attempted / orders.seconds
  if (orders.faults.length > 0) return `an answer of 500 or above: ${orders.faults[0]}`
  if (orders.lost.length > 0) return `an order that was acknowledged is not there`
  const busy = [...orders.refused.keys(), ...times.refused.keys()].find((what) => /\b(4|999)$/.test(what))
  if (busy) return `somebody was told to come back later (${busy})`
  if (times.p95() > most_p95_ms)
    return `one of twenty calls of the staff takes over a second (p95 ${times.p95().toFixed(0)} ms)`
  if (orders.p99 > most_p95_ms) return `one of a hundred orders takes over a second (p99 ${orders.p99.toFixed(0)} ms)`
  return done < rate * 0.85 ? `${done.toFixed(1)} of ${rate.toFixed(1)} orders a second are made: the tills wait` : null
}

function print({ orders, times, seconds, program, postgres, memory }: Day): void {
  line('orders made', orders.attempted / orders.seconds, [orders.p50, orders.p95, orders.p99])
  times.print(seconds)
  console.log(
    `${orders.accepted} orders acknowledged, ${orders.paid} paid, ${orders.cancelled} cancelled, ${orders.lost.length} lost`,
  )
  for (const [what, { count, message }] of orders.refused) console.log(`${count} × refused: ${what} (${message})`)
  for (const [what, count] of times.refused) console.log(`${count} × refused: ${what}`)
  console.log(
    `of ${cpus().length} cores the program takes ${program.toFixed(2)} and PostgreSQL ${postgres.toFixed(2)}; the program's memory ${memory.toFixed(0)} MB`,
  )
}

// Everything sells at nine in the morning of a working day, so the bench and its program run by that clock where one can be built.
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
    console.log(`${loadDevices(data_dir)!.all_pos.length} tills order`)
    let held = 0
    for (let rate = first_rate; ; rate *= faster) {
      const step = await live(program, data_dir, rate, step_s)
      const broken = breakingAt(rate, step)
      console.log(
        `${rate.toFixed(1).padStart(6)} orders a second: ${broken === null ? 'holds' : `gives way, ${broken}`}`,
      )
      if (broken !== null) break
      held = rate
    }
    if (held > 0) {
      console.log(`\n${minutes} minutes at ${held.toFixed(1)} orders a second`)
      print(await live(program, data_dir, held, minutes * 60))
    } else print(await live(program, data_dir, first_rate / 2, step_s))
  } finally {
    await program.stop()
  }
} finally {
  removePlace(data_dir)
}
