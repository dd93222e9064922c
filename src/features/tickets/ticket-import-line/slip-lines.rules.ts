/** The lines of an import slip while they are typed or pasted: parsing and validation. */
import type * as z from 'zod/mini'
import { check } from '#contract/wire.ts'
import { TicketLine } from '#features/tickets/ticket-import/ticket-import.contract.ts'

/** A line as the text of its cells; an empty cell means the default. */
export type TypedLine = Readonly<Record<'number' | 'series' | 'quantity' | 'price', string>>
export type LineCell = keyof TypedLine

export interface BadLine {
  /** From 0. */
  index: number
  error: string
}

export const blankLine: TypedLine = { number: '', series: '', quantity: '', price: '' }

/** Whether nothing is typed in any cell; such lines are neither counted nor sent. */
export function isBlank(line: TypedLine): boolean {
  return Object.values(line).every((cell) => cell === '')
}

export const wrongLength = (digits: number) => `Dãy số phải có ${digits} chữ số`

/** Lines whose ticket is already in an earlier line. */
export function repeatedLines(lines: readonly { number: string; series?: string | null | undefined }[]): BadLine[] {
  const firstLineOf = new Map<string, number>()
  return lines.flatMap(({ number, series }, index) => {
    const key = `${number} ${series ?? ''}`
    const first_line = firstLineOf.get(key)
    if (first_line === undefined) firstLineOf.set(key, index)
    return first_line === undefined ? [] : [{ index, error: `Vé trùng với dòng ${first_line + 1}` }]
  })
}

type ReadLine =
  | { line: z.output<typeof TicketLine>; cell?: undefined; error?: undefined }
  | { line?: undefined; cell: LineCell; error: string }

// Lines are replaced, never changed, so a parsed line can be cached.
const readBefore = new WeakMap<TypedLine, ReadLine>()

/** The parsed line, or the errors of its cells. */
export function readLine(typed: TypedLine): ReadLine {
  const cachedLine = readBefore.get(typed)
  if (cachedLine) return cachedLine
  const { number, series, quantity, price } = typed
  const result = check(TicketLine, {
    number,
    series,
    quantity: quantity === '' ? undefined : parseNumber(quantity),
    price: price === '' ? undefined : parseNumber(price),
  })
  const read: ReadLine = result.ok ? { line: result.value } : firstError(result.fields)
  readBefore.set(typed, read)
  return read
}

function firstError(fields: Record<string, string>): ReadLine {
  const [cell, error] = Object.entries(fields)[0]!
  return { cell: cell as LineCell, error }
}

/** Accepts thousands separators and units; anything else stays a text, which the contract refuses. */
function parseNumber(cell: string): number | string {
  const plain = cell.replace(/\s*(đồng|vnđ|vnd|đ|₫|vé|tờ)\.?$/iu, '')
  return /^\d+$|^\d{1,3}([., ]\d{3})+$/.test(plain) ? Number(plain.replaceAll(/\D/g, '')) : cell
}

export interface Fault {
  cell: LineCell
  error: string
}

/** The errors of each line, by index; blank lines have none. */
export function faultsOf(lines: readonly TypedLine[], number_length: number | null): Map<number, Fault> {
  const faults = new Map<number, Fault>()
  for (const { index, error } of repeatedLines(lines))
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

/** Restores leading zeros, which spreadsheets drop. */
export function withLeadingZeros(line: TypedLine, digits: number): TypedLine {
  const lacks = /^\d+$/.test(line.number) && line.number.length < digits
  return lacks ? { ...line, number: line.number.padStart(digits, '0') } : line
}

const usual_order: readonly LineCell[] = ['number', 'series', 'quantity', 'price']

const head_patterns: readonly (readonly [LineCell, RegExp])[] = [
  ['quantity', /^(số lượng|sl|số vé|số tờ)/iu],
  ['number', /^(dãy số|số|vé)/iu],
  ['series', /^(ký hiệu|kí hiệu|sê-?ri|seri)/iu],
  ['price', /^(giá|đơn giá|mệnh giá)/iu],
]

/**
 * Parses a pasted table with cells between tabs, semicolons or spaces: number, series, quantity, price. Series and
 * price may be missing; a head line gives the order. Full-width digits count as digits.
 */
export function parseLines(text: string): TypedLine[] {
  const rows = text
    .normalize('NFKC')
    .split(/\r\n|\r|\n/)
    .filter((row) => row.trim() !== '')
  const isHead = rows[0] !== undefined && !/\d/.test(rows[0])
  const order = isHead ? orderInHead(rows[0]!) : null
  return (isHead ? rows.slice(1) : rows).map(cellsOf).map((cells) => lineFrom(cells, order ?? orderInCells(cells)))
}

/** Words between the values of a chat message: units, and signs for 'times'. */
const filler_words = /^(vé|tờ|đồng|vnđ|đ|[x×:–-])$/iu

function cellsOf(row: string): string[] {
  const cells = (separator: string) => row.split(separator).map((cell) => cell.trim())
  if (row.includes('\t')) return cells('\t')
  if (row.includes(';')) return cells(';')
  return row
    .trim()
    .split(/\s+/)
    .filter((word) => !filler_words.test(word))
}

/** The column order given by a line of headings; headings separated by spaces cannot be told apart. */
function orderInHead(row: string): (LineCell | null)[] | null {
  if (!/[\t;]/.test(row)) return null
  const order = cellsOf(row).map((cell) => head_patterns.find(([, head]) => head.test(cell))?.[0] ?? null)
  return order.includes('number') ? order : null
}

/** A second cell of digits alone is the quantity, unless a later cell must be it. */
function orderInCells([, second = '', ...rest]: readonly string[]): readonly LineCell[] {
  const hasSeries =
    /\p{L}/u.test(second.replace(/^[x×]/iu, '')) || (rest.length > 0 && second === '') || rest.length > 1
  return hasSeries ? usual_order : ['number', 'quantity', 'price']
}

function lineFrom(cells: readonly string[], order: readonly (LineCell | null)[]): TypedLine {
  const line = { ...blankLine }
  for (const [index, cell] of order.entries()) if (cell) line[cell] = cells[index] ?? ''
  return {
    number: line.number.replaceAll(/[\s.,]/g, ''),
    series: line.series.toLocaleUpperCase('vi'),
    quantity: plainNumber(line.quantity.replace(/^[x×]\s*/iu, '')),
    price: plainNumber(line.price),
  }
}

/** The digits of a pasted number; what is none, such as '10.00', stays as it is. */
export function plainNumber(cell: string): string {
  return String(cell === '' ? '' : parseNumber(cell.normalize('NFKC')))
}
