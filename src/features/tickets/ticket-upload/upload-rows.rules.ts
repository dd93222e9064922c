/** Checks each row of a file of tickets by itself, without the other rows and the database. */
import type { Cell } from '#contract/sheet/row-scanner.ts'
import { max_tickets_of_line } from '#features/tickets/ticket-import/ticket-import.contract.ts'
import { fault } from './upload-faults.rules.ts'

export const max_file_rows = 1_000_000

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
}

const max_price = 100_000_000
const series_pattern = /^[A-Za-z0-9Đđ/-]{0,10}$/
const digits = /^[0-9]*$/
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
  if (!digits.test(number)) return fault.no_digits
  if (number.length === length) return null
  return number.length < length ? fault.too_short : fault.too_long
}

/** A cell's text, and its value; null for an invalid one. */
interface Parsed<Value> {
  text: string
  value: Value | null
}

const max_remembered = 10_000

/** Parses each different cell once, because a file repeats its series, quantities and prices from row to row. */
function remembered<Value>(valueOf: (text: string) => Value | null): (cell: Cell | undefined) => Parsed<Value> {
  const parsed_cells = new Map<Cell | undefined, Parsed<Value>>()
  return (cell) => {
    const earlier_result = parsed_cells.get(cell)
    if (earlier_result) return earlier_result
    const text = textOf(cell)
    const parsed = { text, value: valueOf(text) }
    if (parsed_cells.size < max_remembered) parsed_cells.set(cell, parsed)
    return parsed
  }
}

/** Returns a function that checks the cells of a row: number, series, quantity, price. It gives null for an empty row. */
export function rowChecker({ number_length, face_value }: TicketKind) {
  const parseSeries = remembered((text) => (series_pattern.test(text) ? text.toUpperCase() : null))
  const parseQuantity = remembered((text) => numberInRange(text, 1, max_tickets_of_line))
  const parsePrice = remembered((text) => numberInRange(text, face_value, max_price))

  return (cells: readonly Cell[]): CheckedRow | null => {
    const number = textOf(cells[0])
    const series = parseSeries(cells[1])
    const quantity = parseQuantity(cells[2])
    const price = parsePrice(cells[3])
    if (number === '' && series.text === '' && quantity.text === '' && price.text === '') return null
    const row_fault =
      numberFault(number, number_length) ??
      (series.value === null ? fault.series : null) ??
      (quantity.value === null ? fault.quantity : null) ??
      (price.value === null ? fault.price : null)
    return {
      number,
      series: row_fault === null ? series.value! : series.text,
      quantity_text: quantity.text,
      price_text: price.text,
      quantity: quantity.value,
      price: price.value,
      fault: row_fault,
    }
  }
}

const textOf = (cell: Cell | undefined): string => String(cell ?? '').trim()
