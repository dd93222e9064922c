/** An agent's accounts in the ledger: what it owes stands below zero, what it has deposited never does. */
import { sql } from 'kysely'
import { accountOf } from '#server/ledger/ledger.ts'
import type { Db } from '#server/database/transaction.ts'
import { orderStatus } from '#features/orders/order/order.contract.ts'
import { cash_vendor } from './vendor.rules.ts'

/** Without a statement so many days are looked back. */
const most_open_days = 100

const [account_prefix, deposit_prefix] = ['agent:', 'agent_deposit:']
const accountCode = (partner_id: number) => `${account_prefix}${partner_id}`
const depositCode = (partner_id: number) => `${deposit_prefix}${partner_id}`

/** What the agent owes, below zero, or is owed. */
export const agentLedger = (db: Db, partner_id: number) =>
  accountOf(db, { kind: 'agent', code: accountCode(partner_id), may_owe: true })

export const depositLedger = (db: Db, partner_id: number) =>
  accountOf(db, { kind: 'agent', code: depositCode(partner_id) })

/** The cash that lies in tills: where orders that were paid at the counter took their money from. */
export const tillLedger = (db: Db) =>
  accountOf(db, { kind: 'gateway_clearing', code: `vendor:${cash_vendor}`, may_owe: true })

/** What agents have earned of sales. */
export const commissionLedger = (db: Db) => accountOf(db, { kind: 'revenue', code: 'commission:agents', may_owe: true })

export interface AgentBalance {
  /** What the agent owes now, in đồng; below zero it is owed to the agent. */
  debt_now: number
  /** What it has deposited and not asked back. */
  deposit_now: number
  /** Null where nothing was agreed. */
  debt_limit: number | null
}

/** By the ledger, as it stands now. The caller has found that the person may see the agent's account. */
export async function balanceOf(db: Db, partner_id: number): Promise<AgentBalance> {
  // unscoped: of an agent whose account is seen
  const { rows } = await sql<AgentBalance>`
    select coalesce((select -balance from ledger_account where code = ${accountCode(partner_id)}), 0) as debt_now,
      coalesce((select balance - held from ledger_account where code = ${depositCode(partner_id)}), 0) as deposit_now,
      (select debt_limit from partner where partner_id = ${partner_id}) as debt_limit`.execute(db)
  return rows[0]!
}

/**
 * Locks the accounts of those of these agents that have a debt limit.
 * @returns how much more cash each may take in, in đồng: limit and deposit, less what it owes by the ledger and what its points of sale have taken
 * in cash since its last confirmed statement, less their commission, orders that are not paid yet included
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

/** Until the transaction ends nobody else changes anything of this agent's account. */
export const lockAgent = (db: Db, partner_id: number) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`agent_account:${partner_id}`}, 0))`.execute(db)
