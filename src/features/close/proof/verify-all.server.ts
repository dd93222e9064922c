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

type ProofContext = Pick<JobContext, 'url' | 'heads_file'>
type Verify = (client: pg.Client, onFinding: () => void, day: string, place: ProofContext) => Promise<unknown>

const proofs = {
  audit: (_client, onFinding, _day, { url, heads_file }) => verifyAudit(url, heads_file, onFinding),
  ledger: verifyLedger,
  cashback: verifyCashback,
  stock: verifyStock,
  sales: verifySales,
  prizes: (client, onFinding, day) => verifyPrizes(dbOn(client), { from_date: day, to_date: day }, onFinding),
  rewards: (client, onFinding) => verifyRewards(dbOn(client), onFinding),
} satisfies Record<string, Verify>

export const proofTitles: Record<keyof typeof proofs, string> = {
  audit: 'Kiểm toàn bộ nhật ký',
  ledger: 'Kiểm toàn bộ sổ cái',
  cashback: 'Kiểm toàn bộ cashback',
  stock: 'Kiểm toàn bộ kho',
  sales: 'Kiểm toàn bộ báo cáo',
  prizes: 'Tính lại giải của ngày',
  rewards: 'Kiểm toàn bộ trả thưởng',
}

/** Runs all full proofs on a connection without timeout, that of prizes only for this day, and stores their results. */
export async function verifyAll(main: Db, place: ProofContext, day: string): Promise<void> {
  const client = createClient(place.url, 've-so-verify')
  try {
    await client.connect()
    for (const [name, verify] of Object.entries<Verify>(proofs)) {
      let differences = 0
      const comparison = JSON.stringify(await verify(client, () => void differences++, day, place))
      await asProgram(main, 'Kiểm toàn bộ số liệu', (db) =>
        db.insertInto('verify_run').values({ name, differences, compared: comparison }).execute(),
      )
    }
  } finally {
    await client.end()
  }
}
