/** Figures by day and by hour are the sums of the orders within the caller's scope. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createClient } from '#server/database/pool.ts'
import { transactions } from '#features/orders/order/transaction.contract.ts'
import { transactionPage } from '#features/orders/pages.contract.ts'
import { salesXsdtPage, salesXsktPage } from '#features/reports/pages.contract.ts'
import { storeTicketPage } from '#features/tickets/pages.contract.ts'
import { product } from '#features/results/product/product.contract.ts'
import { openOffice, type Office, type Person } from '../../../testing/office.ts'
import { dayFromNow, openStore, setPeriod, stations } from '../../../testing/tickets.ts'
import { partnerWorld } from '../../../testing/worlds.ts'
import { salesChart } from './sales-chart.contract.ts'

let office: Office
let an: Person
let ownPos: Record<string, number>
let otherPos: Record<string, number>
let store: number
let other_store: number
const days: Record<'today' | 'yesterday' | 'earlier', string> = { today: '', yesterday: '', earlier: '' }

beforeAll(async () => {
  office = await openOffice()
  an = await office.hire([transactionPage.view, storeTicketPage.view])
  ownPos = await partnerWorld(office, 'dailynay', 'Nhóm này')
  otherPos = await partnerWorld(office, 'dailykia', 'Nhóm kia')
  store = await openStore(office, [stations.tphcm])
  other_store = await openStore(office, [stations.dongthap])
  days.today = await dayFromNow(office.db, 0)
  days.yesterday = await dayFromNow(office.db, -1)
  days.earlier = await dayFromNow(office.db, -5)
})
afterAll(() => office.close())

interface OrderToSell {
  at: string
  amount: number
  quantity?: number
  pos?: Record<string, number>
  category?: number
  base_id?: number
}

/** Inserts paid orders at the given moments. */
function sold(orders: readonly OrderToSell[]): Promise<number[]> {
  return office.write(async (db) => {
    const ids: number[] = []
    for (const { at, amount, quantity = 1, pos = ownPos, category = product.keno, base_id = null } of orders) {
      const { rows } = await sql<{ order_id: number }>`
        insert into sale_order (order_id, ordered_at, category, period_id, open_date, base_id, pos_id, partner_id, device_id, handling, quantity, amount)
        values (new_order_id(${at}), ${at}, ${category}, 1, ${at}::timestamptz::date, ${base_id}, ${pos.pos_id}, ${pos.partner_id}, ${pos.device_id}, 0, ${quantity}, ${amount})
        returning order_id`.execute(db)
      ids.push(rows[0]!.order_id)
    }
    await sql`update sale_order set status = 2, paid_at = now() where order_id = any(${ids}::bigint[])`.execute(db) // unscoped: the test's own
    return ids
  })
}

const amounts = (items: readonly { amount: number }[]) => items.map(({ amount }) => amount)

test('an order belongs to its day and hour in Viet Nam, to the second before and after midnight', async () => {
  const day = days.earlier
  const before = await dayFromNow(office.db, -6)
  await sold([
    { at: `${before}T23:59:59.999+07:00`, amount: 10_000 },
    { at: `${day}T00:00:00+07:00`, amount: 20_000 },
    { at: `${day}T17:00:00Z`, amount: 40_000 },
  ])
  const { items } = await an.call(salesChart.byDay, { from_date: before, to_date: await dayFromNow(office.db, -4) })
  expect(items.map((item) => [item.day, item.amount])).toEqual([
    [before, 10_000],
    [day, 20_000],
    [await dayFromNow(office.db, -4), 40_000],
  ])
  const hours = await an.call(salesChart.byHour, { date: before })
  expect(hours.items).toHaveLength(24)
  expect(hours.items[23]).toEqual({ hour: 23, orders: 1, quantity: 1, amount: 10_000 })
  const next = await an.call(salesChart.byHour, { date: day })
  expect(next.items[0]!.amount).toBe(20_000)
  // The answer also has the day before.
  expect(next.before).toEqual(hours.items)
})

test('days without sales are included, and traditional tickets and games are separate', async () => {
  const from_date = await dayFromNow(office.db, -20)
  const to_date = await dayFromNow(office.db, -17)
  await sold([
    { at: `${to_date}T10:00:00+07:00`, amount: 30_000, quantity: 3, category: product.south, base_id: store },
    { at: `${to_date}T10:59:59+07:00`, amount: 50_000 },
  ])
  const games = await an.call(salesChart.byDay, { from_date, to_date })
  expect(amounts(games.items)).toEqual([0, 0, 0, 50_000])
  const tickets = await an.call(salesChart.byDayXskt, { from_date, to_date })
  expect(tickets.items.at(-1)).toEqual({ day: to_date, orders: 1, quantity: 3, amount: 30_000 })
  const hours = await an.call(salesChart.byHourXskt, { date: to_date })
  expect(hours.items[10]).toMatchObject({ orders: 1, quantity: 3, amount: 30_000 })
})

