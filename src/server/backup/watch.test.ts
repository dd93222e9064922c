/** A share that hangs under BACKUP_DIR must not keep anybody waiting who asks how the backups are. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readOnce, type BackupCondition } from '#server/program/condition.ts'
import { basesDir } from './archive.ts'
import { writeManifest } from './manifest.ts'
import { backupCondition, watchBackups } from './watch.ts'

let dir: string
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 've-so-watch-'))
})
afterEach(() => {
  rmSync(dir, { recursive: true })
  vi.useRealTimers()
})

test('the newest backup that can be read counts, with the notes on trial and store', async () => {
  expect(await backupCondition(dir, true)).toEqual({ newest: null, test: null, upload: { at: null } })
  const moment = new Date().toISOString()
  const segment = '000000010000000000000005'
  for (const name of ['20261101-023000', '20261102-023000', '20261103-023000.new']) {
    mkdirSync(join(basesDir(dir), name), { recursive: true })
    const moments = { begun_at: moment, ended_at: moment, first_wal: segment, last_wal: segment }
    writeManifest(join(basesDir(dir), name), { program: '0', system_id: '7', ...moments, files: [], pictures: [] }, dir)
  }
  expect((await backupCondition(dir)).newest?.name).toBe('20261102-023000')
  writeFileSync(join(basesDir(dir), '20261102-023000', 'manifest.json'), '{"manifest":')
  writeFileSync(join(dir, 'uploaded.json'), JSON.stringify({ at: moment }))
  expect(await backupCondition(dir, true)).toMatchObject({
    newest: { name: '20261101-023000' },
    upload: { at: moment },
  })
})

test('while the disk hangs the last condition is told, and nothing more is read', async () => {
  vi.useFakeTimers()
  const first_read: BackupCondition = { newest: { name: 'a', ended_at: '' }, test: null, upload: null }
  const read = vi.fn<typeof backupCondition>().mockResolvedValueOnce(first_read)
  read.mockReturnValue(new Promise(() => {}))
  const lastCondition = await watchBackups(dir, false, read)
  await vi.advanceTimersByTimeAsync(10 * 60_000)
  expect(lastCondition()).toEqual(first_read)
  expect(read).toHaveBeenCalledTimes(2)
})

test('a reading that hangs is waited for two seconds, by all who ask', async () => {
  const read = vi.fn<() => Promise<string>>(() => new Promise(() => {}))
  const readSlowly = readOnce(read)
  expect(await Promise.all([readSlowly(), readSlowly()])).toEqual([null, null])
  expect(await readSlowly()).toBeNull()
  expect(read).toHaveBeenCalledOnce()
})
