/** Expires deposit requests whose money has not arrived in time. */
import { sql } from 'kysely'
import { cronJob, type CronJob, type JobContext } from '#server/jobs/jobs.ts'
import { asProgram } from '#server/audit/without-call.ts'
import type { Db } from '#server/database/transaction.ts'
import { lineStatus } from '#features/wallets/statement/statement.contract.ts'
import { depositLife } from './deposit.contract.ts'

/** Every five minutes: what `closeLateDeposits` does, so a request stays open a little longer than its limit. */
export const closeDepositsJob = ({ main }: Pick<JobContext, 'main'>): CronJob =>
  cronJob('deposit.close', { cron: '*/5 * * * *', run: () => closeLateDeposits(main) })

/** Expires the overdue requests, except those that a waiting statement line names. */
export async function closeLateDeposits(main: Db): Promise<void> {
  const lateDeposit = await selectLateDeposits(main).limit(1).executeTakeFirst()
  if (!lateDeposit) return
  await asProgram(main, 'Đóng yêu cầu nạp tiền quá hạn', (db) =>
    db
      .updateTable('deposit') // unscoped: the program closes all
      .set({ status: depositLife.moves.close.to, finished_at: sql`now()`, version: sql<number>`version + 1` })
      .where('status', 'in', depositLife.moves.close.from)
      .where('deposit_id', 'in', selectLateDeposits(db).orderBy('d.deposit_id').forUpdate('d').skipLocked())
      .execute(),
  )
}

function selectLateDeposits(db: Db) {
  return db
    .selectFrom('deposit as d') // unscoped: the program closes all
    .select('d.deposit_id')
    .where('d.status', 'in', depositLife.moves.close.from)
    .where('d.expires_at', '<', sql<string>`now()`)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('bank_transaction as t') // unscoped: the program closes all
            .select('t.bank_transaction_id')
            .whereRef('t.deposit_id', '=', 'd.deposit_id')
            .where('t.status', '=', lineStatus.waiting),
        ),
      ),
    )
}
