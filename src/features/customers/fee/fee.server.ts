import { sql } from 'kysely'
import type { Db } from '#server/database/transaction.ts'
import type { FeeRule } from './fee.rules.ts'

interface OfGroup extends FeeRule {
  group_vip_id: number
}

/**
 * The rules in force at a moment for the groups of each of these customers, for orders of the channel. Customers without a phone number, or in no
 * active VIP group, have the rules of the default group.
 * @param moment the moment at which the orders are made, ISO 8601
 */
export async function feeRulesOf(
  db: Db,
  numbers: readonly string[],
  moment: string,
): Promise<(msisdn: string | null) => FeeRule[]> {
  // unscoped: the customers of the orders that are being taken
  const { rows } = await sql<{
    rules: OfGroup[]
    members: { msisdn: string; group_vip_id: number }[]
    rest: number | null
  }>`
    with member as (
      select a.msisdn, a.group_vip_id from group_vip_account a join group_vip g using (group_vip_id)
      where a.msisdn = any(${numbers}::text[]) and g.status = 1),
    rest as (select group_vip_id from group_vip where type = 2 and status = 1),
    rule as (
      select group_vip_id, payment_vendor_id, category, from_value, to_value, fee_rate, fee_fixed, fee_least, fee_most from group_vip_fee
      where ${isInForceAt(moment)} and group_vip_id in (select group_vip_id from member union select group_vip_id from rest))
    select (select coalesce(jsonb_agg(rule), '[]') from rule) as rules,
      (select coalesce(jsonb_agg(member), '[]') from member) as members, (select group_vip_id from rest) as rest`.execute(
    db,
  )
  const { rules, members, rest } = rows[0]!
  const groups = new Map(members.map(({ msisdn, group_vip_id }) => [msisdn, group_vip_id]))
  return (msisdn) => {
    const group = groups.get(msisdn ?? '') ?? rest
    return rules.filter(({ group_vip_id }) => group_vip_id === group)
  }
}

/** SQL condition: a row of group_vip_fee is in force at a moment. The one condition for orders, trials and the page. */
export function isInForceAt(moment: string) {
  return sql<boolean>`(status = 1 and holds_from <= ${moment}::timestamptz and (holds_to is null or ${moment}::timestamptz < holds_to))`
}

/** The rules of one group that are in force at a moment (ISO 8601), as orders would use them. */
export async function feeRulesOfGroup(db: Db, group_vip_id: number, moment: string) {
  const { rows } = await sql<FeeRule & { fee_id: number }>`
    select fee_id, payment_vendor_id, category, from_value, to_value, fee_rate, fee_fixed, fee_least, fee_most from group_vip_fee
    where group_vip_id = ${group_vip_id} and ${isInForceAt(moment)} order by fee_id`.execute(db)
  return rows
}
