/** Queries the balances that the gateways report for their funds. */
import { sql } from 'kysely'
import { cronJob, NotYet, queuedJob, type CronJob, type QueuedJob, type JobContext } from '#server/jobs/jobs.ts'
import { asProgram } from '#server/audit/without-call.ts'
import type { Db } from '#server/database/transaction.ts'
import { GatewayError, type GatewayName } from '#server/gateways/gateway.ts'
import { gatewayNumber } from '#features/wallets/money.server.ts'
import { recordGatewayAnswer } from './gateway-answer.server.ts'

export const sync_job = 'fund.sync_now'

type FundContext = Pick<JobContext, 'main' | 'gateways'>

/** Queries all funds when a person asks for it, and stores each balance. */
export const fundJobs = (context: FundContext): QueuedJob[] => [
  queuedJob(sync_job, { title: 'Cập nhật số dư quỹ chi', run: () => syncFunds(context) }),
]

/** Every write is logged, so the scheduled job stores an unchanged balance only this often. */
const save_again_ms = 30 * 60_000

/** Every five minutes: queries all funds; a balance that is the same is stored every 30 minutes only. */
export const fundCronJob = (context: FundContext): CronJob =>
  cronJob('fund.sync', { cron: '*/5 * * * *', run: () => syncFunds(context, save_again_ms) })

/**
 * A gateway that does not answer does not stop the others. A balance that was stored less than `unchanged_for_ms` ago is not stored again.
 * @throws Error at the end, when a gateway has not answered
 */
export async function syncFunds({ main, gateways }: FundContext, unchanged_for_ms = 0): Promise<void> {
  const errors: unknown[] = []
  for (const name of Object.keys(gatewayNumber) as GatewayName[]) {
    try {
      const reported_balance = await gateways[name]?.balance()
      if (reported_balance === undefined) continue
      await recordGatewayAnswer(main, name, null)
      if (await isRecentlySaved(main, name, reported_balance, unchanged_for_ms)) continue
      await asProgram(main, 'Ghi số dư tại cổng', (db) => saveBalance(db, name, reported_balance))
    } catch (error) {
      errors.push(error)
      await recordGatewayAnswer(main, name, error)
    }
  }
  if (errors.length === 0) return
  const sentence = 'Funds whose balance is not known'
  // Stored with the fund, where alarms and the system status page read it.
  if (errors.every((error) => error instanceof GatewayError)) throw new NotYet(sentence, { cause: errors })
  throw new AggregateError(errors, sentence)
}

async function isRecentlySaved(
  main: Db,
  name: GatewayName,
  reported_balance: number,
  within_ms: number,
): Promise<boolean> {
  const savedBalance = await main
    .selectFrom('reward_account') // unscoped: the program's own work
    .select('reported_at')
    .where('gateway', '=', gatewayNumber[name])
    .where('reported_balance', '=', reported_balance)
    .executeTakeFirst()
  return savedBalance?.reported_at != null && Date.now() - Date.parse(savedBalance.reported_at) < within_ms
}

function saveBalance(db: Db, name: GatewayName, reported_balance: number) {
  return db
    .updateTable('reward_account') // unscoped: the program's own work
    .set({ reported_balance, reported_at: sql<string>`clock_timestamp()` })
    .where('gateway', '=', gatewayNumber[name])
    .execute()
}
