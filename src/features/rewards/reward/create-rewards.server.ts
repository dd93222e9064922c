/** Creates the rewards of a draw: one for each winning order, with the form by the current rules. */
import { sql } from 'kysely'
import type { Db } from '#server/database/transaction.ts'
import { orderStatus } from '#features/orders/order/order.contract.ts'
import type { Product } from '#features/results/product/product.contract.ts'
import { winText } from '#features/results/prize/tiers.rules.ts'
import type { PaidWin } from '#features/results/prize/pay.rules.ts'
import { chooseForm, type FormRule, type Prize, type PushLimits } from './form.rules.ts'
import { rewardForm, rewardStatus } from './reward.contract.ts'

interface WonOrder extends Prize {
  order_id: number
  period_id: number
  category: Product
  area_id: number | null
  open_date: string
  claim_until: string
  full_name: string | null
  tickets: string
  wins: readonly PaidWin[]
  /** The customer's last paid bank account. */
  bank_id: number | null
  account_number: string | null
  account_name: string | null
}

export const reward_batch_size = 500

/**
 * Creates rewards for the next winning orders of this draw without one, or with one that was revoked with an earlier result. May run in parallel.
 * @returns the number of orders; fewer than `reward_batch_size` when all are done
 */
export async function createRewards(db: Db, period_id: number): Promise<number> {
  const orders = await wonOrders(db, period_id)
  if (orders.length === 0) return 0
  const [rules, limits] = [await formRules(db), await pushLimits(db)]
  const rows = orders.map((order) => {
    const { wins, handling: _, group_vip_id: __, ...facts } = order
    const chosenForm = chooseForm(rules, limits, order)
    const to_bank = chosenForm.form === rewardForm.bank
    return {
      ...facts,
      ...chosenForm,
      prizes: winText(order.category, wins).slice(0, 1_000),
      bank_id: to_bank ? order.bank_id : null,
      account_number: to_bank ? order.account_number : null,
      account_name: to_bank ? order.account_name : null,
    }
  })
  // unscoped: the program's own work
  await sql`
    insert into reward as r (order_id, period_id, category, area_id, open_date, claim_until, tickets, prizes, gross, tax, fee, form, reward_form_id,
      second_from, is_auto, msisdn, full_name, bank_id, account_number, account_name)
    select order_id, period_id, category, area_id, open_date, claim_until, tickets, prizes, gross, tax, fee, form, reward_form_id, second_from, is_auto,
      msisdn, full_name, bank_id, account_number, account_name
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) x (order_id bigint, period_id integer, category smallint, area_id integer, open_date date,
      claim_until date, tickets text, prizes text, gross bigint, tax bigint, fee bigint, form smallint, reward_form_id integer, second_from bigint,
      is_auto boolean, msisdn text, full_name text, bank_id integer, account_number text, account_name text)
    order by order_id
    on conflict on constraint reward__request_exists do update set
      tickets = excluded.tickets, prizes = excluded.prizes, gross = excluded.gross, tax = excluded.tax, fee = excluded.fee, form = excluded.form,
      reward_form_id = excluded.reward_form_id, second_from = case when r.second_from = 0 then 0 else excluded.second_from end,
      is_auto = excluded.is_auto and r.second_from is distinct from 0, msisdn = excluded.msisdn,
      full_name = excluded.full_name, bank_id = excluded.bank_id, account_number = excluded.account_number, account_name = excluded.account_name,
      status = ${sql.lit(rewardStatus.waiting)}, claim_until = excluded.claim_until, first_by = null, first_at = null, changed_by = null, changed_at = null,
      hand_status = null, hand_by = null, hand_note = null, reminded_by = null, reminded_at = null,
      reopen_by = null, reopen_at = null, reopen_note = null, reopen_until = null, reason = null, finished_at = null, version = r.version + 1
      where r.status = ${sql.lit(rewardStatus.revoked)}`.execute(db)
  return orders.length
}

/** Locks the orders, so that reopening the result waits and then finds their rewards. */
async function wonOrders(db: Db, period_id: number): Promise<WonOrder[]> {
  // unscoped: all orders of a draw get their rewards
  const { rows } = await sql<WonOrder>`
    with won as materialized (
      select order_id, period_id, category, area_id, open_date, handling, msisdn, full_name, reward as gross, reward_tax as tax from sale_order o
      where period_id = ${period_id} and status = ${sql.lit(orderStatus.won)}
        and not exists (select from reward r where r.order_id = o.order_id and r.status <> ${sql.lit(rewardStatus.revoked)})
      order by order_id limit ${reward_batch_size}::integer for update)
    select won.*, won.open_date + t.claim_days as claim_until,
      coalesce(g.group_vip_id, (select group_vip_id from group_vip where type = 2), 0) as group_vip_id,
      left(l.tickets, 300) as tickets, l.wins, w.bank_id, w.account_number, w.account_name
    from won
    join lateral (
      select claim_days from prize_table p
      where p.category = won.category and p.status = 2 and p.effective_from <= won.open_date order by p.effective_from desc limit 1) t on true
    join lateral (
      select string_agg(distinct concat_ws(' ', numbers, series), ' · ') as tickets, (
        select jsonb_agg(jsonb_build_object('tier', tier, 'count', n, 'amount', amount)) from (
          select p.tier, p.amount, sum(p.count) as n from order_line ll, jsonb_to_recordset(ll.prizes) p (tier text, count bigint, amount bigint)
          where ll.order_id = won.order_id group by 1, 2) a) as wins
      from order_line ol where ol.order_id = won.order_id and ol.prizes is not null) l on true
    left join group_vip_account g on g.msisdn = won.msisdn
    left join lateral (
      select d.bank_id, d.account_number, d.account_name from withdrawal d join wallet_account a using (account_id)
      where a.msisdn = won.msisdn and d.method = 1 and d.status = 2 order by d.withdrawal_id desc limit 1) w on true
    order by won.order_id`.execute(db)
  return rows
}

/** The active rules of forms, in order. */
export async function formRules(db: Db): Promise<FormRule[]> {
  const { rows } = await sql<FormRule>`
    select reward_form_id, category, group_vip_id, handling, amount_from, amount_to, form, auto_most, second_from, fee_fixed, fee_rate
    from reward_form where status = 1 order by place, reward_form_id`.execute(db)
  return rows
}

/** The limits of all rules. */
export async function pushLimits(db: Db): Promise<PushLimits> {
  return db.selectFrom('reward_config').select(['auto_most', 'push_auto']).executeTakeFirstOrThrow()
}
