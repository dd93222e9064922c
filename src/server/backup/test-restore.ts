/**
 * A backup that was never restored is a hope: the newest one is restored into a place of its own, every proof runs on it, and what came of
 * it is noted beside the backups.
 */
import { mkdtempSync, readdirSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { removePlace } from '#server/database/place.ts'
import { project_dir } from '#server/program/config.ts'
import type { BackupCondition } from '#server/program/condition.ts'
import { runGuarded } from '#server/program/guard.mjs'
import { isLocked, takeLock } from '#server/program/lock.ts'
import { StartError } from '#server/program/start-error.ts'
import { writeWhole } from '#server/program/write-whole.ts'
import { basesDir } from './archive.ts'
import { backupNames, readManifest } from './manifest.ts'

type Test = NonNullable<BackupCondition['test']>

/** Of the note beside the backups on how the last trial ended. */
export const test_name = 'test-restore.json'
const scratch_prefix = 've-so-test-restore-'
const dataOf = (trial_dir: string) => join(trial_dir, 'data')

/**
 * Restores the newest backup under `scratch_dir`, which needs room for the whole database, by the command that a person would use.
 * @throws StartError where there is nothing to try; a restore that fails is told in what it gives.
 */
export async function testNewest(backup_dir: string, scratch_dir = tmpdir()): Promise<Test> {
  const name = backupNames(backup_dir).at(-1)
  if (name === undefined) throw new StartError(`Không có bản sao lưu nào trong ${backup_dir}.`)
  const started_ms = performance.now()
  clearKilled(scratch_dir)
  const trial_dir = mkdtempSync(join(scratch_dir, scratch_prefix))
  const lock = takeLock(trial_dir)
  try {
    // A restore would pass over one that cannot be read, and take an older one.
    const damage = damageOf(join(basesDir(backup_dir), name))
    const { ok, output } = damage ?? (await restore(backup_dir, dataOf(trial_dir)))
    const seconds = Math.round((performance.now() - started_ms) / 100) / 10
    const fault = ok ? null : (output.match(/^✗ .*/gm)?.at(-1) ?? 'Lệnh khôi phục không chạy được.')
    const test: Test = { name, at: new Date().toISOString(), seconds, fault }
    writeWhole(join(backup_dir, test_name), JSON.stringify(test))
    return test
  } finally {
    lock.release()
    removeTrial(trial_dir)
  }
}

function damageOf(base: string): { ok: false; output: string } | null {
  try {
    readManifest(base)
    return null
  } catch (error) {
    return { ok: false, output: `✗ ${(error as Error).message}` }
  }
}

/** Restores in a process of its own, which ends with us, because it starts a PostgreSQL while the program goes on. */
function restore(backup_dir: string, target_dir: string): Promise<{ ok: boolean; output: string }> {
  const env = { ...process.env, BACKUP_DIR: backup_dir, DATA_DIR: target_dir }
  return runGuarded(process.execPath, [join(project_dir, 'scripts', 'restore.ts'), '--to', target_dir], { env })
}

/** Removes what trials left that were killed: each a whole database. */
function clearKilled(scratch_dir: string): void {
  for (const name of readdirSync(scratch_dir)) {
    const trial_dir = join(scratch_dir, name)
    const isOurs = () => statSync(trial_dir, { throwIfNoEntry: false })?.uid === process.getuid?.()
    if (name.startsWith(scratch_prefix) && isOurs() && !isLocked(trial_dir)) removeTrial(trial_dir)
  }
}

function removeTrial(trial_dir: string): void {
  removePlace(dataOf(trial_dir))
  removePlace(trial_dir)
}
