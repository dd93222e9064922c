/** The jobs of batches: paying them, and continuing interrupted ones. */
import { sql } from 'kysely'
import { cronJob, queuedJob, type CronJob, type Enqueue, type JobContext, type QueuedJob } from '#server/jobs/jobs.ts'
import { asProgram } from '#server/audit/without-call.ts'
import type { Db } from '#server/database/transaction.ts'
import { batchStatus, itemStatus } from './batch.contract.ts'
import { batch_job, finishIfDone } from './batch-moves.server.ts'
import { resumeAuto } from './make-batches.server.ts'
import { payBatch } from './pay-batch.server.ts'

/** The job that pays a batch. */
export function batchJobs(context: JobContext): QueuedJob[] {
  return [
    queuedJob<{ batch_id: number }>(batch_job, {
      title: 'Trả thưởng theo lô',
      concurrency: 4,
      run: ({ batch_id }, task) => payBatch(context, batch_id, task),
    }),
  ]
}

/** Looks after all open batches each minute, see `tendBatches`. */
export function tendBatchesJob({ main }: JobContext, enqueue: Enqueue): CronJob {
  return cronJob('reward_batch.tend', { cron: '* * * * *', run: () => tendBatches(main, enqueue) })
}

/** Continues running batches, ends finished ones, returns unused money, and retries automatic batches that lacked money. */
export async function tendBatches(main: Db, enqueue: Enqueue): Promise<void> {
  const { waiting, running, stopped } = batchStatus
  // unscoped: the program's own work
  const { rows } = await sql<{ batch_id: number; status: number; is_auto: boolean; is_open: boolean }>`
    select b.batch_id, b.status, b.is_auto, o.is_open from reward_batch b left join ledger_account l on l.account_id = b.ledger_id,
      lateral (select exists (select from reward_batch_item i
        where i.batch_id = b.batch_id and i.status in (${sql.lit(itemStatus.waiting)}, ${sql.lit(itemStatus.pushing)})) as is_open) o
    where b.status = ${sql.lit(running)} or (b.status = ${sql.lit(stopped)} and b.is_auto) or l.balance > l.held
      or (b.status in (${sql.lit(waiting)}, ${sql.lit(stopped)}) and not o.is_open)
    order by b.batch_id`.execute(main)
  for (const { batch_id, status, is_auto, is_open } of rows) {
    if (status === running) await enqueue(main, batch_job, { batch_id }, String(batch_id))
    else
      await asProgram(main, 'Kiểm tra lô trả thưởng', async (db) => {
        // unscoped: as above
        const { rows: locked } = await sql<{ status: number }>`
          select status from reward_batch where batch_id = ${batch_id} for update`.execute(db)
        if (locked[0]?.status !== status) return
        if (status === stopped && is_auto && is_open) await resumeAuto(db, batch_id, enqueue)
        else await finishIfDone(db, batch_id)
      })
  }
}
