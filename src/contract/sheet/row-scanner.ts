/** Finds the rows of a worksheet by string search while its XML arrives in chunks; keeps only the end that may be an incomplete row. */
import { type NumberFormat, shownNumber } from './number-formats.ts'
import { sheetErrors } from './sheet-error.ts'
import type { ImportLimits } from './sheet-limits.ts'
import { attribute, joinedText, plainText, prefixOf, tags } from './xml-text.ts'

export type Cell = string | number | boolean | null

export interface SheetRow {
  /** Its number in the sheet, as Excel shows it. */
  number: number
  cells: Cell[]
}

/** Peculiarities of the sheet, which the import dialog shows before anything is sent. */
export interface SheetNotes {
  formulas: number
  merged: number
  /** Numbers of the first hidden rows, and how many there are. */
  hidden: number[]
  hidden_count: number
  /** Cells in columns after the last one that is read. */
  beyond: number
}

/** What the workbook's other parts say about cell values. */
interface CellContext {
  shared: readonly string[]
  formats: readonly NumberFormat[]
  since_1904: boolean
}

/** In characters; a row with all its cells full is shorter. */
const max_row_length = 4 * 1024 * 1024
/** How many hidden rows are listed by number. */
const max_hidden_listed = 5
/** Character codes that may follow the name of a tag: white space, '>' and '/'. */
const after_tag_name = new Set([...' \n\r\t>/'].map((letter) => letter.charCodeAt(0)))
/** Excel's last column is XFD. */
const excel_columns = 16_384

export class RowScanner {
  readonly notes: SheetNotes = { formulas: 0, merged: 0, hidden: [], hidden_count: 0, beyond: 0 }
  readonly #context: CellContext
  readonly #limits: ImportLimits
  #rest = ''
  #prefix: string | null = null
  #number = 0
  #count = 0
  #letters = 0

  constructor(context: CellContext, limits: ImportLimits) {
    this.#context = context
    this.#limits = limits
  }

  /** Takes the next chunk and returns the rows that it completes, without empty ones. */
  push(text: string): SheetRow[] {
    const xml = this.#rest + text
    this.#prefix ??= /<(?![?!])[\w:]+[\s/>]/.test(xml) ? prefixOf(xml) : null
    if (this.#prefix === null) return this.#keep(xml)
    const open = `<${this.#prefix}row`
    const end = `</${this.#prefix}row>`
    const rows: SheetRow[] = []
    let done = 0
    for (let start = xml.indexOf(open); start >= 0; start = xml.indexOf(open, done)) {
      const close = xml.indexOf('>', start)
      if (close < 0) return this.#keep(xml.slice(start), rows)
      done = close + 1
      // Another element whose name starts the same, such as rowBreaks.
      if (!/[\s/>]/.test(xml[start + open.length]!)) continue
      if (xml[close - 1] === '/') this.#begin(xml.slice(start, close))
      else {
        const to = xml.indexOf(end, close)
        if (to < 0) return this.#keep(xml.slice(start), rows)
        this.#begin(xml.slice(start, close))
        this.#read(xml.slice(close + 1, to), rows)
        done = to + end.length
      }
    }
    // Merged cells are listed after the rows.
    const rest = xml.slice(done)
    this.notes.merged += tags(rest, 'mergeCell').length
    return this.#keep(rest.slice(Math.max(0, rest.lastIndexOf('<'))), rows)
  }

  #keep(rest: string, rows: SheetRow[] = []): SheetRow[] {
    if (rest.length > max_row_length) throw sheetErrors.too_large('một dòng dài bất thường')
    this.#rest = rest
    return rows
  }

  #begin(tag: string): void {
    const stated = Number(quickAttribute(tag, 'r'))
    this.#number = stated > this.#number ? stated : this.#number + 1
    if (!tag.includes('hidden') || !/^(1|true)$/.test(attribute(tag, 'hidden') ?? '')) return
    this.notes.hidden_count++
    if (this.notes.hidden.length < max_hidden_listed) this.notes.hidden.push(this.#number)
  }

