/** Compares the list of orders with a filter in memory over all orders. */
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { InputOf } from '#contract/call.ts'
import { errors } from '#contract/errors.ts'
import { transactionPage } from '#features/orders/pages.contract.ts'
import { play_types } from '#features/results/product/game.rules.ts'
import { isTraditional } from '#features/results/product/product.contract.ts'
import { openOffice, type Office, type Person } from '../../../testing/office.ts'
import { isSale, makeOrder, moveOrders, openMarket, type MadeOrder, type Market } from '../../../testing/sales.ts'
import { bands } from './order.contract.ts'
import { transactions } from './transaction.contract.ts'

let office: Office
let market: Market
let person: Person
let orders: MadeOrder[]
let stopped: Set<number>

beforeAll(async () => {
  office = await openOffice()
  market = await openMarket(office)
  person = await office.hire(transactionPage.rights)
  let state = 1 + (Math.abs(Number(process.env.TEST_SEED)) % 2_147_483_646)
  const draw = (below: number) => (state = (state * 48_271) % 2_147_483_647) % below
  orders = await office.write(async (db) => {
    const created: MadeOrder[] = []
    for (let n = 0; n < 300; n++) created.push(await makeOrder(db, market, draw))
    for (let step = 0; step < 4; step++) {
      const chosen = created.filter(() => draw(3) > 0)
      for (const [order, status] of await moveOrders(db, chosen, draw)) order.status = status
    }
    return created
  })
  const { rows } = await sql<{ period_id: number }>`select period_id from draw_period where stop_at <= now()`.execute(
    office.db,
  )
  stopped = new Set(rows.map(({ period_id }) => period_id))
})
afterAll(() => office.close())

type Filter = InputOf<typeof transactions.list>

const min_amounts = [0, 20_000, 50_000, 100_000, 200_000, 500_000, 1_000_000, 5_000_000]
const bandOf = ({ amount }: MadeOrder) => min_amounts.findLastIndex((from) => amount >= from) + 1
const totalOf = ({ amount, fee }: MadeOrder) => amount + fee
const shownStatus = ({ status, sold }: MadeOrder) => (status === 4 && stopped.has(sold.period_id) ? 5 : status)

function matches(order: MadeOrder, filter: Filter): boolean {
  const { pos, sold, day, partner_id, user_pos_id, lines } = order
  const is = (filter_value: number | null | undefined, value: number | null) =>
    filter_value == null || (filter_value === 0 ? value === null : value === filter_value)
  return (
    (filter.line == null || (filter.line === 'xskt') === isTraditional(sold.category)) &&
    is(filter.category, sold.category) &&
    is(filter.period_id, sold.period_id) &&
    is(filter.area_id, sold.area_id) &&
    is(filter.base_id, sold.base_id) &&
    is(filter.partner_id, partner_id) &&
    is(filter.pos_group_id, pos.pos_group_id) &&
    is(filter.pos_id, pos.pos_id) &&
    is(filter.user_pos_id, user_pos_id) &&
    is(filter.band, bandOf(order)) &&
    (filter.total_from == null || totalOf(order) >= filter.total_from) &&
    (filter.total_to == null || totalOf(order) <= filter.total_to) &&
    (filter.play_type == null || lines.some(({ play_type }) => play_type === filter.play_type)) &&
    is(filter.status, shownStatus(order)) &&
    (filter.is_sale == null || filter.is_sale === isSale(order)) &&
    (filter.from_date == null || day >= filter.from_date) &&
    (filter.to_date == null || day <= filter.to_date)
  )
}

const dayAgo = (ago: number) => {
  const local = Date.now() + 7 * 3_600_000 - ago * 86_400_000
  return new Date(local).toISOString().slice(0, 10)
}

const seldom = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined, freq: 2 })

function anyFilter(): fc.Arbitrary<Filter> {
  const { all_pos, sold, partners, groups, stores } = market
  const users = all_pos.flatMap((pos) => pos.users).filter((id) => id !== null)
  const days = fc.tuple(fc.nat(22), fc.nat(22)).map(([one, other]) => ({
    from_date: dayAgo(Math.max(one, other)),
    to_date: dayAgo(Math.min(one, other)),
  }))
  const filters = fc.record({
    line: seldom(fc.constantFrom('xskt' as const, 'xsdt' as const)),
    category: seldom(fc.constantFrom(...sold.map(({ category }) => category))),
    period_id: seldom(fc.constantFrom(...sold.map(({ period_id }) => period_id))),
    area_id: seldom(fc.constantFrom(...sold.flatMap(({ area_id }) => area_id ?? []))),
    base_id: seldom(fc.constantFrom(...stores)),
    partner_id: seldom(fc.constantFrom(0, ...partners)),
    pos_group_id: seldom(fc.constantFrom(0, ...groups)),
    pos_id: seldom(fc.constantFrom(...all_pos.map(({ pos_id }) => pos_id))),
    user_pos_id: seldom(fc.constantFrom(0, ...users)),
    band: seldom(fc.constantFrom(...bands.map(([band]) => band))),
    total_from: seldom(fc.constantFrom(...orders.map(totalOf))),
    total_to: seldom(fc.constantFrom(...orders.map(totalOf))),
    play_type: seldom(fc.constantFrom(...play_types.map(({ play_type }) => play_type))),
    status: seldom(fc.constantFrom(1, 2, 3, 4, 5, 6, 7, 10, 11, 12, 13)),
    is_sale: seldom(fc.boolean()),
  })
  // Many filters at once match nothing, so most of the time there are only a few.
  const few = fc
    .tuple(filters, fc.subarray(Object.keys({ ...filterNames }), { maxLength: 3 }))
    .map(([all, names]) => Object.fromEntries(Object.entries(all).filter(([name]) => names.includes(name))) as Filter)
  return fc.tuple(few, fc.option(days, { nil: {} })).map(([filter, range]) => ({ ...filter, ...range }))
}

