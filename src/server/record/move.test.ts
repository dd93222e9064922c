import { afterAll, beforeAll, expect, test } from 'vitest'
import { lifecycle } from '#contract/lifecycle.ts'
import { createDb, createPools, type Pools } from '#server/database/pool.ts'
import type { Db } from '#server/database/transaction.ts'
import { freshDatabase, type FreshDatabase } from '#server/testing/database.ts'
import { move } from './move.ts'
import { writeTo } from '../../testing/write.ts'

const { status, moves } = lifecycle({
  states: { locked: [0, 'Đã khóa', 'red'], active: [1, 'Hoạt động', 'green'], waiting: [2, 'Chờ duyệt', 'amber'] },
  moves: { lock: { from: ['active'], to: 'locked' }, settle: { from: ['waiting'] } },
})

let database: FreshDatabase
let pools: Pools
let db: Db
beforeAll(async () => {
  database = await freshDatabase()
  pools = createPools(database.url, { size: 10 })
  db = createDb(pools.main)
})
afterAll(async () => {
  await pools.end()
  await database.drop()
})

async function newAccount(initial: number): Promise<{ user_id: number }> {
  const user_name = `dichuyen${crypto.randomUUID().slice(0, 8)}`
  const values = { user_name, full_name: 'Di Chuyển', password_hash: 'x', status: initial }
  return writeTo(db, (trx) => trx.insertInto('app_user').values(values).returning('user_id').executeTakeFirstOrThrow())
}
const now = (key: { user_id: number }) =>
  db.selectFrom('app_user').select(['status', 'version', 'unit']).where('user_id', '=', key.user_id).executeTakeFirst()

test('of twenty concurrent moves of one row one succeeds, and the version is raised once', async () => {
  const key = await newAccount(status.active)
  const outcomes = await Promise.all(
    Array.from({ length: 20 }, () => writeTo(db, (trx) => move(trx, 'app_user', key, moves.lock))),
  )
  expect(outcomes.filter(Boolean)).toHaveLength(1)
  expect(await now(key)).toMatchObject({ status: status.locked, version: 2 })
})

test('a move out of a state that it does not leave returns false and changes nothing', async () => {
  const key = await newAccount(status.waiting)
  expect(await writeTo(db, (trx) => move(trx, 'app_user', key, moves.lock, { unit: 'Kho' }))).toBe(false)
  expect(await now(key)).toEqual({ status: status.waiting, version: 1, unit: null })
})

test('a move without a state of its own to reach takes it from the change', async () => {
  const key = await newAccount(status.waiting)
  const change = { status: status.active, unit: 'Kho' }
  expect(await writeTo(db, (trx) => move(trx, 'app_user', key, moves.settle, change))).toBe(true)
  expect(await now(key)).toEqual({ status: status.active, version: 2, unit: 'Kho' })
})
