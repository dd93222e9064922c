// `npm run alert-drill`: triggers every alert of deploy/alerts.yml once, on its own program, database and Prometheus, and prints how many seconds
// each one took to fire. Range windows are shortened from minutes to seconds; expressions and thresholds stay the same. Needs Prometheus (Debian:
// apt-get install prometheus); DiskShort also needs root, to mount a small disk.
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { PgBoss } from 'pg-boss'
import { parse, stringify } from 'yaml'
import { channel } from '#contract/wire.ts'
import { group } from '#features/access/group/group.contract.ts'
import { signIn } from '#features/access/sign-in/sign-in.contract.ts'
import { freePort } from '#server/database/embedded.ts'
import { createClient } from '#server/database/pool.ts'
import { removePlace } from '#server/database/place.ts'
import { project_dir } from '#server/program/config.ts'
import { signal, waitUntil } from '#server/program/process.ts'
import { writeWhole } from '#server/program/write-whole.ts'
import { databaseUrl, startProgram, type RunningProgram } from '#server/testing/program.ts'
import { makeDataDir } from '#server/testing/throw-away.ts'
import { databaseProxy } from './drills/database-proxy.ts'

interface Rule {
  alert: string
  expr: string
  for?: string
}

/** Makes an alert fire; returns the function that clears its cause. */
type Provocation = () => Promise<() => unknown>

const admin_password = 'Mưa-rào-2026'
const max_wait_ms = 90_000
const is_root = process.getuid?.() === 0
const data_dir = makeDataDir()
const work_dir = mkdtempSync(join(tmpdir(), 've-so-alerts-'))
const [backup_dir, files_dir] = [makeDataDir(), join(work_dir, 'files')]
const reader_dir = makeDataDir()
/** File with the additional scrape targets of Prometheus. */
const others_path = join(work_dir, 'others.json')
const rules = (
  parse(readFileSync(join(project_dir, 'deploy', 'alerts.yml'), 'utf8')) as { groups: { rules: Rule[] }[] }
).groups
const names = rules.flatMap((rule) => rule.rules.map(({ alert }) => alert))

let program: RunningProgram
let prometheus: ChildProcess | null = null
let prometheus_url: string
let token: string
let client: pg.Client
let boss: PgBoss

async function start(): Promise<void> {
  if (spawnSync('prometheus', ['--version']).status !== 0)
    throw new Error('prometheus is not there: apt-get install prometheus')
  chmodSync(backup_dir, 0o711)
  mkdirSync(files_dir)
  if (is_root) spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=32m', 'tmpfs', files_dir])
  const [operator_port, dead_port, prometheus_port] = [await freePort(), await freePort(), await freePort()]
  program = await startProgram({
    data_dir,
    args: ['--empty'],
    env: {
      ADMIN_PASSWORD: admin_password,
      OPERATOR_PORT: String(operator_port),
      BACKUP_DIR: backup_dir,
      FILES_DIR: files_dir,
      POOL_SIZE: '2',
      LOG_LEVEL: 'silent',
      BACKUP_S3_ENDPOINT: `http://127.0.0.1:${dead_port}`,
      BACKUP_S3_BUCKET: 'drill',
      BACKUP_S3_ACCESS_KEY: 'drill',
      BACKUP_S3_SECRET_KEY: 'drill',
      TELECOM_ENDPOINT: `http://127.0.0.1:${dead_port}`,
      TELECOM_CLIENT_ID: 'drill',
      TELECOM_SECRET: 'drill',
    },
  })
  token = (
    (await call(signIn.login, { username: 'admin', password: admin_password, client: 'api' })) as { token: string }
  ).token
  client = createClient(databaseUrl(data_dir))
  await client.connect()
  boss = new PgBoss({ connectionString: databaseUrl(data_dir), schedule: false, supervise: false, max: 1 })
  boss.on('error', () => undefined)
  await boss.start()
  prometheus_url = `http://127.0.0.1:${prometheus_port}`
  const fast = rules.map((ruleGroup) => ({
    ...ruleGroup,
    interval: '1s',
    rules: ruleGroup.rules.map((rule) => ({ ...rule, expr: rule.expr.replaceAll('[5m]', '[10s]'), for: '2s' })),
  }))
  writeFileSync(join(work_dir, 'rules.yml'), stringify({ groups: fast }))
  writeFileSync(
    join(work_dir, 'prometheus.yml'),
    stringify({
      global: { scrape_interval: '1s', scrape_timeout: '1s', evaluation_interval: '1s' },
      rule_files: ['rules.yml'],
      scrape_configs: [
        {
          job_name: 've-so',
          scrape_timeout: '3s',
          scrape_interval: '3s',
          static_configs: [{ targets: [`127.0.0.1:${operator_port}`] }],
          file_sd_configs: [{ files: [others_path], refresh_interval: '1s' }],
        },
      ],
    }),
  )
  prometheus = spawn(
    'prometheus',
    [
      `--config.file=${join(work_dir, 'prometheus.yml')}`,
      `--storage.tsdb.path=${join(work_dir, 'tsdb')}`,
      `--web.listen-address=127.0.0.1:${prometheus_port}`,
      '--log.level=error',
    ],
    { stdio: ['ignore', 'inherit', 'inherit'] },
  )
  if (!(await waitUntil(async () => (await firing()) !== null, 30_000))) throw new Error('Prometheus does not answer')
}

