import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from 'kysely'
import { createClient } from '#server/database/pool.ts'
import { transactions } from '#features/orders/order/transaction.contract.ts'
import { transactionPage } from '#features/orders/pages.contract.ts'
import { product } from '#features/results/product/product.contract.ts'
import { openOffice, type Office, type Person } from '../../../testing/office.ts'
import { sellPaid, type PaidOrder } from '../../../testing/paid.ts'
import { openMarket, type Market } from '../../../testing/sales.ts'
import { drillDown } from './drill-down.rules.ts'
import { breakdown } from '#features/reports/breakdown/breakdown.contract.ts'
import { byGroupPage, byPricePage, byTypePage, salesXsdtPage, salesXsktPage } from '#features/reports/pages.contract.ts'
import { nobody, sales } from '#features/reports/sales/sales.contract.ts'
import { months, rollUps } from '#features/reports/roll-up/roll-ups.rules.ts'
import { verifySales } from '#features/reports/roll-up/verify-sales.server.ts'

let office: Office
let market: Market
let an: Person

beforeAll(async () => {
  office = await openOffice()
  market = await openMarket(office)
  const pages = [salesXsktPage, salesXsdtPage, byPricePage, byTypePage, byGroupPage, transactionPage]
  an = await office.hire(pages.map(({ view }) => view))
})
afterAll(() => office.close())

const sell = (fields: PaidOrder) => sellPaid(office, market, fields)

const refundOrder = (order_id: number) =>
  office.write((db) => sql`update sale_order set status = 12 where order_id = ${order_id}`.execute(db))

const fold = () => office.write((db) => sql`select fold_sales()`.execute(db))

/** Each test uses a different day of this or the last month. */
let used = 0
const newDay = () =>
  new Date(Date.now() - ++used * 86_400_000).toLocaleDateString('sv', { timeZone: 'Asia/Ho_Chi_Minh' })
const only = (day: string) => ({ from_date: day, to_date: day })

test('the net amount is price plus fee minus commission', async () => {
  const day = newDay()
  await sell({
    at: `${day}T09:00:00+07:00`,
    fee: 1_234,
    lines: [{ play_type: market.sold[0]!.plays[0]!, quantity: 3 }],
  })
  const { items } = await an.call(sales.xsdt, only(day))
  expect(items[0]).toMatchObject({ amount: 30_000, fee: 1_234, commission: 1_500, net: 29_734 })
})

test('traditional tickets and games have separate reports', async () => {
  const day = newDay()
  await sell({ at: `${day}T09:00:00+07:00` })
  const traditional = market.sold.find(({ area_id }) => area_id !== null)!
  await sell({ at: `${day}T09:00:00+07:00`, category: traditional.category })
  expect((await an.call(sales.xsdt, { ...only(day), group_by: ['category'] })).items).toMatchObject([
    { category: product.keno, orders: 1 },
  ])
  expect((await an.call(sales.xskt, { ...only(day), group_by: ['area'] })).items).toMatchObject([
    { area_id: traditional.area_id, area_name: expect.any(String), orders: 1 },
  ])
})

test('sales without a partner or an account have labelled rows, and can be filtered', async () => {
  const day = newDay()
  const housePos = market.all_pos.find(({ partner_id }) => partner_id === null)!
  await sell({ at: `${day}T10:00:00+07:00`, pos: housePos })
  await sell({ at: `${day}T10:00:00+07:00`, user_pos_id: market.all_pos[0]!.users[1]! })
  const by = { ...only(day), group_by: ['partner', 'user_pos'] as const, sort: 'partner_name' as const }
  const { items } = await an.call(sales.xsdt, { ...by, group_by: [...by.group_by] })
  expect(items.map((row) => [row.partner_name, row.user_name])).toEqual([
    ['Đại lý Một', 'casang1'],
    [nobody.partner, nobody.user_pos],
  ])
  const alone = await an.call(sales.xsdt, { ...only(day), partner_id: 0, user_pos_id: 0 })
  expect(alone.sums).toMatchObject({ orders: 1 })
})

test('a group whose sales were all refunded has no row', async () => {
  const day = newDay()
  const order_id = await sell({ at: `${day}T10:00:00+07:00` })
  await fold()
  await refundOrder(order_id)
  expect(await an.call(sales.xsdt, only(day))).toMatchObject({ items: [], total: 0, sums: { orders: 0, amount: 0 } })
  expect(await an.call(breakdown.byType, only(day))).toMatchObject({ items: [], total: 0 })
})

