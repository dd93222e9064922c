/** Queries of batches of rewards and their lines, and locking one batch. */
import { sql } from 'kysely'
import { one_plan } from '#server/database/pool.ts'
import type { Db } from '#server/database/transaction.ts'
import { within } from '#server/scope.ts'
import type { Me } from '#server/session/session.ts'
import type { Product } from '#features/results/product/product.contract.ts'
import type { RewardForm } from '#features/rewards/reward/reward.contract.ts'
import { is_first_to, needs_two, trouble } from '#features/rewards/reward/reward.query.server.ts'
import { isNewPhone } from '#features/wallets/wallet/wallet.query.server.ts'
import { batchStatus, itemStatus, type BatchStatus, type ItemStatus } from './batch.contract.ts'

const { waiting, pushing, paid, failed, unknown, out } = itemStatus
const countOf = (status: ItemStatus) => sql<number>`count(*) filter (where i.status = ${sql.lit(status)})`

/** SQL: whether batch `b` needs two approvals, because of one of its lines or because of the sum of waiting lines. */
// unscoped: the batch is within the scope
const needs_two_approvals = sql<boolean>`(select coalesce(bool_or(${needs_two}), false) or coalesce(sum(i.net), 0) >= (select second_from from reward_config)
  from reward_batch_item i join reward r using (reward_id) where i.batch_id = b.batch_id and i.status = ${sql.lit(waiting)})`

/** SQL: a digest of the lines of batch `b` that can be sent, in the present versions of their rewards; null when there are none. */
// unscoped: the batch is within the scope
const mark_of_lines = sql<
  string | null
>`(select encode(sha256(convert_to(string_agg(i.item_id || ':' || r.version, ',' order by i.item_id), 'UTF8')), 'hex')
  from reward_batch_item i join reward r using (reward_id)
  where i.batch_id = b.batch_id and i.is_current and i.status in (${sql.lit(waiting)}, ${sql.lit(failed)}))`

/** The batches within the scope of `me`, with the contract's columns. */
export function selectBatches(db: Db, me: Me) {
  return db
    .selectFrom('reward_batch as b')
    .leftJoin('draw_period as p', 'p.period_id', 'b.period_id')
    .leftJoin('draw_area as area', 'area.area_id', 'p.area_id')
    .leftJoin('ledger_account as l', 'l.account_id', 'b.ledger_id')
    .leftJoin('app_user as creator', 'creator.user_id', 'b.created_by')
    .leftJoin('app_user as first', 'first.user_id', 'b.first_by') // unscoped: only a name
    .leftJoin('app_user as approver', 'approver.user_id', 'b.approved_by') // unscoped: only a name
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('reward_batch_item as i') // unscoped: the batch is within the scope
          .whereRef('i.batch_id', '=', 'b.batch_id')
          .select([countOf(waiting).as('waiting_count'), countOf(pushing).as('pushing_count')])
          .select([countOf(paid).as('paid_count'), countOf(failed).as('failed_count')])
          .select([countOf(unknown).as('unknown_count'), countOf(out).as('out_count')])
          .select(sql<number>`count(*)`.as('item_count'))
          .select(sql<number>`coalesce(sum(i.net), 0)`.as('net'))
          .select(sql<number>`coalesce(sum(i.net) filter (where i.status = ${sql.lit(paid)}), 0)`.as('paid_net'))
          .as('n'),
      (join) => join.onTrue(),
    )
    .where(within(me, 'reward_batch', 'b'))
    .select(['b.batch_id', 'b.batch_code', 'b.name', 'b.period_id', 'p.period_code', 'b.category', 'area.area_name'])
    .select(['b.open_date', 'b.is_auto', 'b.status', 'n.item_count', 'n.net', 'n.paid_net', 'n.waiting_count'])
    .select(['n.pushing_count', 'n.paid_count', 'n.failed_count', 'n.unknown_count', 'n.out_count'])
    .select(['b.reason', 'b.missing', sql<number>`coalesce(l.balance - l.held, 0)`.as('reserved')])
    .select(
      sql<number>`case when b.status <> ${sql.lit(batchStatus.waiting)} then 0 when b.first_by is null and ${needs_two_approvals} then 2 else 1 end`.as(
        'approvals_left',
      ),
    )
    .select(['b.first_by', 'first.user_name as first_by_name', 'b.first_at'])
    .select(['b.approved_by', 'approver.user_name as approved_by_name', 'b.approved_at'])
    .select(['creator.user_name as created_by_name', 'b.created_at', 'b.finished_at', 'b.version'])
    .select(
      sql<string | null>`case when b.status <> ${sql.lit(batchStatus.running)} then ${mark_of_lines} end`.as('seen'),
    )
    .$narrowType<{
      status: BatchStatus
      category: Product | null
      item_count: number
      net: number
      paid_net: number
      waiting_count: number
      pushing_count: number
      paid_count: number
      failed_count: number
      unknown_count: number
      out_count: number
    }>()
}

