import { sql } from 'kysely'
import type { Db } from '#server/database/transaction.ts'
import { movementKind, stockStatus } from './stock.contract.ts'

/** One store's tickets of one station's draw. */
export interface StockOf {
  open_date: string
  area_id: number
  base_id: number
}

interface Change extends StockOf {
  kind: keyof typeof movementKind
  /** Tickets, always positive: the kind says in which direction. */
  quantity: number
  /** How many rows of xskt_ticket came with it. */
  ticket_count?: number
  ticket_import_id?: number | null
  ticket_group_id?: number | null
  note?: string | null
  created_by: number | null
}

/**
 * Moves the stock and writes the movement with what was there before and after. The rows of the tickets are the caller's, and are changed
 * before this, so that everybody locks tickets first and their stock last. False when the stock is closed: the caller then refuses.
 */
export async function moveStock(db: Db, change: Change): Promise<boolean> {
  const { open_date, area_id, base_id } = change
  await sql`select move_stock(${open_date}, ${area_id}, ${base_id}, ${movementKind[change.kind]}::smallint, ${change.quantity},
    ${change.ticket_count ?? 0}, ${change.ticket_import_id ?? null}, ${change.ticket_group_id ?? null}, ${change.note ?? null},
    ${change.created_by})`.execute(db)
  const { rows } = await sql<{ status: number }>`
    select status from stock where open_date = ${open_date} and area_id = ${area_id} and base_id = ${base_id}`.execute(
    db,
  ) // unscoped: the caller's own stock
  return rows[0]!.status === stockStatus.open
}
