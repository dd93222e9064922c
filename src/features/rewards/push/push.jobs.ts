/** The jobs of payouts at gateways: sending, handling notifications, and querying unknown ones. */
import { sql } from 'kysely'
import { cronJob, queuedJob, type CronJob, type Enqueue, type JobContext, type QueuedJob } from '#server/jobs/jobs.ts'
import type { Db } from '#server/database/transaction.ts'
import { notificationJob, payJob } from '#features/wallets/payout/payout.contract.ts'
import { openPayer, type NotifiedAnswer } from '#features/wallets/payout/send-payout.server.ts'
import { rewardStatus } from '#features/rewards/reward/reward.contract.ts'
import { pushAutomatically } from './auto-push.server.ts'
import { rewardPayouts } from './pay-reward.server.ts'

/**
 * Sends a reward to its gateway, 16 side by side, and takes in what MoMo notifies of it; what stays unknown is queried
 * by `queryOpenRewardsJob`.
 */
export function pushJobs(context: JobContext): QueuedJob[] {
  const payer = openPayer(context, rewardPayouts)
  return [
    queuedJob<{ reward_id: number }>(payJob.reward, {
      title: 'Đẩy thưởng',
      concurrency: 16,
      run: ({ reward_id }, task) => payer.pay(reward_id, task),
    }),
    queuedJob<NotifiedAnswer>(notificationJob.reward, {
      title: 'Nhận kết quả đẩy thưởng',
      concurrency: 4,
      run: (answer, task) => payer.onNotification(answer, task),
    }),
  ]
}

/** Pays automatic rewards that could not be paid at once: the fund had too little money, or the customer had no wallet yet. */
export function autoPushJob({ main }: JobContext, enqueue: Enqueue): CronJob {
  return cronJob('reward.auto_push', { cron: '*/5 * * * *', run: () => pushAutomatically(main, { enqueue }) })
}

/** Queries open payouts that no job works on. Those that are unknown for more than a day are left to people. */
export function queryOpenRewardsJob({ main }: JobContext, enqueue: Enqueue): CronJob {
  return cronJob('reward.query_open', { cron: '*/5 * * * *', run: () => queryOpenRewards(main, enqueue) })
}

export async function queryOpenRewards(main: Db, enqueue: Enqueue): Promise<void> {
  const { pushing, unknown } = rewardStatus
  // unscoped: the program's own work
  const { rows } = await sql<{ reward_id: number }>`
    select reward_id from reward where status = ${sql.lit(pushing)}
      or (status = ${sql.lit(unknown)} and approved_at > now() - interval '1 day')`.execute(main)
  for (const { reward_id } of rows) await enqueue(main, payJob.reward, { reward_id }, String(reward_id))
}
