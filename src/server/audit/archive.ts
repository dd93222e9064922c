/**
 * Old months of the audit log leave the database for signed files. A chain is cut behind an entry whose hash stays in the database, in the log itself
 * and in the file, so that what remains is still linked to what went, and the file can be proved without the database.
 */
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib'
import type pg from 'pg'
import { signText, verifySigned } from '../backup/sign.ts'
import { StartError } from '../program/start-error.ts'
import { writeWhole } from '../program/write-whole.ts'
import type { Found } from './finding.ts'
import { as_text, entry_columns, genesis, hashWith, type StoredChange, type StoredEntry } from './recompute.ts'

/** Younger months are read every day: by the log's page, the histories of records, and the review of rights. */
export const fewest_months = 12

/** Where a chain is cut: the last entry that went. */
export interface Cut {
  chain: number
  seq: number
  hash: string
}

interface ArchivedEntry {
  entry: StoredEntry
  changes: StoredChange[]
}

/** What a file is of, as it was signed. */
interface Label {
  month: string
  entries: number
  sha256: string
  cuts: Cut[]
}

export const archiveDir = (data_dir: string) => join(data_dir, 'audit-archive')
const bodyOf = (dir: string, month: string) => join(dir, `${month}.jsonl.br`)
const labelOf = (dir: string, month: string) => join(dir, `${month}.json`)
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/**
 * Moves all entries up to the end of a month ('2026-07', by the clock of Viet Nam) into a file, as the database's owner. The caller has proved the log
 * before. Gives how many went.
 * @throws StartError where the month is too young, or nothing is that old
 */