test('folding changes no figure of a report', async () => {
  const day = newDay()
  await fold()
  for (const hour of ['07', '12', '21']) await sell({ at: `${day}T${hour}:30:00+07:00` })
  const input = { ...only(day), group_by: ['day' as const, 'pos' as const, 'category' as const] }
  const before = await an.call(sales.xsdt, input)
  await fold()
  const after = await an.call(sales.xsdt, input)
  expect(before.items).toMatchObject([{ orders: 3 }])
  expect(after.items).toEqual(before.items)
})

test('every table of sums has an index by day', async () => {
  const client = createClient(office.database_url)
  await client.connect()
  try {
    await client.query('set enable_seqscan = off')
    for (const table of [...Object.keys(rollUps), ...Object.values(months), 'sale_play', 'sale_day_play']) {
      const { rows } = await client.query<{ 'QUERY PLAN': string }>(
        `explain select amount from ${table} where day >= '2026-01-01' and day < '2026-02-01'`,
      )
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
      // The day must be the first column, because only PostgreSQL 18 can skip columns before it.
      const [, index] = /(?:using|on) (\w+pkey)/.exec(plan) ?? []
      expect(plan, table).toMatch(/Index Cond: \(\(day >= /)
      const { rows: keys } = await client.query<{ first: string }>(
        `select pg_get_indexdef('${index}'::regclass, 1, false) as first`,
      )
      expect(keys, table).toEqual([{ first: 'day' }])
    }
  } finally {
    await client.end()
  }
})

test('a report without days is of today, and one with a single bound is of that day', async () => {
  const day = newDay()
  await sell({ at: `${day}T10:00:00+07:00` })
  const today = new Date().toLocaleDateString('sv', { timeZone: 'Asia/Ho_Chi_Minh' })
  expect(await an.call(sales.xskt, {})).toMatchObject(only(today))
  expect(await an.call(sales.xsdt, { from_date: day })).toMatchObject({ ...only(day), sums: { orders: 1 } })
  expect(await an.call(breakdown.byPrice, { to_date: day })).toMatchObject({ ...only(day), sums: { orders: 1 } })
})

const report_calls = [sales.xskt, sales.xsdt, breakdown.byPrice, breakdown.byType, breakdown.byGroup]

test.each(report_calls.map((call) => [call.name, call] as const))('%s refuses invalid days', async (_, call) => {
  const backwards = await an.raw(call, { from_date: '2026-10-02', to_date: '2026-10-01' })
  expect(backwards.body).toMatchObject({ error: { code: 22 }, data: { fields: { to_date: expect.any(String) } } })
  const too_long = await an.raw(call, { from_date: '2024-01-01', to_date: '2026-03-11' })
  expect(too_long.body).toMatchObject({ error: { code: 177 }, data: { fields: { to_date: expect.any(String) } } })
  const longest = await an.raw(call, { from_date: '2024-01-01', to_date: '2026-03-10' })
  expect(longest.body.error.code).toBe(0)
})

test('the orders behind a figure can be opened even for more days than a search may have', async () => {
  const day = newDay()
  await sell({ at: `${day}T10:00:00+07:00`, category: product.mega645 })
  const far = { from_date: '2025-01-01', to_date: day }
  const report = await an.call(sales.xsdt, { ...far, category: product.mega645, group_by: ['category'] })
  const { as_of, ...link } = drillDown('xsdt', report, { category: product.mega645 }, report.items[0]!)
  expect(as_of).toBe(report.as_of)
  expect(await an.call(transactions.list, link)).toMatchObject({ total: 1, sums: { amount: report.items[0]!.amount } })
  const searched = await an.raw(transactions.list, { ...far, line: 'xsdt' })
  expect(searched.body.error.code).toBe(177)
})

test('shares by value, by type and by group are parts of the total and add up to 1000', async () => {
  const day = newDay()
  const [one, other] = market.sold[0]!.plays
  await sell({ at: `${day}T08:00:00+07:00`, lines: [{ play_type: one!, quantity: 1 }] })
  await sell({
    at: `${day}T08:00:00+07:00`,
    lines: [
      { play_type: one!, quantity: 1 },
      { play_type: other!, quantity: 4 },
    ],
  })
  await sell({ at: `${day}T08:00:00+07:00`, pos: market.all_pos[4]!, lines: [{ play_type: other!, quantity: 60 }] })
  const by_price = await an.call(breakdown.byPrice, only(day))
  expect(by_price.items.map((row) => [row.band, row.orders, row.share])).toEqual([
    [1, 1, 15],
    [3, 1, 76],
    [6, 1, 909],
  ])
  const by_type = await an.call(breakdown.byType, only(day))
  expect(by_type.items.map((row) => [row.play_type, row.lines, row.quantity, row.share])).toEqual([
    [other, 2, 64, 970],
    [one, 2, 2, 30],
  ])
  const by_group = await an.call(breakdown.byGroup, only(day))
  expect(by_group.items.map((row) => [row.pos_group_name, row.share])).toEqual([
    ['Chưa phân nhóm', 909],
    ['Nhóm Đông', 91],
  ])
  const second_page = await an.call(breakdown.byType, { ...only(day), page_size: 1, page_index: 2 })
  expect(second_page).toMatchObject({ items: [{ play_type: one, share: 30 }], total: 2 })
})

test('the choices of filters are limited to the scope of the reader', async () => {
  const operator = await office.hire([salesXsdtPage.view], { partner_id: market.partners[0]! })
  const all_pos = await operator.call(sales.pos, { keyword: 'cua hang' })
  expect(all_pos.items.map(({ pos_name }) => pos_name)).toEqual(['Cửa hàng 1', 'Cửa hàng 2'])
  const foreign = market.all_pos[2]!
  expect((await operator.call(sales.userPos, { pos_id: foreign.pos_id })).items).toEqual([])
  expect((await operator.call(sales.userPos, { pos_id: market.all_pos[0]!.pos_id })).items).toHaveLength(2)
})

test('the proof does not check sums of a month whose orders are detached', async () => {
  const client = createClient(office.database_url)
  await client.connect()
  try {
    const { rows } = await client.query<{ day: string; part: string }>(`
      select day::text, 'sale_order_' || to_char(day, 'YYYYMM') as part
      from (select (date_trunc('month', current_date) - interval '1 month')::date as day) month`)
    const { day, part } = rows[0]!
    await sell({ at: `${day}T08:00:00+07:00` })
    await fold()
    const findings: string[] = []
    await client.query(`alter table sale_order detach partition ${part}`)
    await verifySales(client, ({ what }) => findings.push(what))
    await client.query(
      `alter table sale_order attach partition ${part} for values from (first_order_id('${day}')) to (first_order_id(('${day}'::date + interval '1 month')::date))`,
    )
    expect(findings).toEqual([])
  } finally {
    await client.end()
  }
})

test('the proof finds a wrong amount, or a key that is not its own, in every table of sums', async () => {
  await sell({ at: `${newDay()}T08:00:00+07:00` })
  await fold()
  const client = createClient(office.database_url)
  await client.connect()
  /** The differences after one row of the table is changed, which is undone. */
  async function findingsAfter(table: string, column: string, change: number): Promise<string[]> {
    const add = (value: number) =>
      client.query(
        `update ${table} set ${column} = ${column} + $1 where ctid = (select ctid from ${table} order by day limit 1)`,
        [value],
      )
    await add(change)
    const findings: string[] = []
    await verifySales(client, ({ what }) => findings.push(what))
    await add(-change)
    return findings
  }
  try {
    expect(await findingsAfter('sale_day', 'amount', 0)).toEqual([])
    const sums = [...Object.keys(rollUps), ...Object.values(months)]
    for (const table of [...sums, 'sale_play', 'sale_day_play'])
      expect(await findingsAfter(table, 'amount', 10_000), table).toContainEqual(
        expect.stringMatching(new RegExp(`^bảng ${table}: `)),
      )
    for (const table of sums) {
      const key = table.endsWith('_account') ? 'hour' : 'user_pos_id'
      expect(await findingsAfter(table, key, 1), table).toEqual([
        expect.stringMatching(new RegExp(`^bảng ${table}: một dòng ngày .* có khóa ngoài `)),
      ])
    }
  } finally {
    await client.end()
  }
})
