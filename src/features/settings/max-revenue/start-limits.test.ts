/** Limits that are confirmed while midnight passes apply to the day that has begun. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { lockPeriodsExclusive } from '#features/results/period/period.query.server.ts'
import { asOwner } from '#server/testing/as-owner.ts'
import { openOffice, type Office } from '../../../testing/office.ts'
import { untilWaiting } from '../../../testing/waits.ts'
import { startLimits } from './start-limits.server.ts'

let office: Office
/** A clock that this file can set to tomorrow, for transactions whose search path begins with its schema. */
beforeAll(async () => {
  office = await openOffice()
  for (const statement of [
    sql`create schema moved`,
    sql`create table moved.clock as select 0 as days`,
    sql`create function moved.clock_timestamp() returns timestamptz language sql volatile
      as 'select pg_catalog.clock_timestamp() + make_interval(days => (select days from moved.clock))'`,
    sql`grant usage on schema moved to ve_so_app`,
    sql`grant select, update on moved.clock to ve_so_app`,
  ])
    await asOwner(office.db, statement)
})
afterAll(() => office.close())

test('a confirmation that waited for orders until after midnight counts the new day by the new limits', async () => {
  const lockTaken = Promise.withResolvers<void>()
  const orders = office.write(async (db) => {
    await lockPeriodsExclusive(db)
    lockTaken.resolve()
    await untilWaiting(db)
    await sql`update moved.clock set days = 1`.execute(db)
  })
  await lockTaken.promise
  const { from_at, days, tomorrow } = await office.write(async (db) => {
    await sql`set local search_path = moved, pg_catalog, public`.execute(db)
    const { rows } = await sql<{ tomorrow: string }>`select current_date + 1 as tomorrow`.execute(db)
    await lockPeriodsExclusive(db)
    const limits = { from_day: rows[0]!.tomorrow, thresholds: [{ maximum: 1_000_000 }] }
    const start = await startLimits(db, limits)
    const { rows: counted } = await sql<{ day: string }>`select day from revenue_day`.execute(db)
    return { from_at: start, days: counted.map(({ day }) => day), tomorrow: rows[0]!.tomorrow }
  })
  await orders
  expect(days).toEqual([tomorrow])
  expect(Date.parse(from_at)).toBeGreaterThan(Date.parse(tomorrow))
})
