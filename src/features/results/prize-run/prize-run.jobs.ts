/**
 * Calculates the prizes of a draw, in batches of one transaction each. Each batch locks the run's row, which has the progress, so that two programs
 * never decide the same order and an interrupted run is continued by the next job.
 */
import { sql } from 'kysely'
import { cronJob, queuedJob, type CronJob, type Enqueue, type JobContext, type QueuedJob } from '#server/jobs/jobs.ts'
import { asProgram } from '#server/audit/without-call.ts'
import type { Db } from '#server/database/transaction.ts'
import { drawTerms, isReady } from '#features/results/prize/prize-terms.server.ts'
import { decideOrders } from './decide-orders.server.ts'
import { decideStock } from './decide-stock.server.ts'
import { prize_job } from './prize-run.server.ts'
import { runStatus } from './prize-run.contract.ts'
import { reward_job } from './prize-run.rules.ts'
import { appraiser, type Appraiser } from '#features/results/prize/appraise.rules.ts'
import { MissingAmount } from '#features/results/prize/pay.rules.ts'

/** The job that runs the calculation of a draw. */
export function prizeJobs({ main }: JobContext): QueuedJob[] {
  return [
    queuedJob<{ period_id: number }>(prize_job, {
      title: 'Tính thưởng',
      run: ({ period_id }, { signal, enqueue }) => runPrizes(main, period_id, { signal, enqueue }),
    }),
  ]
}

/** Queues unfinished runs again, whose job failed too often and was given up. */
export function resumePrizesJob({ main }: JobContext, enqueue: Enqueue): CronJob {
  return cronJob('prize.resume', {
    cron: '* * * * *',
    run: async () => {
      const { rows } = await sql<{ period_id: number }>`
        select period_id from prize_run where ${is_unfinished}`.execute(main)
      for (const { period_id } of rows) await enqueue(main, prize_job, { period_id }, String(period_id))
    },
  })
}

/** Orders are left, or the stock is: tickets came back into it after it was decided. */
const is_unfinished = sql`(status = ${sql.lit(runStatus.under_way)} or status = ${sql.lit(runStatus.done)} and not stock_done)`

/** A run that is locked by the current batch. */
export interface LockedRun {
  period_id: number
  last_order_id: number
  /** Whether the result was corrected: then orders without a prize are decided again. */
  recounts: boolean
  stock_done: boolean
  version: number
}

interface RunOptions {
  signal?: AbortSignal
  /** Queues the job that creates the rewards, when all prizes are decided. */
  enqueue?: Enqueue
  /** The size of a batch, small enough that sales between two batches wait only briefly. */
  batch_size?: number
}

/** Continues the run of this draw until it is done or stuck; does nothing for a draw without an unfinished run. */
export async function runPrizes(
  main: Db,
  period_id: number,
  { signal, enqueue, batch_size = 1_000 }: RunOptions = {},
): Promise<void> {
  let preparedAppraiser: { version: number; appraise: Appraiser } | undefined
  for (let has_more = true; has_more;) {
    signal?.throwIfAborted()
    try {
      has_more = await asProgram(main, 'Tính thưởng', async (db) => {
        const run = await lockRun(db, period_id)
        if (!run) return false
        // The result or the table may have changed since the last batch.
        if (preparedAppraiser?.version !== run.version)
          preparedAppraiser = { version: run.version, appraise: await prepare(db, period_id) }
        const has_next = await decideBatch(db, run, preparedAppraiser.appraise, batch_size)
        if (!has_next) await enqueue?.(db, reward_job, { period_id }, String(period_id))
        return has_next
      })
    } catch (error) {
      if (!(error instanceof RunStuck || error instanceof MissingAmount)) throw error
      await asProgram(main, 'Tính thưởng', (db) => stop(db, period_id, error.message))
      return
    }
  }
}

/** The run cannot continue until a person has done something; the message says what. */
class RunStuck extends Error {}

async function lockRun(db: Db, period_id: number): Promise<LockedRun | undefined> {
  const { rows } = await sql<LockedRun>`
    select period_id, last_order_id, recounts, stock_done, version from prize_run
    where period_id = ${period_id} and ${is_unfinished} for update`.execute(db)
  return rows[0]
}

async function prepare(db: Db, period_id: number): Promise<Appraiser> {
  const draw = await drawTerms(db, period_id)
  if (!draw?.result) throw new RunStuck('Kết quả chưa được xác nhận.')
  if (!isReady(draw)) throw new RunStuck('Chưa có bảng giải thưởng cho ngày này.')
  return appraiser(draw)
}

/** Decides one batch of orders; after the last one the unsold tickets, and then finishes the run. Returns false when the run is done. */
async function decideBatch(db: Db, run: LockedRun, appraise: Appraiser, batch_size: number): Promise<boolean> {
  if (await decideOrders(db, run, appraise, batch_size)) return true
  if (!run.stock_done) await decideStock(db, run.period_id, appraise)
  await sql`
    update prize_run set status = ${runStatus.done}, stock_done = true, recounts = false, finished_at = clock_timestamp()
    where period_id = ${run.period_id}`.execute(db)
  return false
}

async function stop(db: Db, period_id: number, reason: string): Promise<void> {
  await sql`
    update prize_run set status = ${runStatus.stuck}, reason = ${reason}
    where period_id = ${period_id} and status = ${runStatus.under_way}`.execute(db)
}
