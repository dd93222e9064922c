/** Approval of import slips: the only way by which single tickets come into stock, once for each slip. */
import { sql } from 'kysely'
import { allows } from '#contract/lifecycle.ts'
import type { Me } from '#server/session/session.ts'
import { sqlState, type Db } from '#server/database/transaction.ts'
import type { Refusal } from '#contract/errors.ts'
import { refusal } from '#server/record/bulk.ts'
import { periodRefusal } from '#features/tickets/approval.server.ts'
import type { Period } from '#features/tickets/draw-area/period.server.ts'
import { moveStock } from '#features/tickets/stock/move-stock.server.ts'
import { inStock } from '#features/tickets/ticket-import-line/slip-lines.server.ts'
import { numberText } from '#contract/text/number-text.ts'
import { importLife } from './ticket-import.contract.ts'
import { whyNotApprove } from './ticket-import.rules.ts'
import type { Slip } from './ticket-import.query.server.ts'
import { moveLocked } from '#server/record/move.ts'

/** A slip of a million lines takes several seconds, longer than the usual limit of a statement. */
const approval_timeout = '3min'

/** Why this person, or the program when `me` is null, cannot approve the slip in its period; null when they can. */
export function approvalRefusal(
  me: Me | null,
  slip: Slip,
  period: Period | undefined,
): Refusal<'no_right' | 'action_invalid' | 'period_closed' | 'period_without_result'> | null {
  if (!allows(importLife.moves.approve, slip.status))
    return refusal('action_invalid', whyNotApprove(slip, null) ?? undefined)
  const reason = me && whyNotApprove(slip, me)
  return reason ? refusal('no_right', reason) : periodRefusal(period)
}

/**
 * Brings the slip's tickets into stock. The caller has locked the slip and checked that it may be approved. When one of the tickets is already in
 * stock, nothing is brought in and the slip is marked as failed, which the caller commits.
 */
export async function approveSlip(
  db: Db,
  me: Me | null,
  slip: Slip,
): Promise<Refusal<'ticket_import_failed' | 'period_closed'> | null> {
  await sql`set local statement_timeout = ${sql.lit(approval_timeout)}`.execute(db)
  if (!(await insertTickets(db, slip))) return markFailed(db, slip)
  const { ticket_import_id } = slip
  const approval = { reason: null, approved_by: me?.user_id ?? null, approved_at: sql<string>`now()` }
  await moveLocked(db, 'ticket_import', { ticket_import_id }, importLife.moves.approve, approval)
  const open = await moveStock(db, {
    ...slip,
    kind: 'imported',
    ticket_count: slip.line_count,
    face_value: slip.face_value,
    created_by: me?.user_id ?? slip.created_by,
    note: null,
  })
  return open ? null : refusal('period_closed', 'Kho đã chốt hoàn kỳ này, không nhập thêm vé được.')
}

/** Inserts the tickets, all or none; false when one of them exists already. */
async function insertTickets(db: Db, slip: Slip): Promise<boolean> {
  await sql`savepoint receiving`.execute(db)
  try {
    await sql`
      insert into xskt_ticket (open_date, area_id, base_id, number, series, ticket_import_id, face_value, price, imported, in_stock)
        select ${slip.open_date}, ${slip.area_id}, ${slip.base_id}, number, series, ${slip.ticket_import_id}, ${slip.face_value}, price,
          quantity, quantity
        from ticket_import_line where open_date = ${slip.open_date} and ticket_import_id = ${slip.ticket_import_id}
        order by number, series`.execute(db)
    await sql`release savepoint receiving`.execute(db)
    return true
  } catch (error) {
    if (sqlState(error) !== unique_violation) throw error
    await sql`rollback to savepoint receiving`.execute(db)
    return false
  }
}

const unique_violation = '23505'

async function markFailed(db: Db, slip: Slip): Promise<Refusal<'ticket_import_failed'>> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from ticket_import_line line
    where line.open_date = ${slip.open_date} and line.ticket_import_id = ${slip.ticket_import_id} and ${inStock(slip)}`.execute(
    db,
  )
  const reason = `${numberText(rows[0]!.n)} dòng có vé đã nhập kho trước đó.`
  const { ticket_import_id } = slip
  await moveLocked(db, 'ticket_import', { ticket_import_id }, importLife.moves.fail, { reason })
  return refusal('ticket_import_failed', `Nhập vé không thành công: ${reason}`)
}
