/** A partner's ledger accounts: what it owes is a negative balance; its deposit is never negative. */
import { sql } from 'kysely'
import { accountOf } from '#server/ledger/ledger.ts'
import type { Db } from '#server/database/transaction.ts'
import { orderStatus } from '#features/orders/order/order.contract.ts'
import { cash_vendor } from './vendor.rules.ts'

/** How many days are looked back for a partner without a statement. */
const most_open_days = 100

const [account_prefix, deposit_prefix] = ['agent:', 'agent_deposit:']
const accountCode = (partner_id: number) => `${account_prefix}${partner_id}`
const depositCode = (partner_id: number) => `${deposit_prefix}${partner_id}`

/** The account of the partner's debt: negative when the partner owes us, positive when we owe the partner. */
export const agentLedger = (db: Db, partner_id: number) =>
  accountOf(db, { kind: 'agent', code: accountCode(partner_id), may_owe: true })

export const depositLedger = (db: Db, partner_id: number) =>
  accountOf(db, { kind: 'agent', code: depositCode(partner_id) })

/** The cash in tills: the source of orders that were paid at the counter. */
export const tillLedger = (db: Db) =>
  accountOf(db, { kind: 'gateway_clearing', code: `vendor:${cash_vendor}`, may_owe: true })

/** The commission that partners have earned. */
export const commissionLedger = (db: Db) => accountOf(db, { kind: 'revenue', code: 'commission:agents', may_owe: true })

export interface AgentBalance {
  /** What the partner owes now, in đồng; negative when we owe the partner. */
  debt_now: number
  /** What it has deposited with us. */
  deposit_now: number
  /** Null where no limit was agreed. */
  debt_limit: number | null
}

/** The partner's balances now. The caller has checked that the person may see its account. */
export async function balanceOf(db: Db, partner_id: number): Promise<AgentBalance> {
  // unscoped: the caller has checked the partner's account
  const { rows } = await sql<AgentBalance>`
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
export async function lockCashRooms(db: Db, partner_ids: readonly number[]): Promise<Map<number, number>> {
  const ids = [...new Set(partner_ids)].sort((a, b) => a - b)
  for (const partner_id of ids) await lockAgent(db, partner_id)
  // unscoped: of the channel's own agents
  const { rows } = await sql<{ partner_id: number; room: number }>`
    select p.partner_id, p.debt_limit + coalesce(d.balance - d.held, 0) + coalesce(a.balance, 0) - coalesce(o.cash, 0) as room
    from partner p
    left join ledger_account a on a.code = ${account_prefix}::text || p.partner_id
    left join ledger_account d on d.code = ${deposit_prefix}::text || p.partner_id
    left join lateral (
      select max(to_date) as until from partner_statement s where s.partner_id = p.partner_id and s.frozen_at is not null) s on true
    left join lateral (
      select sum(o.amount + o.fee - o.commission)::bigint as cash from sale_order o
      where o.partner_id = p.partner_id and o.order_id >= first_order_id(coalesce(s.until + 1, current_date - ${sql.lit(most_open_days)}))
        and (is_sale(o.status) or o.status = ${sql.lit(orderStatus.unpaid)})
        and o.payment_vendor_id = (select payment_vendor_id from payment_vendor where vendor_code = ${cash_vendor})) o on true
    where p.partner_id = any(${ids}::integer[]) and p.debt_limit is not null`.execute(db)
  return new Map(rows.map(({ partner_id, room }) => [partner_id, Number(room)]))
}

/** Locks the partner's account until the transaction ends. */
export const lockAgent = (db: Db, partner_id: number) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`agent_account:${partner_id}`}, 0))`.execute(db)
