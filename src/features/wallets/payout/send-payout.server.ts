/** What jobs do with an order: they send it, query it, and act on what a gateway tells by itself. */
import type { PayoutAnswer, PayoutGateway } from '#server/gateways/gateway.ts'
import type { JobContext, Task } from '#server/jobs/jobs.ts'
import { asProgram } from '#server/audit/without-call.ts'
import {
  beginPayout,
  findOrder,
  markUnknown,
  refuseUnsent,
  settle,
  type PayoutKind,
  type PayoutTask,
} from './payout-journal.server.ts'

type Context = Pick<JobContext, 'main' | 'gateways'>

/** What a gateway told of an order by itself. */
export interface NotifiedAnswer {
  order_id: string
  /** As the gateway says; it is held against the order's. */
  amount: number
  answer: PayoutAnswer
}

/** The result is not known yet: the job is tried again and queries the same order. */
class Unsettled extends Error {
  override readonly name = 'Unsettled'
}

/**
 * Pays through the gateway, or queries what was sent before. Where none is configured, or none any longer, people decide.
 * @throws Unsettled while the result is not known and the job may be tried again
 */
export async function pay(context: Context, kind: PayoutKind, id: number, task: Task): Promise<void> {
  const { main, gateways } = context
  const name = await kind.gatewayOf(main, id)
  const gateway = name && gateways[name]
  if (!gateway) return asProgram(main, 'Không có cổng chi trả', (db) => markUnknown(db, kind, id))
  const check = await kind.check?.(main, gateways, id)
  if (check?.outcome === 'failed')
    return asProgram(main, 'Không gửi lệnh chi', (db) => refuseUnsent(db, kind, id, check))
  // After the last try the clock tries anew.
  if (check && task.is_last) return
  if (check) throw new Unsettled(`${kind.column} ${id}: ${check.code} ${check.message}`)
  const order = await asProgram(main, 'Gửi lệnh chi', (db) => beginPayout(db, kind, id))
  if (!order) return
  const answer = order.was_sent ? await gateway.query(order) : await gateway.pay(order)
  if (answer !== 'absent') return conclude(context, kind, order, await confirmed(gateway, order, answer), task)
  // A person may have ended it meanwhile: only what is still to be paid is sent.
  const again = await asProgram(main, 'Gửi lại lệnh chi', (db) => beginPayout(db, kind, id))
  if (again?.payout_id !== order.payout_id) return
  await conclude(context, kind, again, await confirmed(gateway, again, await gateway.pay(again)), task)
}

/** The refusals of our own side, before anything is sent. */
const own_refusals: readonly string[] = ['amount', 'receiver']

/**
 * A failure counts only when a query confirms it: after a false 'failed' the money would be paid twice. That the
 * gateway has not seen the order confirms nothing, unless it was never sent.
 */
async function confirmed(gateway: PayoutGateway, order: PayoutTask, answer: PayoutAnswer): Promise<PayoutAnswer> {
  if (answer.outcome !== 'failed') return answer
  const again = await gateway.query(order)
  if (again !== 'absent') return again
  return !order.was_sent && own_refusals.includes(answer.code) ? answer : { ...answer, outcome: 'unknown' }
}

async function conclude(
  context: Context,
  kind: PayoutKind,
  order: PayoutTask,
  answer: PayoutAnswer,
  { is_last }: Task,
): Promise<void> {
  await asProgram(context.main, 'Nhận kết quả chi', (db) => settle(db, kind, order, answer, is_last))
  // After the last try it is unknown and a cron job queries it: the job has not failed.
  if (!is_last && (answer.outcome === 'unknown' || answer.outcome === 'unsent'))
    throw new Unsettled(`${order.order_id}: ${answer.code} ${answer.message}`)
}

/** Acts on a notification. Its signature was checked when it came; its amount is checked here. */
export async function onNotification(
  context: Context,
  kind: PayoutKind,
  { order_id, amount, answer }: NotifiedAnswer,
  task: Task,
): Promise<void> {
  const order = await asProgram(context.main, 'Tìm lệnh chi', (db) => findOrder(db, kind, order_id))
  if (!order) return
  const gateway = context.gateways[order.gateway]
  if (!gateway || answer.outcome === 'unknown' || answer.outcome === 'unsent') return
  const verified = amount === order.amount ? answer : await gateway.query(order)
  if (verified !== 'absent') await conclude(context, kind, order, await confirmed(gateway, order, verified), task)
}
