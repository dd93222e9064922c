import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { errors } from '#contract/errors.ts'
import { product } from '#features/results/product/product.contract.ts'
import { prizeTab } from '#features/settings/pages.contract.ts'
import { errorCodeOf } from '../../../testing/error-code.ts'
import { openOffice, type Office, type Person } from '../../../testing/office.ts'
import { openPos, order, sell, setGamePeriod } from '../../../testing/orders.ts'
import { confirmedResult } from '../../../testing/prizes.ts'
import { dayFromNow } from '../../../testing/tickets.ts'
import { runStatus } from '#features/results/prize-run/prize-run.contract.ts'
import { enqueuePrizeRun, revokePrizes } from '#features/results/prize-run/prize-run.server.ts'
import { runPrizes } from '#features/results/prize-run/prize-run.jobs.ts'
import { prizeTables } from './prize-table.contract.ts'

let office: Office
let an: Person
let binh: Person
let day: (days: number) => Promise<string>

beforeAll(async () => {
  office = await openOffice()
  an = await office.hire(prizeTab.rights)
  binh = await office.hire(prizeTab.rights)
  day = (days) => dayFromNow(office.db, days)
})
afterAll(() => office.close())

const of_than_tai = { match_4: 50_000_000, match_3: 1_000_000, match_2: 100_000 }
const table = (effective_from: string, amounts: Record<string, number> = of_than_tai) => ({
  category: product.than_tai4,
  effective_from,
  face_value: 10_000,
  amounts,
  flags: {},
  claim_days: 60,
})
const reason = 'Sai giải nhất'
const key = ({ prize_table_id, version }: { prize_table_id: number; version: number }) => ({ prize_table_id, version })

test('the known tables exist from the start; products without a table are not sold', async () => {
  const countTables = async (category: (typeof product)[keyof typeof product]) =>
    (await an.call(prizeTables.list, { category })).items.length
  expect(await countTables(product.south)).toBe(1)
  expect(await countTables(product.than_tai4)).toBe(0)
  const pos = await openPos(office)
  const period_id = await setGamePeriod(office, product.than_tai4, 'open')
  const boards = [{ play_type: product.than_tai4 * 100 + 1, numbers: '1234', stake: 1 }]
  const request = { category: product.than_tai4, period_id, boards }
  await expect(order(office, pos, request)).rejects.toMatchObject({ error: 'category_not_found' })
  const proposed = await an.call(prizeTables.propose, table(await day(0)))
  await expect(order(office, pos, request)).rejects.toMatchObject({ error: 'category_not_found' })
  await binh.call(prizeTables.confirm, key(proposed))
  expect(await order(office, pos, request)).toBeGreaterThan(0)
})

test('a table with missing, unknown or only zero tiers is refused', async () => {
  const proposalCode = async (amounts: Record<string, number>) =>
    errorCodeOf(an.call(prizeTables.propose, table(await day(5), amounts)))
  expect(await proposalCode({ match_4: 1 })).toBe(errors.request_invalid[0])
  expect(await proposalCode({ ...of_than_tai, match_9: 1 })).toBe(errors.request_invalid[0])
  expect(await proposalCode({ match_4: 0, match_3: 0, match_2: 0 })).toBe(errors.request_invalid[0])
})

test('a table is confirmed by a person other than its proposer, once, even in twenty parallel calls', async () => {
  const proposed = await an.call(prizeTables.propose, table(await day(10)))
  expect(await errorCodeOf(an.call(prizeTables.propose, table(await day(11))))).toBe(123)
  expect(await errorCodeOf(an.call(prizeTables.confirm, key(proposed)))).toBe(169)
  const codes = await Promise.all(
    Array.from({ length: 20 }, () => errorCodeOf(binh.call(prizeTables.confirm, key(proposed)))),
  )
  expect(codes.filter((code) => code === 0)).toEqual([0])
  const { items } = await an.call(prizeTables.list, { category: product.than_tai4 })
  expect(items[0]).toMatchObject({ status: 2, created_by_name: an.user_name, decided_by_name: binh.user_name })
})

