/** Jobs that create rewards after a draw's prizes are decided, and continue interrupted runs. */
import { sql } from 'kysely'
import { cronJob, queuedJob, type CronJob, type Enqueue, type JobContext, type QueuedJob } from '#server/jobs/jobs.ts'
import { asProgram } from '#server/audit/without-call.ts'
import type { Db } from '#server/database/transaction.ts'
import { orderStatus } from '#features/orders/order/order.contract.ts'
import { reward_job } from '#features/results/prize-run/prize-run.rules.ts'
import { runStatus } from '#features/results/prize-run/prize-run.contract.ts'
import { makeBatches } from '#features/rewards/batch/make-batches.server.ts'
import { pushAutomatically } from '#features/rewards/push/auto-push.server.ts'
import { createRewards, reward_batch_size } from './create-rewards.server.ts'
import { rewardStatus } from './reward.contract.ts'

/** The job that creates and then pays the rewards of a draw. */
export function rewardJobs({ main }: JobContext): QueuedJob[] {
  return [
    queuedJob<{ period_id: number }>(reward_job, {
      title: 'Lập giải thưởng',
      run: async ({ period_id }, { signal, enqueue }) => {
        await createAllRewards(main, period_id, signal)
        await makeBatches(main, period_id, enqueue)
        await pushAutomatically(main, { enqueue, signal })
      },
    }),
  ]
}

/** Creates all missing rewards of a draw, in batches of one transaction each. */
export async function createAllRewards(main: Db, period_id: number, signal?: AbortSignal): Promise<void> {
  for (let count = reward_batch_size; count === reward_batch_size;) {
    signal?.throwIfAborted()
    count = await asProgram(main, 'Lập giải thưởng', (db) => createRewards(db, period_id))
  }
}

/** Queues draws with decided prizes and missing rewards: their job failed, or an older version of the program had no rewards. */
export function missingRewardsJob({ main }: JobContext, enqueue: Enqueue): CronJob {
  return cronJob('reward.missing', {
    cron: '*/5 * * * *',
    run: async () => {
      // unscoped: the program's own work
      const { rows } = await sql<{ period_id: number }>`
        select p.period_id from prize_run p where p.status = ${runStatus.done} and p.won_orders > 0 and exists (
          select from sale_order o where o.period_id = p.period_id and o.status between 7 and 9 and o.status = ${orderStatus.won}
            and not exists (select from reward r where r.order_id = o.order_id and r.status <> ${sql.lit(rewardStatus.revoked)}))`.execute(
        main,
      )
      for (const { period_id } of rows) await enqueue(main, reward_job, { period_id }, String(period_id))
    },
  })
}
