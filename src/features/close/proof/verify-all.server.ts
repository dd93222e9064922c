/**
 * The full proofs, which are also run by `npm run verify-…`. The job that prepares closings runs them and stores the results.
 * unscoped: a proof covers everything
 */
import type pg from 'pg'
import { verifyAudit } from '#server/audit/verify.ts'
import { asProgram } from '#server/audit/without-call.ts'
import type { Db } from '#server/database/transaction.ts'
import { createClient, dbOn } from '#server/database/pool.ts'
import { verifyCashback } from '#features/customers/cashback/verify-cashback.server.ts'
import type { JobContext } from '#server/jobs/jobs.ts'
import { verifyLedger } from '#server/ledger/verify.ts'
import { verifySales } from '#features/reports/roll-up/verify-sales.server.ts'
import { verifyPrizes } from '#features/results/prize-run/verify-prizes.server.ts'
import { verifyRewards } from '#features/rewards/verify-rewards.server.ts'
import { verifyStock } from '#features/tickets/stock/verify-stock.server.ts'
import { verifyDocuments } from './verify-documents.server.ts'

type ProofContext = Pick<JobContext, 'url' | 'heads_file'>
type Verifier = (client: pg.Client, onFinding: () => void, day: string, place: ProofContext) => Promise<unknown>

const proofs = {
  audit: (_client, onFinding, _day, { url, heads_file }) => verifyAudit(url, heads_file, onFinding),
  ledger: verifyLedger,
  documents: verifyDocuments,
  cashback: verifyCashback,
  stock: verifyStock,
  sales: verifySales,
  prizes: (client, onFinding, day) => verifyPrizes(dbOn(client), { from_date: day, to_date: day }, onFinding),
  rewards: (client, onFinding) => verifyRewards(dbOn(client), onFinding),
} satisfies Record<string, Verifier>

export type ProofName = keyof typeof proofs

export const proofTitles: Record<ProofName, string> = {
  audit: 'Kiểm toàn bộ nhật ký',
  ledger: 'Kiểm toàn bộ sổ cái',
  documents: 'Kiểm toàn bộ chứng từ tiền',
  cashback: 'Kiểm toàn bộ cashback',
  stock: 'Kiểm toàn bộ kho',
  sales: 'Kiểm toàn bộ báo cáo',
  prizes: 'Tính lại giải của ngày',
  rewards: 'Kiểm toàn bộ trả thưởng',
}

/**
 * Runs all full proofs, that of prizes only for this day, and stores their results. One that cannot be run does not keep the others from running: why
 * is stored as well.
 * @throws at the end, with the reason of each proof that could not be run
 */
export async function verifyAll(main: Db, place: ProofContext, day: string): Promise<void> {
  const reasons: string[] = []
  let first_fault: unknown
  for (const [name, verify] of Object.entries<Verifier>(proofs)) {
    try {
      await runProof(main, name, (onFinding) =>
        onOwnConnection(place.url, (client) => verify(client, onFinding, day, place)),
      )
    } catch (error) {
      first_fault ??= error
      reasons.push(`${name} (${(error as Error).message})`)
    }
  }
  if (reasons.length > 0) throw new Error(`Proofs that could not be run: ${reasons.join(', ')}`, { cause: first_fault })
}

async function runProof(main: Db, name: string, verify: (onFinding: () => void) => Promise<unknown>): Promise<void> {
  let differences = 0
  const store = (compared: unknown, fault: string | null) =>
    asProgram(main, 'Kiểm toàn bộ số liệu', (db) =>
      db
        .insertInto('verify_run')
        .values({ name, differences, compared: JSON.stringify(compared), fault })
        .execute(),
    )
  let compared: unknown
  try {
    compared = await verify(() => void differences++)
  } catch (error) {
    await store({}, (error as Error).message)
    throw error
  }
  await store(compared, null)
}

/** Without time limits; not shared by the proofs, because a lost connection or an aborted transaction would fail the next ones too. */
async function onOwnConnection<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = createClient(url, 've-so-verify')
  // A lost connection also fails the query that is running; without a handler it would end the program as well.
  client.on('error', () => {})
  try {
    await client.connect()
    return await work(client)
  } finally {
    await client.end()
  }
}
