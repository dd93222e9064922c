/**
 * The heads of the audit chains, written outside the database: who rewrites a whole chain or cuts off its end there would have to
 * rewrite this file as well. A copy of it on another machine is out of reach even for whoever owns this one.
 */
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Db } from '../database/transaction.ts'

/** The last entry of a chain at some moment: its chain, its number in the chain, its hash in hex. */
export type Head = readonly [chain: number, seq: number, hash: string]

export interface HeadsLine {
  at: string
  heads: readonly Head[]
}

/** The file beside the database in which the heads of the audit log are kept. */
export function headsFile(data_dir: string): string {
  return join(data_dir, 'audit-heads.log')
}

/** Gives a function that appends the heads that moved since it was last called; at its first call, all of them. */
export function headsWriter(db: Db, file: string): () => Promise<void> {
  const writtenSeqs = new Map<number, number>()
  return async () => {
    const heads = await readHeads(db)
    const movedHeads = heads.filter(([chain, seq]) => seq > (writtenSeqs.get(chain) ?? 0))
    if (movedHeads.length === 0) return
    const line: HeadsLine = { at: new Date().toISOString(), heads: movedHeads }
    await append(file, `${JSON.stringify(line)}\n`)
    for (const [chain, seq] of movedHeads) writtenSeqs.set(chain, seq)
  }
}

const interval_ms = 60_000

/**
 * Writes the heads now and each minute. Each program does so by itself, so that the file of each has all of them: a scheduled job runs in one only.
 * @returns a function that writes them a last time and ends it
 */
export async function keepHeads(
  write: () => Promise<void>,
  onFault: (error: unknown) => void,
): Promise<() => Promise<void>> {
  await write()
  const timer = setInterval(() => void write().catch(onFault), interval_ms).unref()
  return () => {
    clearInterval(timer)
    return write()
  }
}

async function readHeads(db: Db): Promise<Head[]> {
  const rows = await db
    .selectFrom('audit_head')
    .select(['chain', 'seq', sql<string>`encode(hash, 'hex')`.as('hash')])
    .orderBy('chain')
    .execute()
  return rows.map(({ chain, seq, hash }) => [chain, seq, hash])
}

/** Appends whole lines and writes them through to the disk. */
export async function append(file: string, lines: string): Promise<void> {
  const handle = await open(file, 'a+', 0o600)
  try {
    // A full disk or a power cut may have left half a line: the next one begins on a line of its own.
    const { size } = await handle.stat()
    const { buffer } = await handle.read({ buffer: Buffer.alloc(1), position: Math.max(0, size - 1) })
    const torn = size > 0 && buffer.toString() !== '\n'
    await handle.appendFile(`${torn ? '\n' : ''}${lines}`)
    await handle.datasync()
  } finally {
    await handle.close()
  }
}
