/**
 * Approves a batch: by one person, or by two where a line or the sum needs two. Rewards that were changed after the approval are not paid with it, so
 * that a batch does not bypass the approval of single rewards.
 * unscoped: the caller has locked the batch
 */
import { sql } from 'kysely'
import type { Refusal } from '#contract/errors.ts'
import { whyNotSecondPerson } from '#contract/person.ts'
import type { Db } from '#server/database/transaction.ts'
import type { GatewayName } from '#server/gateways/gateway.ts'
import type { Enqueue } from '#server/jobs/jobs.ts'
import { clock_now } from '#server/record/change-columns.ts'
import type { Me } from '#server/session/session.ts'
import { itemStatus } from './batch.contract.ts'
import { startBatch, takeOut, finishIfDone } from './batch-moves.server.ts'
import { markOfLines, type BatchRow } from './batch.query.server.ts'

interface ApprovalContext {
  me: Me
  enqueue: Enqueue
  can_pay: ReadonlySet<GatewayName>
  /** The mark of the lines that the approver saw. */
  seen?: string | null | undefined
}

const { waiting } = itemStatus
const has_changed = sql<boolean>`r.version <> i.reward_version`

/**
 * Records the first of two approvals, or starts the batch. The caller has checked whyNotBatch.
 * @returns a refusal when this person changed a receiver in it, or a reward has changed since they saw it; otherwise null
 * @throws Failure debt_not_enough, payment_vendor_not_found
 */
export async function approveBatch(
  db: Db,
  batch: BatchRow,
  { me, seen: seen_mark, ...starting }: ApprovalContext,
): Promise<Refusal<'no_right' | 'changed_by_other'> | null> {
  const { batch_id, first_by, approvals_left } = batch
  const refusal = await changedBy(db, me, batch)
  if (refusal) return { error: 'no_right', message: refusal }
  if (first_by === null) await storeVersions(db, batch_id)
  // After the versions are stored: a reward that changes later is taken out.
  if (seen_mark != null && seen_mark !== (await markOfLines(db, batch_id)))
    return { error: 'changed_by_other', message: 'Có giải vừa được sửa sau khi bạn xem. Hãy xem lại lô.' }
  if (approvals_left > 1) {
    await sql`
      update reward_batch set first_by = ${me.user_id}, first_at = ${clock_now}, version = version + 1 where batch_id = ${batch_id}`.execute(
      db,
    )
    return null
  }
  if (first_by !== null) await takeOut(db, batch_id, 'Khoản này đã thay đổi sau khi duyệt lần một.', has_changed)
  await startBatch(db, batch, starting, { approved_by: me.user_id, approved_at: clock_now })
  await finishIfDone(db, batch_id)
  return null
}

/** Stores the current version of each reward, so that only what the approver saw is paid. */
async function storeVersions(db: Db, batch_id: number): Promise<void> {
  await sql`
    update reward_batch_item i set reward_version = r.version
    from reward r where r.reward_id = i.reward_id and i.batch_id = ${batch_id} and i.status = ${sql.lit(waiting)}`.execute(
    db,
  )
}

/** A person who changed a receiver cannot approve the batch; null when this person changed no waiting one. */
async function changedBy(db: Db, me: Me, { batch_id, first_by }: BatchRow): Promise<string | null> {
  const { rows } = await sql<{ changed_by: number; lines: number }>`
    select r.changed_by, count(*) as lines from reward_batch_item i join reward r using (reward_id)
    where i.batch_id = ${batch_id} and i.status = ${sql.lit(waiting)} and r.net >= (select change_second_from from reward_config)
      and r.changed_by is not null and (${first_by === null} or r.version = i.reward_version)
    group by 1 order by 1`.execute(db)
  for (const { changed_by, lines } of rows) {
    const why = whyNotSecondPerson(
      changed_by,
      me,
      `Bạn đã đổi người nhận của ${lines} giải trong lô, cần người khác duyệt.`,
    )
    if (why) return why
  }
  return null
}
