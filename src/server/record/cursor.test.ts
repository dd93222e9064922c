/** The rows of an exported file: the first ones have a short time limit, the later ones a longer one. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Failure } from '#contract/errors.ts'
import { createDb, createPools } from '#server/database/pool.ts'
import { inReadTransaction, type Db } from '#server/database/transaction.ts'
import { freshDatabase } from '#server/testing/database.ts'
import { readBatches } from './cursor.ts'

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
  return inReadTransaction(db, async (trx) => {
    const numbers: number[] = []
    const limits = { batch_size: 6, first: '300ms', ...(later && { later }) } as const
    for await (const rows of await readBatches(trx, slowFrom(from), fail, limits))
      numbers.push(...rows.map(({ n }) => n))
    return numbers
  })
}

test('rows that take long are returned when the first ones came in time', async () => {
  expect(await read(7)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])
})

test('a search whose first rows take too long is refused, and the next one has its full time again', async () => {
  await expect(read(1)).rejects.toMatchObject({ error: 'search_time_exceeded' })
  expect(await read(13)).toHaveLength(12)
})

test('later rows have a time limit of their own', async () => {
  await expect(read(7, '200ms')).rejects.toMatchObject({ code: '57014' })
})
