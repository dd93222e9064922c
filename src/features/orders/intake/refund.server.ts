/** Gives an order's money back to where it came from, and its tickets to the stock where they can still be sold. */
import type { Db } from '#server/database/transaction.ts'
import { orderStatus } from '#features/orders/order/order.contract.ts'
import { lockOrders, type LockedOrder } from './locked-order.server.ts'
import { returnMoney } from './money.server.ts'
import { patience_ms } from './patience.server.ts'
import { takeFromDay } from './pos-day.server.ts'
import { bringBack } from './stock.server.ts'
import { fromWallet } from './vendor.rules.ts'

export interface LockedForRefund {
  order: LockedOrder
  /** Its tickets can still be sold to somebody else. */
  still_sells: boolean
}

type RefundStatus = typeof orderStatus.refunding | typeof orderStatus.refunded

/**
 * The order, held until the transaction ends with its draw and its shop's day before it, as everybody takes these locks: whoever gives back several
 * orders in one transaction locks all of them by `lockOrders` before. Undefined where there is none of this number. The caller asks for its scope.
 */
export async function lockForRefund(db: Db, order_id: number): Promise<LockedForRefund | undefined> {
  const { orders, periods } = await lockOrders(db, [order_id], { days: true })
  const order = orders.get(order_id)
  if (!order) return undefined
  const period = periods.get(order.period_id)
  return { order, still_sells: period !== undefined && !period.is_stopped && !period.is_cancelled }
}

/**
 * The order is not kept: it counts no more against its shop's limit, and its tickets lie in the stock again while the draw sells and the stock is open. Money that came from a wallet is in it
 * again at once; what a source took is to be given back by the source, and moves here when somebody confirms that it did.
 * @returns the status that the caller gives the order, in the same transaction
 * @throws RetryLater where somebody else holds one of its tickets
 */
export async function giveBack(db: Db, { order, still_sells }: LockedForRefund): Promise<RefundStatus> {
  const { order_id, pos_id, order_day: day, amount } = order
  await takeFromDay(db, [{ pos_id, day, amount }])
  if (still_sells) await bringBack(db, [order_id], 'open', { patience: patience_ms.together })
  if (!fromWallet(order)) return orderStatus.refunding
  await returnMoney(db, [order])
  return orderStatus.refunded
}

/** Its source has given the money back: the ledger follows. Twice is once. */
export async function confirmGivenBack(db: Db, { order }: LockedForRefund): Promise<typeof orderStatus.refunded> {
  await returnMoney(db, [order])
  return orderStatus.refunded
}
