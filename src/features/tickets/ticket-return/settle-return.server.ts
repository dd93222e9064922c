/** Ends a waiting return slip: its tickets are returned, or put back on sale. */
import { sql } from 'kysely'
import { moveLocked } from '#server/record/move.ts'
import { clock_now } from '#server/record/change-columns.ts'
import type { Db } from '#server/database/transaction.ts'
import { decideStockAgain } from '#features/results/prize-run/prize-run.server.ts'
import { importStatus } from '#features/tickets/ticket-import/ticket-import.contract.ts'
import { moveStock, type StockChange } from '#features/tickets/stock/move-stock.server.ts'
import { returnLife } from './return-life.contract.ts'
import type { LockedReturn } from './ticket-return.query.server.ts'

/**
 * Returns the tickets of a locked slip that may be confirmed, as of the moment at which its hour was checked. False when the stock is closed: the
 * caller refuses.
 */
export async function confirmReturn(
  db: Db,
  slip: LockedReturn,
  { user_id, decided_at }: { user_id: number; decided_at: string },
): Promise<boolean> {
  await sql`
    update xskt_ticket t set returned = t.returned + l.quantity, return_pending = t.return_pending - l.quantity, version = t.version + 1
    from (${linesOf(slip)}) l
    where t.ticket_id = l.ticket_id and t.open_date = ${slip.open_date}`.execute(db) // unscoped: a slip that the caller has locked
  // The tickets' import slips count how many of them were returned.
  await sql`
    update ticket_import i set returned_quantity = i.returned_quantity + l.quantity, version = i.version + 1,
      status = case when i.returned_quantity + l.quantity = i.quantity then ${importStatus.returned}::smallint else ${importStatus.partly_returned}::smallint end
    from (select ticket_import_id, sum(quantity) as quantity from ticket_return_line where ticket_return_id = ${slip.ticket_return_id} group by 1) l
    where i.ticket_import_id = l.ticket_import_id
      and i.status in (${importStatus.approved}, ${importStatus.partly_returned})`.execute(db) // unscoped: a slip that the caller has locked
  await moveLocked(db, 'ticket_return', { ticket_return_id: slip.ticket_return_id }, returnLife.moves.confirm, {
    decided_by: user_id,
    decided_at,
  })
  return moveBySlip(db, {
    ...slip,
    kind: 'return_confirmed',
    note: `Phiếu ${slip.return_code}`,
    created_by: user_id,
  })
}

/** Puts the tickets of a locked slip back on sale; `me` is null when the program does it. */
export async function releaseReturn(
  db: Db,
  slip: LockedReturn,
  outcome: 'reject' | 'withdraw' | 'expire',
  { user_id, decision = null }: { user_id: number | null; decision?: string | null },
): Promise<void> {
  await sql`
    update xskt_ticket t set in_stock = t.in_stock + l.quantity, return_pending = t.return_pending - l.quantity, version = t.version + 1
    from (${linesOf(slip)}) l
    where t.ticket_id = l.ticket_id and t.open_date = ${slip.open_date}`.execute(db) // unscoped: a slip that the caller has locked
  const change = { decided_by: user_id, decided_at: clock_now, decision }
  await moveLocked(db, 'ticket_return', { ticket_return_id: slip.ticket_return_id }, returnLife.moves[outcome], change)
  await moveBySlip(db, { ...slip, kind: 'return_released', note: `Phiếu ${slip.return_code}`, created_by: user_id })
  await decideStockAgain(db, [slip])
}

/** As `moveStock`, for a slip whose lines are written: when they are all of one ticket group, the movement is part of that group's history. */
export async function moveBySlip(db: Db, change: StockChange & { ticket_return_id: number }): Promise<boolean> {
  const { rows } = await sql<{ ticket_group_id: number | null }>`
    select case when count(distinct ticket_group_id) = 1 and count(ticket_group_id) = count(*) then min(ticket_group_id) end as ticket_group_id
    from ticket_return_line where ticket_return_id = ${change.ticket_return_id}`.execute(db) // unscoped: a slip that the caller has locked
  return moveStock(db, { ...change, ...rows[0]! })
}

/** The slip's lines, with their tickets locked by key. */
function linesOf({ ticket_return_id, open_date }: LockedReturn) {
  return sql`select line.ticket_id, line.quantity from ticket_return_line line
    join xskt_ticket ticket on ticket.ticket_id = line.ticket_id and ticket.open_date = ${open_date}
    where line.ticket_return_id = ${ticket_return_id} order by line.ticket_id for update of ticket` // unscoped: a slip that the caller has locked
}
