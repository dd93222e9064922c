/** Limits of the daily revenue are never exceeded, however many orders are created in parallel. */
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createClient, createDb, createPools, type Pools } from '#server/database/pool.ts'
import type { Db } from '#server/database/transaction.ts'
import { Failure } from '#contract/errors.ts'
import { channel } from '#features/orders/channel/channel.contract.ts'
import { createOrders } from '#features/orders/intake/create-orders.server.ts'
import { openIntake } from '#features/orders/intake/queue.server.ts'
import { lockOrderForRefund, refundOrder } from '#features/orders/payment/refund.server.ts'
import { playTypesOf } from '#features/results/product/game.rules.ts'
import { product } from '#features/results/product/product.contract.ts'
import { distributionTab } from '#features/settings/pages.contract.ts'
import { openOffice, type Office, type Person } from '../../../testing/office.ts'
import {
  idOf,
  openPos,
  orderRequestOf,
  sell,
  setGamePeriod,
  stockTickets,
  type SellingPos,
} from '../../../testing/orders.ts'
import { dayFromNow, openStore, setPeriod, stations } from '../../../testing/tickets.ts'
import { openTill } from '../../../testing/till.ts'
import { maxRevenue } from './max-revenue.contract.ts'
import { writeTo } from '../../../testing/write.ts'

let office: Office
let an: Person
let binh: Person
let pos: SellingPos
let other: SellingPos
let group_id: number
let keno: number
let pools: [Pools, Pools]
let programs: [Db, Db]

beforeAll(async () => {
  office = await openOffice()
  an = await office.hire([...distributionTab.rights])
  binh = await office.hire([...distributionTab.rights])
  pools = [createPools(office.database_url, { size: 6 }), createPools(office.database_url, { size: 6 })]
  programs = [createDb(pools[0].main), createDb(pools[1].main)]
  keno = await setGamePeriod(office, product.keno, 'open')
})
beforeEach(async () => {
  group_id = await office.write((db) =>
    idOf(
      db,
      sql`insert into pos_group (pos_group_name) values ('Nhóm ' || gen_random_uuid()) returning pos_group_id as id`,
    ),
  )
  pos = await openPos(office, { pos_group_id: group_id })
  other = await openPos(office)
})
afterAll(async () => {
  await Promise.all(pools.map((both) => both.end()))
  await office.close()
})

interface WantedLimit {
  group_id?: number
  category?: typeof product.keno | typeof product.mega645
  maximum: number
}
const now = () => an.call(maxRevenue.list, {})
async function request(thresholds: WantedLimit[], options: { from_day?: string } = {}) {
  const { version } = await now()
  return (await an.call(maxRevenue.update, { thresholds, reason: 'Thử', version, ...options })).waiting!
}
async function set(thresholds: WantedLimit[]) {
  const { revenue_limit_id, version } = await request(thresholds)
  await binh.call(maxRevenue.approve, { revenue_limit_id, version })
}
const [bac] = playTypesOf(product.keno)
const buyAt = (where: SellingPos, stake = 1) =>
  openTill(office, where).call(channel.create, {
    vendor_code: 'POS',
    category: product.keno,
    period_id: keno,
    lines: [{ play_type: bac!.play_type, numbers: '01', stake }],
  })
const codeOf = (answer: Promise<unknown>) =>
  answer.then(
    () => 0,
    (error: unknown) => {
      if (error instanceof Failure) return error.code
      throw error
    },
  )
const soldIn = async (group: number) => {
  const { rows } = await sql<{ sold: number }>`
    select coalesce(sum(amount), 0) as sold from sale_order where pos_group_id = ${group} and (is_sale(status) or status = 1)`.execute(
    office.db,
  )
  return rows[0]!.sold
}

