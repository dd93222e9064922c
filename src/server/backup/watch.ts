/** What the metrics and the status page say of the backups: read now and then, so that nobody who asks waits for their disk. */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readOnce, type BackupCondition } from '#server/program/condition.ts'
import { basesDir } from './archive.ts'
import { parseManifest, manifest_name } from './manifest.ts'
import { test_name } from './test-restore.ts'
import { upload_mark } from './upload.ts'

/** A backup may also be made by `npm run backup`. */
const interval_ms = 10_000

/** Reads how the backups are, now and every ten seconds. @returns a function that gives what was read last, and null before */
export async function watchBackups(
  backup_dir: string,
  has_store: boolean,
  read = backupCondition,
): Promise<() => BackupCondition | null> {
  let last_read: BackupCondition | null = null
  const refresh = readOnce(async () => {
    last_read = await read(backup_dir, has_store)
  })
  await refresh()
  setInterval(() => void refresh(), interval_ms).unref()
  return () => last_read
}

/** The newest whole backup that can be read, how the last trial restore ended, and when a store last had all. */
export async function backupCondition(backup_dir: string, has_store = false): Promise<BackupCondition> {
  return {
    newest: await newestIn(basesDir(backup_dir)),
    test: await jsonIn<BackupCondition['test']>(join(backup_dir, test_name)),
    upload: has_store
      ? ((await jsonIn<BackupCondition['upload']>(join(backup_dir, upload_mark))) ?? { at: null })
      : null,
  }
}

async function newestIn(bases: string): Promise<BackupCondition['newest']> {
  const names = await readdir(bases).catch(() => [])
  for (const name of names
    .filter((entry) => !entry.endsWith('.new'))
    .toSorted()
    .toReversed()) {
    const dir = join(bases, name)
    try {
      const { ended_at } = parseManifest(await readFile(join(dir, manifest_name), 'utf8'), dir).manifest
      return { name, ended_at }
    } catch {
      // Not whole or damaged: the one before counts, and its age tells.
    }
  }
  return null
}

const jsonIn = async <T>(path: string): Promise<T | null> =>
  readFile(path, 'utf8').then(
    (text) => JSON.parse(text) as T,
    () => null,
  )
