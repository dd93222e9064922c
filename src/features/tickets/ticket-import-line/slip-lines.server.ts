/** Validates and writes all lines of an import slip. */
import type * as z from 'zod/mini'
import { sql } from 'kysely'
import type { Fail } from '#server/fail.ts'
import type { Db } from '#server/database/transaction.ts'
import type { StockKey } from '#features/tickets/stock/move-stock.server.ts'
import { repeatedLines, wrongLength, type BadLine } from './slip-lines.rules.ts'
import { importStatus, type TicketLine } from '#features/tickets/ticket-import/ticket-import.contract.ts'

export type Line = z.output<typeof TicketLine>

const max_bad_lines = 100

export interface LineSums {
  line_count: number
  quantity: number
  amount: number
}

interface SlipOfStation extends StockKey {
  ticket_import_id: number
  number_length: number
  face_value: number
}

/**
 * Replaces the slip's lines; wrong lines are named by their index.
 * @throws Failure ticket_exists: a ticket is a duplicate, in stock or in another waiting slip; request_invalid: a
 * number has the wrong length.
 */
export async function writeLines(
  db: Db,
  slip: SlipOfStation,
  lines: readonly Line[],
  fail: Fail<'ticket_exists' | 'request_invalid'>,
): Promise<LineSums> {
  const faults = lines.flatMap(({ number }, index) =>
    number.length === slip.number_length ? [] : [{ index, error: wrongLength(slip.number_length) }],
  )
  if (faults.length > 0) fail('request_invalid', lineErrors(faults))
  const duplicates = [...repeatedLines(lines), ...(await existingLines(db, slip, lines))].toSorted(
    (a, b) => a.index - b.index,
  )
  if (duplicates.length > 0) fail('ticket_exists', lineErrors(duplicates))
  await sql`delete from ticket_import_line where open_date = ${slip.open_date} and ticket_import_id = ${slip.ticket_import_id}`.execute(
    db,
  )
  const { rows } = await sql<LineSums>`
    with written as (
      insert into ticket_import_line (open_date, ticket_import_id, number, series, quantity, price)
        select ${slip.open_date}, ${slip.ticket_import_id}, number, coalesce(series, ''), quantity, coalesce(price, ${slip.face_value})
        from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as line (number text, series text, quantity integer, price integer)
      returning quantity, price
    )
    select count(*) as line_count, sum(quantity) as quantity, sum(quantity::bigint * price) as amount from written`.execute(
    db,
  )
  return rows[0]!
}

function lineErrors(bad: readonly BadLine[]) {
  const [firstBad] = bad
  const moreText = bad.length > 1 ? ` (và ${bad.length - 1} dòng khác)` : ''
  const message = `Dòng ${firstBad!.index + 1}: ${firstBad!.error}${moreText}`
  return { fields: { tickets: message }, message, lines: bad.slice(0, max_bad_lines) }
}

/** Lines whose tickets are already in stock, or in another waiting slip of the same period and store. */
async function existingLines(db: Db, slip: SlipOfStation, lines: readonly Line[]): Promise<BadLine[]> {
  const { rows } = await sql<{ index: number; import_code: string | null }>`
    select line.index - 1 as index, (
        select i.import_code from ticket_import i join ticket_import_line l using (open_date, ticket_import_id) -- unscoped: slips of the same store
        where ${waitingWith(slip)} and l.number = line.number and l.series = line.series limit 1) as import_code
    from (select e.ordinality as index, e.value ->> 'number' as number, coalesce(e.value ->> 'series', '') as series
      from jsonb_array_elements(${JSON.stringify(lines)}::jsonb) with ordinality e) line
    where ${inStock(slip)} or exists (
      select from ticket_import i join ticket_import_line l using (open_date, ticket_import_id) -- unscoped: slips of the same store
      where ${waitingWith(slip)} and l.number = line.number and l.series = line.series)
    order by 1 limit ${max_bad_lines}`.execute(db)
  return rows.map(({ index, import_code }) => ({
    index,
    error: import_code === null ? 'Vé đã có trong kho' : `Vé đang chờ duyệt ở phiếu ${import_code}`,
  }))
}

function waitingWith({ open_date, area_id, base_id, ticket_import_id }: SlipOfStation) {
  return sql`i.open_date = ${open_date} and i.area_id = ${area_id} and i.base_id = ${base_id} and i.status = ${importStatus.waiting}
    and i.ticket_import_id <> ${ticket_import_id}`
}

/** Whether the single ticket of `line` is in the stock of the slip's store and period. */
export function inStock({ open_date, area_id, base_id }: StockKey) {
  return sql<boolean>`exists (
    select from xskt_ticket t -- unscoped: tickets of the same store
    where t.open_date = ${open_date} and t.area_id = ${area_id} and t.base_id = ${base_id}
      and t.number = line.number and t.series = line.series and t.ticket_group_id is null)`
}
