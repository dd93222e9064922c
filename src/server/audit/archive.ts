/**
 * Moves old months of the audit log out of the database into signed files. The hash of the last archived entry of each chain stays in the database and
 * in the log, so that the remaining entries are still linked to it, and the file can be verified without the database.
 */
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib'
import type pg from 'pg'
import { signText, verifySigned } from '../backup/sign.ts'
import { StartError } from '../program/start-error.ts'
import { writeWhole } from '../program/write-whole.ts'
import type { Report } from './finding.ts'
import { as_text, entry_columns, genesis, hashWith, type StoredChange, type StoredEntry } from './recompute.ts'
import { auditProgramAction } from './without-call.ts'

/** Months that must stay: the log's page, the histories of records, and the review of rights read them every day. */
export const min_months = 12

/** Higher ones take far longer and save little. */
const brotli_quality = 6

/** The last archived entry of a chain. */
export interface ChainCut {
  chain: number
  seq: number
  hash: string
}

interface ArchivedEntry {
  entry: StoredEntry
  changes: StoredChange[]
}

/** The signed description of an archive file. */
interface Label {
  month: string
  entries: number
  sha256: string
  cuts: ChainCut[]
}

/**
 * Where the months lie, two files each: `<month>.jsonl.br` with the entries and `<month>.json` with the signed label.
 */
export const archiveDir = (data_dir: string) => join(data_dir, 'audit-archive')
const bodyOf = (dir: string, month: string) => join(dir, `${month}.jsonl.br`)
const labelOf = (dir: string, month: string) => join(dir, `${month}.json`)
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/**
 * Moves all entries up to the end of a month ('2026-07', by the clock of Viet Nam) into a signed file, on a connection of the database's owner. The
 * caller has verified the log before.
 * @returns how many entries were moved
 * @throws StartError when the month is too young or has no entries up to its end
 */
export async function archiveAudit(client: pg.Client, data_dir: string, month: string): Promise<number> {
  if (!(await isOldEnough(client, month)))
    throw new StartError(`Tháng ${month} chưa đủ ${min_months} tháng tuổi: nhật ký của nó còn được xem hằng ngày.`)
  const cuts = await cutsBefore(client, month)
  if (cuts.length === 0) throw new StartError(`Không có mục nhật ký nào đến hết tháng ${month}.`)
  const entries = await entriesUpTo(client, cuts)
  const body = brotliCompressSync(entries.map((entry) => JSON.stringify(entry)).join('\n'), {
    params: { [constants.BROTLI_PARAM_QUALITY]: brotli_quality },
  })
  const label: Label = { month, entries: entries.length, sha256: sha256(body), cuts }
  const dir = archiveDir(data_dir)
  mkdirSync(dir, { recursive: true, mode: 0o700 })
  // Written before the entries are deleted: a crash in between leaves them in both places.
  writeWhole(bodyOf(dir, month), body)
  writeWhole(labelOf(dir, month), JSON.stringify(signText(JSON.stringify(label), data_dir)))
  await auditProgramAction(client, `Lưu trữ nhật ký đến hết tháng ${month}`, () => deleteEntries(client, label), label)
  return entries.length
}

async function isOldEnough(client: pg.Client, month: string): Promise<boolean> {
  const { rows } = await client.query<{ is_old: boolean }>(
    `select ($1 || '-01')::date + interval '${min_months + 1} months' <= (now() at time zone 'Asia/Ho_Chi_Minh')::date as is_old`,
    [month],
  )
  return rows[0]!.is_old
}

/** Per chain the last entry of the month or before; chains without one are left out. */
async function cutsBefore(client: pg.Client, month: string): Promise<ChainCut[]> {
  const { rows } = await client.query<ChainCut>(
    `select distinct on (chain) chain, seq, encode(hash, 'hex') as hash from audit_log
      where at < (($1 || '-01')::date + interval '1 month') at time zone 'Asia/Ho_Chi_Minh' order by chain, seq desc`,
    [month],
  )
  return rows
}

const within_cuts = `exists (select from jsonb_to_recordset($1::jsonb) c(chain integer, seq bigint)
  where c.chain = l.chain and l.seq <= c.seq)`