  #read(xml: string, rows: SheetRow[]): void {
    const cells = this.#cells(xml)
    if (cells.length === 0) return
    if (++this.#count > this.#limits.rows + 1)
      throw sheetErrors.too_large(`hơn ${this.#limits.rows.toLocaleString('vi-VN')} dòng`)
    rows.push({ number: this.#number, cells })
  }

  #cells(xml: string): Cell[] {
    const open = `<${this.#prefix}c`
    const end = `</${this.#prefix}c>`
    const cells: Cell[] = []
    let column = -1
    for (let start = xml.indexOf(open); start >= 0; start = xml.indexOf(open, start)) {
      const close = xml.indexOf('>', start)
      if (close < 0) break
      const next = xml.charCodeAt(start + open.length)
      const tag = xml.slice(start, close)
      start = close
      if (!after_tag_name.has(next)) continue
      const reference = quickAttribute(tag, 'r')
      column = reference === '' ? column + 1 : columnOf(reference)
      if (tag.endsWith('/')) continue
      const to = xml.indexOf(end, close)
      if (to < 0) break
      this.#put(cells, column, this.#value(tag, xml.slice(close + 1, to)))
      start = to
    }
    return cells
  }

  #put(cells: Cell[], column: number, value: Cell): void {
    if (value === null || value === '') return
    if (column >= this.#limits.columns) {
      this.notes.beyond++
      return
    }
    if (typeof value === 'string') this.#letters += value.length
    if (this.#letters > this.#limits.letters) throw sheetErrors.too_large('quá nhiều chữ')
    while (cells.length < column) cells.push(null)
    cells[column] = value
  }

  #value(tag: string, content: string): Cell {
    const prefix = this.#prefix!
    if (content.includes(`<${prefix}f`)) this.notes.formulas++
    const type = quickAttribute(tag, 't')
    if (type === 'inlineStr') return joinedText(content, prefix)
    const raw = between(content, `<${prefix}v`, `</${prefix}v>`)
    if (raw === null) return null
    if (type === 's') return this.#context.shared[Number(raw)] ?? null
    if (type === 'b') return raw === '1' || raw === 'true'
    if (type === 'str' || type === 'e') return plainText(raw)
    if (type === 'd') return dayFirst(raw)
    const number = Number(raw)
    if (raw.trim() === '' || Number.isNaN(number)) return plainText(raw)
    const format = this.#context.formats[Number(quickAttribute(tag, 's'))] ?? null
    return shownNumber(number, format, this.#context.since_1904)
  }
}

/** An attribute whose value needs no decoding. No regular expression, because this runs for every cell. */
function quickAttribute(tag: string, name: string): string {
  const start = tag.indexOf(` ${name}=`)
  if (start < 0) return ''
  const from = start + name.length + 2
  const to = tag.indexOf(tag[from]!, from + 1)
  return to < 0 ? '' : tag.slice(from + 1, to)
}

function between(xml: string, open: string, end: string): string | null {
  const start = xml.indexOf(open)
  const from = start < 0 ? -1 : xml.indexOf('>', start)
  const to = from < 0 || xml[from - 1] === '/' ? -1 : xml.indexOf(end, from)
  return to < 0 ? null : xml.slice(from + 1, to)
}

/** The column index of a cell reference: 'B7' → 1. A reference after Excel's last column ends up beyond the columns that are read. */
function columnOf(reference: string): number {
  let column = 0
  for (let index = 0; index < reference.length; index++) {
    const letter = reference.charCodeAt(index) - 64
    if (letter < 1 || letter > 26) break
    column = column * 26 + letter
    if (column > excel_columns) break
  }
  return column - 1
}

function dayFirst(iso: string): string {
  const parts = /^(\d{4})-(\d{2})-(\d{2})(?:T(\d{2}:\d{2}(?::\d{2})?))?/.exec(iso)
  if (!parts) return iso
  const [, year, month, day, time] = parts
  return `${day}/${month}/${year}${time === undefined || /^00:00(:00)?$/.test(time) ? '' : ` ${time}`}`
}
