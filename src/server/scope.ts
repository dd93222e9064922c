/** Row-level access: SQL conditions for the rows that a person may see. A house rule forbids reading these tables without them. */
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { isHeadOffice } from '#contract/person.ts'
import type { Me } from './session/session.ts'

type Condition = RawBuilder<SqlBool>

const everything = sql<SqlBool>`true`

/** Whether there are rows that this person may not see. */
export function isNarrowed(me: Me): boolean {
  return me.partner_id !== null || me.base_id !== null || me.is_limited
}

function ofPartner(me: Me, alias: string): Condition {
  return me.partner_id === null ? everything : sql<SqlBool>`${sql.ref(`${alias}.partner_id`)} = ${me.partner_id}`
}

/** Points of sale: those of the person's own partner; for a limited person only those given to them, one by one or by group. */
function pos(me: Me, alias: string): Condition {
  if (!me.is_limited) return ofPartner(me, alias)
  // One set instead of two conditions joined by 'or', which could use no index.
  return sql<SqlBool>`(${ofPartner(me, alias)} and ${sql.ref(`${alias}.pos_id`)} in (
    select pos_id from data_scope_pos where user_id = ${me.user_id}
    union all select member.pos_id from data_scope_group given join pos member using (pos_group_id) where given.user_id = ${me.user_id}))`
}

/** Partners: the person's own; for a limited person of the head office, partners with a point of sale that they may see. */
function partner(me: Me, alias: string): Condition {
  if (me.partner_id !== null || !me.is_limited) return ofPartner(me, alias)
  return sql<SqlBool>`exists (select from pos as own where own.partner_id = ${sql.ref(`${alias}.partner_id`)} and ${pos(me, 'own')})`
}

/** Accounts: people of a base store see those of their store; everybody else, and they among these, see what `accountsOfPartner` allows. */
function account(me: Me, alias: string): Condition {
  if (me.base_id === null) return accountsOfPartner(me, alias)
  return sql<SqlBool>`(${sql.ref(`${alias}.base_id`)} = ${me.base_id} and ${accountsOfPartner(me, alias)})`
}

/** Rows of the person's own partner; for a limited person of the head office, the head office's rows and those of partners that they may see. */
function accountsOfPartner(me: Me, alias: string): Condition {
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

/** What belongs to base stores: people of a store see that store; people of a partner see none. */
function ofStore(me: Me, alias: string): Condition {
  if (me.base_id !== null) return sql<SqlBool>`${sql.ref(`${alias}.base_id`)} = ${me.base_id}`
  return me.partner_id === null ? everything : sql<SqlBool>`false`
}

/**
 * Orders and their sums: people of a base store see what was sold from their store, everybody else the sales of their partner. A limited person sees
 * only those at points of sale given to them. A sale keeps the partner that its point of sale had then.
 */
function ofSale(me: Me, alias: string): Condition {
  if (me.base_id === null) return pos(me, alias)
  const of_store = sql<SqlBool>`${sql.ref(`${alias}.base_id`)} = ${me.base_id}`
  return me.is_limited ? sql<SqlBool>`(${of_store} and ${pos(me, alias)})` : of_store
}

/** The columns by which this person's sums of sales are restricted: sums that are not kept by one of them (0) must not be shown. */
export function scopedSaleColumns(me: Me): ('base_id' | 'partner_id' | 'pos_id')[] {
  return [
    ...(me.base_id === null ? [] : ['base_id' as const]),
    ...(me.partner_id === null ? [] : ['partner_id' as const]),
    ...(me.is_limited ? ['pos_id' as const] : []),
  ]
}

/** The account between a partner and the business covers the whole partner: people who see only some of its points of sale do not see it. */
function partnerAccount(me: Me, alias: string): Condition {
  return me.base_id !== null || me.is_limited ? sql<SqlBool>`false` : ofPartner(me, alias)
}

/**
 * Customers' money, and the accounts that they pay into and are paid from, concern the head office only: people of a partner or a base store never see
 * them, whatever their rights.
 */
function customersMoney(me: Me): Condition {
  return sql<SqlBool>`${isHeadOffice(me)}`
}

const scopes = {
  app_user: account,
  partner,
  partner_bank: ofSeenPartner,
  merchant_discount: ofSeenPartner,
  partner_statement: partnerAccount,
  partner_payment: partnerAccount,
  pos,
  pos_bank: ofPos,
  pos_device: ofPos,
  user_pos: ofPos,
  bank_config: customersMoney,
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

/** Tables with rows that some people may not see. */
export type ScopedTable = keyof typeof scopes
export const scoped_tables = Object.keys(scopes) as ScopedTable[]

/**
 * The condition that limits a query to the rows that `me` may see: `.where(within(me, 'app_user'))`. A row outside the scope is simply not found, so
 * its id is answered like one that does not exist.
 */
export function within(me: Me, table: ScopedTable, alias: string = table): Condition {
  return scopes[table](me, alias)
}
