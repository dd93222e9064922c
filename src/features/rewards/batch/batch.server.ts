import { sql } from 'kysely'
import { max_bulk_rows } from '#contract/call.ts'
import type { Refusal } from '#contract/errors.ts'
import { whyNot as whyNotMake } from '#contract/lifecycle.ts'
import { isHeadOffice } from '#contract/person.ts'
import type { Db } from '#server/database/transaction.ts'
import { refuse, type Fail } from '#server/fail.ts'
import { runBulk } from '#server/record/bulk.ts'
import { checkDays, contains, inDays, paginate, sortOf } from '#server/record/list.ts'
import { moveLocked } from '#server/record/move.ts'
import { hasChanged } from '#server/record/change-columns.ts'
import { within } from '#server/scope.ts'
import { serve, type Context } from '#server/serve.ts'
import type { Me } from '#server/session/session.ts'
import { changeReceiver } from '#features/rewards/push/change-receiver.server.ts'
import { chosenRewards } from '#features/rewards/push/chosen-rewards.server.ts'
import { lockReward } from '#features/rewards/push/lock-reward.server.ts'
import { rewardForm, rewardLife } from '#features/rewards/reward/reward.contract.ts'
import type { RewardRow } from '#features/rewards/reward/reward.query.server.ts'
import { whyNot as whyNotReward, whyNotPushed } from '#features/rewards/reward/reward.rules.ts'
import { approveBatch } from './approve-batch.server.ts'
import { batchLife, batchStatus, itemStatus, rewardBatch } from './batch.contract.ts'
import { startBatch, takeOut, finishIfDone } from './batch-moves.server.ts'
import { needsOf } from './batch-money.server.ts'
import { findBatch, findItem, lockBatch, selectBatches, selectItems, type BatchRow } from './batch.query.server.ts'
import { whyNotBatch, whyNotRename, type BatchAct } from './batch.rules.ts'
import { addBatch, lockMaking } from './make-batches.server.ts'

