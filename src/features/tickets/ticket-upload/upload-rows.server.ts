/** The worker thread that checks the rows of a file of tickets, and writes them for the table of checked rows. */
import { copyLine, writeTable } from '#server/spreadsheet/write-table.ts'
import { fault } from './upload-faults.rules.ts'
import { max_file_rows, rowChecker, type TicketKind } from './upload-rows.rules.ts'
import { ValidRows } from './valid-rows.rules.ts'

await writeTable((kind: TicketKind) => {
  const checkRow = rowChecker(kind)
  const valid_rows = new ValidRows(kind.number_length, max_file_rows)
  return {
    add(line_no, cells) {
      const row = checkRow(cells)
      if (!row) return ''
      const { number, series, quantity, price, quantity_text, price_text } = row
      if (row.fault !== null)
        return copyLine([line_no, number, series, quantity, price, row.fault, null, quantity_text, price_text])
      valid_rows.add({ line_no, number, series, quantity: quantity!, price: price! })
      return ''
    },
    *end() {
      for (const { line_no, number, series, quantity, price, first_line } of valid_rows.sorted())
        yield first_line === null
          ? `${line_no}\t${number}\t${series}\t${quantity}\t${price}\t\\N\t\\N\t\\N\t\\N\n`
          : copyLine([line_no, number, series, quantity, price, fault.repeated, first_line, null, null])
    },
  }
})
