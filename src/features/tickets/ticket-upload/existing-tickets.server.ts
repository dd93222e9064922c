import { sql, type RawBuilder } from 'kysely'
import type { Db } from '#server/database/transaction.ts'
import { importStatus } from '#features/tickets/ticket-import/ticket-import.contract.ts'
import { fault } from './upload-faults.rules.ts'

interface StockKey {
  open_date: string
  area_id: number
  base_id: number
}

/**
 * Subquery of the tickets in stock or in a waiting slip of the same period and store: `number, series, fault`. The slips are read first, so that
 * their lines are found by key whatever the planner estimates.
 */
export async function existingTickets(db: Db, { open_date, area_id, base_id }: StockKey): Promise<RawBuilder<unknown>> {
  const slips = await db
    .selectFrom('ticket_import') // unscoped: of the upload's own store
    .select('ticket_import_id')
    .where('open_date', '=', open_date)
    .where('area_id', '=', area_id)
    .where('base_id', '=', base_id)
    .where('status', '=', importStatus.waiting)
    .execute()
  const ids = sql.lit(`{${slips.map(({ ticket_import_id }) => ticket_import_id).join(',')}}`)
  const day = sql.lit(open_date)
  return sql`
    select number, series, ${sql.lit(fault.in_stock)} as fault from xskt_ticket -- unscoped: of the upload's own store
    where open_date = ${day} and area_id = ${sql.lit(area_id)} and base_id = ${sql.lit(base_id)} and ticket_group_id is null
    union all
    select number, series, ${sql.lit(fault.in_slip)} from ticket_import_line
    where open_date = ${day} and ticket_import_id = any(${ids}::integer[])`
}
