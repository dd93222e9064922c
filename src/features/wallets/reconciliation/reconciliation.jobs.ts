/** Asks gateways for what they have of a day, and holds it against ours: each night of yesterday, and once more of days before. */
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
} from '#server/jobs.ts'
import { asProgram } from '#server/serve.ts'
import type { Db } from '#server/database/transaction.ts'
import type { GatewayName } from '#server/gateways/gateway.ts'
import { gatewayNumber } from '#features/wallets/money.server.ts'
import { beginRun, endRun, failRun, payoutsOf, run_job, type Run } from './reconcile.server.ts'
import { compare, needsNeighbours } from './reconciliation.rules.ts'

type Place = Pick<JobContext, 'main' | 'gateways'>

export const reconciliationJobs = (place: Place): QueuedJob[] => [
  queuedJob<Run>(run_job, { title: 'Đối soát với cổng chi trả', run: (run, task) => reconcile(place, run, task) }),
]

/** Their list is asked for first: what we know later than that can only have come nearer to it. */
async function reconcile({ main, gateways }: Place, run: Run, { enqueue }: Task): Promise<void> {
  const gateway = gateways[run.gateway]
  if (!gateway) {
    await asProgram(main, 'Đối soát với cổng chi trả', (db) => failRun(db, run, 'Cổng chi trả này chưa được cấu hình.'))
    return
  }
  try {
    const { asked_at, beside } = await clockFor(main, run.day)
    const lines = await gateway.linesOf(run.day)
    const listed = lines.map(({ order_id }) => order_id)
    const payouts = await payoutsOf(main, run, listed, asked_at)
    const list = { day: run.day, lines }
    const neighbours = needsNeighbours(list, payouts) ? await listsOf(gateway, beside) : []
    const compared = compare({ ...list, neighbours }, payouts)
    await asProgram(main, 'Đối soát với cổng chi trả', (db) => endRun(db, enqueue, run, compared))
  } catch (error) {
    const reason = error instanceof GatewayError ? error.message : 'Có lỗi khi đối soát.'
    await asProgram(main, 'Đối soát với cổng chi trả', (db) => failRun(db, run, reason))
    throw error
  }
}

const listsOf = (gateway: PayoutGateway, days: readonly string[]) =>
  Promise.all(days.map(async (day) => ({ day, lines: await gateway.linesOf(day) })))

/** What the time is, and which days around this one have come. */
async function clockFor(main: Db, day: string): Promise<{ asked_at: string; beside: string[] }> {
  const { rows } = await sql<{ asked_at: string; beside: string[] }>`
    select clock_timestamp() as asked_at,
      array(select d from unnest(array[${day}::date - 1, ${day}::date + 1]) d where d <= current_date) as beside`.execute(
    main,
  )
  return rows[0]!
}

/** Gateways may take days to list what was late. */
const days_until_late = 4

export const reconciliationJob = (place: Place, enqueue: Enqueue): CronJob =>
  cronJob('reconciliation.nightly', { cron: '10 2 * * *', run: () => reconcileNightly(place, enqueue) })

export async function reconcileNightly({ main, gateways }: Place, enqueue: Enqueue): Promise<void> {
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
