/**
 * Refunds all orders of a cancelled draw, in batches. The orders' own status tells what is left to do, so an interrupted job continues, and two at
 * once do no harm.
 */
import { sql } from 'kysely'
import { queuedJob, type JobContext, type QueuedJob } from '#server/jobs/jobs.ts'
import { asProgram } from '#server/audit/without-call.ts'
import type { Db } from '#server/database/transaction.ts'
import { cancelUnpaid } from '#features/orders/intake/cancel-orders.server.ts'
import { runInBatches } from '#features/orders/intake/order-batches.server.ts'
import { lockOrders } from '#features/orders/lock/lock-orders.server.ts'
import { refundOrders, statusAfterRefund } from '#features/orders/payment/refund.server.ts'
import { orderStatus } from '#features/orders/order/order.contract.ts'
import { refund_job, refundable_statuses } from './cancelled-draw.server.ts'

const { unpaid, refunded } = orderStatus
const batch_size = 200

interface RefundDrawData {
  period_id: number
}

/** The draw with the person who cancelled it, in whose name its orders are ended. */
interface CancelledDraw extends RefundDrawData {
  user_id: number
  user_name: string
  reason: string
}

/** Queued with the confirmation of a cancelled draw; retried until no order of it is left. */
export function cancelledDrawJobs({ main }: JobContext): QueuedJob[] {
  return [
    queuedJob<RefundDrawData>(refund_job, {
      title: 'Hoàn đơn của kỳ đã hủy',
      run: ({ period_id }, { signal }) => refundDraw(main, period_id, signal),
    }),
  ]
}

/** @throws at the end when an order is left, so that the job is retried */
export async function refundDraw(main: Db, period_id: number, signal?: AbortSignal): Promise<void> {
  const draw = await cancelledDraw(main, period_id)
  if (!draw) return
  const remaining_ids = await runInBatches({
    nextIds: async (after = 0) => {
      signal?.throwIfAborted()
      return ordersLeft(main, period_id, after)
    },
    process: (ids, lock_timeout) =>
      asProgram(main, 'Hoàn đơn của kỳ đã hủy', (db) => refundBatch(db, draw, ids, lock_timeout), draw),
    could_not: 'given back',
  })
  if (remaining_ids.length > 0)
    throw new Error(`${remaining_ids.length} orders are left, because somebody else holds their tickets`)
}

async function cancelledDraw(main: Db, period_id: number): Promise<CancelledDraw | undefined> {
  const { rows } = await sql<CancelledDraw>`
    select p.period_id, p.cancelled_by as user_id, u.user_name, 'Hủy kỳ ' || p.period_code || ': ' || p.cancel_reason as reason
    from draw_period p join app_user u on u.user_id = p.cancelled_by
    where p.period_id = ${period_id} and p.cancelled_at is not null`.execute(main) // unscoped: only a name
  return rows[0]
}

/** The draw is cancelled, so no orders are added to these. */
async function ordersLeft(main: Db, period_id: number, after: number): Promise<number[]> {
  const { rows } = await sql<{ order_id: number }>`
    select order_id from sale_order
    where period_id = ${period_id} and order_id > ${after}::bigint and status = any(${[unpaid, ...refundable_statuses]}::smallint[])
    order by order_id limit ${batch_size}`.execute(main) // unscoped: the program's own work
  return rows.map(({ order_id }) => order_id)
}

/** The tickets of a stopped draw stay sold; those of unpaid orders return to the stock. */
async function refundBatch(db: Db, draw: CancelledDraw, ids: readonly number[], lock_timeout: number): Promise<void> {
  const { now, orders } = await lockOrders(db, ids, { days: true })
  const lockedOrders = [...orders.values()]
  const { reason, user_id } = draw
  const never_paid = lockedOrders.filter(({ status }) => status === unpaid)
  await cancelUnpaid(db, never_paid, { now, reason, ended_by: user_id, lock_timeout })
  const to_return = lockedOrders.filter(({ status }) => refundable_statuses.includes(status))
  await sql`
    update sale_order o set end_reason = ${reason}, ended_by = ${user_id}, ended_at = ${now}::timestamptz, version = o.version + 1,
      status = x.status, refunded_at = case when x.status = ${refunded} then ${now}::timestamptz end
    from unnest(${to_return.map(({ order_id }) => order_id)}::bigint[], ${to_return.map(statusAfterRefund)}::smallint[]) x (order_id, status)
    where o.order_id = x.order_id and o.status = any (${refundable_statuses}::smallint[])`.execute(db) // unscoped: locked above
  await refundOrders(
    db,
    to_return.map((order) => ({ order, can_resell: false })),
  )
}
