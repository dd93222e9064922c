/** Refunds orders: their money goes back to where it came from, their tickets to the stock while they can sell. */
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
  /** Its tickets can still be sold to somebody else. */
  can_resell: boolean
}

type RefundStatus = typeof orderStatus.refunding | typeof orderStatus.refunded

/**
 * Locks the order after its draw and its day's sum, as everybody does. Undefined where there is none.
 * The caller checks the scope.
 */
export async function lockOrderForRefund(db: Db, order_id: number): Promise<OrderForRefund | undefined> {
  return (await lockOrdersForRefund(db, [order_id])).get(order_id)
}

/** Locks several orders at once, for one transaction. A number without an order is missing from the answer. */
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

/** Money from a wallet is back at once; a source refunds itself, and somebody confirms it. */
export function statusAfterRefund(order: LockedOrder): RefundStatus {
  return fromWallet(order) ? orderStatus.refunded : orderStatus.refunding
}

/**
 * Takes the orders out of their limits, returns their tickets while draw and stock are open, refunds wallets.
 * Last in a transaction, because everybody pays into the same accounts; the orders have `statusAfterRefund`.
 * @throws RetryLater where somebody else has locked one of their tickets or stocks
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

/** `refundOrders` of one order. Gives the status that the caller writes in the same transaction. */
export async function refundOrder(db: Db, locked: OrderForRefund): Promise<RefundStatus> {
  await refundOrders(db, [locked])
  return statusAfterRefund(locked.order)
}

/** The sources have refunded: the ledger follows, last of all as in `refundOrders`. Repeating does nothing. */
export async function confirmRefunds(db: Db, locked: readonly OrderForRefund[]): Promise<void> {
  await returnMoney(
    db,
    locked.map(({ order }) => order),
  )
}

export async function confirmRefund(db: Db, locked: OrderForRefund): Promise<typeof orderStatus.refunded> {
  await confirmRefunds(db, [locked])
  return orderStatus.refunded
}
