import { createClient } from '#server/database/pool.ts'
import { verifyLedger } from '#server/ledger/verify.ts'
import { verifyDocuments } from '#features/close/proof/verify-documents.server.ts'

/** Findings in the ledger and in its documents; must be empty after every test. */
export async function ledgerFindings(database_url: string): Promise<string[]> {
  const findings: string[] = []
  const client = createClient(database_url)
  await client.connect()
  try {
    await verifyLedger(client, (finding) => findings.push(finding))
    // What tests fund wallets and the fund of prizes with has no document.
    await verifyDocuments(client, (finding) => finding.startsWith('Bút toán test-') || findings.push(finding))
  } finally {
    await client.end()
  }
  return findings
}
