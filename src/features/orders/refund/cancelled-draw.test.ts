/** Two people cancel a draw, then each of its orders is refunded once. Two pools stand for two programs. */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createClient, createDb, createPools, type Pools } from '#server/database/pool.ts'
import type { Db } from '#server/database/transaction.ts'
import { orderStatus as status } from '#features/orders/order/order.contract.ts'
import { orders } from '#features/orders/order/transaction.contract.ts'
import { transactionPage } from '#features/orders/pages.contract.ts'
import { salesXsdtPage } from '#features/reports/pages.contract.ts'
import { sales } from '#features/reports/sales/sales.contract.ts'
import { periodCancel } from '#features/results/period/cancel.contract.ts'
import { period, periodPhase } from '#features/results/period/period.contract.ts'
import { periodStatus } from '#features/results/period/period-fields.contract.ts'
import { periodPage } from '#features/results/pages.contract.ts'
import { product } from '#features/results/product/product.contract.ts'
import { errorCodeOf } from '../../../testing/error-code.ts'
import { ledgerFindings } from '../../../testing/ledger.ts'
import { ledgerBalance, openTestWallet } from '../../../testing/money.ts'
import { openOffice, type Office, type Person } from '../../../testing/office.ts'
import {
  openPos,
  order,
  pay,
  sell,
  setGamePeriod,
  stockTickets,
  type SellingPos,
  setOrder,
} from '../../../testing/orders.ts'
import { inParallel, onceOf } from '../../../testing/parallel.ts'
import { dayFromNow, openStore, setPeriod, stations } from '../../../testing/tickets.ts'
import { untilWaiting } from '../../../testing/waits.ts'
import { refundDraw } from './cancelled-draw.jobs.ts'

let office: Office
let an: Person
let binh: Person
let pos: SellingPos
let pools: Pools
let other_program: Db

beforeAll(async () => {
  office = await openOffice()
  const rights = [...periodPage.rights, ...transactionPage.rights, ...salesXsdtPage.rights]
  an = await office.hire(rights)
  binh = await office.hire(rights)
  pos = await openPos(office)
  pools = createPools(office.database_url, { size: 4 })
  other_program = createDb(pools.main)
})
afterAll(async () => {
  await pools.end()
  await office.close()
})

const cancel_reason = 'Hội đồng quay số không xác nhận kỳ'
const momo = { vendor_code: 'MOMO', msisdn: '84905551299' }
const effect = (period_id: number) => binh.call(periodCancel.effect, { period_id })

async function requestCancel(period_id: number): Promise<{ period_id: number; cancel_requested_at: string }> {
  const { cancel_requested_at } = await an.call(periodCancel.ask, { period_id, cancel_reason })
  return { period_id, cancel_requested_at: cancel_requested_at! }
}

async function cancel(period_id: number): Promise<void> {
  await binh.call(periodCancel.confirm, await requestCancel(period_id))
}

/** Waits until the queued job has refunded every order. */
function untilRefunded(period_id: number): Promise<void> {
  const remainingOrders = async () => {
    const { orders: all, given_back, unpaid_orders } = await effect(period_id)
    return all - given_back + unpaid_orders
  }
  return expect.poll(remainingOrders, { timeout: 20_000 }).toBe(0)
}

