/** Customer wallets with a balance, for tests. */
import { randomInt } from 'node:crypto'
import { transfer } from '#server/ledger/ledger.ts'
import { adjustmentLedger, walletLedger } from '#features/wallets/money.server.ts'
import type { Office } from './office.ts'
import { writeTo } from './write.ts'

interface TestWallet {
  account_id: number
  ledger_id: number
  msisdn: string
  full_name: string
}

interface WalletOptions {
  msisdn?: string
  full_name?: string
  balance?: number
  /** 1: open, 0: locked */
  status?: 0 | 1
}

/** Opens a wallet; without `msisdn` it belongs to a new customer. */
export function openTestWallet(office: Pick<Office, 'db'>, options: WalletOptions = {}): Promise<TestWallet> {
  const { msisdn = freshNumber(), full_name = 'Nguyễn Thị Thử', balance = 0, status = 1 } = options
  return writeTo(office.db, async (db) => {
    const ledger_id = await walletLedger(db, msisdn)
    const { account_id } = await db
      .insertInto('wallet_account')
      .values({ msisdn, full_name, ledger_id, status })
      .returning('account_id')
      .executeTakeFirstOrThrow()
    if (balance > 0) {
      const from = await adjustmentLedger(db)
      const ref = `test-wallet:${account_id}`
      await transfer(db, { ref, kind: 'increase', from, to: ledger_id, amount: balance, reason: 'Số dư thử' })
    }
    return { account_id, ledger_id, msisdn, full_name }
  })
}

/** A random phone number as it is stored. */
export const freshNumber = () => `849${randomInt(10_000_000, 100_000_000)}`

/** Current balance of a ledger account, in đồng. */
export async function ledgerBalance(office: Office, ledger_id: number): Promise<number> {
  const { balance } = await office.db
    .selectFrom('ledger_account')
    .select('balance')
    .where('account_id', '=', ledger_id)
    .executeTakeFirstOrThrow()
  return balance
}
