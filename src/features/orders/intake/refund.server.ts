/** Gives an order's money back to where it came from, and its tickets to the stock where they can still be sold. */
import type { Db } from '#server/database/transaction.ts'
import { orderStatus } from '#features/orders/order/order.contract.ts'
import { lockOrders, type LockedOrder } from './locked-order.server.ts'
import { returnMoney } from './money.server.ts'
import { lock_timeout_ms } from './lock-timeout.server.ts'
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
 * The order, held until the transaction ends with its draw and its shop's day before it, as everybody takes these locks. Undefined where there is none
 * of this number. The caller asks for its scope.
 */
export async function lockForRefund(db: Db, order_id: number): Promise<LockedForRefund | undefined> {
  return (await lockAllForRefund(db, [order_id])).get(order_id)
}

/** Whoever gives back several orders in one transaction locks all of them at once. A number that no order has is missing from the answer. */
export async function lockAllForRefund(
  db: Db,
  order_ids: readonly number[],
): Promise<ReadonlyMap<number, LockedForRefund>> {
  const { orders, periods } = await lockOrders(db, order_ids, { days: true })
  const stillSells = ({ period_id }: LockedOrder) => {
    const period = periods.get(period_id)
    return period !== undefined && !period.is_stopped && !period.is_cancelled
  }
  return new Map([...orders].map(([id, order]) => [id, { order, still_sells: stillSells(order) }]))
}

/** Money that came from a wallet is in it again at once; what a source took is to be given back by the source, and moves here when somebody confirms that it did. */
export function statusAfter(order: LockedOrder): RefundStatus {
  return fromWallet(order) ? orderStatus.refunded : orderStatus.refunding
}

/**
 * The orders are not kept: they count no more against their shops' limits, their tickets lie in the stock again while the draw sells and the stock is
 * open, and the money of wallets goes back. The last act of a transaction, because everybody pays into the same accounts: each order has its
 * `statusAfter` by then.
 * @throws RetryLater where somebody else holds one of their tickets or stocks
 */
export async function giveBackAll(db: Db, locked: readonly LockedForRefund[]): Promise<void> {
  const orders = locked.map(({ order }) => order)
  await takeFromDay(
    db,
    orders.map(({ pos_id, order_day, amount }) => ({ pos_id, day: order_day, amount })),
  )
  const selling = locked.filter(({ still_sells }) => still_sells).map(({ order }) => order.order_id)
  await bringBack(db, selling, 'open', { lock_timeout: lock_timeout_ms.together })
  await returnMoney(db, orders.filter(fromWallet))
}

/** `giveBackAll` of one order. Gives the status that the caller writes in the same transaction. */
export async function giveBack(db: Db, locked: LockedForRefund): Promise<RefundStatus> {
  await giveBackAll(db, [locked])
  return statusAfter(locked.order)
}

/** Their sources have given the money back: the ledger follows, last of all as in `giveBackAll`. Twice is once. */
export async function confirmAllGivenBack(db: Db, locked: readonly LockedForRefund[]): Promise<void> {
  await returnMoney(
    db,
    locked.map(({ order }) => order),
  )
}

export async function confirmGivenBack(db: Db, locked: LockedForRefund): Promise<typeof orderStatus.refunded> {
  await confirmAllGivenBack(db, [locked])
  return orderStatus.refunded
}