test('figures equal the sum of the orders, folded or not, without refunded ones', async () => {
  const from_date = await dayFromNow(office.db, -14)
  const to_date = await dayFromNow(office.db, -8)
  const orders = Array.from({ length: 40 }, (_, n) => ({
    at: `${from_date}T00:00:00+07:00`,
    days: n % 7,
    amount: 10_000 * (1 + (n % 9)),
    quantity: 1 + (n % 4),
    pos: n % 3 ? ownPos : otherPos,
  }))
  const ids = await sold(
    await Promise.all(
      orders.map(async ({ days: later, ...order }) => ({
        ...order,
        at: `${await dayFromNow(office.db, -14 + later)}T0${later}:30:00+07:00`,
      })),
    ),
  )
  const truth = async () => {
    const { rows } = await sql<{ day: string; amount: number }>`
      select order_day as day, sum(amount) as amount from sale_order
      where is_sale(status) and order_day between ${from_date} and ${to_date} group by 1 order by 1`.execute(office.db)
    return rows.map(({ amount }) => amount)
  }
  const stamp = async () => amounts((await an.call(salesChart.byDay, { from_date, to_date })).items)
  expect(await stamp()).toEqual(await truth())
  await office.write((db) => sql`select fold_sales()`.execute(db))
  expect(await stamp()).toEqual(await truth())
  await office.write(
    (db) => sql`update sale_order set status = 11 where order_id = any(${ids.slice(0, 13)}::bigint[])`.execute(db), // unscoped: the test's own
  )
  expect(await stamp()).toEqual(await truth())
  const { items, snapshot } = await an.call(salesChart.byHour, { date: from_date })
  expect(items.reduce((sum, { amount }) => sum + amount, 0)).toBe((await truth())[0])
  // The link of a point in the chart.
  const point = { line: 'xsdt', from_date, to_date: from_date, is_sale: true, snapshot } as const
  const listed = async (hour: number) => (await an.call(transactions.list, { ...point, hour })).sums?.amount
  expect(items[0]!.amount).toBeGreaterThan(0)
  expect(await listed(0)).toBe(items[0]!.amount)
  expect(await listed(1)).toBe(0)
})

test('a person of a partner sees only its sales, a person of a store only sales from the store', async () => {
  const day = await dayFromNow(office.db, -25)
  const noon = `${day}T12:00:00+07:00`
  await sold([
    { at: noon, amount: 10_000, category: product.south, base_id: store },
    { at: noon, amount: 20_000, category: product.south, base_id: other_store, pos: otherPos },
    { at: noon, amount: 40_000, pos: otherPos },
  ])
  const rights = [transactionPage.view, storeTicketPage.view]
  const partner = await office.hire(rights, { partner_id: ownPos.partner_id! })
  const keeper = await office.hire(rights, { base_id: store })
  const sums = async (person: Person, base_id?: number) => {
    const input = { from_date: day, to_date: day, ...(base_id !== undefined && { base_id }) }
    const [xskt, xsdt] = [await person.call(salesChart.byDayXskt, input), await person.call(salesChart.byDay, input)]
    const today = await person.call(salesChart.today, { date: day, ...(base_id !== undefined && { base_id }) })
    const hours = await person.call(salesChart.byHourXskt, { date: day, ...(base_id !== undefined && { base_id }) })
    expect(amounts(today.items)).toEqual([xskt.items[0]!.amount, xsdt.items[0]!.amount])
    expect(hours.items[12]!.amount).toBe(xskt.items[0]!.amount)
    return amounts(today.items)
  }
  expect(await sums(an)).toEqual([30_000, 40_000])
  expect(await sums(partner)).toEqual([10_000, 0])
  expect(await sums(keeper)).toEqual([10_000, 0])
  expect(await sums(an, other_store)).toEqual([20_000, 0])
  expect(await sums(keeper, other_store)).toEqual([0, 0])
})

test('a past day is compared with whole days, today only in the hours that have passed', async () => {
  const day = await dayFromNow(office.db, -3)
  const before = await dayFromNow(office.db, -4)
  const week_before = await dayFromNow(office.db, -10)
  await sold([
    { at: `${day}T23:30:00+07:00`, amount: 60_000 },
    { at: `${week_before}T21:00:00+07:00`, amount: 30_000, quantity: 3 },
    { at: `${before}T08:00:00+07:00`, amount: 10_000 },
  ])
  const past = await an.call(salesChart.today, { date: day })
  expect(past).toMatchObject({ from_date: day, day_before: before, same_weekday: week_before, until_hour: 24 })
  expect(past.items[1]).toMatchObject({ line: 'xsdt', amount: 60_000, compared: { amount: 60_000 } })
  const sums = async (date: string) => (await an.call(salesChart.today, { date })).items[1]!.compared
  expect(past.items[1]).toMatchObject({ before: await sums(before), week_before: await sums(week_before) })
  expect((await sums(week_before)).amount).toBeGreaterThanOrEqual(30_000)

  const now = await an.call(salesChart.today, {})
  const { rows } = await sql<{ hour: number }>`select extract(hour from now())::integer as hour`.execute(office.db)
  expect(now).toMatchObject({ from_date: days.today, day_before: days.yesterday })
  expect(now.until_hour).toBe(rows[0]!.hour)
  const momentAt = (hour: number, date: string) => `${date}T${String(hour).padStart(2, '0')}:00:00+07:00`
  await sold([
    { at: momentAt(now.until_hour, days.yesterday), amount: 70_000 },
    { at: momentAt(now.until_hour, await dayFromNow(office.db, -7)), amount: 75_000 },
    { at: momentAt(now.until_hour, days.today), amount: 80_000 },
  ])
  const later = await an.call(salesChart.today, {})
  expect(later.items[1]!.amount).toBe(now.items[1]!.amount + 80_000)
  // The current hour is left out on both sides.
  expect(later.items[1]!.compared).toEqual(now.items[1]!.compared)
  expect(later.items[1]!.before).toEqual(now.items[1]!.before)
  expect(later.items[1]!.week_before).toEqual(now.items[1]!.week_before)
})

