import { asProgram } from '#server/serve.ts'
import type { Db } from '#server/database/transaction.ts'
import type { GatewayName } from '#server/gateways/gateway.ts'
import { fundLedger, gatewayNumber } from '#features/wallets/money.server.ts'

const funds: readonly { name: GatewayName; account_code: string; account_name: string }[] = [
  { name: 'bank', account_code: 'BANK', account_name: 'Quỹ chi qua ngân hàng' },
  { name: 'momo', account_code: 'MOMO', account_name: 'Quỹ chi hộ MoMo' },
]

/** Opens the fund of each gateway, with its account in the ledger, where it is not there yet. */
export async function ensureFunds(main: Db): Promise<void> {
  const known = await main.selectFrom('reward_account').select('account_code').execute() // unscoped: the program's own
  const missing = funds.filter(({ account_code }) => !known.some((one) => one.account_code === account_code))
  if (missing.length === 0) return
  await asProgram(main, 'Mở quỹ chi', async (db) => {
    for (const { name, ...fund } of missing) {
      await db
        .insertInto('reward_account') // unscoped: the program's own
        .values({ ...fund, gateway: gatewayNumber[name], ledger_id: await fundLedger(db, name) })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    }
  })
}
