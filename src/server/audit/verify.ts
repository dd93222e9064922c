/**
 * Walks the whole audit log and finds what was changed in it: an entry edited, deleted, inserted or swapped; changes added or taken
 * away; the end of a chain cut off; a whole chain computed anew. It reads in batches, from one snapshot, so it may run at any time.
 */
import { dirname } from 'node:path'
import type pg from 'pg'
import { createClient } from '../database/pool.ts'
import { verifyArchives, type ArchiveFacts } from './archive.ts'
import { clockDayText } from '#contract/text/day-text.ts'
import type { Report } from './finding.ts'
import { openHeadsFile, type WrittenHeads } from './written-heads.ts'
import { as_text, entry_columns, genesis, recompute, type RecomputedEntry, type StoredEntry } from './recompute.ts'

export interface VerifyReport {
  entries: number
  /** Unreadable lines in the file of heads. */
  unreadable_lines: number
  /** How many of the entries are in archives, and the months whose archive file is missing. */
  archived: number
  missing_archives: string[]
  /** How many entries came after `written_until` and after the newest written heads: nothing outside the database confirms them. */
  unconfirmed: number
}

const chains = 16
const batch_size = 2_000
/** The server writes the heads to the file every minute; a longer gap before an entry means that lines are missing. */
const max_unwritten_ms = 5 * 60_000

/**
 * Reports every finding to `report`, and returns how much was read.
 * @param written_until until when the file of heads was written (ISO 8601): that of a restored copy ends when its backup began. Null for now.
 */
export async function verifyAudit(
  url: string,
  heads_file: string,
  report: Report,
  written_until: string | null = null,
): Promise<VerifyReport> {
  const client = createClient(url, 've-so-verify-audit')
  // A lost connection also fails the query that is running; without a handler it would end the process as well.
  client.on('error', () => {})
  await client.connect()
  try {
    // The file is read only up to its end at this moment, before the snapshot: everything it says must then be in the snapshot.
    const heads = openHeadsFile(heads_file)
    await client.query('begin isolation level repeatable read, read only')
    const archived = await verifyArchives(client, dirname(heads_file), report)
    const writtenHeads = await heads.compare(client, archived, report)
    const end_ms = written_until === null ? Infinity : Date.parse(written_until)
    const walk = await walkChains(client, { newest: writtenHeads.newest, end_ms }, archived, report)
    await compareHeads(client, walk.ends, report)
    await findStrayChanges(client, report)
    reportUnwritten(walk.unwritten, heads_file, report)
    return {
      entries: walk.entries,
      unreadable_lines: writtenHeads.unreadable,
      archived: archived.entries,
      missing_archives: archived.missing,
      unconfirmed: walk.unwritten.later,
    }
  } finally {
    await client.end()
  }
}

/** The last verified entry of a chain: its number and its hash. */
interface End {
  seq: number
  hash: string
}

interface UnwrittenEntries {
  count: number
  from: string
  to: string
  /** Those from after the file's end, which are no fault of it. */
  later: number
}

interface HeadsFile extends Pick<WrittenHeads, 'newest'> {
  /** Until when the file was written. */
  end_ms: number
}

async function walkChains(client: pg.ClientBase, written: HeadsFile, archived: ArchiveFacts, report: Report) {
  const ends = new Map<number, End>(archived.cuts)
  const unwritten: UnwrittenEntries = { count: 0, from: '9', to: '', later: 0 }
  let entries = 0
  await client.query(
    `declare entries no scroll cursor for select ${entry_columns} from audit_log order by chain, seq, audit_id`,
  )
  let nextEntries = fetchEntries(client)
  for (let batch = await nextEntries; batch.length > 0; batch = await nextEntries) {
    nextEntries = fetchEntries(client)
    const recomputed = await recompute(client, batch)
    for (const entry of batch) {
      const chain = Number(entry.chain)
      const seq = Number(entry.seq)
      checkEntry(entry, ends.get(chain) ?? { seq: 0, hash: genesis(chain) }, recomputed.get(entry.audit_id)!, report)
      ends.set(chain, { seq, hash: entry.hash })
      if (seq > (written.newest.get(chain) ?? 0)) countUnwritten(unwritten, entry.at, written.end_ms)
    }
    entries += batch.length
  }
  return { ends, unwritten, entries }
}

