import { isHeadOffice } from '#contract/person.ts'
import { sql } from 'kysely'
import { checkDays, contains, paginate, sortOf, vietnamese } from '#server/record/list.ts'
import { within } from '#server/scope.ts'
import { serve, type Context } from '#server/serve.ts'
import { changeColumns } from '#server/record/change-columns.ts'
import type { Me } from '#server/session/session.ts'
import type { Db } from '#server/database/transaction.ts'
import { adjustmentDirection, type AdjustmentDirection } from '#features/wallets/adjustment/adjustment.contract.ts'
import {
  adjust,
  approveAdjustment,
  lockAdjustment,
  adjustmentQuery,
  rejectAdjustment,
  selectAdjustment,
} from '#features/wallets/adjustment/adjustment.server.ts'
import { alarm_job } from '#features/settings/alarm/alarm.rules.ts'
import { sync_job } from './fund.jobs.ts'
import { funds, type FundKeeper } from './fund.contract.ts'
import { fundAdjustment } from './fund-adjustment.contract.ts'
import { findFund, lockFund, selectMovements, selectFunds, keeper_of } from './fund.query.server.ts'

const fundService = serve(funds, {
  list: ({ db, me, input }) => {
    const [column, direction] = sortOf(input.sort, 'account_name')
    const sortColumn = column === 'balance' ? sql.ref('f.balance') : vietnamese('f.account_name')
    const query = selectFunds(db, me, input).orderBy(sortColumn, direction).orderBy('f.account_id', direction)
    return paginate(db, query, input, ['balance', 'promised'])
  },

  transactionIncreased: (context) => listMovements(context, 'in'),
  transactionDecreased: (context) => listMovements(context, 'out'),

  update: async ({ db, me, input: { account_id, version, ...draft }, enqueue, fail }) => {
    const updateResult = await db
      .updateTable('reward_account')
      .set({ ...draft, ...changeColumns(me) })
      .where('account_id', '=', account_id)
      .where('version', '=', version)
      .where(within(me, 'reward_account'))
      .executeTakeFirst()
    const storedFund = (await findFund(db, me, account_id)) ?? fail('not_found')
    if (updateResult.numUpdatedRows === 0n) fail('changed_by_other', { current: storedFund })
    await enqueue(db, alarm_job, {}, alarm_job)
    return storedFund
  },

  sync: async ({ db, me, enqueue, fail }) => {
    if (!isHeadOffice(me)) fail('no_right')
    await enqueue(db, sync_job, {}, sync_job)
    return null
  },
})

const adjustmentService = serve(fundAdjustment, {
  increase: (context) => adjustFund(context, adjustmentDirection.increase),
  decrease: (context) => adjustFund(context, adjustmentDirection.decrease),

  list: ({ db, me, input, fail }) => {
    checkDays(input, fail)
    const [column, direction] = sortOf(input.sort, '-created_at')
    const query = withFund(selectAdjustment(adjustmentQuery(db, me, 'reward_account_id', input)))
      .where(contains('a.search', input.keyword))
      .$if(input.account_id != null, (q) => q.where('a.reward_account_id', '=', input.account_id!))
      .orderBy(sql.ref(`a.${column}`), direction)
      .orderBy('a.adjustment_id', direction)
    return paginate(db, query, input, ['amount'])
  },

  approve: async ({ db, me, input, enqueue, fail }) => {
    const adjustment = await lockAdjustment(db, me, 'reward_account_id', input, fail)
    await approveAdjustment(db, me, adjustment, fail)
    await enqueue(db, alarm_job, {}, alarm_job)
    return findAdjustment(db, me, input.adjustment_id)
  },

  reject: async ({ db, me, input, fail }) => {
    const adjustment = await lockAdjustment(db, me, 'reward_account_id', input, fail)
    await rejectAdjustment(db, me, adjustment, input.reason)
    return findAdjustment(db, me, input.adjustment_id)
  },
})

export default [...fundService, ...adjustmentService]

type MovementsContext = Context<typeof funds.transactionIncreased>

async function listMovements({ db, me, input, fail }: MovementsContext, direction: 'in' | 'out') {
  checkDays(input, fail)
  const [, order] = sortOf(input.sort, '-at')
  const query = selectMovements(db, me, direction, input).orderBy('e.at', order).orderBy('e.seq', order)
  return paginate(db, query, input, ['amount'])
}

type AdjustContext = Context<typeof fundAdjustment.increase>

async function adjustFund(
  { db, me, input: { account_id, amount, reason }, fail }: AdjustContext,
  direction: AdjustmentDirection,
) {
  const { ledger_id, available } = (await lockFund(db, me, account_id)) ?? fail('not_found')
  const request = {
    owner: 'reward_account_id' as const,
    id: account_id,
    ledger_id,
    available,
    direction,
    amount,
    reason,
  }
  return findAdjustment(db, me, await adjust(db, me, request, fail))
}

function withFund(query: ReturnType<typeof selectAdjustment>) {
  return query
    .innerJoin('reward_account as f', 'f.account_id', 'a.reward_account_id') // unscoped: joined to adjustments within the scope
    .select(['f.account_id', 'f.account_code', 'f.account_name', keeper_of.as('gateway')])
    .$narrowType<{ gateway: FundKeeper }>()
}

function findAdjustment(db: Db, me: Me, adjustment_id: number) {
  return withFund(selectAdjustment(adjustmentQuery(db, me, 'reward_account_id', {})))
    .where('a.adjustment_id', '=', adjustment_id)
    .executeTakeFirstOrThrow()
}
