// A machine for `npm run try-machines`: namespaces of its own for processes and mounts. What still runs in it can be listed, and closing it
// ends and unmounts all of it, however the trial went.
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, readdirSync, readlinkSync } from 'node:fs'
import { homedir } from 'node:os'
import { freePort } from '#server/database/embedded.ts'
import { spawnGuarded } from '#server/program/guard.mjs'
import { signal, waitUntil } from '#server/program/process.ts'

export interface User {
  name: string
  uid: number
  gid: number
  home: string
}

export interface StartOptions {
  /** the clone */
  dir: string
  command?: readonly string[]
  env?: Record<string, string>
  user?: User
}

export interface Start {
  url: string
  /** of npm, or of whatever the command is */
  pid: number
  /** what it said, without the lines that npm says for itself */
  lines(): string[]
  /** how many seconds after the start a line was said that has this text; null when none was */
  saidAt(text: string): number | null
  /** waits until it serves or has ended */
  serves(): Promise<boolean>
  /** Nothing that it started can say anything any more. */
  ended: Promise<number | null>
  /** npm itself has gone. */
  gone: Promise<unknown>
}

export interface Machine {
  start(options: StartOptions): Promise<Start>
  mount(...args: string[]): void
  /** every process that still runs in it, by pid and command */
  processes(): Map<number, string>
  close(): Promise<void>
}

// On a machine that does other work besides.
const longest_start = 15 * 60_000
const first_page = 'Mở http'

export async function openMachine(): Promise<Machine> {
  const program = [
    'unshare',
    '--pid',
    '--mount',
    '--fork',
    '--mount-proc',
    '--kill-child',
    'sleep',
    'infinity',
  ] as const
  const { child: holder, dismiss } = spawnGuarded('process', 'KILL', program, { stdio: ['ignore', 'ignore', 'ignore'] })
  let init = 0
  const isThere = () => (init = childrenOf(holder.pid!)[0] ?? 0) > 0 && commandOf(init).startsWith('sleep')
  if (!(await waitUntil(isThere, 10_000))) throw new Error('Namespaces could not be made: this needs root')
  const enter = ['--target', String(init), '--pid', '--mount', '--']
  const namespace = namespaceOf(init)
  return {
    start: (options) => startIn(enter, options),
    mount(...args) {
      const { status, stderr } = spawnSync('nsenter', [...enter, 'mount', ...args], { encoding: 'utf8' })
      if (status !== 0) throw new Error(`mount ${args.join(' ')}: ${stderr}`)
    },
    processes() {
      const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
      const inside = pids.map(Number).filter((pid) => pid !== init && namespaceOf(pid) === namespace)
      // An ended process whose new parent, sleep, does not care has no command any more.
      return new Map(inside.map((pid) => [pid, commandOf(pid)] as const).filter(([, command]) => command !== ''))
    },
    async close() {
      const gone = once(holder, 'exit')
      holder.kill('SIGKILL')
      await gone
      dismiss()
    },
  }
}

async function startIn(enter: readonly string[], { dir, command, env, user }: StartOptions): Promise<Start> {
  const port = Number(env?.PORT ?? (await freePort()))
  const as = user ? ['setpriv', `--reuid=${user.uid}`, `--regid=${user.gid}`, '--init-groups', '--'] : []
  const words = command ?? ['npm', 'start']
  const child = spawn('nsenter', [...enter, 'sh', '-c', 'cd "$0" && exec "$@"', dir, ...as, ...words], {
    env: { ...surroundings(user), PORT: String(port), LOG_LEVEL: 'fatal', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const said = listen(child)
  const ended = once(child, 'close').then(([code]) => code as number | null)
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null
  await waitUntil(() => hasEnded() || childrenOf(child.pid!).length > 0, 10_000)
  return {
    url: `http://127.0.0.1:${port}`,
    pid: childrenOf(child.pid!)[0] ?? 0,
    lines: () => said.map(({ line }) => line).filter((line) => line !== '' && !/^(>|npm (warn|notice))/.test(line)),
    saidAt: (text) => said.find(({ line }) => line.includes(text))?.at ?? null,
    async serves() {
      const isServing = () => said.some(({ line }) => line.includes(first_page))
      await waitUntil(() => isServing() || hasEnded(), longest_start)
      return isServing()
    },
    ended,
    gone: once(child, 'exit'),
  }
}

/** What npm told us for ourselves would be told to the npm of the trial. */
function surroundings(user?: User): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(
    ([name]) => !/^(npm_|NODE_COMPILE_CACHE|NODE_CHANNEL|INIT_CWD)/.test(name),
  )
  const path = process.env.PATH!.split(':').filter((part) => !part.includes('node_modules'))
  const home = user?.home ?? homedir()
  return { ...Object.fromEntries(kept), PATH: path.join(':'), HOME: home, USER: user?.name ?? 'root' }
}

function listen(child: ChildProcess): { at: number; line: string }[] {
  const since = performance.now()
  const said: { at: number; line: string }[] = []
  for (const stream of [child.stdout!, child.stderr!]) {
    let rest = ''
    stream.setEncoding('utf8').on('data', (text: string) => {
      const lines = (rest + text).split('\n')
      rest = lines.pop()!
      for (const line of lines) said.push({ at: (performance.now() - since) / 1_000, line })
    })
  }
  return said
}

export function childrenOf(pid: number): number[] {
  return readOr('', () => readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8'))
    .split(' ')
    .filter(Boolean)
    .map(Number)
}

const namespaceOf = (pid: number) => readOr('', () => readlinkSync(`/proc/${pid}/ns/pid`))
const commandOf = (pid: number) =>
  readOr('', () => readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim())

function readOr<T>(otherwise: T, read: () => T): T {
  try {
    return read()
  } catch {
    return otherwise
  }
}

/** A user with an empty home, for the time of the trials. */
export function makeUser(name: string): User & { remove(): void } {
  const run = (command: string, ...args: string[]) => spawnSync(command, args, { encoding: 'utf8' })
  run('userdel', '--remove', name)
  const { status, stderr } = run('useradd', '--create-home', '--user-group', '--shell', '/bin/sh', name)
  if (status !== 0) throw new Error(`useradd: ${stderr}`)
  const [, , uid, gid, , home] = run('getent', 'passwd', name).stdout.trim().split(':')
  return {
    name,
    uid: Number(uid),
    gid: Number(gid),
    home: home!,
    remove: () => void run('userdel', '--remove', name),
  }
}

/** Ends all of these without warning. */
export function killAll(pids: Iterable<number>): void {
  for (const pid of pids) signal(pid, 'SIGKILL')
}
