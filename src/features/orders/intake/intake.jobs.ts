/** Scheduled jobs: expire unpaid orders, and delete old requests of the channel. */
import { sql } from 'kysely'
import { cronJob, type CronJob, type JobContext } from '#server/jobs/jobs.ts'
import { asProgram } from '#server/audit/without-call.ts'
import type { Db } from '#server/database/transaction.ts'
import { cancelExpired, expiredOrders } from './cancel-orders.server.ts'
import { runInBatches } from './order-batches.server.ts'

/** Clients repeat a request within minutes; after so many days nobody disputes it. */
const request_days = 40
/** A signature is valid for ten minutes, so no repeat of a refused request can come later. */
const refusal_minutes = 60
const batch_size = 5_000

/**
 * Every minute unpaid orders that are too late are cancelled; every ten minutes refusals of the channel older than an
 * hour are deleted.
 */
export function orderJobs({ main }: JobContext): CronJob[] {
  return [
    cronJob('orders.expire', { cron: '* * * * *', run: () => expireOrders(main) }),
    cronJob('channel.forget', { cron: '*/10 * * * *', run: () => deleteOldRefusals(main) }),
  ]
}

/**
 * Cancels every expired unpaid order. One whose tickets or stock are locked is left for the next minute.
 * @throws AggregateError at the end, for those that could not be cancelled for another reason
 */
export async function expireOrders(main: Db): Promise<void> {
  await runInBatches({
    nextIds: (after) => expiredOrders(main, { after }),
    process: (ids, lock_timeout) =>
      asProgram(main, 'Hủy đơn quá hạn thanh toán', (db) => cancelExpired(db, ids, undefined, lock_timeout)),
    could_not: 'cancelled',
  })
}

/** Requests that no client will repeat. */
export function deleteOldRequests(main: Db): Promise<void> {
  return deleteOld(main, sql`at < now() - make_interval(days => ${request_days}::integer)`)
}

/** Refusals whose signature has expired, so that a broken device does not fill the disk. An answer that an erasure replaced has an account. */
export function deleteOldRefusals(main: Db): Promise<void> {
  return deleteOld(
    main,
    sql`order_id is null and account_id is null and answer ? 'code'
      and at < now() - make_interval(mins => ${refusal_minutes}::integer)`,
  )
}

async function deleteOld(main: Db, condition: ReturnType<typeof sql>): Promise<void> {
  for (let removed_count = batch_size; removed_count === batch_size;) {
    const { rows } = await sql<{ some: boolean }>`
      select exists (select from channel_request where ${condition}) as some`.execute(main)
    if (!rows[0]!.some) return
    const result = await asProgram(main, 'Dọn yêu cầu cũ của kênh bán hàng', (db) =>
      sql`delete from channel_request where ctid = any(array(
        select ctid from channel_request where ${condition} limit ${batch_size}::integer))`.execute(db),
    )
    removed_count = Number(result.numAffectedRows)
  }
}
