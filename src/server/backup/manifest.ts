/** The description inside a backup: its files, its moment, and the program that made it. */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { StartError } from '#server/program/start-error.ts'
import { writeWhole } from '#server/program/write-whole.ts'
import { basesDir } from './archive.ts'
import { signText, verifySigned } from './sign.ts'

export interface BackupFile {
  /** Below the backup's own directory, without the ending that says how it is packed. */
  path: string
  /** Size and hash of the content before it was packed. */
  bytes: number
  sha256: string
}

export interface Manifest {
  /** The version of the program. */
  program: string
  system_id: string
  /** The name of the database where others run its PostgreSQL: its log is within the copy, and the end of the copy is all that can be restored. */
  database?: string
  /** Moments, ISO 8601. A restore can go to any moment from the second one on. */
  begun_at: string
  ended_at: string
  /** The segments of the write-ahead log that a restore of it needs, from the first to the last. */
  first_wal: string
  last_wal: string
  files: BackupFile[]
  /** Paths below FILES_DIR/files. */
  pictures: string[]
}

/** The name of the manifest's file within the directory of a backup. */
export const manifest_name = 'manifest.json'

/** Signed with a key that lies beside the data, not beside the backups. */
export function writeManifest(dir: string, manifest: Manifest, data_dir: string): void {
  const { text, ...signed } = signText(JSON.stringify(manifest), data_dir)
  writeWhole(join(dir, manifest_name), JSON.stringify({ manifest: text, ...signed }))
}

/**
 * The manifest of the backup in this directory; `signer` is what its key is known by.
 * @throws StartError where it was changed after it had been written, ENOENT where it is missing, SyntaxError where it is torn
 */
export const readManifest = (dir: string) => parseManifest(readFileSync(join(dir, manifest_name), 'utf8'), dir)

/** As `readManifest`, of the text of a manifest; `dir` is for the error. */
export function parseManifest(text: string, dir: string): { manifest: Manifest; signer: string } {
  const { manifest, ...signed } = JSON.parse(text) as { manifest: string; public_key: string; signature: string }
  if (verifySigned({ text: manifest, ...signed }) === null)
    throw new StartError(`Bản sao lưu ${dir} đã bị sửa: chữ ký không khớp.`)
  const signer = createHash('sha256').update(signed.public_key).digest('hex').slice(0, 16)
  return { manifest: JSON.parse(manifest) as Manifest, signer }
}

/**
 * The names of the backups that are whole, oldest first.
 * @throws StartError where their directory cannot be read; one that is missing has none
 */
export function backupNames(backup_dir: string): string[] {
  const bases = basesDir(backup_dir)
  return namesIn(bases).filter((name) => !name.endsWith('.new') && !isMissing(join(bases, name, manifest_name)))
}

function namesIn(dir: string): string[] {
  try {
    return readdirSync(dir).toSorted()
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return []
    throw new StartError(`Không đọc được ${dir} (${code}): hãy giao nó cho tài khoản chạy chương trình.`)
  }
}

/** What is there and cannot be read is not missing. */
function isMissing(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false }) === undefined
  } catch {
    return false
  }
}

/** Reads the descriptions of all whole backups, oldest first; `unreadable` names each that is damaged or changed, with why. */
export function readManifests(backup_dir: string) {
  const readable: { name: string; manifest: Manifest; signer: string }[] = []
  const unreadable: { name: string; why: string }[] = []
  for (const name of backupNames(backup_dir))
    try {
      readable.push({ name, ...readManifest(join(basesDir(backup_dir), name)) })
    } catch (error) {
      unreadable.push({ name, why: (error as Error).message })
    }
  return { readable, unreadable }
}
