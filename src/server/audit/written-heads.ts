/** Compares the heads that were written outside the database with the entries that the database has now. */
import { closeSync, createReadStream, existsSync, fstatSync, openSync } from 'node:fs'
import { createInterface } from 'node:readline'
import type pg from 'pg'
import type { ArchiveFacts } from './archive.ts'
import { clockDayText } from '#contract/text/day-text.ts'
import type { Report } from './finding.ts'
import type { HeadsLine } from './heads.ts'

export interface WrittenHeads {
  /** The number of the newest entry of each chain that the file knows. */
  newest: Map<number, number>
  unreadable: number
}

interface WrittenHead {
  chain: number
  seq: number
  hash: string
  at: string
}

const batch_size = 2_000

/** Opens the file; `compare` reads it as it was then, whether or not it was continued or shortened meanwhile, and closes it. */
export function openHeadsFile(file: string) {
  const fd = existsSync(file) ? openSync(file, 'r') : null
  const size = fd === null ? 0 : fstatSync(fd).size
  return {
    async compare(client: pg.ClientBase, archived: ArchiveFacts, report: Report): Promise<WrittenHeads> {
      const writtenHeads: WrittenHeads = { newest: new Map(), unreadable: 0 }
      if (fd === null) return writtenHeads
      if (size === 0) {
        closeSync(fd)
        return writtenHeads
      }
      const chains = new Map<number, ChainSoFar>()
      let batch: WrittenHead[] = []
      for await (const line of createInterface({ input: createReadStream(file, { fd, end: size - 1 }) })) {
        const heads = headsIn(line)
        if (!heads) writtenHeads.unreadable++
        for (const head of heads ?? []) {
          batch.push(head)
          writtenHeads.newest.set(head.chain, Math.max(head.seq, writtenHeads.newest.get(head.chain) ?? 0))
        }
        if (batch.length < batch_size) continue
        await compareBatch(client, batch, { chains, archived }, report)
        batch = []
      }
      await compareBatch(client, batch, { chains, archived }, report)
      return writtenHeads
    },
  }
}

/** Null for a line that is damaged or not in our format. */
export function headsIn(line: string): WrittenHead[] | null {
  try {
    const { at, heads } = JSON.parse(line) as HeadsLine
    const headLines = heads.map(([chain, seq, hash]) => ({ chain, seq, hash, at }))
    return headLines.every(
      ({ chain, seq }) => Number.isSafeInteger(seq) && Number.isInteger(chain) && chain >= 0 && chain < 16,
    )
      ? headLines
      : null
  } catch {
    return null
  }
}

/** Up to where a chain agrees with the file; after the first difference every later entry differs too. */
interface ChainSoFar {
  agreed: number
  parted: boolean
}

async function compareBatch(
  client: pg.ClientBase,
  batch: readonly WrittenHead[],
  { chains, archived }: { chains: Map<number, ChainSoFar>; archived: ArchiveFacts },
  report: Report,
): Promise<void> {
  const { rows } = await client.query<{ hash: string | null }>(
    `select encode(l.hash, 'hex') as hash from unnest($1::integer[], $2::bigint[]) with ordinality as written (chain, seq, position)
      left join audit_log l on l.chain = written.chain and l.seq = written.seq order by written.position`,
    [batch.map(({ chain }) => chain), batch.map(({ seq }) => seq)],
  )
  for (const [index, { chain, seq, hash, at }] of batch.entries()) {
    const so_far = chains.get(chain) ?? { agreed: 0, parted: false }
    chains.set(chain, so_far)
    const storedHash = rows[index]!.hash ?? archivedHash(archived, chain, seq, hash)
    if (storedHash === hash) so_far.agreed = Math.max(so_far.agreed, seq)
    else if (!so_far.parted) {
      so_far.parted = true
      report({
        chain,
        seq: storedHash === null ? seq : so_far.agreed + 1,
        what: differenceIn(storedHash, seq, so_far.agreed, at),
      })
    }
  }
}

/** Compares a head of an archived entry. Without the archive's file it can neither be confirmed nor refuted. */
function archivedHash({ hashes, cuts }: ArchiveFacts, chain: number, seq: number, written: string): string | null {
  const cut = cuts.get(chain)
  if (!cut || seq > cut.seq) return null
  return hashes.get(`${chain} ${seq}`) ?? (seq === cut.seq ? cut.hash : written)
}

function differenceIn(stored: string | null, seq: number, agreed: number, moment: string): string {
  return stored === null
    ? `đã được ghi ra ngoài lúc ${clockDayText(moment, true)} nhưng không còn trong nhật ký: đã bị xóa hoặc đuôi chuỗi bị cắt`
    : `mục ${seq} khác với lúc được ghi ra ngoài (${clockDayText(moment, true)}): một mục từ ${agreed + 1} đến ${seq} đã bị thay và chuỗi được tính lại từ đó`
}
