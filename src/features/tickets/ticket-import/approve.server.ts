/** Approval: the one door through which single tickets come into stock, once for each slip. */
import { sql } from 'kysely'
import { allowed } from '#contract/life.ts'
import type { Me } from '#server/session/session.ts'
import { sqlState, type Db } from '#server/database/transaction.ts'
import type { Refusal } from '#contract/errors.ts'
import { refusal } from '#server/bulk.ts'
import { periodAgainst } from '#features/tickets/approval.server.ts'
import { moveStock } from '#features/tickets/stock/move-stock.server.ts'
import { inStock } from './slip-lines.server.ts'
import { importLife, importStatus } from './ticket-import.contract.ts'
import { whyNotApprove } from './ticket-import.rules.ts'
import type { Slip } from './ticket-import.query.server.ts'

/** A slip of a million lines takes several seconds, which is more than a statement usually may. */
const longest_approval = '3min'

/** Why this slip cannot be approved now by this person, by the program itself when `me` is null; null when it can. */
export async function reasonAgainst(
  db: Db,
  me: Me | null,
  slip: Slip,
  how: 'held' | 'seen' = 'held',
): Promise<Refusal | null> {
  if (!allowed(importLife.approve, slip.status))
    return refusal('action_invalid', whyNotApprove(slip, null) ?? undefined)
  const own = me && whyNotApprove(slip, me.user_id)
  if (own) return refusal('no_right', own)
  return periodAgainst(db, slip, how)
}

/**
 * Makes the slip's tickets stock. The slip must be locked and free of reasons against it. Where a ticket is in stock already nothing comes in,
 * the slip is marked as failed, and the refusal says so: the caller keeps that mark.
 */
export async function approve(db: Db, me: Me | null, slip: Slip): Promise<Refusal | null> {
  await sql`set local statement_timeout = ${sql.lit(longest_approval)}`.execute(db)
  if (!(await receive(db, slip))) return markFailed(db, slip)
  await db
    .updateTable('ticket_import')
    .set({ status: importStatus.approved, reason: null, approved_by: me?.user_id ?? null, approved_at: sql`now()` })
    .set({ version: sql<number>`version + 1` })
    .where('ticket_import_id', '=', slip.ticket_import_id)
    .execute() // unscoped: the caller holds the slip
  const open = await moveStock(db, {
    ...slip,
    kind: 'imported',
    ticket_count: slip.line_count,
    created_by: me?.user_id ?? slip.created_by,
    note: null,
  })
  return open ? null : refusal('period_closed', 'Kho đã chốt hoàn kỳ này, không nhập thêm vé được.')
}

/** Inserts the tickets, all or none; false when one of them is there already. */
async function receive(db: Db, slip: Slip): Promise<boolean> {
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

async function markFailed(db: Db, slip: Slip): Promise<Refusal> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from ticket_import_line line
    where line.open_date = ${slip.open_date} and line.ticket_import_id = ${slip.ticket_import_id} and ${inStock(slip)}`.execute(
    db,
  )
  const reason = `${rows[0]!.n.toLocaleString('vi-VN')} dòng có vé đã nhập kho trước đó.`
  await db
    .updateTable('ticket_import')
    .set({ status: importStatus.failed, reason, version: sql<number>`version + 1` })
    .where('ticket_import_id', '=', slip.ticket_import_id)
    .execute() // unscoped: the caller holds the slip
  return refusal('ticket_import_failed', `Nhập vé không thành công: ${reason}`)
}
