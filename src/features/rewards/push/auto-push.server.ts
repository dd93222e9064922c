/** Pays rewards into wallets automatically, where the rules allow it. */
import { sql } from 'kysely'
import { Failure } from '#contract/errors.ts'
import type { Db } from '#server/database/transaction.ts'
import type { Enqueue } from '#server/jobs/jobs.ts'
import { asProgram } from '#server/audit/without-call.ts'
import { rewardStatus } from '#features/rewards/reward/reward.contract.ts'
import { lockRewardToPay, may_auto } from './lock-reward.server.ts'
import { pushReward } from './pay-reward.server.ts'

const batch_size = 200
const no_gateways: ReadonlySet<never> = new Set()

interface AutoOptions {
  enqueue: Enqueue
  signal?: AbortSignal | undefined
}

/**
 * Pays automatic rewards that are in no batch, because their wallet was opened later; each in its own transaction. Rewards above the current limit
 * wait for people. Stops when the fund has too little money; the job tries again later.
 */
export async function pushAutomatically(main: Db, { enqueue, signal }: AutoOptions): Promise<void> {
  for (let after = 0; ;) {
    // unscoped: the program's own work
    const { rows } = await sql<{ reward_id: number }>`
      select r.reward_id from reward r join wallet_account w on w.msisdn = r.msisdn and w.status = 1
      where r.status = ${sql.lit(rewardStatus.waiting)} and ${may_auto} and r.claim_until >= current_date
        and not exists (select from reward_batch_item i where i.reward_id = r.reward_id and i.is_current)
        and r.reward_id > ${after} order by r.reward_id limit ${batch_size}`.execute(main)
    for (const { reward_id } of rows) {
      signal?.throwIfAborted()
      if (!(await payOne(main, reward_id, enqueue))) return
    }
    if (rows.length < batch_size) return
    after = rows.at(-1)!.reward_id
  }
}

/** Returns false when the fund has too little money. */
async function payOne(main: Db, reward_id: number, enqueue: Enqueue): Promise<boolean> {
  try {
    await asProgram(main, 'Tự động trả thưởng', async (db) => {
      const reward = await lockRewardToPay(db, reward_id)
      // The reward or a limit was changed meanwhile.
      if (reward?.status !== rewardStatus.waiting || !reward.may_auto || reward.trouble !== null) return
      await pushReward(db, reward, { enqueue, can_pay: no_gateways, approved_by: null })
    })
    return true
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    return error.error !== 'debt_not_enough'
  }
}
