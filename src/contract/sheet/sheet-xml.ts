/** The XML of a sheet as we write it: its measures, its head, its rows. */
import type { Cell } from './row-scanner.ts'

/** How the cells of a column look: whole numbers with grouping, plain numbers, real dates, or text that stays text. */
export type Format = 'text' | 'number' | 'plain' | 'day' | 'moment' | 'percent'

export interface SheetColumn {
  head: string
  format: Format
}

export type { Cell }

/** The specification's measures. */
const head_height = 50
const row_height = 26
const least_width = 16
const most_width = 60
/** What Excel takes in one cell. */
const most_characters = 32_767

/** Places in the workbook's list of cell styles. */
const style = { head: 1, text: 2, guarded: 3, number: 4, plain: 5, day: 6, moment: 7, percent: 8 } as const

export const xml_head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
export const main_schema = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'

/** A sheet up to its first row of values: measures, the frozen head, and a style for the cells that are still empty. */
export function sheetStartXml(columns: readonly SheetColumn[], sample: readonly (readonly Cell[])[], first: boolean) {
  const cols = columns.map(
    (column, index) =>
      `<col min="${index + 1}" max="${index + 1}" width="${widthOf(column, sample, index)}" style="${style[column.format]}" customWidth="1"/>`,
  )
  const heads = columns.map(
    ({ head }, index) =>
      `<c r="${columnName(index)}1" s="${style.head}" t="inlineStr"><is><t xml:space="preserve">${escaped(head)}</t></is></c>`,
  )
  return `${xml_head}<worksheet xmlns="${main_schema}"><sheetViews><sheetView${first ? ' tabSelected="1"' : ''} workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/><selection pane="bottomLeft"/></sheetView></sheetViews><sheetFormatPr defaultRowHeight="${row_height}" customHeight="1"/><cols>${cols.join('')}</cols><sheetData><row r="1" ht="${head_height}" customHeight="1">${heads.join('')}</row>`
}

export const sheet_end_xml = '</sheetData></worksheet>'

/** Writes rows of these columns; `from` is the place in the sheet of the first of them, the head being 1. */
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
    const place = `<c r="${names[index]}${number}" s="`
    if (typeof value === 'number') xml += `${place}${numberStyle(columns[index]!.format)}"><v>${value}</v></c>`
    else if (typeof value === 'boolean') xml += `${place}${style.plain}" t="b"><v>${value ? 1 : 0}</v></c>`
    else {
      // Inline text is never a formula; the quote keeps it so when somebody edits the cell.
      const look = /^[=+\-@]/.test(value) ? style.guarded : style.text
      xml += `${place}${look}" t="inlineStr"><is><t xml:space="preserve">${escaped(value)}</t></is></c>`
    }
  }
  return `${xml}</row>`
}

const numberStyle = (format: Format) => (format === 'text' ? style.plain : style[format])

// Control characters, and the two that are no characters: XML cannot hold them.
// oxlint-disable-next-line no-control-regex
const forbidden = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g
// oxlint-disable-next-line no-control-regex
const awkward = /[\u0000-\u0008\u000b-\u001f&<>\ud800-\udfff\ufffe\uffff]|_x[0-9a-f]{4}_/i

/** Text as it may stand in XML: composed, without control characters, no longer than a cell takes. */
export function escaped(value: string): string {
  let text = value.length > most_characters ? value.slice(0, most_characters) : value
  text = text.normalize('NFC')
  if (!awkward.test(text)) return text
  return (
    text
      .toWellFormed()
      .replaceAll(forbidden, '')
      .replaceAll(/\r\n?/g, '\n')
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      // Excel reads _x0041_ as the character of that number; what only looks like it keeps its first stroke.
      .replaceAll(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_')
  )
}

/** 0 → 'A', 26 → 'AA', 16383 → 'XFD'. */
export function columnName(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26))
  return index < 26 ? letter : columnName(Math.floor(index / 26) - 1) + letter
}

const shown_widths: Partial<Record<Format, number>> = { day: 10, moment: 16, percent: 8 }

/** Wide enough for the head and for what the first rows hold, in characters. */
function widthOf({ head, format }: SheetColumn, sample: readonly (readonly Cell[])[], index: number): number {
  // Bold letters are wider, and a long head may take two lines.
  let longest = Math.min(head.length * 1.2, 30)
  for (const cells of sample) {
    const value = cells[index] ?? ''
    longest = Math.max(longest, typeof value === 'number' ? numberWidth(value, format) : textWidth(String(value)))
  }
  return Math.min(most_width, Math.max(least_width, Math.ceil(longest) + 2))
}

function numberWidth(value: number, format: Format): number {
  const digits = String(value).length
  return shown_widths[format] ?? digits + (format === 'number' ? Math.floor((digits - 1) / 3) : 0)
}

function textWidth(text: string): number {
  return text.includes('\n') ? Math.max(...text.split('\n').map((line) => line.length)) : text.length
}
