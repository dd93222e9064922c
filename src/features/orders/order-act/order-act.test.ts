import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { recordHistory } from '#features/access/audit/record-history.contract.ts'
import { transactionPage } from '#features/orders/pages.contract.ts'
import { refund } from '#features/orders/refund/refund.contract.ts'
import { playTypesOf } from '#features/results/product/game.rules.ts'
import { product } from '#features/results/product/product.contract.ts'
import { errorCode, errorCodeOf } from '../../../testing/error-code.ts'
import { ledgerFindings } from '../../../testing/ledger.ts'
import { ledgerBalance, openTestWallet } from '../../../testing/money.ts'
import { openOffice, type Office, type Person } from '../../../testing/office.ts'
import {
  openOrderDesk,
  openPos,
  order,
  sell,
  setGamePeriod,
  type SellingPos,
  setOrder,
} from '../../../testing/orders.ts'
import { inParallel, onceOf } from '../../../testing/parallel.ts'
import { untilWaiting } from '../../../testing/waits.ts'
import { orderStatus as status } from '#features/orders/order/order.contract.ts'
import { manyOrders, orders } from '#features/orders/order/transaction.contract.ts'

let office: Office
let an: Person
let binh: Person
let pos: SellingPos

beforeAll(async () => {
  office = await openOffice()
  ;({ an, binh, pos } = await openOrderDesk(office))
})
afterAll(() => office.close())

const reason = { reason: 'Vé in mờ, không đọc được số' }

const detail = (order_id: number) => an.call(orders.detail, { order_id })

test('the details of an order contain its lines, its point of sale and its ledger transfer', async () => {
  const order_id = await sell(office, pos)
  const row = await detail(order_id)
  expect(row).toMatchObject({ order_id, status: status.done, pos_id: pos.pos_id, device_code: pos.device_code })
  expect(row.lines).toMatchObject([{ line_no: 1, numbers: '01 02 03 04 05 06 07 08 09 10', amount: row.amount }])
  expect(row.transfers).toMatchObject([{ ref: `order:${order_id}:pay`, from_code: 'vendor:POS', amount: row.amount }])
  expect(row.numbers).toBe('01 02 03 04 05 06 07 08 09 10')
  expect(await errorCodeOf(detail(order_id + 1_000))).toBe(errorCode('order_not_found'))
})

test('a report stops an order, and its rejection by a second person restores the status before', async () => {
  const order_id = await sell(office, pos)
  const before = await detail(order_id)
  const reported = await an.call(orders.report, { order_id, version: before.version, ...reason })
  expect(reported).toMatchObject({ status: status.reported, reported_by: an.user_id })
  expect(await errorCodeOf(an.call(orders.rejectReport, { order_id, ...reason }))).toBe(errorCode('no_right'))
  expect(await errorCodeOf(an.call(orders.report, { order_id, ...reason }))).toBe(errorCode('action_invalid'))
  const answer = await binh.call(orders.rejectReport, { order_id, reason: 'Ảnh cho thấy vé rõ' })
  expect(answer.status).toBe(status.done)
  const rejected = await detail(order_id)
  expect(rejected).toMatchObject({ note: 'Ảnh cho thấy vé rõ', report_reason: reason.reason, refunded_at: null })
  expect(rejected.rejected_by_name).toBe(binh.user_name)
  expect(Date.parse(rejected.rejected_at!)).toBeGreaterThan(Date.parse(rejected.reported_at!))
  expect(await errorCodeOf(binh.call(orders.rejectReport, { order_id, ...reason }))).toBe(errorCode('action_invalid'))
  const { items } = await an.call(recordHistory.history, { table_name: 'sale_order', row_id: String(order_id) })
  expect(items.map(({ user_name }) => user_name)).toEqual([binh.user_name, an.user_name])
})

