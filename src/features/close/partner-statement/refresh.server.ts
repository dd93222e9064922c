/** Refreshes the figures of open statements; a confirmation of other figures is removed. */
import { sql } from 'kysely'
import { allows } from '#contract/lifecycle.ts'
import { asProgram } from '#server/audit/without-call.ts'
import type { Db } from '#server/database/transaction.ts'
import { moveLocked } from '#server/record/move.ts'
import { lockPartnerAccount } from '#features/orders/payment/partner-ledger.server.ts'
import { figuresOf, type ReadFigures, type Span } from './figures.server.ts'
import { statementLife, statementStatus, type StatementStatus } from './partner-statement.contract.ts'

interface OpenStatement extends Span {
  statement_id: number
  status: StatementStatus
  digest: string
}

/** The columns in which figures are stored. */
export function figureColumns({ figures, digest, snapshot, cluster, read_at }: ReadFigures) {
  const { amount, commission, due, paid, closing_debt } = figures
  return {
    figures: sql<never>`${JSON.stringify(figures)}::jsonb`,
    digest,
    snapshot,
    cluster,
    read_at,
    amount,
    commission,
    due,
    paid,
    closing_debt,
  }
}

/**
 * Stores the current figures of an open statement, and removes a confirmation of other figures. The caller has locked the partner's account.
 * @returns the figures, and the statement with its new state
 */
export async function refreshFigures<S extends OpenStatement>(
  db: Db,
  statement: S,
): Promise<{ read: ReadFigures; statement: S }> {
  const read = await figuresOf(db, statement)
  if (read.digest === statement.digest) return { read, statement }
  const { statement_id, status } = statement
  const loses_confirmation = allows(statementLife.moves.loseConfirmation, status)
  if (loses_confirmation)
    await moveLocked(db, 'partner_statement', { statement_id }, statementLife.moves.loseConfirmation, {
      agent_by: null,
      agent_at: null,
      office_by: null,
      office_at: null,
      lost_at: sql<string>`clock_timestamp()`,
    })
  // unscoped: the caller has found the statement
  await db.updateTable('partner_statement').set(figureColumns(read)).where('statement_id', '=', statement_id).execute()
  return { read, statement: loses_confirmation ? { ...statement, status: statementStatus.prepared } : statement }
}

/** Refreshes every open statement whose figures have changed, in the order of their days. */
export async function refreshOpen(main: Db): Promise<void> {
  for (const statement of await openStatements(main)) {
    if ((await figuresOf(main, statement)).digest === statement.digest) continue
    await asProgram(main, 'Đọc lại bảng đối soát đại lý', async (db) => {
      await lockPartnerAccount(db, statement.partner_id)
      // Read again under the lock: it may have been confirmed meanwhile.
      const [openStatement] = await openStatements(db, statement.statement_id)
      if (openStatement) await refreshFigures(db, openStatement)
    })
  }
}

function openStatements(db: Db, statement_id: number | null = null): Promise<OpenStatement[]> {
  return db
    .selectFrom('partner_statement') // unscoped: the program's own work
    .select(['statement_id', 'partner_id', 'from_date', 'to_date', 'status', 'digest'])
    .$narrowType<{ status: StatementStatus }>()
    .where('status', '<', statementStatus.confirmed)
    .$if(statement_id !== null, (q) => q.where('statement_id', '=', statement_id!))
    .orderBy('to_date')
    .orderBy('statement_id')
    .execute()
}
