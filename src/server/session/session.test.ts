/** How long a session lasts. Time is moved by moving the rows, not the clock. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ownSession } from '#features/access/sign-in/own-session.contract.ts'
import { asOwner } from '#server/testing/as-owner.ts'
import { openOffice, type Office, type Person } from '../../testing/office.ts'
import { hashOf, newToken } from './session.ts'

let office: Office
beforeAll(async () => {
  office = await openOffice()
})
afterAll(() => office.close())

const ask = async (person: Person) => (await person.raw(ownSession.roles, {})).body.error.code
const move = (person: Person, interval: string) =>
  asOwner(
    office.db,
    sql`update session set last_seen_at = last_seen_at - ${interval}::interval, expires_at = expires_at - ${interval}::interval
      where user_id = ${person.user_id}`,
  )
const idleSeconds = async (person: Person) => {
  const { rows } = await sql<{ idle_s: number }>`
    select extract(epoch from now() - last_seen_at)::integer as idle_s from session where user_id = ${person.user_id}`.execute(
    office.db,
  )
  return rows[0]!.idle_s
}

test('a session that was not used for half an hour has expired (2)', async () => {
  const an = await office.hire([])
  await move(an, '29 minutes 50 seconds')
  expect(await ask(an)).toBe(0)
  await move(an, '30 minutes')
  expect(await ask(an)).toBe(2)
})

test('a call keeps its session alive, and its time is written once a minute at most', async () => {
  const an = await office.hire([])
  await move(an, '50 seconds')
  await ask(an)
  expect(await idleSeconds(an)).toBeGreaterThanOrEqual(50)
  await move(an, '20 minutes')
  await ask(an)
  expect(await idleSeconds(an)).toBeLessThan(10)
})

test('a session that is in use expires after twelve hours', async () => {
  const an = await office.hire([])
  for (let minutes = 0; minutes < 12 * 60 - 20; minutes += 20) {
    expect(await ask(an)).toBe(0)
    await move(an, '20 minutes')
  }
  expect(await ask(an)).toBe(0)
  await move(an, '20 minutes')
  expect(await ask(an)).toBe(2)
})

test('a token that is unknown or signed out is invalid (1), also when it has expired as well', async () => {
  const an = await office.hire([])
  const valid_token = an.token
  for (const token of [newToken(), `${valid_token}x`, valid_token!.slice(1), valid_token!.toUpperCase(), '%00']) {
    an.token = token
    expect(await ask(an)).toBe(1)
  }
  an.token = valid_token
  expect(await ask(an)).toBe(0)
  await an.call(ownSession.logout, {})
  expect(await ask(an)).toBe(1)
  await move(an, '20 hours')
  expect(await ask(an)).toBe(1)
})

test('a token of a locked or deleted account is invalid (1) from the next call on, and valid again once it is unlocked', async () => {
  const [locked, deleted] = [await office.hire([]), await office.hire([])]
  const change = ({ user_id }: Person, to: ReturnType<typeof sql>) =>
    office.write((db) => sql`update app_user set ${to} where user_id = ${user_id}`.execute(db))
  expect([await ask(locked), await ask(deleted)]).toEqual([0, 0])
  await change(locked, sql`status = 0`)
  await change(deleted, sql`deleted_at = now()`)
  expect([await ask(locked), await ask(deleted)]).toEqual([1, 1])
  await move(locked, '20 hours')
  expect(await ask(locked)).toBe(1)
  await move(locked, '-20 hours')
  await change(locked, sql`status = 1`)
  expect(await ask(locked)).toBe(0)
})

test('an expired token without its cookie is invalid (1), not expired (2)', async () => {
  const an = await office.hire([])
  await move(an, '20 hours')
  expect(await ask(an)).toBe(2)
  an.cookies.clear()
  expect(await ask(an)).toBe(1)
})

test('tokens and their cookies are 128 random bits and are kept only as hashes', async () => {
  const an = await office.hire([])
  expect(Buffer.from(an.token!, 'base64url')).toHaveLength(16)
  const session = await office.db
    .selectFrom('session')
    .selectAll()
    .where('user_id', '=', an.user_id)
    .executeTakeFirstOrThrow()
  expect(session.token_hash).toEqual(hashOf(an.token!))
  const stored = JSON.stringify(session)
  for (const secret of [an.token!, an.cookies.get('partner')!]) {
    expect(stored).not.toContain(secret)
    expect(stored).not.toContain(Buffer.from(secret).toString('hex'))
  }
  expect(new Set(Array.from({ length: 1_000 }, newToken)).size).toBe(1_000)
})
