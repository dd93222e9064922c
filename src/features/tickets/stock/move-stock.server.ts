import { sql } from 'kysely'
import type { Db } from '#server/database/transaction.ts'
import { movementKind } from './stock.contract.ts'
import { stockStatus } from './stock-life.contract.ts'

/** One store's tickets of one station's draw. */
export interface StockKey {
  open_date: string
  area_id: number
  base_id: number
}

export interface StockChange extends StockKey {
  kind: keyof typeof movementKind
  /** The number of tickets, always positive: the kind gives the direction. */
  quantity: number
  /** How many new rows of xskt_ticket belong to it. */
  ticket_count?: number
  /** The face value of each incoming ticket, in đồng; without it the stock's common face value becomes unknown. */
  face_value?: number
  ticket_import_id?: number | null
  ticket_group_id?: number | null
  note?: string | null
  created_by: number | null
}

/**
 * Changes the stock, writes the movement, and gives whether the stock is open: if not, the caller refuses. The caller changes the tickets' rows
 * first, so that everybody locks tickets before the stock.
 */
export async function moveStock(db: Db, change: StockChange): Promise<boolean> {
  const { open_date, area_id, base_id, quantity, face_value = null } = change
  await sql`select move_stock(${open_date}, ${area_id}, ${base_id}, ${movementKind[change.kind]}::smallint, ${quantity},
    ${change.ticket_count ?? 0}, ${change.ticket_import_id ?? null}, ${change.ticket_group_id ?? null}, ${change.note ?? null},
    ${change.created_by})`.execute(db)
  if (change.kind === 'imported' || change.kind === 'transferred_in')
    await sql`
      update stock set face_value = case when imported = ${quantity} or face_value = ${face_value}::integer then ${face_value}::integer end
      where open_date = ${open_date} and area_id = ${area_id} and base_id = ${base_id}
        and face_value is distinct from ${face_value}::integer`.execute(db) // unscoped: the caller's own stock
  const { rows } = await sql<{ status: number }>`
    select status from stock where open_date = ${open_date} and area_id = ${area_id} and base_id = ${base_id}`.execute(
    db,
  ) // unscoped: the caller's own stock
  return rows[0]!.status === stockStatus.open
}