export default serve(rewardBatch, {
  list: ({ db, me, input, fail }) => {
    const { status, category, from_date, to_date, keyword } = input
    checkDays({ from_date, to_date }, fail)
    const [column, direction] = sortOf(input.sort, '-created_at')
    const query = selectBatches(db, me)
      .where(contains('b.search', keyword))
      .$if(status != null, (q) => q.where('b.status', '=', status!))
      .$if(category != null, (q) => q.where('b.category', '=', category!))
      .where(inDays('b.created_at', { from_date, to_date }))
      .orderBy(sql.ref(`${column === 'net' || column === 'failed_count' ? 'n' : 'b'}.${column}`), direction)
      .orderBy('b.batch_id', direction)
    return paginate(db, query, input, ['item_count', 'net', 'paid_net'])
  },

  detail: async ({ db, me, input, can_pay, fail }) => {
    const { batch_id, status, item_id, keyword } = input
    const batch = (await findBatch(db, me, batch_id)) ?? fail('not_found')
    const [column, direction] = sortOf(input.sort, 'item_id')
    const query = selectItems(db, me)
      .where('i.batch_id', '=', batch_id)
      .where(contains('r.search', keyword))
      .$if(status != null, (q) => q.where('i.status', '=', status!))
      .$if(item_id != null, (q) => q.where('i.item_id', '=', item_id!))
      .orderBy(sql.ref(`i.${column}`), direction)
      .orderBy('i.item_id', direction)
    const will_start = batch.status === batchStatus.waiting || batch.status === batchStatus.stopped
    const needs = will_start && batch.waiting_count > 0 ? await needsOf(db, batch_id, can_pay) : []
    return {
      ...(await paginate(db, query, input, ['gross', 'tax', 'net'])),
      batch,
      needs: needs.map(({ fund_name, needed, free }) => ({ fund_name, needed, free })),
    }
  },

  createPreview: async (context) => {
    const rows = await rewardsToBatch(context)
    const codes = await openBatches(context.db, rows)
    return runBulk(rows, async (row) => whyNotIn(row, codes))
  },

  create: async (context) => {
    const { db, me, input, fail } = context
    if (!isHeadOffice(me)) fail('action_invalid')
    await lockMaking(db)
    const rows = await rewardsToBatch(context)
    const codes = await openBatches(db, rows)
    const report = await runBulk(rows, async (row) => whyNotIn(row, codes))
    if (report.done === 0)
      fail('action_invalid', { message: report.rows[0]?.reason ?? 'Không có giải thưởng nào để lập lô.' })
    const accepted = rows.filter(({ id }) => report.rows.some((row) => row.id === id && row.outcome === 'done'))
    const batch_id = await addBatch(
      db,
      accepted.map(({ id }) => id),
      {
        name: input.name ?? `${accepted.length} giải chọn tay`,
        period_id: commonValue(accepted.map((row) => row.period_id)),
        category: commonValue(accepted.map((row) => row.category)),
        open_date: commonValue(accepted.map((row) => row.open_date)),
        is_auto: false,
        created_by: me.user_id,
      },
    )
    return { ...report, batch: (await findBatch(db, me, batch_id))! }
  },

  approve: async (context) => {
    const { db, me, input, fail } = context
    const batch = await lockFor('approve', context)
    refuse(await approveBatch(db, batch, { ...context, seen: input.seen }), fail)
    return (await findBatch(db, me, batch.batch_id))!
  },

  resume: async (context) => {
    const { db, me } = context
    const batch = await lockFor('resume', context)
    await startBatch(db, batch, context)
    return (await findBatch(db, me, batch.batch_id))!
  },

  cancel: async (context) => {
    const { db, me, input } = context
    const { batch_id } = await lockFor('cancel', context)
    // Rewards in a batch of people are not paid automatically any more.
    await sql`
      update reward r set is_auto = false, version = r.version + 1 from reward_batch_item i -- unscoped: of a batch locked within the scope
      where i.reward_id = r.reward_id and i.batch_id = ${batch_id} and i.status = ${sql.lit(itemStatus.waiting)} and r.is_auto`.execute(
      db,
    )
    await takeOut(db, batch_id, `Đã hủy: ${input.reason}`)
    await db
      .updateTable('reward_batch')
      .set({ reason: input.reason, version: sql<number>`version + 1` })
      .where('batch_id', '=', batch_id)
      .where(within(me, 'reward_batch'))
      .execute()
    await finishIfDone(db, batch_id)
    return (await findBatch(db, me, batch_id))!
  },

  retry: async (context) => {
    const { db, me, input, fail } = context
    const { batch_id } = await lockFor('retry', context)
    const result = await db
      .updateTable('reward_batch_item as i')
      .set({ status: itemStatus.waiting, reward_version: null, ended_at: null, version: sql<number>`i.version + 1` })
      .where('i.batch_id', '=', batch_id)
      .where('i.status', '=', itemStatus.failed)
      .where('i.is_current', '=', true)
      .where(within(me, 'reward_batch_item', 'i'))
      .where(
        sql<boolean>`exists (select from reward r where r.reward_id = i.reward_id and r.status = any(${[...rewardLife.moves.change.from]}::smallint[]))`,
      )
      .$if(input.item_ids != null, (q) => q.where('i.item_id', 'in', [...new Set(input.item_ids!)]))
      .executeTakeFirst()
    const requested_count = input.item_ids == null ? 1n : BigInt(new Set(input.item_ids).size)
    if (result.numUpdatedRows < requested_count)
      fail('action_invalid', { message: 'Chỉ đẩy lại được giao dịch thất bại của lô này.' })
    await moveLocked(db, 'reward_batch', { batch_id }, batchLife.moves.retry, {
      first_by: null,
      first_at: null,
      approved_by: null,
      approved_at: null,
      finished_at: null,
      reason: null,
      missing: null,
    })
    refuse(await approveBatch(db, (await findBatch(db, me, batch_id))!, { ...context, seen: input.seen }), fail)
    return (await findBatch(db, me, batch_id))!
  },

  udpCustName: async (context) => {
    const { db, me, input, fail } = context
    const unlocked = (await findItem(db, me, input.item_id)) ?? fail('not_found')
    const batch = (await lockBatch(db, me, unlocked.batch_id)) ?? fail('not_found')
    const reward = (await lockReward(db, me, unlocked.reward_id)) ?? fail('not_found')
    const item = (await findItem(db, me, input.item_id))!
    if (hasChanged(reward, input.version)) fail('changed_by_other', { current: item })
    refuse(whyNotRename(item, batch), fail)
    refuse(whyNotReward('change', reward, me) as Refusal<'action_invalid'> | null, fail)
    if (reward.form !== rewardForm.wallet && !me.is_proved) fail('proof_required')
    const to_bank = reward.form === rewardForm.bank
    await changeReceiver(db, me, reward, {
      full_name: input.cust_name,
      ...(to_bank && { account_name: input.cust_name }),
    })
    // The first approver has not seen this name, so the approval is removed.
    if (batch.status === batchStatus.waiting && batch.first_by !== null)
      await db
        .updateTable('reward_batch')
        .set({ first_by: null, first_at: null, version: sql<number>`version + 1` })
        .where('batch_id', '=', batch.batch_id)
        .where(within(me, 'reward_batch'))
        .execute()
    return (await findItem(db, me, input.item_id))!
  },
})

