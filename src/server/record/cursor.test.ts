/** A part of a file that takes long to find is waited for; a search whose first rows take too long is given up with a word. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Failure } from '#contract/errors.ts'
import { createDb, createPools } from '#server/database/pool.ts'
import { inReadTransaction, type Db } from '#server/database/transaction.ts'
import { freshDatabase } from '#server/testing/database.ts'
import { rowsOf } from './cursor.ts'

let db: Db
let close: () => Promise<void>

beforeAll(async () => {
  const fresh = await freshDatabase()
  const pools = createPools(fresh.url)
  db = createDb(pools.search)
  close = async () => {
    await pools.end()
    await fresh.drop()
  }
})
afterAll(() => close())

const fail = (error: 'search_time_exceeded'): never => {
  throw new Failure(error)
}

/** Twelve rows, each of which takes a tenth of a second from this one on. */
const slowFrom = (n: number) =>
  sql<{ n: number }>`select n from generate_series(1, 12) n
    where n < ${n}::integer or pg_sleep(0.1) is not null`

async function read(from: number, later?: `${number}ms`): Promise<number[]> {
  return inReadTransaction(db, async (own) => {
    const found: number[] = []
    const limits = { rows_at_once: 6, first: '300ms', ...(later && { later }) } as const
    for await (const rows of await rowsOf(own, slowFrom(from), fail, limits)) found.push(...rows.map(({ n }) => n))
    return found
  })
}

test('rows that come late, behind others that came at once, are in the file', async () => {
  expect(await read(7)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])
})

test('a search whose first rows take too long is given up, and the next one has its time again', async () => {
  await expect(read(1)).rejects.toMatchObject({ error: 'search_time_exceeded' })
  expect(await read(13)).toHaveLength(12)
})

test('a later part has an end too', async () => {
  await expect(read(7, '200ms')).rejects.toMatchObject({ code: '57014' })
})
