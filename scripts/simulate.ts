// `npm run simulate -- --seed 7 --rate 20 --orders 2000`: simulates customers at the sample's tills and in its app, and the sample's staff, against
// the running program, and prints a summary. Exit code 1 when the program answered with HTTP 5xx or lost an order that it had acknowledged.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { readConfig } from '#server/program/config.ts'
import { isLocked } from '#server/program/lock.ts'
import { sample_password_file } from '#server/program/prepare.ts'
import { numberText } from '#contract/text/number-text.ts'
import type { RefusalHandler } from '../src/simulate/desk.ts'
import { workUntil } from '../src/simulate/staff.ts'
import { loadDevices, devicesFile } from '../src/simulate/devices.ts'
import type { ShelfTicket } from '../src/simulate/market.ts'
import { play, type Summary } from '../src/simulate/play.ts'
import { shelvesOf } from '../src/simulate/shelves.ts'
import { reachDatabase } from './reach-database.ts'

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    rate: { type: 'string', default: '20' },
    orders: { type: 'string', default: '1000' },
    speed: { type: 'string', default: '60' },
    url: { type: 'string' },
  },
})
const config = readConfig(process.env, [])
const tills = loadDevices(config.data_dir)
const numbers = { rate: Number(values.rate), orders: Number(values.orders), speed: Number(values.speed) }
const invalid = Object.entries(numbers).find(([, value]) => !(value > 0 && value <= 1e7))

/** Tickets in stock by draw; empty when the program's database cannot be reached, and then nobody buys paper tickets. */
async function shelves(): Promise<Map<string, ShelfTicket[]>> {
  if (!config.database_url && !isLocked(config.data_dir)) return new Map()
  const { url, leave } = await reachDatabase(config)
  try {
    return await shelvesOf(url)
  } finally {
    await leave()
  }
}

function printSummary({
  attempted,
  accepted,
  paid,
  cancelled,
  refused,
  repeated,
  faults,
  lost,
  seconds,
  p50,
  p99,
}: Summary): void {
  const pace = numberText(attempted / seconds, 1)
  console.log(
    `\n${numberText(attempted)} yêu cầu trong ${numberText(seconds, 0)} giây (${pace} đơn/giây), p50 ${numberText(p50, 0)} ms, p99 ${numberText(p99, 0)} ms`,
  )
  console.log(
    `  ${numberText(accepted)} đơn đã nhận: ${numberText(paid)} đã thanh toán, ${numberText(cancelled)} khách hủy`,
  )
  for (const [title, { count, message }] of [...refused].toSorted(([, one], [, other]) => other.count - one.count))
    console.log(`  ${numberText(count)} × ${title}: ${message}`)
  if (repeated > 0) console.log(`  ${numberText(repeated)} lần hỏi lại với cùng transid`)
  for (const fault of new Set(faults)) console.log(`✗ ${fault}`)
  for (const order of lost) console.log(`✗ Mất đơn ${order}`)
  const is_good = faults.length === 0 && lost.length === 0
  console.log(is_good ? '✓ Không có lỗi 5xx, không mất đơn nào đã báo nhận' : '✗ Chương trình đã lỗi hoặc mất đơn')
  if (!is_good) process.exitCode = 1
}

/** Simulates the staff until `day_over`; skipped when the sample's password cannot be read. */
async function work(url: string, day_over: AbortSignal): Promise<void> {
  const file = join(config.data_dir, sample_password_file)
  const password = config.sample_password ?? (existsSync(file) ? readFileSync(file, 'utf8').trim() : null)
  if (password === null) return console.log('Nhân viên không làm việc: hãy đặt SAMPLE_PASSWORD.')
  const refused = new Map<string, number>()
  const refuse: RefusalHandler = (title, { code, message }) => {
    const refusal = `${title}, lỗi ${code}: ${message}`
    refused.set(refusal, (refused.get(refusal) ?? 0) + 1)
  }
  const people = { keeper: 'quantri', approver: 'duyetve', clerk: 'xulydon' }
  const { slips, returned, closed, results } = await workUntil(day_over, {
    url,
    people,
    password,
    seed: values.seed,
    refuse,
  })
  console.log(
    `Nhân viên: ${numberText(slips)} phiếu hoàn (${numberText(returned)} vé), chốt ${numberText(closed)} kho, ${numberText(results)} kết quả`,
  )
  for (const [refusal, count] of refused) console.log(`  ${numberText(count)} × ${refusal}`)
}

const stop = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop.abort())

if (invalid) {
  console.error(`✗ --${invalid[0]} phải là một số lớn hơn 0.`)
  process.exitCode = 1
} else if (!tills) {
  console.error(
    `✗ Không có ${devicesFile(config.data_dir)}: hãy chạy npm start với dữ liệu mẫu trước, hoặc đặt DATA_DIR.`,
  )
  process.exitCode = 1
} else {
  const url = values.url ?? `http://127.0.0.1:${config.port}`
  console.log(
    `${numberText(numbers.orders)} đơn, ${numbers.rate} đơn/giây, hạt giống ${values.seed}, ${tills.all_pos.length} máy bán → ${url}`,
  )
  const day_over = new AbortController()
  try {
    const staff = work(url, day_over.signal)
    const customers = await play({
      url,
      devices: tills,
      shelves: await shelves(),
      seed: values.seed,
      ...numbers,
      say: console.log,
      signal: stop.signal,
    }).finally(() => day_over.abort())
    printSummary(customers)
    await staff
  } catch (error) {
    console.error(`✗ ${error instanceof Error ? error.message : String(error)}`)
    process.exitCode = 1
  }
}
// The IPC channel to the launcher keeps the process alive.
if (process.connected) process.disconnect()
