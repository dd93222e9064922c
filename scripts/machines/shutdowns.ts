// Trials of shutdown: kills during the start, and every way to end npm while the program serves.
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { removePlace } from '#server/database/place.ts'
import { signal } from '#server/program/process.ts'
import { numberText } from '#contract/text/number-text.ts'
import {
  assertEnded,
  assertNothingLeft,
  assertServing,
  startAndStop,
  start_empty,
  type Lab,
  type Trial,
} from './lab.ts'
import { childrenOf, killAll, type Machine, type Start } from './machine.ts'

const pidsOf = (machine: Machine, matches: (command: string) => boolean) =>
  [...machine.processes()].filter(([, command]) => matches(command)).map(([pid]) => pid)

/** Seconds after the start at which it is killed; a fast machine already serves at the last ones. */
const start_delays_s = [0.3, 0.7, 1, 1.4, 1.8, 2.3, 3, 4, 5, 6.5, 8, 10, 12]

/** From this start on the web part is built anew, so that kills meet the build as well. */
const rebuild_delay_s = 3

const install_delays_s = [0.5, 2, 5, 9]

const killAtStartTrial = (victim: string, victimsOf: (machine: Machine, start: Start) => number[]): Trial => ({
  title: `${victim} is killed while the program starts, and it is started again`,
  async run({ user, ready, dataDir }, machine) {
    const options = { dir: ready, user, env: { DATA_DIR: dataDir() } }
    for (const seconds of start_delays_s) {
      if (seconds === rebuild_delay_s) rmSync(join(ready, 'dist'), { recursive: true, force: true })
      const start = await machine.start(options)
      await sleep(seconds * 1_000)
      killAll(victimsOf(machine, start))
      await assertNothingLeft(machine)
    }
    const lastRun = await startAndStop(machine, options)
    if (lastRun.printedAt('duyetchi') === null) throw new Error('the sample is missing')
    return `killed after ${start_delays_s.map((seconds) => numberText(seconds)).join('; ')} s: nothing stays behind, and the next start opens with its sample`
  },
})

export const kill_trials: Trial[] = [
  {
    title: 'npm is killed while it installs, and started again',
    async run({ user, clone }, machine) {
      const dir = clone('killed')
      for (const seconds of install_delays_s) {
        const start = await machine.start({ dir, user })
        await sleep(seconds * 1_000)
        signal(start.pid, 'SIGKILL')
        await assertNothingLeft(machine)
      }
      await startAndStop(machine, { dir, user, command: start_empty })
      rmSync(dir, { recursive: true })
      return `killed after ${install_delays_s.map((seconds) => numberText(seconds)).join('; ')} s: nothing stays behind, and the next start opens`
    },
  },
  killAtStartTrial('npm', (_machine, { pid }) => [pid]),
  killAtStartTrial('everything at once', (machine) => pidsOf(machine, () => true)),
]

const dataDirOf = ({ user }: Lab) => join(user.home, 'data-shutdowns')

async function serve(lab: Lab, machine: Machine, command: readonly string[] = start_empty): Promise<Start> {
  const env = { DATA_DIR: dataDirOf(lab) }
  const start = await machine.start({ dir: lab.ready, user: lab.user, command, env })
  await assertServing(start)
  return start
}

function assertShutDown(data_dir: string): void {
  const last_line = readFileSync(join(data_dir, 'postgres.log'), 'utf8').trimEnd().split('\n').at(-1)!
  if (!last_line.includes('database system is shut down')) throw new Error(`PostgreSQL: ${last_line}`)
}

const signalTrial = (name: NodeJS.Signals): Trial => ({
  title: `${name} to npm`,
  async run(lab, machine) {
    const start = await serve(lab, machine)
    signal(start.pid, name)
    await start.exited
    const npm_waited = machine.processes().size === 0
    await assertNothingLeft(machine)
    if (start.printedAt('Đang dừng…') === null) throw new Error('the server did not stop in order')
    assertShutDown(dataDirOf(lab))
    return `server and PostgreSQL end in order${npm_waited ? ', npm after them' : ', just after npm'}`
  },
})

const killTrial = (victim: string, part: string): Trial => ({
  title: `SIGKILL to ${victim}`,
  async run(lab, machine) {
    await serve(lab, machine)
    killAll(pidsOf(machine, (command) => command.includes(part)))
    await assertNothingLeft(machine)
    assertShutDown(dataDirOf(lab))
    return 'nothing stays behind; PostgreSQL ends in order'
  },
})

/** Runs as root because it creates a namespace inside the machine. */
const containerTrial = (variant: string, command: readonly string[]): Trial => ({
  title: `SIGTERM to process 1 of a container, ${variant}`,
  async run({ ready }, machine) {
    const data_dir = join('/var/tmp', `ve-so-trial-${process.pid}`)
    const inner = ['unshare', '--pid', '--mount', '--fork', '--mount-proc', '--', ...command]
    try {
      const start = await machine.start({ dir: ready, command: inner, env: { DATA_DIR: data_dir } })
      await assertServing(start)
      signal(childrenOf(start.pid)[0]!, 'SIGTERM')
      await assertEnded(machine, start, 0)
      assertShutDown(data_dir)
    } finally {
      removePlace(data_dir)
    }
    return 'server and PostgreSQL end in order, and the container after them'
  },
})

export const shutdown_trials: Trial[] = [
  ...(['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGKILL'] as const).map(signalTrial),
  killTrial('the launcher', 'scripts/run.cjs'),
  killTrial('the server', 'scripts/start.ts'),
  {
    title: 'the terminal is closed',
    async run(lab, machine) {
      const start = await serve(lab, machine, ['script', '--quiet', '--command', start_empty.join(' '), '/dev/null'])
      signal(start.pid, 'SIGKILL')
      await assertNothingLeft(machine)
      assertShutDown(dataDirOf(lab))
      return 'nothing stays behind; PostgreSQL ends in order'
    },
  },
  containerTrial('npm', start_empty),
  containerTrial('node without npm', ['node', 'scripts/run.cjs', 'start', '--empty']),
]
