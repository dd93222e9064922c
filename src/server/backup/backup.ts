/**
 * A copy of the database and of everything that belongs to it, made while the program works: the embedded cluster's files as PostgreSQL's own
 * protocol for this allows, and from the archive the log that makes them one state; of others' PostgreSQL what it sends.
 */
import { existsSync, mkdirSync, readdirSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { archiveDir } from '#server/audit/archive.ts'
import { createClient } from '#server/database/pool.ts'
import { filesDir } from '#server/http/stream.ts'
import type { Config } from '#server/program/config.ts'
import { StartError } from '#server/program/start-error.ts'
import { version } from '#server/program/version.ts'
import { basesDir, claimFor, systemIdOf, walDir } from './archive.ts'
import { forEachOf, pack, packed_ending } from './copy.ts'
import { backupNames, readManifest, readManifests, writeManifest, type BackupFile, type Manifest } from './manifest.ts'
import { copyPictures, deleteUnneededPictures } from './pictures.ts'
import { checkExternal, receiveCluster } from './receive-cluster.ts'

export interface BackupPlace {
  /** The address of the running PostgreSQL. */
  url: string
  /** The address from which a PostgreSQL that others run, or its standby, sends its files; null for the embedded one, whose files lie here. */
  external_url: string | null
  data_dir: string
  files_dir: string | null
  backup_dir: string
  /** How many backups are kept; what only older ones need goes. */
  keep: number
}

export interface Backup {
  name: string
  manifest: Manifest
  /** Packed, on the disk. */
  bytes: number
}

/** Made anew by every start, or only of use to the processes that run now. */
const left_out = new Set(['postmaster.pid', 'postmaster.opts', 'pg_wal'])
const emptied = new Set([
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
  'pg_replslot',
])
const is_temporary = /^(pgsql_tmp|pg_internal\.init)/
const beside_cluster = ['postgres.password', 'audit-heads.log']

export const cluster_dir = 'cluster'
export const beside_dir = 'beside'
export const uploads_dir = 'uploads'

/** @throws StartError where the running program archives nothing, or the archive takes nothing, or others' PostgreSQL does not send itself */
export async function takeBackup(place: BackupPlace): Promise<Backup> {
  const { url, external_url, backup_dir, keep } = place
  const begun_at = new Date()
  const name = begun_at.toISOString().slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '-')
  const draft = join(basesDir(backup_dir), `${name}.new`)
  const client = createClient(url)
  await client.connect()
  try {
    if (external_url === null) await checkArchive(client, backup_dir)
    const { rows } = await client.query<{ free: boolean }>(`select pg_try_advisory_lock(hashtext('backup')) as free`)
    if (!rows[0]!.free) throw new StartError('Một bản sao lưu khác đang được tạo: hãy đợi nó xong.')
    const manifest = await writeBackup(client, place, { draft, name, begun_at }).catch((error: unknown) => {
      rmSync(draft, { recursive: true, force: true })
      throw error
    })
    renameSync(draft, join(basesDir(backup_dir), name))
    deleteOldBases(backup_dir, keep)
    await deleteUnneeded(backup_dir)
    return { name, manifest, bytes: bytesOf(join(basesDir(backup_dir), name), manifest.files) }
  } finally {
    await client.end()
  }
}

type Client = ReturnType<typeof createClient>
type ClusterCopy = Pick<Manifest, 'system_id' | 'database' | 'first_wal' | 'last_wal' | 'files'>

interface Draft {
  draft: string
  name: string
  begun_at: Date
}

