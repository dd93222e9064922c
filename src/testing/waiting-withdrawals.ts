/** Withdrawals to MoMo that wait to be processed, made directly in the database: each of its own receiver and amount, so that payments tell them apart. */
import { transfer } from '#server/ledger/ledger.ts'
import type { Db } from '#server/database/transaction.ts'
import { adjustmentLedger, walletLedger } from '#features/wallets/money.server.ts'
import { requestWithdrawal } from '#features/wallets/withdrawal/request-withdrawal.server.ts'
import { withdrawalMethod } from '#features/wallets/withdrawal/withdrawal.contract.ts'

const amountOf = (n: number) => 20_000 + n
const receiverOf = (n: number) => `849${String(n).padStart(4, '0')}5555`

/** @returns the accounts of the new wallets, each of which pays every so many withdrawals */
export async function makeWaitingWithdrawals(
  db: Db,
  { wallets, balance, count }: { wallets: number; balance: number; count: number },
): Promise<number[]> {
  const bank = db.selectFrom('bank').select('bank_id').where('bin', '=', '971025')
  const { bank_id } = await bank.executeTakeFirstOrThrow()
  const from = await adjustmentLedger(db)
  const accounts: number[] = []
  for (let n = 0; n < wallets; n++) {
    const msisdn = `8491000000${n}`
    const ledger_id = await walletLedger(db, msisdn)
    await transfer(db, { ref: `test-start:${n}`, kind: 'increase', from, to: ledger_id, amount: balance, reason: '' })
    const { account_id } = await db
      .insertInto('wallet_account')
      .values({ msisdn, full_name: `Khách ${n}`, ledger_id })
      .returning('account_id')
      .executeTakeFirstOrThrow()
    accounts.push(account_id)
  }
  for (let n = 0; n < count; n++)
    await requestWithdrawal(db, {
      request_key: `withdrawal-${n}`,
      account_id: accounts[n % wallets]!,
      method: withdrawalMethod.momo,
      bank_id,
      account_number: receiverOf(n),
      account_name: 'NGUYEN THI THU',
      amount: amountOf(n),
    })
  return accounts
}