test('a fault can be reported for a day after the payment, and not once prizes are calculated or being paid', async () => {
  const late = await sell(office, pos)
  await setOrder(office, late, { paid_at: sql`now() - interval '25 hours'` })
  const too_late = errorCode('report_window_expired')
  expect(await errorCodeOf(an.call(orders.report, { order_id: late, ...reason }))).toBe(too_late)
  const calculated = await sell(office, pos)
  for (const [now, refused] of [
    [status.lost, 'order_calculated'],
    [status.won, 'order_calculated'],
    [status.paying_reward, 'ticket_paying_reward'],
    [status.rewarded, 'order_calculated'],
  ] as const) {
    await setOrder(office, calculated, { status: now })
    expect(await errorCodeOf(an.call(orders.report, { order_id: calculated, ...reason }))).toBe(errorCode(refused))
  }
  expect(await errorCodeOf(an.call(orders.report, { order_id: await order(office, pos), ...reason }))).toBe(
    errorCode('action_invalid'),
  )
})

test('a paid order that is not finished can be reported however late, and its money is refunded', async () => {
  const wallet = await openTestWallet(office, { balance: 100_000 })
  const period_id = await setGamePeriod(office, product.keno, 'open')
  const sellOnline = () => sell(office, pos, { period_id, handling: 1, vendor_code: 'WALLET', msisdn: wallet.msisdn })
  const [waiting, processing] = [await sellOnline(), await sellOnline()]
  const paid_at = sql`now() - interval '25 hours'`
  await setOrder(office, waiting, { paid_at })
  const work = { status: status.processing, taken_by: binh.user_id, taken_at: paid_at, updated_at: paid_at }
  await setOrder(office, processing, { ...work, paid_at })
  await office.write((db) => {
    const past = sql<string>`now() - interval '1 hour'`
    const change = { return_until: past, stop_at: past, print_at: past, draw_at: past }
    return db.updateTable('draw_period').set(change).where('period_id', '=', period_id).execute()
  })
  for (const order_id of [waiting, processing]) {
    expect(await detail(order_id)).toMatchObject({ is_report_open: true, is_due_over: true })
    await an.call(orders.report, { order_id, ...reason })
    const accept = { order_id, status: status.refunding, note: 'Không kịp in vé' } as const
    expect(await binh.call(orders.changeStatus, accept)).toMatchObject({ status: status.refunded })
  }
  expect(await ledgerBalance(office, wallet.ledger_id)).toBe(100_000)
})

test('an order that somebody processes can be neither reported nor finished by another person', async () => {
  const order_id = await sell(office, pos, { handling: 1, vendor_code: 'MOMO', msisdn: '84905551234' })
  await setOrder(office, order_id, { status: status.processing, taken_by: binh.user_id, taken_at: sql`now()` })
  expect(await errorCodeOf(an.call(orders.report, { order_id, ...reason }))).toBe(errorCode('order_locked'))
  const finish = { order_id, status: status.done, note: 'Đã in vé tại quầy' } as const
  expect(await errorCodeOf(an.call(orders.changeStatus, finish))).toBe(errorCode('order_locked'))
  expect(await errorCodeOf(binh.call(orders.changeStatus, finish))).toBe(errorCode('ticket_image_not_found'))
  await setOrder(office, order_id, { images: ['/files/ticket/ve-1.webp'] })
  expect(await binh.call(orders.changeStatus, finish)).toMatchObject({ status: status.done })
})

