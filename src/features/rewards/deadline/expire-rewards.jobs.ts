/** Prizes are paid until their last day; in the night after it a job expires unpaid ones, which stay in the list. */
import { sql } from 'kysely'
import { cronJob, type CronJob, type JobContext } from '#server/jobs/jobs.ts'
import { asProgram } from '#server/audit/without-call.ts'
import type { Db } from '#server/database/transaction.ts'
import { claimStatus } from '#features/rewards/claim/claim.contract.ts'
import { rewardLife, rewardStatus } from '#features/rewards/reward/reward.contract.ts'

/** Expires overdue rewards each night. */
export function expireRewardsJob({ main }: JobContext): CronJob {
  return cronJob('reward.expire', { cron: '5 0 * * *', run: () => expireRewards(main) })
}

/** Expires overdue rewards, except those that are being paid, may have been paid, or were claimed in time. */
export async function expireRewards(main: Db): Promise<void> {
  const { from, to } = rewardLife.moves.expire
  await asProgram(main, 'Đóng giải quá hạn lĩnh', (db) =>
    // unscoped: the program's own work
    sql`
      update reward set status = ${to}::smallint, is_auto = false, first_by = null, first_at = null, finished_at = clock_timestamp(),
        reason = 'Quá hạn lĩnh thưởng ' || to_char(claim_until, 'DD/MM/YYYY'), version = version + 1
      where status = any(${[...from]}::smallint[]) and claim_until < current_date
        and hand_status is distinct from ${sql.lit(rewardStatus.paid)}
        and not exists (select from reward_claim c where c.reward_id = reward.reward_id and c.status = ${claimStatus.waiting})`.execute(
      db,
    ),
  )
}
