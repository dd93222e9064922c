// Trials of the environment in which the program starts: users, folders, permissions, ports, versions, networks, clocks.
import { cpSync, existsSync, mkdirSync, rmSync, symlinkSync } from 'node:fs'
import { createServer } from 'node:net'
import { loadavg } from 'node:os'
import { once } from 'node:events'
import { join } from 'node:path'
import { removePlace } from '#server/database/place.ts'
import { signal } from '#server/program/process.ts'
import { clockAt } from '#server/testing/clock.ts'
import {
  assertEnded,
  assertServing,
  startAndStop,
  expectRecovery,
  expectRefusal,
  sentenceOf,
  start_empty,
  type Trial,
} from './lab.ts'
import { numberText } from '#contract/text/number-text.ts'
import type { Machine } from './machine.ts'

/** Runs first because the other trials use what it installs. */
export const first: Trial = {
  title: 'a user just made, with an empty npm cache',
  async run({ user, ready, clone }, machine) {
    clone('ve-so')
    const start = await startAndStop(machine, { dir: ready, user })
    const installed = start.printedAt('✓ Cài thư viện')!
    const opened = start.printedAt('Mở http')!
    return `opens: libraries ${numberText(installed, 1)} s, first page ${numberText(opened - installed, 1)} s later (load of the machine ${numberText(loadavg()[0]!, 1)})`
  },
}

function makeReadOnly(machine: Machine, dir: string): void {
  machine.mount('--bind', dir, dir)
  machine.mount('-o', 'remount,bind,ro', dir)
}

export const places: Trial[] = [
  {
    title: 'a folder with spaces and diacritics',
    async run({ user, clone }, machine) {
      const dir = clone('Vé số & đại lý (bản thử)')
      await startAndStop(machine, { dir, user, command: start_empty })
      rmSync(dir, { recursive: true })
      return 'opens'
    },
  },
  {
    title: 'root, in a home that is closed to others',
    async run({ ready, closed_dir }, machine) {
      const dir = join(closed_dir, 've-so')
      const filter = (path: string) => path !== join(ready, 'data')
      cpSync(ready, dir, { recursive: true, verbatimSymlinks: true, filter })
      try {
        await startAndStop(machine, { dir, command: start_empty })
      } finally {
        removePlace(join(dir, 'data'))
      }
      return 'opens'
    },
  },
  {
    title: 'a read-only folder, nothing installed',
    run({ user, clone }, machine) {
      const dir = clone('read-only')
      makeReadOnly(machine, dir)
      return expectRecovery(machine, { dir, user }, () => machine.mount('-o', 'remount,bind,rw', dir))
    },
  },
  {
    title: "somebody else's folder, nothing installed",
    run: ({ user, clone }, machine) => expectRefusal(machine, { dir: clone('of-root', 0), user }),
  },
  {
    title: 'a read-only `DATA_DIR`',
    run({ user, ready, dataDir }, machine) {
      const data_dir = dataDir()
      mkdirSync(data_dir)
      makeReadOnly(machine, data_dir)
      return expectRefusal(machine, { dir: ready, user, env: { DATA_DIR: data_dir } })
    },
  },
  {
    title: 'a read-only folder, everything installed, `DATA_DIR` elsewhere',
    async run({ user, ready, dataDir }, machine) {
      makeReadOnly(machine, ready)
      await startAndStop(machine, { dir: ready, user, env: { DATA_DIR: dataDir() }, command: start_empty })
      return 'opens'
    },
  },
  {
    title: 'the port is taken',
    async run({ user, ready, dataDir }, machine) {
      const other = createServer().listen(0, '127.0.0.1')
      await once(other, 'listening')
      const { port } = other.address() as { port: number }
      const data_dir = dataDir()
      try {
        const sentence = await expectRefusal(machine, {
          dir: ready,
          user,
          env: { PORT: String(port), DATA_DIR: data_dir },
        })
        if (existsSync(join(data_dir, 'postgres'))) throw new Error('a database was made')
        return sentence
      } finally {
        other.close()
      }
    },
  },
  {
    title: 'a port below 1024',
    run: ({ user, ready, dataDir }, machine) =>
      expectRefusal(machine, { dir: ready, user, env: { PORT: '80', DATA_DIR: dataDir() } }),
  },
  {
    title: 'an address of another machine',
    run: ({ user, ready, dataDir }, machine) =>
      expectRefusal(machine, { dir: ready, user, env: { HOST: '203.0.113.9', DATA_DIR: dataDir() } }),
  },
  ...['12', '18'].map((version): Trial => ({
    title: `Node ${version}`,
    run({ user, ready }, machine) {
      const command = ['npm', 'exec', '--yes', `--package=node@${version}`, '--', 'node', 'scripts/run.cjs', 'start']
      return expectRefusal(machine, { dir: ready, user, command })
    },
  })),
  {
    title: 'Node without npm, nothing installed',
    run({ user, clone }, machine) {
      const bin = join(user.home, 'bin')
      mkdirSync(bin)
      symlinkSync(process.env.npm_node_execpath ?? '/usr/bin/node', join(bin, 'node'))
      const command = ['env', `PATH=${bin}`, 'node', 'scripts/run.cjs', 'start']
      return expectRefusal(machine, { dir: clone('no-npm'), user, command })
    },
  },
  {
    title: 'no network, nothing installed',
    run({ user, clone }, machine) {
      const env = { npm_config_registry: 'http://127.0.0.1:9/', npm_config_fetch_retries: '0' }
      return expectRefusal(machine, {
        dir: clone('no-network'),
        user,
        env: { ...env, npm_config_cache: join(user.home, 'no') },
      })
    },
  },
  {
    title: 'two starts at once, nothing installed',
    async run({ user, clone }, machine) {
      const options = { dir: clone('two'), user, command: start_empty }
      const both = await Promise.all([machine.start(options), machine.start(options)])
      const serving = await Promise.all(both.map((start) => start.serves()))
      if (serving[0] === serving[1]) throw new Error(both.flatMap((start) => start.lines()).join(' / '))
      const [opened, refused] = serving[0] ? both : [both[1], both[0]]
      if ((await refused.ended) !== 1) throw new Error('the exit code is not 1')
      await assertServing(opened)
      signal(opened.pid, 'SIGTERM')
      await assertEnded(machine, opened, 0)
      return `one installs and opens; the other waits for it, then: ${sentenceOf(refused)}`
    },
  },
  {
    title: 'the clock stands three days before the last run',
    async run({ user, ready, dataDir }, machine) {
      const env = { DATA_DIR: dataDir() }
      const options = { dir: ready, user, command: start_empty }
      await startAndStop(machine, { ...options, env })
      const three_days_ago = new Date(Date.now() - 3 * 86_400_000 + 7 * 3_600_000)
      const then = three_days_ago.toISOString().slice(0, 16).replace('T', ' ')
      const sentence = await expectRefusal(machine, { ...options, env: { ...env, ...clockAt(then) } })
      await startAndStop(machine, { ...options, env })
      return sentence
    },
  },
  {
    title: 'the clock stands thirty years ahead, nothing installed',
    run({ user, clone }, machine) {
      const env = { ...clockAt('2056-01-01 08:00'), npm_config_fetch_retries: '0' }
      const options = { dir: clone('far-ahead'), user }
      return expectRefusal(machine, {
        ...options,
        env: { ...env, npm_config_cache: join(user.home, 'far-ahead-cache') },
      })
    },
  },
]
