/** Cancelling a draw: one person requests it, another confirms, and a job refunds its orders. */
import { sql, type RawBuilder } from 'kysely'
import { withTimeLimit } from '#server/record/list.ts'
import { assertRejectReason, refuse, type Fail } from '#server/fail.ts'
import { serve } from '#server/serve.ts'
import type { Db } from '#server/database/transaction.ts'
import { isHeadOffice } from '#contract/person.ts'
import { orderStatus } from '#features/orders/order/order.contract.ts'
import { fromWallet } from '#features/orders/payment/vendor.rules.ts'
import { periodCancel, type CancelEffectRow } from '#features/results/period/cancel.contract.ts'
import { whyNotRequest, whyNotConfirm, whyNotReject } from '#features/results/period/cancel.rules.ts'
import type { PeriodRow } from '#features/results/period/period.contract.ts'
import { lockPeriodsExclusive, periodsWithCancel } from '#features/results/period/period.query.server.ts'
import { clock_now } from '#server/record/change-columns.ts'

export const refund_job = 'draw.give_back'

const { paid, processing, done, reported, lost, rewarded, refunding, refunded, unpaid } = orderStatus
/** Paid, and not being refunded. Orders whose prizes were calculated are not among them. */
export const refundable_statuses: readonly number[] = [paid, processing, done, reported]

export default serve(periodCancel, {
  effect: async ({ db, me, input: { period_id }, fail }) => {
    // The sums cover all points of sale and partners.
    if (!isHeadOffice(me)) fail('no_right')
    const message = 'Kỳ có quá nhiều đơn nên chưa cộng kịp. Hãy thử lại sau ít phút.'
    const giveUp = () => fail('search_time_exceeded', { message })
    return (await withTimeLimit(db, giveUp, () => effectOf(db, period_id))) ?? fail('period_not_found')
  },

  ask: async ({ db, me, input: { period_id, cancel_reason }, fail }) => {
    refuse(whyNotRequest(await findPeriod(db, period_id, fail), me), fail)
    await assertNotDrawn(db, period_id, fail)
    // All sales wait from here on; somebody else may have requested it meanwhile.
    refuse(whyNotRequest(await lockPeriod(db, period_id, fail), me), fail)
    const request = { cancel_requested_by: me.user_id, cancel_requested_at: clock_now, cancel_reason }
    return change(db, period_id, request, fail)
  },

  confirm: async ({ db, me, input, enqueue, fail }) => {
    const { period_id } = input
    const row = await lockPeriod(db, period_id, fail)
    refuse(whyNotConfirm(row, me), fail)
    await assertSameRequest(db, row, input, fail)
    await assertNotDrawn(db, period_id, fail)
    await enqueue(db, refund_job, { period_id }, String(period_id))
    return change(db, period_id, { cancelled_by: me.user_id, cancelled_at: clock_now }, fail)
  },

  reject: async ({ db, me, input, fail }) => {
    const row = await lockPeriod(db, input.period_id, fail)
    refuse(whyNotReject(row, me), fail)
    assertRejectReason(row.cancel_requested_by, me, input, fail)
    await assertSameRequest(db, row, input, fail)
    return change(
      db,
      input.period_id,
      { cancel_requested_by: null, cancel_requested_at: null, cancel_reason: null },
      fail,
    )
  },
})

/** Locks the draw, and with it all others, until the transaction ends; running orders have finished by then. */
async function lockPeriod(db: Db, period_id: number, fail: Fail<'period_not_found'>): Promise<PeriodRow> {
  await lockPeriodsExclusive(db)
  return findPeriod(db, period_id, fail)
}

async function findPeriod(db: Db, period_id: number, fail: Fail<'period_not_found'>): Promise<PeriodRow> {
  return (
    (await periodsWithCancel(db).where('p.period_id', '=', period_id).executeTakeFirst()) ?? fail('period_not_found')
  )
}

/** Refuses when the request is not the one that the person saw. */
async function assertSameRequest(
  db: Db,
  row: PeriodRow,
  expected: { cancel_requested_at: string },
  fail: Fail<'changed_by_other'>,
): Promise<void> {
  const { rows } = await sql<{ same: boolean }>`
    select ${row.cancel_requested_at}::timestamptz = ${expected.cancel_requested_at}::timestamptz as same`.execute(db)
  if (!rows[0]!.same) fail('changed_by_other', { current: row })
}

/** A draw with a result has taken place. Entering a result locks the draw too, so none can be added meanwhile. */
async function assertNotDrawn(db: Db, period_id: number, fail: Fail<'period_already_drawn'>): Promise<void> {
  const { rows } = await sql<{ has_result: boolean; is_calculated: boolean }>`
    select exists (select from draw_result where period_id = ${period_id}) as has_result, exists (
      select from sale_order where period_id = ${period_id} and status between ${sql.lit(lost)} and ${sql.lit(rewarded)}) as is_calculated`.execute(
    db,
  ) // unscoped: a draw is cancelled with all of its orders
  const { has_result, is_calculated } = rows[0]!
  if (is_calculated) fail('period_already_drawn', { message: 'Kỳ đã tính thưởng nên không hủy được.' })
  if (has_result) fail('period_already_drawn', { message: 'Kỳ đã có kết quả nên không hủy được.' })
}

async function change(
  db: Db,
  period_id: number,
  set: Partial<Record<`cancel${string}`, RawBuilder<string> | string | number | null>>,
  fail: Fail<'period_not_found'>,
): Promise<PeriodRow> {
  await db.updateTable('draw_period').set(set).where('period_id', '=', period_id).execute()
  return findPeriod(db, period_id, fail)
}

interface OfVendor extends Pick<CancelEffectRow, 'orders' | 'quantity' | 'total' | 'unpaid_orders' | 'given_back'> {
  vendor_code: string | null
}

/** What the job still has to refund and what it has refunded; undefined where there is no such draw. */
async function effectOf(db: Db, period_id: number): Promise<CancelEffectRow | undefined> {
  const { rows } = await sql<OfVendor>`
    select v.vendor_code, count(*) filter (where x.is_owed) as orders, count(*) filter (where o.status = ${unpaid}) as unpaid_orders,
      coalesce(sum(o.quantity) filter (where x.is_owed), 0) as quantity, coalesce(sum(o.total) filter (where x.is_owed), 0) as total,
      count(*) filter (where x.is_given_back) as given_back
    from draw_period p left join sale_order o using (period_id) left join payment_vendor v using (payment_vendor_id),
      lateral (select coalesce(o.status in (${refunding}, ${refunded}) and o.ended_at >= p.cancelled_at, false) as is_given_back) b,
      lateral (select b.is_given_back, b.is_given_back or o.status = any(${refundable_statuses}::smallint[]) as is_owed) x
    where p.period_id = ${period_id} group by 1`.execute(db) // unscoped: a draw is cancelled with all of its orders
  if (rows.length === 0) return undefined
  const sumOf = (name: keyof Omit<OfVendor, 'vendor_code'>, subset = rows) =>
    subset.reduce((sum, row) => sum + row[name], 0)
  const of_wallets = rows.filter(fromWallet)
  const [orders, total, wallet_orders, wallet_total] = [
    sumOf('orders'),
    sumOf('total'),
    sumOf('orders', of_wallets),
    sumOf('total', of_wallets),
  ]
  return {
    period_id,
    orders,
    quantity: sumOf('quantity'),
    total,
    wallet_orders,
    wallet_total,
    source_orders: orders - wallet_orders,
    source_total: total - wallet_total,
    unpaid_orders: sumOf('unpaid_orders'),
    given_back: sumOf('given_back'),
  }
}