async function entriesUpTo(client: pg.Client, cuts: readonly ChainCut[]): Promise<ArchivedEntry[]> {
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

const log_tables = ['audit_change', 'audit_log']

/** Deletes the archived entries, and keeps in the database up to where each chain was archived. */
async function deleteEntries(client: pg.Client, { month, sha256: digest, cuts }: Label): Promise<void> {
  await client.query(
    `insert into audit_archive (chain, seq, hash, month, sha256)
      select chain, seq, decode(hash, 'hex'), $2, $3 from jsonb_to_recordset($1::jsonb) c(chain smallint, seq bigint, hash text)`,
    [JSON.stringify(cuts), month, digest],
  )
  // The trigger `final` forbids deleting from the log.
  for (const table of log_tables) await client.query(`alter table ${table} disable trigger final`)
  await client.query(
    `delete from audit_change using audit_log l where audit_change.audit_id = l.audit_id and ${within_cuts}`,
    [JSON.stringify(cuts)],
  )
  await client.query(`delete from audit_log l where ${within_cuts}`, [JSON.stringify(cuts)])
  for (const table of log_tables) await client.query(`alter table ${table} enable trigger final`)
}

export interface ArchiveFacts {
  /** The newest cut of each chain; verification of the log begins behind it. */
  cuts: Map<number, ChainCut>
  /** Hashes of the entries in the files that are present, by 'chain seq'. */
  hashes: Map<string, string>
  /** Months whose files are missing: their entries were not verified. */
  missing: string[]
  entries: number
}

/** Verifies each file that is present against its signature, the file before it, and the row of the database about it. */
export async function verifyArchives(client: pg.ClientBase, data_dir: string, report: Report): Promise<ArchiveFacts> {
  const { rows } = await client.query<ChainCut & { month: string; sha256: string }>(
    `select chain, seq, encode(hash, 'hex') as hash, month, sha256 from audit_archive order by month, chain`,
  )
  const archived: ArchiveFacts = { cuts: new Map(), hashes: new Map(), missing: [], entries: 0 }
  for (const [month, cuts] of Map.groupBy(rows, (row) => row.month)) {
    const file = bodyOf(archiveDir(data_dir), month)
    if (existsSync(file)) verifyFile(data_dir, month, cuts, archived, report)
    else archived.missing.push(month)
    for (const { chain, seq, hash } of cuts) archived.cuts.set(chain, { chain, seq, hash })
  }
  for (const month of strayMonths(data_dir, new Set(rows.map((row) => row.month))))
    report({ what: `có tệp lưu trữ của tháng ${month} nhưng cơ sở dữ liệu không ghi là đã lưu trữ` })
  return archived
}

function strayMonths(data_dir: string, archived: ReadonlySet<string>): string[] {
  const dir = archiveDir(data_dir)
  if (!existsSync(dir)) return []
  const months = readdirSync(dir).flatMap((name) => /^(\d{4}-\d\d)\.jsonl\.br$/.exec(name)?.[1] ?? [])
  return months.filter((month) => !archived.has(month))
}

function verifyFile(
  data_dir: string,
  month: string,
  cuts: readonly (ChainCut & { sha256: string })[],
  archived: ArchiveFacts,
  report: Report,
): void {
  const dir = archiveDir(data_dir)
  const body = readFileSync(bodyOf(dir, month))
  const label = signedLabel(labelOf(dir, month))
  if (label === null) report({ what: `tệp lưu trữ tháng ${month}: chữ ký không khớp hoặc không đọc được` })
  else if (label.sha256 !== sha256(body) || cuts.some((cut) => cut.sha256 !== label.sha256))
    return report({ what: `tệp lưu trữ tháng ${month} không phải tệp đã được ký` })
  const ends = new Map<number, ChainCut>(archived.cuts)
  for (const line of brotliDecompressSync(body).toString().split('\n')) {
    const { entry, changes } = JSON.parse(line) as ArchivedEntry
    const [chain, seq] = [Number(entry.chain), Number(entry.seq)]
    const chainEnd = ends.get(chain) ?? { seq: 0, hash: genesis(chain) }
    if (seq !== chainEnd.seq + 1 || entry.prev_hash !== chainEnd.hash || hashWith(entry, changes) !== entry.hash)
      report({ chain, seq, what: `mục trong tệp lưu trữ tháng ${month} đã bị sửa, thêm hoặc bớt` })
    ends.set(chain, { chain, seq, hash: entry.hash })
    archived.hashes.set(`${chain} ${seq}`, entry.hash)
    archived.entries++
  }
  for (const { chain, seq, hash } of cuts) {
    const end = ends.get(chain)
    if (end?.seq !== seq || end.hash !== hash)
      report({ chain, seq, what: `chỗ cắt của tháng ${month} không khớp với tệp lưu trữ` })
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
