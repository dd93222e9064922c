import { sql } from 'kysely'
import { isHeadOffice } from '#contract/person.ts'
import { refuse } from '#server/fail.ts'
import { runBulk } from '#server/record/bulk.ts'
import { moveLocked } from '#server/record/move.ts'
import { clock_now, changeColumns, hasChanged } from '#server/record/change-columns.ts'
import { within } from '#server/scope.ts'
import { serve, type Context } from '#server/serve.ts'
import { namedOrChosen } from '#features/rewards/push/chosen-rewards.server.ts'
import { lockReward } from '#features/rewards/push/lock-reward.server.ts'
import { rewardLife } from '#features/rewards/reward/reward.contract.ts'
import { findReward } from '#features/rewards/reward/reward.query.server.ts'
import { whyNot, whyNotRemind } from '#features/rewards/reward/reward.rules.ts'
import { deadline, max_reopened_days } from './deadline.contract.ts'

export default serve(deadline, {
  remindPreview: async (context) => runBulk(await namedOrChosen(context), async (row) => whyNotRemind(row)),

  remind: async (context) => {
    const { db, me, input } = context
    const rows = await namedOrChosen(context)
    if (input.reward_ids?.length === 1) refuse(whyNotRemind(rows[0]!), context.fail)
    return runBulk(rows, async ({ reward_id }) => {
      const reward = (await lockReward(db, me, reward_id))!
      const refusal = whyNotRemind(reward)
      if (refusal) return refusal
      await db
        .updateTable('reward')
        // The version stays, because the payment does not change: an approved batch pays only the versions that its approver saw.
        .set({ reminded_by: me.user_id, reminded_at: clock_now, updated_by: me.user_id, updated_at: sql`now()` })
        .where('reward_id', '=', reward_id)
        .where(within(me, 'reward'))
        .execute()
      const note = `Đã báo khách hạn lĩnh: ${input.note}`
      await db.insertInto('reward_note').values({ reward_id, note, created_by: me.user_id }).execute()
      return null
    })
  },

  reopen: async (context) => {
    const { db, me, input, fail } = context
    const { reward_id, claim_until, note, version } = input
    const reward = isHeadOffice(me) ? await lockReward(db, me, reward_id) : undefined
    if (!reward) return fail('request_not_found')
    if (hasChanged(reward, version)) fail('changed_by_other', { current: await findReward(db, me, reward_id) })
    await checkDay(context)
    const is_second = reward.reopen_until === claim_until
    refuse(whyNot(is_second ? 'reopen' : 'proposeReopening', reward, me), fail)
    if (reward.mismatch) fail(reward.mismatch)
    if (!is_second) {
      await db
        .updateTable('reward')
        .set({
          reopen_by: me.user_id,
          reopen_at: clock_now,
          reopen_note: note,
          reopen_until: claim_until,
          ...changeColumns(me),
        })
        .where('reward_id', '=', reward_id)
        .where(within(me, 'reward'))
        .execute()
    } else {
      await moveLocked(db, 'reward', { reward_id }, rewardLife.moves.reopen, {
        claim_until,
        first_by: null,
        first_at: null,
        finished_at: null,
        reason: `Mở lại sau hạn lĩnh: ${reward.reopen_note}; ${note}`.slice(0, 500),
        reminded_by: null,
        reminded_at: null,
        reopen_by: null,
        reopen_at: null,
        reopen_note: null,
        reopen_until: null,
        ...changeColumns(me),
      })
    }
    return (await findReward(db, me, reward_id))!
  },
})

/** Refuses a last day that is over or too far in the future. */
async function checkDay({ db, input: { claim_until }, fail }: Context<typeof deadline.reopen>): Promise<void> {
  const { rows } = await sql<{ is_right: boolean }>`
    select ${claim_until}::date between current_date and current_date + ${max_reopened_days}::integer as is_right`.execute(
    db,
  )
  if (!rows[0]!.is_right)
    fail('request_invalid', { fields: { claim_until: `Từ hôm nay tới ${max_reopened_days} ngày nữa` } })
}
