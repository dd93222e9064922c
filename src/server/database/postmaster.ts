// One running PostgreSQL: started as our child in a process group of its own, so that Ctrl+C in the terminal reaches only us and
// we can finish what is under way before we stop it.
import { type ChildProcess, spawnSync } from 'node:child_process'
import { closeSync, fstatSync, openSync, readFileSync, readdirSync, readlinkSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { preloadEnv } from '#server/program/preload.ts'
import { spawnGuarded } from '#server/program/guard.mjs'
import { identityOf, signal, waitUntil } from '#server/program/process.ts'
import { type Place, socketsOf } from './place.ts'

export type Postmaster = {
  pid: number
  /** resolves when it has ended, for whatever reason, and has been reaped */
  ended: Promise<void>
  stop(): Promise<void>
}

/** PostgreSQL writes here, line by line: pid, directory, start time, port, folder of the socket, …, and in the eighth whether it is ready. */
const pidFile = (cluster: string) => join(cluster, 'postmaster.pid')

// The user's own PG* variables and language must not reach it: its messages are read by us.
export const postgres_env = { PATH: process.env.PATH ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC', ...preloadEnv() }

/** Recovery after a crash reads the write-ahead log again, which may take a while on a slow disk; that of a backup reads days of it. */
const max_recovery_ms = { crash: 10 * 60_000, backup: 24 * 60 * 60_000 }

export class PostmasterError extends Error {}

/** Starts PostgreSQL on an existing cluster, and waits until it accepts connections. @throws PostmasterError when it does not */
export async function startPostmaster(place: Place, settings: Record<string, string | number>): Promise<Postmaster> {
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  // Its log is a file that it holds open itself: a pipe to us would break when we are killed, and its own collector process
  // would outlive it.
  const log = openSync(place.log, 'a', 0o600)
  const said_before = fstatSync(log).size
  // PostgreSQL is stopped, too, when we are gone without having done so.
  const { child, dismiss } = spawnGuarded('process', 'INT', [place.postgres, '-D', place.cluster, ...flags], {
    ...place.account,
    cwd: '/',
    env: postgres_env,
    detached: true,
    stdio: ['ignore', 'ignore', log],
  })
  closeSync(log)
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()).once('error', () => resolve()))
  const ended = exited.then(dismiss)
  const isReady = () => {
    const [pid, , , , , , , status] = readPidFile(place.cluster)
    return Number(pid) === child.pid && status?.trim() === 'ready'
  }
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null || child.pid === undefined
  const max_wait_ms = max_recovery_ms[settings.restore_command === undefined ? 'crash' : 'backup']
  await waitUntil(() => isReady() || hasEnded(), max_wait_ms)
  if (!isReady() || hasEnded()) {
    child.kill('SIGQUIT')
    await ended
    throw new PostmasterError(readFileSync(place.log).subarray(said_before).toString())
  }
  return { pid: child.pid!, ended, stop: () => stopChild(child, ended) }
}

/** 'Fast' first: transactions are rolled back and everything is written. Each next step is for a server that does not answer. */
const stop_steps = [
  ['SIGINT', 30_000],
  ['SIGQUIT', 10_000],
  ['SIGKILL', 5_000],
] as const

async function stopChild(child: ChildProcess, ended: Promise<void>): Promise<void> {
  for (const [name, max_wait_ms] of stop_steps) {
    if (child.exitCode !== null || child.signalCode !== null) break
    child.kill(name)
    await Promise.race([ended, sleep(max_wait_ms, undefined, { ref: false })])
  }
  await ended
}

/** Cleans up after an earlier run: stops a PostgreSQL that is still running, and removes the pid file of one that is not. */
export async function clearLeftovers(cluster: string, say: (line: string) => void): Promise<void> {
  const pid = Number(readPidFile(cluster)[0])
  if (pid > 0 && identityOf(pid) && belongsTo(pid, cluster)) {
    say(`Dừng PostgreSQL còn lại của lần chạy trước (pid ${pid})`)
    await stopStranger(pid)
  }
  rmSync(pidFile(cluster), { force: true })
  // The lock of a socket names a process too, whose number may be another's by now.
  rmSync(socketsOf(cluster), { recursive: true, force: true })
  // Its children end by themselves within moments, unless they are deep in a computation. Until the last one has gone, its
  // shared memory is in use and a new PostgreSQL refuses to start.
  if (await waitUntil(() => membersOf(cluster).length === 0, 5_000)) return
  for (const member of membersOf(cluster)) signal(member, 'SIGKILL')
  await waitUntil(() => membersOf(cluster).length === 0, 5_000)
}

async function stopStranger(pid: number): Promise<void> {
  const identity = identityOf(pid)
  for (const [name, max_wait_ms] of stop_steps) {
    signal(pid, name)
    if (await waitUntil(() => identityOf(pid) !== identity, max_wait_ms)) return
  }
}

/** A pid file may name a process that has nothing to do with us: the pid has been given to another since. */
function belongsTo(pid: number, cluster: string): boolean {
  if (process.platform === 'linux') return membersOf(cluster).includes(pid)
  const { stdout } = spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' })
  return (stdout ?? '').includes(cluster)
}

/** Every process of a PostgreSQL works inside its data directory. */
function membersOf(cluster: string): number[] {
  if (process.platform !== 'linux') return []
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return pids.filter((pid) => workingDirectory(pid) === cluster && readCommand(pid).includes('postgres')).map(Number)
}

function workingDirectory(pid: string): string | null {
  try {
    return readlinkSync(`/proc/${pid}/cwd`)
  } catch {
    return null
  }
}

function readCommand(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    return ''
  }
}

/** The port and sockets on which a PostgreSQL accepts connections. */
export interface Endpoint {
  /** The folder of its socket; '' where it has none and listens on the loopback address. */
  sockets: string
  port: number
}

/** The endpoint of the PostgreSQL that runs in this directory; null when none runs, or it accepts no connections yet. */
export function endpointOf(cluster: string): Endpoint | null {
  const [pid, , , port, sockets, , , status] = readPidFile(cluster)
  return status?.trim() === 'ready' && identityOf(Number(pid)) ? { sockets: sockets!.trim(), port: Number(port) } : null
}

function readPidFile(cluster: string): string[] {
  try {
    return readFileSync(pidFile(cluster), 'utf8').split('\n')
  } catch {
    return []
  }
}
