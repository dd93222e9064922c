/** What the clock does with orders: those that were not paid in time are cancelled, old requests are forgotten. */
import { sql } from 'kysely'
import { cronJob, type CronJob, type JobContext } from '#server/jobs.ts'
import { asProgram } from '#server/serve.ts'
import type { Db } from '#server/database/transaction.ts'
import { cancelExpired, expiredOrders } from './cancel.server.ts'
import { inBatches } from './in-batches.server.ts'

/** A client asks again within minutes; so long is beyond every dispute. */
const request_days = 40
/** What is signed is good for ten minutes, as long as a device's clock may be ahead and then behind. */
const refusal_minutes = 60
const rows_at_once = 5_000

export function orderJobs({ main }: JobContext): CronJob[] {
  return [
    cronJob('orders.expire', { cron: '* * * * *', run: () => expireOrders(main) }),
    cronJob('channel.forget', { cron: '*/10 * * * *', run: () => forgetRefusals(main) }),
  ]
}

/**
 * Cancels every unpaid order whose time is over. One whose tickets or stock somebody holds is left for the next minute.
 * @throws AggregateError at the end, with those that could not be cancelled for another reason.
 */
export async function expireOrders(main: Db): Promise<void> {
  await inBatches({
    next: (after) => expiredOrders(main, { after }),
    work: (ids, lock_timeout) =>
      asProgram(main, 'Hủy đơn quá hạn thanh toán', (db) => cancelExpired(db, ids, undefined, lock_timeout)),
    failed: 'cancelled',
  })
}

/** Requests that no client will repeat. */
export function forgetRequests(main: Db): Promise<void> {
  return forget(main, sql`at < now() - make_interval(days => ${request_days}::integer)`)
}

/** Refusals that nobody can ask for again by sending the request that was signed then: a device that goes mad must not fill the disk with them. */
export function forgetRefusals(main: Db): Promise<void> {
  return forget(main, sql`order_id is null and at < now() - make_interval(mins => ${refusal_minutes}::integer)`)
}

async function forget(main: Db, which: ReturnType<typeof sql>): Promise<void> {
  for (let removed = rows_at_once; removed === rows_at_once;) {
    const { rows } = await sql<{ some: boolean }>`
      select exists (select from channel_request where ${which}) as some`.execute(main)
    if (!rows[0]!.some) return
    const result = await asProgram(main, 'Dọn yêu cầu cũ của kênh bán hàng', (db) =>
      sql`delete from channel_request where ctid = any(array(
        select ctid from channel_request where ${which} limit ${rows_at_once}::integer))`.execute(db),
    )
    removed = Number(result.numAffectedRows)
  }
}
