/** What jobs do with a payment order: send it, query it, and process the gateway's notifications. */
import type { PayoutAnswer, PayoutGateway } from '#server/gateways/gateway.ts'
import { asProgram } from '#server/audit/without-call.ts'
import { batched } from '#server/jobs/together.ts'
import { NotYet, type JobContext, type Task } from '#server/jobs/jobs.ts'
import {
  beginPayouts,
  findOpenOrder,
  lockPayoutOrder,
  markUnknown,
  refuseUnsent,
  settlePayouts,
  type AnsweredOrder,
  type PayoutKind,
  type PayoutSubject,
  type PayoutTask,
} from './payout-journal.server.ts'

/** A gateway's notification about an order. */
export interface NotifiedAnswer {
  order_id: string
  /** The amount according to the gateway, which is compared with the order's. */
  amount: number
  answer: PayoutAnswer
}

/** The result is not known yet: the job is retried and queries the same order. */
class Unsettled extends NotYet {
  override readonly name = 'Unsettled'
}

export interface Payer {
  /**
   * Pays through the gateway, or queries what was sent before. Where no gateway is configured (any longer), people decide.
   * @throws Unsettled while the result is not known and the job may be retried
   */
  pay(id: number, task: Task): Promise<void>
  /** Processes a notification. Its signature was checked on arrival; its amount is checked here. */
  onNotification(notified: NotifiedAnswer, task: Task): Promise<void>
}

/** How many orders share one transaction at most. */
const batch_size = 32

/** Pays one kind of record. Simultaneous writes of its jobs share one transaction, and each job continues once that is committed. */
export function openPayer<S extends PayoutSubject>(
  { main, gateways }: Pick<JobContext, 'main' | 'gateways'>,
  kind: PayoutKind<S>,
): Payer {
  const begin = batched<number, PayoutTask | null>({
    batch_size,
    keyOf: (id) => id,
    run: (ids) => asProgram(main, 'Gửi lệnh chi', (db) => beginPayouts(db, kind, ids)),
  })
  const settle = batched<AnsweredOrder, null>({
    batch_size,
    keyOf: ({ order }) => order.id,
    run: async (answers) => {
      await asProgram(main, 'Nhận kết quả chi', (db) => settlePayouts(db, kind, answers))
      return answers.map(() => null)
    },
  })

  async function conclude(order: PayoutTask, answer: PayoutAnswer, { is_last }: Task): Promise<void> {
    await settle({ order, answer, is_last })
    // After the last retry the order is unknown and a scheduled job queries it: this job has not failed.
    if (!is_last && (answer.outcome === 'unknown' || answer.outcome === 'unsent'))
      throw new Unsettled(`${order.order_id}: ${answer.code} ${answer.message}`)
  }

  return {
    async pay(id, task) {
      const name = await kind.gatewayOf(main, id)
      const gateway = name && gateways[name]
      if (!gateway) return asProgram(main, 'Không có cổng chi trả', (db) => markUnknown(db, kind, id))
      const check = await kind.check?.(main, gateways, id)
      if (check?.outcome === 'failed')
        return asProgram(main, 'Không gửi lệnh chi', (db) => refuseUnsent(db, kind, id, check))
      // After the last retry the scheduled job takes over.
      if (check && task.is_last) return
      if (check) throw new Unsettled(`${kind.column} ${id}: ${check.code} ${check.message}`)
      const order = await begin(id)
      if (!order) return
      const answer = order.was_sent ? await gateway.query(order) : await gateway.pay(order)
      if (answer !== 'absent') return conclude(order, await confirmed(gateway, order, answer), task)
      // A person may have finished it meanwhile: only what is still to be paid is sent.
      const startedPayout = await begin(id)
      if (startedPayout?.payout_id !== order.payout_id) return
      await conclude(startedPayout, await confirmed(gateway, startedPayout, await gateway.pay(startedPayout)), task)
    },

    async onNotification({ order_id, amount, answer }, task) {
      // A notification that contradicts a finished order is left to the reconciliation.
      const id = await findOpenOrder(main, kind, order_id)
      if (id === null) return
      const order = await asProgram(main, 'Tìm lệnh chi', (db) => lockPayoutOrder(db, kind, { id, order_id }))
      const gateway = gateways[order.gateway]
      if (!gateway || answer.outcome === 'unknown' || answer.outcome === 'unsent') return
      const verified = amount === order.amount ? answer : await gateway.query(order)
      if (verified !== 'absent') await conclude(order, await confirmed(gateway, order, verified), task)
    },
  }
}

/** Refusals by our own side, before anything is sent. */
const own_refusals: readonly string[] = ['amount', 'receiver']

/**
 * A failure counts only when a query confirms it: after a wrong 'failed' the money would be paid twice. If the gateway does not know the order, that
 * confirms a failure only for an order that was never sent.
 */
async function confirmed(gateway: PayoutGateway, order: PayoutTask, answer: PayoutAnswer): Promise<PayoutAnswer> {
  if (answer.outcome !== 'failed') return answer
  const second_answer = await gateway.query(order)
  if (second_answer !== 'absent') return second_answer
  return !order.was_sent && own_refusals.includes(answer.code) ? answer : { ...answer, outcome: 'unknown' }
}
