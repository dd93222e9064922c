/** Exports a return slip as the file for its station: one row for each line, from one snapshot, of any size. */
import { sql } from 'kysely'
import { cellOf, sheetColumn } from '#contract/sheet/cells.ts'
import { exportColumn } from '#contract/sheet/export-column.ts'
import { workbookStream } from '#contract/sheet/workbook-stream.ts'
import { xlsx_type } from '#contract/sheet/workbook-parts.ts'
import type { Context } from '#server/serve.ts'
import { readBatches } from '#server/record/cursor.ts'
import { ReturnLine, ReturnSlip, type ticketReturn } from './ticket-return.contract.ts'
import { linesOf, findSlip } from './ticket-return.query.server.ts'

const { return_code, base_name, area_name, open_date } = ReturnSlip.shape
const { number, series, quantity, face_value, return_price, amount } = ReturnLine.shape
const columns = [
  exportColumn('return_code', return_code),
  exportColumn('area_name', area_name),
  exportColumn('open_date', open_date),
  exportColumn('base_name', base_name, 'Đơn vị hoàn'),
  exportColumn('number', number),
  exportColumn('series', series),
  exportColumn('quantity', quantity),
  exportColumn('face_value', face_value),
  exportColumn('return_price', return_price),
  exportColumn('amount', amount),
]

export async function returnFile({ db, me, input, request, fail }: Context<typeof ticketReturn.file>): Promise<null> {
  const slip = (await findSlip(db, me, input.ticket_return_id)) ?? fail('not_found')
  const rows = await readBatches(db, sql<Record<string, unknown>>`${linesOf(db, slip.ticket_return_id)}`, fail)
  await request.send({
    name: `phieu-hoan-${slip.return_code}-${slip.open_date.replaceAll('-', '')}.xlsx`,
    type: xlsx_type,
    bytes: workbookStream(columns.map(sheetColumn), cells(slip, rows)),
  })
  return null
}

async function* cells(slip: Record<string, unknown>, parts: AsyncGenerator<Record<string, unknown>[]>) {
  for await (const rows of parts)
    yield rows.map((row) => columns.map((column) => cellOf(column, row[column.key] ?? slip[column.key])))
}
