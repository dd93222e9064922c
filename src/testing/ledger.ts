import { createClient } from '#server/database/pool.ts'
import { verifyLedger } from '#server/ledger/verify.ts'

/** Findings of the ledger's verification; must be empty after every test. */
export async function ledgerFindings(database_url: string): Promise<string[]> {
  const findings: string[] = []
  const client = createClient(database_url)
  await client.connect()
  await verifyLedger(client, (finding) => findings.push(finding)).finally(() => client.end())
  return findings
}