test('a lapsed order can be reported by anybody, finished only by its holder, and waits after the report is rejected', async () => {
  const orderInWork = async () => {
    const order_id = await sell(office, pos, { handling: 1, vendor_code: 'MOMO', msisdn: '84905551238' })
    const work = { status: status.processing, taken_by: binh.user_id, images: ['/files/ticket/ve-1.webp'] }
    await setOrder(office, order_id, { ...work, taken_at: sql`now()`, updated_at: sql`now()` })
    return order_id
  }
  const abandoned = await orderInWork()
  const finish = { order_id: abandoned, status: status.done, note: 'Đã in vé tại quầy' } as const
  expect(await errorCodeOf(an.call(orders.report, { order_id: abandoned, ...reason }))).toBe(errorCode('order_locked'))
  const touchedAgo = (minutes: number) => ({ updated_at: sql`now() - make_interval(mins => ${minutes})` })
  await setOrder(office, abandoned, touchedAgo(14))
  expect(await errorCodeOf(an.call(orders.report, { order_id: abandoned, ...reason }))).toBe(errorCode('order_locked'))
  await setOrder(office, abandoned, touchedAgo(15))
  expect(await errorCodeOf(an.call(orders.changeStatus, finish))).toBe(errorCode('action_invalid'))
  const lapsed = await detail(abandoned)
  expect(lapsed).toMatchObject({ status: status.processing, is_lapsed: true, taken_by: binh.user_id })
  expect(Date.parse(lapsed.lapsed_at!)).toBeLessThanOrEqual(Date.now())
  await an.call(orders.report, { order_id: abandoned, ...reason })
  expect(await binh.call(orders.rejectReport, { order_id: abandoned, reason: 'Vé rõ' })).toMatchObject({
    status: status.paid,
    taken_by: null,
  })
  // The holder of a lapsed order can finish it as long as nobody else has taken it.
  const unclaimed = await orderInWork()
  await setOrder(office, unclaimed, { updated_at: sql`now() - interval '16 minutes'` })
  expect(await binh.call(orders.changeStatus, { ...finish, order_id: unclaimed })).toMatchObject({
    status: status.done,
  })
})

test('an order cannot be finished by hand after its print time or for a cancelled draw', async () => {
  const period_id = await setGamePeriod(office, product.keno, 'open')
  const orderInWork = async () => {
    const order_id = await sell(office, pos, { period_id, handling: 1, vendor_code: 'MOMO', msisdn: '84905551236' })
    const work = { status: status.processing, taken_by: an.user_id, taken_at: sql`now()` }
    await setOrder(office, order_id, { ...work, images: ['/files/ticket/ve-1.webp'] })
    return order_id
  }
  const [printed, late] = [await orderInWork(), await orderInWork()]
  const finish = (order_id: number) =>
    an.raw(orders.changeStatus, { order_id, status: status.done, note: 'Đã in vé tại quầy' })
  const move = (change: object) =>
    office.write((db) => db.updateTable('draw_period').set(change).where('period_id', '=', period_id).execute())
  expect((await finish(printed)).body.error.code).toBe(0)
  await move({ cancelled_at: sql`now()` })
  expect((await finish(late)).body.error).toEqual({
    code: errorCode('period_closed'),
    message: 'Kỳ quay đã hủy, tiền của đơn đang được hoàn.',
  })
  const past = sql`now() - interval '1 minute'`
  await move({ cancelled_at: null, return_until: past, stop_at: past, print_at: past })
  expect((await finish(late)).body.error).toEqual({
    code: errorCode('period_closed'),
    message: 'Đã hết giờ xử lý đơn của kỳ này, cần báo lỗi để hoàn tiền.',
  })
})

test('an order of a cancelled draw can be reported for a refund however long ago it was paid', async () => {
  const period_id = await setGamePeriod(office, product.keno, 'open')
  const order_id = await sell(office, pos, { period_id, vendor_code: 'MOMO', msisdn: '84905551237' })
  await setOrder(office, order_id, { paid_at: sql`now() - interval '3 days'` })
  const report = () => an.raw(orders.report, { order_id, reason: 'Kỳ không quay' })
  expect((await report()).body.error.code).toBe(errorCode('report_window_expired'))
  await office.write((db) =>
    db
      .updateTable('draw_period')
      .set({ cancelled_at: sql`now()` })
      .where('period_id', '=', period_id)
      .execute(),
  )
  expect((await report()).body.error.code).toBe(0)
})

test('a decision on an order waits for a change of its draw that is in progress', async () => {
  const period_id = await setGamePeriod(office, product.keno, 'open')
  const order_id = await sell(office, pos, { period_id, handling: 1, vendor_code: 'MOMO', msisdn: '84905551237' })
  const work = { status: status.processing, taken_by: an.user_id, taken_at: sql`now()` }
  await setOrder(office, order_id, { ...work, images: ['/files/ticket/ve-1.webp'] })
  let finishing: Promise<number>
  await office.write(async (db) => {
    const past = sql<string>`now() - interval '1 minute'`
    const change = { return_until: past, stop_at: past, print_at: past }
    await db.updateTable('draw_period').set(change).where('period_id', '=', period_id).execute()
    finishing = errorCodeOf(an.call(orders.changeStatus, { order_id, status: status.done, note: 'Đã in vé' }))
    await untilWaiting(db)
  })
  expect(await finishing!).toBe(errorCode('period_closed'))
})

