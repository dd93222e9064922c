import { asProgram } from '#server/audit/without-call.ts'
import type { Db } from '#server/database/transaction.ts'
import type { GatewayName } from '#server/gateways/gateway.ts'
import { fundLedger, gatewayNumber, prizeFundLedger } from '#features/wallets/money.server.ts'

const funds: readonly { name: GatewayName | null; account_code: string; account_name: string }[] = [
  { name: 'bank', account_code: 'BANK', account_name: 'Quỹ chi qua ngân hàng' },
  { name: 'momo', account_code: 'MOMO', account_name: 'Quỹ chi hộ MoMo' },
  { name: null, account_code: 'PRIZE', account_name: 'Quỹ trả thưởng' },
  { name: 'telecom', account_code: 'TELECOM', account_name: 'Quỹ chi Viettel Money' },
]

/** Opens the missing funds: one for each gateway and the one of prizes, with their ledger accounts. */
export async function ensureFunds(main: Db): Promise<void> {
  const existing = await main.selectFrom('reward_account').select('account_code').execute() // unscoped: the program's own work
  const missing = funds.filter(({ account_code }) => !existing.some((account) => account.account_code === account_code))
  if (missing.length === 0) return
  await asProgram(main, 'Mở quỹ chi', async (db) => {
    for (const { name, ...fund } of missing) {
      await db
        .insertInto('reward_account') // unscoped: the program's own work
        .values({
          ...fund,
          gateway: name && gatewayNumber[name],
          ledger_id: await (name ? fundLedger(db, name) : prizeFundLedger(db)),
        })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    }
  })
}
