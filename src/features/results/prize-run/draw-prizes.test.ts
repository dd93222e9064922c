/** From the confirmation of a result to its winners, and back when the result was wrong. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { orderStatus } from '#features/orders/order/order.contract.ts'
import { resultPage } from '#features/results/pages.contract.ts'
import { product } from '#features/results/product/product.contract.ts'
import { result } from '#features/results/result/draw-result.contract.ts'
import { openOffice, type Office, type Person } from '../../../testing/office.ts'
import { openPos, sell, setGamePeriod } from '../../../testing/orders.ts'
import { drawPrizes, runStatus, type PrizeChanges } from './prize-run.contract.ts'

let office: Office
let an: Person
let binh: Person
let period_id: number
let orders: number[]
let result_id: number

const three = product.keno * 100 + 3
const drawn = '04 12 16 18 26 27 34 37 41 43 45 47 53 54 55 62 67 71 72 73'.split(' ')
const numbers = { main: drawn }
const prizes = (person = an) => person.call(drawPrizes.prizes, { period_id })
async function untilDone(): Promise<void> {
  await expect.poll(async () => (await prizes()).run?.status, { timeout: 15_000 }).toBe(runStatus.done)
}

beforeAll(async () => {
  office = await openOffice()
  an = await office.hire(resultPage.rights)
  binh = await office.hire(resultPage.rights)
  const pos = await openPos(office)
  period_id = await setGamePeriod(office, product.keno, 'open')
  const play = (board: string, stake = 1) =>
    sell(office, pos, { period_id, boards: [{ play_type: three, numbers: board, stake }] })
  orders = [await play('04 12 16', 2), await play('01 02 03')]
  await office.write(async (db) => {
    await sql`update draw_period set stop_at = now() - interval '9 minutes', return_until = now() - interval '9 minutes',
      print_at = now() - interval '8 minutes', draw_at = now() - interval '1 minute' where period_id = ${period_id}`.execute(
      db,
    )
  })
})
afterAll(() => office.close())

const stateOf = (order_id: number) =>
  office.db
    .selectFrom('sale_order') // unscoped: a test
    .select(['status', 'reward'])
    .where('order_id', '=', order_id)
    .executeTakeFirstOrThrow()

test('confirming a result starts the prize run of its draw', async () => {
  expect((await prizes()).run).toBeNull()
  ;({ result_id } = await an.call(result.add, { period_id, category: product.keno, numbers }))
  await binh.call(result.confirm, { result_id, numbers })
  await untilDone()
  expect(await stateOf(orders[0]!)).toEqual({ status: orderStatus.won, reward: 400_000 })
  expect(await stateOf(orders[1]!)).toEqual({ status: orderStatus.lost, reward: 0 })
  const { run, tiers, shops, changes } = await prizes()
  expect(run).toMatchObject({ orders: 2, orders_left: 0, won_orders: 1 })
  expect(tiers).toEqual([
    { tier: '3_3', label: 'Bậc 3 trùng 3', prizes: 2, gross: 400_000, unsold_prizes: 0, unsold_gross: 0 },
  ])
  expect(shops).toMatchObject([{ prizes: 2, gross: 400_000 }])
  expect(changes).toEqual([])
})

test('a person of another partner does not see the prizes', async () => {
  const { partner_id } = await openPos(office)
  const stranger = await office.hire(resultPage.rights, { partner_id })
  expect(await prizes(stranger)).toMatchObject({ tiers: [], shops: [], changes: [] })
})

test('reopening a result revokes its prizes, and the corrected result shows the changes', async () => {
  const reason = 'Nhập nhầm số'
  const { reopen_requested_at } = await an.call(result.reopen, { result_id, reason })
  await binh.call(result.confirmReopen, { result_id, reopen_requested_at: reopen_requested_at! })
  expect(await stateOf(orders[0]!)).toEqual({ status: orderStatus.done, reward: 0 })
  expect(await prizes()).toMatchObject({
    run: { status: runStatus.revoked },
    tiers: [],
    changes: [{ order_id: orders[0], before: 400_000, after: null, is_paid: false }],
  })
  const corrected = { main: ['01', ...drawn.slice(1)] }
  await an.call(result.update, { result_id, numbers: corrected })
  const refused = await binh.raw(result.confirm, { result_id, numbers: corrected })
  const { changes } = refused.body.data as { changes: PrizeChanges }
  expect(changes).toMatchObject({ orders: 1, more: 0, less: 360_000 })
  await binh.call(result.confirm, { result_id, numbers: corrected, accept_changes: changes.digest })
  await untilDone()
  // Two of its three numbers still match.
  expect(await stateOf(orders[0]!)).toEqual({ status: orderStatus.won, reward: 40_000 })
  expect((await prizes()).changes).toMatchObject([{ order_id: orders[0], before: 400_000, after: 40_000 }])
})
