// Shared by the trials: a user with an empty home, clones of the last commit, and the assertions on every start and every end of the program.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { project_dir } from '#server/program/config.ts'
import { signal, waitUntil } from '#server/program/process.ts'
import { makeUser, type Machine, type Start, type StartOptions, type User } from './machine.ts'

export interface Lab {
  user: User
  /** A clone that the first trial installs and builds; the other trials change only its surroundings. */
  ready: string
  /** Accessible to root only. */
  closed_dir: string
  /** Makes another clone, owned by the trial user unless `owner` is given. */
  clone(name: string, owner?: number): string
  /** Path of a data directory that does not exist yet. */
  dataDir(): string
  close(): void
}

/** Starts without the sample, which is faster. */
export const start_empty = ['npm', 'start', '--', '--empty']

export interface Trial {
  title: string
  /** Resolves with what the owner of the machine sees; throws when the trial fails. */
  run(lab: Lab, machine: Machine): Promise<string>
}

/** Makes a user with a home of its own, in which the trials run; needs root. */
export function openLab(): Lab {
  const user = makeUser('ve-so-trial')
  const closed_dir = mkdtempSync('/root/ve-so-trial-')
  let count = 0
  return {
    user,
    ready: join(user.home, 've-so'),
    closed_dir,
    clone(name, owner = user.uid) {
      const dir = join(user.home, name)
      run('git', 'clone', '--quiet', '--no-hardlinks', project_dir, dir)
      run('chown', '-R', `${owner}:${owner}`, dir)
      return dir
    },
    dataDir: () => join(user.home, `data-${++count}`),
    close() {
      rmSync(closed_dir, { recursive: true, force: true })
      user.remove()
    },
  }
}

function run(command: string, ...args: string[]): void {
  const { status, stderr } = spawnSync(command, args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${stderr}`)
}

/** Starts, checks the first page and the API, then sends SIGTERM to npm and checks that no process outlives it. */
export async function startAndStop(machine: Machine, options: StartOptions): Promise<Start> {
  const start = await machine.start(options)
  await assertServing(start)
  signal(start.pid, 'SIGTERM')
  await assertEnded(machine, start, 0)
  return start
}

export async function assertServing(start: Start): Promise<void> {
  if (!(await start.serves())) throw new Error(`it did not open: ${start.lines().join(' / ')}`)
  const page = await fetch(start.url, { headers: { accept: 'text/html' } })
  if (page.status !== 200 || !(await page.text()).includes('<div id="root">'))
    throw new Error(`GET / is ${page.status}`)
  const ready = await fetch(`${start.url}/readyz`)
  if (ready.status !== 200) throw new Error(`GET /readyz is ${ready.status}`)
}

/** Once the program has exited with `code`, no process may be left: an orphan would never be stopped. */
export async function assertEnded(machine: Machine, start: Start, code: number): Promise<void> {
  const ended = await start.ended
  const orphans = [...machine.processes().values()]
  if (orphans.length > 0) throw new Error(`still running: ${orphans.join(' / ')}`)
  if (ended !== code) throw new Error(`exit code ${ended}: ${start.lines().join(' / ')}`)
}

/** After a kill, all remaining processes must exit by themselves within a minute. */
export async function assertNothingLeft(machine: Machine): Promise<void> {
  if (await waitUntil(() => machine.processes().size === 0, 60_000)) return
  throw new Error(`still running: ${[...machine.processes().values()].join(' / ')}`)
}

/** Expects the start to fail with exit code 1 and one sentence, which is returned. */
export async function expectRefusal(machine: Machine, options: StartOptions): Promise<string> {
  const start = await machine.start(options)
  if (await start.serves()) throw new Error('it opened')
  await assertEnded(machine, start, 1)
  return sentenceOf(start)
}

export function sentenceOf(start: Start): string {
  const lines = start.lines()
  const sentences = lines.filter((line) => line.startsWith('✗'))
  const unexpected = lines.filter((line) => !/^([✗✓…] | {2}|Vé Số Back Office)/.test(line) || /^\s+at /.test(line))
  if (sentences.length !== 1 || unexpected.length > 0) throw new Error(`not one sentence: ${lines.join(' / ')}`)
  return sentences[0]!.slice(2)
}

/** Expects a refusal, removes its cause and expects the next start to succeed: the failed start left nothing half-made. */
export async function expectRecovery(
  machine: Machine,
  options: StartOptions,
  removeCause: () => void,
): Promise<string> {
  const sentence = await expectRefusal(machine, options)
  removeCause()
  await startAndStop(machine, { ...options, command: start_empty })
  return sentence
}
