/** An agent's accounts in the ledger: what it owes stands below zero, what it has deposited never does. */
import { sql } from 'kysely'
import { accountOf } from '#server/ledger/ledger.ts'
import type { Db } from '#server/database/transaction.ts'
import { cash_vendor } from '#features/orders/payment/vendor.rules.ts'

const accountCode = (partner_id: number) => `agent:${partner_id}`
const depositCode = (partner_id: number) => `agent_deposit:${partner_id}`

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

/** Until the transaction ends nobody else changes anything of this agent's account. */
export const lockAgent = (db: Db, partner_id: number) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`agent_account:${partner_id}`}, 0))`.execute(db)
