import { createClient } from '#server/database/pool.ts'
import { verifyLedger } from '#server/ledger/verify.ts'
import { verifySales } from '#features/reports/verify-sales.server.ts'
import { verifyStock } from '#features/tickets/stock/verify-stock.server.ts'
import type { Office } from './office.ts'

/** Everything that stock, ledger and roll-ups find wrong with themselves. */
export async function proofs({ database_url }: Pick<Office, 'database_url'>): Promise<unknown[]> {
  const client = createClient(database_url)
  const findings: unknown[] = []
  try {
    await client.connect()
    for (const verify of [verifyStock, verifyLedger, verifySales])
      await verify(client, (finding: unknown) => findings.push(finding))
    return findings
  } finally {
    await client.end()
  }
}