test('a table that begins before the last decided draw is refused, and a later one can be rejected', async () => {
  const period_id = await setGamePeriod(office, product.than_tai4, 'drawn')
  await confirmedResult(office.db, period_id, { numbers: { main: ['1234'] }, published: {} })
  await office.write((db) => enqueuePrizeRun(db, async () => undefined, period_id))
  await runPrizes(office.db, period_id)
  expect(await errorCodeOf(an.call(prizeTables.propose, table(await day(-1))))).toBe(144)
  const later = await an.call(prizeTables.propose, table(await day(20)))
  expect(await binh.call(prizeTables.reject, { ...key(later), reason })).toMatchObject({ status: 3 })
})

test('a table is rejected with a reason, which its proposer is told', async () => {
  const proposed = await an.call(prizeTables.propose, table(await day(21)))
  expect(await errorCodeOf(binh.call(prizeTables.reject, { ...key(proposed), reason: ' ' }))).toBe(
    errors.request_invalid[0],
  )
  const rejected = await binh.call(prizeTables.reject, { ...key(proposed), reason })
  expect(rejected).toMatchObject({ status: 3, decided_by_name: binh.user_name, decision_reason: reason })
  const { rows } = await sql<{ reason: string | null }>`
    select reason from notification where user_id = ${an.user_id} and table_name = 'prize_table' order by notification_id desc limit 1`.execute(
    office.db,
  )
  expect(rows).toEqual([{ reason }])
})

test('a table is withdrawn by its proposer, also without the right to approve, and by no other such person', async () => {
  const rights = [...prizeTab.view, ...prizeTab.update]
  const [maker, other] = [await office.hire(rights), await office.hire(rights)]
  const proposed = await maker.call(prizeTables.propose, table(await day(22)))
  expect(await errorCodeOf(other.call(prizeTables.reject, { ...key(proposed), reason }))).toBe(169)
  const withdrawn = await maker.call(prizeTables.reject, { ...key(proposed), reason })
  expect(withdrawn).toMatchObject({ status: 3, decided_by_name: null, decision_reason: reason })
})

test('a table is refused for a draw whose run is stuck with decided orders, and allowed where none is decided', async () => {
  const pos = await openPos(office)
  const period_id = await setGamePeriod(office, product.mega645, 'open')
  const { open_date } = await office.db
    .selectFrom('draw_period')
    .select('open_date')
    .where('period_id', '=', period_id)
    .executeTakeFirstOrThrow()
  const play_type = product.mega645 * 100 + 6
  for (const numbers of ['01 02 03 04 05 06', '03 09 17 22 27 32'])
    await sell(office, pos, { category: product.mega645, period_id, boards: [{ play_type, numbers, stake: 1 }] })
  const { items } = await an.call(prizeTables.list, { category: product.mega645 })
  const { amounts, flags, face_value, claim_days } = items[0]!
  const new_table = { category: product.mega645, effective_from: open_date, face_value, amounts, flags, claim_days }
  // The jackpot of the second order is missing.
  const run = async (batch_size: number) => {
    await confirmedResult(office.db, period_id, { numbers: { main: '03 09 17 22 27 32'.split(' ') }, published: {} })
    await office.write((db) => enqueuePrizeRun(db, async () => undefined, period_id))
    await runPrizes(office.db, period_id, { batch_size })
  }
  await run(2)
  const proposed = await an.call(prizeTables.propose, new_table)
  await run(1)
  expect(await errorCodeOf(binh.call(prizeTables.confirm, key(proposed)))).toBe(144)
  await binh.call(prizeTables.reject, { ...key(proposed), reason })
  expect(await errorCodeOf(an.call(prizeTables.propose, new_table))).toBe(144)
  // Reopened where nothing was decided, the draw still waits for its table; where something was, it does not.
  const reopen = async (orders: number) => {
    await office.write((db) =>
      sql`update prize_run set orders = ${orders}, recounts = false where period_id = ${period_id}`.execute(db),
    )
    await office.write((db) => revokePrizes(db, period_id))
    await office.write((db) =>
      sql`update prize_run set status = ${runStatus.stuck} where period_id = ${period_id}`.execute(db),
    )
    return errorCodeOf(an.call(prizeTables.propose, new_table))
  }
  expect(await reopen(1)).toBe(144)
  expect(await reopen(0)).toBe(0)
})