describe('one order after the other', () => {
  test('117: earlier sales count, the limit can be reached exactly, and no order exceeds it', async () => {
    await buyAt(pos, 3)
    await set([{ group_id, maximum: 100_000 }])
    await buyAt(pos, 6)
    await expect(buyAt(pos, 2)).rejects.toMatchObject({
      code: 117,
      message: 'Doanh thu của nhóm điểm bán đã đến mức tối đa trong ngày.',
    })
    await buyAt(pos, 1)
    await expect(buyAt(pos, 1)).rejects.toMatchObject({ code: 117 })
    await buyAt(other, 1)
    expect((await now()).items).toMatchObject([{ group_id, maximum: 100_000, sold: 100_000 }])
  })

  test('the limits in total, of a product and of a product in a group all apply', async () => {
    const sold = async () =>
      Number(
        (
          await sql<{ n: number }>`
      select coalesce(sum(amount), 0) as n from sale_order where order_id >= first_order_id(current_date) and (is_sale(status) or status = 1)`.execute(
            office.db,
          )
        ).rows[0]!.n,
      )
    await set([
      { maximum: (await sold()) + 50_000 },
      { category: product.mega645, maximum: 0 },
      { group_id, category: product.keno, maximum: 20_000 },
    ])
    await buyAt(pos, 2)
    await expect(buyAt(pos)).rejects.toMatchObject({
      code: 117,
      message: 'Doanh thu của nhóm điểm bán của sản phẩm này đã đến mức tối đa trong ngày.',
    })
    await buyAt(other, 3)
    await expect(buyAt(other)).rejects.toMatchObject({ message: 'Doanh thu đã đến mức tối đa trong ngày.' })
    await set([])
    await buyAt(other)
    await buyAt(pos)
  })

  test('cancelled and refunded amounts can be sold again, and a limit below the sold amount refuses orders', async () => {
    await set([{ group_id, maximum: 20_000 }])
    const paid = await sell(office, pos, { period_id: keno })
    const { order_id } = await buyAt(pos)
    await expect(buyAt(pos)).rejects.toMatchObject({ code: 117 })
    await openTill(office, pos).call(channel.cancel, { order_id })
    const order = await buyAt(pos)
    await office.write(async (db) => {
      await refundOrder(db, (await lockOrderForRefund(db, paid))!)
      await sql`update sale_order set status = 11 where order_id = ${paid}`.execute(db)
    })
    await buyAt(pos)
    await expect(buyAt(pos)).rejects.toMatchObject({ code: 117 })
    await set([{ group_id, maximum: 10_000 }])
    // 20.000 đ are sold; with one order less the limit is reached exactly, so no order fits.
    await openTill(office, pos).call(channel.cancel, { order_id: order.order_id })
    await expect(buyAt(pos)).rejects.toMatchObject({ code: 117 })
  })

  test('a limit for a future day applies only from that day on', async () => {
    await set([])
    const from_day = await dayFromNow(office.db, 1)
    const { revenue_limit_id, version } = await request([{ group_id, maximum: 0 }], { from_day })
    const { planned, items } = await binh.call(maxRevenue.approve, { revenue_limit_id, version })
    expect([planned.map((limit) => limit.from_day), items]).toEqual([[from_day], []])
    await buyAt(pos)
    // Moves the change into the past, as if the day had come.
    await office.write((db) =>
      sql`update revenue_limit set from_at = clock_timestamp() where revenue_limit_id = ${revenue_limit_id}`.execute(
        db,
      ),
    )
    await expect(buyAt(pos)).rejects.toMatchObject({ code: 117 })
  })
})

