// Trials with a full disk: during installation, build and database creation, and while the program runs.
import { chownSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Call } from '#contract/call.ts'
import { channel } from '#contract/wire.ts'
import { urlOf } from '#server/database/embedded.ts'
import { socketsOf } from '#server/database/place.ts'
import { createClient } from '#server/database/pool.ts'
import { signal, waitUntil } from '#server/program/process.ts'
import { group } from '#features/access/group/group.contract.ts'
import { signIn } from '#features/access/sign-in/sign-in.contract.ts'
import { numberText } from '#contract/text/number-text.ts'
import { fill } from './fill.ts'
import { assertEnded, assertServing, expectRecovery, start_empty, type Lab, type Trial } from './lab.ts'
import type { Machine } from './machine.ts'

/** Mounts a disk of `megabytes` MB at the directory. */
function mountDisk({ user }: Lab, machine: Machine, dir: string, megabytes: number): void {
  mkdirSync(dir, { recursive: true })
  chownSync(dir, user.uid, user.gid)
  const options = `size=${megabytes}m,uid=${user.uid},gid=${user.gid},mode=755`
  machine.mount('-t', 'tmpfs', '-o', options, 'tmpfs', dir)
}

const enlarge = (machine: Machine, dir: string) => machine.mount('-o', 'remount,size=3g', dir)

const whileCreatingData = (action: string, megabytes: number): Trial => ({
  title: `the disk is full while ${action}`,
  run(lab, machine) {
    const data_dir = lab.dataDir()
    mountDisk(lab, machine, data_dir, megabytes)
    const options = { dir: lab.ready, user: lab.user, env: { DATA_DIR: data_dir } }
    return expectRecovery(machine, options, () => enlarge(machine, data_dir))
  },
})

export const disks: Trial[] = [
  {
    title: 'the disk is full while libraries are installed',
    async run(lab, machine) {
      const [dir, outside] = [join(lab.user.home, 'small'), lab.clone('outside')]
      mountDisk(lab, machine, dir, 250)
      await (
        await machine.start({ dir: '/', user: lab.user, command: ['cp', '-a', `${outside}/.`, dir] })
      ).ended
      return expectRecovery(machine, { dir, user: lab.user }, () => enlarge(machine, dir))
    },
  },
  {
    title: 'the disk is full while the web part is built',
    run(lab, machine) {
      const dist = join(lab.ready, 'dist')
      rmSync(dist, { recursive: true, force: true })
      mountDisk(lab, machine, dist, 1)
      const options = { dir: lab.ready, user: lab.user, env: { DATA_DIR: lab.dataDir() } }
      return expectRecovery(machine, options, () => enlarge(machine, dist))
    },
  },
  whileCreatingData('the database is made', 20),
  whileCreatingData('the tables are made', 58),
  { title: 'the disk is full while the program runs', run: whileRunning },
]

const admin_password = 'Đầy-đĩa-2026'

async function whileRunning(lab: Lab, machine: Machine): Promise<string> {
  const data_dir = lab.dataDir()
  mountDisk(lab, machine, data_dir, 300)
  const env = { DATA_DIR: data_dir, ADMIN_PASSWORD: admin_password }
  const start = await machine.start({ dir: lab.ready, user: lab.user, env, command: start_empty })
  await assertServing(start)
  const inside = join('/proc', String(start.pid), 'root', data_dir)
  const owner = createClient(databaseUrlInside(inside))
  owner.on('error', () => {})
  await owner.connect()
  const writer = await beginWriting(start.url)
  await writer.until('Thành công')
  await sleep(3_000)

  const filler = join(inside, 'filling')
  fill(filler)
  const refusals = [await writer.until('Máy chủ đã hết')]
  // A table that cannot grow fails single calls; a write-ahead log that cannot grow stops PostgreSQL itself.
  for (let n = 0; n < 20; n++)
    await owner.query(`select pg_logical_emit_message(true, 'x', repeat('x', 9000000))`).catch(() => {})
  refusals.push(await writer.until('Hệ thống đang bận'))
  await waitUntil(() => start.printedAt('PostgreSQL chạy lại khi có chỗ') !== null, 60_000)
  await sleep(10_000)
  rmSync(filler)
  await writer.until('Thành công')
  await sleep(3_000)
  const acknowledged = await writer.stop()

  const client = createClient(databaseUrlInside(inside))
  await client.connect()
  const { rows } = await client.query<{ group_name: string }>('select group_name from user_group')
  await client.end()
  const present = new Set(rows.map((row) => row.group_name))
  const lost = acknowledged.filter((name) => !present.has(name))
  if (lost.length > 0) throw new Error(`lost: ${lost.join(', ')}`)
  signal(start.pid, 'SIGTERM')
  await assertEnded(machine, start, 0)
  return `calls are refused: ${refusals.join(' ')} With room again it goes on by itself: ${numberText(acknowledged.length)} acknowledged writes, none lost`
}

/** Inside the machine processes have other ids and directories other paths, so the product's own address is of no use outside of it. */
function databaseUrlInside(data_dir: string): string {
  const cluster = join(data_dir, 'postgres')
  const port = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')[3]
  const password = readFileSync(`${cluster}.password`, 'utf8').trim()
  return urlOf(password, { sockets: socketsOf(cluster), port: Number(port) })
}

/** Adds one user group after the other and collects the acknowledged ones. */
async function beginWriting(url: string) {
  const acknowledged: string[] = []
  let last = ''
  let stopped = false
  const login = { username: 'admin', password: admin_password, client: 'api' }
  const { data } = await send(url, signIn.login, login)
  const { token } = data as { token: string }
  const writing = (async () => {
    for (let n = 0; !stopped; n++) {
      const group_name = `nhóm thử ${n}`
      const { error } = await send(url, group.add, { group_name, description: 'x'.repeat(100) }, token)
      if (error.code === 0) acknowledged.push(group_name)
      last = error.message
    }
  })()
  return {
    async until(message: string): Promise<string> {
      if (await waitUntil(() => last.startsWith(message), 120_000)) return `“${last}”`
      throw new Error(`calls say “${last}” instead of “${message}”`)
    },
    async stop(): Promise<string[]> {
      stopped = true
      await writing
      return acknowledged
    },
  }
}

async function send(url: string, call: Call, input: object, token?: string) {
  const answer = await fetch(url + call.path, {
    method: call.method,
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify({ ...input, channel, transid: crypto.randomUUID() }),
  })
  return (await answer.json()) as { error: { code: number; message: string }; data: unknown }
}
