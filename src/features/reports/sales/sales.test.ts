/** Sales reports: comparison with earlier days, filters by store, group and partner, and deleted accounts. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { salesXsdtPage, salesXsktPage } from '#features/reports/pages.contract.ts'
import { product } from '#features/results/product/product.contract.ts'
import { openOffice, type Office, type Person } from '../../../testing/office.ts'
import { sellPaid, type PaidOrder } from '../../../testing/paid.ts'
import { openMarket, type Market } from '../../../testing/sales.ts'
import { deleted_account, sales } from './sales.contract.ts'

let office: Office
let market: Market
let an: Person

beforeAll(async () => {
  office = await openOffice()
  market = await openMarket(office)
  an = await office.hire([salesXsktPage.view, salesXsdtPage.view])
})
afterAll(() => office.close())

const sell = (fields: PaidOrder) => sellPaid(office, market, fields)
const dayBefore = (count: number) =>
  new Date(Date.now() - count * 86_400_000).toLocaleDateString('sv', { timeZone: 'Asia/Ho_Chi_Minh' })
const only = (day: string) => ({ from_date: day, to_date: day })

test('full days are compared with the days before, and today is not compared', async () => {
  const [pos, asleep] = [market.all_pos[0]!, market.all_pos[3]!]
  const noon = (day: string) => `${day}T12:00:00+07:00`
  const [play_type] = market.sold.find(({ category }) => category === product.bingo18)!.plays
  const bingo = (quantity: number) => ({ category: product.bingo18, lines: [{ play_type: play_type!, quantity }] })
  await sell({ at: noon(dayBefore(0)), pos, ...bingo(100) })
  await sell({ at: noon(dayBefore(1)), pos, ...bingo(3) })
  await sell({ at: noon(dayBefore(3)), pos, ...bingo(2) })
  await sell({ at: noon(dayBefore(3)), pos: asleep, ...bingo(5) })
  const input = {
    from_date: dayBefore(1),
    to_date: dayBefore(0),
    category: product.bingo18,
    compare: 'previous',
  } as const
  const by_pos = await an.call(sales.xsdt, { ...input, group_by: ['pos'], sort: 'change' })
  expect(by_pos.items.map((row) => [row.pos_id, row.amount, row.before, row.change])).toEqual([
    // Points of sale with earlier sales only are included; today's sales are not compared with a whole day.
    [asleep.pos_id, 0, 50_000, -1000],
    [pos.pos_id, 1_030_000, 20_000, 500],
  ])
  expect(by_pos.compared).toMatchObject({
    from_date: dayBefore(3),
    to_date: dayBefore(3),
    until: dayBefore(1),
    amount: 30_000,
    before: 70_000,
    change: -571,
    figures: {
      amount: { now: 30_000, before: 70_000, change: -571 },
      orders: { now: expect.any(Number), before: expect.any(Number) },
    },
  })
  const { amount, fee, commission, net } = by_pos.compared!.figures
  expect([net.now, net.before]).toEqual([
    amount.now + fee.now - commission.now,
    amount.before + fee.before - commission.before,
  ])
  expect(by_pos.items.map(({ share }) => share)).toEqual([0, 1000])
  const by_day = await an.call(sales.xsdt, input)
  expect(by_day.items.map((row) => [row.day, row.before, row.change])).toEqual([
    [dayBefore(0), null, null],
    [dayBefore(1), 70_000, -571],
  ])
  const only_today = await an.call(sales.xsdt, { ...only(dayBefore(0)), compare: 'previous' })
  expect(only_today).toMatchObject({ compared: null, items: [{ before: null, change: null }] })
})

test('month comparison leaves out days that the previous month does not have', async () => {
  const fullMonth = { from_date: '2026-04-01', to_date: '2026-04-30', compare: 'month_before' } as const
  expect((await an.call(sales.xskt, fullMonth)).compared).toMatchObject({
    from_date: '2026-03-01',
    to_date: '2026-03-30',
  })
  const lateDays = { from_date: '2026-03-29', to_date: '2026-03-31', compare: 'month_before' } as const
  expect((await an.call(sales.xskt, lateDays)).compared).toBeNull()
  const some = { ...lateDays, to_date: '2026-04-02' }
  expect((await an.call(sales.xskt, some)).compared).toMatchObject({ from_date: '2026-03-01', to_date: '2026-03-02' })
})

test('the row of a day without a counterpart in the previous month has no comparison', async () => {
  await office.write(async (db) => {
    await sql`select make_sale_partitions('2026-02-28', '2026-03-31')`.execute(db)
  })
  const [play_type] = market.sold.find(({ category }) => category === product.bingo18)!.plays
  const sold = (day: string, quantity: number) =>
    sell({ at: `${day}T12:00:00+07:00`, category: product.bingo18, lines: [{ play_type: play_type!, quantity }] })
  await sold('2026-02-28', 2)
  await sold('2026-03-28', 3)
  await sold('2026-03-31', 50)
  const days = { from_date: '2026-03-28', to_date: '2026-03-31', compare: 'month_before' } as const
  const by_day = await an.call(sales.xsdt, { ...days, category: product.bingo18 })
  expect(by_day.items.map((row) => [row.day, row.amount, row.before, row.change])).toEqual([
    ['2026-03-31', 500_000, null, null],
    ['2026-03-28', 30_000, 20_000, 500],
  ])
  expect(by_day.compared).toMatchObject({ amount: 30_000, before: 20_000, change: 500 })
  const by_product = await an.call(sales.xsdt, { ...days, category: product.bingo18, group_by: ['category'] })
  expect(by_product.items).toMatchObject([{ amount: 530_000, before: 20_000, change: 500 }])
})

test('sales of a deleted account are shown under its number', async () => {
  const day = dayBefore(10)
  const user_pos_id = market.all_pos[1]!.users[1]!
  await sell({ at: `${day}T09:00:00+07:00`, user_pos_id })
  const readRows = async () => (await an.call(sales.xsdt, { ...only(day), group_by: ['user_pos'] })).items
  const [row] = await readRows()
  await office.write(async (db) => {
    await sql`delete from user_pos where user_pos_id = ${user_pos_id}`.execute(db)
  })
  expect(await readRows()).toEqual([{ ...row, user_name: `${deleted_account} (${user_pos_id})` }])
})

test('sales can be filtered by store, group and partner, and choices are limited to the scope of the reader', async () => {
  const day = dayBefore(11)
  const traditional = market.sold.find(({ area_id }) => area_id !== null)!
  const [one, other] = [market.all_pos[0]!, market.all_pos.find(({ pos_group_id }) => pos_group_id === null)!]
  await sell({ at: `${day}T09:00:00+07:00`, pos: one, category: traditional.category })
  await sell({ at: `${day}T09:00:00+07:00`, pos: other, category: traditional.category })
  const orders = async (filters: object) => (await an.call(sales.xskt, { ...only(day), ...filters })).sums?.orders
  expect(await orders({ base_id: traditional.base_id })).toBe(2)
  expect(
    await orders({ base_id: market.sold.find(({ base_id }) => base_id && base_id !== traditional.base_id)!.base_id }),
  ).toBe(0)
  expect(await orders({ pos_group_id: one.pos_group_id })).toBe(1)
  expect(await orders({ pos_group_id: 0 })).toBe(1)
  const operator = await office.hire([salesXsktPage.view], { partner_id: market.partners[0]! })
  const [row] = (await operator.call(sales.partner, {})).items
  expect(row).toMatchObject({ partner_id: market.partners[0] })
  expect((await operator.call(sales.partner, {})).total).toBe(1)
  expect((await an.call(sales.partner, { keyword: 'dai ly' })).items.length).toBeGreaterThan(1)
  const groups = (await operator.call(sales.posGroup, {})).items.map(({ pos_group_id }) => pos_group_id)
  const own_groups = market.all_pos.filter(({ partner_id }) => partner_id === market.partners[0])
  expect(groups.toSorted()).toEqual(
    [...new Set(own_groups.flatMap(({ pos_group_id }) => pos_group_id ?? []))].toSorted(),
  )
})