const replicaProxy = databaseProxy(() => databaseUrl(data_dir))

/** Names of the alerts that are firing; null while Prometheus does not respond. */
async function firing(): Promise<Set<string> | null> {
  try {
    const answer = (await (await fetch(`${prometheus_url}/api/v1/alerts`)).json()) as {
      data: { alerts: { labels: { alertname: string }; state: string }[] }
    }
    return new Set(answer.data.alerts.flatMap(({ labels, state }) => (state === 'firing' ? [labels.alertname] : [])))
  } catch {
    return null
  }
}

let sent_calls = 0
async function call(route: typeof signIn.login | typeof group.list, input: object): Promise<unknown> {
  const fields = { ...input, channel, transid: `dien-tap-${++sent_calls}` }
  const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) }
  const response =
    route.method === 'GET'
      ? await fetch(`${program.url}${route.path}?${new URLSearchParams(fields as unknown as Record<string, string>)}`, {
          headers,
        })
      : await fetch(program.url + route.path, { method: route.method, headers, body: JSON.stringify(fields) })
  return ((await response.json()) as { data: unknown }).data
}

/** A table lock: calls that read the table block until the statement timeout. */
const lockTable: Provocation = async () => {
  const [holder, waiter] = [createClient(databaseUrl(data_dir)), createClient(databaseUrl(data_dir))]
  await holder.connect()
  await waiter.connect()
  await holder.query('begin; lock table user_group')
  let isOver = false
  const waiting = waiter.query('select from user_group limit 1').catch(() => undefined)
  const people = Array.from({ length: 6 }, async () => {
    while (!isOver) await call(group.list, {}).catch(() => sleep(200))
  })
  return async () => {
    isOver = true
    await holder.query('rollback')
    await Promise.all([waiting, ...people])
    await Promise.all([holder.end(), waiter.end()])
  }
}

const asOwner = async (text: string, values: unknown[] = []) => {
  await client.query(`set session_replication_role = replica`)
  await client.query(text, values)
  await client.query(`set session_replication_role = default`)
}
const proofRun = (differences: number, age: string) =>
  asOwner(
    `insert into verify_run (name, differences, compared, at) values ('stock', $1, '{}', clock_timestamp() - $2::interval)`,
    [differences, age],
  )

const stopped = (pids: () => number[]): Provocation => {
  return async () => {
    const all = pids()
    for (const pid of all) signal(pid, 'SIGSTOP')
    return () => {
      for (const pid of all) signal(pid, 'SIGCONT')
    }
  }
}

