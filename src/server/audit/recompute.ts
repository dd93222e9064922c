/**
 * The hash of an audit entry, computed from what is stored, apart from the SQL that wrote it (append_audit in the first migration):
 * two programs that agree on a hash are better proof than one that agrees with itself.
 */
import { createHash, type Hash } from 'node:crypto'
import type pg from 'pg'

/** An entry as it is stored, every value as PostgreSQL's text. */
export interface StoredEntry {
  audit_id: string
  chain: string
  seq: string
  at: string
  user_id: string | null
  user_name: string | null
  call: string
  code: string
  source: string
  user_agent: string
  transid: string
  input: string | null
  changes: string
  prev_hash: string
  hash: string
}

/** The columns of an entry, in the order in which they are hashed; the two hashes stand at the end. */
export const entry_columns = `audit_id, chain, seq, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at,
  user_id, user_name, call, code, source, user_agent, transid, input::text as input, changes,
  encode(prev_hash, 'hex') as prev_hash, encode(hash, 'hex') as hash`

export interface RecomputedEntry {
  hash: string
  /** How many changes are stored for the entry, which may differ from what it says. */
  changes: number
}

/** Values as PostgreSQL writes them, because that text is what was hashed. */
export const as_text = { getTypeParser: () => (value: string) => value }

const batch_size = 5_000

/** The hashes of these entries by their number. An entry's changes may be many: they are read in pages. */
export async function recompute(
  client: pg.ClientBase,
  entries: readonly StoredEntry[],
): Promise<Map<string, RecomputedEntry>> {
  const running = new Map(entries.map((entry) => [entry.audit_id, { hash: begin(entry), changes: 0 }]))
  let last_position = ['0', '0']
  for (;;) {
    const { rows } = await client.query<(string | null)[]>({
      text: `select audit_id, n, table_name, row_id, before::text, after::text from audit_change
        where audit_id = any($1::bigint[]) and (audit_id, n) > ($2::bigint, $3::integer) order by audit_id, n limit ${batch_size}`,
      values: [[...running.keys()], ...last_position],
      rowMode: 'array',
      types: as_text,
    })
    for (const [audit_id, , ...values] of rows) {
      const entry = running.get(audit_id!)!
      entry.hash.update(values.map(part).join(''))
      entry.changes++
    }
    if (rows.length < batch_size) break
    last_position = rows.at(-1)!.slice(0, 2) as string[]
  }
  return new Map([...running].map(([id, { hash, changes }]) => [id, { hash: hash.digest('hex'), changes }]))
}

function begin(entry: StoredEntry): Hash {
  const hashed = Object.values(entry).slice(0, -2).map(part)
  return createHash('sha256').update(entry.prev_hash, 'hex').update(hashed.join(''))
}

/** Length-prefixed, so that no two different rows have the same text. */
function part(value: string | null): string {
  return value === null ? '-' : `${Buffer.byteLength(value)}:${value}`
}

/** The changes of an entry as they are hashed, in their order: table, row, before, after. */
export type StoredChange = readonly [
  table_name: string | null,
  row_id: string | null,
  before: string | null,
  after: string | null,
]

/** The hash of an entry that was read together with its changes. */
export function hashWith(entry: StoredEntry, changes: readonly StoredChange[]): string {
  return begin(entry).update(changes.flat().map(part).join('')).digest('hex')
}

/** The previous hash of a chain's first entry. */
export function genesis(chain: number): string {
  return createHash('sha256').update(`audit chain ${chain}`).digest('hex')
}