export async function archiveAudit(client: pg.Client, data_dir: string, month: string): Promise<number> {
  await client.query('begin')
  try {
    const { rows: ages } = await client.query<{ old: boolean }>(
      `select ($1 || '-01')::date + interval '${fewest_months + 1} months' <= (now() at time zone 'Asia/Ho_Chi_Minh')::date as old`,
      [month],
    )
    if (!ages[0]!.old)
      throw new StartError(`Tháng ${month} chưa đủ ${fewest_months} tháng tuổi: nhật ký của nó còn được xem hằng ngày.`)
    const cuts = await cutsBefore(client, month)
    if (cuts.length === 0) throw new StartError(`Không có mục nhật ký nào đến hết tháng ${month}.`)
    const entries = await entriesUpTo(client, cuts)
    const body = brotliCompressSync(entries.map((one) => JSON.stringify(one)).join('\n'), {
      params: { [constants.BROTLI_PARAM_QUALITY]: 6 },
    })
    const label: Label = { month, entries: entries.length, sha256: sha256(body), cuts }
    const dir = archiveDir(data_dir)
    mkdirSync(dir, { recursive: true, mode: 0o700 })
    // The file is there before the entries go: a crash between leaves them in both.
    writeWhole(bodyOf(dir, month), body)
    writeWhole(labelOf(dir, month), JSON.stringify(signText(JSON.stringify(label), data_dir)))
    await remove(client, label)
    await client.query('commit')
    return entries.length
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

/** Per chain the last entry of the month or before; chains without one are left out. */
async function cutsBefore(client: pg.Client, month: string): Promise<Cut[]> {
  const { rows } = await client.query<Cut>(
    `select distinct on (chain) chain, seq, encode(hash, 'hex') as hash from audit_log
      where at < (($1 || '-01')::date + interval '1 month') at time zone 'Asia/Ho_Chi_Minh' order by chain, seq desc`,
    [month],
  )
  return rows
}

const within_cuts = `exists (select from jsonb_to_recordset($1::jsonb) c(chain integer, seq bigint)
  where c.chain = l.chain and l.seq <= c.seq)`

async function entriesUpTo(client: pg.Client, cuts: readonly Cut[]): Promise<ArchivedEntry[]> {
  const values = [JSON.stringify(cuts)]
  const entries = await client.query<StoredEntry>({
    text: `select ${entry_columns} from audit_log l where ${within_cuts} order by chain, seq`,
    values,
    types: as_text,
  })
  const changes = await client.query<string[]>({
    text: `select c.audit_id, c.table_name, c.row_id, c.before::text, c.after::text from audit_change c
      join audit_log l using (audit_id) where ${within_cuts} order by c.audit_id, c.n`,
    values,
    types: as_text,
    rowMode: 'array',
  })
  const byEntry = Map.groupBy(changes.rows, ([audit_id]) => audit_id)
  return entries.rows.map((entry) => ({
    entry,
    changes: (byEntry.get(entry.audit_id) ?? []).map(([, ...change]) => change as unknown as StoredChange),
  }))
}

/** The log says itself what was taken out of it, and up to where; then it goes. */
async function remove(client: pg.Client, { month, sha256: digest, cuts, entries }: Label): Promise<void> {
  const name = `Lưu trữ nhật ký đến hết tháng ${month}`
  const { rows } = await client.query<{ audit_id: number }>(
    `select audit_id from begin_command(null, 'program', $1, ''::bytea)`,
    [name],
  )
  await client.query(
    `insert into audit_archive (chain, seq, hash, month, sha256)
      select chain, seq, decode(hash, 'hex'), $2, $3 from jsonb_to_recordset($1::jsonb) c(chain smallint, seq bigint, hash text)`,
    [JSON.stringify(cuts), month, digest],
  )
  for (const table of ['audit_change', 'audit_log']) await client.query(`alter table ${table} disable trigger final`)
  await client.query(
    `delete from audit_change using audit_log l where audit_change.audit_id = l.audit_id and ${within_cuts}`,
    [JSON.stringify(cuts)],
  )
  await client.query(`delete from audit_log l where ${within_cuts}`, [JSON.stringify(cuts)])
  for (const table of ['audit_change', 'audit_log']) await client.query(`alter table ${table} enable trigger final`)
  await client.query(`select append_audit($1, null, 'hệ thống', $2, 0, 'máy chủ', '', 'chương trình', $3)`, [
    rows[0]!.audit_id,
    name,
    JSON.stringify({ month, sha256: digest, entries, cuts }),
  ])
}

export interface Archived {
  /** Where each chain was cut last; verification of the log begins behind it. */
  cuts: Map<number, Cut>
  /** Hashes of archived entries by 'chain seq', of the files that are there. */
  hashes: Map<string, string>
  /** Months whose files are not there: what went with them was not proved. */
  missing: string[]
  entries: number
}

/** Proves the files that are there, each against its signature, the file before it, and what the database says of it. */
export async function verifyArchives(client: pg.ClientBase, data_dir: string, found: Found): Promise<Archived> {
  const { rows } = await client.query<Cut & { month: string; sha256: string }>(
    `select chain, seq, encode(hash, 'hex') as hash, month, sha256 from audit_archive order by month, chain`,
  )
  const archived: Archived = { cuts: new Map(), hashes: new Map(), missing: [], entries: 0 }
  for (const [month, cuts] of Map.groupBy(rows, (row) => row.month)) {
    const file = bodyOf(archiveDir(data_dir), month)
    if (existsSync(file)) verifyFile(data_dir, month, cuts, archived, found)
    else archived.missing.push(month)
    for (const { chain, seq, hash } of cuts) archived.cuts.set(chain, { chain, seq, hash })
  }
  for (const month of strayMonths(data_dir, new Set(rows.map((row) => row.month))))
    found({ what: `có tệp lưu trữ của tháng ${month} nhưng cơ sở dữ liệu không ghi là đã lưu trữ` })
  return archived
}

function strayMonths(data_dir: string, known: ReadonlySet<string>): string[] {
  const dir = archiveDir(data_dir)
  if (!existsSync(dir)) return []
  const months = readdirSync(dir).flatMap((name) => /^(\d{4}-\d\d)\.jsonl\.br$/.exec(name)?.[1] ?? [])
  return months.filter((month) => !known.has(month))
}

function verifyFile(
  data_dir: string,
  month: string,
  cuts: readonly (Cut & { sha256: string })[],
  archived: Archived,
  found: Found,
): void {
  const dir = archiveDir(data_dir)
  const body = readFileSync(bodyOf(dir, month))
  const label = signedLabel(labelOf(dir, month))
  if (label === null) found({ what: `tệp lưu trữ tháng ${month}: chữ ký không khớp hoặc không đọc được` })
  else if (label.sha256 !== sha256(body) || cuts.some((cut) => cut.sha256 !== label.sha256))
    return found({ what: `tệp lưu trữ tháng ${month} không phải tệp đã được ký` })
  const ends = new Map<number, Cut>(archived.cuts)
  for (const line of brotliDecompressSync(body).toString().split('\n')) {
    const { entry, changes } = JSON.parse(line) as ArchivedEntry
    const [chain, seq] = [Number(entry.chain), Number(entry.seq)]
    const before = ends.get(chain) ?? { seq: 0, hash: genesis(chain) }
    if (seq !== before.seq + 1 || entry.prev_hash !== before.hash || hashWith(entry, changes) !== entry.hash)
      found({ chain, seq, what: `mục trong tệp lưu trữ tháng ${month} đã bị sửa, thêm hoặc bớt` })
    ends.set(chain, { chain, seq, hash: entry.hash })
    archived.hashes.set(`${chain} ${seq}`, entry.hash)
    archived.entries++
  }
  for (const { chain, seq, hash } of cuts) {
    const end = ends.get(chain)
    if (end?.seq !== seq || end.hash !== hash)
      found({ chain, seq, what: `chỗ cắt của tháng ${month} không khớp với tệp lưu trữ` })
  }
}

function signedLabel(file: string): Label | null {
  try {
    const text = verifySigned(JSON.parse(readFileSync(file, 'utf8')) as Parameters<typeof verifySigned>[0])
    return text === null ? null : (JSON.parse(text) as Label)
  } catch {
    return null
  }
}
