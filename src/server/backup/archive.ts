/**
 * Where the backups of the embedded PostgreSQL lie, and how its write-ahead log gets there while it runs: each segment once, whole,
 * compressed, and on the disk before PostgreSQL may forget it.
 */
import { spawnSync } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { canEnter, giveDirectory, type Place } from '#server/database/place.ts'
import { StartError } from '#server/program/start-error.ts'
import { writeWhole } from '#server/program/write-whole.ts'

/** A segment that is not yet full is archived after this time: no more can be lost with the machine's disk. */
const max_segment_s = 60

/** Names the cluster whose backups lie in a directory. */
export const cluster_mark = 'cluster.txt'
/** Where the log lies in a directory of backups. */
export const walDir = (backup_dir: string) => join(backup_dir, 'wal')
/** Where the whole backups lie in it, each in a directory of its own. */
export const basesDir = (backup_dir: string) => join(backup_dir, 'base')
/** Pictures never change: all backups share one copy of each. */
export const picturesDir = (backup_dir: string) => join(backup_dir, 'files')

/** The settings with which a PostgreSQL archives its log. */
export function archiving(backup_dir: string, place: Place): Record<string, string | number> {
  prepareArchive(backup_dir, place)
  const file = `${quotedPath(walDir(backup_dir))}/%f.gz`
  // One that is there was archived before a crash. With another content it is of another restored copy: PostgreSQL then keeps ours and tries again.
  const command = `if test -f ${file}; then gzip -dc ${file} | cmp -s - "%p"; else gzip -1 -c "%p" > ${file}.new && sync ${file}.new && mv ${file}.new ${file}; fi`
  return { wal_level: 'replica', archive_mode: 'on', archive_timeout: max_segment_s, archive_command: command }
}

/** The settings with which a PostgreSQL reads its log back, up to a moment of Viet Nam's clock or to its end. */
export function recovering(backup_dir: string, until: string | null): Record<string, string> {
  const file = `${quotedPath(walDir(backup_dir))}/%f.gz`
  return {
    restore_command: `test -f ${file} && gzip -dc ${file} > "%p"`,
    recovery_target_action: 'promote',
    hot_standby: 'off',
    ...(until !== null && { recovery_target_time: until }),
  }
}

/**
 * Tells whether a restore, which follows the newest timeline, can begin with a backup that ends with this segment: not where the timeline
 * branched off before it, at an earlier moment.
 */
export function followsTo(backup_dir: string): (last_wal: string) => boolean {
  const wal = walDir(backup_dir)
  const newest = existsSync(wal)
    ? readdirSync(wal)
        .filter((name) => /^[\dA-F]{8}\.history\.gz$/.test(name))
        .toSorted()
        .at(-1)
    : undefined
  if (newest === undefined) return () => true
  const history = gunzipSync(readFileSync(join(wal, newest))).toString()
  const ends = new Map(
    [...history.matchAll(/^(\d+)\t([\dA-F]+)\/([\dA-F]+)/gm)].map(([, timeline, high, low]) => [
      hex(Number(timeline)),
      hex(Number.parseInt(high!, 16)) + hex(Number.parseInt(low!, 16) >>> 24),
    ]),
  )
  return (last_wal) => {
    const end = ends.get(last_wal.slice(0, 8))
    return last_wal.startsWith(newest.slice(0, 8)) || (end !== undefined && last_wal.slice(8, 24) < end)
  }
}

/** As in the names of segments, of 16 MB each. */
const hex = (number: number) => number.toString(16).toUpperCase().padStart(8, '0')

/**
 * Lets PostgreSQL's own account read the log in a copy of the backups, which may belong to whoever copied it.
 * @throws StartError where it cannot
 */
export function openArchive(backup_dir: string, { account }: Place): void {
  const wal = walDir(backup_dir)
  if (!account) return
  const isReadable = () =>
    spawnSync('/bin/sh', ['-c', 'cd "$0" && for file in *; do test -r "$file" || exit 1; done', wal], {
      ...account,
      cwd: '/',
    }).status === 0
  if (isReadable()) return
  spawnSync('chown', ['-R', `${account.uid}:${account.gid}`, wal])
  if (!isReadable())
    throw new StartError(
      `Tài khoản của PostgreSQL không đọc được ${wal}: hãy giao nó cho tài khoản ấy, và mở quyền đi qua các thư mục cha (chmod o+x).`,
    )
}

