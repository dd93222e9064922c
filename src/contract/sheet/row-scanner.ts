/** Finds the rows of a worksheet by string search while its XML arrives in chunks; keeps only the end that may be an incomplete row. */
import { numberText } from '../text/number-text.ts'
import { type NumberFormat, shownNumber } from './number-formats.ts'
import { sheetErrors } from './sheet-error.ts'
import type { ImportLimits } from './sheet-limits.ts'
import { attribute, joinedText, plainText, prefixOf, tags } from './xml-text.ts'

export type Cell = string | number | boolean | null

export interface SheetRow {
  /** The number of the row in the sheet, as Excel shows it. */
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

/** The maximum length of a row in characters; a row with all its cells full is shorter. */
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
  #tags: RowTags | null = null
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
    this.#tags ??= /<(?![?!])[\w:]+[\s/>]/.test(xml) ? rowTags(prefixOf(xml)) : null
    if (this.#tags === null) return this.#keep(xml)
    const { row, row_end } = this.#tags
    const rows: SheetRow[] = []
    let done = 0
    for (let start = xml.indexOf(row); start >= 0; start = xml.indexOf(row, done)) {
      const close = xml.indexOf('>', start)
      if (close < 0) return this.#keep(xml.slice(start), rows)
      done = close + 1
      // Another element whose name starts the same, such as rowBreaks.
      if (!after_tag_name.has(xml.charCodeAt(start + row.length))) continue
      if (xml[close - 1] === '/') this.#begin(xml.slice(start, close))
      else {
        const to = xml.indexOf(row_end, close)
        if (to < 0) return this.#keep(xml.slice(start), rows)
        this.#begin(xml.slice(start, close))
        this.#read(xml, close + 1, to, rows)
        done = to + row_end.length
      }
    }
    // Merged cells are listed after the rows.
    const unread_xml = xml.slice(done)
    this.notes.merged += tags(unread_xml, 'mergeCell').length
    return this.#keep(unread_xml.slice(Math.max(0, unread_xml.lastIndexOf('<'))), rows)
  }

  #keep(unread_xml: string, rows: SheetRow[] = []): SheetRow[] {
    if (unread_xml.length > max_row_length) throw sheetErrors.too_large('một dòng dài bất thường')
    this.#rest = unread_xml
    return rows
  }

  #begin(tag: string): void {
    const stated_number = Number(quickAttribute(tag, 'r'))
    this.#number = stated_number > this.#number ? stated_number : this.#number + 1
    if (!tag.includes('hidden') || !/^(1|true)$/.test(attribute(tag, 'hidden') ?? '')) return
    this.notes.hidden_count++
    if (this.notes.hidden.length < max_hidden_listed) this.notes.hidden.push(this.#number)
  }

  /** The row's content is `xml` from `from` to `to`; here and below, because cutting it out for every cell costs as much as reading it. */
  #read(xml: string, from: number, to: number, rows: SheetRow[]): void {
    const cells = this.#cells(xml, from, to)
    if (cells.length === 0) return
    if (++this.#count > this.#limits.rows + 1) throw sheetErrors.too_large(`hơn ${numberText(this.#limits.rows)} dòng`)
    rows.push({ number: this.#number, cells })
  }

  #cells(xml: string, from: number, to: number): Cell[] {
    const { cell, cell_end } = this.#tags!
    const cells: Cell[] = []
    let column = -1
    for (let start = xml.indexOf(cell, from); start >= 0 && start < to; start = xml.indexOf(cell, start)) {
      const close = xml.indexOf('>', start)
      if (close > to) break
      const next_code = xml.charCodeAt(start + cell.length)
      const tag = xml.slice(start, close)
      start = close
      if (!after_tag_name.has(next_code)) continue
      const stated = columnOf(quickAttribute(tag, 'r'))
      column = stated < 0 ? column + 1 : stated
      if (tag.endsWith('/')) continue
      const end = xml.indexOf(cell_end, close)
      if (end < 0 || end > to) break
      this.#put(cells, column, this.#value(tag, xml, close + 1, end))
      start = end
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

  #value(tag: string, xml: string, from: number, to: number): Cell {
    const type = quickAttribute(tag, 't')
    if (type === 'inlineStr') return this.#inlineText(xml, from, to)
    const raw = this.#rawValue(xml, from, to)
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

  /** Nearly all cells have nothing but one text or one value; the others are read more thoroughly. */
  #inlineText(xml: string, from: number, to: number): string {
    const { prefix, inline_text, inline_text_end } = this.#tags!
    const close = xml.indexOf('>', from + inline_text.length)
    const text_to = to - inline_text_end.length
    const is_alone =
      xml.startsWith(inline_text, from) &&
      after_tag_name.has(xml.charCodeAt(from + inline_text.length)) &&
      xml.indexOf('<', close) === text_to &&
      xml.startsWith(inline_text_end, text_to)
    if (is_alone) return plainText(xml.slice(close + 1, text_to))
    const content = xml.slice(from, to)
    this.#noteFormula(content)
    return joinedText(content, prefix)
  }

  #rawValue(xml: string, from: number, to: number): string | null {
    const { prefix, value, value_end } = this.#tags!
    const value_from = from + value.length
    const value_to = to - value_end.length
    if (xml.startsWith(value, from) && xml.indexOf('<', value_from) === value_to) return xml.slice(value_from, value_to)
    const content = xml.slice(from, to)
    this.#noteFormula(content)
    return textBetween(content, `<${prefix}v`, value_end)
  }

  #noteFormula(content: string): void {
    if (content.includes(`<${this.#tags!.prefix}f`)) this.notes.formulas++
  }
}

type RowTags = ReturnType<typeof rowTags>

/** The tags of a worksheet whose elements have this namespace prefix; the opening ones without their '>' where attributes may follow. */
const rowTags = (prefix: string) => ({
  prefix,
  row: `<${prefix}row`,
  row_end: `</${prefix}row>`,
  cell: `<${prefix}c`,
  cell_end: `</${prefix}c>`,
  value: `<${prefix}v>`,
  value_end: `</${prefix}v>`,
  inline_text: `<${prefix}is><${prefix}t`,
  inline_text_end: `</${prefix}t></${prefix}is>`,
})

/** An attribute whose value needs no decoding. No regular expression, because this runs for every cell. */
function quickAttribute(tag: string, name: string): string {
  const start = tag.indexOf(` ${name}=`)
  if (start < 0) return ''
  const from = start + name.length + 2
  const to = tag.indexOf(tag[from]!, from + 1)
  return to < 0 ? '' : tag.slice(from + 1, to)
}

function textBetween(xml: string, open: string, end: string): string | null {
  const start = xml.indexOf(open)
  const from = start < 0 ? -1 : xml.indexOf('>', start)
  const to = from < 0 || xml[from - 1] === '/' ? -1 : xml.indexOf(end, from)
  return to < 0 ? null : xml.slice(from + 1, to)
}

/** The column index of a cell reference: 'B7' → 1, and -1 for one without a column. A reference after Excel's last column ends up beyond the columns that are read. */
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
