/** Column changes of the acts that several calls make on a locked order. */
import {
  confirmRefunds,
  refundOrders,
  statusAfterRefund,
  type OrderForRefund,
} from '#features/orders/payment/refund.server.ts'
import type { Me } from '#server/session/session.ts'
import type { Db } from '#server/database/transaction.ts'
import { clock_now } from '#server/record/change-columns.ts'
import type { OrderForAct } from './act-on-order.server.ts'
import type { OrderChange } from './change-order.server.ts'
import { orderStatus } from '#features/orders/order/order.contract.ts'

type RefundAct = 'accept_report' | 'refund'

/** A report stops the order and remembers its status. If nobody worked on it, it is free again when the report is rejected. */
export function reportColumns(order: OrderForAct, me: Me, reason: string, image: string | null): OrderChange {
  const free_fields = { reported_from: orderStatus.paid, taken_by: null, taken_at: null }
  return {
    status: orderStatus.reported,
    reported_from: order.stored_status,
    ...(order.is_lapsed && free_fields),
    reported_by: me.user_id,
    reported_at: clock_now,
    report_reason: reason,
    report_image: image,
  }
}

/** The columns that a refund sets; `payRefunds` moves its money and tickets back in the same transaction. */
export function refundColumns(me: Me, { order }: OrderForRefund, act: RefundAct, note: string): OrderChange {
  if (act === 'refund') return { status: orderStatus.refunded, refunded_at: clock_now, note }
  const status = statusAfterRefund(order)
  const accepted = { status, note, end_reason: note, ended_by: me.user_id, ended_at: clock_now }
  return status === orderStatus.refunded ? { ...accepted, refunded_at: clock_now } : accepted
}

/** Moves money and tickets back as the last step: wallets get their money at once, other sources when they confirm their refund. */
export function payRefunds(db: Db, orders: readonly OrderForRefund[], act: RefundAct): Promise<void> {
  return act === 'refund' ? confirmRefunds(db, orders) : refundOrders(db, orders)
}
