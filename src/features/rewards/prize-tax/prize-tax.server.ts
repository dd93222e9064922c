import { sql } from 'kysely'
import { shapeOf } from '#contract/schema.ts'
import { cellOf, sheetColumn } from '#contract/sheet/cells.ts'
import { exportColumn } from '#contract/sheet/export-column.ts'
import { xlsx_type } from '#contract/sheet/workbook-parts.ts'
import { workbookStream } from '#contract/sheet/workbook-stream.ts'
import { readBatches } from '#server/record/cursor.ts'
import { checkDays, paginate, sortOf } from '#server/record/list.ts'
import { serve } from '#server/serve.ts'
import { prizeTax, tax_columns, TaxedPrize } from './prize-tax.contract.ts'
import { taxedPrizes, taxedWinners } from './prize-tax.query.server.ts'

const sums = ['gross', 'taxable', 'tax', 'fee', 'net'] as const

export default serve(prizeTax, {
  list: ({ db, me, input, fail }) => {
    checkDays(input, fail)
    const [column, direction] = sortOf(input.sort, '-paid_date')
    const query = taxedPrizes(db, me, input).orderBy(sql.ref(column), direction).orderBy('r.reward_id', direction)
    return paginate(db, query, input, [...sums])
  },

  winners: ({ db, me, input, fail }) => {
    checkDays(input, fail)
    const [column, direction] = sortOf(input.sort, '-tax')
    const query = taxedWinners(db, me, input).orderBy(sql.ref(column), direction).orderBy('winner_key')
    return paginate(db, query, input, [...sums])
  },

  export: async ({ db, me, input, request, fail }) => {
    checkDays(input, fail)
    const query = taxedPrizes(db, me, input).orderBy(sql.ref('paid_date')).orderBy('r.reward_id')
    const rows = await readBatches(db, sql<Row>`${query}`, fail)
    const { rows: names } = await sql<{ name: string }>`
      select 'bang-ke-thue-tncn-' || to_char(now(), 'YYYYMMDD-HH24MI') || '.xlsx' as name`.execute(db)
    await request.send({
      name: names[0]!.name,
      type: xlsx_type,
      bytes: workbookStream([number, ...columns.map(sheetColumn)], cells(rows)),
    })
    return null
  },
})

type Row = Record<string, unknown>

const shape = shapeOf(TaxedPrize)
const columns = tax_columns.map((name) => exportColumn(name, shape[name]))
const number = { head: 'STT', format: 'number' } as const

/** The rows of the file: numbered from 1, with a row of sums at the end. */
async function* cells(parts: AsyncGenerator<Row[]>) {
  let count = 0
  const total = new Map<string, number>(sums.map((name) => [name, 0]))
  for await (const rows of parts) {
    for (const [name, sum] of total)
      total.set(
        name,
        rows.reduce((all, row) => all + Number(row[name]), sum),
      )
    yield rows.map((row) => [++count, ...columns.map((column) => cellOf(column, row[column.key]))])
  }
  yield [[null, ...columns.map(({ key }) => (key === 'full_name' ? 'Tổng cộng' : (total.get(key) ?? null)))]]
}
