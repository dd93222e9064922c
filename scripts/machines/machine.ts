// A machine of `npm run try-machines`: its own PID and mount namespaces. Its processes can be listed, and closing it kills and unmounts everything,
// whatever the outcome of the trial.
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
  /** process id of npm, or of the given command */
  pid: number
  /** the output so far, without npm's own lines */
  lines(): string[]
  /** seconds from the start until a line with this text was printed; null when none was */
  printedAt(text: string): number | null
  /** waits until it serves or has exited; true when it serves */
  serves(): Promise<boolean>
  /** exit code, once all of its processes have closed their output */
  ended: Promise<number | null>
  /** resolves when npm itself has exited */
  exited: Promise<unknown>
}

export interface Machine {
  start(options: StartOptions): Promise<Start>
  mount(...args: string[]): void
  /** commands of all running processes, by pid */
  processes(): Map<number, string>
  close(): Promise<void>
}

// Long enough for a machine that is busy with other work.
const start_timeout_ms = 15 * 60_000
const first_page = 'Mở http'

/** Opens namespaces of processes and mounts, in which the program is started; needs root. */
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
  const isReady = () => (init = childrenOf(holder.pid!)[0] ?? 0) > 0 && commandOf(init).startsWith('sleep')
  if (!(await waitUntil(isReady, 10_000))) throw new Error('Namespaces could not be made: this needs root')
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
      // A zombie has no command line; its new parent, sleep, never reaps it.
      return new Map(inside.map((pid) => [pid, commandOf(pid)] as const).filter(([, command]) => command !== ''))
    },
    async close() {
      const exited = once(holder, 'exit')
      holder.kill('SIGKILL')
      await exited
      dismiss()
    },
  }
}

async function startIn(enter: readonly string[], { dir, command, env, user }: StartOptions): Promise<Start> {
  const port = Number(env?.PORT ?? (await freePort()))
  const as = user ? ['setpriv', `--reuid=${user.uid}`, `--regid=${user.gid}`, '--init-groups', '--'] : []
  const words = command ?? ['npm', 'start']
  const child = spawn('nsenter', [...enter, 'sh', '-c', 'cd "$0" && exec "$@"', dir, ...as, ...words], {
    env: { ...environment(user), PORT: String(port), LOG_LEVEL: 'fatal', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const printed = listen(child)
  const ended = once(child, 'close').then(([code]) => code as number | null)
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null
  await waitUntil(() => hasEnded() || childrenOf(child.pid!).length > 0, 10_000)
  return {
    url: `http://127.0.0.1:${port}`,
    pid: childrenOf(child.pid!)[0] ?? 0,
    lines: () => printed.map(({ line }) => line).filter((line) => line !== '' && !/^(>|npm (warn|notice))/.test(line)),
    printedAt: (text) => printed.find(({ line }) => line.includes(text))?.at ?? null,
    async serves() {
      const isServing = () => printed.some(({ line }) => line.includes(first_page))
      await waitUntil(() => isServing() || hasEnded(), start_timeout_ms)
      return isServing()
    },
    ended,
    exited: once(child, 'exit'),
  }
}

/** Our environment without the variables that npm set for this process, which would otherwise reach the npm of the trial. */
function environment(user?: User): NodeJS.ProcessEnv {
  const variables = Object.entries(process.env).filter(
    ([name]) => !/^(npm_|NODE_COMPILE_CACHE|NODE_CHANNEL|INIT_CWD)/.test(name),
  )
  const path = process.env.PATH!.split(':').filter((part) => !part.includes('node_modules'))
  const home = user?.home ?? homedir()
  return { ...Object.fromEntries(variables), PATH: path.join(':'), HOME: home, USER: user?.name ?? 'root' }
}

function listen(child: ChildProcess): { at: number; line: string }[] {
  const started_ms = performance.now()
  const printed: { at: number; line: string }[] = []
  for (const stream of [child.stdout!, child.stderr!]) {
    let unfinished_line = ''
    stream.setEncoding('utf8').on('data', (text: string) => {
      const lines = (unfinished_line + text).split('\n')
      unfinished_line = lines.pop()!
      for (const line of lines) printed.push({ at: (performance.now() - started_ms) / 1_000, line })
    })
  }
  return printed
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

/** Creates a system user with an empty home; `remove` deletes both. */
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

/** Sends SIGKILL to all of them. */
export function killAll(pids: Iterable<number>): void {
  for (const pid of pids) signal(pid, 'SIGKILL')
}
