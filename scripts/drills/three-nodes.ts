/**
 * Three nodes on one machine: each runs etcd, Patroni with its PostgreSQL, and leader-watch on its own loopback address; HAProxy forwards to the
 * primary. Uses the files of deploy/patroni with other addresses, so that the drill tests exactly what an operator copies.
 */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import {
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { parse, stringify } from 'yaml'
import { removePlace, systemAccount } from '#server/database/place.ts'
import { project_dir } from '#server/program/config.ts'
import { signal, waitUntil } from '#server/program/process.ts'
import { makeDataDir } from '#server/testing/throw-away.ts'

const deploy_dir = join(project_dir, 'deploy', 'patroni')
const textOf = (name: string) => readFileSync(join(deploy_dir, name), 'utf8')
/** The first with the builtin locale provider, which patroni.yml asks of initdb. */
const oldest_postgres = 17
const password = 'dien-tap'
const names = ['db1', 'db2', 'db3'] as const
/** Loopback subnet derived from the pid, so that concurrent drills do not collide. */
const network = `127.${1 + (process.pid % 250)}.${1 + (Math.floor(process.pid / 250) % 250)}.`
/** Replaces the addresses of deploy/patroni, which also end in 1, 2 and 3. */
const withOurAddresses = (text: string) => text.replaceAll('10.0.0.0/24', '127.0.0.0/8').replaceAll('10.0.0.1', network)
const env = { ...process.env, PATH: `${process.env.PATH}:/usr/sbin:/sbin` }
const account = process.getuid?.() === 0 ? systemAccount() : null

const answers = (command: string, argument: string) =>
  spawnSync(command, [argument], { env, stdio: 'ignore' }).status === 0

/** Binary directory of a recent enough PostgreSQL; null when none is installed. */
function postgresBin(): string | null {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian).toSorted((a, b) => Number(b) - Number(a)) : []
  const places = [process.env.POSTGRES_BIN ?? [], versions.map((version) => join(debian, version, 'bin'))].flat()
  return (
    places.find((place) => {
      const { stdout } = spawnSync(join(place, 'postgres'), ['--version'], { encoding: 'utf8' })
      return Number(/\d+/.exec(stdout ?? '')?.[0] ?? 0) >= oldest_postgres
    }) ?? null
  )
}

/** The missing tools as one sentence; null when all are installed. */
export function missingTools(): string | null {
  const commands = [
    ['patroni', '--version'],
    ['etcd', '--version'],
    ['etcdctl', 'version'],
    ['haproxy', '-v'],
    ['curl', '--version'],
  ] as const
  const missing = commands.filter(([command, argument]) => !answers(command, argument)).map(([command]) => command)
  const all = [...missing, ...(postgresBin() === null ? [`PostgreSQL ≥ ${oldest_postgres} (hoặc POSTGRES_BIN)`] : [])]
  if (all.length === 0) return null
  return `Thiếu ${all.join(', ')}: hãy cài (Debian: apt-get install patroni python3-etcd etcd-server etcd-client haproxy curl postgresql) rồi chạy lại.`
}

interface Member {
  name: string
  role: string
  state: string
}

class Node {
  readonly name: string
  readonly address: string
  readonly #dir: string
  readonly #settings: { bin_dir: string; is_watched: boolean }
  #processes: ChildProcess[] = []
  /** The first process that exited unexpectedly, with its last output. */
  ended: string | null = null

