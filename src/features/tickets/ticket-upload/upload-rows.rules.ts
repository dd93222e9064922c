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
  quantity: Amount
  /** In đồng. */
  price: Amount
  fault: number | null
}

/** A quantity or a price. */
export interface Amount {
  /** Null when the text is no valid one. */
  value: number | null
  /** As in the file; null when it is the digits of the value. */
  text: string | null
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

function amountOf(text: string, absent: number, max: number): Amount {
  const number = text === '' ? absent : wholeNumber(text)
  const value = number !== null && number >= 1 && number <= max ? number : null
  return { value, text: value !== null && String(value) === text ? null : text }
}

function numberFault(number: string, length: number): number | null {
  if (number === '') return fault.no_number
  if (!digits.test(number)) return fault.no_digits
  if (number.length === length) return null
  return number.length < length ? fault.too_short : fault.too_long
}

const max_remembered = 10_000

/** Parses each different cell once, because a file repeats its series, quantities and prices from row to row. */
function remembered<Parsed>(parse: (text: string) => Parsed): (cell: Cell | undefined) => Parsed {
  const parsed_cells = new Map<Cell | undefined, Parsed>()
  return (cell) => {
    const earlier_result = parsed_cells.get(cell)
    if (earlier_result) return earlier_result
    const parsed = parse(textOf(cell))
    if (parsed_cells.size < max_remembered) parsed_cells.set(cell, parsed)
    return parsed
  }
}

/** Returns a function that checks the cells of a row: number, series, quantity, price. It gives null for an empty row. */
export function rowChecker({ number_length, face_value }: TicketKind) {
  const parseSeries = remembered((text) => ({ text, value: series_pattern.test(text) ? text.toUpperCase() : null }))
  const parseQuantity = remembered((text) => amountOf(text, 1, max_tickets_of_line))
  const parsePrice = remembered((text) => amountOf(text, face_value, max_price))

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
    return { number, series: row_fault === null ? series.value! : series.text, quantity, price, fault: row_fault }
  }
}

const textOf = (cell: Cell | undefined): string => String(cell ?? '').trim()
