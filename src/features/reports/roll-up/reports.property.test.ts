/** Random histories of orders and random reports: every figure is the sum of the orders that its link opens. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from 'kysely'
import { createClient, createDb, createPools, type Pools } from '#server/database/pool.ts'
import type { Db } from '#server/database/transaction.ts'
import { transactions } from '#features/orders/order/transaction.contract.ts'
import { transactionPage } from '#features/orders/pages.contract.ts'
import type { ProductLine } from '#features/results/product/product.contract.ts'
import { openOffice, type Office, type Person } from '../../../testing/office.ts'
import { bothCompared, dayAfter, type PeriodComparison } from '../../../testing/compared.ts'
import {
  drawing,
  isSale,
  makeOrder,
  moveOrders,
  openMarket,
  type Draw,
  type MadeOrder,
  type Market,
} from '../../../testing/sales.ts'
import { drillDown, type DrillDown } from '#features/reports/report/drill-down.rules.ts'
import { breakdown } from '#features/reports/breakdown/breakdown.contract.ts'
import { byGroupPage, byPricePage, byTypePage, salesXsdtPage, salesXsktPage } from '#features/reports/pages.contract.ts'
import { figure_names } from '#features/reports/report/report.contract.ts'
import { sales, type Level, type SalesRow } from '#features/reports/sales/sales.contract.ts'
import { verifySales } from './verify-sales.server.ts'
import { writeTo } from '../../../testing/write.ts'
const seed = Number(process.env.TEST_SEED)
const checks = Number(process.env.REPORT_CHECKS ?? 300)
/** The number of days with orders: several whole months and parts of two. */
const day_count = 130

interface Reader {
  name: string
  person: Person
  sees: (order: MadeOrder) => boolean
}

let office: Office
let market: Market
let readers: Reader[]
/** Separate connections for writing, so that they do not wait for readers. */
let pools: Pools
let writer: Db
const test_orders: MadeOrder[] = []

beforeAll(async () => {
  office = await openOffice()
  pools = createPools(office.database_url, { size: 4 })
  writer = createDb(pools.main)
  await sql`select make_sale_partitions(current_date - ${day_count}::integer, current_date)`.execute(writer)
  market = await openMarket(office)
  const [partner_id, base_id, { pos_id }] = [market.partners[0]!, market.stores[1]!, market.all_pos[2]!]
  const pages = [salesXsktPage, salesXsdtPage, byPricePage, byTypePage, byGroupPage, transactionPage]
  const rights = pages.map(({ view }) => view)
  const limited = await office.hire(rights)
  const keeper = await office.hire(rights, { base_id })
  await office.write(async (db) => {
    // The test also searches orders over all these days.
    await sql`update sale_config set search_days = 800`.execute(db)
    for (const { user_id } of [limited, keeper]) {
      await sql`insert into data_scope (user_id, is_limited) values (${user_id}, true)`.execute(db)
      await sql`insert into data_scope_pos (user_id, pos_id) values (${user_id}, ${pos_id})`.execute(db)
    }
  })
  readers = [
    { name: 'head office', person: await office.hire(rights), sees: () => true },
    {
      name: 'partner',
      person: await office.hire(rights, { partner_id }),
      sees: (sale) => sale.partner_id === partner_id,
    },
    { name: 'store', person: await office.hire(rights, { base_id }), sees: ({ sold }) => sold.base_id === base_id },
    { name: 'limited', person: limited, sees: ({ pos }) => pos.pos_id === pos_id },
    { name: 'both', person: keeper, sees: ({ pos, sold }) => pos.pos_id === pos_id && sold.base_id === base_id },
  ]
})
afterAll(async () => {
  await pools.end()
  await office.close()
})

/** Moves a point of sale to another partner or to none; its old sales stay with the old partner. */
async function changePartner(db: Db, draw: Draw): Promise<void> {
  const pos = pick(draw, market.all_pos)
  pos.partner_id = pick(draw, [...market.partners, null])
  await sql`update pos set partner_id = ${pos.partner_id} where pos_id = ${pos.pos_id}`.execute(db)
}

/** Adds a few random orders, changes the state of some earlier ones, and now and then moves a point of sale or folds. */
async function addAndChangeOrders(draw: Draw, orders: MadeOrder[]): Promise<void> {
  if (draw(12) === 0) await writeTo(writer, (db) => sql`select fold_sales()`.execute(db))
  const fresh = await writeTo(writer, async (db) => {
    const newOrders: MadeOrder[] = []
    if (draw(10) === 0) await changePartner(db, draw)
    for (let n = draw(5); n > 0; n--) newOrders.push(await makeOrder(db, market, draw, day_count))
    return newOrders
  })
  orders.push(...fresh)
  const chosen = orders.filter((order) => fresh.includes(order) || draw(25) === 0)
  const moved = await writeTo(writer, (db) => moveOrders(db, chosen, draw))
  for (const [order, status] of moved) order.status = status
}

