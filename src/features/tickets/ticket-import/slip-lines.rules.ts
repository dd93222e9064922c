/** The lines of a slip while they are typed or pasted: how they are read, and what is wrong with them. */
import type * as z from 'zod/mini'
import { check } from '#contract/wire.ts'
import { TicketLine } from './ticket-import.contract.ts'

/** A line as it stands in the cells: what is left empty has the usual value. */
export type TypedLine = Readonly<Record<'number' | 'series' | 'quantity' | 'price', string>>
export type LineCell = keyof TypedLine

export interface BadLine {
  /** From 0. */
  index: number
  error: string
}

export const blankLine: TypedLine = { number: '', series: '', quantity: '', price: '' }

export function isBlank(line: TypedLine): boolean {
  return Object.values(line).every((cell) => cell === '')
}

export const wrongLength = (digits: number) => `Dãy số phải có ${digits} chữ số`

/** The lines whose ticket stands in an earlier line already. */
export function repeated(lines: readonly { number: string; series?: string | null | undefined }[]): BadLine[] {
  const first = new Map<string, number>()
  return lines.flatMap(({ number, series }, index) => {
    const key = `${number} ${series ?? ''}`
    const before = first.get(key)
    if (before === undefined) first.set(key, index)
    return before === undefined ? [] : [{ index, error: `Vé trùng với dòng ${before + 1}` }]
  })
}

type Read =
  | { line: z.output<typeof TicketLine>; cell?: undefined; error?: undefined }
  | { line?: undefined; cell: LineCell; error: string }

// Lines are replaced, never changed: what one was read as stays.
const known = new WeakMap<TypedLine, Read>()

/** What a line says, or what is wrong in which of its cells. */
export function readLine(typed: TypedLine): Read {
  const before = known.get(typed)
  if (before) return before
  const { number, series, quantity, price } = typed
  const told = check(TicketLine, {
    number,
    series,
    quantity: quantity === '' ? undefined : numberIn(quantity),
    price: price === '' ? undefined : numberIn(price),
  })
  const read: Read = told.ok ? { line: told.value } : firstOf(told.fields)
  known.set(typed, read)
  return read
}

function firstOf(fields: Record<string, string>): Read {
  const [cell, error] = Object.entries(fields)[0]!
  return { cell: cell as LineCell, error }
}

/** Grouped or not, with or without its unit; anything else stays a text, which the contract refuses. */
function numberIn(cell: string): number | string {
  const plain = cell.replace(/\s*(đồng|vnđ|vnd|đ|₫|vé|tờ)\.?$/iu, '')
  return /^\d+$|^\d{1,3}([., ]\d{3})+$/.test(plain) ? Number(plain.replaceAll(/\D/g, '')) : cell
}

export interface Fault {
  cell: LineCell
  error: string
}

/** What is wrong with which lines, by their place; blank ones are none. */
export function faultsIn(lines: readonly TypedLine[], number_length: number | null): Map<number, Fault> {
  const faults = new Map<number, Fault>()
  for (const { index, error } of repeated(lines))
    if (lines[index]!.number !== '') faults.set(index, { cell: 'number', error })
  for (const [index, line] of lines.entries()) {
    if (isBlank(line)) continue
    const { cell, error } = readLine(line)
    const isShort = number_length !== null && /^\d+$/.test(line.number) && line.number.length !== number_length
    if (isShort) faults.set(index, { cell: 'number', error: wrongLength(number_length) })
    else if (cell) faults.set(index, { cell, error })
  }
  return faults
}

/** A spreadsheet takes a number's first zeros away; here they are again. */
export function withZeros(line: TypedLine, digits: number): TypedLine {
  const lacks = /^\d+$/.test(line.number) && line.number.length < digits
  return lacks ? { ...line, number: line.number.padStart(digits, '0') } : line
}

const usualOrder: readonly LineCell[] = ['number', 'series', 'quantity', 'price']

const heads: readonly (readonly [LineCell, RegExp])[] = [
  ['quantity', /^(số lượng|sl|số vé|số tờ)/iu],
  ['number', /^(dãy số|số|vé)/iu],
  ['series', /^(ký hiệu|kí hiệu|sê-?ri|seri)/iu],
  ['price', /^(giá|đơn giá|mệnh giá)/iu],
]

/**
 * A table as it is copied from a spreadsheet or a message: a line each, with cells between tabs, semicolons or spaces: number, series,
 * quantity, price, of which series and price may be missing. A line of heads says their order.
 */
export function linesIn(text: string): TypedLine[] {
  const rows = text
    .normalize('NFC')
    .split(/\r\n|\r|\n/)
    .filter((row) => row.trim() !== '')
  const isHead = rows[0] !== undefined && !/\d/.test(rows[0])
  const order = isHead ? orderOf(rows[0]!) : null
  return (isHead ? rows.slice(1) : rows).map(cellsOf).map((cells) => lineFrom(cells, order ?? orderIn(cells)))
}

/** Words between the values of a message: units, and what stands for 'times'. */
const between = /^(vé|tờ|đồng|vnđ|đ|[x×:–-])$/iu

function cellsOf(row: string): string[] {
  const cells = (separator: string) => row.split(separator).map((cell) => cell.trim())
  if (row.includes('\t')) return cells('\t')
  if (row.includes(';')) return cells(';')
  return row
    .trim()
    .split(/\s+/)
    .filter((word) => !between.test(word))
}

/** The order that a line of heads says, if it does: heads between spaces could be cut anywhere. */
function orderOf(row: string): (LineCell | null)[] | null {
  if (!/[\t;]/.test(row)) return null
  const order = cellsOf(row).map((cell) => heads.find(([, head]) => head.test(cell))?.[0] ?? null)
  return order.includes('number') ? order : null
}

/** A second cell of digits alone is the quantity, as long as no other follows that must be it. */
function orderIn([, second = '', ...others]: readonly string[]): readonly LineCell[] {
  const hasSeries =
    /\p{L}/u.test(second.replace(/^[x×]/iu, '')) || (others.length > 0 && second === '') || others.length > 1
  return hasSeries ? usualOrder : ['number', 'quantity', 'price']
}

function lineFrom(cells: readonly string[], order: readonly (LineCell | null)[]): TypedLine {
  const line = { ...blankLine }
  for (const [at, cell] of order.entries()) if (cell) line[cell] = cells[at] ?? ''
  return {
    number: line.number.replaceAll(/[\s.,]/g, ''),
    series: line.series.toLocaleUpperCase('vi'),
    quantity: plainNumber(line.quantity.replace(/^[x×]\s*/iu, '')),
    price: plainNumber(line.price),
  }
}

function plainNumber(cell: string): string {
  return String(cell === '' ? '' : numberIn(cell))
}
