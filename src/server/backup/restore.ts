/** Restores a backup and the archive into a data directory on which the program starts, with everything as it was at a moment. */
import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { clockDayText } from '#contract/text/day-text.ts'
import { startEmbedded } from '#server/database/embedded.ts'
import { findPlace, giveDirectory } from '#server/database/place.ts'
import { createClient } from '#server/database/pool.ts'
import { takeLock } from '#server/program/lock.ts'
import { StartError } from '#server/program/start-error.ts'
import { adoptCluster, replaceSettings } from './adopt-cluster.ts'
import { basesDir, followsTo, openArchive } from './archive.ts'
import { beside_dir, cluster_dir, uploads_dir } from './backup.ts'
import { forEachOf, unpack } from './copy.ts'
import { readManifests, type BackupFile, type Manifest } from './manifest.ts'
import { bringPictures } from './pictures.ts'

export interface RestoreOptions {
  backup_dir: string
  /** A new place; nothing may be there. */
  data_dir: string
  /** '2026-11-23 14:59:59' by the clock of Viet Nam; null: as far as the archive goes. */
  at: string | null
  /** The fingerprint that the key of its maker must have; null: any key. */
  signer: string | null
  /** Told of each backup that cannot be read and is passed over. */
  say?: (line: string) => void
}

export interface RestoreResult {
  name: string
  /** When the backup began; the log of PostgreSQL has brought what came later. */
  begun_at: string
  signer: string
  /** The last change that is there; null where none came after the copy. */
  last_change_at: Date | null
}

/** @throws StartError with what a person can do, the new place then holds nothing that could pass for whole. */
export async function restoreBackup({
  backup_dir,
  data_dir,
  at,
  signer: required_signer,
  say = () => {},
}: RestoreOptions): Promise<RestoreResult> {
  // A disk of its own begins with lost+found.
  if (existsSync(data_dir) && readdirSync(data_dir).some((name) => name !== 'lost+found'))
    throw new StartError(`${data_dir} không trống: hãy khôi phục vào thư mục mới.`)
  const { name, manifest, signer, older, newer } = chosenBackup(backup_dir, at, say)
  if (required_signer !== null && required_signer !== signer)
    throw new StartError(`Bản sao lưu ${name} do khóa ${signer} ký, không phải ${required_signer}.`)
  if (at !== null && manifest.database !== undefined)
    throw new StartError('Bản sao lưu của PostgreSQL ở DATABASE_URL chỉ có trạng thái lúc nó xong: hãy bỏ --at.')
  const lock = takeLock(data_dir)
  try {
    await unpackAll(join(basesDir(backup_dir), name), manifest, data_dir)
    await bringPictures(backup_dir, data_dir, { chosen: manifest, older, newer })
    const { database } = manifest
    const restored = { name, begun_at: manifest.begun_at, signer }
    if (database === undefined) return { ...restored, last_change_at: await replay(backup_dir, data_dir, at) }
    adoptCluster(await findPlace(data_dir), data_dir, database)
    return { ...restored, last_change_at: null }
  } finally {
    lock.release()
  }
}

/** The newest that was whole at that moment, on the way to where the restore goes: the log goes forward only. */
function chosenBackup(backup_dir: string, until: string | null, say: (line: string) => void) {
  const { readable: backups, unreadable } = readManifests(backup_dir)
  if (backups.length + unreadable.length === 0) throw new StartError(`Không có bản sao lưu nào trong ${backup_dir}.`)
  for (const { name, why } of unreadable) say(`Bỏ qua bản sao lưu ${name}, vì không đọc được: ${why}`)
  if (backups.length === 0) throw new StartError(`Không bản sao lưu nào trong ${backup_dir} đọc được.`)
  const latest = until === null ? Infinity : Date.parse(`${until.replace(' ', 'T')}+07:00`)
  const follows = followsTo(backup_dir)
  const index = backups.findLastIndex(
    ({ manifest }) =>
      Date.parse(manifest.ended_at) <= latest && (manifest.database !== undefined || follows(manifest.last_wal)),
  )
  const manifests = backups.map(({ manifest }) => manifest)
  if (index >= 0) return { ...backups[index]!, older: manifests.slice(0, index), newer: manifests.slice(index + 1) }
  const first_backup_text = clockDayText(backups[0]!.manifest.ended_at, true)
  throw new StartError(
    `Không có bản sao lưu nào từ trước ${until ?? 'lần khôi phục gần nhất'}: bản cũ nhất xong lúc ${first_backup_text}.`,
  )
}

async function unpackAll(base: string, manifest: Manifest, data_dir: string): Promise<void> {
  const place = await findPlace(data_dir)
  giveDirectory(place.cluster, place.account)
  const targets: [dir: string, to: string][] = [
    [cluster_dir, place.cluster],
    [beside_dir, data_dir],
    [uploads_dir, join(data_dir, uploads_dir)],
  ]
  await forEachOf(manifest.files, async (file: BackupFile) => {
    const [dir, target_dir] = targets.find(([packed_dir]) => file.path.startsWith(`${packed_dir}/`))!
    const { bytes, sha256 } = await unpack(join(base, file.path), join(target_dir, file.path.slice(dir.length + 1)))
    if (bytes !== file.bytes || sha256 !== file.sha256)
      throw new StartError(`Tệp ${file.path} của bản sao lưu bị hỏng: hãy dùng bản sao lưu khác.`)
  })
  for (const dir of made_by_start) mkdirSync(join(place.cluster, dir), { recursive: true })
  if (manifest.database === undefined) writeFileSync(join(place.cluster, 'recovery.signal'), '')
  else replaceSettings(place.cluster)
  chmodSync(place.cluster, 0o700)
  if (!place.account) return
  const { uid, gid } = place.account
  const { status } = spawnSync('chown', ['-R', `${uid}:${gid}`, place.cluster])
  if (status !== 0) throw new StartError(`Không giao được ${place.cluster} cho tài khoản của PostgreSQL.`)
}

/** Directories that PostgreSQL wants to find, and whose content belonged to processes that are gone. */
const made_by_start = [
  'pg_wal/archive_status',
  'pg_wal/summaries',
  'pg_commit_ts',
  'pg_dynshmem',
  'pg_logical/mappings',
  'pg_logical/snapshots',
  'pg_notify',
  'pg_replslot',
  'pg_serial',
  'pg_snapshots',
  'pg_stat',
  'pg_stat_tmp',
  'pg_subtrans',
  'pg_tblspc',
  'pg_twophase',
]

/** PostgreSQL reads its log again, ends recovery there, and stops in order. */
async function replay(backup_dir: string, data_dir: string, until: string | null): Promise<Date | null> {
  openArchive(backup_dir, await findPlace(data_dir))
  const embedded = await startEmbedded({ data_dir, recover: { backup_dir, at: until } }).catch((error: Error) => {
    if (!error.message.includes('before configured recovery target')) throw error
    throw new StartError(`Nhật ký lưu lại chưa tới ${until}: hãy khôi phục không có --at để tới chỗ cuối cùng.`)
  })
  try {
    const client = createClient(embedded.url)
    await client.connect()
    const { rows } = await client.query<{ at: Date | null }>('select pg_last_xact_replay_timestamp() as at')
    await client.end()
    return rows[0]!.at === null ? null : new Date(rows[0]!.at)
  } finally {
    await embedded.stop()
  }
}
