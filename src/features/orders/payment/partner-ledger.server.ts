/** A partner's ledger accounts: what it owes is a negative balance; its deposit is never negative. */
import { sql } from 'kysely'
import { accountOf } from '#server/ledger/ledger.ts'
import type { Db } from '#server/database/transaction.ts'
import { orderStatus } from '#features/orders/order/order.contract.ts'
import { cash_vendor } from './vendor.rules.ts'

/** How many days are looked back for a partner without a statement. */
const max_open_days = 100

// The codes of ledger accounts that exist, and of the lock that the version before takes, call the partner agent.
const [account_prefix, deposit_prefix] = ['agent:', 'agent_deposit:']
const accountCode = (partner_id: number) => `${account_prefix}${partner_id}`
const depositCode = (partner_id: number) => `${deposit_prefix}${partner_id}`

/** The account of the partner's debt: negative when the partner owes us, positive when we owe the partner. */
export const partnerLedger = (db: Db, partner_id: number) =>
  accountOf(db, { kind: 'partner', code: accountCode(partner_id), may_owe: true })

/** The account of the partner's deposit, which must not become negative. */
export const depositLedger = (db: Db, partner_id: number) =>
  accountOf(db, { kind: 'partner', code: depositCode(partner_id) })

/** The cash in tills: the source of orders that were paid at the counter. */
export const tillLedger = (db: Db) =>
  accountOf(db, { kind: 'gateway_clearing', code: `vendor:${cash_vendor}`, may_owe: true })

/** The commission that partners have earned. */
export const commissionLedger = (db: Db) => accountOf(db, { kind: 'revenue', code: 'commission:agents', may_owe: true })

export interface PartnerBalance {
  /** What the partner owes now, in đồng; negative when we owe the partner. */
  debt_now: number
  /** What it has deposited with us. */
  deposit_now: number
  /** Null where no limit was agreed. */
  debt_limit: number | null
}

/** The partner's balances now. The caller has checked that the person may see its account. */
export async function balanceOf(db: Db, partner_id: number): Promise<PartnerBalance> {
  // unscoped: the caller has checked the partner's account
  const { rows } = await sql<PartnerBalance>`
    select coalesce((select -balance from ledger_account where code = ${accountCode(partner_id)}), 0) as debt_now,
      coalesce((select balance - held from ledger_account where code = ${depositCode(partner_id)}), 0) as deposit_now,
      (select debt_limit from partner where partner_id = ${partner_id}) as debt_limit`.execute(db)
  return rows[0]!
}

/**
 * Locks the accounts of those of these partners that have a debt limit.
 * @returns how much more cash each may take in, in đồng: limit and deposit, minus its debt in the ledger, minus the cash that its points of sale have
 * taken since its last confirmed statement net of commission, orders that are not paid yet included
 */
export async function lockCashAllowances(db: Db, partner_ids: readonly number[]): Promise<Map<number, number>> {
  const ids = [...new Set(partner_ids)].sort((a, b) => a - b)
  for (const partner_id of ids) await lockPartnerAccount(db, partner_id)
  // unscoped: partners of the channel's own points of sale, or of a payment that the caller has checked
  const { rows } = await sql<{ partner_id: number; allowance: number }>`
    select partner.partner_id, partner.debt_limit + coalesce(deposit.balance - deposit.held, 0) + coalesce(account.balance, 0)
      - coalesce(cash_sales.owed, 0) as allowance
    from partner
    left join ledger_account account on account.code = ${account_prefix}::text || partner.partner_id
    left join ledger_account deposit on deposit.code = ${deposit_prefix}::text || partner.partner_id
    -- aggregates give one row for each partner, so the joins need no condition
    left join lateral (
      select max(to_date) as until from partner_statement
      where partner_statement.partner_id = partner.partner_id and frozen_at is not null) confirmed on true
    left join lateral (
      select sum(sale.amount + sale.fee - sale.commission)::bigint as owed from sale_order sale
      where sale.partner_id = partner.partner_id
        and sale.order_id >= first_order_id(coalesce(confirmed.until + 1, current_date - ${sql.lit(max_open_days)}))
        and (is_sale(sale.status) or sale.status = ${sql.lit(orderStatus.unpaid)})
        and sale.payment_vendor_id = (select payment_vendor_id from payment_vendor where vendor_code = ${cash_vendor})) cash_sales on true
    where partner.partner_id = any(${ids}::integer[]) and partner.debt_limit is not null`.execute(db)
  return new Map(rows.map(({ partner_id, allowance }) => [partner_id, Number(allowance)]))
}

/** Locks the partner's account until the transaction ends. */
export const lockPartnerAccount = (db: Db, partner_id: number) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`agent_account:${partner_id}`}, 0))`.execute(db)