test('an accepted report refunds a payment from a wallet at once', async () => {
  const wallet = await openTestWallet(office, { balance: 100_000 })
  const order_id = await sell(office, pos, { vendor_code: 'WALLET', msisdn: wallet.msisdn })
  const { total } = await detail(order_id)
  expect(await ledgerBalance(office, wallet.ledger_id)).toBe(100_000 - total)
  await an.call(orders.report, { order_id, ...reason })
  const accept = { order_id, status: status.refunding, note: 'Đã xem ảnh, vé hỏng' } as const
  expect(await errorCodeOf(an.call(orders.changeStatus, accept))).toBe(errorCode('no_right'))
  expect(await binh.call(orders.changeStatus, accept)).toMatchObject({ status: status.refunded })
  expect(await ledgerBalance(office, wallet.ledger_id)).toBe(100_000)
  expect(await errorCodeOf(binh.call(orders.changeStatus, accept))).toBe(errorCode('action_invalid'))
  const { items, sums } = await an.call(refund.list, { keyword: String(order_id) })
  expect(items).toMatchObject([
    { refund_amount: total, reason: reason.reason, ended_by_name: binh.user_name, status: 12 },
  ])
  expect(sums).toEqual({ refund_amount: total, total })
})

test('a refund through a payment vendor is pending until a person confirms it', async () => {
  const order_id = await sell(office, pos, { vendor_code: 'MOMO', msisdn: '84905551235' })
  await an.call(orders.report, { order_id, ...reason })
  const note = { note: 'Đúng là hỏng' }
  expect(await binh.call(orders.changeStatus, { order_id, status: status.refunding, ...note })).toMatchObject({
    status: status.refunding,
  })
  expect((await an.call(refund.list, { status: status.refunding })).items.map((row) => row.order_id)).toContain(
    order_id,
  )
  expect(await an.call(orders.changeStatus, { order_id, status: status.refunded, ...note })).toMatchObject({
    status: status.refunded,
  })
  expect((await detail(order_id)).transfers.at(-1)).toMatchObject({
    to_code: 'vendor:MOMO',
    ref: `order:${order_id}:refund`,
  })
})

test('no other status can be set by hand, and people of a partner cannot accept a refund', async () => {
  const order_id = await sell(office, pos)
  for (const next of [status.unpaid, status.paid, status.won, status.reported, status.cancelled])
    expect(await errorCodeOf(an.call(orders.changeStatus, { order_id, status: next, note: 'x' }))).toBe(
      errorCode('action_invalid'),
    )
  expect(await errorCodeOf(an.call(orders.changeStatus, { order_id, status: status.refunding, note: 'x' }))).toBe(
    errorCode('action_invalid'),
  )
  const partner_user = await office.hire(transactionPage.rights, { partner_id: pos.partner_id })
  const other = await office.hire(transactionPage.rights, { partner_id: (await openPos(office)).partner_id })
  await an.call(orders.report, { order_id, ...reason })
  expect(
    await errorCodeOf(partner_user.call(orders.changeStatus, { order_id, status: status.refunding, note: 'x' })),
  ).toBe(errorCode('no_right'))
  expect(await errorCodeOf(other.call(orders.rejectReport, { order_id, ...reason }))).toBe(errorCode('order_not_found'))
  expect(await partner_user.call(orders.detail, { order_id })).toMatchObject({ transfers: [], account_id: null })
  // People of a partner see when the order was refunded, but not its ledger transfers.
  await binh.call(orders.changeStatus, { order_id, status: status.refunding, note: 'Hoàn' })
  expect((await partner_user.call(orders.detail, { order_id })).refunded_at).toBeNull()
  await an.call(orders.changeStatus, { order_id, status: status.refunded, note: 'Đã hoàn tại quầy' })
  const shown_order = await partner_user.call(orders.detail, { order_id })
  expect(shown_order.transfers).toEqual([])
  expect(Date.parse(shown_order.refunded_at!)).toBeGreaterThan(Date.parse(shown_order.ended_at!))
})

