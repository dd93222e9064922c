// The real program as a process of its own, for tests of what only a whole process can show: crashes, browsers, orderly ends.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { project_dir } from '#server/program/config.ts'
import { freePort, runningUrl } from '../database/embedded.ts'
import { preloadEnv } from '#server/program/preload.ts'
import { signal } from '#server/program/process.ts'

export type RunningProgram = {
  /** the address of its web and API, without a slash at its end */
  url: string
  pid: number
  /** the lines that it has printed so far */
  output(): string
  /** asks it to end and gives its exit code */
  stop(): Promise<number | null>
  /** ends it without warning; its guard then stops its PostgreSQL */
  kill9(): Promise<void>
  /** ends its PostgreSQL without warning; the program starts it again */
  killPostgres9(): void
  /** ends both at the same moment */
  killBoth9(): Promise<void>
}

type ProgramOptions = {
  data_dir: string
  env?: Record<string, string>
  args?: string[]
  /** Where the program's code lies: another version's, or this one's. */
  code_dir?: string
}

// Long enough to load the sample on a machine that is busy with other tests.
const max_start_ms = 240_000

/** Starts the whole program as a process of its own on a free port, or on `PORT` of `env`, and waits until it serves. */
export async function startProgram(options: ProgramOptions): Promise<RunningProgram> {
  const { data_dir, env = {}, args = [], code_dir = project_dir } = options
  const port = Number(env.PORT ?? (await freePort()))
  const child = spawn(process.execPath, [join(code_dir, 'src', 'main.server.ts'), ...args], {
    cwd: code_dir,
    env: { ...inherited(), DATA_DIR: data_dir, PORT: String(port), ...env },
    // The channel ends the program when the test that started it is gone.
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let output = ''
  for (const stream of [child.stdout!, child.stderr!]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  }
  const ended = once(child, 'exit')
  const url = `http://${env.HOST ?? '127.0.0.1'}:${port}`
  await waitUntilReady(url, child, () => output)

  const postgresPid = () => Number(readFileSync(join(data_dir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0])
  const end = async (name: NodeJS.Signals) => {
    child.kill(name)
    await ended
  }
  return {
    url,
    pid: child.pid!,
    output: () => output,
    async stop() {
      await end('SIGTERM')
      return child.exitCode
    },
    kill9: () => end('SIGKILL'),
    killPostgres9: () => signal(postgresPid(), 'SIGKILL'),
    async killBoth9() {
      const postgres = postgresPid()
      child.kill('SIGKILL')
      signal(postgres, 'SIGKILL')
      await ended
    },
  }
}

/** What decides how the program runs comes from the test alone, not from the shell in which the tests were started. */
function inherited(): NodeJS.ProcessEnv {
  const { PATH, HOME, TMPDIR, LANG } = process.env
  return {
    PATH,
    HOME,
    TMPDIR,
    LANG,
    PROCESSES: '1',
    NODE_COMPILE_CACHE: join(project_dir, '.cache', 'node'),
    ...preloadEnv(),
  }
}

async function waitUntilReady(url: string, child: ChildProcess, output: () => string): Promise<void> {
  const end = Date.now() + max_start_ms
  while (!(await isReady(url))) {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error(`The program ended:\n${output()}`)
    if (Date.now() > end) {
      child.kill('SIGKILL')
      throw new Error(`The program was not ready after ${max_start_ms / 1_000} s:\n${output()}`)
    }
    await sleep(50)
  }
}

async function isReady(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/readyz`)).ok
  } catch {
    return false
  }
}

/** The address of the PostgreSQL that the program runs in this place. */
export function databaseUrl(data_dir: string): string {
  const url = runningUrl(data_dir)
  if (url === null) throw new Error(`No PostgreSQL runs in ${data_dir}`)
  return url
}
