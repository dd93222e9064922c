/** The pictures of all backups: BACKUP_DIR has one copy of each, because a picture never changes. */
import { randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream, existsSync, type Dirent } from 'node:fs'
import { copyFile, mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { picturesDir } from './archive.ts'
import { forEachOf } from './copy.ts'
import type { Manifest } from './manifest.ts'

type Pictures = Pick<Manifest, 'pictures'>

/**
 * Copies the pictures that BACKUP_DIR lacks.
 * @param home FILES_DIR, or the data directory
 * @returns the paths below its `files` of all pictures that are there and in BACKUP_DIR
 */
export async function copyPictures(home: string, backup_dir: string): Promise<string[]> {
  const [from, to] = [join(home, 'files'), picturesDir(backup_dir)]
  const [pictures, copies] = [await picturesBelow(from), new Set(await picturesBelow(to))]
  await forEachOf(
    pictures.filter((path) => !copies.has(path)),
    async (path) => {
      if (await copyPicture(join(from, path), join(to, path))) copies.add(path)
    },
  )
  return pictures.filter((path) => copies.has(path))
}

/** What a call of pictureCopier has seen of a folder. */
interface SeenFolder {
  /** When the original folder was changed last; null where it may still be changed within the same tick of its clock. */
  changed_ms: number | null
  copies_changed_ms: number | null
  /** The pictures that are there and in BACKUP_DIR. */
  names: ReadonlySet<string>
}

/**
 * Copies the pictures that BACKUP_DIR lacks at each call of what it returns, which reads only folders that have changed since the call before, and
 * their copies only where somebody else has changed them; it resolves to the number of folders that it has read.
 * @param home FILES_DIR, or the data directory
 */
export function pictureCopier(home: string, backup_dir: string): () => Promise<number> {
  const [from, to] = [join(home, 'files'), picturesDir(backup_dir)]
  const seenFolders = new Map<string, SeenFolder>()
  return async () => {
    let read_count = 0
    for (const folder of await foldersIn(from)) {
      const last = seenFolders.get(folder)
      const now = await copyFolder(join(from, folder), join(to, folder), last)
      seenFolders.set(folder, now)
      if (now !== last) read_count++
    }
    return read_count
  }
}

/** More than the coarsest clock of a file system. */
const clock_tick_ms = 2_000

async function copyFolder(from: string, to: string, last: SeenFolder | undefined): Promise<SeenFolder> {
  const now_ms = Date.now()
  // Looked at before the names are read: what comes later changes it again.
  const changed_ms = await changedMs(from)
  const isCopyUnchanged = last !== undefined && last.copies_changed_ms === (await changedMs(to))
  if (isCopyUnchanged && last.changed_ms !== null && last.changed_ms === changed_ms) return last
  const names = await namesIn(from)
  const copies = new Set(isCopyUnchanged ? last.names : await namesIn(to))
  await forEachOf(
    names.filter((name) => !copies.has(name)),
    async (name) => {
      if (await copyPicture(join(from, name), join(to, name))) copies.add(name)
    },
  )
  return {
    changed_ms: changed_ms !== null && changed_ms < now_ms - clock_tick_ms ? changed_ms : null,
    copies_changed_ms: await changedMs(to),
    names: new Set(names.filter((name) => copies.has(name))),
  }
}

/** False when it was deleted meanwhile. */
async function copyPicture(from: string, to: string): Promise<boolean> {
  await mkdir(dirname(to), { recursive: true, mode: 0o700 })
  // The backup and the job of each minute may copy the same one.
  const draft = `${to}.${randomUUID()}.new`
  try {
    await pipeline(createReadStream(from), createWriteStream(draft, { flush: true, mode: 0o600 }))
    await rename(draft, to)
    return true
  } catch (error) {
    await rm(draft, { force: true })
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false
    throw error
  }
}

/**
 * Removes the copies that no backup needs and that are older than all of these. A younger one is in none yet, or its original was away when the next
 * one was made.
 */
export async function deleteUnneededPictures(
  backup_dir: string,
  backups: readonly Pick<Manifest, 'pictures' | 'begun_at'>[],
): Promise<void> {
  const needed = new Set(backups.flatMap(({ pictures }) => pictures))
  const oldest_ms = Math.min(...backups.map(({ begun_at }) => Date.parse(begun_at)))
  const mirror = picturesDir(backup_dir)
  for (const path of await picturesBelow(mirror)) {
    const copy = join(mirror, path)
    if (!needed.has(path) && (await stat(copy)).mtimeMs < oldest_ms) await rm(copy)
  }
}

interface Choice {
  chosen: Pictures
  older: readonly Pictures[]
  newer: readonly Pictures[]
}

/**
 * Brings the pictures of a backup and those that came after it, whose rows the log may bring. Those that were deleted before it stay away.
 * @throws where one of the backup is missing
 */
export async function bringPictures(backup_dir: string, data_dir: string, { chosen, older, newer }: Choice) {
  const mirror = picturesDir(backup_dir)
  const needed = new Set([chosen, ...newer].flatMap(({ pictures }) => pictures))
  const deleted = new Set(older.flatMap(({ pictures }) => pictures).filter((path) => !needed.has(path)))
  const later = (await picturesBelow(mirror)).filter((path) => !deleted.has(path))
  await forEachOf([...new Set([...chosen.pictures, ...later])], async (path) => {
    const target_path = join(data_dir, 'files', path)
    await mkdir(dirname(target_path), { recursive: true, mode: 0o700 })
    await copyFile(join(mirror, path), target_path)
  })
}

/** What is being written has more behind its ending. */
const is_draft = /\.new$|\.[\da-f]{8}-[\da-f-]{27}$/
const isPicture = (entry: Dirent) => entry.isFile() && !is_draft.test(entry.name)

async function picturesBelow(dir: string): Promise<string[]> {
  if (!existsSync(dir)) return []
  const entries = await readdir(dir, { recursive: true, withFileTypes: true })
  return entries.filter(isPicture).map((entry) => relative(dir, join(entry.parentPath, entry.name)))
}

async function foldersIn(dir: string): Promise<string[]> {
  if (!existsSync(dir)) return []
  const entries = await readdir(dir, { withFileTypes: true })
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name)
}

async function namesIn(folder: string): Promise<string[]> {
  if (!existsSync(folder)) return []
  const entries = await readdir(folder, { withFileTypes: true })
  return entries.filter(isPicture).map(({ name }) => name)
}

/** When a name was added to a folder or taken from it; null where there is no such folder. */
async function changedMs(folder: string): Promise<number | null> {
  return existsSync(folder) ? (await stat(folder)).mtimeMs : null
}
