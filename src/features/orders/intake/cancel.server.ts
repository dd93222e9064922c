/** Cancels orders that nobody paid: at the channel's wish, or because their time is over. Their tickets are free again. */
import { sql } from 'kysely'
import { Failure } from '#contract/errors.ts'
import type { Db } from '#server/database/transaction.ts'
import { orderStatus } from '#features/orders/order/order.contract.ts'
import { answerOf, devicesOf, lockOrders, wrongState, type LockedOrder } from './locked-order.server.ts'
import { withIdempotency, type Outcome } from './idempotency.server.ts'
import { lock_timeout_ms } from './lock-timeout.server.ts'
import { takeFromDay } from './pos-day.server.ts'
import { bringBack } from './stock.server.ts'
import { most_at_once, type CancelWish } from './wish.rules.ts'

const usual_reason = 'Khách hàng hủy đơn'

/**
 * @param at a moment of the past, for orders that are made up
 * @param lock_timeout for tickets and stocks that somebody else holds, in milliseconds
 * @throws RetryLater where one of them is held for longer: nothing is done then.
 */
export function cancelOrders(
  db: Db,
  wishes: readonly CancelWish[],
  at?: string,
  lock_timeout = lock_timeout_ms.together,
): Promise<Outcome[]> {
  return withIdempotency(db, 'cancel', wishes, (fresh) => cancel(db, fresh, { at, lock_timeout }))
}

interface Circumstances {
  at?: string | undefined
  lock_timeout: number
  /** Whoever of the staff ends it. */
  ended_by?: number
}

async function cancel(db: Db, wishes: readonly CancelWish[], how: Circumstances): Promise<Outcome[]> {
  const devices = await devicesOf(db, wishes)
  const ids = wishes.map(({ order_id }) => order_id)
  const { now, orders } = await lockOrders(db, ids, { at: how.at, days: true })
  const ending = new Map<LockedOrder, string>()
  const outcomes = wishes.map((wish): Outcome => {
    const order = orders.get(wish.order_id)
    if (!order || order.pos_id !== devices.get(wish.device_id)?.pos_id) return new Failure('order_not_found')
    if (order.status !== orderStatus.unpaid) return wrongState(order.status)
    if (ending.has(order)) return wrongState(orderStatus.cancelled)
    ending.set(order, wish.reason ?? usual_reason)
    return answerOf(order, { status: orderStatus.cancelled })
  })
  await end(db, ending, now, how)
  return outcomes
}

/** Unpaid orders whose time is over, the oldest first, as many as one transaction takes; only those behind `after`, if it is given. */
export async function expiredOrders(
  db: Db,
  { after, at }: { after?: number | undefined; at?: string | undefined } = {},
): Promise<number[]> {
  const { rows } = await sql<{ order_id: number }>`
    select order_id from sale_order
    where status = ${sql.lit(orderStatus.unpaid)} and expires_at <= coalesce(${at ?? null}::timestamptz, now()) and (${after ?? null}::bigint is null
      or (expires_at, order_id) > (select expires_at, order_id from sale_order where order_id = ${after ?? null}::bigint))
    order by expires_at, order_id limit ${most_at_once}`.execute(db) // unscoped: the program's own
  return rows.map(({ order_id }) => order_id)
}

/**
 * Cancels those of these orders that are unpaid and whose time is over when they are locked.
 * @param lock_timeout for tickets and stocks that somebody else holds, in milliseconds
 * @throws RetryLater where one of them is held for longer: nothing is done then.
 */
export async function cancelExpired(
  db: Db,
  order_ids: readonly number[],
  at?: string,
  lock_timeout = lock_timeout_ms.together,
): Promise<void> {
  const { now, orders } = await lockOrders(db, order_ids, { at, days: true })
  const unpaid = [...orders.values()].filter(({ status, is_expired }) => status === orderStatus.unpaid && is_expired)
  await end(db, new Map(unpaid.map((order) => [order, null])), now, { at, lock_timeout })
}

/**
 * Cancels unpaid orders at the wish of staff; they and their shops' days are locked.
 * @throws RetryLater where one of their tickets or stocks is held for longer
 */
export function cancelUnpaid(
  db: Db,
  orders: readonly LockedOrder[],
  { now, reason, ...how }: { now: string; reason: string; ended_by: number; lock_timeout: number },
): Promise<void> {
  return end(db, new Map(orders.map((order) => [order, reason])), now, how)
}

/**
 * A ticket whose order was never paid was never sold: it is in the stock again also after the draw has stopped, because its store owns it then,
 * unless the stock has been calculated by then. Whoever gives an order up has a reason; the program needs none.
 */
async function end(
  db: Db,
  ending: ReadonlyMap<LockedOrder, string | null>,
  now: string,
  how: Circumstances,
): Promise<void> {
  if (ending.size === 0) return
  const orders = [...ending.keys()]
  const ids = orders.map(({ order_id }) => order_id)
  await sql`
    update sale_order o set status = ${orderStatus.cancelled}::smallint, end_reason = x.reason, ended_by = ${how.ended_by ?? null}::integer,
      ended_at = ${now}::timestamptz, version = o.version + 1
    from unnest(${ids}::bigint[], ${[...ending.values()]}::text[]) x (order_id, reason)
    where o.order_id = x.order_id`.execute(db) // unscoped: held above
  await takeFromDay(
    db,
    orders.map(({ pos_id, order_day, amount }) => ({ pos_id, day: order_day, amount })),
  )
  await bringBack(db, ids, 'closed', how)
}
