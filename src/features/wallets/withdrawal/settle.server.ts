/** What the journal of payouts needs to know of withdrawals, and how one is cancelled. */
import { sql } from 'kysely'
import type { Receiver } from '#server/gateways/gateway.ts'
import type { Db } from '#server/database/transaction.ts'
import { allows } from '#contract/lifecycle.ts'
import type { PayoutKind, PayoutSubject } from '#features/wallets/payout/payout-journal.server.ts'
import { moveAll, moveAllLocked, moveLocked } from '#server/record/move.ts'
import { clock_now } from '#server/record/change-columns.ts'
import { endHolds, releaseMoney } from './withdrawal-money.server.ts'
import { gatewayOf } from './withdrawal.rules.ts'
import {
  withdrawalLife,
  withdrawalMethod,
  type WithdrawalMethod,
  type WithdrawalStatus,
} from './withdrawal.contract.ts'

const { moves } = withdrawalLife

type WithdrawalSubject = PayoutSubject & { withdrawal: LockedWithdrawal }

export const withdrawalPayouts: PayoutKind<WithdrawalSubject> = {
  column: 'withdrawal_id',

  async gatewayOf(db, withdrawal_id) {
    const withdrawal = await db
      .selectFrom('withdrawal') // unscoped: the program's own work
      .select('method')
      .$narrowType<{ method: WithdrawalMethod }>()
      .where('withdrawal_id', '=', withdrawal_id)
      .executeTakeFirst()
    return withdrawal ? gatewayOf(withdrawal.method) : null
  },

  lock: async (db, withdrawal_ids) =>
    new Map((await lockForPayout(db, withdrawal_ids)).map((row) => [row.withdrawal_id, subjectOf(row)])),

  async end(db, { paid, failed }) {
    await endHolds(db, {
      paid: paid.map(({ withdrawal }) => withdrawal),
      released: failed.map(({ subject }) => subject.withdrawal),
    })
    const finished_at = clock_now
    const paid_ids = paid.map(({ id }) => id)
    await moveAllLocked(db, 'withdrawal', ['withdrawal_id', paid_ids], moves.complete, { finished_at })
    for (const { subject, reason } of failed)
      await moveLocked(db, 'withdrawal', { withdrawal_id: subject.id }, moves.reject, { note: reason, finished_at })
  },

  async unknown(db, withdrawal_ids) {
    await moveAll(db, 'withdrawal', ['withdrawal_id', withdrawal_ids], moves.markUnknown)
  },
}

function subjectOf(withdrawal: LockedWithdrawal): WithdrawalSubject {
  const { withdrawal_id, withdrawal_code, hold_count, method, amount, payout_id, status } = withdrawal
  return {
    id: withdrawal_id,
    code: withdrawal_code,
    attempt: hold_count,
    gateway: gatewayOf(method),
    amount,
    to: receiverOf(withdrawal),
    content: `Rut tien ${withdrawal_code}`,
    payout_id,
    is_open: allows(moves.complete, status),
    withdrawal,
  }
}

type LockedWithdrawal = Awaited<ReturnType<typeof lockForPayout>>[number]

function lockForPayout(db: Db, withdrawal_ids: readonly number[]) {
  return db
    .selectFrom('withdrawal as w')
    .innerJoin('bank', 'bank.bank_id', 'w.bank_id')
    .selectAll('w')
    .select('bank.bin')
    .$narrowType<{ status: WithdrawalStatus; method: WithdrawalMethod }>()
    .where('w.withdrawal_id', '=', sql<number>`any (${[...withdrawal_ids]}::integer[])`)
    .orderBy('w.withdrawal_id')
    .forUpdate('w')
    .execute() // unscoped: the program's own work
}

function receiverOf({ method, account_number, account_name, bin }: LockedWithdrawal): Receiver {
  if (method === withdrawalMethod.momo) return { kind: 'wallet', msisdn: account_number, name: account_name }
  return { kind: 'bank', bin, account_number, account_name }
}

/** Completes a cancellation and releases the withdrawal's money. */
export async function finishCancel(db: Db, withdrawal_id: number): Promise<void> {
  const [withdrawal] = await lockForPayout(db, [withdrawal_id])
  if (!withdrawal || !allows(moves.finishCancel, withdrawal.status)) return
  await releaseMoney(db, withdrawal)
  await moveLocked(db, 'withdrawal', { withdrawal_id }, moves.finishCancel, { finished_at: clock_now })
}
