// `npm run bench:restore`: what a lost machine costs. Backs up twenty million order lines while somebody writes, then restores them from BACKUP_DIR as
// it was just before PostgreSQL archived its next segment, the worst moment, and prints how long that took and how many seconds of writes are missing.
// `-- --lines 200000` for a quick run. Everything is removed afterwards.
import { spawnSync } from 'node:child_process'
import { cpSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { cpus, loadavg } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { walDir } from '#server/backup/archive.ts'
import { takeBackup } from '#server/backup/backup.ts'
import { restoreBackup } from '#server/backup/restore.ts'
import { startEmbedded } from '#server/database/embedded.ts'
import { removePlace } from '#server/database/place.ts'
import { createClient } from '#server/database/pool.ts'
import { project_dir } from '#server/program/config.ts'
import { takeLock } from '#server/program/lock.ts'
import { waitUntil } from '#server/program/process.ts'
import { makeDataDir } from '#server/testing/throw-away.ts'
import { fillSales } from './bench-sales-fill.ts'

const { values } = parseArgs({ options: { lines: { type: 'string', default: '20000000' } } })
const lines = Number(values.lines)
const count = (value: number) => value.toLocaleString('en')
const [data_dir, backup_dir, copy_dir, restored_dir] = [makeDataDir(), makeDataDir(), makeDataDir(), makeDataDir()]

let since_ms = performance.now()
/** Prints a step with the time since the one before. */
function report(title: string): void {
  console.log(`${title.padEnd(52)}${((performance.now() - since_ms) / 1_000).toFixed(1).padStart(8)} s`)
  since_ms = performance.now()
}

console.log(`${count(lines)} order lines, ${cpus().length} cores, load ${loadavg()[0]!.toFixed(1)}`)
const lock = takeLock(data_dir)
try {
  const filling = await startEmbedded({ data_dir, durable: false })
  await fillSales(filling.url, lines, () => {})
  await filling.stop()
  report('the rows are written')
  const { written_ms, copied_ms } = await backUpAndLose()
  since_ms = performance.now()
  await restoreBackup({ backup_dir: copy_dir, data_dir: restored_dir, at: null, signer: null })
  report('restored with its log, ready to be started')
  const restored_ms = await lastWrite()
  for (const proof of ['audit', 'ledger', 'stock', 'sales', 'prizes', 'rewards']) prove(proof)
  const lost = written_ms.filter((at_ms) => at_ms > restored_ms).length
  console.log(
    `the machine was lost ${((copied_ms - restored_ms) / 1_000).toFixed(1)} s after the last write that is there: ${count(lost)} of ${count(written_ms.length)} writes are missing`,
  )
} finally {
  lock.release()
  for (const dir of [data_dir, backup_dir, copy_dir, restored_dir]) removePlace(dir)
}

/** Backs up under writes, and copies `backup_dir` just before a segment arrives there. @returns when each write was acknowledged, and when it was copied */
async function backUpAndLose(): Promise<{ written_ms: number[]; copied_ms: number }> {
  const { url, stop } = await startEmbedded({ data_dir, backup_dir })
  const client = createClient(url)
  await client.connect()
  await client.query(`select set_config('session_replication_role', 'replica', false)`)
  await client.query('create table bench_write (at_ms double precision not null)')
  const written_ms: number[] = []
  let is_over = false
  const writing = (async () => {
    while (!is_over) {
      const at_ms = Date.now()
      await client.query('insert into bench_write values ($1)', [at_ms])
      written_ms.push(at_ms)
      await sleep(20)
    }
  })()
  try {
    since_ms = performance.now()
    const { bytes } = await takeBackup({ url, external_url: null, data_dir, files_dir: null, backup_dir, keep: 1 })
    report(`backed up, ${count(Math.round(bytes / 2 ** 20))} MB packed`)
    await nextSegment()
    const first_ms = performance.now()
    await nextSegment()
    await sleep(performance.now() - first_ms - 2_000)
    const copied_ms = Date.now()
    cpSync(backup_dir, copy_dir, { recursive: true })
    return { written_ms: written_ms.filter((at_ms) => at_ms <= copied_ms), copied_ms }
  } finally {
    is_over = true
    await writing
    await client.end()
    await stop()
  }
}

async function nextSegment(): Promise<void> {
  const segments = () => readdirSync(walDir(backup_dir)).filter((name) => name.endsWith('.gz')).length
  const before = segments()
  if (!(await waitUntil(() => segments() > before, 180_000))) throw new Error('no segment was archived for 180 s')
}

async function lastWrite(): Promise<number> {
  const { url, stop } = await startEmbedded({ data_dir: restored_dir })
  const client = createClient(url)
  try {
    await client.connect()
    const { rows } = await client.query<{ at_ms: number }>('select max(at_ms) as at_ms from bench_write')
    return rows[0]!.at_ms
  } finally {
    await client.end()
    await stop()
    since_ms = performance.now()
  }
}

/** Runs a proof as `npm run restore` does; rows that were written by SQL alone have no audit log to prove. */
function prove(proof: string): void {
  const env = { ...process.env, DATA_DIR: restored_dir, DATABASE_URL: '', BACKUP_DIR: '' }
  const { status } = spawnSync(process.execPath, [join(project_dir, 'scripts', `verify-${proof}.ts`)], { env })
  report(`verify-${proof}${status === 0 ? '' : ' found differences'}`)
}
