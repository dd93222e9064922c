/** Why something cannot be done to an order now: the screen shows it, the server refuses with it. */
import type { Refusal } from '#contract/errors.ts'
import { allowed } from '#contract/life.ts'
import { orderLife, orderStatus, type OrderStatus } from './order.contract.ts'

export type OrderAct = 'report' | 'reject_report' | 'accept_report' | 'refund' | 'finish'

/** An order that somebody works on, in the queues and beside its details alike. */
export interface Worked {
  taken_by: number | null
  /** Left out where the list does not say. */
  taken_by_name?: string | null
  is_lapsed: boolean
  is_due_over: boolean
  is_draw_cancelled: boolean
  has_images: boolean
  /** The tickets that it bought are sold to it; only the server looks. */
  is_still_sold?: boolean
}

interface Reported {
  reported_by: number | null
}

/** What decides about each act, beside the order's status. */
interface FactsOf {
  report: Pick<Worked, 'taken_by' | 'taken_by_name' | 'is_lapsed'> & { is_report_open: boolean }
  reject_report: Reported
  accept_report: Reported
  refund: object
  finish: Worked
}
export type AskedFor<A extends OrderAct> = FactsOf[A] & { status: OrderStatus }

interface Person {
  user_id: number
  partner_id: number | null
  base_id: number | null
}

export type StateError = 'action_invalid' | 'order_calculated' | 'ticket_paying_reward'
export type FinishError = 'action_invalid' | 'order_locked' | 'period_closed' | 'ticket_image_not_found' | 'ticket_sold'

/** What each act can be refused with. */
export interface ErrorOf {
  report: StateError | 'order_locked' | 'report_window_expired'
  reject_report: StateError | 'no_right'
  accept_report: StateError | 'no_right'
  refund: StateError | 'no_right'
  finish: StateError | FinishError
}

/** Why nothing can be done to an order in this status. */
export const refusalByStatus: Record<OrderStatus, Refusal<StateError>> = {
  [orderStatus.unpaid]: invalid('Đơn chưa thanh toán.'),
  [orderStatus.paid]: invalid('Đơn đang chờ xử lý.'),
  [orderStatus.processing]: invalid('Đơn đang được xử lý.'),
  [orderStatus.done]: invalid('Đơn đã hoàn thành.'),
  [orderStatus.awaiting_draw]: invalid('Đơn đã hoàn thành, đang chờ mở thưởng.'),
  [orderStatus.lost]: { error: 'order_calculated', message: 'Đơn hàng đã được tính thưởng.' },
  [orderStatus.won]: { error: 'order_calculated', message: 'Đơn hàng đã được tính thưởng.' },
  [orderStatus.paying_reward]: { error: 'ticket_paying_reward', message: 'Vé đang được trả thưởng.' },
  [orderStatus.rewarded]: { error: 'order_calculated', message: 'Đơn hàng đã được tính và trả thưởng.' },
  [orderStatus.reported]: invalid('Đơn đang bị báo lỗi, chờ duyệt.'),
  [orderStatus.refunding]: invalid('Đơn đang chờ hoàn tiền.'),
  [orderStatus.refunded]: invalid('Đơn đã hoàn tiền.'),
  [orderStatus.cancelled]: invalid('Đơn đã hủy.'),
}

function invalid(message: string): Refusal<'action_invalid'> {
  return { error: 'action_invalid', message }
}

export const takenByOther = ({ taken_by_name }: Pick<Worked, 'taken_by_name'>): Refusal<'order_locked'> => ({
  error: 'order_locked',
  message: `Đơn đang được ${taken_by_name ?? 'người khác'} xử lý.`,
})
export const drawCancelled: Refusal<'period_closed'> = {
  error: 'period_closed',
  message: 'Kỳ quay đã hủy, tiền của đơn đang được hoàn.',
}
export const dueOver: Refusal<'period_closed'> = {
  error: 'period_closed',
  message: 'Đã hết giờ xử lý đơn của kỳ này, cần báo lỗi để hoàn tiền.',
}
export const soldNoMore: Refusal<'ticket_sold'> = {
  error: 'ticket_sold',
  message: 'Vé của đơn này không còn trong số vé đã bán của kho. Hãy báo lỗi đơn.',
}

/** Anybody may report a lapsed order; to finish it one has to take it first. */
export function whyNotHolder(order: Worked, user_id: number): Refusal<'action_invalid' | 'order_locked'> | null {
  if (order.taken_by === user_id) return null
  return order.is_lapsed ? invalid('Người nhận đã hết hạn giữ đơn. Hãy nhận đơn trước.') : takenByOther(order)
}

/** An order in hand is finished by whoever has it, with the ticket to show for it, as long as the ticket is worth something. */
export function whyNotFinish(order: Worked, user_id: number): Refusal<FinishError> | null {
  if (order.is_draw_cancelled) return drawCancelled
  const against = whyNotHolder(order, user_id)
  if (against) return against
  if (order.is_due_over) return dueOver
  if (!order.has_images) return { error: 'ticket_image_not_found', message: 'Chưa có ảnh vé.' }
  return order.is_still_sold === false ? soldNoMore : null
}

type Judge<A extends OrderAct> = (asked: AskedFor<A>, me: Person) => Refusal<ErrorOf[A]> | null

/** A fault is reported by one person and decided on by another; money goes back only by the head office's word. */
const judges: { readonly [A in OrderAct]: Judge<A> } = {
  report(asked, { user_id }) {
    const is_others = asked.status === orderStatus.processing && asked.taken_by !== user_id
    if (is_others && !asked.is_lapsed) return takenByOther(asked)
    return asked.is_report_open ? null : { error: 'report_window_expired', message: 'Đã hết thời gian báo lỗi.' }
  },
  reject_report: whyNotDecide,
  accept_report: (asked, me) => whyNotDecide(asked, me) ?? whyNotGiveBack(me),
  refund: (_, me) => whyNotGiveBack(me),
  finish: (asked, { user_id }) => whyNotFinish(asked, user_id),
}

function whyNotDecide({ reported_by }: Reported, { user_id }: Person): Refusal<'no_right'> | null {
  return reported_by === user_id
    ? { error: 'no_right', message: 'Bạn đã báo lỗi đơn này, cần người khác duyệt.' }
    : null
}

function whyNotGiveBack({ partner_id, base_id }: Person): Refusal<'no_right'> | null {
  return partner_id !== null || base_id !== null
    ? { error: 'no_right', message: 'Chỉ người dùng của trụ sở chính được hoàn tiền cho khách.' }
    : null
}

export function whyNot<A extends OrderAct>(
  act: A,
  asked: AskedFor<A>,
  me: Person,
): Refusal<ErrorOf[A] | StateError> | null {
  return allowed(orderLife[act], asked.status) ? judges[act](asked, me) : refusalByStatus[asked.status]
}
