/** Random days agree in every proof; a planted fault is found by its own proof and by no other. */
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { confirmRefund, lockOrderForRefund } from '#features/orders/payment/refund.server.ts'
import { openLateDraw } from '../../../testing/business-day.ts'
import { openTestWallet } from '../../../testing/money.ts'
import { openOffice, type Office } from '../../../testing/office.ts'
import { openPos, sell, stockTickets, type SellingPos } from '../../../testing/orders.ts'
import { dayFromNow, openStore, stations } from '../../../testing/tickets.ts'
import { computeProofs } from '#features/close/proof/compute.server.ts'

let office: Office
let pos: SellingPos
let period_id: number
let today: string
let base_id: number
let wallet: Awaited<ReturnType<typeof openTestWallet>>
beforeAll(async () => {
  office = await openOffice()
  pos = await openPos(office)
  period_id = await openLateDraw(office)
  today = await dayFromNow(office.db, 0)
  base_id = await openStore(office, [stations.tphcm])
  wallet = await openTestWallet(office, { balance: 100_000_000 })
  // No draw of today waits for its result, whatever the time is.
  const { user_id } = await office.hire([])
  await plant(
    sql`update draw_period set cancelled_at = now(), cancelled_by = ${user_id}, cancel_reason = 'thử' where open_date = ${today}::date`,
  )
})
afterAll(() => office.close())

/** Executes as owner of the database, because the program may not write this. */
const plant = (statement: ReturnType<typeof sql>) =>
  office.write(async (db) => {
    await sql`set local role none`.execute(db)
    await statement.execute(db)
  })

const acts = {
  cash: () => sell(office, pos, { period_id }),
  source: () => sell(office, pos, { period_id, vendor_code: 'MOMO' }),
  wallet: () => sell(office, pos, { period_id, vendor_code: 'WALLET', msisdn: wallet.msisdn }),
  stock: () => stockTickets(office, { open_date: today, area_id: stations.tphcm, base_id }, 5),
  giveBack: async () => {
    const order_id = await sell(office, pos, { period_id, vendor_code: 'MOMO' })
    await office.write(async (db) => {
      await confirmRefund(db, (await lockOrderForRefund(db, order_id))!)
      await sql`update sale_order set status = 12, ended_at = clock_timestamp(), refunded_at = clock_timestamp() where order_id = ${order_id}`.execute(
        db,
      )
    })
  },
}

let posted = 0
const post = (ref: (order_id: number) => string, kind: number) => async () => {
  const order_id = await acts.cash()
  await plant(sql`select post_transfers(jsonb_build_array(jsonb_build_object('ref', ${ref(order_id)}::text, 'phase', 1, 'kind', ${kind}::integer,
    'from', (select account_id from ledger_account where code = 'sales:xsdt'), 'to', ${wallet.ledger_id}::bigint, 'amount', ${++posted}::integer, 'reason', 'Thử')))`)
}
const faults = {
  sales: post((order_id) => `order:${order_id}:again`, 5),
  refunds: post((order_id) => `order:${order_id}:refund`, 6),
  fees: post((order_id) => `order:${order_id}:fee`, 8),
  cashback: post((order_id) => `cashback:${order_id}`, 9),
  stock: async () => {
    const number = await acts.stock()
    await plant(sql`delete from xskt_ticket where open_date = ${today}::date and number = ${number}`)
  },
}

const differing = async () =>
  (await computeProofs(office.db, today))
    .filter(({ difference, found }) => difference !== 0 || found > 0)
    .map(({ proof }) => proof)
    .sort()

const name = <K extends string>(record: Record<K, unknown>) => fc.constantFrom(...(Object.keys(record) as K[]))

test('all proofs of a random day agree', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(name(acts), { minLength: 1, maxLength: 12 }), async (day) => {
      for (const act of day) await acts[act]()
      expect(await differing()).toEqual([])
    }),
    { numRuns: 8 },
  )
}, 120_000)

test('each planted fault is found by its own proof and by no other', async () => {
  const planted = new Set<string>()
  await fc.assert(
    fc.asyncProperty(name(faults), name(acts), async (fault, act) => {
      await acts[act]()
      await faults[fault]()
      planted.add(fault)
      expect(await differing()).toEqual([...planted].sort())
    }),
    { numRuns: 12, endOnFailure: true },
  )
}, 120_000)