interface Row {
  order_id: number
  status: number
  end_reason: string | null
  ended_by: number | null
  is_refunded: boolean
}
async function rowsOf(period_id: number): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select order_id, status, end_reason, ended_by, refunded_at is not null as is_refunded
    from sale_order where period_id = ${period_id} order by order_id`.execute(office.db)
  return rows
}
const statusesOf = async (period_id: number) => (await rowsOf(period_id)).map((row) => row.status)

describe('the cancellation of a draw', () => {
  test('is requested with a reason by one person and confirmed by another; until then the draw sells', async () => {
    const period_id = await setGamePeriod(office, product.keno, 'open')
    expect(await errorCodeOf(an.call(periodCancel.ask, { period_id, cancel_reason: ' ' }))).toBe(3)
    const request = await requestCancel(period_id)
    expect((await an.call(period.list, { phase: periodPhase.cancel_requested })).items).toMatchObject([
      {
        period_id,
        status: periodStatus.open,
        cancel_requested_by: an.user_id,
        cancel_requested_by_name: an.user_name,
        cancel_reason,
      },
    ])
    await sell(office, pos, { period_id })
    expect(await errorCodeOf(an.call(periodCancel.confirm, request))).toBe(169)
    expect(await errorCodeOf(binh.call(periodCancel.ask, { period_id, cancel_reason }))).toBe(123)
    expect(await binh.call(periodCancel.confirm, request)).toMatchObject({
      status: periodStatus.cancelled,
      cancelled_by_name: binh.user_name,
      cancel_reason,
    })
    expect(await errorCodeOf(binh.call(periodCancel.confirm, request))).toBe(122)
    expect(await errorCodeOf(an.call(periodCancel.ask, { period_id, cancel_reason }))).toBe(122)
    expect((await an.call(period.list, { phase: periodPhase.cancel_requested })).items).toEqual([])
  })

  test('can be rejected or withdrawn, and the draw goes on as before', async () => {
    const period_id = await setGamePeriod(office, product.keno, 'open')
    const refused = await requestCancel(period_id)
    expect(await errorCodeOf(binh.call(periodCancel.reject, refused))).toBe(3)
    await an.call(periodCancel.reject, refused)
    for (const person of [binh, an]) {
      const request = await requestCancel(period_id)
      const reason = person === an ? null : 'Nhà đài vẫn quay'
      expect(await person.call(periodCancel.reject, { ...request, reason })).toMatchObject({
        status: periodStatus.open,
        cancel_requested_at: null,
        cancel_reason: null,
      })
      expect(await errorCodeOf(binh.call(periodCancel.confirm, request))).toBe(118)
    }
    // A decision on an earlier request than the current one is refused.
    const old = await requestCancel(period_id)
    await an.call(periodCancel.reject, old)
    await requestCancel(period_id)
    expect(await errorCodeOf(binh.call(periodCancel.confirm, old))).toBe(9001)
    expect(await errorCodeOf(binh.call(periodCancel.reject, { ...old, reason: 'Nhầm kỳ' }))).toBe(9001)
  })

  test('is for the head office only, with a right for the request and another one for the confirmation', async () => {
    const period_id = await setGamePeriod(office, product.keno, 'open')
    const partner_user = await office.hire([...periodPage.rights], { partner_id: pos.partner_id })
    expect(await errorCodeOf(partner_user.call(periodCancel.ask, { period_id, cancel_reason }))).toBe(169)
    expect(await errorCodeOf(partner_user.call(periodCancel.effect, { period_id }))).toBe(169)
    const requester = await office.hire([periodPage.view, periodPage.update])
    const { cancel_requested_at } = await requester.call(periodCancel.ask, { period_id, cancel_reason })
    const request = { period_id, cancel_requested_at: cancel_requested_at! }
    expect(await errorCodeOf(partner_user.call(periodCancel.confirm, request))).toBe(169)
    expect(await errorCodeOf(partner_user.call(periodCancel.reject, request))).toBe(169)
    const other = await office.hire([periodPage.view, periodPage.update])
    expect(await errorCodeOf(other.call(periodCancel.confirm, request))).toBe(169)
    expect(await errorCodeOf(an.call(periodCancel.ask, { period_id: 2_000_000_000, cancel_reason }))).toBe(137)
  })

  test('is refused without waiting for orders in progress, and of twenty parallel requests one succeeds', async () => {
    const period_id = await setGamePeriod(office, product.keno, 'open')
    const order_id = await sell(office, pos, { period_id })
    await setOrder(office, order_id, { status: status.lost, uncounted: null })
    const selling = createClient(office.database_url)
    await selling.connect()
    await selling.query('begin')
    await selling.query('select lock_periods()')
    // The refusal does not wait for the lock.
    expect(await errorCodeOf(an.call(periodCancel.ask, { period_id, cancel_reason }))).toBe(144)
    await setOrder(office, order_id, { status: status.done })
    const requests = inParallel((n) =>
      errorCodeOf((n % 2 === 0 ? an : binh).call(periodCancel.ask, { period_id, cancel_reason })),
    )
    // Over another pool, because the requests take all connections of the office's.
    await untilWaiting(other_program, 2)
    await selling.query('commit')
    await selling.end()
    expect((await requests).toSorted()).toEqual(onceOf('request_pending'))
  })

  test('is possible after the draw, but not once its prizes are calculated', async () => {
    const period_id = await setGamePeriod(office, product.keno, 'open')
    const order_id = await sell(office, pos, { period_id })
    const request = await requestCancel(period_id)
    await office.write((db) =>
      sql`update draw_period set open_at = now() - interval '3 hours', return_until = now() - interval '2 hours', stop_at = now() - interval '2 hours',
        print_at = now() - interval '2 hours', draw_at = now() - interval '1 hour' where period_id = ${period_id}`.execute(
        db,
      ),
    )
    await setOrder(office, order_id, { status: status.lost, uncounted: null })
    expect(await errorCodeOf(binh.call(periodCancel.confirm, request))).toBe(144)
    await setOrder(office, order_id, { status: status.done })
    await binh.call(periodCancel.confirm, request)
    await untilRefunded(period_id)
    expect(await statusesOf(period_id)).toEqual([status.refunding])
  })
})

describe('after the confirmation of a cancellation', () => {
  test('wallets are refunded at once, vendors’ payments once a person confirms it, and unpaid orders are cancelled', async () => {
    const period_id = await setGamePeriod(office, product.keno, 'open')
    const { msisdn, ledger_id } = await openTestWallet(office, { balance: 50_000 })
    const wallet = { period_id, vendor_code: 'WALLET', msisdn }
    const ids = {
      of_wallet: await sell(office, pos, wallet),
      of_source: await sell(office, pos, { period_id, ...momo, handling: 1 }),
      reported: await sell(office, pos, wallet),
      refunded_before: await sell(office, pos, wallet),
      unpaid: await order(office, pos, { period_id, ...momo }),
      cash: await sell(office, pos, { period_id }),
    }
    const fault = { reason: 'Vé in mờ' }
    for (const order_id of [ids.reported, ids.refunded_before]) await an.call(orders.report, { order_id, ...fault })
    await binh.call(orders.changeStatus, {
      order_id: ids.refunded_before,
      status: status.refunding,
      note: 'Đã xem ảnh',
    })
    const counts = { orders: 4, quantity: 4, total: 40_000, wallet_orders: 2, wallet_total: 20_000 }
    const dry = { ...counts, source_orders: 2, source_total: 20_000, unpaid_orders: 1, given_back: 0 }
    expect(await effect(period_id)).toEqual({ period_id, ...dry })
    expect(await ledgerBalance(office, ledger_id)).toBe(30_000)

    await cancel(period_id)
    await untilRefunded(period_id)

    expect(await effect(period_id)).toEqual({ period_id, ...dry, unpaid_orders: 0, given_back: 4 })
    expect(await ledgerBalance(office, ledger_id)).toBe(50_000)
    const rows = new Map((await rowsOf(period_id)).map((row) => [row.order_id, row]))
    const ended = { ended_by: binh.user_id, end_reason: expect.stringContaining(cancel_reason) }
    expect(rows.get(ids.of_wallet)).toMatchObject({ ...ended, status: status.refunded, is_refunded: true })
    expect(rows.get(ids.reported)).toMatchObject({ ...ended, status: status.refunded, is_refunded: true })
    expect(rows.get(ids.of_source)).toMatchObject({ ...ended, status: status.refunding, is_refunded: false })
    expect(rows.get(ids.cash)).toMatchObject({ ...ended, status: status.refunding })
    expect(rows.get(ids.unpaid)).toMatchObject({ ...ended, status: status.cancelled })
    expect(rows.get(ids.refunded_before)).toMatchObject({ status: status.refunded, end_reason: 'Đã xem ảnh' })
    // A person confirms that the vendor has refunded it, as for any other order.
    await an.call(orders.changeStatus, { order_id: ids.of_source, status: status.refunded, note: 'MM-01' })
    expect(await ledgerFindings(office.database_url)).toEqual([])
  })

  test('nothing of the draw is sold or paid any more, and sales reports do not count its orders', async () => {
    const lone = await openPos(office)
    const period_id = await setGamePeriod(office, product.keno, 'open')
    await sell(office, lone, { period_id })
    const unpaid = await order(office, lone, { period_id, ...momo })
    const sold = async () =>
      (await an.call(sales.xsdt, { pos_id: lone.pos_id, group_by: ['pos'] })).items.map((row) => row.amount)
    expect(await sold()).toEqual([10_000])
    await cancel(period_id)
    await expect(sell(office, lone, { period_id })).rejects.toMatchObject({ code: 156 })
    expect(await errorCodeOf(pay(office, lone, unpaid))).not.toBe(0)
    await untilRefunded(period_id)
    expect(await sold()).toEqual([])
  })

  test('paid tickets of a station stay sold, and unpaid ones return to the stock', async () => {
    const open_date = await dayFromNow(office.db, 3)
    const base_id = await openStore(office, [stations.camau])
    await setPeriod(office, stations.camau, open_date, 'open')
    const place = { open_date, area_id: stations.camau, base_id }
    const number = await stockTickets(office, place, 10)
    const fields = { area_id: stations.camau, open_date, tickets: [{ number, quantity: 2 }] }
    await sell(office, pos, fields)
    await order(office, pos, { ...fields, ...momo })
    const stockNow = async () => {
      const { rows } = await sql<{ in_stock: number; sold: number }>`
        select in_stock, sold from stock where open_date = ${open_date} and area_id = ${stations.camau} and base_id = ${base_id}`.execute(
        office.db,
      )
      return rows[0]
    }
    expect(await stockNow()).toEqual({ in_stock: 6, sold: 4 })
    const { items } = await an.call(period.list, { area_id: stations.camau, page_size: 300 })
    const { period_id } = items.find((row) => row.open_date === open_date)!
    await cancel(period_id)
    await untilRefunded(period_id)
    expect(await stockNow()).toEqual({ in_stock: 8, sold: 2 })
  })
})

describe('the job that refunds a cancelled draw', () => {
  test('refunds each order once, also if several programs run it in parallel and again', async () => {
    const period_id = await setGamePeriod(office, product.keno, 'open')
    const { msisdn, ledger_id } = await openTestWallet(office, { balance: 200_000 })
    for (let n = 0; n < 10; n++) await sell(office, pos, { period_id, vendor_code: 'WALLET', msisdn })
    await cancel(period_id)
    const run = () => [office.db, other_program].map((db) => refundDraw(db, period_id))
    await Promise.all([...run(), ...run()])
    await Promise.all(run())
    expect(await statusesOf(period_id)).toEqual(Array.from({ length: 10 }, () => status.refunded))
    expect(await ledgerBalance(office, ledger_id)).toBe(200_000)
    expect(await ledgerFindings(office.database_url)).toEqual([])
  })

  test('continues past an order that cannot be refunded, reports it, and refunds it in a later run', async () => {
    const period_id = await setGamePeriod(office, product.keno, 'open')
    const [broken_wallet, sound_wallet] = [
      await openTestWallet(office, { balance: 10_000 }),
      await openTestWallet(office, { balance: 10_000 }),
    ]
    for (const { msisdn } of [broken_wallet, sound_wallet])
      await sell(office, pos, { period_id, vendor_code: 'WALLET', msisdn })
    const owner = createClient(office.database_url)
    await owner.connect()
    const rename = (code: string) =>
      owner.query('update ledger_account set code = $1 where account_id = $2', [code, broken_wallet.ledger_id])
    await owner.query('set session_replication_role = replica')
    await rename('wallet:lost')
    await cancel(period_id)
    await expect(refundDraw(office.db, period_id)).rejects.toThrow(/could not be given back/)
    expect(await statusesOf(period_id)).toEqual([status.done, status.refunded])
    await rename(`wallet:${broken_wallet.msisdn}`)
    await owner.end()
    await untilRefunded(period_id)
    for (const { ledger_id } of [broken_wallet, sound_wallet])
      expect(await ledgerBalance(office, ledger_id)).toBe(10_000)
  })

  test('does nothing to a draw whose cancellation nobody has confirmed', async () => {
    const period_id = await setGamePeriod(office, product.keno, 'open')
    await sell(office, pos, { period_id })
    await requestCancel(period_id)
    await refundDraw(office.db, period_id)
    expect(await statusesOf(period_id)).toEqual([status.done])
  })
})