test('the stock counts only stores of the reader, and is null for people who may not see stock', async () => {
  await setPeriod(office, stations.tphcm, days.today, 'open')
  await office.write(async (db) => {
    for (const [base_id, quantity] of [
      [store, 50],
      [other_store, 7],
    ]) {
      await sql`insert into stock (open_date, area_id, base_id, imported, in_stock)
        values (${days.today}, ${stations.tphcm}, ${base_id}, ${quantity}, ${quantity})`.execute(db)
    }
  })
  const inStockOf = async (person: Person) => (await person.call(salesChart.today, {})).in_stock
  expect(await inStockOf(an)).toBe(57)
  expect(await inStockOf(await office.hire([storeTicketPage.view, transactionPage.view], { base_id: store }))).toBe(50)
  expect(await inStockOf(await office.hire([salesXsdtPage.view]))).toBeNull()
  expect(
    await inStockOf(
      await office.hire([storeTicketPage.view, transactionPage.view], { partner_id: ownPos.partner_id! }),
    ),
  ).toBeNull()
})

test('a right on the report of one product line shows only that line', async () => {
  const day = await dayFromNow(office.db, -40)
  const noon = `${day}T12:00:00+07:00`
  await sold([
    { at: noon, amount: 10_000, category: product.south, base_id: store },
    { at: noon, amount: 40_000 },
  ])
  const of_tickets = await office.hire([salesXsktPage.view])
  const of_games = await office.hire([salesXsdtPage.view])
  const input = { from_date: day, to_date: day }
  const lines = async (person: Person) =>
    (await person.call(salesChart.today, { date: day })).items.map(({ line, amount }) => [line, amount])
  expect(await lines(of_tickets)).toEqual([['xskt', 10_000]])
  expect(await lines(of_games)).toEqual([['xsdt', 40_000]])
  expect(amounts((await of_tickets.call(salesChart.byDayXskt, input)).items)).toEqual([10_000])
  expect(amounts((await of_games.call(salesChart.byDay, input)).items)).toEqual([40_000])
  expect((await of_tickets.call(salesChart.byDay, input)).items).toEqual([])
  expect((await of_tickets.call(salesChart.byHour, { date: day })).items).toEqual([])
  expect((await of_games.call(salesChart.byDayXskt, input)).items).toEqual([])
  expect((await of_games.call(salesChart.byHourXskt, { date: day })).items).toEqual([])
})

test('people without a right on sales get no figures; reversed days and too many days are refused', async () => {
  const clerk = await office.hire([storeTicketPage.view])
  await expect(clerk.call(salesChart.today, {})).rejects.toThrow('không có quyền')
  expect((await clerk.call(salesChart.byDayXskt, {})).items).toEqual([])
  const { body } = await an.raw(salesChart.byDay, { from_date: days.today, to_date: days.yesterday })
  expect(body.error.code).toBe(22)
  expect(body.data).toMatchObject({ fields: { to_date: expect.any(String) } })
  const long = await an.raw(salesChart.byDay, { from_date: '2020-01-01', to_date: days.today })
  expect(long.body.error.code).toBe(177)
})

test('daily figures of all points of sale or of one store are read from the roll-ups by product', async () => {
  const day = await dayFromNow(office.db, -30)
  const order = { at: `${day}T10:00:00+07:00`, amount: 10_000, category: product.south, base_id: store }
  await sold([order, { ...order, pos: otherPos, amount: 20_000 }])
  await office.write((db) => sql`select fold_sales()`.execute(db))
  const owner = createClient(office.database_url)
  await owner.connect()
  // Deletes the rows by point of sale, which must not be needed.
  await owner.query(`delete from sale_sum where grain > 1 and day = '${day}'`).finally(() => owner.end())
  for (const base_id of [undefined, store]) {
    const input = { from_date: day, to_date: day, ...(base_id !== undefined && { base_id }) }
    expect(amounts((await an.call(salesChart.byDayXskt, input)).items)).toEqual([30_000])
  }
})
