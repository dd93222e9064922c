/** Estimates what the orders of the last seven whole days would have paid by other rules. */
import { sql } from 'kysely'
import type { Db } from '#server/database/transaction.ts'
import type { Fail } from '#server/fail.ts'
import { withTimeLimit } from '#server/record/list.ts'
import { within } from '#server/scope.ts'
import type { InputOf } from '#contract/call.ts'
import type { Me } from '#server/session/session.ts'
import { groupType } from '../group-vip/group-vip.contract.ts'
import { failGroup, lockGroup } from '../group-vip/group-vip.server.ts'
import { feeTime, type groupVipFee } from './fee.contract.ts'
import { feeOf, type FeeRule } from './fee.rules.ts'
import { findFee, startOfDayOrNow } from './fee-query.server.ts'
import { feeRulesOfGroup } from './fee.server.ts'

type Input = InputOf<typeof groupVipFee.lastWeek>

/** Orders of the same source, product, amount and fee: all of them would pay the same. */
interface Kind {
  payment_vendor_id: number
  category: number
  amount: number
  fee: number
  order_count: number
  order_id: number
}

export async function estimateLastWeek(
  db: Db,
  me: Me,
  input: Input,
  fail: Fail<'group_not_found' | 'search_time_exceeded'>,
) {
  const group = (await lockGroup(db, input.group_vip_id, 'none')) ?? failGroup(fail)
  const rules = await changedRules(db, input)
  const { kinds, ...days } = await withTimeLimit(db, fail, () => kindsOfLastWeek(db, me, group))
  const estimates = kinds.map((kind) => ({ ...kind, would_pay: feeOf(rules, kind) }))
  const count = (matches: (estimate: (typeof estimates)[number]) => boolean) =>
    sum(estimates.filter(matches).map(({ order_count }) => order_count))
  const fee_total = sum(estimates.map(({ fee, order_count }) => fee * order_count))
  const would_pay = sum(estimates.map((estimate) => estimate.would_pay * estimate.order_count))
  const dearest = estimates
    .filter((estimate) => estimate.would_pay > estimate.fee)
    .toSorted((a, b) => b.would_pay - b.fee - (a.would_pay - a.fee))
    .slice(0, 5)
  return {
    ...days,
    order_count: count(() => true),
    paid: fee_total,
    would_pay,
    difference: would_pay - fee_total,
    cheaper: count((estimate) => estimate.would_pay < estimate.fee),
    same: count((estimate) => estimate.would_pay === estimate.fee),
    dearer: count((estimate) => estimate.would_pay > estimate.fee),
    dearest: dearest.map(({ order_id, amount, fee, would_pay: now }) => ({
      order_id,
      amount,
      paid: fee,
      would_pay: now,
    })),
  }
}

async function changedRules(db: Db, { group_vip_id, on, without, is_changed, ...terms }: Input): Promise<FeeRule[]> {
  const rules = await feeRulesOfGroup(db, group_vip_id, await startOfDayOrNow(db, on))
  // A planned rule that is moved ends the rule that it follows.
  const planned = is_changed && without != null ? await findFee(db, without) : undefined
  const ended = planned?.time === feeTime.coming ? planned.follows : null
  const remaining = rules.filter(({ fee_id }) => fee_id !== without && fee_id !== ended)
  if (!is_changed) return remaining
  const { payment_vendor_id = null, category = null, to_value = null, fee_most = null } = terms
  const { from_value = 0, fee_rate = 0, fee_fixed = 0, fee_least = 0 } = terms
  return [...remaining, { payment_vendor_id, category, from_value, to_value, fee_rate, fee_fixed, fee_least, fee_most }]
}

/** The paid orders of customers who are in the group now; for the default group, of customers in no active VIP group. */
async function kindsOfLastWeek(db: Db, me: Me, { group_vip_id, type }: { group_vip_id: number; type: number }) {
  // unscoped: only who is in the group; the orders are within the scope
  const is_member =
    type === groupType.rest
      ? sql`not exists (select from group_vip_account a join group_vip g using (group_vip_id) where a.msisdn = o.msisdn and g.status = 1)`
      : sql`o.msisdn in (select a.msisdn from group_vip_account a where a.group_vip_id = ${group_vip_id})`
  const { rows } = await sql<{ from_date: string; to_date: string; kinds: Kind[] }>`
    select current_date - 7 as from_date, current_date - 1 as to_date, coalesce((select jsonb_agg(k) from (
      select o.payment_vendor_id, o.category, o.amount, o.fee, count(*) as order_count, min(o.order_id) as order_id
      from sale_order o
      where o.order_id >= first_order_id(current_date - 7) and o.order_id < first_order_id(current_date)
        and is_sale(o.status) and ${is_member} and ${within(me, 'sale_order', 'o')}
      group by 1, 2, 3, 4) k), '[]') as kinds`.execute(db)
  return rows[0]!
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)
