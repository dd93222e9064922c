/** Which pictures BACKUP_DIR has, and which a restore brings. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { picturesDir } from './archive.ts'
import { bringPictures, copyPictures, deleteUnneededPictures, pictureCopier } from './pictures.ts'

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
  await deleteUnneededPictures(backup_dir, [older, newer])
  expect(picturesIn(picturesDir(backup_dir))).toEqual(['a.webp', 'b.webp', 'c.webp'])
  await deleteUnneededPictures(backup_dir, [{ ...newer, pictures: ['banner/b.webp'] }])
  expect(picturesIn(picturesDir(backup_dir))).toEqual(['b.webp'])
})

test('only folders that have changed are read again, and no picture is missed, whoever has copied or removed one', async () => {
  const copyNew = pictureCopier(home, backup_dir)
  /** As if the folder had been changed so many minutes ago. */
  const changedBefore = (folder: string, minutes: number) => {
    const moment = new Date(Date.now() - minutes * 60_000)
    utimesSync(join(home, 'files', folder), moment, moment)
  }
  const copies = () => picturesIn(picturesDir(backup_dir))
  expect(await copyNew()).toBe(0)
  store('banner/a.webp', 'ticket/1.webp', 'ticket/2.webp')
  changedBefore('banner', 9)
  changedBefore('ticket', 9)
  expect([await copyNew(), copies()]).toEqual([2, ['1.webp', '2.webp', 'a.webp']])
  expect(await copyNew()).toBe(0)

  store('banner/b.webp', 'banner/draft.webp.0f8fad5b-d9cb-469f-a165-70867728950e')
  changedBefore('banner', 8)
  expect([await copyNew(), copies()]).toEqual([1, ['1.webp', '2.webp', 'a.webp', 'b.webp']])
  // What was changed just now may be changed again within the same tick of the clock.
  store('ticket/3.webp')
  expect([await copyNew(), await copyNew(), copies().length]).toEqual([1, 1, 5])
  changedBefore('ticket', 7)
  expect([await copyNew(), await copyNew()]).toEqual([1, 0])

  // A copy that is lost, and all of them with their disk.
  rmSync(join(picturesDir(backup_dir), 'ticket', '1.webp'))
  expect([await copyNew(), copies().length, await copyNew()]).toEqual([1, 5, 0])
  rmSync(picturesDir(backup_dir), { recursive: true })
  expect([await copyNew(), copies().length, await copyNew()]).toEqual([2, 5, 0])

  // A picture that is deleted, forgotten and stored again.
  rmSync(join(home, 'files', 'ticket', '2.webp'))
  changedBefore('ticket', 6)
  await copyNew()
  await deleteUnneededPictures(backup_dir, [
    { pictures: ['banner/a.webp', 'banner/b.webp'], begun_at: new Date(Date.now() + 60_000).toISOString() },
  ])
  store('ticket/2.webp')
  await copyNew()
  expect(copies()).toEqual(['1.webp', '2.webp', '3.webp', 'a.webp', 'b.webp'])
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
