/** Which pictures BACKUP_DIR has, and which a restore brings. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { picturesDir } from './archive.ts'
import { bringPictures, copyPictures, forgetPictures } from './pictures.ts'

let dir: string
let home: string
let backup_dir: string

function store(...paths: string[]): void {
  for (const path of paths) {
    mkdirSync(dirname(join(home, 'files', path)), { recursive: true })
    writeFileSync(join(home, 'files', path), path)
  }
}

function picturesIn(root: string): string[] {
  const entries = readdirSync(root, { recursive: true, withFileTypes: true })
  return entries.flatMap((entry) => (entry.isFile() ? [entry.name] : [])).toSorted()
}

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 've-so-pictures-'))
  ;[home, backup_dir] = [join(dir, 'data'), join(dir, 'backups')]
})
afterEach(() => rmSync(dir, { recursive: true }))

test('a picture is copied once it is whole, and its copy stays while a backup needs it or is older', async () => {
  expect(await copyPictures(home, backup_dir)).toEqual([])
  store('banner/a.webp', 'banner/b.webp', 'banner/c.webp.0f8fad5b-d9cb-469f-a165-70867728950e')
  const pictures = await copyPictures(home, backup_dir)
  expect(pictures.toSorted()).toEqual(['banner/a.webp', 'banner/b.webp'])
  expect(readFileSync(join(picturesDir(backup_dir), 'banner', 'a.webp'), 'utf8')).toBe('banner/a.webp')
  store('banner/c.webp')
  await copyPictures(home, backup_dir)
  expect(picturesIn(picturesDir(backup_dir))).toEqual(['a.webp', 'b.webp', 'c.webp'])
  // Its original is gone, or the disk of all originals.
  rmSync(join(home, 'files'), { recursive: true })
  const newer = { pictures: [], begun_at: new Date(Date.now() + 60_000).toISOString() }
  const older = { pictures: ['banner/b.webp'], begun_at: new Date(Date.now() - 60_000).toISOString() }
  await forgetPictures(backup_dir, [older, newer])
  expect(picturesIn(picturesDir(backup_dir))).toEqual(['a.webp', 'b.webp', 'c.webp'])
  await forgetPictures(backup_dir, [{ ...newer, pictures: ['banner/b.webp'] }])
  expect(picturesIn(picturesDir(backup_dir))).toEqual(['b.webp'])
})

test('a restore brings the pictures of its backup and all that came later, not those deleted before it', async () => {
  store('banner/deleted.webp', 'banner/a.webp', 'banner/of-the-next-backup.webp', 'banner/since-then.webp')
  await copyPictures(home, backup_dir)
  const choice = {
    older: [{ pictures: ['banner/deleted.webp', 'banner/a.webp'] }],
    chosen: { pictures: ['banner/a.webp'] },
    newer: [{ pictures: ['banner/of-the-next-backup.webp'] }],
  }
  const restored = join(dir, 'restored')
  await bringPictures(backup_dir, restored, choice)
  expect(picturesIn(restored)).toEqual(['a.webp', 'of-the-next-backup.webp', 'since-then.webp'])
  rmSync(join(picturesDir(backup_dir), 'banner', 'a.webp'))
  await expect(bringPictures(backup_dir, join(dir, 'again'), choice)).rejects.toThrow('a.webp')
})
