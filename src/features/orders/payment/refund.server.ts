/** Refunds orders: their money goes back to its source, their tickets to the stock while they can still be sold. */
import type { Db } from '#server/database/transaction.ts'
import { orderStatus } from '#features/orders/order/order.contract.ts'
import { lockOrders, type LockedOrder } from '#features/orders/lock/lock-orders.server.ts'
import { returnMoney } from './money.server.ts'
import { lock_timeout_ms } from '#features/orders/lock/lock-timeout.server.ts'
import { subtractFromPosDays } from '#features/orders/intake/pos-day.server.ts'
import { returnRevenue } from '#features/orders/intake/revenue.server.ts'
import { returnToStock } from '#features/orders/intake/stock.server.ts'
import { fromWallet } from './vendor.rules.ts'

export interface OrderForRefund {
  order: LockedOrder
  /** Whether its tickets can still be sold to somebody else. */
  can_resell: boolean
}

type RefundStatus = typeof orderStatus.refunding | typeof orderStatus.refunded

/** Locks the order after its draw and its day's sum, in the common order. Undefined when there is none. The caller checks the scope. */
export async function lockOrderForRefund(db: Db, order_id: number): Promise<OrderForRefund | undefined> {
  return (await lockOrdersForRefund(db, [order_id])).get(order_id)
}

/** Locks several orders at once, for one transaction. A number without an order is missing from the result. */
export async function lockOrdersForRefund(
  db: Db,
  order_ids: readonly number[],
): Promise<ReadonlyMap<number, OrderForRefund>> {
  const { orders, periods } = await lockOrders(db, order_ids, { days: true })
  const canResell = ({ period_id }: LockedOrder) => {
    const period = periods.get(period_id)
    return period !== undefined && !period.is_stopped && !period.is_cancelled
  }
  return new Map([...orders].map(([id, order]) => [id, { order, can_resell: canResell(order) }]))
}

/** The status of a refunded order: a wallet has its money at once; a source must refund by itself, which a person confirms. */
export function statusAfterRefund(order: LockedOrder): RefundStatus {
  return fromWallet(order) ? orderStatus.refunded : orderStatus.refunding
}

/**
 * Removes the orders from the daily limits, returns their tickets while draw and stock are open, and refunds wallets. Must be the last step of a
 * transaction, because all payments use the same ledger accounts; the caller gives the orders `statusAfterRefund`.
 * @throws RetryLater when one of their tickets or stocks is locked by somebody else
 */
export async function refundOrders(db: Db, locked: readonly OrderForRefund[]): Promise<void> {
  const orders = locked.map(({ order }) => order)
  await subtractFromPosDays(
    db,
    orders.map(({ pos_id, order_day, amount }) => ({ pos_id, day: order_day, amount })),
  )
  const selling = locked.filter(({ can_resell }) => can_resell).map(({ order }) => order.order_id)
  await returnToStock(db, selling, 'open', { lock_timeout: lock_timeout_ms.together })
  await returnRevenue(
    db,
    orders.map(({ order_id }) => order_id),
  )
  await returnMoney(db, orders.filter(fromWallet))
}

/** `refundOrders` for one order. Gives the status that the caller writes in the same transaction. */
export async function refundOrder(db: Db, locked: OrderForRefund): Promise<RefundStatus> {
  await refundOrders(db, [locked])
  return statusAfterRefund(locked.order)
}

/** Books in the ledger that sources have refunded; the last step, as in `refundOrders`. Repeating it does nothing. */
export async function confirmRefunds(db: Db, locked: readonly OrderForRefund[]): Promise<void> {
  await returnMoney(
    db,
    locked.map(({ order }) => order),
  )
}

/** Records the refund of one locked order, and returns its new status. */
export async function confirmRefund(db: Db, locked: OrderForRefund): Promise<typeof orderStatus.refunded> {
  await confirmRefunds(db, [locked])
  return orderStatus.refunded
}
