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
import { wallets } from './wallet.contract.ts'
import { walletAdjustment } from './wallet-adjustment.contract.ts'
import { walletStatus, type WalletStatus } from './wallet-status.contract.ts'
import { walletHistory } from './wallet-history.server.ts'
import {
  customerAccounts,
  isNewPhone,
  lockWallet,
  walletQuery,
  selectWallet,
  findWallet,
} from './wallet.query.server.ts'
import { whyNotMove } from './wallet.rules.ts'

const walletService = serve(wallets, {
  list: ({ db, me, input }) => {
    const [column, direction] = sortOf(input.sort, '-created_at')
    const sortColumn = { full_name: vietnamese('w.full_name'), balance: sql.ref('l.balance') }[column]
    const query = selectWallet(walletQuery(db, me, input))
      .orderBy(sortColumn ?? sql.ref('w.created_at'), direction)
      .orderBy('w.account_id', direction)
    return paginate(db, query, input, ['balance', 'held'])
  },

  detail: async ({ db, me, input: { account_id }, fail }) => {
    const wallet = (await findWallet(db, me, account_id)) ?? fail('not_found')
    return { ...wallet, accounts: await customerAccounts(db, account_id) }
  },

  transactionHistory: walletHistory,

  updateStatus: async ({ db, me, input: { account_id, status, reason, version }, fail }) => {
    const updateResult = await db
      .updateTable('wallet_account')
      .set({ status, status_reason: reason, ...changeColumns(me) })
      .where('account_id', '=', account_id)
      .where('version', '=', version)
      .where('status', '<>', status)
      .where(within(me, 'wallet_account'))
      .executeTakeFirst()
    const storedWallet = (await findWallet(db, me, account_id)) ?? fail('not_found')
    if (updateResult.numUpdatedRows > 0n) return storedWallet
    if (storedWallet.version !== version) fail('changed_by_other', { current: storedWallet })
    return fail('action_invalid', { message: status === walletStatus.open ? 'Ví đang hoạt động.' : 'Ví đã khóa.' })
  },
})

const adjustmentService = serve(walletAdjustment, {
  increase: (context) => adjustWallet(context, adjustmentDirection.increase),
  decrease: (context) => adjustWallet(context, adjustmentDirection.decrease),

  list: ({ db, me, input, fail }) => {
    checkDays(input, fail)
    const [column, direction] = sortOf(input.sort, '-created_at')
    const query = withWallet(selectAdjustment(adjustmentQuery(db, me, 'account_id', input)))
      .where(({ or }) => or([contains('a.search', input.keyword), contains('w.search', input.keyword)]))
      .$if(input.account_id != null, (q) => q.where('a.account_id', '=', input.account_id!))
      .orderBy(sql.ref(`a.${column}`), direction)
      .orderBy('a.adjustment_id', direction)
    return paginate(db, query, input, ['amount'])
  },

  approve: async ({ db, me, input, fail }) => {
    const adjustment = await lockAdjustment(db, me, 'account_id', input, fail)
    const refusal = whyNotMove((await lockWallet(db, me, adjustment.owner_id))!)
    if (refusal) fail('action_invalid', { message: refusal })
    await approveAdjustment(db, me, adjustment, fail)
    return findAdjustment(db, me, input.adjustment_id)
  },

  reject: async ({ db, me, input, fail }) => {
    const adjustment = await lockAdjustment(db, me, 'account_id', input, fail)
    await rejectAdjustment(db, me, adjustment, input.reason)
    return findAdjustment(db, me, input.adjustment_id)
  },
})

export default [...walletService, ...adjustmentService]

type AdjustContext = Context<typeof walletAdjustment.increase>

async function adjustWallet(
  { db, me, input: { account_id, amount, reason }, fail }: AdjustContext,
  direction: AdjustmentDirection,
) {
  const wallet = (await lockWallet(db, me, account_id)) ?? fail('not_found')
  const refusal = whyNotMove(wallet)
  if (refusal) fail('action_invalid', { message: refusal })
  const { ledger_id, available } = wallet
  const request = { owner: 'account_id' as const, id: account_id, ledger_id, available, direction, amount, reason }
  return findAdjustment(db, me, await adjust(db, me, request, fail))
}

function withWallet(query: ReturnType<typeof selectAdjustment>) {
  return query
    .innerJoin('wallet_account as w', 'w.account_id', 'a.account_id') // unscoped: joined to adjustments within the scope
    .select([
      'w.account_id',
      'w.msisdn',
      'w.full_name',
      'w.status as wallet_status',
      isNewPhone('w').as('is_new_phone'),
    ])
    .$narrowType<{ wallet_status: WalletStatus }>()
}

function findAdjustment(db: Db, me: Me, adjustment_id: number) {
  return withWallet(selectAdjustment(adjustmentQuery(db, me, 'account_id', {})))
    .where('a.adjustment_id', '=', adjustment_id)
    .executeTakeFirstOrThrow()
}
