/** Shortens the file of heads once months of the log are archived: signed files and the cuts in the database confirm their entries from then on. */
import { createWriteStream } from 'node:fs'
import { chown, open, rename, rm } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { append } from './heads.ts'
import { headsIn } from './written-heads.ts'

/** The program opens the file for each line: after this time no line is being written to the old one. */
const writing_ms = 1_000

/**
 * Removes the lines whose heads are all of archived entries; those that cannot be read stay. The program may write meanwhile.
 * @returns how many went
 */
export async function trimHeads(client: pg.ClientBase, file: string): Promise<number> {
  const { rows } = await client.query<{ chain: number; seq: number }>(
    'select chain, max(seq) as seq from audit_archive group by chain',
  )
  const cuts = new Map(rows.map(({ chain, seq }) => [chain, seq]))
  const isArchived = (line: string) => headsIn(line)?.every(({ chain, seq }) => seq <= (cuts.get(chain) ?? 0)) ?? false
  const handle = await open(file, 'r').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  if (handle === null) return 0
  try {
    const { size, uid, gid } = await handle.stat()
    if (size === 0) return 0
    let removed = 0
    async function* remaining() {
      for await (const line of createInterface({
        input: handle!.createReadStream({ end: size - 1, autoClose: false }),
      }))
        if (isArchived(line)) removed++
        else yield `${line}\n`
    }
    const draft = `${file}.new`
    try {
      await pipeline(remaining, createWriteStream(draft, { mode: 0o600, flush: true }))
      await chown(draft, uid, gid)
      await rename(draft, file)
    } catch (error) {
      await rm(draft, { force: true })
      throw error
    }
    await sleep(writing_ms)
    const late_bytes = (await handle.stat()).size - size
    if (late_bytes > 0) {
      const { buffer } = await handle.read({ buffer: Buffer.alloc(late_bytes), position: size })
      await append(file, buffer.toString())
    }
    return removed
  } finally {
    await handle.close()
  }
}