/** PostgreSQL's own account writes here; a directory belongs to one cluster for ever, since segments are told apart by name only. */
function prepareArchive(backup_dir: string, place: Place): void {
  const wal = walDir(backup_dir)
  try {
    if (spawnSync('gzip', ['--version']).status !== 0)
      throw new StartError('Máy này không có gzip mà BACKUP_DIR cần: hãy cài gói gzip.')
    if (spawnSync('cmp', ['/dev/null', '/dev/null']).status !== 0)
      throw new StartError('Máy này không có cmp mà BACKUP_DIR cần: hãy cài gói diffutils.')
    mkdirSync(basesDir(backup_dir), { recursive: true, mode: 0o700 })
    giveDirectory(wal, place.account)
    claimFor(backup_dir, systemIdOf(place.cluster))
    archiveHistories(backup_dir, place)
  } catch (error) {
    if (error instanceof StartError) throw error
    const { code } = error as NodeJS.ErrnoException
    throw new StartError(`Không ghi được vào BACKUP_DIR ${backup_dir} (${code}): hãy chuyển sang nơi ghi được.`)
  }
  if (place.account && !canEnter(wal, place.account))
    throw new StartError(
      `Tài khoản của PostgreSQL không vào được ${backup_dir}: hãy mở quyền đi qua các thư mục cha (chmod o+x).`,
    )
}

/**
 * A restored cluster goes on along a timeline of its own. PostgreSQL archives how it branched off only where it archives during the restore;
 * without that a later restore would end where the timeline before ended.
 */
function archiveHistories(backup_dir: string, { cluster, account }: Place): void {
  const wal = walDir(backup_dir)
  const histories = readdirSync(join(cluster, 'pg_wal')).filter((name) => /^[\dA-F]{8}\.history$/.test(name))
  for (const name of histories.toSorted()) {
    const history = readFileSync(join(cluster, 'pg_wal', name))
    const path = join(wal, `${name}.gz`)
    if (existsSync(path)) {
      if (gunzipSync(readFileSync(path)).equals(history)) continue
      throw new StartError(`${backup_dir} giữ nhật ký của một bản khôi phục khác: hãy đặt BACKUP_DIR khác.`)
    }
    if (isWritten(wal, name.slice(0, 8)))
      throw new StartError(
        `Chương trình khác vừa ghi nhật ký vào ${backup_dir}: hãy dừng nó hoặc đặt BACKUP_DIR khác. Nếu tệp ở đó chỉ vừa được chép tới, hãy chạy lại sau ba phút.`,
      )
    writeWhole(path, gzipSync(history))
    if (account) chownSync(path, account.uid, account.gid)
  }
}

/** Whether segments of another timeline came just now: the program that they are from lives, and must not be cut off from its archive. */
function isWritten(wal: string, timeline: string): boolean {
  const latest_ms = Date.now() - 3 * max_segment_s * 1_000
  return readdirSync(wal).some(
    (name) =>
      /^[\dA-F]{24}\b/.test(name) &&
      !name.startsWith(timeline) &&
      (statSync(join(wal, name), { throwIfNoEntry: false })?.mtimeMs ?? 0) > latest_ms,
  )
}

/** A directory belongs to one cluster for ever. */
export function claimFor(backup_dir: string, system_id: string): void {
  mkdirSync(basesDir(backup_dir), { recursive: true, mode: 0o700 })
  const mark = join(backup_dir, cluster_mark)
  if (!existsSync(mark)) writeWhole(mark, `${system_id}\n`)
  else if (readFileSync(mark, 'utf8').trim() !== system_id)
    throw new StartError(`${backup_dir} giữ bản sao lưu của cơ sở dữ liệu khác: hãy đặt BACKUP_DIR khác.`)
}

/** The number that a cluster got when it was made; its control file begins with it. */
export function systemIdOf(cluster: string): string {
  return readFileSync(join(cluster, 'global', 'pg_control'))
    .readBigUInt64LE(0)
    .toString()
}

/** Quotes a path for the shell, and for PostgreSQL, which replaces what follows a percent sign. */
function quotedPath(path: string): string {
  return `'${path.replaceAll("'", String.raw`'\''`).replaceAll('%', '%%')}'`
}
