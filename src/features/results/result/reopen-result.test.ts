/** Reopening a wrong result: until when it is possible, and what the second person sees before confirming the corrected one. */
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { resultPage } from '#features/results/pages.contract.ts'
import { product } from '#features/results/product/product.contract.ts'
import type { PrizeChanges } from '#features/results/prize-run/prize-run.contract.ts'
import { runPrizes } from '#features/results/prize-run/prize-run.jobs.ts'
import { enqueuePrizeRun } from '#features/results/prize-run/prize-run.server.ts'
import { drawnPeriods } from '../../../testing/drawn-periods.ts'
import { openOffice, type Office, type Person } from '../../../testing/office.ts'
import { openPos } from '../../../testing/orders.ts'
import { fillDraw } from '../../../testing/prizes.ts'
import { sheets } from '../../../testing/sheets.ts'
import { result } from './draw-result.contract.ts'
import { resultStatus } from './drawn-numbers.contract.ts'

const southern = sheets.hcm
const accepted = { accept_warnings: true }

let office: Office
let maker: Person
let checker: Person
let other: Person
let drawnPeriod: ReturnType<typeof drawnPeriods>
beforeAll(async () => {
  office = await openOffice()
  drawnPeriod = drawnPeriods(office)
  ;[maker, checker, other] = [
    await office.hire(resultPage.rights),
    await office.hire(resultPage.rights),
    await office.hire(resultPage.rights),
  ]
})
afterAll(() => office.close())
beforeEach(() => claimDays(365))

/** Sets the claim period of southern draws. */
const claimDays = (days: number) =>
  office.write((db) => sql`update prize_table set claim_days = ${days} where category = ${product.south}`.execute(db))

async function confirmed() {
  const { period_id } = await drawnPeriod()
  const { result_id } = await maker.call(result.add, { period_id, numbers: southern, ...accepted })
  return checker.call(result.confirm, { result_id, numbers: southern })
}

test('a result cannot be reopened after the claim period of its draw', async () => {
  const { result_id } = await confirmed()
  const { reopen_requested_at } = await checker.call(result.reopen, { result_id, reason: 'Sai giải tám' })
  await claimDays(30)
  const decided = { result_id, reopen_requested_at: reopen_requested_at! }
  await expect(other.call(result.confirmReopen, decided)).rejects.toMatchObject({ code: 144 })
  const late = { result_id: (await confirmed()).result_id, reason: 'Sai' }
  await expect(checker.call(result.reopen, late)).rejects.toMatchObject({ code: 144 })
  await claimDays(365)
  expect(await other.call(result.confirmReopen, decided)).toMatchObject({ status: resultStatus.reopened })
})

test('a corrected result is confirmed after its second person has seen the changed prizes', async () => {
  const { result_id, period_id } = await confirmed()
  const pos = await openPos(office)
  await fillDraw(office.db, period_id, pos, 1_000)
  const run = async () => {
    await office.write((db) => enqueuePrizeRun(db, async () => undefined, period_id))
    await runPrizes(office.db, period_id)
  }
  await run()
  const { reopen_requested_at } = await checker.call(result.reopen, { result_id, reason: 'Sai giải tám' })
  await other.call(result.confirmReopen, { result_id, reopen_requested_at: reopen_requested_at! })
  const numbers = { ...southern, eighth: [southern.eighth[0] === '32' ? '33' : '32'] }
  await checker.call(result.update, { result_id, numbers, ...accepted })
  const refused = await maker.raw(result.confirm, { result_id, numbers })
  expect(refused.body.error.code).toBe(9015)
  const { changes } = refused.body.data as { changes: PrizeChanges }
  // Ten of a thousand tickets end with the same two digits.
  expect(changes).toMatchObject({ orders: 20, more: 10 * 100_000, less: 10 * 100_000 })
  const stale = await maker.raw(result.confirm, { result_id, numbers, accept_changes: 'x' })
  expect(stale.body.error.code).toBe(9015)
  await maker.call(result.confirm, { result_id, numbers, accept_changes: changes.digest })
  await runPrizes(office.db, period_id)
  const { rows } = await sql<{ order_id: number; before: number; after: number }>`
    select order_id, before, after from prize_change where period_id = ${period_id} and before <> after order by order_id`.execute(
    office.db,
  )
  expect(rows).toEqual(
    changes.changes
      .map(({ order_id, before, after }) => ({ order_id, before, after }))
      .toSorted((a, b) => a.order_id - b.order_id),
  )
})
