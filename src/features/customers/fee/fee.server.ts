import { sql } from 'kysely'
import type { Db } from '#server/database/transaction.ts'
import type { FeeRule } from './fee.rules.ts'

interface OfGroup extends FeeRule {
  group_vip_id: number
}

/**
 * The rules of each of these customers' groups, in their order. A customer of no working VIP group, and one without a number (under ''),
 * has those of the group for everybody else.
 */
export async function feeRulesOf(db: Db, numbers: readonly string[]): Promise<(msisdn: string | null) => FeeRule[]> {
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
      select group_vip_id, payment_vendor_id, category, from_value, to_value, fee_rate, fee_fixed, fee_least, fee_most, fee_id from group_vip_fee
      where status = 1 and group_vip_id in (select group_vip_id from member union select group_vip_id from rest))
    select (select coalesce(jsonb_agg(to_jsonb(rule) - 'fee_id' order by fee_id), '[]') from rule) as rules,
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
