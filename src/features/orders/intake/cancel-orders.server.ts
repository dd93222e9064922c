/** Cancels unpaid orders, on request or when they expire, and puts their tickets back on sale. */
import { sql } from 'kysely'
import { Failure } from '#contract/errors.ts'
import type { Db } from '#server/database/transaction.ts'
import { orderLife, orderStatus } from '#features/orders/order/order.contract.ts'
import {
  answerOf,
  devicesOf,
  lockOrders,
  wrongStatus,
  type LockedOrder,
} from '#features/orders/lock/lock-orders.server.ts'
import { withIdempotency, type Outcome } from './idempotency.server.ts'
import { lock_timeout_ms } from '#features/orders/lock/lock-timeout.server.ts'
import { subtractFromPosDays } from './pos-day.server.ts'
import { returnRevenue } from './revenue.server.ts'
import { returnToStock } from './stock.server.ts'
import { order_batch_size, type CancelRequest } from './order-request.rules.ts'

const default_reason = 'Khách hàng hủy đơn'

/**
 * @param moment a moment of the past, for backdated orders
 * @param lock_timeout in milliseconds, for tickets and stocks that somebody else has locked
 * @throws RetryLater when one of them stays locked for longer: nothing was done then
 */
export function cancelOrders(
  db: Db,
  requests: readonly CancelRequest[],
  moment?: string,
  lock_timeout = lock_timeout_ms.together,
): Promise<Outcome[]> {
  return withIdempotency(db, 'cancel', requests, (fresh) => cancel(db, fresh, { moment, lock_timeout }))
}

interface EndOptions {
  moment?: string | undefined
  lock_timeout: number
  /** The person who cancels; null for a customer or the program. */
  ended_by?: number
}

async function cancel(db: Db, requests: readonly CancelRequest[], options: EndOptions): Promise<Outcome[]> {
  const devices = await devicesOf(db, requests)
  const ids = requests.map(({ order_id }) => order_id)
  const { now, orders } = await lockOrders(db, ids, { moment: options.moment, days: true })
  const ending = new Map<LockedOrder, string>()
  const outcomes = requests.map((request): Outcome => {
    const order = orders.get(request.order_id)
    if (!order || order.pos_id !== devices.get(request.device_id)?.pos_id) return new Failure('order_not_found')
    if (order.status !== orderStatus.unpaid) return wrongStatus(order.status)
    if (ending.has(order)) return wrongStatus(orderStatus.cancelled)
    ending.set(order, request.reason ?? default_reason)
    return answerOf(order, { status: orderStatus.cancelled })
  })
  await endOrders(db, ending, now, options)
  return outcomes
}

/** Expired unpaid orders, the oldest first, beginning after `after`, at most one batch. */
export async function expiredOrders(
  db: Db,
  { after, moment }: { after?: number | undefined; moment?: string | undefined } = {},
): Promise<number[]> {
  const { rows } = await sql<{ order_id: number }>`
    select order_id from sale_order
    where status = ${sql.lit(orderStatus.unpaid)} and expires_at <= coalesce(${moment ?? null}::timestamptz, now()) and (${after ?? null}::bigint is null
      or (expires_at, order_id) > (select expires_at, order_id from sale_order where order_id = ${after ?? null}::bigint))
    order by expires_at, order_id limit ${order_batch_size}`.execute(db) // unscoped: the program's own work
  return rows.map(({ order_id }) => order_id)
}

/**
 * Cancels those of these orders that are still unpaid and expired once they are locked.
 * @param lock_timeout in milliseconds, for tickets and stocks that somebody else has locked
 * @throws RetryLater when one of them stays locked for longer: nothing was done then
 */
export async function cancelExpired(
  db: Db,
  order_ids: readonly number[],
  moment?: string,
  lock_timeout = lock_timeout_ms.together,
): Promise<void> {
  const { now, orders } = await lockOrders(db, order_ids, { moment, days: true })
  const unpaidOrders = [...orders.values()].filter(
    ({ status, is_expired }) => status === orderStatus.unpaid && is_expired,
  )
  await endOrders(db, new Map(unpaidOrders.map((order) => [order, null])), now, { moment, lock_timeout })
}

/**
 * Cancels unpaid orders for staff; the caller has locked them and the daily sums of their points of sale.
 * @throws RetryLater when one of their tickets or stocks stays locked for longer
 */
export function cancelUnpaid(
  db: Db,
  orders: readonly LockedOrder[],
  { now, reason, ...options }: { now: string; reason: string; ended_by: number; lock_timeout: number },
): Promise<void> {
  return endOrders(db, new Map(orders.map((order) => [order, reason])), now, options)
}

/**
 * The tickets of an unpaid order return to the stock until that is calculated, even after the draw has stopped. A person who cancels gives a reason;
 * the program has none.
 */
async function endOrders(
  db: Db,
  ending: ReadonlyMap<LockedOrder, string | null>,
  now: string,
  options: EndOptions,
): Promise<void> {
  if (ending.size === 0) return
  const orders = [...ending.keys()]
  const ids = orders.map(({ order_id }) => order_id)
  await sql`
    update sale_order o set status = ${orderLife.moves.cancel.to}::smallint, end_reason = x.reason, ended_by = ${options.ended_by ?? null}::integer,
      ended_at = ${now}::timestamptz, version = o.version + 1
    from unnest(${ids}::bigint[], ${[...ending.values()]}::text[]) x (order_id, reason)
    where o.order_id = x.order_id and o.status = any (${orderLife.moves.cancel.from}::smallint[])`.execute(db) // unscoped: locked above
  await subtractFromPosDays(
    db,
    orders.map(({ pos_id, order_day, amount }) => ({ pos_id, day: order_day, amount })),
  )
  await returnToStock(db, ids, 'closed', options)
  await returnRevenue(db, ids)
}
