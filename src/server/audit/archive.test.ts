/** Archiving the audit log by month: archived entries can still be verified, and an edited file or a moved cut is found. */
import {
  closeSync,
  mkdtempSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createClient, createDb, createPools, type Pools } from '../database/pool.ts'
import { freshDatabase, type FreshDatabase } from '../testing/database.ts'
import { archiveAudit, archiveDir } from './archive.ts'
import type { Finding } from './finding.ts'
import { headsFile, headsWriter } from './heads.ts'
import { trimHeads } from './trim-heads.ts'
import { verifyAudit } from './verify.ts'

let database: FreshDatabase
let pools: Pools
let owner: pg.Client
let dir: string

beforeAll(async () => {
  database = await freshDatabase()
  pools = createPools(database.url)
  owner = createClient(database.url)
  await owner.connect()
  dir = mkdtempSync(join(tmpdir(), 'audit-archive-'))
  const writeHeads = headsWriter(createDb(pools.main), headsFile(dir))
  // append_audit reads the clock, so the clock is replaced: three months of entries, as if they had been written then.
  await owner.query(
    `create function clock_at() returns timestamptz language sql as 'select current_setting(''test.now'')::timestamptz'`,
  )
  const { rows } = await owner.query<{ text: string }>(`select pg_get_functiondef('append_audit_row'::regproc) as text`)
  await owner.query(rows[0]!.text.replace('clock_timestamp()', 'clock_at()'))
  for (const month of ['2025-01', '2025-02', '2025-03']) {
    for (let n = 1; n <= 60; n++) await act(month, n)
    await writeHeads()
  }
  await owner.query(rows[0]!.text)
})
afterAll(async () => {
  await owner.end()
  await pools.end()
  await database.drop()
  rmSync(dir, { recursive: true })
})

async function act(month: string, n: number): Promise<void> {
  await owner.query('begin')
  await owner.query(`select set_config('test.now', $1, true)`, [
    `${month}-15T08:00:${String(n % 60).padStart(2, '0')}+07`,
  ])
  const { rows } = await owner.query<{ audit_id: number }>(
    `select audit_id from begin_command(null, 'tx', 'POST cms/store', '')`,
  )
  await owner.query('insert into base_store (base_code, base_name) values ($1, $2)', [
    `${month} ${n}`,
    'Kho “Đồng Tháp”\n🎟',
  ])
  await owner.query(`select append_audit($1, null, null, 'POST cms/store', 0, '10.0.0.1', 'thử', 'tx', $2)`, [
    rows[0]!.audit_id,
    JSON.stringify({ n, ghi_chú: 'đ' }),
  ])
  await owner.query('commit')
}

async function verify(): Promise<{
  findings: Finding[]
  entries: number
  archived: number
  missing_archives: string[]
}> {
  const findings: Finding[] = []
  return { findings, ...(await verifyAudit(database.url, headsFile(dir), (finding) => findings.push(finding))) }
}

test('months are archived one after the other, and verification still covers every entry without a finding', async () => {
  const before = await verify()
  expect([before.findings, before.entries]).toEqual([[], 180])
  expect(await archiveAudit(owner, dir, '2025-01')).toBe(60)
  // The archiving itself is an entry.
  expect(await verify()).toMatchObject({ findings: [], entries: 121, archived: 60 })
  expect(await archiveAudit(owner, dir, '2025-02')).toBe(60)
  expect(await verify()).toMatchObject({ findings: [], entries: 62, archived: 120, missing_archives: [] })
  const { rows } = await owner.query(
    'select from audit_change c where not exists (select from audit_log l where l.audit_id = c.audit_id)',
  )
  expect(rows).toHaveLength(0)
})

test('lines of the heads file about archived entries go, those of others and of a program that is just writing stay', async () => {
  const file = headsFile(dir)
  const [, , kept] = readFileSync(file, 'utf8').trim().split('\n')
  const old_file = openSync(file, 'a')
  const ino = statSync(file).ino
  const trimming = trimHeads(owner, file)
  await expect.poll(() => statSync(file).ino).not.toBe(ino)
  const late = JSON.stringify({ at: new Date().toISOString(), heads: [] })
  writeSync(old_file, `${late}\n`)
  closeSync(old_file)
  expect(await trimming).toBe(2)
  expect(readFileSync(file, 'utf8')).toBe(`${kept}\n${late}\n`)
  expect(await verify()).toMatchObject({ findings: [], entries: 62, archived: 120 })
  expect(await trimHeads(owner, file)).toBe(1)
  expect(await trimHeads(owner, join(dir, 'none'))).toBe(0)
})

test('refuses to archive the current month, or a month a second time', async () => {
  const { rows } = await owner.query<{ month: string }>(`select to_char(now(), 'YYYY-MM') as month`)
  await expect(archiveAudit(owner, dir, rows[0]!.month)).rejects.toThrow('chưa đủ')
  await expect(archiveAudit(owner, dir, '2025-02')).rejects.toThrow('Không có mục')
})

test('nobody can delete entries of the log, and the program cannot write to audit_archive', async () => {
  await expect(owner.query('delete from audit_log')).rejects.toThrow('final')
  await owner.query('set role ve_so_app')
  await expect(owner.query(`insert into audit_archive values (0, 1, '', '2025-09', '')`)).rejects.toMatchObject({
    code: '42501',
  })
  await owner.query('reset role')
})

test('verification finds an edited archive file, and lists a missing one', async () => {
  const file = join(archiveDir(dir), '2025-01.jsonl.br')
  const original = readFileSync(file)
  const edited = brotliDecompressSync(original).toString().replace('ghi_chú', 'ghi_chu')
  writeFileSync(file, brotliCompressSync(edited))
  expect((await verify()).findings[0]!.what).toContain('không phải tệp đã được ký')
  writeFileSync(file, original)
  renameSync(file, `${file}.away`)
  expect(await verify()).toMatchObject({ findings: [], missing_archives: ['2025-01'] })
  renameSync(`${file}.away`, file)
})

test('verification finds a cut that was moved', async () => {
  await owner.query(`update audit_archive set seq = seq + 1 where month = '2025-02' and chain = 3`)
  expect((await verify()).findings.map(({ chain }) => chain)).toContain(3)
  await owner.query(`update audit_archive set seq = seq - 1 where month = '2025-02' and chain = 3`)
  expect((await verify()).findings).toEqual([])
})
