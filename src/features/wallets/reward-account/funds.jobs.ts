/** What lies in the funds by the gateways' own word. */
import { sql } from 'kysely'
import { job, work, type Job, type Work, type Workplace } from '#server/jobs.ts'
import { asProgram } from '#server/serve.ts'
import { gatewayNumber, type GatewayName } from '#features/wallets/money.server.ts'

export const syncWork = 'fund.sync_now'

type Asking = Pick<Workplace, 'main' | 'gateways'>

export const fundWorks = (place: Asking): Work[] => [
  work(syncWork, { title: 'Hỏi số dư quỹ chi', run: () => syncFunds(place) }),
]

export const fundJob = (place: Asking): Job => job('fund.sync', { cron: '*/5 * * * *', run: () => syncFunds(place) })

/**
 * A gateway that does not tell now keeps nobody from the other.
 * @throws Error at the end, when one of them has not told.
 */
export async function syncFunds({ main, gateways }: Asking): Promise<void> {
  const errors: unknown[] = []
  for (const name of Object.keys(gatewayNumber) as GatewayName[]) {
    try {
      const told_balance = await gateways[name]?.balance()
      if (told_balance !== undefined) await asProgram(main, 'Ghi số dư cổng báo', (db) => note(db, name, told_balance))
    } catch (error) {
      errors.push(error)
    }
  }
  if (errors.length > 0) throw new AggregateError(errors, 'Funds whose balance is not known')
}

function note(db: Workplace['main'], name: GatewayName, told_balance: number) {
  return db
    .updateTable('reward_account') // unscoped: the program's own work
    .set({ told_balance, told_at: sql<string>`clock_timestamp()` })
    .where('gateway', '=', gatewayNumber[name])
    .execute()
}
