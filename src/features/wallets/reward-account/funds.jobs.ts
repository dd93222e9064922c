/** What lies in the funds by the gateways' own word. */
import { sql } from 'kysely'
import { cronJob, queuedJob, type CronJob, type QueuedJob, type JobContext } from '#server/jobs.ts'
import { asProgram } from '#server/serve.ts'
import type { Db } from '#server/database/transaction.ts'
import type { GatewayName } from '#server/gateways/gateway.ts'
import { gatewayNumber } from '#features/wallets/money.server.ts'

export const sync_job = 'fund.sync_now'

type Asking = Pick<JobContext, 'main' | 'gateways'>

export const fundJobs = (place: Asking): QueuedJob[] => [
  queuedJob(sync_job, { title: 'Cập nhật số dư quỹ chi', run: () => syncFunds(place) }),
]

/** Every write stands in the log: the clock writes the same balance again only so often. */
const same_again_ms = 30 * 60_000

export const fundJob = (place: Asking): CronJob =>
  cronJob('fund.sync', { cron: '*/5 * * * *', run: () => syncFunds(place, same_again_ms) })

/**
 * A gateway that does not tell now keeps nobody from the other. What it told less than `same_for_ms` ago is not written again.
 * @throws Error at the end, when one of them has not told.
 */
export async function syncFunds({ main, gateways }: Asking, same_for_ms = 0): Promise<void> {
  const errors: unknown[] = []
  for (const name of Object.keys(gatewayNumber) as GatewayName[]) {
    try {
      const told_balance = await gateways[name]?.balance()
      if (told_balance === undefined || (await isNoted(main, name, told_balance, same_for_ms))) continue
      await asProgram(main, 'Ghi số dư tại cổng', (db) => note(db, name, told_balance))
    } catch (error) {
      errors.push(error)
    }
  }
  if (errors.length > 0) throw new AggregateError(errors, 'Funds whose balance is not known')
}

async function isNoted(main: Db, name: GatewayName, told_balance: number, within_ms: number): Promise<boolean> {
  const noted = await main
    .selectFrom('reward_account') // unscoped: the program's own work
    .select('told_at')
    .where('gateway', '=', gatewayNumber[name])
    .where('told_balance', '=', told_balance)
    .executeTakeFirst()
  return noted?.told_at != null && Date.now() - Date.parse(noted.told_at) < within_ms
}

function note(db: Db, name: GatewayName, told_balance: number) {
  return db
    .updateTable('reward_account') // unscoped: the program's own work
    .set({ told_balance, told_at: sql<string>`clock_timestamp()` })
    .where('gateway', '=', gatewayNumber[name])
    .execute()
}
