/** What a cluster's log leaves in BACKUP_DIR when more than one life of that cluster has come there. */
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { archiving, followsTo, walDir } from './archive.ts'

let dir: string
let backup_dir: string
const segment = '000000010000000000000001'

/** A cluster of the same number as the others, with these files in its log. */
function clusterWith(log: Record<string, string>) {
  const cluster = mkdtempSync(join(dir, 'cluster-'))
  for (const part of ['global', 'pg_wal']) mkdirSync(join(cluster, part))
  writeFileSync(join(cluster, 'global', 'pg_control'), '12345678')
  for (const [name, content] of Object.entries(log)) writeFileSync(join(cluster, 'pg_wal', name), content)
  return { cluster, log: '', initdb: '', postgres: '', account: null }
}

/** As PostgreSQL does, which keeps a segment until this succeeds. */
function archive(place: ReturnType<typeof clusterWith>, name: string): number | null {
  const command = String(archiving(backup_dir, place).archive_command)
  const filled_command = command.replaceAll('%f', name).replaceAll('%p', join(place.cluster, 'pg_wal', name))
  return spawnSync('/bin/sh', ['-c', filled_command]).status
}

const archived = (name: string) => gunzipSync(readFileSync(join(walDir(backup_dir), `${name}.gz`))).toString()

/** As if everything there had come minutes ago. */
function age(): void {
  for (const name of readdirSync(walDir(backup_dir)))
    utimesSync(join(walDir(backup_dir), name), new Date(0), new Date(0))
}

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 've-so-archive-'))
  backup_dir = join(dir, 'backups')
})
afterEach(() => rmSync(dir, { recursive: true }))

test('a segment is archived once; one of the same name with another content is refused and overwrites nothing', () => {
  const place = clusterWith({ [segment]: 'one' })
  expect(archive(place, segment)).toBe(0)
  expect(archive(place, segment)).toBe(0)
  expect(archive(clusterWith({ [segment]: 'two' }), segment)).not.toBe(0)
  expect(archived(segment)).toBe('one')
  expect(execFileSync('ls', [walDir(backup_dir)], { encoding: 'utf8' })).toBe(`${segment}.gz\n`)
})

test('the history of a restored cluster is archived before its log, and another history of the same number is refused', () => {
  archive(clusterWith({ [segment]: 'one' }), segment)
  age()
  const history = '1\t0/2000000\tno recovery target specified\n'
  const restored = clusterWith({ '00000002.history': history })
  archiving(backup_dir, restored)
  expect(archived('00000002.history')).toBe(history)
  archiving(backup_dir, restored)
  const other = clusterWith({ '00000002.history': '1\t0/1000000\tbefore 2026-11-23 14:59:59+07\n' })
  expect(() => archiving(backup_dir, other)).toThrow('giữ nhật ký của một bản khôi phục khác')
  expect(archived('00000002.history')).toBe(history)
})

test('a restored cluster does not take over an archive into which another program still writes', () => {
  archive(clusterWith({ [segment]: 'one' }), segment)
  const restored = clusterWith({ '00000002.history': '1\t0/2000000\tno recovery target specified\n' })
  expect(() => archiving(backup_dir, restored)).toThrow('Chương trình khác vừa ghi nhật ký')
  expect(readdirSync(walDir(backup_dir))).toEqual([`${segment}.gz`])
  age()
  archiving(backup_dir, restored)
  expect(readdirSync(walDir(backup_dir))).toContain('00000002.history.gz')
})

test('a restore begins with no backup that was made after its timeline had branched off', () => {
  expect(followsTo(backup_dir)('000000010000000000000005')).toBe(true)
  const history = '1\t0/4000110\tbefore 2026-11-23 14:59:59+07\n'
  archiving(backup_dir, clusterWith({ '00000002.history': history }))
  const follows = followsTo(backup_dir)
  expect(follows('000000010000000000000003')).toBe(true)
  expect(follows('000000010000000000000004')).toBe(false)
  expect(follows('000000010000000100000003')).toBe(false)
  expect(follows('000000020000000000000006')).toBe(true)
  expect(follows('000000030000000000000001')).toBe(false)
})