  constructor(name: string, dir: string, settings: { bin_dir: string; is_watched: boolean }) {
    this.name = name
    this.address = network + name.at(-1)
    this.#dir = join(dir, name)
    this.#settings = settings
    mkdirSync(this.#dir, { mode: 0o711 })
    this.#own(this.#dir)
    this.#write('patroni.yml', this.#patroni())
    const etcd = parse(
      withOurAddresses(textOf('etcd.yml').replaceAll('http://10.0.0.11:23', `http://10.0.0.1${name.at(-1)}:23`)),
    )
    // initial-cluster lists all three nodes, including this one.
    const all = names.map((node_name) => `${node_name}=http://${network}${node_name.at(-1)}:2380`).join(',')
    this.#write('etcd.yml', stringify({ ...etcd, name, 'data-dir': join(this.#dir, 'etcd'), 'initial-cluster': all }))
  }

  #patroni(): string {
    const config = parse(withOurAddresses(textOf('patroni.yml'))) as Record<string, object> & {
      postgresql: { authentication: object }
    }
    const addressAt = (port: number) => ({
      listen: `${this.address}:${port}`,
      connect_address: `${this.address}:${port}`,
    })
    const authentication = Object.fromEntries(
      Object.entries(config.postgresql.authentication).map(([role, method]) => [role, { ...method, password }]),
    )
    return stringify({
      ...config,
      name: this.name,
      restapi: { ...config.restapi, ...addressAt(8008) },
      postgresql: {
        ...config.postgresql,
        ...addressAt(5432),
        data_dir: join(this.#dir, 'postgres'),
        bin_dir: this.#settings.bin_dir,
        pgpass: join(this.#dir, 'pgpass'),
        parameters: { unix_socket_directories: this.#dir },
        authentication,
      },
    })
  }

  start(): void {
    const watch = {
      NAME: this.name,
      ETCDCTL_ENDPOINTS: names.map((node_name) => `${network}${node_name.at(-1)}:2379`).join(','),
    }
    this.#processes = [
      this.#spawn('etcd', ['--config-file', join(this.#dir, 'etcd.yml')]),
      this.#spawn('patroni', [join(this.#dir, 'patroni.yml')]),
      ...(this.#settings.is_watched ? [this.#spawn('bash', [join(deploy_dir, 'leader-watch.sh')], watch)] : []),
    ]
  }

  /** Pid of its PostgreSQL postmaster. */
  postmaster(): number {
    return Number(readFileSync(join(this.#dir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0])
  }

  /** Sends the signal to all processes of this node, as in a power failure or a freeze. */
  send(name: NodeJS.Signals): void {
    for (const pid of this.#pids()) signal(pid, name)
  }

  #pids(): number[] {
    const pids = this.#processes.flatMap(({ pid, exitCode, signalCode }) =>
      pid !== undefined && exitCode === null && signalCode === null ? [pid] : [],
    )
    try {
      const firstPostmaster = this.postmaster()
      const { stdout } = spawnSync('ps', ['-o', 'pid=', '--ppid', String(firstPostmaster)], { encoding: 'utf8' })
      return [...pids, firstPostmaster, ...stdout.split('\n').map(Number).filter(Boolean)]
    } catch {
      return pids
    }
  }

  async members(): Promise<Member[]> {
    const response = await fetch(`http://${this.address}:8008/cluster`, { signal: AbortSignal.timeout(2_000) })
    return ((await response.json()) as { members: Member[] }).members
  }

  #spawn(command: string, args: string[], variables: Record<string, string> = {}): ChildProcess {
    const path = join(this.#dir, `${command}.log`)
    const log = openSync(path, 'a')
    const child = spawn(command, args, {
      cwd: '/',
      env: { ...env, ...variables },
      ...account,
      stdio: ['ignore', log, log],
    })
    closeSync(log)
    // A process killed by our signal has no exit code.
    child.on('exit', (code) => {
      if (code !== null)
        this.ended = `${command} của ${this.name} đã dừng: ${readFileSync(path, 'utf8').trim().split('\n').at(-1)}`
    })
    return child
  }

  #write(name: string, text: string): void {
    writeFileSync(join(this.#dir, name), text, { mode: 0o600 })
    this.#own(join(this.#dir, name))
  }

  #own(path: string): void {
    if (account) chownSync(path, account.uid, account.gid)
  }
}

export interface ThreeNodes {
  /** Connection URL for the program: through HAProxy, or with all hosts. */
  url(through: string): string
  leader(): Promise<Node>
  /** Waits until one node is the primary and the others replicate from it, one of them synchronously. */
  untilHealthy(): Promise<void>
  /**
   * Requests a switchover from Patroni. Which standby is left open, because one that is not the named candidate sleeps two seconds before it follows the
   * new primary, whose commits wait for it.
   */
  switchOver(): Promise<void>
  stop(): void
}

const max_setup_ms = 180_000

/** @param is_watched whether leader-watch runs beside Patroni */
export async function startThreeNodes({ is_watched }: { is_watched: boolean }): Promise<ThreeNodes> {
  const dir = makeDataDir()
  const bin_dir = postgresBin()!
  const nodes = names.map((name) => new Node(name, dir, { bin_dir, is_watched }))
  const proxy_address = `${network}10:5000`
  writeFileSync(
    join(dir, 'haproxy.cfg'),
    withOurAddresses(textOf('haproxy.cfg')).replace('bind 127.0.0.1:5000', `bind ${proxy_address}`),
  )
  const log = openSync(join(dir, 'haproxy.log'), 'a')
  const proxy = spawn('haproxy', ['-db', '-f', join(dir, 'haproxy.cfg')], { env, stdio: ['ignore', log, log] })
  const stop = () => {
    process.off('exit', stop)
    proxy.kill('SIGKILL')
    for (const node of nodes) node.send('SIGKILL')
    // PostgreSQL's backends exit once they notice, and write nothing more.
    removePlace(dir)
  }
  // Cleans up when the drill is interrupted, too.
  process.on('exit', stop)
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => process.exit(1))
  const members = async () => {
    for (const node of nodes) {
      try {
        return await node.members()
      } catch {
        // Try the next node.
      }
    }
    return []
  }
  const isWhole = async () => {
    const all = await members()
    const following = all.filter(({ state }) => state === 'streaming')
    return following.length === 2 && following.some(({ role }) => /^(sync|quorum)_/.test(role))
  }
  const leader = async () => {
    const name = (await members()).find(({ role }) => role === 'leader')?.name
    const node = nodes.find((candidate) => candidate.name === name)
    if (!node) throw new Error('Không có máy nào đang làm máy chính.')
    return node
  }
  const url = (host: string, user = 've_so_owner', database = 've_so') =>
    `postgres://${user}:${password}@${host}/${database}`
  const self: ThreeNodes = {
    url: (through) =>
      url(through === 'hosts' ? nodes.map(({ address }) => `${address}:5432`).join(',') : proxy_address),
    leader,
    async untilHealthy() {
      const ended = () => nodes.find((node) => node.ended !== null)?.ended
      await waitUntil(async () => ended() !== undefined || (await isWhole()), max_setup_ms)
      if (!(await isWhole()))
        throw new Error(`Ba máy không hợp thành một cụm: ${ended() ?? JSON.stringify(await members())}`)
    },
    async switchOver() {
      const from = await leader()
      const response = await fetch(`http://${from.address}:8008/switchover`, {
        method: 'POST',
        body: JSON.stringify({ leader: from.name }),
      })
      if (!response.ok) throw new Error(await response.text())
    },
    stop,
  }
  try {
    for (const node of nodes) node.start()
    await self.untilHealthy()
    await makeDatabase(url(`${(await leader()).address}:5432`, 'postgres', 'postgres'))
    return self
  } catch (error) {
    stop()
    throw error
  }
}

async function makeDatabase(url: string): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  await client.query(`create role ve_so_owner login createrole password '${password}'`)
  await client.query('create database ve_so owner ve_so_owner')
  await client.end()
}
