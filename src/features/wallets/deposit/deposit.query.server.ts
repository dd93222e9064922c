import { sql } from 'kysely'
import type * as z from 'zod/mini'
import { one_plan } from '#server/database/pool.ts'
import { contains, inDays } from '#server/record/list.ts'
import { within } from '#server/scope.ts'
import type { Me } from '#server/session/session.ts'
import type { Db } from '#server/database/transaction.ts'
import { lineStatus } from '#features/wallets/statement/statement.contract.ts'
import type { WalletStatus } from '#features/wallets/wallet/wallet-status.contract.ts'
import { isNewPhone } from '#features/wallets/wallet/wallet.query.server.ts'
import { depositStatus, type depositFilters, type DepositStatus } from './deposit.contract.ts'

type Filters = z.output<z.ZodMiniObject<typeof depositFilters>> & { keyword?: string | null | undefined }

/** The requests in the scope of `me` that match the list's filters, with the contract's columns. */
export function selectDeposits(db: Db, me: Me, filters: Filters = {}) {
  const { keyword, transfer_id, status, from_date, to_date } = filters
  return db
    .selectFrom('deposit as d')
    .innerJoin('wallet_account as w', 'w.account_id', 'd.account_id')
    .innerJoin('bank as b', 'b.bank_id', 'd.bank_id')
    .leftJoin('bank_transaction as t', (join) =>
      join.onRef('t.deposit_id', '=', 'd.deposit_id').on('t.status', 'in', [lineStatus.matched, lineStatus.settled]),
    )
    .leftJoin('app_user as matcher', 'matcher.user_id', 'd.matched_by') // unscoped: only a name
    .leftJoin('app_user as confirmer', 'confirmer.user_id', 'd.confirmed_by') // unscoped: only a name
    .where(within(me, 'deposit', 'd'))
    .$if(keyword != null, (q) => q.where((eb) => eb.or([contains('d.search', keyword), contains('w.search', keyword)])))
    .$if(transfer_id != null, (q) => q.where('d.deposit_id', '=', transfer_id!))
    .$if(status != null, (q) => q.where('d.status', '=', status!))
    .where(inDays('d.created_at', { from_date, to_date }))
    .select([
      'd.deposit_id as transfer_id',
      'd.content',
      'd.account_id',
      'w.msisdn',
      'w.full_name',
      'w.status as wallet_status',
      'd.amount',
      'd.paid_amount',
    ])
    .select(['b.short_name as bank_name', 'd.account_number', 'd.status', 't.bank_transaction_id', 't.reference'])
    .select(['t.amount as line_amount', 't.created_by as line_created_by', 't.counter_name as payer_name'])
    .select([isNewPhone('w').as('is_new_phone'), needs_two.as('needs_two')])
    .select(['d.created_at', 'd.expires_at', 'd.finished_at', 'd.matched_by'])
    .select(['matcher.user_name as matched_by_name', 'confirmer.user_name as confirmed_by_name', 'd.note'])
    .select([
      'd.updated_at',
      'd.version',
      sql<boolean>`d.status = ${sql.lit(depositStatus.waiting)} and d.expires_at < now()`.as('is_late'),
    ])
    .$narrowType<{ status: DepositStatus; wallet_status: WalletStatus }>()
}

const needs_two = sql<boolean>`d.amount >= (select deposit_second_from from money_config)`

/** One request, as the contract answers it. */
export function findDeposit(db: Db, me: Me, deposit_id: number) {
  return selectDeposits(db, me).where('d.deposit_id', '=', deposit_id).modifyEnd(one_plan).executeTakeFirst()
}
