import type * as z from 'zod/mini'
import { sql } from 'kysely'
import { one_plan } from '#server/database/pool.ts'
import { contains, inDays } from '#server/record/list.ts'
import { within } from '#server/scope.ts'
import type { Me } from '#server/session/session.ts'
import type { Db } from '#server/database/transaction.ts'
import { isNewPhone } from '#features/wallets/wallet/wallet.query.server.ts'
import {
  withdrawalStatus,
  type withdrawalFilters,
  type WithdrawalMethod,
  type WithdrawalStatus,
} from './withdrawal.contract.ts'
import type { PayoutStatus } from '#features/wallets/payout/payout.contract.ts'
import type { WalletStatus } from '#features/wallets/wallet/wallet-status.contract.ts'

type Filters = z.output<z.ZodMiniObject<typeof withdrawalFilters>> & { keyword?: string | null | undefined }

/** Base query of the withdrawals in the scope of `me` that match the filters, without columns; for the list and for batches. */
export function withdrawalQuery(db: Db, me: Me, filters: Filters) {
  const { keyword, method, status, bank_id, account_id, from_date, to_date } = filters
  return db
    .selectFrom('withdrawal as w')
    .where(within(me, 'withdrawal', 'w'))
    .where(contains('w.search', keyword))
    .$if(method != null, (q) => q.where('w.method', '=', method!))
    .$if(status != null, (q) => q.where('w.status', '=', status!))
    .$if(bank_id != null, (q) => q.where('w.bank_id', '=', bank_id!))
    .$if(account_id != null, (q) => q.where('w.account_id', '=', account_id!))
    .where(inDays('w.created_at', { from_date, to_date }))
}

/** Adds the contract's columns. */
export function selectWithdrawal(query: ReturnType<typeof withdrawalQuery>) {
  return query
    .innerJoin('bank', 'bank.bank_id', 'w.bank_id')
    .innerJoin('wallet_account as a', 'a.account_id', 'w.account_id') // unscoped: joined to a withdrawal within the scope
    .leftJoin('payout as p', 'p.payout_id', 'w.payout_id') // unscoped: joined to a withdrawal within the scope
    .leftJoin('app_user as first', 'first.user_id', 'w.first_by') // unscoped: only a name
    .leftJoin('app_user as processor', 'processor.user_id', 'w.processed_by') // unscoped: only a name
    .leftJoin('app_user as editor', 'editor.user_id', 'w.updated_by') // unscoped: only a name
    .select([
      'w.withdrawal_id',
      'w.withdrawal_code',
      'w.account_id',
      'w.msisdn',
      'w.full_name',
      'w.method',
      'w.bank_id',
    ])
    .select(['bank.short_name', 'w.account_number', 'w.account_name', 'w.amount', 'w.fee', 'w.status'])
    .select(['a.status as wallet_status'])
    .select([approvals_left.as('approvals_left'), is_first_to.as('is_first_to'), isNewPhone('a').as('is_new_phone')])
    .select(['w.first_by', 'first.user_name as first_by_name', 'w.first_at'])
    .select(['w.processed_by', 'processor.user_name as processed_by_name', 'w.processed_at'])
    .select(sql<boolean>`coalesce(p.busy_until > clock_timestamp(), false)`.as('is_asking'))
    .select(['p.status as payout_status', 'p.result_code', 'p.result_message', 'p.trans_id'])
    .select([
      'w.note',
      'w.created_at',
      'w.finished_at',
      'editor.user_name as updated_by_name',
      'w.updated_at',
      'w.version',
    ])
    .$narrowType<{
      status: WithdrawalStatus
      method: WithdrawalMethod
      wallet_status: WalletStatus
      payout_status: PayoutStatus | null
    }>()
}

/** How many approvals are missing: two from the configured amount on, one below it; none once it is being paid. */
const approvals_left = sql<number>`case when w.status <> ${sql.lit(withdrawalStatus.waiting)} then 0
  when w.first_by is null and w.amount >= (select withdrawal_second_from from money_config) then 2 else 1 end`

/** Whether this receiver was never paid from this wallet before. unscoped: joined to a withdrawal within the scope */
const is_first_to = sql<boolean>`not exists (select from withdrawal e
  where e.account_id = w.account_id and e.withdrawal_id <> w.withdrawal_id and e.bank_id = w.bank_id
    and e.account_number = w.account_number and e.status = ${sql.lit(withdrawalStatus.done)})`

/** One withdrawal, as lists answer it. */
export function findWithdrawal(db: Db, me: Me, withdrawal_id: number) {
  return selectWithdrawal(withdrawalQuery(db, me, {}))
    .where('w.withdrawal_id', '=', withdrawal_id)
    .modifyEnd(one_plan)
    .executeTakeFirst()
}

/** One withdrawal, and how often its money was put on hold. */
export function findWithdrawalWithHold(db: Db, me: Me, withdrawal_id: number) {
  return selectWithdrawal(withdrawalQuery(db, me, {}))
    .select('w.hold_count')
    .where('w.withdrawal_id', '=', withdrawal_id)
    .executeTakeFirst()
}

/** Finds a withdrawal and locks it until the transaction ends. */
export async function lockWithdrawal(db: Db, me: Me, withdrawal_id: number) {
  // Locked by a statement of its own: one that waited for the lock would read the joined payout as it was before.
  await db
    .selectFrom('withdrawal as w')
    .select('w.withdrawal_id')
    .where('w.withdrawal_id', '=', withdrawal_id)
    .where(within(me, 'withdrawal', 'w'))
    .forUpdate()
    .execute()
  return findWithdrawalWithHold(db, me, withdrawal_id)
}

export type LockedWithdrawal = NonNullable<Awaited<ReturnType<typeof lockWithdrawal>>>
