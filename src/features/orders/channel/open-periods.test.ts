/** The draws that the channel lists as open are those for which it accepts orders. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { playTypesOf } from '#features/results/product/game.rules.ts'
import { product } from '#features/results/product/product.contract.ts'
import { openOffice, type Office } from '../../../testing/office.ts'
import { openPos, setGamePeriod } from '../../../testing/orders.ts'
import { openTill } from '../../../testing/till.ts'
import { channel } from './channel.contract.ts'

let office: Office
let till: ReturnType<typeof openTill>
beforeAll(async () => {
  office = await openOffice()
  till = openTill(office, await openPos(office))
})
afterAll(() => office.close())

test('the open periods are returned with the server’s clock and without those that have stopped', async () => {
  const period_id = await setGamePeriod(office, product.keno, 'open')
  const { items, now } = await till.call(channel.openPeriods, { line: 'xsdt' })
  expect(items).toContainEqual(expect.objectContaining({ period_id, category: product.keno, price_unit: 10_000 }))
  expect(items.every(({ stop_at, line }) => stop_at > now && line === 'xsdt')).toBe(true)
  const stopped = await setGamePeriod(office, product.keno, 'stopped')
  const after_stop = await till.call(channel.openPeriods, {})
  expect(after_stop.items.map((item) => item.period_id)).not.toContain(stopped)
})

test('the open periods are those of products whose prize table is in force, as orders are accepted', async () => {
  const loto = await setGamePeriod(office, product.loto, 'open')
  const last = await setGamePeriod(office, product.keno, 'open')
  const listed = async () => (await till.call(channel.openPeriods, {})).items.map((item) => item.period_id)
  const codeOfOrder = async () => {
    const { play_type } = playTypesOf(product.loto)[0]!
    const fields = { category: product.loto, period_id: loto, lines: [{ play_type, numbers: '07' }] }
    return (await till.raw(channel.create, { transid: randomUUID(), vendor_code: 'POS', ...fields })).body.error.code
  }
  const setTable = (from: ReturnType<typeof sql>) =>
    office.write((db) =>
      sql`insert into prize_table (category, effective_from, amounts, claim_days, status)
        values (${product.loto}, ${from}, '{"loto_2": 20000, "loto_3": 250000, "loto_4": 3500000}', 60, 2)`.execute(db),
    )
  await setTable(sql`current_date + 1`)
  // The draws are read about once a second.
  await expect.poll(listed, { timeout: 5_000 }).toContain(last)
  expect(await listed()).not.toContain(loto)
  expect(await codeOfOrder()).toBe(150)
  await setTable(sql`current_date`)
  await expect.poll(listed, { timeout: 5_000 }).toContain(loto)
  expect(await codeOfOrder()).toBe(0)
})
