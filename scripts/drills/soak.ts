/**
 * The sample at work for hours: its customers and staff are played at a steady rate, and each minute the program's memory and every table's size
 * are noted. Memory must be flat once the program is warm, and what grows must be rows of the business or be cleared away by the clock.
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
import { number } from '../prove.ts'

/** Rows that are the business itself, its log or its sums: they stay, and are moved away by month, by hand. */
const kept_for_ever =
  /^(sale_|order_|channel_request|pos_day|xskt_ticket|ticket_|stock|base_|ledger_|wallet|audit_|reward|prize_|draw_|cashback|payout|withdrawal|deposit|fund_|feed_|gateway_message|customer|unsold|won_|alarm|notification|purchase)/
/** Emptied by the clock, each at its own pace: so much may lie there meanwhile. */
const cleared = /^(command|session|sign_in_try|known_device|job|job_common|warning|bam|version|gateway_answer)/

interface Look {
  minute: number
  memory_mb: number
  rows: Map<string, number>
}

/** @returns whether memory stayed flat and nothing grew without an end */
export async function soak({ minutes, rate }: { minutes: number; rate: number }): Promise<boolean> {
  const data_dir = makeDataDir()
  const program = await startProgram({ data_dir, env: { SAMPLE_PASSWORD: 'Nhân-viên-2026', LOG_LEVEL: 'error' } })
  const looks: Look[] = []
  try {
    const players = play(program.url, data_dir, { minutes, rate })
    for (let minute = 0; minute <= minutes; minute++) {
      looks.push(await look(program.pid, data_dir, minute))
      const { memory_mb, rows } = looks.at(-1)!
      const all = [...rows.values()].reduce((sum, count) => sum + count, 0)
      console.log(`${minute} phút: ${number(memory_mb)} MB, ${number(all)} dòng`)
      if (minute < minutes) await sleep(60_000)
    }
    const played_well = (await players) === 0
    return verdict(looks) && played_well
  } finally {
    await program.stop()
    removePlace(data_dir)
  }
}

async function play(url: string, data_dir: string, { minutes, rate }: { minutes: number; rate: number }) {
  const orders = String(minutes * 60 * rate)
  const args = [join(project_dir, 'scripts', 'simulate.ts'), '--url', url, '--rate', String(rate), '--orders', orders]
  const env = { ...process.env, DATA_DIR: data_dir, SAMPLE_PASSWORD: 'Nhân-viên-2026' }
  const child = spawn(process.execPath, args, { cwd: project_dir, env, stdio: ['ignore', 'inherit', 'inherit'] })
  const [code] = (await once(child, 'exit')) as [number | null]
  return code
}

async function look(pid: number, data_dir: string, minute: number): Promise<Look> {
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

/** The second half beside the first: caches are full by then. */
function verdict(looks: readonly Look[]): boolean {
  const middle = Math.floor(looks.length / 2)
  const mean = (some: readonly Look[]) => some.reduce((sum, { memory_mb }) => sum + memory_mb, 0) / some.length
  const [before, after] = [
    mean(looks.slice(Math.floor(middle / 2), middle)),
    mean(looks.slice(-Math.max(1, middle / 2))),
  ]
  const is_flat = looks.length < 4 || after < 1.15 * before + 30
  console.log(`${is_flat ? '✓' : '✗'} bộ nhớ: ${number(before)} MB ở nửa đầu, ${number(after)} MB ở cuối`)
  const [first, last] = [looks[0]!.rows, looks.at(-1)!.rows]
  const grown = [...last]
    .map(([name, count]) => ({ name, grown: count - (first.get(name) ?? 0) }))
    .filter((one) => one.grown > 1_000)
    .toSorted((a, b) => b.grown - a.grown)
  const endless = grown.filter(({ name }) => !kept_for_ever.test(name) && !cleared.test(name))
  for (const { name, grown: rows } of grown)
    console.log(
      `  ${name}: +${number(rows)} dòng${endless.some((one) => one.name === name) ? ', không có gì dọn' : ''}`,
    )
  return is_flat && endless.length === 0
}
