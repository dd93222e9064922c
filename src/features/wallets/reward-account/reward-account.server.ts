import { isHeadOffice } from '#contract/person.ts'
import { sql } from 'kysely'
import { checkDays, contains, paginate, sortOf, vietnamese } from '#server/list.ts'
import { within } from '#server/scope.ts'
import { serve, type Context } from '#server/serve.ts'
import { stamped } from '#server/stamp.ts'
import type { Me } from '#server/session/session.ts'
import type { Db } from '#server/database/transaction.ts'
import { adjustmentDirection, type AdjustmentDirection } from '#features/wallets/adjustment/adjustment.contract.ts'
import {
  adjust,
  approveAdjustment,
  holdAdjustment,
  matchingAdjustments,
  rejectAdjustment,
  shownAdjustments,
} from '#features/wallets/adjustment/adjustment.server.ts'
import { sync_job } from './funds.jobs.ts'
import { accountReward, type Gateway } from './reward-account.contract.ts'
import { fundOf, holdFund, movements, shown } from './reward-account.query.server.ts'

export default serve(accountReward, {
  list: ({ db, me, input }) => {
    const [column, direction] = sortOf(input.sort, 'account_name')
    const by = column === 'balance' ? sql.ref('f.balance') : vietnamese('f.account_name')
    const query = shown(db, me, input).orderBy(by, direction).orderBy('f.account_id', direction)
    return paginate(db, query, input, ['balance', 'promised'])
  },

  transactionIncreased: (context) => moved(context, 'in'),
  transactionDecreased: (context) => moved(context, 'out'),

  update: async ({ db, me, input: { account_id, version, ...draft }, fail }) => {
    const updated = await db
      .updateTable('reward_account')
      .set({ ...draft, ...stamped(me) })
      .where('account_id', '=', account_id)
      .where('version', '=', version)
      .where(within(me, 'reward_account'))
      .executeTakeFirst()
    const current = (await fundOf(db, me, account_id)) ?? fail('not_found')
    if (updated.numUpdatedRows === 0n) fail('changed_by_other', { current })
    return current
  },

  increase: (context) => change(context, adjustmentDirection.increase),
  decrease: (context) => change(context, adjustmentDirection.decrease),

  adjustments: ({ db, me, input, fail }) => {
    checkDays(input, fail)
    const [column, direction] = sortOf(input.sort, '-created_at')
    const query = ofFunds(shownAdjustments(matchingAdjustments(db, me, 'reward_account_id', input)))
      .where(contains('a.search', input.keyword))
      .$if(input.account_id != null, (q) => q.where('a.reward_account_id', '=', input.account_id!))
      .orderBy(sql.ref(`a.${column}`), direction)
      .orderBy('a.adjustment_id', direction)
    return paginate(db, query, input, ['amount'])
  },

  approveAdjustment: async ({ db, me, input, fail }) => {
    const held = await holdAdjustment(db, me, 'reward_account_id', input, fail)
    await approveAdjustment(db, me, held, fail)
    return adjustmentOf(db, me, input.adjustment_id)
  },

  rejectAdjustment: async ({ db, me, input, fail }) => {
    const held = await holdAdjustment(db, me, 'reward_account_id', input, fail)
    await rejectAdjustment(db, me, held, input.reason)
    return adjustmentOf(db, me, input.adjustment_id)
  },

  sync: async ({ db, me, enqueue, fail }) => {
    if (!isHeadOffice(me)) fail('no_right')
    await enqueue(db, sync_job, {}, sync_job)
    return null
  },
})

type Asked = Context<typeof accountReward.transactionIncreased>

async function moved({ db, me, input, fail }: Asked, way: 'in' | 'out') {
  checkDays(input, fail)
  const [, direction] = sortOf(input.sort, '-at')
  const query = movements(db, me, way, input).orderBy('e.at', direction).orderBy('e.seq', direction)
  return paginate(db, query, input, ['amount'])
}

type Change = Context<typeof accountReward.increase>

async function change({ db, me, input: { account_id, amount, reason }, fail }: Change, direction: AdjustmentDirection) {
  const { ledger_id, available } = (await holdFund(db, me, account_id)) ?? fail('not_found')
  const wish = { owner: 'reward_account_id' as const, id: account_id, ledger_id, available, direction, amount, reason }
  return adjustmentOf(db, me, await adjust(db, me, wish, fail))
}

function ofFunds(query: ReturnType<typeof shownAdjustments>) {
  return query
    .innerJoin('reward_account as f', 'f.account_id', 'a.reward_account_id') // unscoped: of adjustments within the scope
    .select(['f.account_id', 'f.account_code', 'f.account_name', 'f.gateway'])
    .$narrowType<{ gateway: Gateway }>()
}

function adjustmentOf(db: Db, me: Me, adjustment_id: number) {
  return ofFunds(shownAdjustments(matchingAdjustments(db, me, 'reward_account_id', {})))
    .where('a.adjustment_id', '=', adjustment_id)
    .executeTakeFirstOrThrow()
}
