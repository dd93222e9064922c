/** Random signed input made from the schemas of the calls: no fault, no answer outside the contract, no effect of a refused request. */
import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { errors } from '#contract/errors.ts'
import { product } from '#features/results/product/product.contract.ts'
import { playTypesOf } from '#features/results/product/game.rules.ts'
import { inputsOf } from '../../../testing/arbitrary.ts'
import { openOffice, type Office } from '../../../testing/office.ts'
import { openPos, order, setGamePeriod, stockTickets, type SellingPos } from '../../../testing/orders.ts'
import { dayFromNow, openStore, setPeriod, stations } from '../../../testing/tickets.ts'
import { confirmedResult, published_draw } from '../../../testing/prizes.ts'
import { openTill } from '../../../testing/till.ts'
import { channel } from './channel.contract.ts'

const seed = Number(process.env.TEST_SEED)
const runs = 100

let office: Office
let pos: SellingPos
let lures: Record<string, unknown[]>
/** Valid requests of each call. */
let good: Record<string, Record<string, unknown>[]>
beforeAll(async () => {
  office = await openOffice()
  pos = await openPos(office)
  const open_date = await dayFromNow(office.db, 0)
  const base_id = await openStore(office, [stations.tphcm])
  await setPeriod(office, stations.tphcm, open_date, 'open')
  const number = await stockTickets(office, { open_date, area_id: stations.tphcm, base_id }, 1_000)
  const period_id = await setGamePeriod(office, product.keno, 'open')
  const [play] = playTypesOf(product.keno)
  const board = { play_type: play!.play_type, numbers: '07', stake: 1 }
  const drawn_day = await dayFromNow(office.db, -1)
  await setPeriod(office, stations.dongthap, drawn_day, 'stopped')
  const { period_id: drawn_id } = await office.db
    .selectFrom('draw_period')
    .select('period_id')
    .where('area_id', '=', stations.dongthap)
    .where('open_date', '=', drawn_day)
    .executeTakeFirstOrThrow()
  await confirmedResult(office.db, drawn_id, published_draw)
  const unpaid = []
  for (let n = 0; n < 6; n++) unpaid.push({ order_id: await order(office, pos) })
  const purchases = await Promise.all(
    Array.from({ length: 3 }, async () => {
      // From the test's own draw on: the draw of the calendar that sells now may stop before these are paid.
      const bought = { vendor_code: 'POS', category: product.keno, period_id, draws: 2, lines: [board] }
      const { purchase_id, due } = await openTill(office, pos).call(channel.createPurchase, {
        transid: randomUUID(),
        ...bought,
      })
      return { purchase_id, total: due }
    }),
  )
  good = {
    create: [
      { vendor_code: 'POS', category: product.keno, period_id, lines: [board] },
      { vendor_code: 'MOMO', area_id: stations.tphcm, open_date, lines: [{ number, quantity: 1 }] },
    ],
    pay: unpaid.slice(0, 3),
    cancel: unpaid.slice(3),
    createPurchase: [{ vendor_code: 'POS', category: product.keno, draws: 3, lines: [board] }],
    payPurchase: purchases,
    purchaseStatus: purchases.map(({ purchase_id }) => ({ purchase_id })),
    status: unpaid,
    openPeriods: [{}],
    latestResults: [{}, { category: product.keno }],
    resultOfPeriod: [{ period_id: drawn_id }],
  }
  lures = {
    transid: Array.from({ length: 50 }, () => randomUUID()),
    vendor_code: ['POS', 'WALLET', 'MOMO'],
    user_pos_id: [pos.user_pos_id],
    category: [product.keno, product.mega645],
    period_id: [period_id],
    area_id: [stations.tphcm],
    open_date: [open_date],
    order_id: [await order(office, pos), await order(office, pos), 1],
    lines: [[board], [{ number, quantity: 1 }], [{ number, quantity: 1_000 }]],
  }
})
afterAll(() => office.close())

const always = ['request_invalid', 'phone_invalid', 'system_overloaded'] as const
/** Counts the effects of the channel in the database. */
const effects = async () => {
  const { rows } = await sql<{ made: number; lined: number; paid: number; cancelled: number; requests: number }>`
    select count(*) as made, count(paid_at) as paid, count(*) filter (where status = 13) as cancelled,
      (select count(distinct order_id) from order_line) as lined,
      (select count(distinct (call, order_id)) from channel_request where order_id is not null) as requests
    from sale_order`.execute(office.db)
  return rows[0]!
}
const effectOf: Record<string, (keyof Awaited<ReturnType<typeof effects>>)[]> = {
  create: ['made', 'lined', 'requests'],
  pay: ['paid', 'requests'],
  cancel: ['cancelled', 'requests'],
  createPurchase: ['made', 'lined', 'requests'],
  payPurchase: ['paid', 'requests'],
}

/** Whether the input can be sent in a query string. */
function isText(input: object): boolean {
  try {
    return Object.values(input).every((value) => typeof String(value) === 'string')
  } catch {
    return false
  }
}

/** Input made only from the schema is hardly ever accepted, so other input is valid except for up to two fields. */
function requestInputs(name: string, is_write: boolean): fc.Arbitrary<Record<string, unknown>> {
  const any = inputsOf(channel[name as keyof typeof channel], lures).map(({ input }) => input)
  const spoilt = fc
    .tuple(fc.constantFrom(...good[name]!), any, fc.nat({ max: 2 }), fc.uuid())
    .map(([request, other, max_fields, transid]) => ({
      ...(is_write && { transid }),
      ...request,
      ...Object.fromEntries(Object.entries(other).slice(0, max_fields)),
    }))
  return fc.oneof(any, spoilt)
}

test.each(Object.entries(channel))(
  '%s answers random signed input within its contract, and a refusal leaves nothing behind',
  async (name, call) => {
    const till = openTill(office, pos)
    const codes = new Set<number>([0, ...[...always, ...call.errors].map((error) => errors[error][0])])
    const before = await effects()
    /** The granted orders, the numbers of their requests, and how many requests were granted. */
    const done = new Set<number>()
    const requests = new Set<number>()
    let granted = 0
    await fc.assert(
      fc.asyncProperty(requestInputs(name, call.kind === 'write'), async (input) => {
        fc.pre(call.method !== 'GET' || isText(input))
        const { status, body } = await till.raw(call, input)
        const exchange = `${JSON.stringify(input).slice(0, 500)} → ${status} ${JSON.stringify(body).slice(0, 300)}`
        // A query string can exceed the limit of request headers.
        expect([200, 429, 431], exchange).toContain(status)
        expect([...codes], exchange).toContain(body.error.code)
        expect(body.error.message, exchange).toMatch(/[À-ỹ]/)
        if (body.error.code !== 0) return
        granted++
        const data = body.data as { order_id: number; purchase_id?: number; orders?: { order_id: number }[] }
        for (const { order_id } of data.orders ?? [data]) done.add(order_id)
        requests.add(data.purchase_id ?? data.order_id)
      }),
      // With the same seed each call would get the transids of the previous one.
      { seed: seed + Object.keys(channel).indexOf(name), numRuns: runs },
    )
    expect(granted, 'nothing was granted: the inputs prove nothing').toBeGreaterThan(0)
    // Granted requests have their effect once, and refused ones have none.
    const expected = { ...before }
    for (const effect of effectOf[name] ?? []) expected[effect] += (effect === 'requests' ? requests : done).size
    expect(await effects()).toEqual(expected)
    console.log(`channel fuzz: TEST_SEED=${seed} ${name}: ${granted} granted of ${runs}`)
  },
)