const filterNames = {
  line: 1,
  category: 1,
  period_id: 1,
  area_id: 1,
  base_id: 1,
  partner_id: 1,
  pos_group_id: 1,
  pos_id: 1,
  user_pos_id: 1,
  band: 1,
  total_from: 1,
  total_to: 1,
  play_type: 1,
  status: 1,
  is_sale: 1,
}

test('with any filters the rows, their number and their sums are those of the orders that match', async () => {
  await fc.assert(
    fc.asyncProperty(anyFilter(), async (filter) => {
      fc.pre(!(filter.total_from! > filter.total_to!))
      const expected = orders.filter((order) => matches(order, filter))
      const { items, total, sums, void_total } = await person.call(transactions.list, { ...filter, page_size: 300 })
      expect(items.map(({ order_id }) => order_id)).toEqual(
        expected.map(({ order_id }) => order_id).toSorted((one, other) => other - one),
      )
      expect(total).toBe(expected.length)
      const sum = (figureOf: (order: MadeOrder) => number) => expected.reduce((all, order) => all + figureOf(order), 0)
      const played = expected.flatMap(({ lines }) => lines.filter(({ play_type }) => play_type === filter.play_type))
      expect(sums).toEqual({
        quantity: sum(({ quantity }) => quantity),
        amount: sum(({ amount }) => amount),
        fee: sum(({ fee }) => fee),
        total: sum(totalOf),
        commission: sum(({ commission }) => commission),
        reward: 0,
        play_lines: played.length,
        play_quantity: played.reduce((all, { quantity }) => all + quantity, 0),
        play_amount: played.reduce((all, { amount }) => all + amount, 0),
      })
      const isGone = ({ status }: MadeOrder) => [11, 12, 13].includes(status)
      expect(void_total).toBe(sum((order) => (isGone(order) ? totalOf(order) : 0)))
      for (const row of items)
        expect(row.status).toBe(shownStatus(expected.find(({ order_id }) => order_id === row.order_id)!))
    }),
    { numRuns: 120 },
  )
})

test('paging returns each order once, newest first, and the opposite sort the opposite order', async () => {
  const paged_ids: number[] = []
  for (let page_index = 1; page_index <= 15; page_index++) {
    const { items } = await person.call(transactions.list, { page_index, page_size: 20, part: 'rows' })
    paged_ids.push(...items.map(({ order_id }) => order_id))
  }
  expect(paged_ids).toEqual(orders.map(({ order_id }) => order_id).toSorted((one, other) => other - one))
  const { items } = await person.call(transactions.list, { sort: 'ordered_at', page_size: 300 })
  expect(items.map(({ order_id }) => order_id)).toEqual(paged_ids.toReversed())
})

test('sorting by total puts the below expensive orders first, and those of one price by number', async () => {
  const { items } = await person.call(transactions.list, { sort: '-total', page_size: 300 })
  const dear = orders.toSorted((one, other) => totalOf(other) - totalOf(one) || other.order_id - one.order_id)
  expect(items.map(({ order_id }) => order_id)).toEqual(dear.map(({ order_id }) => order_id))
  const { body } = await person.raw(transactions.list, { total_from: 200_000, total_to: 100_000 })
  expect(body.error.code).toBe(errors.from_exceeds_to[0])
  expect(Object.keys((body.data as { fields: object }).fields)).toEqual(['total_to'])
})

test('people of a partner or a store see only the orders sold under the partner or out of the store', async () => {
  const [partner_id, base_id] = [market.partners[0]!, market.stores[0]!]
  const numbers = async (viewer: Person) =>
    new Set((await viewer.call(transactions.list, { page_size: 300 })).items.map(({ order_id }) => order_id))
  const idsWhere = (is: (order: MadeOrder) => boolean) => new Set(orders.filter(is).map(({ order_id }) => order_id))
  const partner_user = await office.hire(transactionPage.rights, { partner_id })
  expect(await numbers(partner_user)).toEqual(idsWhere((order) => order.partner_id === partner_id))
  const keeper = await office.hire(transactionPage.rights, { base_id })
  expect(await numbers(keeper)).toEqual(idsWhere(({ sold }) => sold.base_id === base_id))
  const { pos_id } = market.all_pos[0]!
  await office.write(async (db) => {
    await sql`insert into data_scope (user_id, is_limited) values (${keeper.user_id}, true)`.execute(db)
    await sql`insert into data_scope_pos (user_id, pos_id) values (${keeper.user_id}, ${pos_id})`.execute(db)
  })
  expect(await numbers(keeper)).toEqual(idsWhere(({ sold, pos }) => sold.base_id === base_id && pos.pos_id === pos_id))
})

test('six aborted exports do not block the next one', async () => {
  const headers = {
    authorization: `Bearer ${person.token}`,
    cookie: [...person.cookies].map((pair) => pair.join('=')).join('; '),
  }
  const url = (n: number) => `${office.url}${transactions.export.path}?channel=CMS&transid=bo-giua-chung-${n}`
  for (let n = 0; n < 6; n++) {
    const giveUp = new AbortController()
    const response = await fetch(url(n), { headers, signal: giveUp.signal })
    expect(response.status).toBe(200)
    giveUp.abort()
  }
  const { file } = await person.raw(transactions.export, {})
  expect(file!.size).toBeGreaterThan(1_000)
})
