/** Checks the rows of a file of tickets one after the other, as far as that is possible without the database. */
import type { Cell } from '#contract/sheet/row-scanner.ts'
import { max_tickets_of_line } from '#features/tickets/ticket-import/ticket-import.contract.ts'
import { FirstLines } from './first-lines.rules.ts'
import { fault } from './upload-faults.rules.ts'

/** What the station's tickets are like. */
export interface TicketKind {
  number_length: number
  /** In đồng; the price of a row without one. */
  face_value: number
}

/** Its texts are as in the file; a series without faults is in capitals. */
export interface CheckedRow {
  number: string
  series: string
  quantity_text: string
  price_text: string
  /** Null when the text is no valid quantity. */
  quantity: number | null
  /** In đồng; null when the text is no valid price. */
  price: number | null
  fault: number | null
  /** The line of the same ticket's first row, for a repeated one. */
  first_line: number | null
}

const max_price = 100_000_000
const series_pattern = /^[A-Za-z0-9Đđ/-]{1,10}$/
const plain_number = /^[0-9]{1,9}$/
const written_amount = /^([0-9]{1,9}|[0-9]{1,3}([., ][0-9]{3}){1,2}) ?(đ|₫|vnđ|vnd)?$/i

/** A whole number as people write it in a sheet: '10000', '10.000', '10,000 đ'; null for anything else. */
function wholeNumber(text: string): number | null {
  if (plain_number.test(text)) return Number(text)
  return written_amount.test(text) ? Number(text.replaceAll(/[^0-9]/g, '')) : null
}

function numberInRange(text: string, absent: number, max: number): number | null {
  const number = text === '' ? absent : wholeNumber(text)
  return number !== null && number >= 1 && number <= max ? number : null
}

function numberFault(number: string, length: number): number | null {
  if (number === '') return fault.no_number
  if (/[^0-9]/.test(number)) return fault.no_digits
  if (number.length === length) return null
  return number.length < length ? fault.too_short : fault.too_long
}

/**
 * Returns a function that is called with each row's line and its cells: number, series, quantity, price. It gives null for an empty row. A row
 * without other faults repeats an earlier one with the same number and series that has none either.
 */
export function rowChecker({ number_length, face_value }: TicketKind) {
  const first_lines = new FirstLines(number_length)

  return (line_no: number, cells: readonly Cell[]): CheckedRow | null => {
    const [number, series, quantity_text, price_text] = [
      textOf(cells[0]),
      textOf(cells[1]),
      textOf(cells[2]),
      textOf(cells[3]),
    ]
    if (number === '' && series === '' && quantity_text === '' && price_text === '') return null
    const quantity = numberInRange(quantity_text, 1, max_tickets_of_line)
    const price = numberInRange(price_text, face_value, max_price)
    const row: CheckedRow = {
      number,
      series,
      quantity_text,
      price_text,
      quantity,
      price,
      fault: null,
      first_line: null,
    }
    row.fault =
      numberFault(number, number_length) ??
      (series !== '' && !series_pattern.test(series) ? fault.series : null) ??
      (quantity === null ? fault.quantity : null) ??
      (price === null ? fault.price : null)
    if (row.fault !== null) return row
    row.series = series.toUpperCase()
    const first_line = first_lines.of(number, row.series, line_no)
    if (first_line !== line_no) {
      row.fault = fault.repeated
      row.first_line = first_line
    }
    return row
  }
}

const textOf = (cell: Cell | undefined): string => String(cell ?? '').trim()
