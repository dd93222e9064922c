/**
 * Queries of funds and their movements. In the ledger, funds at gateways are negative, so their signs are reversed here; the fund of prizes is
 * positive.
 */
import { sql } from 'kysely'
import { one_plan } from '#server/database/pool.ts'
import { contains, inDays } from '#server/record/list.ts'
import { within } from '#server/scope.ts'
import type { Me } from '#server/session/session.ts'
import type { Db } from '#server/database/transaction.ts'
import { adjustmentDirection, adjustmentStatus } from '#features/wallets/adjustment/adjustment.contract.ts'
import { idInRef } from '#features/wallets/money.server.ts'
import { open_payout } from '#features/wallets/payout/payout-journal.server.ts'
import { withdrawalStatus } from '#features/wallets/withdrawal/withdrawal.contract.ts'
import { prize_fund, type FundKeeper } from './fund.contract.ts'

const { waiting, processing, unknown } = withdrawalStatus

/** SQL: who keeps fund `f`. */
export const keeper_of = sql<FundKeeper>`coalesce(f.gateway, ${sql.lit(prize_fund)})`
/** SQL: the factor that turns ledger amounts of fund `f` into its own (-1 at gateways). */
const sign = sql`(case when f.gateway is null then 1 else -1 end)`

interface Filters {
  keyword?: string | null | undefined
  is_low?: boolean | null | undefined
}

const free_amount = sql<number>`least(f.balance, f.reported_balance) - f.promised`
const is_below_warning = sql<boolean>`${free_amount} < f.warn_below`

/** Base query of the funds in the scope of `me` that match the filters, without columns. */
function fundQuery(db: Db, me: Me, { keyword, is_low }: Filters) {
  return db
    .selectFrom((eb) =>
      eb
        .selectFrom('reward_account as f')
        .innerJoin('ledger_account as l', 'l.account_id', 'f.ledger_id')
        .where(within(me, 'reward_account', 'f'))
        .selectAll('f')
        .select(sql<number>`${sign} * l.balance`.as('balance'))
        .select(sql<string>`vn_fold(f.account_code || ' ' || f.account_name)`.as('search'))
        .select(
          // Money on hold in the fund of prizes is what gateways are just paying, and decreases that wait.
          sql<number>`case when f.gateway is null then l.held else
            coalesce((select sum(w.amount) from withdrawal w where w.method = f.gateway
              and w.status = any(${[waiting, processing, unknown]}::smallint[]) and ${within(me, 'withdrawal', 'w')}), 0)
            + coalesce((select sum(p.amount) from payout p where p.gateway = f.gateway and p.reward_id is not null
              and p.status = any(${[...open_payout]}::smallint[]) and ${within(me, 'payout', 'p')}), 0) end`.as(
            'promised',
          ),
        )
        .select((subquery) =>
          sql<number>`case when f.gateway is null then l.balance - l.held else -l.balance - coalesce(${subquery
            .selectFrom('wallet_adjustment as a')
            .select((sum) => sum.fn.sum('a.amount').as('sum'))
            .whereRef('a.reward_account_id', '=', 'f.account_id')
            .where('a.status', '=', adjustmentStatus.waiting)
            .where('a.direction', '=', adjustmentDirection.decrease)
            .where(within(me, 'wallet_adjustment', 'a'))}, 0) end`.as('available'),
        )
        .as('f'),
    )
    .where(contains('f.search', keyword))
    .$if(is_low != null, (q) => q.where(sql<boolean>`(${is_below_warning}) = ${is_low}`))
}

/** Adds the contract's columns. */
export function selectFunds(db: Db, me: Me, filters: Filters = {}) {
  return fundQuery(db, me, filters)
    .select([
      'f.account_id',
      'f.account_code',
      'f.account_name',
      'f.balance',
      'f.reported_balance',
      keeper_of.as('gateway'),
    ])
    .select(['f.available', 'f.reported_at', 'f.promised', 'f.warn_below', 'f.version'])
    .select([sql<number | null>`f.reported_balance - f.balance`.as('difference'), free_amount.as('free')])
    .select(is_below_warning.as('is_low'))
    .$narrowType<{ gateway: FundKeeper }>()
}

/** One fund, as the contract answers it. */
export function findFund(db: Db, me: Me, account_id: number) {
  return selectFunds(db, me).where('f.account_id', '=', account_id).modifyEnd(one_plan).executeTakeFirst()
}

/** Locks the fund until the transaction ends, for callers that move its money. */
export async function lockFund(db: Db, me: Me, account_id: number) {
  const fund = await db
    .selectFrom('reward_account')
    .select('ledger_id')
    .where('account_id', '=', account_id)
    .where(within(me, 'reward_account'))
    .forUpdate()
    .executeTakeFirst()
  return fund && { ...fund, available: (await findFund(db, me, account_id))!.available }
}

interface MovementFilters {
  account_id?: number | null | undefined
  from_date?: string | null | undefined
  to_date?: string | null | undefined
  keyword?: string | null | undefined
}

/** The funds' movements, with the record that the ref of each transfer names. */
export function selectMovements(
  db: Db,
  me: Me,
  direction: 'in' | 'out',
  { account_id, from_date, to_date, keyword }: MovementFilters,
) {
  return db
    .selectFrom('reward_account as f')
    .innerJoin('ledger_entry as e', 'e.account_id', 'f.ledger_id')
    .innerJoin('ledger_transfer as t', 't.transfer_id', 'e.transfer_id')
    .leftJoin('wallet_adjustment as a', (join) => join.on('a.adjustment_id', '=', idInRef('adjustment'))) // unscoped: joined to a fund within the scope
    .leftJoin('withdrawal as w', (join) => join.on('w.withdrawal_id', '=', idInRef('withdrawal'))) // unscoped: joined to a fund within the scope
    .leftJoin('reward as r', (join) => join.on('r.reward_id', '=', idInRef('reward'))) // unscoped: joined to a fund within the scope
    .where(within(me, 'reward_account', 'f'))
    .where(sql<number>`${sign} * e.amount`, direction === 'in' ? '>' : '<', 0)
    .where(({ or }) =>
      or([contains('a.search', keyword), contains('w.search', keyword), contains('r.search', keyword)]),
    )
    .$if(account_id != null, (q) => q.where('f.account_id', '=', account_id!))
    .where(inDays('e.at', { from_date, to_date }))
    .select([
      't.transfer_id as entry_id',
      'e.at',
      'f.account_id',
      'f.account_code',
      'f.account_name',
      keeper_of.as('gateway'),
    ])
    .select([
      sql<number>`${sign} * e.balance_before`.as('balance_before'),
      sql<number>`${sign} * e.balance_after`.as('balance_after'),
    ])
    .select([sql<number>`abs(e.amount)`.as('amount'), 't.reason'])
    .select(sql<string | null>`coalesce(a.adjustment_code, w.withdrawal_code, r.reward_code)`.as('reference'))
    .select(['a.adjustment_id', 'w.withdrawal_id', 'r.reward_id'])
    .$narrowType<{ gateway: FundKeeper }>()
}