const clusterPids = () => {
  const postmaster_pid = Number(readFileSync(join(data_dir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0])
  const { stdout } = spawnSync('ps', ['-o', 'pid=', '--ppid', String(postmaster_pid)], { encoding: 'utf8' })
  return [postmaster_pid, ...stdout.split('\n').map(Number).filter(Boolean)]
}

/** Ordered so that no alert's cause hides the next one; killing the program comes last. */
const provocations: Record<string, Provocation> = {
  BackupOld: async () => async () => {
    const env = { ...process.env, DATA_DIR: data_dir, BACKUP_DIR: backup_dir, FILES_DIR: files_dir }
    spawnSync(process.execPath, [join(project_dir, 'scripts', 'backup.ts')], { env, stdio: 'ignore' })
  },
  BackupUntried: async () => {
    const path = join(backup_dir, 'test-restore.json')
    writeFileSync(path, JSON.stringify({ name: 'drill', at: new Date().toISOString(), seconds: 1, fault: 'drill' }))
    return () => rmSync(path)
  },
  // Its store has not answered since the start.
  UploadOld: async () => () => undefined,
  ProofDiffers: async () => {
    await proofRun(1, '0 s')
    return () => proofRun(0, '0 s')
  },
  ProofsOld: async () => {
    await asOwner(`delete from verify_run`)
    await proofRun(0, '31 hours')
    return () => asOwner(`delete from verify_run`)
  },
  JobGivenUp: async () => {
    await boss.send('ticket_upload.check', { upload_id: 'none' }, { retryLimit: 0, singletonKey: 'drill' })
    return () => client.query(`delete from pgboss.job where name = 'given-up'`)
  },
  JobsWait: async () => {
    const holder = createClient(databaseUrl(data_dir))
    await holder.connect()
    await holder.query('begin; lock table ticket_upload')
    const queued = Array.from({ length: 1_200 }, (_, n) => ({ data: { upload_id: 1 }, singletonKey: `drill-${n}` }))
    await boss.insert('ticket_upload.check', queued)
    return async () => {
      await client.query(`delete from pgboss.job where name = 'ticket_upload.check'`)
      await holder.query('rollback')
      await holder.end()
    }
  },
  GatewayAway: async () => {
    for (let n = 0; n < 14; n++) await boss.send('fund.sync_now', {}, { singletonKey: `drill-${n}`, retryLimit: 0 })
    return () => client.query(`delete from pgboss.job where name = 'fund.sync_now'`)
  },
  ConnectionsShort: lockTable,
  CallsSlow: lockTable,
  CallsFail: lockTable,
  LocksWait: lockTable,
  EventLoopBlocked: async () => {
    let isOver = false
    const pausing = (async () => {
      while (!isOver) {
        signal(program.pid, 'SIGSTOP')
        await sleep(700)
        signal(program.pid, 'SIGCONT')
        await sleep(300)
      }
    })()
    return async () => {
      isOver = true
      await pausing
    }
  },
  ReplicaUnread: async () => {
    await replicaProxy.open()
    const operator_port = await freePort()
    // The program above uses the embedded database, which cannot have a replica; this one uses it as an external database.
    const env = { DATABASE_URL: databaseUrl(data_dir), READ_DATABASE_URL: replicaProxy.url(), LOG_LEVEL: 'silent' }
    const reader = await startProgram({ data_dir: reader_dir, env: { ...env, OPERATOR_PORT: String(operator_port) } })
    writeWhole(others_path, JSON.stringify([{ targets: [`127.0.0.1:${operator_port}`] }]))
    replicaProxy.close()
    return async () => {
      writeWhole(others_path, '[]')
      await reader.stop()
    }
  },
  DatabaseAway: stopped(clusterPids),
  DiskShort: async () => {
    const path = join(files_dir, 'full')
    writeFileSync(path, Buffer.alloc(30 * 2 ** 20))
    return () => rmSync(path)
  },
  ProgramDown: async () => {
    await program.kill9()
    return () => undefined
  },
}

async function drill(): Promise<string[]> {
  const failed: string[] = []
  const missing = names.filter((name) => !(name in provocations))
  for (const name of missing) console.log(`✗ ${name}: nothing provokes it`)
  for (const [name, provoke] of Object.entries(provocations)) {
    if (name === 'DiskShort' && !is_root) {
      console.log(`- ${name}: not tried without root`)
      continue
    }
    const clear = await provoke()
    const started_ms = performance.now()
    const fired = await waitUntil(async () => (await firing())?.has(name) ?? false, max_wait_ms)
    const seconds = ((performance.now() - started_ms) / 1_000).toFixed(1)
    await clear()
    console.log(fired ? `✓ ${name}: fired after ${seconds} s` : `✗ ${name}: did not fire in ${seconds} s`)
    if (!fired) failed.push(name)
  }
  return [...missing, ...failed]
}

async function main(): Promise<void> {
  try {
    await start()
    const failed = await drill()
    if (failed.length > 0) process.exitCode = 1
    console.log(`${names.length - failed.length} of ${names.length} alerts fired`)
  } catch (error) {
    console.error(error)
    process.exitCode = 1
  } finally {
    prometheus?.kill('SIGKILL')
    replicaProxy.close()
    await boss?.stop({ graceful: false }).catch(() => undefined)
    await client?.end().catch(() => undefined)
    await program?.kill9().catch(() => undefined)
    if (is_root) spawnSync('umount', [files_dir])
    for (const dir of [data_dir, backup_dir, reader_dir]) removePlace(dir)
    rmSync(work_dir, { recursive: true, force: true })
  }
}

await main()
if (process.connected) process.disconnect()
