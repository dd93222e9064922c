/** Locks existing orders for payment, cancellation or refund: first the draws, then the daily sums, then the orders. */
import { sql } from 'kysely'
import type { Db } from '#server/database/transaction.ts'
import { Failure } from '#contract/errors.ts'
import { orderStatus, type Handling } from '#features/orders/order/order.contract.ts'
import type { ProductLine } from '#features/results/product/product.contract.ts'
import { lockAndLoadPeriods, orderRow } from './lock-periods.server.ts'
import type { Period } from '#features/orders/intake/intake-state.rules.ts'
import type { ChannelRequest, OrderAnswer } from '#features/orders/intake/order-request.rules.ts'

export interface LockedOrder extends OrderAnswer {
  line: ProductLine
  order_day: string
  pos_id: number
  base_id: number | null
  msisdn: string | null
  handling: Handling
  payment_vendor_id: number | null
  vendor_code: string | null
  vendor_ref: string | null
  /** The device that reported the payment. */
  paid_device_id: number | null
  is_expired: boolean
  /** The purchase of several draws that the order belongs to: all of its orders are paid together. */
  purchase_id: number | null
}

interface LockedOrders {
  now: string
  orders: ReadonlyMap<number, LockedOrder>
  periods: ReadonlyMap<number, Period>
}

/**
 * Locks the orders of these numbers; a number without an order is missing from the result.
 * @param days also locks the daily sums of their points of sale, for callers that change them
 */
export async function lockOrders(
  db: Db,
  order_ids: readonly number[],
  { moment, days = false }: { moment?: string | undefined; days?: boolean } = {},
): Promise<LockedOrders> {
  const ids = [...new Set(order_ids)]
  // unscoped: the caller has found them within the scope, or asks for the channel
  const keys = sql`(select order_id from unnest(${ids}::bigint[]) w (order_id) order by 1) w`
  // An order's draw and point of sale never change, so both can be read before it is locked.
  const { now, periods } = await lockAndLoadPeriods(db, { of_orders: ids }, moment)
  if (days)
    await sql`
      select from pos_day where (pos_id, day) in (
        select o.pos_id, o.order_day from ${keys}, lateral (${orderRow(sql`w.order_id`)}) o)
      order by pos_id, day for update`.execute(db)
  await sql`
    select from ${keys}, lateral (select from sale_order o where o.order_id = w.order_id for update) o`.execute(db) // unscoped: as above
  const { rows } = await sql<LockedOrder>`
    select o.order_id, o.ordered_at, o.category, o.period_id, p.period_code, o.open_date, p.draw_at, o.expires_at, o.quantity, o.amount, o.fee, o.total,
      o.status, o.paid_at, c.line, o.order_day, o.pos_id, o.base_id, o.msisdn, o.handling, o.payment_vendor_id, v.vendor_code, o.vendor_ref,
      o.paid_device_id, o.purchase_id, coalesce(o.expires_at <= ${now}::timestamptz, false) as is_expired
    from ${keys}, lateral (${orderRow(sql`w.order_id`)}) o join draw_period p using (period_id)
    join category c on c.category = o.category left join payment_vendor v using (payment_vendor_id)`.execute(db) // unscoped: as above
  return {
    now,
    orders: new Map(rows.map((row) => [row.order_id, row])),
    periods: new Map(periods.map((period) => [period.period_id, period])),
  }
}

/** Why the channel can neither pay nor cancel an order that is not unpaid. */
export function wrongStatus(status: number): Failure {
  if (status === orderStatus.processing) return new Failure('order_locked')
  const message = status === orderStatus.cancelled ? 'Đơn hàng đã hủy.' : 'Đơn hàng đã thanh toán.'
  return new Failure('action_invalid', { message })
}

/** The order as the channel sees it. */
export function answerOf(order: LockedOrder, changes: Partial<OrderAnswer> = {}): OrderAnswer {
  const { order_id, ordered_at, category, period_id, period_code, open_date, draw_at } = order
  const { expires_at, quantity, amount, fee, total, status, paid_at } = order
  const orderFields = { order_id, ordered_at, category, period_id, period_code, open_date, draw_at }
  return { ...orderFields, expires_at, quantity, amount, fee, total, status, paid_at, ...changes }
}

export interface ChannelDevice {
  device_id: number
  pos_id: number
  may_charge_wallets: boolean
}

/** The requesting devices with their points of sale. */
export async function devicesOf(
  db: Db,
  requests: readonly Pick<ChannelRequest, 'device_id'>[],
): Promise<Map<number, ChannelDevice>> {
  const { rows } = await sql<ChannelDevice>`
    select device_id, pos_id, may_charge_wallets from pos_device
    where device_id = any(${requests.map(({ device_id }) => device_id)}::integer[])`.execute(db) // unscoped: the channel's own
  return new Map(rows.map((row) => [row.device_id, row]))
}
