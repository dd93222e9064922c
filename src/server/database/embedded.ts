// The PostgreSQL that comes with the program, for a machine that has none: made at the first start, kept running while we run,
// started again when it crashes, and stopped as the last thing. It is reached with a random password by a socket that only our account
// can open, or by the loopback address where the system can have no socket there.
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import {
  appendFileSync,
  chownSync,
  existsSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  statfsSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { totalmem } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { archiving, recovering } from '#server/backup/archive.ts'
import { runGuarded } from '#server/program/guard.mjs'
import { machineFault } from '#server/program/machine-fault.mjs'
import { StartError } from '#server/program/start-error.ts'
import { writeWhole } from '#server/program/write-whole.ts'
import { type Place, findPlace, giveDirectory, socketsOf } from './place.ts'
import { createClient } from './pool.ts'
import {
  type Endpoint,
  type Postmaster,
  PostmasterError,
  clearLeftovers,
  endpointOf,
  postgres_env,
  startPostmaster,
} from './postmaster.ts'
import { time_zone } from './values.ts'

const name = 've_so'
const version = '18'

export type EmbeddedDatabase = {
  url: string
  /** the postmaster of this moment; another one after a crash */
  pid(): number
  stop(): Promise<void>
}

type EmbeddedOptions = {
  data_dir: string
  /** false: nothing need survive a crash (tests, tools), so it need not wait for the disk */
  durable?: boolean
  /** 100 unless more are needed */
  max_connections?: number
  /** where its log is archived, for backups; null: nowhere */
  backup_dir?: string | null
  /** begins with a backup's copy and reads the archive up to a moment of Viet Nam's clock, or to its end */
  recover?: { backup_dir: string; at: string | null }
  say?: (line: string) => void
  /** PostgreSQL crashed again and again: it is not coming back */
  on_lost?: (reason: string) => void
}

/**
 * Starts the PostgreSQL of the data directory, after creating it if there is none.
 * @throws StartError with what an operator can do
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const {
    data_dir,
    durable = true,
    max_connections = 100,
    backup_dir,
    recover,
    say = () => {},
    on_lost = () => {},
  } = options
  const place = await findPlace(data_dir)
  const password = readPassword(data_dir, place)
  if (!existsSync(join(place.cluster, 'PG_VERSION'))) await initialise(place, password, durable)
  refuseOtherVersion(place)
  await clearLeftovers(place.cluster, say)
  shortenLog(place.log)

  const archive_settings = recover
    ? recovering(recover.backup_dir, recover.at)
    : backup_dir
      ? archiving(backup_dir, place)
      : {}
  const start = (endpoint: Endpoint) => {
    if (endpoint.sockets !== '') giveDirectory(endpoint.sockets, place.account)
    return startPostmaster(place, { ...commonSettings(endpoint, durable), max_connections, ...archive_settings })
  }
  admitSocket(place)
  const { endpoint, postmaster } = await startAtEndpoint(place, start)
  const supervisor = supervise(postmaster, { place, start: () => start(endpoint), say, on_lost })
  try {
    const url = urlOf(password, endpoint)
    await createDatabase(url)
    return { url, pid: supervisor.pid, stop: supervisor.stop }
  } catch (error) {
    await supervisor.stop()
    throw error
  }
}

/** The address of the PostgreSQL that a running program keeps in this data directory; null when none takes connections. */
export function runningUrl(data_dir: string): string | null {
  const endpoint = endpointOf(join(data_dir, 'postgres'))
  return endpoint === null ? null : urlOf(readFileSync(join(data_dir, 'postgres.password'), 'utf8').trim(), endpoint)
}

/** The address of the database. It names a host even when a socket is used, because an address without one is invalid. */
export function urlOf(password: string, { sockets, port }: Endpoint): string {
  const host = sockets === '' ? '127.0.0.1' : 'localhost'
  const socket = sockets === '' ? '' : `?host=${encodeURIComponent(sockets)}`
  return `postgres://${name}:${password}@${host}:${port}/${name}${socket}`
}

function readPassword(data_dir: string, { cluster }: Place): string {
  const path = join(data_dir, 'postgres.password')
  if (existsSync(path)) return readFileSync(path, 'utf8').trim()
  if (existsSync(join(cluster, 'PG_VERSION'))) {
    throw new StartError(`Thiếu tệp mật khẩu ${path} của PostgreSQL nhúng: hãy khôi phục tệp này từ bản sao lưu.`)
  }
  const password = randomBytes(24).toString('base64url')
  writeWhole(path, `${password}\n`)
  return password
}

/** Made beside its final place and moved there when it is whole, so that an interrupted first start leaves no half of it. */
async function initialise(place: Place, password: string, durable: boolean): Promise<void> {
  const home = dirname(place.cluster)
  const draft = `${place.cluster}.new`
  const password_file = `${place.cluster}.initdb`
  rmSync(draft, { recursive: true, force: true })
  writeFileSync(password_file, password, { mode: 0o600 })
  if (place.account) chownSync(password_file, place.account.uid, place.account.gid)
  giveDirectory(draft, place.account)
  try {
    const args = [
      `--pgdata=${draft}`,
      `--username=${name}`,
      `--pwfile=${password_file}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      // The C library's own locale stays C, because not every machine has C.UTF-8; PostgreSQL brings its own.
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--data-checksums',
      '--no-instructions',
      ...(durable ? [] : ['--no-sync']),
    ]
    const { ok, output } = await runGuarded(place.initdb, args, { ...place.account, cwd: '/', env: postgres_env })
    if (!ok) throw new StartError(`Không khởi tạo được PostgreSQL nhúng ${reasonIn(output, home)}.`)
    renameSync(draft, place.cluster)
  } finally {
    rmSync(password_file, { force: true })
    rmSync(draft, { recursive: true, force: true })
  }
}

function refuseOtherVersion({ cluster }: Place): void {
  const data_version = readFileSync(join(cluster, 'PG_VERSION'), 'utf8').trim()
  if (data_version === version) return
  throw new StartError(`Dữ liệu trong ${cluster} thuộc PostgreSQL ${data_version}, chương trình cần bản ${version}.`)
}

/** The log of the last runs is kept once, under a name that logrotate does not use; it holds only slow statements, lock waits and faults. */
function shortenLog(path: string): void {
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0
  if (size > 10 * 2 ** 20) renameSync(path, `${path}.old`)
}

/** A cluster that was restored from elsewhere, or by an earlier version of ours, admits nobody by a socket. */
function admitSocket({ cluster }: Place): void {
  const path = join(cluster, 'pg_hba.conf')
  const lines = readFileSync(path, 'utf8')
  if (!/^\s*local\s/m.test(lines)) appendFileSync(path, `\nlocal all all scram-sha-256\n`)
}

/** The system's structure for a socket's path holds 108 bytes on Linux and 104 on macOS, the name of the socket and a zero included. */
const max_sockets_path_length = 85

async function startAtEndpoint(place: Place, start: (endpoint: Endpoint) => Promise<Postmaster>) {
  const sockets = socketsOf(place.cluster)
  const is_short = Buffer.byteLength(sockets) <= max_sockets_path_length
  for (let attempt = 1; ; attempt++) {
    // The number only names the socket in its folder, where there is no other.
    const has_socket = is_short && attempt === 1
    const endpoint: Endpoint = has_socket ? { sockets, port: 5432 } : { sockets: '', port: await freePort() }
    try {
      return { endpoint, postmaster: await start(endpoint) }
    } catch (error) {
      if (!(error instanceof PostmasterError)) throw error
      // Not every file system holds sockets, and someone else may have taken the port in the moment between choosing and binding it.
      if (attempt === 6 || !/could not (bind|create any Unix-domain sockets)/.test(error.message))
        throw new StartError(`PostgreSQL nhúng không khởi động được ${reasonIn(error.message, place.cluster)}.`)
    }
  }
}

type SupervisorOptions = {
  place: Place
  start: () => Promise<Postmaster>
  say: (line: string) => void
  on_lost: (reason: string) => void
}

/** Starts PostgreSQL again at the same endpoint when it ends without being told to. The pools open new connections by
 * themselves; what was not yet acknowledged fails and is tried again by its caller. */
function supervise(firstPostmaster: Postmaster, { place, start, say, on_lost }: SupervisorOptions) {
  const max_crashes = 5
  const forgotten_after = 10 * 60_000
  let currentPostmaster = firstPostmaster
  let stopping = false
  let crashes: number[] = []

  const revive = async (): Promise<boolean> => {
    while (!stopping) {
      await waitForRoom()
      crashes = [...crashes.filter((crashed_ms) => performance.now() - crashed_ms < forgotten_after), performance.now()]
      if (crashes.length > max_crashes) {
        on_lost(`PostgreSQL dừng đột ngột ${crashes.length} lần trong mười phút: hãy xem ${place.log} rồi chạy lại.`)
        return false
      }
      say('PostgreSQL dừng đột ngột, đang khởi động lại')
      try {
        await clearLeftovers(place.cluster, say)
        currentPostmaster = await start()
        if (stopping) await currentPostmaster.stop()
        return true
      } catch {
        await sleep(1_000)
      }
    }
    return false
  }
  /** Waits for free disk space: without it PostgreSQL ends and cannot start again. Everything that it acknowledged is safe. */
  const waitForRoom = async (): Promise<void> => {
    if (hasRoom(place)) return
    say(`Hết chỗ trên đĩa ở ${place.cluster}: PostgreSQL chạy lại khi có chỗ.`)
    while (!stopping && !hasRoom(place)) await sleep(1_000)
  }
  const watch = async (): Promise<void> => {
    do await currentPostmaster.ended
    while (!stopping && (await revive()))
  }
  const watching = watch()
  return {
    pid: () => currentPostmaster.pid,
    async stop(): Promise<void> {
      stopping = true
      await currentPostmaster.stop()
      await watching
    },
  }
}

/** Enough for a few segments of PostgreSQL's log of changes. */
function hasRoom({ cluster }: Place): boolean {
  const { bavail, bsize } = statfsSync(cluster)
  return bavail * bsize >= 64 * 2 ** 20
}

type Settings = Record<string, string | number>

function commonSettings({ sockets, port }: Endpoint, durable: boolean): Settings {
  const common = {
    listen_addresses: sockets === '' ? '127.0.0.1' : '',
    port,
    // A list, in which a comma would end the path.
    unix_socket_directories: sockets === '' ? '' : `"${sockets.replaceAll('"', '""')}"`,
    unix_socket_permissions: '0700',
    timezone: time_zone,
    log_timezone: time_zone,
    dynamic_shared_memory_type: sharedMemory(),
    jit: 'off',
    log_line_prefix: '%m [%p] %a ',
    // Values of a statement may be personal data: they stay out of the log.
    log_parameter_max_length: 0,
    log_parameter_max_length_on_error: 0,
    // Nor what a refused row held, which stands in the detail of the error and in statements that were written with values.
    log_error_verbosity: 'terse',
    log_min_error_statement: 'panic',
  }
  if (!durable) {
    const careless = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', wal_level: 'minimal' }
    return { ...common, ...careless, max_wal_senders: 0, shared_buffers: '64MB', max_wal_size: '512MB' }
  }
  return {
    ...common,
    shared_buffers: `${Math.round(Math.min(Math.max(totalmem() / 8 / 2 ** 20, 64), 1_024))}MB`,
    max_wal_size: '2GB',
    log_min_duration_statement: '2s',
    log_lock_waits: 'on',
  }
}

/** Containers often have 64 MB of POSIX shared memory, too little for parallel queries: then files in the cluster serve. */
function sharedMemory(): string {
  if (process.platform !== 'linux') return 'posix'
  try {
    const { bavail, bsize } = statfsSync('/dev/shm')
    return bavail * bsize >= 256 * 2 ** 20 ? 'posix' : 'mmap'
  } catch {
    return 'mmap'
  }
}

async function createDatabase(url: string): Promise<void> {
  const client = createClient(Object.assign(new URL(url), { pathname: '/postgres' }).href)
  await client.connect()
  try {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name])
    if (rowCount === 0) await client.query(`create database ${name}`)
  } finally {
    await client.end()
  }
}

/** A TCP port of this machine that is free at this moment; another process may take it before it is used. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('The system gave no port')
  return address.port
}

/** PostgreSQL puts the reason first and hints after it; the line that says FATAL or error is the one to show. */
function reasonIn(text: string, place: string): string {
  const fault = machineFault(text, place)
  if (fault) return `vì ${fault}`
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
  return `(${lines.findLast((line) => /FATAL|error:/.test(line)) ?? lines.at(-1) ?? 'không rõ lý do'})`
}
