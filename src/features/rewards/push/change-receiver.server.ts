/** Changes the receiver of a reward. */
import type { Db } from '#server/database/transaction.ts'
import { moveLocked } from '#server/record/move.ts'
import { clock_now, changeColumns } from '#server/record/change-columns.ts'
import type { Me } from '#server/session/session.ts'
import { rewardLife } from '#features/rewards/reward/reward.contract.ts'
import type { LockedReward } from './lock-reward.server.ts'
import { no_proposal } from './pay-reward.server.ts'

const { moves } = rewardLife

/** Changes the receiver; the reward waits again for all approvals. The caller has locked the reward and checked whyNot. */
export async function changeReceiver(
  db: Db,
  me: Me,
  { reward_id }: LockedReward,
  to: Partial<Record<'msisdn' | 'full_name' | 'account_number' | 'account_name', string | null>> & {
    form?: number
    bank_id?: number | null
  },
): Promise<void> {
  await moveLocked(db, 'reward', { reward_id }, moves.change, {
    ...to,
    is_auto: false,
    first_by: null,
    first_at: null,
    approved_by: null,
    approved_at: null,
    ...no_proposal,
    changed_by: me.user_id,
    changed_at: clock_now,
    ...changeColumns(me),
  })
}
