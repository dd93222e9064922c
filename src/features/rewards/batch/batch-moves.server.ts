/**
 * The moves of a batch of rewards: it starts with its money set aside, stops when a fund has too little money, and ends when no line is open.
 * unscoped: the caller has locked the batch, or it is the program's own work
 */
import { sql } from 'kysely'
import type { Db } from '#server/database/transaction.ts'
import type { GatewayName } from '#server/gateways/gateway.ts'
import type { Enqueue } from '#server/jobs/jobs.ts'
import { moveLocked } from '#server/record/move.ts'
import { clock_now } from '#server/record/change-columns.ts'
import { rewardStatus } from '#features/rewards/reward/reward.contract.ts'
import { batchLife, batchStatus, itemStatus, type BatchStatus } from './batch.contract.ts'
import { giveBack, reserve } from './batch-money.server.ts'

/** The job that pays a batch. */
export const batch_job = 'reward_batch.pay'

const { moves } = batchLife
const { waiting, pushing, failed, out } = itemStatus

interface StartContext {
  enqueue: Enqueue
  can_pay: ReadonlySet<GatewayName>
}

/** Sets the money aside and queues the payment of the batch. @throws like `reserve`, before any change */
export async function startBatch(
  db: Db,
  { batch_id, status }: { batch_id: number; status: BatchStatus },
  { enqueue, can_pay }: StartContext,
  change: object = {},
): Promise<void> {
  await reserve(db, batch_id, can_pay)
  await moveLocked(db, 'reward_batch', { batch_id }, status === batchStatus.stopped ? moves.resume : moves.approve, {
    started_at: clock_now,
    finished_at: null,
    reason: null,
    missing: null,
    ...change,
  })
  await enqueue(db, batch_job, { batch_id }, String(batch_id))
}

/** Stops a batch until somebody resumes it, and returns its unused money to the fund. */
export async function stopBatch(
  db: Db,
  batch_id: number,
  { reason, missing }: { reason: string; missing: number | null },
): Promise<void> {
  await moveLocked(db, 'reward_batch', { batch_id }, moves.stop, { reason, missing })
  await giveBack(db, batch_id)
}

/**
 * Takes waiting lines out of the batch; a line that failed before becomes failed again, so that it can be retried.
 * @param condition SQL condition on line `i` and reward `r`; by default all waiting lines
 */
export async function takeOut(
  db: Db,
  batch_id: number,
  message: string,
  condition: ReturnType<typeof sql<boolean>> = sql<boolean>`true`,
): Promise<number> {
  const { numAffectedRows } = await sql`
    update reward_batch_item i set version = i.version + 1, message = ${message}, ended_at = clock_timestamp(), reward_version = null,
      is_current = r.status = ${sql.lit(rewardStatus.failed)},
      status = case when r.status = ${sql.lit(rewardStatus.failed)} then ${sql.lit(failed)} else ${sql.lit(out)} end
    from reward r where r.reward_id = i.reward_id and i.batch_id = ${batch_id} and i.status = ${sql.lit(waiting)} and ${condition}`.execute(
    db,
  )
  return Number(numAffectedRows)
}

/** Ends a batch without waiting and running lines, and returns its unused money. */
export async function finishIfDone(db: Db, batch_id: number): Promise<void> {
  const { rows } = await sql<{ status: BatchStatus; is_open: boolean; was_sent: boolean }>`
    select b.status, n.is_open, n.was_sent from reward_batch b, lateral (
      select coalesce(bool_or(status in (${sql.lit(waiting)}, ${sql.lit(pushing)})), false) as is_open,
        coalesce(bool_or(status not in (${sql.lit(waiting)}, ${sql.lit(out)})), false) as was_sent
      from reward_batch_item where batch_id = b.batch_id) n
    where b.batch_id = ${batch_id}`.execute(db)
  const [batch] = rows
  if (!batch) return
  const has_ended = batch.status === batchStatus.done || batch.status === batchStatus.cancelled
  if (!batch.is_open && !has_ended)
    await moveLocked(db, 'reward_batch', { batch_id }, batch.was_sent ? moves.finish : moves.cancel, {
      finished_at: clock_now,
      missing: null,
    })
  if (!batch.is_open || batch.status !== batchStatus.running) await giveBack(db, batch_id)
}
