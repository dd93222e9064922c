/** Jobs for withdrawals: send orders to gateways, process notifications, and query unknown orders. */
import { sql } from 'kysely'
import { cronJob, queuedJob, type Enqueue, type CronJob, type QueuedJob, type JobContext } from '#server/jobs/jobs.ts'
import { asProgram } from '#server/audit/without-call.ts'
import type { Db } from '#server/database/transaction.ts'
import { notificationJob, payJob } from '#features/wallets/payout/payout.contract.ts'
import { openPayer, type NotifiedAnswer } from '#features/wallets/payout/send-payout.server.ts'
import { finishCancel, withdrawalPayouts } from './settle.server.ts'
import { withdrawalStatus } from './withdrawal.contract.ts'

export const pay_job = payJob.withdrawal
export const cancel_job = 'withdrawal.cancel'

interface WithdrawalKey {
  withdrawal_id: number
}
/**
 * Sends a withdrawal to its gateway, 16 side by side, takes in what MoMo notifies of it, and cancels; what stays
 * unknown is queried by `queryOpenJob`.
 */
export function withdrawalJobs(context: JobContext): QueuedJob[] {
  const payer = openPayer(context, withdrawalPayouts)
  return [
    queuedJob<WithdrawalKey>(pay_job, {
      title: 'Chi tiền rút',
      concurrency: 16,
      run: ({ withdrawal_id }, task) => payer.pay(withdrawal_id, task),
    }),
    queuedJob<NotifiedAnswer>(notificationJob.withdrawal, {
      title: 'Nhận kết quả chi',
      concurrency: 4,
      run: (answer, task) => payer.onNotification(answer, task),
    }),
    queuedJob<WithdrawalKey>(cancel_job, { title: 'Hủy yêu cầu rút', run: (key) => cancel(context, key) }),
  ]
}

async function cancel({ main }: JobContext, { withdrawal_id }: WithdrawalKey): Promise<void> {
  await asProgram(main, 'Hủy yêu cầu rút tiền', (db) => finishCancel(db, withdrawal_id))
}

/** Queries unfinished withdrawals that no job works on. Those that are unknown after a day are left to people. */
export function queryOpenJob({ main }: JobContext, enqueue: Enqueue): CronJob {
  return cronJob('withdrawal.query_open', { cron: '*/5 * * * *', run: () => queryOpenWithdrawals(main, enqueue) })
}

export async function queryOpenWithdrawals(main: Db, enqueue: Enqueue): Promise<void> {
  const { processing, unknown, cancelling } = withdrawalStatus
  const open = await main
    .selectFrom('withdrawal') // unscoped: the program's own work
    .select(['withdrawal_id', 'status'])
    .where((eb) =>
      eb.or([
        eb('status', '=', cancelling),
        eb.and([eb('status', '=', processing), eb('payout_id', 'is not', null)]),
        eb.and([eb('status', '=', unknown), eb('processed_at', '>', sql<string>`now() - interval '1 day'`)]),
      ]),
    )
    .execute()
  for (const { withdrawal_id, status } of open)
    await enqueue(main, status === cancelling ? cancel_job : pay_job, { withdrawal_id }, String(withdrawal_id))
}
