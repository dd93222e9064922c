/** Funds and what moved in them. What lies outside stands below zero in the ledger, so that here every sign is turned. */
import { sql } from 'kysely'
import { contains } from '#server/list.ts'
import { within } from '#server/scope.ts'
import type { Me } from '#server/session/session.ts'
import type { Db } from '#server/database/transaction.ts'
import { adjustmentDirection, adjustmentStatus } from '#features/wallets/adjustment/adjustment.contract.ts'
import { withdrawalStatus } from '#features/wallets/withdrawal/withdrawal.contract.ts'
import type { Gateway } from './reward-account.contract.ts'

const { waiting, processing, unknown } = withdrawalStatus

interface Filters {
  keyword?: string | null | undefined
  is_low?: boolean | null | undefined
}

const free = sql<number>`least(f.balance, f.told_balance) - f.promised`
const isLow = sql<boolean>`${free} < f.warn_below`

/** The funds that `me` may see and that the filters match, without columns. */
function matching(db: Db, me: Me, { keyword, is_low }: Filters) {
  return db
    .selectFrom((eb) =>
      eb
        .selectFrom('reward_account as f')
        .innerJoin('ledger_account as l', 'l.account_id', 'f.ledger_id')
        .where(within(me, 'reward_account', 'f'))
        .selectAll('f')
        .select(sql<number>`-l.balance`.as('balance'))
        .select(sql<string>`vn_fold(f.account_code || ' ' || f.account_name)`.as('search'))
        .select((one) =>
          sql<number>`coalesce(${one
            .selectFrom('withdrawal as w')
            .select((sum) => sum.fn.sum('w.amount').as('sum'))
            .whereRef('w.method', '=', 'f.gateway')
            .where('w.status', 'in', [waiting, processing, unknown])
            .where(within(me, 'withdrawal', 'w'))}, 0)`.as('promised'),
        )
        .select((one) =>
          sql<number>`-l.balance - coalesce(${one
            .selectFrom('wallet_adjustment as a')
            .select((sum) => sum.fn.sum('a.amount').as('sum'))
            .whereRef('a.reward_account_id', '=', 'f.account_id')
            .where('a.status', '=', adjustmentStatus.waiting)
            .where('a.direction', '=', adjustmentDirection.decrease)
            .where(within(me, 'wallet_adjustment', 'a'))}, 0)`.as('available'),
        )
        .as('f'),
    )
    .where(contains('f.search', keyword))
    .$if(is_low != null, (q) => q.where(sql<boolean>`(${isLow}) = ${is_low}`))
}

/** Funds as the contract answers them. */
export function shown(db: Db, me: Me, filters: Filters = {}) {
  return matching(db, me, filters)
    .select(['f.account_id', 'f.account_code', 'f.account_name', 'f.gateway', 'f.balance', 'f.told_balance'])
    .select(['f.available', 'f.told_at', 'f.promised', 'f.warn_below', 'f.version'])
    .select([sql<number | null>`f.told_balance - f.balance`.as('difference'), free.as('free')])
    .select(isLow.as('is_low'))
    .$narrowType<{ gateway: Gateway }>()
}

export function fundOf(db: Db, me: Me, account_id: number) {
  return shown(db, me).where('f.account_id', '=', account_id).executeTakeFirst()
}

/** The fund as those need it who move its money: nobody else changes it until the transaction ends. */
export async function holdFund(db: Db, me: Me, account_id: number) {
  const held = await db
    .selectFrom('reward_account')
    .select('ledger_id')
    .where('account_id', '=', account_id)
    .where(within(me, 'reward_account'))
    .forUpdate()
    .executeTakeFirst()
  return held && { ...held, available: (await fundOf(db, me, account_id))!.available }
}

interface Asked {
  account_id?: number | null | undefined
  from_date?: string | null | undefined
  to_date?: string | null | undefined
  keyword?: string | null | undefined
}

const named = (what: string) =>
  sql<number | null>`case when t.ref ~ ${`^${what}:\\d{1,9}(:|$)`} then split_part(t.ref, ':', 2)::integer end`

/** What came into the funds or went out of them, with what it belongs to, which the ref of its transfer names. */
export function movements(db: Db, me: Me, way: 'in' | 'out', { account_id, from_date, to_date, keyword }: Asked) {
  return db
    .selectFrom('reward_account as f')
    .innerJoin('ledger_entry as e', 'e.account_id', 'f.ledger_id')
    .innerJoin('ledger_transfer as t', 't.transfer_id', 'e.transfer_id')
    .leftJoin('wallet_adjustment as a', (join) => join.on('a.adjustment_id', '=', named('adjustment'))) // unscoped: of a seen fund
    .leftJoin('withdrawal as w', (join) => join.on('w.withdrawal_id', '=', named('withdrawal'))) // unscoped: of a seen fund
    .where(within(me, 'reward_account', 'f'))
    .where('e.amount', way === 'in' ? '<' : '>', 0)
    .where(({ or }) => or([contains('a.search', keyword), contains('w.search', keyword)]))
    .$if(account_id != null, (q) => q.where('f.account_id', '=', account_id!))
    .$if(from_date != null, (q) => q.where('e.at', '>=', sql<string>`${from_date}::date`))
    .$if(to_date != null, (q) => q.where('e.at', '<', sql<string>`${to_date}::date + 1`))
    .select(['t.transfer_id as entry_id', 'e.at', 'f.account_id', 'f.account_code', 'f.account_name', 'f.gateway'])
    .select([sql<number>`-e.balance_before`.as('balance_before'), sql<number>`-e.balance_after`.as('balance_after')])
    .select([sql<number>`abs(e.amount)`.as('amount'), 't.reason'])
    .select(sql<string | null>`coalesce(a.adjustment_code, w.withdrawal_code)`.as('reference'))
    .select(['a.adjustment_id', 'w.withdrawal_id'])
    .$narrowType<{ gateway: Gateway }>()
}
