/** Gives an order's money back to where it came from, and its tickets to the stock where they can still be sold. */
import type { Db } from '#server/database/transaction.ts'
import { orderStatus } from '#features/orders/order/order.contract.ts'
import { wallet_vendor } from './decide.rules.ts'
import { lockOrders, type LockedOrder } from './locked-order.server.ts'
import { returnMoney } from './money.server.ts'
import { bringBack } from './stock.server.ts'

export interface LockedForRefund {
  order: LockedOrder
  /** The database's clock, read after the draw was locked. */
  now: string
  /** Its tickets can still be sold to somebody else. */
  still_sells: boolean
}

type RefundStatus = typeof orderStatus.refunding | typeof orderStatus.refunded

/** The order, held with its draw until the transaction ends; undefined where there is none of this number. The caller asks for its scope. */
export async function lockForRefund(db: Db, order_id: number): Promise<LockedForRefund | undefined> {
  const { now, orders, periods } = await lockOrders(db, [order_id])
  const order = orders.get(order_id)
  if (!order) return undefined
  const period = periods.get(order.period_id)
  return { order, now, still_sells: period !== undefined && !period.is_stopped && !period.is_cancelled }
}

/**
 * The order is not kept: its tickets lie in the stock again while the draw sells and the stock is open. Money that came from a wallet is in it
 * again at once; what a source took is to be given back by the source, and moves here when somebody confirms that it did.
 * @returns the status that the caller gives the order, in the same transaction
 */
export async function giveBack(db: Db, { order, still_sells }: LockedForRefund): Promise<RefundStatus> {
  if (still_sells) await bringBack(db, [order.order_id], 'open')
  if (order.vendor_code !== wallet_vendor) return orderStatus.refunding
  await returnMoney(db, [order])
  return orderStatus.refunded
}

/** Its source has given the money back: the ledger follows. Twice is once. */
export async function confirmGivenBack(db: Db, { order }: LockedForRefund): Promise<typeof orderStatus.refunded> {
  await returnMoney(db, [order])
  return orderStatus.refunded
}
