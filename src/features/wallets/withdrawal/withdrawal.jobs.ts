/** What happens to withdrawals beside the calls: gateways are asked to pay, what they tell is heard, and what is unknown is asked for again. */
import { sql } from 'kysely'
import type { PayoutAnswer, PayoutGateway } from '#server/gateways/gateway.ts'
import {
  cronJob,
  queuedJob,
  type Enqueue,
  type CronJob,
  type Task,
  type QueuedJob,
  type JobContext,
} from '#server/jobs.ts'
import { asProgram } from '#server/serve.ts'
import type { Db } from '#server/database/transaction.ts'
import { gatewayOf } from './withdrawal.rules.ts'
import { beginPayout, doubt, finishCancel, orderWithId, settle, type Order } from './settle.server.ts'
import { withdrawalStatus } from './withdrawal.contract.ts'

export const pay_job = 'withdrawal.pay'
export const told_job = 'withdrawal.told'
export const cancel_job = 'withdrawal.cancel'

interface Asked {
  withdrawal_id: number
}
interface Told {
  order_id: string
  amount: number
  answer: PayoutAnswer
}

export function withdrawalJobs(place: JobContext): QueuedJob[] {
  return [
    queuedJob<Asked>(pay_job, {
      title: 'Chi tiền rút',
      at_once: 16,
      run: (asked, task) => pay(place, asked, task),
    }),
    queuedJob<Told>(told_job, { title: 'Nhận kết quả chi', at_once: 4, run: (told, task) => hear(place, told, task) }),
    queuedJob<Asked>(cancel_job, { title: 'Hủy yêu cầu rút', run: (asked) => cancel(place, asked) }),
  ]
}

/** The gateway has not said how it ended: the same order is asked for again later. */
class Unsettled extends Error {
  override readonly name = 'Unsettled'
}

/** Pays through the gateway. Where there is none for this method, or none any more, it is left to people. */
async function pay(place: JobContext, { withdrawal_id }: Asked, task: Task): Promise<void> {
  const gateway = await gatewayFor(place, withdrawal_id)
  if (!gateway) return leaveToPeople(place, withdrawal_id)
  const order = await asProgram(place.main, 'Gửi lệnh chi', (db) => beginPayout(db, withdrawal_id))
  if (!order) return
  const said = order.was_sent ? await gateway.ask(order) : await gateway.pay(order)
  if (said !== 'absent') return conclude(place, order, await confirmed(gateway, order, said), task)
  // A person may have ended it since it was taken up: nothing is sent that is not still to be paid.
  const again = await asProgram(place.main, 'Gửi lại lệnh chi', (db) => beginPayout(db, withdrawal_id))
  if (again?.payout_id !== order.payout_id) return
  await conclude(place, again, await confirmed(gateway, again, await gateway.pay(again)), task)
}

/** What our side refuses to send. */
const own_refusals: readonly string[] = ['amount', 'receiver']

/**
 * Money is free again only when the gateway says a second time that it has not paid: a false 'failed' would be paid for twice. An order that it
 * has never seen is no such word, unless it never left this machine.
 */
async function confirmed(gateway: PayoutGateway, order: Order, answer: PayoutAnswer): Promise<PayoutAnswer> {
  if (answer.outcome !== 'failed') return answer
  const again = await gateway.ask(order)
  if (again !== 'absent') return again
  return !order.was_sent && own_refusals.includes(answer.code) ? answer : { ...answer, outcome: 'unknown' }
}

async function conclude(place: JobContext, order: Order, answer: PayoutAnswer, { is_last }: Task): Promise<void> {
  await asProgram(place.main, 'Nhận kết quả chi', (db) => settle(db, order, answer, is_last))
  // After the last try it shows as unknown, and is asked for again by the clock: nothing that is given up.
  if (!is_last && (answer.outcome === 'unknown' || answer.outcome === 'unsent'))
    throw new Unsettled(`${order.order_id}: ${answer.code} ${answer.message}`)
}

/** What MoMo tells by itself. Its signature was checked when it came; that it speaks of our amount is checked here. */
async function hear(place: JobContext, { order_id, amount, answer }: Told, task: Task): Promise<void> {
  const order = await asProgram(place.main, 'Tìm lệnh chi', (db) => orderWithId(db, order_id))
  if (!order) return
  const gateway = place.gateways[gatewayOf(order.method)]
  if (!gateway || answer.outcome === 'unknown' || answer.outcome === 'unsent') return
  const known = amount === order.amount ? answer : await gateway.ask(order)
  if (known !== 'absent') await conclude(place, order, await confirmed(gateway, order, known), task)
}

async function leaveToPeople({ main }: JobContext, withdrawal_id: number): Promise<void> {
  await asProgram(main, 'Không có cổng chi trả', (db) => doubt(db, withdrawal_id))
}

async function gatewayFor({ main, gateways }: JobContext, withdrawal_id: number): Promise<PayoutGateway | null> {
  const asked = await main
    .selectFrom('withdrawal') // unscoped: the program's own work
    .select('method')
    .$narrowType<{ method: 1 | 2 }>()
    .where('withdrawal_id', '=', withdrawal_id)
    .executeTakeFirst()
  return asked ? gateways[gatewayOf(asked.method)] : null
}

async function cancel({ main }: JobContext, { withdrawal_id }: Asked): Promise<void> {
  await asProgram(main, 'Hủy yêu cầu rút tiền', (db) => finishCancel(db, withdrawal_id))
}

/** What nobody works on any more though it has not ended; what is unknown after a day is for people to find out. */
export function askAgainJob({ main }: JobContext, enqueue: Enqueue): CronJob {
  return cronJob('withdrawal.ask_again', { cron: '*/5 * * * *', run: () => askAgain(main, enqueue) })
}

export async function askAgain(main: Db, enqueue: Enqueue): Promise<void> {
  const { processing, unknown, cancelling } = withdrawalStatus
  const open = await main
    .selectFrom('withdrawal') // unscoped: the program's own work
    .select(['withdrawal_id', 'status'])
    .where((eb) =>
      eb.or([
        eb('status', '=', cancelling),
        eb.and([eb('status', '=', processing), eb('payout_id', 'is not', null)]),
        eb.and([eb('status', '=', unknown), eb('processed_at', '>', sql<string>`now() - interval '1 day'`)]),
      ]),
    )
    .execute()
  for (const { withdrawal_id, status } of open)
    await enqueue(main, status === cancelling ? cancel_job : pay_job, { withdrawal_id }, String(withdrawal_id))
}