async function writeBackup(client: Client, place: BackupPlace, { draft, name, begun_at }: Draft): Promise<Manifest> {
  const { url, external_url, data_dir, backup_dir, keep } = place
  const external = external_url === null ? null : await checkExternal(url)
  if (external !== null) claimFor(backup_dir, external.system_id)
  makeDraft({ backup_dir, draft, keep })
  const files: BackupFile[] = []
  // Before the database: of heads that are newer than its copy the entries would be missing there.
  for (const file of beside_cluster)
    if (existsSync(join(data_dir, file))) await keepFile(join(data_dir, file), draft, join(beside_dir, file), files)
  const { files: cluster_files, ...copied } =
    external === null
      ? await copyEmbedded(client, { data_dir, draft, name })
      : { ...external, ...(await receiveCluster(external_url!, external.system_id, { draft, dir: cluster_dir })) }
  files.push(...cluster_files)
  const archived = archiveDir(data_dir)
  const archive_name = join(beside_dir, basename(archived))
  files.push(...(await copyTree(archived, archived, join(draft, archive_name), archive_name)))
  const home = filesDir(place)
  files.push(...(await copyTree(join(home, 'uploads'), join(home, 'uploads'), join(draft, uploads_dir), uploads_dir)))
  const pictures = await copyPictures(home, backup_dir)
  const manifest: Manifest = {
    program: version,
    begun_at: begun_at.toISOString(),
    ended_at: new Date().toISOString(),
    ...copied,
    files,
    pictures,
  }
  writeManifest(draft, manifest, data_dir)
  return manifest
}

async function checkArchive(client: Client, backup_dir: string): Promise<void> {
  const { archive_command } = (await client.query('show archive_command')).rows[0] as { archive_command: string }
  if (!archive_command.includes(walDir(backup_dir).replaceAll('%', '%%')))
    throw new StartError('Chương trình đang chạy mà không có BACKUP_DIR này: hãy khởi động lại nó với BACKUP_DIR.')
}

interface EmbeddedCopy {
  data_dir: string
  draft: string
  name: string
}

async function copyEmbedded(client: Client, { data_dir, draft, name }: EmbeddedCopy): Promise<ClusterCopy> {
  const cluster = realpathSync(join(data_dir, 'postgres'))
  await client.query(`select pg_backup_start($1, true)`, [name])
  const files = await copyTree(cluster, cluster, join(draft, cluster_dir), cluster_dir)
  const { labelfile, last_wal } = await endBackup(client)
  files.push(await keepText(labelfile, draft))
  const first_wal = /\(file ([\dA-F]{24})\)/.exec(labelfile)![1]!
  return { system_id: systemIdOf(cluster), first_wal, last_wal, files }
}

interface DraftPlace {
  backup_dir: string
  draft: string
  keep: number
}

/** Makes room first: where it is short, the copy would fail before anything is forgotten after it. */
function makeDraft({ backup_dir, draft, keep }: DraftPlace): void {
  clearDrafts(backup_dir)
  deleteOldBases(backup_dir, keep)
  mkdirSync(draft, { recursive: true, mode: 0o700 })
}

/** Waits until the archive has everything that the copy needs. */
async function endBackup(client: Client): Promise<{ labelfile: string; last_wal: string }> {
  await client.query(`set statement_timeout = '2min'`)
  const { rows } = await client
    .query<{ labelfile: string; last_wal: string }>(
      `select labelfile, pg_walfile_name(lsn) as last_wal from pg_backup_stop(true)`,
    )
    .catch((error: Error) => {
      throw new StartError(`Kho lưu nhật ký của PostgreSQL không nhận tệp trong hai phút (${error.message}).`)
    })
  return rows[0]!
}

async function copyTree(root: string, dir: string, to: string, name: string): Promise<BackupFile[]> {
  const files: BackupFile[] = []
  const paths = existsSync(dir) ? filesBelow(root, dir) : []
  await forEachOf(paths, async (path) => {
    const packedFile = await pack(join(root, path), join(to, path))
    if (packedFile) files.push({ path: join(name, path), ...packedFile })
  })
  return files
}

