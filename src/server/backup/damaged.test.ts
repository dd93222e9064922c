/** One damaged backup, or a directory that cannot be read, hides no other backup and no reason. */
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { basesDir, walDir } from './archive.ts'
import { deleteUnneeded } from './backup.ts'
import { backupNames, writeManifest } from './manifest.ts'
import { restoreBackup } from './restore.ts'
import { testNewest } from './test-restore.ts'

const root = mkdtempSync(join(tmpdir(), 've-so-damaged-'))
const [backup_dir, data_dir, target_dir] = ['backups', 'data', 'target'].map((name) => join(root, name)) as [
  string,
  string,
  string,
]
afterAll(() => rmSync(root, { recursive: true }))
beforeEach(() => {
  rmSync(root, { recursive: true })
  for (const dir of [basesDir(backup_dir), walDir(backup_dir), data_dir, target_dir])
    mkdirSync(dir, { recursive: true })
})

const [older, newest] = ['20261101-023000', '20261102-023000']
function makeBackup(name: string): string {
  const base = join(basesDir(backup_dir), name)
  mkdirSync(base)
  const [at, segment] = [new Date().toISOString(), '000000010000000000000005']
  const moments = { begun_at: at, ended_at: at, first_wal: segment, last_wal: segment }
  writeManifest(base, { program: '0', system_id: '7001', ...moments, files: [], pictures: [] }, data_dir)
  return base
}
function makeDamaged(): void {
  makeBackup(older)
  writeFileSync(join(makeBackup(newest), 'manifest.json'), '{"manifest":')
}

/** The wrong key lets the restore end once it has chosen. */
const choose = (say?: (line: string) => void) =>
  restoreBackup({ backup_dir, data_dir: target_dir, at: null, signer: 'another', ...(say && { say }) })

test('a directory of backups that cannot be read is named, and one that is missing has none', () => {
  rmSync(basesDir(backup_dir), { recursive: true })
  expect(backupNames(backup_dir)).toEqual([])
  symlinkSync('base', basesDir(backup_dir))
  expect(() => backupNames(backup_dir)).toThrow(`Không đọc được ${basesDir(backup_dir)} (ELOOP)`)
})

test('a restore passes over a damaged backup and names it; where all are damaged it names each', async () => {
  makeDamaged()
  const lines: string[] = []
  await expect(choose((line) => lines.push(line))).rejects.toThrow(`Bản sao lưu ${older} do khóa`)
  expect(lines).toEqual([expect.stringContaining(`Bỏ qua bản sao lưu ${newest}`)])
  rmSync(join(basesDir(backup_dir), older), { recursive: true })
  await expect(choose((line) => lines.push(line))).rejects.toThrow(`Không bản sao lưu nào trong ${backup_dir} đọc được`)
  expect(lines).toHaveLength(2)
})

test('a trial restore of a damaged backup fails, instead of trying an older one', async () => {
  makeDamaged()
  expect(await testNewest(backup_dir, root)).toMatchObject({ name: newest, fault: expect.stringContaining('JSON') })
})

test('a restore takes a disk of its own, with its lost+found, for empty', async () => {
  makeBackup(newest)
  mkdirSync(join(target_dir, 'lost+found'))
  await expect(choose()).rejects.toThrow(`Bản sao lưu ${newest} do khóa`)
  writeFileSync(join(target_dir, 'postgres.password'), '')
  await expect(choose()).rejects.toThrow('không trống')
})

test('while a backup cannot be read the log that it may need stays, and goes when the backup is gone', async () => {
  makeDamaged()
  const segment = join(walDir(backup_dir), '000000010000000000000004.gz')
  writeFileSync(segment, '')
  await deleteUnneeded(backup_dir)
  expect(existsSync(segment)).toBe(true)
  rmSync(join(basesDir(backup_dir), newest), { recursive: true })
  await deleteUnneeded(backup_dir)
  expect(existsSync(segment)).toBe(false)
})
