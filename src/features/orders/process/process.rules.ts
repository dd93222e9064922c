/** Why an act on an order of a queue is not possible; the screen shows it, the server refuses with it. */
import type { Refusal } from '#contract/errors.ts'
import { orderStatus, type OrderStatus } from '#features/orders/order/order.contract.ts'
import {
  drawCancelled,
  pastDue,
  noLongerSold,
  refusalByStatus,
  takenByOther,
  whyNotFinish,
  whyNotHolder,
  type FinishError,
  type StateError,
  type OrderInWork,
} from '#features/orders/order-act/order-act.rules.ts'

export type ProcessAct = 'take' | 'release' | 'photo' | 'finish'

interface QueuedOrder extends Omit<OrderInWork, 'has_images'> {
  order_status: OrderStatus
  image_count: number
}

/** The errors with which each act can be refused. */
export interface ErrorOf {
  take: StateError | 'order_locked' | 'period_closed' | 'ticket_sold'
  release: StateError | 'order_locked'
  photo: StateError | 'order_locked' | 'period_closed'
  finish: StateError | FinishError
}

/** Whether this person has taken it and nobody else has taken it over. */
export function isTakenBy(
  { order_status, taken_by }: Pick<QueuedOrder, 'order_status' | 'taken_by'>,
  user_id: number,
): boolean {
  return order_status === orderStatus.processing && taken_by === user_id
}

export function whyNot<A extends ProcessAct>(
  act: A,
  order: QueuedOrder,
  user_id: number,
): Refusal<ErrorOf[A] | StateError> | null {
  const { order_status } = order
  const is_open = order_status === orderStatus.paid || order_status === orderStatus.processing
  return is_open ? checks[act](order, user_id) : refusalByStatus[order_status]
}

type Check<A extends ProcessAct> = (order: QueuedOrder, user_id: number) => Refusal<ErrorOf[A]> | null

/** Orders of a cancelled draw wait for their refund: nobody works on them, but the person who has one can release it. */
const checks: { readonly [A in ProcessAct]: Check<A> } = {
  take(order, user_id) {
    if (order.is_draw_cancelled) return drawCancelled
    const is_taken = order.order_status === orderStatus.processing && !order.is_lapsed
    if (is_taken && !isTakenBy(order, user_id)) return takenByOther(order)
    if (!is_taken && order.is_due_over) return pastDue
    return order.is_still_sold === false ? noLongerSold : null
  },
  release: (order, user_id) => notTaken(order) ?? whyNotHolder(worked(order), user_id),
  photo(order, user_id) {
    if (order.is_draw_cancelled) return drawCancelled
    return notTaken(order) ?? whyNotHolder(worked(order), user_id) ?? (order.is_due_over ? pastDue : null)
  },
  finish: (order, user_id) =>
    (order.is_draw_cancelled ? drawCancelled : notTaken(order)) ?? whyNotFinish(worked(order), user_id),
}

const worked = (order: QueuedOrder): OrderInWork => ({ ...order, has_images: order.image_count > 0 })

function notTaken({ order_status }: QueuedOrder): Refusal<'action_invalid'> | null {
  return order_status === orderStatus.processing ? null : { error: 'action_invalid', message: 'Hãy nhận đơn trước.' }
}
