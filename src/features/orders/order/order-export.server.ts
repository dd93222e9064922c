/** Exports the whole filtered list as a file, through a cursor over one snapshot, sent while it is read. */
import { sql } from 'kysely'
import { shapeOf } from '#contract/schema.ts'
import { cellOf, sheetColumn } from '#contract/sheet/cells.ts'
import { exportColumn } from '#contract/sheet/export-column.ts'
import { workbookStream } from '#contract/sheet/workbook-stream.ts'
import { xlsx_type } from '#contract/sheet/workbook-parts.ts'
import type { Context } from '#server/serve.ts'
import { readBatches } from '#server/record/cursor.ts'
import { playFigures } from './order-facts.server.ts'
import {
  assertAmounts,
  assertSnapshot,
  daysOf,
  orderQuery,
  orderedBy,
  selectOrder,
  selectOrigin,
} from './order.query.server.ts'
import { export_columns, export_play_columns, ListedTransaction, type transactions } from './transaction.contract.ts'

export async function exportOrders({
  db,
  me,
  input,
  request,
  fail,
}: Context<typeof transactions.export>): Promise<null> {
  assertAmounts(input, fail)
  const days = await daysOf(db, input, fail)
  await assertSnapshot(db, input.snapshot, fail)
  const query = selectOrigin(selectOrder(orderedBy(orderQuery(db, me, input, days), input.sort))).select(
    playFigures(input.play_type),
  )
  const columns = input.play_type == null ? defaultColumns : [...defaultColumns, ...playing]
  const rows = await readBatches(db, sql<Row>`${query}`, fail)
  const { rows: names } = await sql<{ name: string }>`
    select 'lich-su-giao-dich-' || to_char(now(), 'YYYYMMDD-HH24MI') || '.xlsx' as name`.execute(db)
  await request.send({
    name: names[0]!.name,
    type: xlsx_type,
    bytes: workbookStream(columns.map(sheetColumn), cells(rows, columns)),
  })
  return null
}

const shape = shapeOf(ListedTransaction)
const columnsOf = (names: readonly string[]) => names.map((name) => exportColumn(name, shape[name]))
const defaultColumns = columnsOf(export_columns)
const playing = columnsOf(export_play_columns)

type Row = Record<string, unknown>

async function* cells(parts: AsyncGenerator<Row[]>, columns: typeof defaultColumns) {
  for await (const rows of parts) yield rows.map((row) => columns.map((column) => cellOf(column, row[column.key])))
}
