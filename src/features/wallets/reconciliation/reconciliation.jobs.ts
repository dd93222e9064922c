/** Compares the gateways' lists with ours: each night the list of yesterday, and once more that of four days ago. */
import { sql } from 'kysely'
import { GatewayError, type PayoutGateway } from '#server/gateways/gateway.ts'
import {
  cronJob,
  queuedJob,
  type Enqueue,
  type CronJob,
  type Task,
  type QueuedJob,
  type JobContext,
} from '#server/jobs/jobs.ts'
import { asProgram } from '#server/audit/without-call.ts'
import type { Db } from '#server/database/transaction.ts'
import type { GatewayName } from '#server/gateways/gateway.ts'
import { gatewayNumber } from '#features/wallets/money.server.ts'
import { beginRun, endRun, failRun, payoutsOf, run_job, type Run } from './reconcile.server.ts'
import { compare, needsNeighbours } from './reconciliation.rules.ts'

type RunContext = Pick<JobContext, 'main' | 'gateways'>

/** Compares one gateway's list of one day with our payouts; a run that fails keeps its reason, and is retried. */
export const reconciliationJobs = (context: RunContext): QueuedJob[] => [
  queuedJob<Run>(run_job, { title: 'Đối soát với cổng chi trả', run: (run, task) => reconcile(context, run, task) }),
]

/** The gateway's list is fetched first, so that our data is never older than it. */
async function reconcile({ main, gateways }: RunContext, run: Run, { enqueue }: Task): Promise<void> {
  const gateway = gateways[run.gateway]
  if (!gateway) {
    await asProgram(main, 'Đối soát với cổng chi trả', (db) => failRun(db, run, 'Cổng chi trả này chưa được cấu hình.'))
    return
  }
  try {
    const { fetched_at, neighbour_days } = await timeAndNeighbours(main, run.day)
    const lines = await gateway.linesOf(run.day)
    const listedOrderIds = lines.map(({ order_id }) => order_id)
    const payouts = await payoutsOf(main, run, listedOrderIds, fetched_at)
    const list = { day: run.day, lines }
    const neighbours = needsNeighbours(list, payouts) ? await listsOf(gateway, neighbour_days) : []
    const comparison = compare({ ...list, neighbours }, payouts)
    await asProgram(main, 'Đối soát với cổng chi trả', (db) => endRun(db, enqueue, run, comparison))
  } catch (error) {
    const reason = error instanceof GatewayError ? error.message : 'Có lỗi khi đối soát.'
    await asProgram(main, 'Đối soát với cổng chi trả', (db) => failRun(db, run, reason))
    throw error
  }
}

const listsOf = (gateway: PayoutGateway, days: readonly string[]) =>
  Promise.all(days.map(async (day) => ({ day, lines: await gateway.linesOf(day) })))

/** The time, and which of the neighbouring days are not in the future. */
async function timeAndNeighbours(main: Db, day: string): Promise<{ fetched_at: string; neighbour_days: string[] }> {
  const { rows } = await sql<{ fetched_at: string; neighbour_days: string[] }>`
    select clock_timestamp() as fetched_at,
      array(select d from unnest(array[${day}::date - 1, ${day}::date + 1]) d where d <= current_date) as neighbour_days`.execute(
    main,
  )
  return rows[0]!
}

/** Gateways may add late payments to a list only days later. */
const days_until_late = 4

/** Every night at 2:10: queues the comparisons for each gateway that is configured. */
export const reconciliationCronJob = (context: RunContext, enqueue: Enqueue): CronJob =>
  cronJob('reconciliation.nightly', { cron: '10 2 * * *', run: () => reconcileNightly(context, enqueue) })

export async function reconcileNightly({ main, gateways }: RunContext, enqueue: Enqueue): Promise<void> {
  for (const gateway of Object.keys(gatewayNumber) as GatewayName[]) {
    if (!gateways[gateway]) continue
    await asProgram(main, 'Đối soát hằng đêm', async (db) => {
      for (const day of await daysOfTonight(db, gateway))
        await beginRun(db, enqueue, { gateway, day, started_by: null })
    })
  }
}

async function daysOfTonight(db: Db, gateway: GatewayName): Promise<string[]> {
  const { rows } = await sql<{ day: string }>`
    select current_date - 1 as day
    union select day from reconciliation -- unscoped: the program's own work
      where gateway = ${gatewayNumber[gateway]}::smallint and day = current_date - ${sql.lit(days_until_late)}
    order by day desc`.execute(db)
  return rows.map(({ day }) => day)
}