test('of twenty parallel decisions on a report one succeeds, and the others are refused as changed meanwhile', async () => {
  const cuc = await office.hire(transactionPage.rights)
  for (let round = 0; round < 5; round++) {
    const order_id = await sell(office, pos)
    const { version } = await an.call(orders.report, { order_id, ...reason })
    const refundIt = { order_id, version, status: status.refunding, note: 'Hoàn' }
    const codes = await inParallel((n) =>
      errorCodeOf(
        n % 2 === 0
          ? binh.call(orders.changeStatus, refundIt)
          : cuc.call(orders.rejectReport, { order_id, version, reason: 'Không hoàn' }),
      ),
    )
    expect(codes.toSorted()).toEqual(onceOf('changed_by_other'))
    const decided = codes.indexOf(0) % 2 === 0 ? status.refunding : status.done
    expect((await detail(order_id)).status).toBe(decided)
  }
})

test('the ledger is consistent after all tests above', async () => {
  expect(await ledgerFindings(office.database_url)).toEqual([])
})

describe('after the draw has taken place', () => {
  const drawn = async () => {
    const period_id = await setGamePeriod(office, product.bingo18, 'open')
    const board = { play_type: playTypesOf(product.bingo18)[0]!.play_type, numbers: '1', stake: 1 }
    const order_id = await sell(office, pos, { category: product.bingo18, period_id, boards: [board] })
    await office.write((db) => {
      const past = sql<string>`now() - interval '1 minute'`
      const change = { return_until: past, stop_at: past, print_at: past, draw_at: past }
      return db.updateTable('draw_period').set(change).where('period_id', '=', period_id).execute()
    })
    return { order_id, period_id }
  }

  test('a report is refused to a partner’s operator and in bulk, and accepted from the head office for one order', async () => {
    const { order_id } = await drawn()
    const operator = await office.hire([...transactionPage.rights], { partner_id: pos.partner_id })
    expect(await errorCodeOf(operator.call(orders.report, { order_id, ...reason }))).toBe(
      errorCode('report_window_expired'),
    )
    const many = { ids: [order_id], expected: 1, action: 'report' as const }
    expect(await an.call(manyOrders.preview, many)).toMatchObject({ done: 0, skipped: 1 })
    expect(await an.call(orders.report, { order_id, ...reason })).toMatchObject({ status: status.reported })
    const together = { ids: [order_id], expected: 1, action: 'accept_report' as const }
    expect(await binh.call(manyOrders.preview, together)).toMatchObject({ done: 0, skipped: 1 })
  })

  test('a refund is accepted by a second person only with the current version of the result', async () => {
    const { order_id, period_id } = await drawn()
    await an.call(orders.report, { order_id, ...reason })
    const accept = { order_id, status: status.refunding, note: 'Ảnh cho thấy vé hỏng' } as const
    expect(await errorCodeOf(binh.call(orders.changeStatus, accept))).toBe(errorCode('request_invalid'))
    await office.write((db) =>
      sql`insert into draw_result (period_id, status, source, numbers, version)
        values (${period_id}, 1, 1, '{"main":["1","2","3"]}', 3)`.execute(db),
    )
    const outdated_view = { ...accept, result_version: 0 }
    expect(await errorCodeOf(binh.call(orders.changeStatus, outdated_view))).toBe(errorCode('changed_by_other'))
    const row = await binh.call(orders.detail, { order_id })
    expect(row).toMatchObject({ is_late_report: true, draw_result: { version: 3, numbers: null } })
    const current_view = { ...accept, result_version: row.draw_result!.version }
    expect(await errorCodeOf(an.call(orders.changeStatus, current_view))).toBe(errorCode('no_right'))
    const codes = await inParallel(() => errorCodeOf(binh.call(orders.changeStatus, current_view)))
    expect(codes.toSorted()).toEqual(onceOf('action_invalid'))
  })
})