function filesBelow(root: string, dir: string): string[] {
  const is_top = dir === root
  return readdirSync(dir, { withFileTypes: true }).flatMap((entry) => {
    if ((is_top && left_out.has(entry.name)) || is_temporary.test(entry.name)) return []
    const path = join(dir, entry.name)
    if (!entry.isDirectory()) return entry.isFile() ? [path.slice(root.length + 1)] : []
    return is_top && emptied.has(entry.name) ? [] : filesBelow(root, path)
  })
}

async function keepFile(from: string, draft: string, path: string, files: BackupFile[]): Promise<void> {
  const packedFile = await pack(from, join(draft, path))
  if (packedFile) files.push({ path, ...packedFile })
}

/** What PostgreSQL reads first in the copy: from where its log has to be read again. */
async function keepText(labelfile: string, draft: string): Promise<BackupFile> {
  const path = join(cluster_dir, 'backup_label')
  const plain = join(draft, 'backup_label')
  writeFileSync(plain, labelfile, { mode: 0o600 })
  const packedFile = await pack(plain, join(draft, path))
  rmSync(plain)
  return { path, ...packedFile! }
}

/** The remains of an interrupted backup. */
function clearDrafts(backup_dir: string): void {
  for (const name of readdirSync(basesDir(backup_dir)))
    if (name.endsWith('.new')) rmSync(join(basesDir(backup_dir), name), { recursive: true, force: true })
}

/** Removes whole backups beyond the newest `keep`. */
function deleteOldBases(backup_dir: string, keep: number): void {
  for (const name of backupNames(backup_dir).slice(0, -keep))
    rmSync(join(basesDir(backup_dir), name), { recursive: true, force: true })
}

/** Removes the log and the pictures that are no longer needed; nothing while a backup cannot be read, as it may need them when it can again. */
export async function deleteUnneeded(backup_dir: string): Promise<void> {
  const { readable, unreadable } = readManifests(backup_dir)
  if (unreadable.length > 0) return
  const manifests = readable.map(({ manifest }) => manifest)
  // Segments are numbered on through all timelines; what is no segment tells how timelines hang together and stays.
  // After a restore to a moment a newer backup may need older segments than the oldest backup does.
  const oldest = manifests.map(({ first_wal }) => segmentOf(first_wal)).toSorted()[0]!
  for (const file of existsSync(walDir(backup_dir)) ? readdirSync(walDir(backup_dir)) : [])
    if (/^[\dA-F]{24}\b/.test(file) && segmentOf(file) < oldest) rmSync(join(walDir(backup_dir), file), { force: true })
  await deleteUnneededPictures(backup_dir, manifests)
}

const timelineOf = (wal: string) => wal.slice(0, 8)
const segmentOf = (wal: string) => wal.slice(8, 24)

const bytesOf = (dir: string, files: readonly BackupFile[]) =>
  files.reduce((sum, { path }) => sum + statSync(join(dir, `${path}${packed_ending}`)).size, 0)

/** Whether the embedded database has gone on along another timeline than its newest backup, as it does after a restore. */
export async function isRestored(url: string, backup_dir: string): Promise<boolean> {
  const newest_timeline = newestTimeline(backup_dir)
  if (newest_timeline === null) return false
  const client = createClient(url)
  await client.connect()
  try {
    const { rows } = await client.query<{ file: string }>('select pg_walfile_name(pg_current_wal_lsn()) as file')
    return timelineOf(rows[0]!.file) !== newest_timeline
  } finally {
    await client.end()
  }
}

/** Null where there is no backup, or the newest one was changed: then the trial restore tells, and the start goes on. */
function newestTimeline(backup_dir: string): string | null {
  const name = backupNames(backup_dir).at(-1)
  try {
    return name === undefined ? null : timelineOf(readManifest(join(basesDir(backup_dir), name)).manifest.first_wal)
  } catch {
    return null
  }
}

/** The address from which a PostgreSQL that others run sends its files; null for the embedded one. */
export function externalUrl(config: Pick<Config, 'backup_database_url' | 'direct_database_url' | 'database_url'>) {
  return config.backup_database_url ?? config.direct_database_url ?? config.database_url
}
