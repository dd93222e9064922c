/** The worker thread that checks the rows of a file of tickets, and writes them for the table of checked rows. */
import { copyLine, writeTable } from '#server/spreadsheet/write-table.ts'
import { fault } from './upload-faults.rules.ts'
import { max_file_rows, rowChecker, type CheckedRow, type TicketKind } from './upload-rows.rules.ts'
import { ValidRows, type SortedRow } from './valid-rows.rules.ts'

await writeTable((kind: TicketKind) => {
  const checkRow = rowChecker(kind)
  const valid_rows = new ValidRows(kind.number_length, max_file_rows)
  return {
    add(line_no, cells) {
      const row = checkRow(cells)
      if (!row) return ''
      if (row.fault !== null) return lineOf({ ...row, line_no, first_line: null })
      valid_rows.add(line_no, row)
      return ''
    },
    *end() {
      for (const row of valid_rows.sorted())
        yield lineOf({ ...row, fault: row.first_line === null ? null : fault.repeated })
    },
  }
})

/** @param row without a fault, or with its own, or one that repeats an earlier row */
function lineOf(row: SortedRow & CheckedRow): string {
  const { line_no, number, series, quantity, price, first_line } = row
  if (row.fault === null && quantity.text === null && price.text === null)
    return `${line_no}\t${number}\t${series}\t${quantity.value}\t${price.value}\t\\N\t\\N\t\\N\t\\N\n`
  return copyLine([
    line_no,
    number,
    series,
    quantity.value,
    price.value,
    row.fault,
    first_line,
    quantity.text,
    price.text,
  ])
}