/** The common form of all answers: rows, sums and stamp. */
interface Report {
  line: ProductLine
  input: Record<string, unknown>
  items: (Figures & Record<string, unknown>)[]
  sums: Partial<Figures> | null | undefined
  stamp: { from_date: string; to_date: string; snapshot: string; as_of: string }
  /** For a report with comparison: all rows, including groups with earlier sales only. */
  compared?: { by: readonly Level[]; rows: SalesRow[]; whole: PeriodComparison | null }
  keyOf: (order: MadeOrder) => unknown[]
  keyOfRow: (row: Record<string, unknown>) => unknown[]
}
type Figures = Record<(typeof figure_names)[number], number>

const dayBefore = (days: number) =>
  new Date(Date.now() - days * 86_400_000).toLocaleDateString('sv', { timeZone: 'Asia/Ho_Chi_Minh' })
/** A value in one of three cases. */
const maybe = <T>(draw: Draw, make: () => T): T | undefined => (draw(3) === 0 ? make() : undefined)
const pick = <T>(draw: Draw, all: readonly T[]): T => all[draw(all.length)]!

const keys: Record<Level, [of_order: (order: MadeOrder) => unknown, of_row: keyof SalesRow]> = {
  day: [({ day }) => day, 'day'],
  partner: [({ partner_id }) => partner_id ?? 0, 'partner_id'],
  pos: [({ pos }) => pos.pos_id, 'pos_id'],
  user_pos: [({ user_pos_id }) => user_pos_id ?? 0, 'user_pos_id'],
  category: [({ sold }) => sold.category, 'category'],
  area: [({ sold }) => sold.area_id, 'area_id'],
}

async function randomSales(draw: Draw, { person }: Reader): Promise<Report> {
  const line = draw(2) === 0 ? 'xskt' : 'xsdt'
  const levels = (Object.keys(keys) as Level[]).filter((level) => level !== 'area' || line === 'xskt')
  const group_by = levels.filter(() => draw(3) === 0)
  const pos = pick(draw, market.all_pos)
  const input = {
    ...randomDays(draw),
    group_by: maybe(draw, () => 1) ? undefined : group_by,
    partner_id: maybe(draw, () => pos.partner_id ?? 0),
    pos_id: maybe(draw, () => pos.pos_id),
    pos_group_id: maybe(draw, () => pos.pos_group_id ?? 0),
    user_pos_id: maybe(draw, () => pick(draw, pos.users) ?? 0),
    sort: pick(draw, [undefined, '-amount', 'fee', 'orders', 'pos_name'] as const),
    page_size: 300,
  }
  const candidates = market.sold.filter(({ area_id }) => (area_id === null) === (line === 'xsdt'))
  const compare = pick(draw, [undefined, 'previous', 'month_before'] as const)
  const base_id = line === 'xskt' ? maybe(draw, () => pick(draw, candidates).base_id!) : undefined
  const area_id = line === 'xskt' ? maybe(draw, () => pick(draw, candidates).area_id!) : undefined
  const category = line === 'xsdt' ? maybe(draw, () => pick(draw, candidates).category) : undefined
  const full_input = line === 'xskt' ? { ...input, compare, area_id, base_id } : { ...input, compare, category }
  const answer = await person.call(sales[line] as typeof sales.xskt, full_input as never)
  const by = full_input.group_by?.length ? full_input.group_by : (['day'] as const)
  return {
    line,
    input: full_input,
    // A group with earlier sales only has no orders.
    items: answer.items.filter(({ orders }) => orders > 0),
    sums: answer.sums,
    compared: { by, rows: answer.items, whole: answer.compared },
    stamp: answer,
    keyOf: (order) => by.map((level) => keys[level][0](order)),
    keyOfRow: (row) => by.map((level) => row[keys[level][1]]),
  }
}

async function randomBreakdown(draw: Draw, { person }: Reader): Promise<Report> {
  const games = market.sold.filter(({ area_id }) => area_id === null)
  const input = { ...randomDays(draw), category: maybe(draw, () => pick(draw, games).category as 16), page_size: 300 }
  const by_price = draw(2) === 0
  const answer = await person.call(
    (by_price ? breakdown.byPrice : breakdown.byGroup) as typeof breakdown.byPrice,
    input,
  )
  return {
    line: 'xsdt',
    input,
    items: answer.items,
    sums: answer.sums,
    stamp: answer,
    keyOf: ({ amount, pos }) => [by_price ? bandOf(amount) : (pos.pos_group_id ?? 0)],
    keyOfRow: (row) => [by_price ? row.band : row.pos_group_id],
  }
}

