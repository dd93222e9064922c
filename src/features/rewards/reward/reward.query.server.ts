/** Queries of rewards. */
import type * as z from 'zod/mini'
import { sql } from 'kysely'
import { one_plan } from '#server/database/pool.ts'
import { contains } from '#server/record/list.ts'
import { within } from '#server/scope.ts'
import type { Me } from '#server/session/session.ts'
import type { Db } from '#server/database/transaction.ts'
import type { Product } from '#features/results/product/product.contract.ts'
import { isNewPhone } from '#features/wallets/wallet/wallet.query.server.ts'
import { rewardForm, rewardStatus, type RewardForm, type rewardFilters, type RewardStatus } from './reward.contract.ts'

type Filters = z.output<z.ZodMiniObject<typeof rewardFilters>> & { keyword?: string | null | undefined }

const { waiting, failed, pushing, unknown, paid } = rewardStatus
const unpaid_statuses = [waiting, failed]

/** SQL: the prize by the corrected result minus the paid prize; null without a difference. */
const difference = sql<
  number | null
>`case when r.status in (${sql.lit(pushing)}, ${sql.lit(unknown)}, ${sql.lit(paid)}) then (
  select nullif(c.after - c.before, 0) from prize_change c where c.order_id = r.order_id order by c.taken_at desc limit 1) end`

/** SQL: the amount in đồng from which reward `r` needs two approvals. */
const second_from = sql`least(r.second_from, (select second_from from reward_config))`

/** SQL: the number of missing approvals; 0 once the reward is not waiting. */
const approvals_left = sql<number>`case when r.status <> ${sql.lit(waiting)} then 0
  when r.first_by is null and r.net >= ${second_from} then 2 else 1 end`

const { wallet, bank, momo, telecom, counter } = rewardForm

/** SQL: whether reward `r` needs two approvals. */
export const needs_two = sql<boolean>`r.net >= ${second_from}`

/**
 * SQL: why the program cannot pay reward `r` with wallet `w`: somebody proposes that it is paid, its last day is over, or its receiver cannot be paid.
 * Null when it can, and for forms that people pay.
 */
export const trouble = sql<string | null>`case when r.status not in (${sql.lit(waiting)}, ${sql.lit(failed)}) then null
  when r.hand_status = ${sql.lit(paid)} then 'Đang chờ xác nhận là đã trả'
  when r.claim_until < current_date and r.form <> ${sql.lit(counter)} then 'Đã quá hạn lĩnh thưởng'
  when r.form = ${sql.lit(wallet)} and w.account_id is null then 'Số này chưa có ví'
  when r.form = ${sql.lit(wallet)} and w.status = 0 then 'Ví đang bị khóa'
  when r.form = ${sql.lit(bank)} and r.account_number is null then 'Chưa có tài khoản ngân hàng của người trúng'
  when r.form in (${sql.lit(momo)}, ${sql.lit(telecom)}) and r.msisdn is null then 'Chưa có số điện thoại nhận'
  when r.form in (${sql.lit(momo)}, ${sql.lit(telecom)}) and r.full_name is null then 'Chưa có tên người nhận' end`

/** SQL: whether it is the first payment to the bank account. unscoped: earlier payments to the customer of a reward within the scope */
export const is_first_to = sql<boolean>`r.form = ${sql.lit(bank)} and r.account_number is not null and not exists (select from reward e
  where e.msisdn = r.msisdn and e.reward_id <> r.reward_id and e.bank_id = r.bank_id
    and e.account_number = r.account_number and e.status = ${sql.lit(paid)})`

/** Base query of the rewards within the scope of `me` that match the filters, for lists, batches and files. */
export function rewardQuery(db: Db, me: Me, filters: Filters) {
  const { keyword, category, area_id, period_id, status_push, form, from_date, to_date } = filters
  const { is_second, expires_soon, is_reminded, has_difference } = filters
  return db
    .selectFrom('reward as r')
    .where(within(me, 'reward', 'r'))
    .where(contains('r.search', keyword))
    .$if(category != null, (q) => q.where('r.category', '=', category!))
    .$if(area_id != null, (q) => q.where('r.area_id', '=', area_id!))
    .$if(period_id != null, (q) => q.where('r.period_id', '=', period_id!))
    .$if(status_push != null, (q) => q.where('r.status', '=', status_push!))
    .$if(form != null, (q) => q.where('r.form', '=', form!))
    .$if(from_date != null, (q) => q.where('r.open_date', '>=', from_date!))
    .$if(to_date != null, (q) => q.where('r.open_date', '<=', to_date!))
    .$if(is_second != null, (q) =>
      q.where('r.status', '=', waiting).where(sql<boolean>`(r.first_by is not null) = ${is_second}`),
    )
    .$if(expires_soon != null, (q) =>
      q
        .where('r.status', 'in', unpaid_statuses)
        .where(
          sql<boolean>`(r.claim_until < current_date + (select expire_warn_days from reward_config)) = ${expires_soon}`,
        ),
    )
    .$if(is_reminded != null, (q) => q.where('r.reminded_at', is_reminded ? 'is not' : 'is', null))
    .$if(has_difference != null, (q) => q.where(sql<boolean>`(${difference} is not null) = ${has_difference}`))
}

