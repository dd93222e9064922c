/** What the acts that more than one call does change on an order that is locked and may be changed. */
import {
  confirmRefunds,
  refundOrders,
  statusAfterRefund,
  type OrderForRefund,
} from '#features/orders/payment/refund.server.ts'
import type { Me } from '#server/session/session.ts'
import type { Db } from '#server/database/transaction.ts'
import { clock } from '#server/record/stamp.ts'
import type { OrderForAct } from './act-on-order.server.ts'
import type { OrderChange } from './change-order.server.ts'
import { orderStatus } from '#features/orders/order/order.contract.ts'

type RefundAct = 'accept_report' | 'refund'

/** The order stops and keeps its status. One that nobody worked on is free again when the report is rejected. */
export function reportChange(order: OrderForAct, me: Me, reason: string, image: string | null): OrderChange {
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

/** What a refund sets on the order; its money and its tickets are moved by `moveRefund`, in the same transaction. */
export function refundChange(me: Me, { order }: OrderForRefund, act: RefundAct, note: string): OrderChange {
  if (act === 'refund') return { status: orderStatus.refunded, refunded_at: clock(), note }
  const status = statusAfterRefund(order)
  const accepted = { status, note, end_reason: note, ended_by: me.user_id, ended_at: clock() }
  return status === orderStatus.refunded ? { ...accepted, refunded_at: clock() } : accepted
}

/** Moves money and tickets, last of all: wallets at once, other sources when they confirm their refund. */
export function moveRefund(db: Db, orders: readonly OrderForRefund[], act: RefundAct): Promise<void> {
  return act === 'refund' ? confirmRefunds(db, orders) : refundOrders(db, orders)
}
