/** What the acts that more than one call does change on an order that is locked and may be changed. */
import {
  confirmAllGivenBack,
  giveBackAll,
  statusAfter,
  type LockedForRefund,
} from '#features/orders/intake/refund.server.ts'
import type { Me } from '#server/session/session.ts'
import type { Db } from '#server/database/transaction.ts'
import { clock } from '#server/stamp.ts'
import type { JudgedOrder } from './act-on-order.server.ts'
import type { OrderChange } from './change-order.server.ts'
import { orderStatus } from './order.contract.ts'

type RefundAct = 'accept_report' | 'refund'

/** The order stops, and remembers where it stood. One that was left lying waits for anybody again, once the report is rejected. */
export function reported(order: JudgedOrder, me: Me, reason: string, image: string | null): OrderChange {
  const left = { reported_from: orderStatus.paid, taken_by: null, taken_at: null }
  return {
    status: orderStatus.reported,
    reported_from: order.kept_status,
    ...(order.is_lapsed && left),
    reported_by: me.user_id,
    reported_at: clock(),
    report_reason: reason,
    report_image: image,
  }
}

/** What a refund sets on the order; its money and its tickets are moved by `moveBack`, in the same transaction. */
export function givenBack(me: Me, { order }: LockedForRefund, act: RefundAct, note: string): OrderChange {
  if (act === 'refund') return { status: orderStatus.refunded, refunded_at: clock(), note }
  const status = statusAfter(order)
  const accepted = { status, note, end_reason: note, ended_by: me.user_id, ended_at: clock() }
  return status === orderStatus.refunded ? { ...accepted, refunded_at: clock() } : accepted
}

/** Moves the money and the tickets, last of all. What lay in a wallet of ours is back at once; what a source took, when it is confirmed. */
export function moveBack(db: Db, orders: readonly LockedForRefund[], act: RefundAct): Promise<void> {
  return act === 'refund' ? confirmAllGivenBack(db, orders) : giveBackAll(db, orders)
}