/** Adds the contract's columns. */
export function selectReward(query: ReturnType<typeof rewardQuery>) {
  return query
    .innerJoin('draw_period as p', 'p.period_id', 'r.period_id')
    .leftJoin('draw_area as area', 'area.area_id', 'r.area_id')
    .leftJoin('bank', 'bank.bank_id', 'r.bank_id')
    .leftJoin('reward_form as f', 'f.reward_form_id', 'r.reward_form_id')
    .leftJoin('wallet_account as w', 'w.msisdn', 'r.msisdn') // unscoped: the reward is within the scope
    .leftJoin('payout as o', 'o.payout_id', 'r.payout_id') // unscoped: the reward is within the scope
    .leftJoin('app_user as first', 'first.user_id', 'r.first_by') // unscoped: only a name
    .leftJoin('app_user as approver', 'approver.user_id', 'r.approved_by') // unscoped: only a name
    .leftJoin('app_user as changer', 'changer.user_id', 'r.changed_by') // unscoped: only a name
    .leftJoin('app_user as hand', 'hand.user_id', 'r.hand_by') // unscoped: only a name
    .leftJoin('app_user as reminder', 'reminder.user_id', 'r.reminded_by') // unscoped: only a name
    .leftJoin('app_user as reopener', 'reopener.user_id', 'r.reopen_by') // unscoped: only a name
    .leftJoin('app_user as editor', 'editor.user_id', 'r.updated_by') // unscoped: only a name
    .select(['r.reward_id', 'r.reward_code', 'r.order_id', 'r.tickets', 'r.msisdn', 'r.full_name', 'r.prizes'])
    .select(['r.category', 'r.period_id', 'p.period_code', 'area.area_name', 'r.open_date', 'r.claim_until'])
    .select(['r.gross', 'r.tax', 'r.fee', 'r.net', 'r.form', 'f.form_name', 'r.is_auto', 'r.status'])
    .select([approvals_left.as('approvals_left'), trouble.as('trouble'), difference.as('difference')])
    .select(['w.account_id', 'r.bank_id', 'bank.short_name', 'r.account_number', 'r.account_name'])
    .select([is_first_to.as('is_first_to'), isNewPhone('w').as('is_new_phone')])
    .select(['r.first_by', 'first.user_name as first_by_name', 'r.first_at'])
    .select(['r.approved_by', 'approver.user_name as approved_by_name', 'r.approved_at'])
    .select(['r.changed_by', 'changer.user_name as changed_by_name', 'r.changed_at'])
    .select(
      sql<boolean>`r.changed_by is not null and r.net >= (select change_second_from from reward_config)`.as(
        'is_change_watched',
      ),
    )
    .select([
      sql<boolean>`coalesce(o.busy_until > clock_timestamp(), false)`.as('is_querying'),
      needs_two.as('needs_two'),
    ])
    .select(['r.hand_status', 'r.hand_by', 'hand.user_name as hand_by_name', 'r.hand_note'])
    .select(['reminder.user_name as reminded_by_name', 'r.reminded_at'])
    .select(['r.reopen_by', 'reopener.user_name as reopen_by_name', 'r.reopen_at', 'r.reopen_note', 'r.reopen_until'])
    .select(['o.trans_id', 'o.result_message', 'r.reason', 'r.created_at', 'r.finished_at'])
    .select(['editor.user_name as updated_by_name', 'r.updated_at', 'r.version'])
    .$narrowType<{
      status: RewardStatus
      form: RewardForm
      category: Product
      period_code: string
      net: number
      hand_status: 3 | 4 | null
    }>()
}

/** One reward with the contract's columns; undefined when it is not within the scope of `me`. */
export function findReward(db: Db, me: Me, reward_id: number) {
  return selectReward(rewardQuery(db, me, {}))
    .where('r.reward_id', '=', reward_id)
    .modifyEnd(one_plan)
    .executeTakeFirst()
}

export type RewardRow = NonNullable<Awaited<ReturnType<typeof findReward>>>
