/** The worker thread that checks the rows of a file of tickets, and writes them for the table of checked rows. */
import { copyLine, writeTable } from '#server/spreadsheet/write-table.ts'
import { rowChecker, type TicketKind } from './upload-rows.rules.ts'

await writeTable((kind: TicketKind) => {
  const checkRow = rowChecker(kind)
  return (line_no, cells) => {
    const row = checkRow(line_no, cells)
    if (!row) return ''
    if (row.fault === null)
      return `${line_no}\t${row.number}\t${row.series}\t${row.quantity}\t${row.price}\t\\N\t\\N\t\\N\t\\N\n`
    const { number, series, quantity, price, fault, first_line, quantity_text, price_text } = row
    return copyLine([line_no, number, series, quantity, price, fault, first_line, quantity_text, price_text])
  }
})
