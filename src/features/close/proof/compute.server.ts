/** Computes the proofs of a day, and the digest of what is signed. */
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '#server/database/transaction.ts'
import type { DayProof } from '#features/close/day-close/day-close.contract.ts'
import { balanceSources, depositsProof, fundsProof, gatewaysProof, walletsProof } from './balance-proofs.server.ts'
import { drawSources, drawsProof, prizesProof, stockProof } from './draw-proofs.server.ts'
import { cashbackProof, feesProof, orderSources, refundsProof, reportProof, salesProof } from './money-proofs.server.ts'
import { proofsOf, type ProofName } from './proofs.rules.ts'
import { readFigures, type ProofQuery } from './proof-query.server.ts'

const queries: Record<ProofName, ProofQuery> = {
  sales: salesProof,
  report: reportProof,
  refunds: refundsProof,
  fees: feesProof,
  cashback: cashbackProof,
  stock: stockProof,
  draws: drawsProof,
  prizes: prizesProof,
  gateways: gatewaysProof,
  deposits: depositsProof,
  wallets: walletsProof,
  funds: fundsProof,
}

/** The proofs of a day, read by a single SQL statement and therefore from one snapshot. */
export async function computeProofs(db: Db, day: string): Promise<DayProof[]> {
  // A day with many orders needs more time than other calls, and memory for joins of its orders.
  await sql`select set_config('statement_timeout', '120s', true), set_config('work_mem', '64MB', true)`.execute(db)
  const sources = [...orderSources(day), ...balanceSources(day), ...drawSources(day)]
  return proofsOf(day, await readFigures(db, day, sources, queries))
}

/** The content that people sign: figures, unsettled exceptions, and the previous closing, to which it is chained. */
export interface SignedContent {
  day: string
  previous: { day: string; digest: string } | null
  proofs: DayProof[]
  exceptions: {
    exception_id: number
    status: number
    reason: string | null
    user_id: number | null
    due_date: string | null
  }[]
}

/** SHA-256 of the content, independent of the order of object fields, which the database may change. */
export const digestOf = (signed: SignedContent): string => createHash('sha256').update(canonical(signed)).digest('hex')

function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  const fields = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${fields.map(([name, field]) => `${JSON.stringify(name)}:${canonical(field)}`).join(',')}}`
}
