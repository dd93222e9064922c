import { createClient, dbOn } from '#server/database/pool.ts'
import { verifyCashback } from '#features/customers/cashback/verify-cashback.server.ts'
import { verifyLedger } from '#server/ledger/verify.ts'
import { verifyPrizes } from '#features/results/prize-run/verify-prizes.server.ts'
import { verifySales } from '#features/reports/roll-up/verify-sales.server.ts'
import { verifyStock } from '#features/tickets/stock/verify-stock.server.ts'
import type { Office } from './office.ts'

const all_days = { from_date: '2000-01-01', to_date: '9999-12-31' }

/** Findings of the verifications of stock, ledger, roll-ups, cashback and prizes. */
export async function proofs({ database_url }: Pick<Office, 'database_url'>): Promise<unknown[]> {
  const client = createClient(database_url)
  const findings: unknown[] = []
  try {
    await client.connect()
    for (const verify of [verifyStock, verifyLedger, verifySales, verifyCashback])
      await verify(client, (finding: unknown) => findings.push(finding))
    await verifyPrizes(dbOn(client), all_days, (finding) => findings.push(finding))
    return findings
  } finally {
    await client.end()
  }
}
