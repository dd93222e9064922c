/** Withdrawals as the journal of payouts sees them, and how one is cancelled. */
import type { PayoutAnswer, Receiver } from '#server/gateways/gateway.ts'
import type { Db } from '#server/database/transaction.ts'
import { allows } from '#contract/lifecycle.ts'
import {
  beginPayout as begin,
  settle as settleOrder,
  type PayoutKind,
  type PayoutTask,
} from '#features/wallets/payout/payout-journal.server.ts'
import { move, moveLocked } from '#server/record/move.ts'
import { clock } from '#server/record/stamp.ts'
import { payFromFund, releaseMoney } from './withdrawal-money.server.ts'
import { gatewayOf } from './withdrawal.rules.ts'
import {
  withdrawalLife,
  withdrawalMethod,
  type WithdrawalMethod,
  type WithdrawalStatus,
} from './withdrawal.contract.ts'

const { moves } = withdrawalLife

export const withdrawalPayouts: PayoutKind = {
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

  async find(db, withdrawal_id) {
    const withdrawal = await lockForPayout(db, withdrawal_id)
    if (!withdrawal) return null
    const { withdrawal_code, hold_count, method, amount, payout_id, status } = withdrawal
    return {
      code: withdrawal_code,
      attempt: hold_count,
      gateway: gatewayOf(method),
      amount,
      to: receiverOf(withdrawal),
      content: `Rut tien ${withdrawal_code}`,
      payout_id,
      is_open: allows(moves.complete, status),
    }
  },

  async link(db, withdrawal_id, payout_id) {
    await db.updateTable('withdrawal').set({ payout_id }).where('withdrawal_id', '=', withdrawal_id).execute() // unscoped: the caller has locked it
  },

  async paid(db, withdrawal_id) {
    await payFromFund(db, (await lockForPayout(db, withdrawal_id))!)
    await moveLocked(db, 'withdrawal', { withdrawal_id }, moves.complete, { finished_at: clock() })
  },

  async failed(db, withdrawal_id, note) {
    await releaseMoney(db, (await lockForPayout(db, withdrawal_id))!)
    await moveLocked(db, 'withdrawal', { withdrawal_id }, moves.reject, { note, finished_at: clock() })
  },

  async unknown(db, withdrawal_id) {
    await move(db, 'withdrawal', { withdrawal_id }, moves.markUnknown)
  },
}

type LockedWithdrawal = NonNullable<Awaited<ReturnType<typeof lockForPayout>>>

function lockForPayout(db: Db, withdrawal_id: number) {
  return db
    .selectFrom('withdrawal as w')
    .innerJoin('bank', 'bank.bank_id', 'w.bank_id')
    .selectAll('w')
    .select('bank.bin')
    .$narrowType<{ status: WithdrawalStatus; method: WithdrawalMethod }>()
    .where('w.withdrawal_id', '=', withdrawal_id)
    .forUpdate('w')
    .executeTakeFirst() // unscoped: the program's own work
}

function receiverOf({ method, account_number, account_name, bin }: LockedWithdrawal): Receiver {
  if (method === withdrawalMethod.momo) return { kind: 'wallet', msisdn: account_number, name: account_name }
  return { kind: 'bank', bin, account_number, account_name }
}

/** The order to be sent or queried; see the journal. */
export const beginPayout = (db: Db, withdrawal_id: number) => begin(db, withdrawalPayouts, withdrawal_id)

/** Writes the answer of the gateway; see the journal. */
export const settle = (db: Db, order: PayoutTask, answer: PayoutAnswer, is_last: boolean) =>
  settleOrder(db, withdrawalPayouts, order, answer, is_last)

/** Cancels a withdrawal that is being cancelled, and frees its money. */
export async function finishCancel(db: Db, withdrawal_id: number): Promise<void> {
  const withdrawal = await lockForPayout(db, withdrawal_id)
  if (!withdrawal || !allows(moves.finishCancel, withdrawal.status)) return
  await releaseMoney(db, withdrawal)
  await moveLocked(db, 'withdrawal', { withdrawal_id }, moves.finishCancel, { finished_at: clock() })
}
