/** Several programs on one database note the heads of its log, each in a file of its own. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { createClient, createDb, createPools, type Pools } from '../database/pool.ts'
import { freshDatabase, type FreshDatabase } from '../testing/database.ts'
import { headsWriter, keepHeads, type HeadsLine } from './heads.ts'
import { auditProgramAction } from './without-call.ts'

let database: FreshDatabase
let pools: Pools
const dir = mkdtempSync(join(tmpdir(), 'audit-heads-'))
const files = ['a', 'b'].map((name) => join(dir, name))

beforeAll(async () => {
  database = await freshDatabase()
  pools = createPools(database.url)
})
afterAll(async () => {
  await pools.end()
  await database.drop()
  rmSync(dir, { recursive: true })
})
beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }))
afterEach(() => void vi.useRealTimers())

/** Adds an entry to the log. @returns the heads after it, as the database has them */
async function act(): Promise<Map<number, number>> {
  const client = createClient(database.url)
  await client.connect()
  await auditProgramAction(client, 'Thử', async () => {})
  const { rows } = await client.query<{ chain: number; seq: number }>('select chain, seq from audit_head where seq > 0')
  await client.end()
  return new Map(rows.map(({ chain, seq }) => [chain, seq]))
}

/** How many entries of each chain a file knows. */
function noted(file: string): Map<number, number> {
  const lines = readFileSync(file, 'utf8').trim().split('\n')
  const heads = lines.flatMap((line) => (JSON.parse(line) as HeadsLine).heads)
  return new Map(heads.map(([chain, seq]) => [chain, seq]))
}

test('the file of each program has all heads at its start, each minute and at its end', async () => {
  await act()
  const onFault = (error: unknown) => expect.fail(String(error))
  const ends = await Promise.all(files.map((file) => keepHeads(headsWriter(createDb(pools.main), file), onFault)))
  const seqs = await act()
  expect(files.map(noted)).not.toEqual([seqs, seqs])
  vi.advanceTimersByTime(60_000)
  await expect.poll(() => files.map(noted)).toEqual([seqs, seqs])
  const last_seqs = await act()
  for (const end of ends) await end()
  expect(files.map(noted)).toEqual([last_seqs, last_seqs])
})

test('heads that cannot be written are told, and tried again a minute later', async () => {
  let writes = 0
  const faults: unknown[] = []
  const write = async () => {
    if (++writes === 2) throw new Error('full')
  }
  const end = await keepHeads(write, (error) => faults.push(error))
  await vi.advanceTimersByTimeAsync(120_000)
  expect([writes, faults]).toEqual([3, [new Error('full')]])
  await end()
  await vi.advanceTimersByTimeAsync(120_000)
  expect(writes).toBe(4)
})