/** Checks play types, which count boards: the link opens every order with such a board. */
async function checkPlays(draw: Draw, reader: Reader, note: string): Promise<number> {
  const input = { ...randomDays(draw), page_size: 300 }
  const answer = await reader.person.call(breakdown.byType, input)
  const report = { line: 'xsdt', input, stamp: answer } as unknown as Report
  const counted = test_orders.filter((order) => isSale(order) && reader.sees(order) && fits(report, order))
  const linesOf = (orders: readonly MadeOrder[], play_type?: number) =>
    orders.flatMap(({ lines }) => lines).filter((line) => play_type === undefined || line.play_type === play_type)
  const summed = (lines: MadeOrder['lines']) => ({
    lines: lines.length,
    quantity: lines.reduce((sum, { quantity }) => sum + quantity, 0),
    amount: lines.reduce((sum, { amount }) => sum + amount, 0),
  })
  expect(answer.sums, note).toEqual(summed(linesOf(counted)))
  expect(answer.total, note).toBe(new Set(linesOf(counted).map(({ play_type }) => play_type)).size)
  for (const row of answer.items) expect(row, note).toMatchObject(summed(linesOf(counted, row.play_type)))
  for (const row of answer.items.slice(0, 1)) {
    const { as_of: _, ...link } = drillDown('xsdt', answer, {}, row)
    const { items } = await reader.person.call(transactions.list, { ...link, page_size: 300 })
    const opens = items.map(({ order_id }) => test_orders.find((order) => order.order_id === order_id)!)
    expect(summed(linesOf(opens, row.play_type)), note).toEqual(summed(linesOf(counted, row.play_type)))
  }
  return 3 * (answer.items.length + 1)
}

/** Often the start of a month, or a day before or after it. */
function nearMonth(draw: Draw, day: string): string {
  const first = `${day.slice(0, 8)}01`
  return pick(draw, [day, first, dayAfter(first, -1), dayAfter(first, 1)])
}

function randomDays(draw: Draw) {
  const from = draw(day_count)
  const days = [nearMonth(draw, dayBefore(from)), nearMonth(draw, dayBefore(draw(from + 1)))].toSorted()
  return pick(draw, [
    { from_date: days[0], to_date: days[1] },
    { from_date: days[0], to_date: days[1] },
    { from_date: dayBefore(draw(40)), to_date: dayBefore(0) },
    { from_date: dayBefore(day_count + 10), to_date: dayBefore(0) },
    { from_date: dayBefore(from) },
    {},
  ] as { from_date?: string; to_date?: string }[])
}

const bandOf = (amount: number) =>
  [0, 20_000, 50_000, 100_000, 200_000, 500_000, 1_000_000, 5_000_000].filter((from) => amount >= from).length

function fits({ line, input, stamp }: Report, order: MadeOrder): boolean {
  const { pos, sold, day, user_pos_id } = order
  const conditions: [unknown, unknown][] = [
    [input.category, sold.category],
    [input.area_id, sold.area_id],
    [input.partner_id, order.partner_id ?? 0],
    [input.base_id, sold.base_id],
    [input.pos_id, pos.pos_id],
    [input.pos_group_id, pos.pos_group_id ?? 0],
    [input.user_pos_id, user_pos_id ?? 0],
  ]
  return (
    (sold.area_id === null) === (line === 'xsdt') &&
    day >= stamp.from_date &&
    day <= stamp.to_date &&
    conditions.every(([filter, value]) => filter === undefined || filter === value)
  )
}

function figuresOf(orders: readonly MadeOrder[]): Figures {
  const sum = (figure: (order: MadeOrder) => number) => orders.reduce((all, order) => all + figure(order), 0)
  return {
    orders: orders.length,
    quantity: sum(({ quantity }) => quantity),
    amount: sum(({ amount }) => amount),
    fee: sum(({ fee }) => fee),
    commission: sum(({ commission }) => commission),
    net: sum(({ amount, fee, commission }) => amount + fee - commission),
  }
}

const figuresIn = (row: Figures) => Object.fromEntries(figure_names.map((name) => [name, row[name]])) as Figures

