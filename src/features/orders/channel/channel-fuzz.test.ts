/** Signed nonsense, made from the calls' own schemas: none brings the door down, answers outside its contract or leaves anything behind when it is refused. */
import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { errors } from '#contract/errors.ts'
import { product } from '#features/results/product/product.contract.ts'
import { playTypesOf } from '#features/results/product/game.rules.ts'
import { inputsOf } from '../../../testing/arbitrary.ts'
import { openOffice, type Office } from '../../../testing/office.ts'
import { openShop, order, setGamePeriod, stockTickets, type Shop } from '../../../testing/orders.ts'
import { dayFromNow, openStore, setPeriod, stations } from '../../../testing/tickets.ts'
import { openTill } from '../../../testing/till.ts'
import { channel } from './channel.contract.ts'

const seed = Number(process.env.TEST_SEED)
const runs = 100

let office: Office
let shop: Shop
let lures: Record<string, unknown[]>
/** Orders that are granted as they are. */
let good: Record<string, unknown>[]
beforeAll(async () => {
  office = await openOffice()
  shop = await openShop(office)
  const open_date = await dayFromNow(office.db, 0)
  const base_id = await openStore(office, [stations.tphcm])
  await setPeriod(office, stations.tphcm, open_date, 'open')
  const number = await stockTickets(office, { open_date, area_id: stations.tphcm, base_id }, 1_000)
  const period_id = await setGamePeriod(office, product.keno, 'open')
  const [play] = playTypesOf(product.keno)
  const board = { play_type: play!.play_type, numbers: '07', stake: 1 }
  good = [
    { vendor_code: 'POS', category: product.keno, period_id, lines: [board] },
    { vendor_code: 'MOMO', area_id: stations.tphcm, open_date, lines: [{ number, quantity: 1 }] },
  ]
  lures = {
    transid: Array.from({ length: 50 }, () => randomUUID()),
    vendor_code: ['POS', 'WALLET', 'MOMO'],
    user_pos_id: [shop.user_pos_id],
    category: [product.keno, product.mega645],
    period_id: [period_id],
    area_id: [stations.tphcm],
    open_date: [open_date],
    order_id: [await order(office, shop), await order(office, shop), 1],
    lines: [[board], [{ number, quantity: 1 }], [{ number, quantity: 1_000 }]],
  }
})
afterAll(() => office.close())

const always = ['request_invalid', 'phone_invalid', 'system_overloaded'] as const
const rows = async () => {
  const { rows: counted } = await sql<{ orders: number; lines: number; requests: number }>`
    select (select count(*) from sale_order) as orders, (select count(distinct order_id) from order_line) as lines,
      (select count(*) from channel_request where call = 'create' and order_id is not null) as requests`.execute(
    office.db,
  )
  return counted[0]!
}

/** Whether it can be put into a query at all. */
function isText(input: object): boolean {
  try {
    return Object.values(input).every((value) => typeof String(value) === 'string')
  } catch {
    return false
  }
}

/** Inputs by the schema alone are hardly ever an order that is granted: others are one in which a field or two are not as they were. */
function asked(name: string): fc.Arbitrary<Record<string, unknown>> {
  const any = inputsOf(channel[name as keyof typeof channel], lures).map(({ input }) => input)
  if (name !== 'create') return any
  const spoilt = fc
    .tuple(fc.constantFrom(...good), any, fc.nat({ max: 2 }), fc.uuid())
    .map(([wish, other, most, transid]) => ({
      transid,
      ...wish,
      ...Object.fromEntries(Object.entries(other).slice(0, most)),
    }))
  return fc.oneof(any, spoilt)
}

test.each(Object.entries(channel))('%s', async (name, call) => {
  const till = openTill(office, shop)
  const codes = new Set<number>([0, ...[...always, ...call.errors].map((error) => errors[error][0])])
  const before = await rows()
  const made = new Set<number>()
  await fc.assert(
    fc.asyncProperty(asked(name), async (input) => {
      fc.pre(call.method !== 'GET' || isText(input))
      const { status, body } = await till.raw(call, input)
      const seen = `${JSON.stringify(input).slice(0, 500)} → ${status} ${JSON.stringify(body).slice(0, 300)}`
      // A query may be longer than the head of a request may be.
      expect([200, 429, 431], seen).toContain(status)
      expect([...codes], seen).toContain(body.error.code)
      expect(body.error.message, seen).toMatch(/[À-ỹ]/)
      if (body.error.code === 0 && name === 'create') made.add((body.data as { order_id: number }).order_id)
    }),
    { seed, numRuns: runs },
  )
  expect(made.size > 0).toBe(name === 'create')
  const after = await rows()
  expect(after).toEqual({
    orders: before.orders + made.size,
    lines: before.orders + made.size,
    requests: before.requests + made.size,
  })
  console.log(`channel fuzz: TEST_SEED=${seed} ${name}: ${made.size} made of ${runs}`)
})