/** The common value of all; null when they differ. */
function commonValue<T>(values: readonly T[]): T | null {
  const [first_value = null] = values
  return values.every((value) => value === first_value) ? first_value : null
}

async function rewardsToBatch(context: Context<typeof rewardBatch.create> | Context<typeof rewardBatch.createPreview>) {
  const { input, fail } = context
  const { from_date, to_date } = input.filter ?? {}
  checkDays({ from_date, to_date }, fail)
  const rows = await chosenRewards(
    { ...context, fail: fail as Fail<'changed_by_other' | 'request_invalid'> },
    { may_be_none: true },
  )
  if (rows.length > max_bulk_rows)
    fail('action_invalid', { message: `Mỗi lần lập lô được nhiều nhất ${max_bulk_rows} giải, hãy lọc bớt.` })
  return rows
}

/** By reward the code of the unfinished batch that has it. */
async function openBatches(db: Db, rows: readonly RewardRow[]): Promise<Map<number, string>> {
  const { waiting, running, stopped } = batchStatus
  // unscoped: the rewards are within the scope
  const { rows: in_batch } = await sql<{ reward_id: number; batch_code: string }>`
    select i.reward_id, b.batch_code from reward_batch_item i join reward_batch b using (batch_id)
    where i.is_current and i.reward_id = any(${rows.map(({ reward_id }) => reward_id)}::integer[])
      and b.status = any(${[waiting, running, stopped]}::smallint[])`.execute(db)
  return new Map(in_batch.map(({ reward_id, batch_code }) => [reward_id, batch_code]))
}

function whyNotIn(row: RewardRow, codes: ReadonlyMap<number, string>): Refusal | null {
  const refusal = whyNotMake(rewardLife.moves.change, row, null) ?? whyNotPushed(row)
  if (refusal) return refusal
  const code = codes.get(row.reward_id)
  return code === undefined ? null : { error: 'action_invalid', message: `Đã nằm trong lô ${code}.` }
}

interface BatchContext {
  db: Db
  me: Me
  input: { batch_id: number; version?: number | null | undefined }
  fail: Fail<'not_found' | 'changed_by_other'> & Context<typeof rewardBatch.approve>['fail']
}

/** Locks the batch; refuses when the person cannot do this act, or when it has changed since they saw it. */
async function lockFor(act: BatchAct, { db, me, input, fail }: BatchContext): Promise<BatchRow> {
  const batch = (await lockBatch(db, me, input.batch_id)) ?? fail('not_found')
  refuse(whyNotBatch(act, batch, me), fail)
  if (hasChanged(batch, input.version)) fail('changed_by_other', { current: batch })
  return batch
}
