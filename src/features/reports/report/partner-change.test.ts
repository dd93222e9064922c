/** A sale stays with the partner that its point of sale had when it was sold. */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readRows } from '#contract/sheet/read-file.ts'
import type { SheetRow } from '#contract/sheet/row-scanner.ts'
import { default_limits } from '#contract/sheet/sheet-limits.ts'
import { Failure } from '#contract/errors.ts'
import { orders, transactions } from '#features/orders/order/transaction.contract.ts'
import { transactionPage } from '#features/orders/pages.contract.ts'
import { openOffice, type Office, type Person } from '../../../testing/office.ts'
import { openPos, sell, type SellingPos } from '../../../testing/orders.ts'
import { drillDown } from './drill-down.rules.ts'
import { breakdown } from '#features/reports/breakdown/breakdown.contract.ts'
import { byGroupPage, byPricePage, byTypePage, salesXsdtPage } from '#features/reports/pages.contract.ts'
import { salesChart } from '#features/reports/sales-chart/sales-chart.contract.ts'
import { sales } from '#features/reports/sales/sales.contract.ts'

let office: Office
/** One point of sale of the old partner, and one of the new partner. */
let pos: SellingPos
let other: SellingPos
let sold: { before: number; after: number; by_other: number }
const people: Record<string, Person> = {}
const pages = [salesXsdtPage, byPricePage, byTypePage, byGroupPage]
const rights = [...pages.map(({ view }) => view), ...transactionPage.rights]

beforeAll(async () => {
  office = await openOffice()
  pos = await openPos(office)
  other = await openPos(office)
  const before = await sell(office, pos)
  await office.write((db) =>
    sql`update pos set partner_id = ${other.partner_id} where pos_id = ${pos.pos_id}`.execute(db),
  )
  const after = await sell(office, pos)
  sold = { before, after, by_other: await sell(office, other) }
  people.office = await office.hire(rights)
  people.old_partner = await office.hire(rights, { partner_id: pos.partner_id })
  people.new_partner = await office.hire(rights, { partner_id: other.partner_id })
  people.limited = await office.hire(rights)
  people['limited operator'] = await office.hire(rights, { partner_id: other.partner_id })
  for (const name of ['limited', 'limited operator'])
    await office.write(async (db) => {
      const { user_id } = people[name]!
      await sql`insert into data_scope (user_id, is_limited) values (${user_id}, true)`.execute(db)
      await sql`insert into data_scope_pos (user_id, pos_id) values (${user_id}, ${pos.pos_id})`.execute(db)
    })
})
afterAll(() => office.close())

/** The sales that each person may see. */
const visible_sales: Record<string, readonly (keyof typeof sold)[]> = {
  office: ['before', 'after', 'by_other'],
  old_partner: ['before'],
  new_partner: ['after', 'by_other'],
  limited: ['before', 'after'],
  'limited operator': ['after'],
}
const numbersOf = (names: readonly (keyof typeof sold)[]) => names.map((name) => sold[name]).toSorted((a, b) => b - a)
const numbersIn = (items: readonly { order_id: number }[]) => items.map(({ order_id }) => order_id)

const fold = () => office.write((db) => sql`select fold_sales()`.execute(db))

// Sales are separated equally before and after folding.
describe.each([
  ['not folded', async () => {}],
  ['folded', fold],
])('sales %s', (_, prepare) => {
  beforeAll(async () => void (await prepare()))

  test.each(Object.entries(visible_sales))('%s: each report and list has the sales in scope', async (name, visible) => {
    const person = people[name]!
    const amount = visible.length * 10_000
    const report = await person.call(sales.xsdt, { group_by: ['partner', 'pos'] })
    expect(report.sums).toMatchObject({ orders: visible.length, amount })
    expect(numbersIn((await person.call(transactions.list, {})).items)).toEqual(numbersOf(visible))
    for (const row of report.items) {
      const { as_of: _at, ...link } = drillDown('xsdt', report, {}, row)
      const { items, sums } = await person.call(transactions.list, link)
      expect({ orders: items.length, amount: sums?.amount }).toEqual({ orders: row.orders, amount: row.amount })
    }
    const by_account = await person.call(sales.xsdt, { group_by: ['user_pos', 'day'] })
    expect(by_account.sums).toEqual(report.sums)
    for (const call of [breakdown.byPrice, breakdown.byGroup, breakdown.byType])
      expect((await person.call(call as typeof breakdown.byPrice, {})).sums, call.name).toMatchObject({ amount })
    for (const call of [salesChart.byDay, salesChart.byHour]) {
      const { items } = await person.call(call as typeof salesChart.byDay, {})
      expect(
        items.reduce((sum, day) => sum + day.amount, 0),
        call.name,
      ).toBe(amount)
    }
    const { file } = await person.raw(transactions.export, {})
    const all: SheetRow[] = []
    await readRows(file!, default_limits, (some) => all.push(...some))
    const [head, ...rows] = all
    const column = head!.cells.indexOf('Mã đơn')
    expect(rows.map(({ cells }) => Number(cells[column]))).toEqual(numbersOf(visible))
  })

  test('the head office can filter by the partner that made a sale', async () => {
    const an = people.office!
    for (const [partner_id, names] of [
      [pos.partner_id, visible_sales.old_partner!],
      [other.partner_id, visible_sales.new_partner!],
    ] as const) {
      const report = await an.call(sales.xsdt, { partner_id, group_by: ['pos'] })
      expect(report.sums).toMatchObject({ orders: names.length, amount: names.length * 10_000 })
      const { as_of: _at, ...link } = drillDown('xsdt', report, { partner_id }, null)
      expect(numbersIn((await an.call(transactions.list, link)).items)).toEqual(numbersOf(names))
    }
    const { items } = await an.call(sales.xsdt, { pos_id: pos.pos_id, group_by: ['partner'], sort: 'partner_name' })
    expect(items.map((row) => [row.partner_id, row.orders])).toEqual([
      [pos.partner_id, 1],
      [other.partner_id, 1],
    ])
  })
})

test('an order shows the partner that sold it, and the partner that now has the point of sale does not find it', async () => {
  expect(await people.office!.call(orders.detail, { order_id: sold.before })).toMatchObject({
    partner_name: `Đại lý ${pos.pos_code}`,
  })
  const { body } = await people.new_partner!.raw(orders.detail, { order_id: sold.before })
  expect(body.error.code).toBe(new Failure('order_not_found').code)
  const order = await people.old_partner!.call(orders.detail, { order_id: sold.before })
  expect(order.pos_id).toBe(pos.pos_id)
})

test('the database refuses to change the partner of a sale', async () => {
  const change = office.write((db) =>
    sql`update sale_order set partner_id = ${other.partner_id} where order_id = ${sold.before}`.execute(db),
  )
  await expect(change).rejects.toThrow('what was ordered is never changed')
})
