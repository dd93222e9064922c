/**
 * Simulates customers and staff of the sample, whose limits are raised, at a steady rate for hours, and records the program's memory and every table's
 * row count each minute.
 * After the warm-up memory must be flat, and only business records and tables that a cron job clears may grow.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createClient } from '#server/database/pool.ts'
import { removePlace } from '#server/database/place.ts'
import { project_dir } from '#server/program/config.ts'
import { databaseUrl, startProgram } from '#server/testing/program.ts'
import { makeDataDir } from '#server/testing/throw-away.ts'
import { numberText } from '#contract/text/number-text.ts'
import { loadDevices } from '../../src/simulate/devices.ts'
import { shelvesOf } from '../../src/simulate/shelves.ts'
import { prepareBusiness } from '../prepared-business.ts'

/** Tables of business records, their log and their sums: rows are kept, and archived by month by an operator. */
const kept_for_ever =
  /^(sale_|order_|channel_request|pos_day|xskt_ticket|ticket_|stock|base_|ledger_|wallet|audit_|reward|prize_|draw_|cashback|payout|withdrawal|deposit|fund_|feed_|gateway_message|customer|unsold|won_|alarm|notification|purchase)/
/** Tables that cron jobs clear at their own intervals, so they may grow in between. */
const cleared = /^(command|session|sign_in_try|known_device|job|job_common|warning|bam|version|gateway_answer)/

const password = 'Nhân-viên-2026'

interface Sample {
  minute: number
  memory_mb: number
  rows: Map<string, number>
}

/** @returns whether memory stayed flat and no table grew without bound */
export async function soak({ minutes, rate }: { minutes: number; rate: number }): Promise<boolean> {
  const data_dir = makeDataDir()
  const env = { ADMIN_PASSWORD: password, SAMPLE_PASSWORD: password, LOG_LEVEL: 'error' }
  const program = await startProgram({ data_dir, env })
  const samples: Sample[] = []
  try {
    const shelves = await shelvesOf(databaseUrl(data_dir))
    await prepareBusiness({ url: program.url, password, sample: loadDevices(data_dir)!, shelves })
    const players = play(program.url, data_dir, { minutes, rate })
    for (let minute = 0; minute <= minutes; minute++) {
      samples.push(await takeSample(program.pid, data_dir, minute))
      const { memory_mb, rows } = samples.at(-1)!
      const all = [...rows.values()].reduce((sum, count) => sum + count, 0)
      console.log(`${minute} phút: ${numberText(memory_mb, 1)} MB, ${numberText(all)} dòng`)
      if (minute < minutes) await sleep(60_000)
    }
    const played_well = (await players) === 0
    return verdict(samples) && played_well
  } finally {
    await program.stop()
    removePlace(data_dir)
  }
}

async function play(url: string, data_dir: string, { minutes, rate }: { minutes: number; rate: number }) {
  const orders = String(minutes * 60 * rate)
  const args = [join(project_dir, 'scripts', 'simulate.ts'), '--url', url, '--rate', String(rate), '--orders', orders]
  const env = { ...process.env, DATA_DIR: data_dir, SAMPLE_PASSWORD: password }
  const child = spawn(process.execPath, args, { cwd: project_dir, env, stdio: ['ignore', 'inherit', 'inherit'] })
  const [code] = (await once(child, 'exit')) as [number | null]
  return code
}

async function takeSample(pid: number, data_dir: string, minute: number): Promise<Sample> {
  const memory_mb = Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1_024
  const client = createClient(databaseUrl(data_dir))
  await client.connect()
  try {
    const { rows } = await client.query<{ name: string; count: number }>(
      `select relname as name, n_live_tup::double precision as count from pg_stat_user_tables`,
    )
    return { minute, memory_mb, rows: new Map(rows.map(({ name, count }) => [name, count])) }
  } finally {
    await client.end()
  }
}

/** Compares memory late in the run with its second quarter, when caches are full, and lists the tables that grew. */
function verdict(samples: readonly Sample[]): boolean {
  const middle = Math.floor(samples.length / 2)
  const mean = (part: readonly Sample[]) => part.reduce((sum, { memory_mb }) => sum + memory_mb, 0) / part.length
  const [before, after] = [
    mean(samples.slice(Math.floor(middle / 2), middle)),
    mean(samples.slice(-Math.max(1, middle / 2))),
  ]
  const is_flat = samples.length < 4 || after < 1.15 * before + 30
  console.log(`${is_flat ? '✓' : '✗'} bộ nhớ: ${numberText(before, 1)} MB ở nửa đầu, ${numberText(after, 1)} MB ở cuối`)
  const [first_rows, last_rows] = [samples[0]!.rows, samples.at(-1)!.rows]
  const grown = [...last_rows]
    .map(([name, count]) => ({ name, grown: count - (first_rows.get(name) ?? 0) }))
    .filter((row) => row.grown > 1_000)
    .toSorted((a, b) => b.grown - a.grown)
  const unbounded = grown.filter(({ name }) => !kept_for_ever.test(name) && !cleared.test(name))
  for (const { name, grown: rows } of grown)
    console.log(
      `  ${name}: +${numberText(rows)} dòng${unbounded.some((table) => table.name === name) ? ', không có gì dọn' : ''}`,
    )
  return is_flat && unbounded.length === 0
}
