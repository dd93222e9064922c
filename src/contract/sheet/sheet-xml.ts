/** Writes the XML of a worksheet: column widths, the head and the rows. */
import type { Cell } from './row-scanner.ts'

/** The cell format of a column: 'number' groups thousands, 'plain' does not (ids), 'day' and 'moment' are Excel dates. */
export type Format = 'text' | 'number' | 'plain' | 'day' | 'moment' | 'percent'

export interface SheetColumn {
  head: string
  format: Format
}

export type { Cell }

/** Heights in points. */
const head_height = 50
const row_height = 26
/** Column widths in characters. */
const min_width = 16
const max_width = 60
/** Excel's limit for one cell. */
const max_characters = 32_767

/** Indexes of the cell styles, which workbook-parts.ts writes in this order; 0 is the default style. */
export const style_index = { head: 1, text: 2, quoted: 3, number: 4, plain: 5, day: 6, moment: 7, percent: 8 } as const

export const xml_head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
export const main_schema = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'

/** The XML of a sheet up to its first row of values: column widths and styles, and the frozen head. `sample` decides the widths. */
export function sheetStartXml(
  columns: readonly SheetColumn[],
  sample: readonly (readonly Cell[])[],
  is_first: boolean,
) {
  const cols = columns.map(
    (column, index) =>
      `<col min="${index + 1}" max="${index + 1}" width="${widthOf(column, sample, index)}" style="${style_index[column.format]}" customWidth="1"/>`,
  )
  const heads = columns.map(
    ({ head }, index) =>
      `<c r="${columnName(index)}1" s="${style_index.head}" t="inlineStr"><is><t xml:space="preserve">${escapeXml(head)}</t></is></c>`,
  )
  return `${xml_head}<worksheet xmlns="${main_schema}"><sheetViews><sheetView${is_first ? ' tabSelected="1"' : ''} workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/><selection pane="bottomLeft"/></sheetView></sheetViews><sheetFormatPr defaultRowHeight="${row_height}" customHeight="1"/><cols>${cols.join('')}</cols><sheetData><row r="1" ht="${head_height}" customHeight="1">${heads.join('')}</row>`
}

export const sheet_end_xml = '</sheetData></worksheet>'

/** Returns a function that writes rows of these columns; `from` is the sheet's row number of the first of them (the head is row 1). */
export function rowsWriter(columns: readonly SheetColumn[]) {
  const names = columns.map((_, index) => columnName(index))
  return (rows: readonly (readonly Cell[])[], from: number): string =>
    rows.map((cells, index) => rowXml(cells, from + index, columns, names)).join('')
}

function rowXml(
  cells: readonly Cell[],
  number: number,
  columns: readonly SheetColumn[],
  names: readonly string[],
): string {
  let xml = `<row r="${number}" ht="${row_height}" customHeight="1">`
  for (let index = 0; index < columns.length; index++) {
    const value = cells[index] ?? null
    if (value === null || value === '') continue
    const cell_start = `<c r="${names[index]}${number}" s="`
    if (typeof value === 'number') xml += `${cell_start}${numberStyle(columns[index]!.format)}"><v>${value}</v></c>`
    else if (typeof value === 'boolean') xml += `${cell_start}${style_index.plain}" t="b"><v>${value ? 1 : 0}</v></c>`
    else {
      // An inline string is never a formula; the 'quoted' style keeps it text when somebody edits the cell.
      const text_style = /^[=+\-@]/.test(value) ? style_index.quoted : style_index.text
      xml += `${cell_start}${text_style}" t="inlineStr"><is><t xml:space="preserve">${escapeXml(value)}</t></is></c>`
    }
  }
  return `${xml}</row>`
}

const numberStyle = (format: Format) => (format === 'text' ? style_index.plain : style_index[format])

// Control characters and the two noncharacters, which XML does not allow.
// oxlint-disable-next-line no-control-regex
const forbidden = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g
// oxlint-disable-next-line no-control-regex
const needs_escaping = /[\u0000-\u0008\u000b-\u001f&<>\ud800-\udfff\ufffe\uffff]|_x[0-9a-f]{4}_/i

/** Text escaped for XML: in NFC, without control characters, cut to what a cell can hold. */
export function escapeXml(value: string): string {
  let text = value.length > max_characters ? value.slice(0, max_characters) : value
  text = text.normalize('NFC')
  if (!needs_escaping.test(text)) return text
  return (
    text
      .toWellFormed()
      .replaceAll(forbidden, '')
      .replaceAll(/\r\n?/g, '\n')
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      // Excel decodes _x0041_ to a character; escaping its underscore keeps such a text literal.
      .replaceAll(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_')
  )
}

/** 0 → 'A', 26 → 'AA', 16383 → 'XFD'. */
export function columnName(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26))
  return index < 26 ? letter : columnName(Math.floor(index / 26) - 1) + letter
}

/** Characters of a formatted value. */
const format_widths: Partial<Record<Format, number>> = { day: 10, moment: 16, percent: 8 }

/** The width in characters that fits the head and the sample rows. */
function widthOf({ head, format }: SheetColumn, sample: readonly (readonly Cell[])[], index: number): number {
  // Bold letters are wider, and a long head may take two lines.
  let longest = Math.min(head.length * 1.2, 30)
  for (const cells of sample) {
    const value = cells[index] ?? ''
    longest = Math.max(longest, typeof value === 'number' ? numberWidth(value, format) : textWidth(String(value)))
  }
  return Math.min(max_width, Math.max(min_width, Math.ceil(longest) + 2))
}

function numberWidth(value: number, format: Format): number {
  const digits = String(value).length
  return format_widths[format] ?? digits + (format === 'number' ? Math.floor((digits - 1) / 3) : 0)
}

function textWidth(text: string): number {
  return text.includes('\n') ? Math.max(...text.split('\n').map((line) => line.length)) : text.length
}