export const findBatch = (db: Db, me: Me, batch_id: number) =>
  selectBatches(db, me).where('b.batch_id', '=', batch_id).modifyEnd(one_plan).executeTakeFirst()

export type BatchRow = NonNullable<Awaited<ReturnType<typeof findBatch>>>

/** Locks the batch until the transaction ends; undefined when it is not within the scope of `me`. */
export async function lockBatch(db: Db, me: Me, batch_id: number): Promise<BatchRow | undefined> {
  const in_scope = await db
    .selectFrom('reward_batch')
    .select('batch_id')
    .where('batch_id', '=', batch_id)
    .where(within(me, 'reward_batch'))
    .forUpdate()
    .executeTakeFirst()
  return in_scope && findBatch(db, me, batch_id)
}

/** The mark of the lines as they are now: see RewardBatch.seen. */
export async function markOfLines(db: Db, batch_id: number): Promise<string | null> {
  const { rows } = await sql<{ mark: string | null }>`
    select ${mark_of_lines} as mark from reward_batch b where b.batch_id = ${batch_id}`.execute(db) // unscoped: the caller has found the batch within the scope
  return rows[0]!.mark
}

/** The lines within the scope of `me`. A line of an earlier batch has its own result, and the current data of its reward. */
export function selectItems(db: Db, me: Me) {
  return db
    .selectFrom('reward_batch_item as i')
    .innerJoin('reward as r', 'r.reward_id', 'i.reward_id') // unscoped: the line is within the scope
    .leftJoin('payout as o', (join) => join.onRef('o.payout_id', '=', 'r.payout_id').on('i.is_current', '=', true)) // unscoped: the line is within the scope
    .leftJoin('wallet_account as w', 'w.msisdn', 'r.msisdn') // unscoped: the line is within the scope
    .where(within(me, 'reward_batch_item', 'i'))
    .select(['i.item_id', 'i.batch_id', 'i.reward_id', 'r.reward_code', 'r.order_id', 'r.msisdn'])
    .select(['r.full_name as cust_name', 'r.form', 'r.account_number', 'r.account_name', 'r.changed_by'])
    .select(['r.prizes', 'r.gross', 'r.tax', 'i.net'])
    .select([trouble.as('trouble'), is_first_to.as('is_first_to'), isNewPhone('w').as('is_new_phone')])
    .select([
      'i.status',
      sql<string | null>`case when i.status <> ${sql.lit(paid)} then coalesce(i.message, o.result_message) end`.as(
        'message',
      ),
      'o.trans_id',
    ])
    .select(['i.ended_at', 'r.version'])
    .$narrowType<{ status: ItemStatus; form: RewardForm }>()
}

export const findItem = (db: Db, me: Me, item_id: number) =>
  selectItems(db, me).where('i.item_id', '=', item_id).modifyEnd(one_plan).executeTakeFirst()