/** The sums of the list of orders that a link opens. */
async function sumsBehind({ person }: Reader, { as_of: _at, ...rows }: DrillDown) {
  const { total, sums } = await person.call(transactions.list, { ...rows, page_size: 10 } as never)
  return { orders: total, quantity: sums?.quantity, amount: sums?.amount, fee: sums?.fee }
}

async function expectOpens(reader: Reader, report: Report, row: Figures & Record<string, unknown>, is_total: boolean) {
  const { orders, quantity, amount, fee } = row
  const link = drillDown(report.line, report.stamp, report.input, is_total ? null : (row as object))
  expect(await sumsBehind(reader, link), JSON.stringify(link)).toEqual({ orders, quantity, amount, fee })
}

const inKeyOrder = (a: [unknown[], unknown], b: [unknown[], unknown]) =>
  JSON.stringify(a[0]) < JSON.stringify(b[0]) ? -1 : 1

test(`random reports equal the sums of their orders (TEST_SEED=${seed})`, { timeout: 300_000 }, async () => {
  const draw = drawing(seed)
  let figures = 0
  let compared = 0
  for (let check = 0; check < checks; check++) {
    await addAndChangeOrders(draw, test_orders)
    const reader = pick(draw, readers)
    if (draw(6) === 0) {
      figures += await checkPlays(draw, reader, `TEST_SEED=${seed} check ${check}, ${reader.name}: types of play`)
      continue
    }
    const report = await (draw(3) === 0 ? randomBreakdown : randomSales)(draw, reader)
    const note = `TEST_SEED=${seed} check ${check}, ${reader.name}: ${JSON.stringify(report.input)}`

    const counted = test_orders.filter((order) => isSale(order) && reader.sees(order) && fits(report, order))
    const groups = Map.groupBy(counted, (order) => JSON.stringify(report.keyOf(order)))
    const expected = [...groups.values()].map((all): [unknown[], Figures] => [report.keyOf(all[0]!), figuresOf(all)])
    const actual = report.items.map((row): [unknown[], Figures] => [report.keyOfRow(row), figuresIn(row)])
    expect(actual.toSorted(inKeyOrder), note).toEqual(expected.toSorted(inKeyOrder))
    expect(report.sums, note).toEqual(figuresOf(counted))
    const any_day = { ...report, stamp: { ...report.stamp, from_date: '2000-01-01', to_date: '2999-12-31' } }
    const allTime = test_orders.filter((order) => isSale(order) && reader.sees(order) && fits(any_day, order))
    const comparison = bothCompared(report, allTime, dayBefore(0))
    expect(comparison?.shown, note).toEqual(comparison?.expected)
    if (comparison) compared++

    await expectOpens(reader, report, figuresOf(counted) as Figures & Record<string, unknown>, true)
    if (report.items.length > 0) await expectOpens(reader, report, pick(draw, report.items), false)
    figures += 6 * (report.items.length + 1)
  }
  expect(compared).toBeGreaterThan(0)
  console.log(`reports: TEST_SEED=${seed}, ${test_orders.length} orders, ${checks} reports, ${figures} figures`)
  expect(await differences()).toEqual([])
})

test('the link of a figure opens its orders while sales and refunds continue', { timeout: 120_000 }, async () => {
  const draw = drawing(seed + 1)
  const sellers = [2, 3].map((n) => ({ draw: drawing(seed + n), orders: [] as MadeOrder[] }))
  let open = true
  const selling = sellers.map(async (seller) => {
    while (open) await addAndChangeOrders(seller.draw, seller.orders)
  })
  let moved = 0
  try {
    for (let check = 0; check < 40; check++) {
      const reader = readers[0]!
      const report = await (draw(3) === 0 ? randomBreakdown : randomSales)(draw, reader)
      const sums = report.sums as Figures & Record<string, unknown>
      await expectOpens(reader, report, sums, true)
      if (report.items.length > 0) await expectOpens(reader, report, pick(draw, report.items), false)
      const { snapshot: _, ...now } = drillDown(report.line, report.stamp, report.input, null)
      if ((await sumsBehind(reader, now)).amount !== sums.amount) moved++
    }
  } finally {
    open = false
    await Promise.all(selling)
  }
  // Without changes meanwhile the test would prove nothing.
  expect(moved).toBeGreaterThan(0)
  expect(await differences()).toEqual([])
})

async function differences(): Promise<string[]> {
  const client = createClient(office.database_url)
  await client.connect()
  const findings: string[] = []
  try {
    const proof = await verifySales(client, ({ what }) => findings.push(what))
    expect(proof.orders).toBeGreaterThan(0)
  } finally {
    await client.end()
  }
  return findings
}