async function fetchEntries(client: pg.ClientBase): Promise<StoredEntry[]> {
  const { rows } = await client.query<StoredEntry>({ text: `fetch ${batch_size} from entries`, types: as_text })
  return rows
}

function checkEntry(entry: StoredEntry, previous: End, recomputed: RecomputedEntry, report: Report): void {
  const [chain, seq, audit_id] = [Number(entry.chain), Number(entry.seq), Number(entry.audit_id)]
  const location = { chain, seq, audit_id }
  const missing_count = seq - previous.seq - 1
  if (missing_count > 0) {
    const missing_entries =
      missing_count === 1 ? `mục ${seq - 1}` : `${missing_count} mục, từ ${previous.seq + 1} đến ${seq - 1}`
    report({ chain, seq: previous.seq + 1, what: `thiếu ${missing_entries}: đã bị xóa hoặc đánh số lại` })
  }
  if (recomputed.changes !== Number(entry.changes)) {
    const difference = `có ${recomputed.changes} thay đổi nhưng lúc ghi có ${entry.changes}: thay đổi đã bị thêm hoặc bớt`
    report({ ...location, what: difference })
  } else if (recomputed.hash !== entry.hash) {
    report({ ...location, what: 'nội dung không khớp mã băm: mục này hoặc thay đổi của nó đã bị sửa' })
  } else if (missing_count < 0 || chain < 0 || chain >= chains) {
    report({ ...location, what: 'số thứ tự không thuộc chuỗi: mục đã được chèn vào' })
  } else if (missing_count === 0 && entry.prev_hash !== previous.hash) {
    report({
      ...location,
      what: `không nối với mục ${previous.seq} đứng trước: mục ấy đã bị thay hoặc mục này được chèn vào`,
    })
  }
}

function countUnwritten(unwritten: UnwrittenEntries, moment: string, end_ms: number): void {
  if (Date.parse(moment) > end_ms) {
    unwritten.later++
    return
  }
  unwritten.count++
  if (moment < unwritten.from) unwritten.from = moment
  if (moment > unwritten.to) unwritten.to = moment
}

/** The heads inside the database, which the next entry will be linked to. */
async function compareHeads(client: pg.ClientBase, ends: Map<number, End>, report: Report): Promise<void> {
  const { rows } = await client.query<{ chain: number } & End>(
    `select chain, seq, encode(hash, 'hex') as hash from audit_head`,
  )
  const heads = new Map(rows.map(({ chain, ...head }) => [chain, head]))
  for (let chain = 0; chain < chains; chain++) {
    const head = heads.get(chain)
    const end = ends.get(chain) ?? { seq: 0, hash: genesis(chain) }
    if (!head) report({ chain, what: 'không còn đầu chuỗi' })
    else if (head.seq !== end.seq)
      report({
        chain,
        seq: Math.min(head.seq, end.seq) + 1,
        what: `đầu chuỗi ghi ${head.seq} mục nhưng nhật ký có đến mục ${end.seq}: đuôi đã bị cắt hoặc nối thêm`,
      })
    else if (head.hash !== end.hash)
      report({ chain, seq: end.seq, what: 'mục cuối không khớp đầu chuỗi: một trong hai đã bị thay' })
  }
}

async function findStrayChanges(client: pg.ClientBase, report: Report): Promise<void> {
  const { rows } = await client.query<{ audit_id: number; count: number }>(
    `select c.audit_id, count(*) as count from audit_change c
      where not exists (select from audit_log l where l.audit_id = c.audit_id) group by c.audit_id order by c.audit_id`,
  )
  for (const { audit_id, count } of rows)
    report({ audit_id, what: `có ${count} thay đổi không thuộc mục nào: chúng được chèn vào hoặc mục đã bị xóa` })
}

function reportUnwritten({ count, from, to }: UnwrittenEntries, heads_file: string, report: Report): void {
  if (count === 0 || Date.parse(to) - Date.parse(from) <= max_unwritten_ms) return
  report({
    what: `${heads_file} thiếu đầu chuỗi của ${count} mục ghi từ ${clockDayText(from, true)} đến ${clockDayText(to, true)}: tệp đã bị xóa, bị cắt, hoặc không được ghi`,
  })
}
