/** A database that was restored to a moment goes on beside backups that were made after that moment. */
import { chmodSync, existsSync, readdirSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { startEmbedded } from '#server/database/embedded.ts'
import { removePlace } from '#server/database/place.ts'
import { createClient } from '#server/database/pool.ts'
import { waitUntil } from '#server/program/process.ts'
import { makeDataDir } from '#server/testing/throw-away.ts'
import { walDir } from './archive.ts'
import { takeBackup } from './backup.ts'
import { backupNames } from './manifest.ts'
import { restoreBackup } from './restore.ts'

const [backup_dir, ...data_dirs] = Array.from({ length: 4 }, makeDataDir) as [string, string, string, string]
const [first_dir, second_dir, third_dir] = data_dirs

afterAll(() => {
  for (const dir of [backup_dir, ...data_dirs]) removePlace(dir)
})

/** Runs on the database of a directory while it archives, and waits until its log is in the archive. */
async function onArchived(
  data_dir: string,
  run: (query: (text: string) => Promise<void>, url: string) => Promise<void>,
) {
  for (const name of existsSync(walDir(backup_dir)) ? readdirSync(walDir(backup_dir)) : [])
    utimesSync(join(walDir(backup_dir), name), new Date(0), new Date(0))
  const { url, stop } = await startEmbedded({ data_dir, backup_dir })
  const client = createClient(url)
  await client.connect()
  try {
    await run(async (text) => void (await client.query(text)), url)
    // Where nothing was written since the last switch there is none.
    await client.query(`select pg_create_restore_point('end')`)
    const { rows } = await client.query<{ file: string }>('select pg_walfile_name(pg_switch_wal()) as file')
    const isThere = () => readdirSync(walDir(backup_dir)).includes(`${rows[0]!.file}.gz`)
    expect(await waitUntil(isThere, 60_000)).toBe(true)
  } finally {
    await client.end()
    await stop()
  }
}

const backUp = (url: string, data_dir: string) =>
  takeBackup({ url, external_url: null, data_dir, files_dir: null, backup_dir, keep: 7 })

/** Vietnamese time to the second. */
const clock = (moment_ms: number) => new Date(moment_ms + 7 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ')

test('a later restore begins with the backup before that moment, and has what was written after the first restore', async () => {
  chmodSync(backup_dir, 0o711)
  let moment = 0
  await onArchived(first_dir, async (query, url) => {
    await query('create table written (text text)')
    await backUp(url, first_dir)
    await query(`insert into written values ('before')`)
    await sleep(1_100)
    moment = Math.floor(Date.now() / 1_000) * 1_000
    await sleep(1_100)
    await query(`insert into written values ('undone')`)
    await backUp(url, first_dir)
  })
  const [first_name, second_name] = backupNames(backup_dir)
  const terms = { backup_dir, signer: null }
  expect(await restoreBackup({ ...terms, data_dir: second_dir, at: clock(moment) })).toMatchObject({ name: first_name })
  await onArchived(second_dir, (query) => query(`insert into written values ('after')`))
  expect(backupNames(backup_dir)).toEqual([first_name, second_name])

  expect(await restoreBackup({ ...terms, data_dir: third_dir, at: null })).toMatchObject({ name: first_name })
  const { url, stop } = await startEmbedded({ data_dir: third_dir })
  const client = createClient(url)
  await client.connect()
  const { rows } = await client.query<{ text: string }>('select text from written')
  await client.end()
  await stop()
  expect(rows.map(({ text }) => text)).toEqual(['before', 'after'])
}, 120_000)
