/** Each program caches the rights of people; a change applies to the next call of every program, whoever made it. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { accountPage } from '#features/access/pages.contract.ts'
import { groupPage } from '#features/access/pages.contract.ts'
import { createDb, createPools, type Pools } from '#server/database/pool.ts'
import type { Db } from '#server/database/transaction.ts'
import { openOffice, type Office, type Person } from '../../testing/office.ts'
import { hasRight, identify } from './session.ts'

let office: Office
/** A second program on the same database. */
let pools: Pools
let other: Db

beforeAll(async () => {
  office = await openOffice()
  pools = createPools(office.database_url, { size: 1 })
  other = createDb(pools.main)
})
afterAll(async () => {
  await pools.end()
  await office.close()
})

const limits = {
  session_idle_minutes: 30,
  session_absolute_hours: 12,
  max_sessions: 10,
  proof_minutes: 10,
  handled_days: 7,
}
const identifyPerson = ({ token, cookies }: Person) => identify(other, token, cookies.get('partner') ?? null, limits)

/** How many statements the second program sends meanwhile, on its only connection. */
async function statementsOf(work: () => Promise<unknown>): Promise<number> {
  const client = await pools.main.connect()
  client.release()
  const query = vi.spyOn(client, 'query')
  try {
    await work()
    return query.mock.calls.length
  } finally {
    query.mockRestore()
  }
}

test('while nothing changes, identifying a person takes one statement', async () => {
  const an = await office.hire([accountPage.view])
  await identifyPerson(an)
  expect(await statementsOf(() => identifyPerson(an))).toBe(1)
})

test('rights that are given or taken apply to the next call in another program', async () => {
  const an = await office.hire([accountPage.view])
  expect(hasRight(await identifyPerson(an), accountPage.view)).toBe(true)
  await office.grant(an, [groupPage.view])
  const now = await identifyPerson(an)
  expect([hasRight(now, accountPage.view), hasRight(now, groupPage.view)]).toEqual([false, true])
})

test('an uncommitted change of rights is neither seen nor cached', async () => {
  const an = await office.hire([accountPage.view])
  await office.write(async (db) => {
    await db.deleteFrom('group_member').where('user_id', '=', an.user_id).execute()
    expect(hasRight(await identifyPerson(an), accountPage.view)).toBe(true)
  })
  expect(hasRight(await identifyPerson(an), accountPage.view)).toBe(false)
})

test('a rolled back change of rights has no effect', async () => {
  const an = await office.hire([accountPage.view])
  await identifyPerson(an)
  await office
    .write(async (db) => {
      await db.deleteFrom('group_member').where('user_id', '=', an.user_id).execute()
      throw new Error('thought better of it')
    })
    .catch(() => undefined)
  expect(hasRight(await identifyPerson(an), accountPage.view)).toBe(true)
})

test('a locked account, a closed group, a page out of use and a limited scope apply to the next call', async () => {
  const change = (work: (db: Db) => Promise<unknown>) => office.write(async (db) => void (await work(db)))
  const an = await office.hire([accountPage.view])
  expect((await identifyPerson(an)).is_limited).toBe(false)
  await change((db) => db.insertInto('data_scope').values({ user_id: an.user_id, is_limited: true }).execute())
  expect((await identifyPerson(an)).is_limited).toBe(true)

  const page = (in_use: boolean) =>
    change((db) => db.updateTable('page').set({ in_use }).where('page_url', '=', accountPage.url).execute())
  await page(false)
  expect(hasRight(await identifyPerson(an), accountPage.view)).toBe(false)
  await page(true)
  expect(hasRight(await identifyPerson(an), accountPage.view)).toBe(true)

  const groups = await office.db
    .selectFrom('group_member')
    .select('group_id')
    .where('user_id', '=', an.user_id)
    .execute()
  const ids = groups.map(({ group_id }) => group_id)
  await change((db) => db.updateTable('user_group').set({ status: 0 }).where('group_id', 'in', ids).execute())
  expect(hasRight(await identifyPerson(an), accountPage.view)).toBe(false)

  await change((db) => db.updateTable('app_user').set({ status: 0 }).where('user_id', '=', an.user_id).execute())
  await expect(identifyPerson(an)).rejects.toMatchObject({ error: 'token_invalid' })
})

test('twenty concurrent changes of rights each apply to the next call', async () => {
  const people = await Promise.all(Array.from({ length: 20 }, () => office.hire([accountPage.view])))
  await Promise.all(people.map(identifyPerson))
  await Promise.all(
    people.map(async (person) => {
      await office.grant(person, [groupPage.view])
      expect(hasRight(await identifyPerson(person), groupPage.view)).toBe(true)
      expect(hasRight(await identifyPerson(person), accountPage.view)).toBe(false)
    }),
  )
})
