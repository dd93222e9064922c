/**
 * The calculation of a draw's prizes, in batches of one transaction each. The run's row says how far it is and is held by
 * the batch, so that two programs never decide the same order, and one that was killed is continued by the next.
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
import { appraiser, type Appraise } from '#features/results/prize/appraise.rules.ts'
import { MissingAmount } from '#features/results/prize/pay.rules.ts'

export function prizeJobs({ main }: JobContext): QueuedJob[] {
  return [
    queuedJob<{ period_id: number }>(prize_job, {
      title: 'Tính thưởng',
      run: ({ period_id }, { signal, enqueue }) => runPrizes(main, period_id, { signal, enqueue }),
    }),
  ]
}

/** What was asked for and is not under way any more, because its job was given up. */
export function resumePrizesJob({ main }: JobContext, enqueue: Enqueue): CronJob {
  return cronJob('prize.resume', {
    cron: '* * * * *',
    run: async () => {
      const { rows } = await sql<{ period_id: number }>`
        select period_id from prize_run where status = ${runStatus.under_way}`.execute(main)
      for (const { period_id } of rows) await enqueue(main, prize_job, { period_id }, String(period_id))
    },
  })
}

/** A run as a batch holds it. */
export interface HeldRun {
  period_id: number
  last_order_id: number
  /** The result was corrected: orders that had won nothing are decided anew. */
  recounts: boolean
  stock_done: boolean
  version: number
}

interface RunOptions {
  signal?: AbortSignal
  /** Has what was won paid, once all of it is decided. */
  enqueue?: Enqueue
  /** Small enough that sales between two batches hardly wait. */
  orders_at_once?: number
}

/** Goes on with the run of this draw until it is done; of a draw without a run it does nothing. */
export async function runPrizes(
  main: Db,
  period_id: number,
  { signal, enqueue, orders_at_once = 1_000 }: RunOptions = {},
): Promise<void> {
  let prepared: { version: number; appraise: Appraise } | undefined
  for (let goes_on = true; goes_on;) {
    signal?.throwIfAborted()
    try {
      goes_on = await asProgram(main, 'Tính thưởng', async (db) => {
        const run = await holdRun(db, period_id)
        if (!run) return false
        // The result or the table may have changed since the last batch.
        if (prepared?.version !== run.version)
          prepared = { version: run.version, appraise: await prepare(db, period_id) }
        const is_left = await step(db, run, prepared.appraise, orders_at_once)
        if (!is_left) await enqueue?.(db, reward_job, { period_id }, String(period_id))
        return is_left
      })
    } catch (error) {
      if (!(error instanceof CannotGoOn || error instanceof MissingAmount)) throw error
      await asProgram(main, 'Tính thưởng', (db) => stop(db, period_id, error.message))
      return
    }
  }
}

/** What a person has to put right first. */
class CannotGoOn extends Error {}

async function holdRun(db: Db, period_id: number): Promise<HeldRun | undefined> {
  const { rows } = await sql<HeldRun>`
    select period_id, last_order_id, recounts, stock_done, version from prize_run
    where period_id = ${period_id} and status = ${runStatus.under_way} for update`.execute(db)
  return rows[0]
}

async function prepare(db: Db, period_id: number): Promise<Appraise> {
  const draw = await drawTerms(db, period_id)
  if (!draw?.result) throw new CannotGoOn('Kết quả chưa được xác nhận.')
  if (!isReady(draw)) throw new CannotGoOn('Chưa có bảng giải thưởng cho ngày này.')
  return appraiser(draw)
}

/** One batch of orders; after the last one the tickets that nobody bought, and then the end. False when it is done. */
async function step(db: Db, run: HeldRun, appraise: Appraise, orders_at_once: number): Promise<boolean> {
  if (await decideOrders(db, run, appraise, orders_at_once)) return true
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
