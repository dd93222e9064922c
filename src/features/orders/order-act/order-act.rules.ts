/** Why something cannot be done to an order now: the screen shows it, the server refuses with it. */
import { isHeadOffice, whyNotSecondPerson, type Decider } from '#contract/person.ts'
import type { Refusal } from '#contract/errors.ts'
import { allows } from '#contract/lifecycle.ts'
import { activeSignals, type RiskSignal } from '#contract/signals.ts'
import { orderLife, orderStatus, type OrderStatus } from '#features/orders/order/order.contract.ts'

export type OrderAct = 'report' | 'reject_report' | 'accept_report' | 'refund' | 'finish'

/** An order in the queues or in its details, as far as it decides about the acts on it. */
export interface OrderInWork {
  taken_by: number | null
  /** Undefined where the list does not have it. */
  taken_by_name?: string | null
  is_lapsed: boolean
  is_due_over: boolean
  is_draw_cancelled: boolean
  has_images: boolean
  /** Whether its tickets are still sold to it; only the server checks. */
  is_still_sold?: boolean
}

interface ReportedOrder {
  reported_by: number | null
}

/** What decides about each act beside the order's status. */
interface FactsOf {
  report: Pick<OrderInWork, 'taken_by' | 'taken_by_name' | 'is_lapsed'> & {
    is_report_open: boolean
    /** The order has its ticket, and its draw has taken place. */
    is_drawn: boolean
  }
  reject_report: ReportedOrder
  accept_report: ReportedOrder
  refund: object
  finish: OrderInWork
}
export type ActFacts<A extends OrderAct> = FactsOf[A] & { status: OrderStatus }

interface Person extends Decider {
  partner_id: number | null
  base_id: number | null
}

export type StateError = 'action_invalid' | 'order_calculated' | 'ticket_paying_reward'
export type FinishError = 'action_invalid' | 'order_locked' | 'period_closed' | 'ticket_image_not_found' | 'ticket_sold'

/** The errors with which each act can be refused. */
export interface ErrorOf {
  report: StateError | 'order_locked' | 'report_window_expired'
  reject_report: StateError | 'no_right'
  accept_report: StateError | 'no_right'
  refund: StateError | 'no_right'
  finish: StateError | FinishError
}

/** Why nothing can be done to an order in this status. */
export const refusalByStatus = orderLife.moves.pay.refusals

function invalid(message: string): Refusal<'action_invalid'> {
  return { error: 'action_invalid', message }
}

/** Why somebody else's order is left alone, with the name of who has it where the row has it. */
export const takenByOther = ({ taken_by_name }: Pick<OrderInWork, 'taken_by_name'>): Refusal<'order_locked'> => ({
  error: 'order_locked',
  message: `Đơn đang được ${taken_by_name ?? 'người khác'} xử lý.`,
})
export const drawCancelled: Refusal<'period_closed'> = {
  error: 'period_closed',
  message: 'Kỳ quay đã hủy, tiền của đơn đang được hoàn.',
}
export const pastDue: Refusal<'period_closed'> = {
  error: 'period_closed',
  message: 'Đã hết giờ xử lý đơn của kỳ này, cần báo lỗi để hoàn tiền.',
}
export const noLongerSold: Refusal<'ticket_sold'> = {
  error: 'ticket_sold',
  message: 'Vé của đơn này không còn trong số vé đã bán của kho. Hãy báo lỗi đơn.',
}

/** Anybody may report a lapsed order; to finish it, one must take it first. */
export function whyNotHolder(order: OrderInWork, user_id: number): Refusal<'action_invalid' | 'order_locked'> | null {
  if (order.taken_by === user_id) return null
  return order.is_lapsed ? invalid('Người nhận đã hết hạn giữ đơn. Hãy nhận đơn trước.') : takenByOther(order)
}

/** The person who has taken an order finishes it, with the ticket's photo, before the ticket is due. */
export function whyNotFinish(order: OrderInWork, user_id: number): Refusal<FinishError> | null {
  if (order.is_draw_cancelled) return drawCancelled
  const refusal = whyNotHolder(order, user_id)
  if (refusal) return refusal
  if (order.is_due_over) return pastDue
  if (!order.has_images) return { error: 'ticket_image_not_found', message: 'Chưa có ảnh vé.' }
  return order.is_still_sold === false ? noLongerSold : null
}

type Check<A extends OrderAct> = (order: ActFacts<A>, me: Person) => Refusal<ErrorOf[A]> | null

/** A fault is reported by one person and decided on by another; only the head office decides that money goes back. */
const checks: { readonly [A in OrderAct]: Check<A> } = {
  report(order, me) {
    const is_others = order.status === orderStatus.processing && order.taken_by !== me.user_id
    if (is_others && !order.is_lapsed) return takenByOther(order)
    if (!order.is_report_open) return windowExpired('Đã hết thời gian báo lỗi.')
    // Somebody who knows the drawn numbers could refund only what lost.
    if (order.is_drawn && !isHeadOffice(me))
      return windowExpired('Kỳ đã quay: chỉ trụ sở chính được mở báo lỗi, và người thứ hai xem kết quả rồi mới duyệt.')
    return null
  },
  reject_report: whyNotDecide,
  accept_report: (order, me) => whyNotDecide(order, me) ?? whyNotGiveBack(me),
  refund: (_, me) => whyNotGiveBack(me),
  finish: (order, { user_id }) => whyNotFinish(order, user_id),
}

function windowExpired(message: string): Refusal<'report_window_expired'> {
  return { error: 'report_window_expired', message }
}

/** Warnings for the person who refunds. */
export function riskSignalsOf({ is_late_report }: { is_late_report: boolean }): RiskSignal[] {
  return activeSignals([is_late_report && { text: 'Báo lỗi sau giờ quay', tone: 'amber' }])
}

/** Why this order cannot be part of a batch: after its draw, the person who decides must see the result. */
export function whyNotTogether(
  act: 'report' | 'accept_report' | 'refund',
  { is_drawn, is_late_report }: { is_drawn: boolean; is_late_report: boolean },
): Refusal<'report_window_expired' | 'action_invalid'> | null {
  if (act === 'report' && is_drawn) return windowExpired('Kỳ đã quay: hãy mở báo lỗi từng đơn.')
  if (act === 'accept_report' && is_late_report)
    return invalid('Báo lỗi sau giờ quay: hãy mở đơn, xem kết quả rồi duyệt.')
  return null
}

function whyNotDecide({ reported_by }: ReportedOrder, me: Person): Refusal<'no_right'> | null {
  const message = whyNotSecondPerson(reported_by, me, 'Bạn đã báo lỗi đơn này, cần người khác duyệt.')
  return message ? { error: 'no_right', message } : null
}

function whyNotGiveBack(me: Person): Refusal<'no_right'> | null {
  return isHeadOffice(me)
    ? null
    : { error: 'no_right', message: 'Chỉ người dùng của trụ sở chính được hoàn tiền cho khách.' }
}

/** Why this person cannot do it to the order now, first by its status; null where it is possible. */
export function whyNot<A extends OrderAct>(
  act: A,
  order: ActFacts<A>,
  me: Person,
): Refusal<ErrorOf[A] | StateError> | null {
  return allows(orderLife.moves[act], order.status) ? checks[act](order, me) : refusalByStatus[order.status]
}