describe('many orders in parallel', () => {
  test('a hundred orders through one program reach the limit exactly', async () => {
    await set([{ group_id, maximum: 330_000 }])
    const codes = await Promise.all(Array.from({ length: 100 }, () => codeOf(buyAt(pos))))
    expect(codes.filter((code) => code === 0)).toHaveLength(33)
    expect(new Set(codes)).toEqual(new Set([0, 117]))
    expect(await soldIn(group_id)).toBe(330_000)
  })

  test('orders and cancellations through two programs never exceed the limit, and its whole rest can be sold', async () => {
    const maximum = 1_000_000
    await set([
      { group_id, maximum },
      { category: product.keno, maximum: 100_000_000 },
    ])
    const intakes = programs.map((db) => openIntake(db))
    const rounds = await Promise.all(
      Array.from({ length: 160 }, async (_, n) => {
        const stake = 1 + (n % 4)
        const draft = await orderRequestOf(office, pos, {
          period_id: keno,
          boards: [{ play_type: bac!.play_type, numbers: '01', stake }],
        })
        const order = await intakes[n % 2]!.create(draft).catch((error: unknown) => {
          if (error instanceof Failure && error.code === 117) return null
          throw error
        })
        expect(await soldIn(group_id)).toBeLessThanOrEqual(maximum)
        if (order && n % 5 === 0)
          await intakes[(n + 1) % 2]!.cancel({
            device_id: pos.device_id,
            transid: `huy-${order.order_id}`,
            order_id: order.order_id,
          })
        return order
      }),
    )
    expect(rounds.some((order) => order === null)).toBe(true)
    // Sells the whole rest.
    let remaining = maximum - (await soldIn(group_id))
    for (; remaining > 0; remaining -= 10_000) await buyAt(pos)
    await expect(buyAt(pos)).rejects.toMatchObject({ code: 117 })
    expect(await soldIn(group_id)).toBe(maximum)
  })

  test('orders of paper tickets and their cancellations do not deadlock, and slots equal what is left', async () => {
    const base_id = await openStore(office, [stations.tphcm])
    const open_date = await dayFromNow(office.db, 0)
    await setPeriod(office, stations.tphcm, open_date, 'open')
    const place = { area_id: stations.tphcm, open_date, base_id }
    const number = await stockTickets(office, place, 1_000)
    await set([{ group_id, maximum: 300_000 }])
    const intakes = programs.map((db) => openIntake(db))
    const orders = await Promise.all(
      Array.from({ length: 120 }, async (_, n) => {
        const draft = await orderRequestOf(office, pos, { ...place, tickets: [{ number, quantity: 1 + (n % 3) }] })
        const order = await intakes[n % 2]!.create(draft).catch((error: unknown) => {
          if (error instanceof Failure && error.code === 117) return null
          throw error
        })
        if (order && n % 3 === 0)
          await intakes[(n + 1) % 2]!.cancel({
            device_id: pos.device_id,
            transid: `huy-${order.order_id}`,
            order_id: order.order_id,
          })
        return order
      }),
    )
    expect(orders.some((order) => order === null)).toBe(true)
    expect(await soldIn(group_id)).toBeLessThanOrEqual(300_000)
    const { rows } = await sql<{ left: number }>`
      select sum(left_amount) as left from revenue_slot where pos_group_id = ${group_id}`.execute(office.db)
    expect(rows[0]!.left).toBe(300_000 - (await soldIn(group_id)))
  })

  test('a slow batch does not block others, because each takes from its own slot', async () => {
    await set([{ group_id, maximum: 8_000_000 }])
    const slow = createClient(office.database_url)
    await slow.connect()
    try {
      await slow.query('begin')
      await slow.query('select from revenue_slot where pos_group_id = $1 order by slot_id limit 6 for update', [
        group_id,
      ])
      const codes = await Promise.all(Array.from({ length: 20 }, () => codeOf(buyAt(pos))))
      expect(codes.every((code) => code === 0)).toBe(true)
      await slow.query('rollback')
    } finally {
      await slow.end()
    }
  })

  test('orders that are being created when a limit is set count towards it', async () => {
    await set([])
    const requests = await Promise.all(
      Array.from({ length: 20 }, () => orderRequestOf(office, pos, { period_id: keno })),
    )
    const { revenue_limit_id, version } = await request([{ group_id, maximum: 50_000 }])
    const orders = requests.map((orderRequest, n) =>
      writeTo(programs[n % 2]!, (db) => createOrders(db, [orderRequest])),
    )
    await Promise.all([...orders, binh.call(maxRevenue.approve, { revenue_limit_id, version })])
    const sold = await soldIn(group_id)
    const { rows } = await sql<{ left: number }>`
      select sum(left_amount) as left from revenue_slot where pos_group_id = ${group_id}`.execute(office.db)
    expect(rows[0]!.left).toBe(50_000 - sold)
  })
})
