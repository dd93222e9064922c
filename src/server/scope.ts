/** Which rows a person may see: the one blessed helper. A house rule forbids reading these tables without it. */
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { isHeadOffice } from '#contract/person.ts'
import type { Me } from './session/session.ts'

type Condition = RawBuilder<SqlBool>

const everything = sql<SqlBool>`true`

/** Whether there are rows that this person does not see. */
export function isNarrowed(me: Me): boolean {
  return me.partner_id !== null || me.base_id !== null || me.is_limited
}

function ofPartner(me: Me, alias: string): Condition {
  return me.partner_id === null ? everything : sql<SqlBool>`${sql.ref(`${alias}.partner_id`)} = ${me.partner_id}`
}

/** Points of sale: the own agent's, and of a person who is limited only those that were given, one by one or by their group. */
function pos(me: Me, alias: string): Condition {
  if (!me.is_limited) return ofPartner(me, alias)
  // One set instead of two conditions joined by 'or', which no index could serve.
  return sql<SqlBool>`(${ofPartner(me, alias)} and ${sql.ref(`${alias}.pos_id`)} in (
    select pos_id from data_scope_pos where user_id = ${me.user_id}
    union all select member.pos_id from data_scope_group given join pos member using (pos_group_id) where given.user_id = ${me.user_id}))`
}

/** Agents: the own one; of a head office's person who is limited those with a point of sale to see. */
function partner(me: Me, alias: string): Condition {
  if (me.partner_id !== null || !me.is_limited) return ofPartner(me, alias)
  return sql<SqlBool>`exists (select from pos as own where own.partner_id = ${sql.ref(`${alias}.partner_id`)} and ${pos(me, 'own')})`
}

/** Accounts: a base store's person sees those of the own store; of these, and of all to others, those that `ofAgent` leaves. */
function account(me: Me, alias: string): Condition {
  if (me.base_id === null) return ofAgent(me, alias)
  return sql<SqlBool>`(${sql.ref(`${alias}.base_id`)} = ${me.base_id} and ${ofAgent(me, alias)})`
}

/** Those of the own agent; to a head office's person who is limited, the head office's and those of agents that they see. */
function ofAgent(me: Me, alias: string): Condition {
  if (me.partner_id !== null || !me.is_limited) return ofPartner(me, alias)
  return sql<SqlBool>`(${sql.ref(`${alias}.partner_id`)} is null or ${partner(me, alias)})`
}

function ofPos(me: Me, alias: string): Condition {
  if (!isNarrowed(me)) return everything
  return sql<SqlBool>`exists (select from pos as owner where owner.pos_id = ${sql.ref(`${alias}.pos_id`)} and ${pos(me, 'owner')})`
}

function ofSeenPartner(me: Me, alias: string): Condition {
  if (!isNarrowed(me)) return everything
  return sql<SqlBool>`exists (select from partner as owner where owner.partner_id = ${sql.ref(`${alias}.partner_id`)} and ${partner(me, 'owner')})`
}

/** The business's own affairs: nobody of an agent sees them, whatever their rights. */
function ofNoAgent(me: Me): Condition {
  return sql<SqlBool>`${me.partner_id === null}`
}

/** What lies in base stores: of the own store's people that store; nobody of an agent sees any. */
function ofStore(me: Me, alias: string): Condition {
  if (me.base_id !== null) return sql<SqlBool>`${sql.ref(`${alias}.base_id`)} = ${me.base_id}`
  return me.partner_id === null ? everything : sql<SqlBool>`false`
}

/**
 * Orders and what they add up to: a base store's people see what was sold from the own store. Everybody else sees what was sold under their own
 * agent, by points of sale that they may see. A sale keeps the agent that its point of sale had then.
 */
function ofSale(me: Me, alias: string): Condition {
  return me.base_id === null ? pos(me, alias) : sql<SqlBool>`${sql.ref(`${alias}.base_id`)} = ${me.base_id}`
}

/** The keys without which a sum of sales cannot be kept within that: where they are 0, nobody who is narrowed by them sees anything. */
export function saleKeysOf(me: Me): ('base_id' | 'partner_id' | 'pos_id')[] {
  if (me.base_id !== null) return ['base_id']
  return [...(me.partner_id === null ? [] : ['partner_id' as const]), ...(me.is_limited ? ['pos_id' as const] : [])]
}

/** What an agent and the business owe each other, which is one account of the whole agent: nobody sees it who sees only a part of its points of sale. */
function agentAccount(me: Me, alias: string): Condition {
  return me.base_id !== null || me.is_limited ? sql<SqlBool>`false` : ofPartner(me, alias)
}

/** Customers' money is the head office's affair: nobody of an agent or a base store has a say in it, whatever their rights. */
function customersMoney(me: Me): Condition {
  return sql<SqlBool>`${isHeadOffice(me)}`
}

const scopes = {
  app_user: account,
  partner,
  partner_bank: ofSeenPartner,
  merchant_discount: ofSeenPartner,
  partner_statement: agentAccount,
  partner_payment: agentAccount,
  pos,
  pos_bank: ofPos,
  pos_device: ofPos,
  user_pos: ofPos,
  bank_config: ofNoAgent,
  base_store: ofStore,
  ticket_import: ofStore,
  xskt_ticket: ofStore,
  stock: ofStore,
  stock_movement: ofStore,
  ticket_group_import: ofStore,
  ticket_group: ofStore,
  ticket_upload: ofStore,
  unsold_prize: ofStore,
  ticket_return: ofStore,
  sale_order: ofSale,
  sale_sum: ofSale,
  sale_play: ofSale,
  limit_change: customersMoney,
  wallet_account: customersMoney,
  group_vip_account: customersMoney,
  erasure_request: customersMoney,
  wallet_adjustment: customersMoney,
  reward_account: customersMoney,
  deposit: customersMoney,
  bank_transaction: customersMoney,
  withdrawal: customersMoney,
  reward: customersMoney,
  reward_claim: customersMoney,
  reward_batch: customersMoney,
  reward_batch_item: customersMoney,
  account_check: customersMoney,
  account_check_item: customersMoney,
  card_batch: customersMoney,
  card: customersMoney,
  payout: customersMoney,
  reconciliation: customersMoney,
  reconciliation_finding: customersMoney,
} satisfies Record<string, (me: Me, alias: string) => Condition>

/** Tables of which not everybody sees every row. */
export type ScopedTable = keyof typeof scopes
export const scoped_tables = Object.keys(scopes) as ScopedTable[]

/**
 * The condition that keeps `me` within the rows that are theirs to see: `.where(within(me, 'app_user'))`.
 * A foreign row is then simply not there, so that a foreign id is answered as one that does not exist.
 */
export function within(me: Me, table: ScopedTable, alias: string = table): Condition {
  return scopes[table](me, alias)
}
