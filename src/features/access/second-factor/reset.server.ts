/** Lost factors: one administrator requests a reset, another confirms it, and the account's owner is told by whom. */
import { whyNot } from '#contract/lifecycle.ts'
import type { Db } from '#server/database/transaction.ts'
import { moveLocked } from '#server/record/move.ts'
import { clock_now } from '#server/record/change-columns.ts'
import { serve, type Context } from '#server/serve.ts'
import { lockAccount } from '#server/session/accounts.ts'
import { coversUser } from '#server/session/covers.ts'
import { endSessions, type Me } from '#server/session/session.ts'
import { within } from '#server/scope.ts'
import { changeFactorPolicy, factorPolicy as policyOf, isFactorRequired } from './requirement.server.ts'
import { factorPolicy, factorReset, resetLife, resetStatus } from './second-factor.contract.ts'
import { factorsOf } from './factors.server.ts'

export default [
  ...serve(factorPolicy, {
    policy: ({ db }) => policyOf(db),
    setPolicy: async ({ db, input }) => {
      await changeFactorPolicy(db, input)
      return null
    },
  }),

  ...serve(factorReset, {
    ofAccount: async ({ db, me, input: { user_id }, fail }) => {
      const account = await db
        .selectFrom('app_user')
        .select('factor_due_at as due_at')
        .where('user_id', '=', user_id)
        .where('deleted_at', 'is', null)
        .where(within(me, 'app_user'))
        .executeTakeFirst()
      if (!account) return fail('user_not_found')
      return {
        ...account,
        factors: await factorsOf(db, user_id),
        is_required: await isFactorRequired(db, user_id),
        reset:
          (await resetsOf(db)
            .where('r.user_id', '=', user_id)
            .where('r.status', '=', resetStatus.waiting)
            .executeTakeFirst()) ?? null,
      }
    },

    ask: async ({ db, me, input: { user_id, reason }, fail }) => {
      const target = (await lockAccount(db, me, user_id)) ?? fail('user_not_found')
      if (user_id === me.user_id) fail('action_invalid', { message: 'Hãy tự gỡ ở trang Bảo mật của chính bạn.' })
      if (!(await coversUser(db, me, target))) fail('no_right')
      if ((await factorsOf(db, user_id)).length === 0)
        fail('action_invalid', { message: 'Tài khoản này chưa có bước xác minh thứ hai.' })
      const { reset_id } = await db
        .insertInto('factor_reset')
        .values({ user_id, reason, created_by: me.user_id })
        .returning('reset_id')
        .executeTakeFirstOrThrow()
      return resetOf(db, reset_id)
    },

    approve: async ({ db, me, input: { reset_id }, fail }) => {
      const { reset, target } = await lockReset(db, me, reset_id, fail)
      const refusal = whyNot(resetLife.moves.approve, reset, me)
      if (refusal) fail(refusal.error as 'no_right', { message: refusal.message })
      if (!(await coversUser(db, me, target))) fail('no_right')
      await moveLocked(db, 'factor_reset', { reset_id }, resetLife.moves.approve, {
        decided_by: me.user_id,
        decided_at: clock_now,
      })
      await db.deleteFrom('second_factor').where('user_id', '=', target.user_id).execute()
      await endSessions(db, target.user_id)
      return resetOf(db, reset_id)
    },

    reject: async ({ db, me, input: { reset_id, reason }, fail }) => {
      const { reset } = await lockReset(db, me, reset_id, fail)
      const refusal = whyNot(resetLife.moves.reject, reset, null)
      if (refusal) fail('request_finished', { message: refusal.message })
      await moveLocked(db, 'factor_reset', { reset_id }, resetLife.moves.reject, {
        decided_by: me.user_id,
        decided_at: clock_now,
        decision_reason: reason,
      })
      return resetOf(db, reset_id)
    },
  }),
]

/** Locks the request with its account; not found when the account is outside the scope of `me`. */
async function lockReset(db: Db, me: Me, reset_id: number, fail: Context<typeof factorReset.approve>['fail']) {
  const reset = await db
    .selectFrom('factor_reset')
    .select(['reset_id', 'user_id', 'status', 'created_by'])
    .where('reset_id', '=', reset_id)
    .forUpdate()
    .executeTakeFirst()
  const target = reset && (await lockAccount(db, me, reset.user_id))
  return reset && target ? { reset, target } : fail('request_not_found')
}

/** Adds the contract's columns. */
export function resetsOf(db: Db) {
  return db
    .selectFrom('factor_reset as r')
    .innerJoin('app_user as creator', 'creator.user_id', 'r.created_by')
    .leftJoin('app_user as decider', 'decider.user_id', 'r.decided_by') // unscoped: only a name
    .select(['r.reset_id', 'r.user_id', 'r.reason', 'r.status', 'r.created_by', 'r.created_at', 'r.decided_at'])
    .select(['creator.user_name as created_by_name', 'decider.user_name as decided_by_name'])
    .$narrowType<{ status: 1 | 3 | 7; created_by_name: string }>()
}

function resetOf(db: Db, reset_id: number) {
  return resetsOf(db).where('r.reset_id', '=', reset_id).executeTakeFirstOrThrow()
}
