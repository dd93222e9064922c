/** The XML inside of an .xlsx as we write it: cells, rows, styles and the parts around them. */
import type { Cell } from '#contract/sheet/row-scanner.ts'

/** How the cells of a column look: whole numbers with grouping, plain numbers, real dates, or text that stays text. */
export type Format = 'text' | 'number' | 'plain' | 'day' | 'moment'

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

/** Places in the list of cell styles below. */
const style = { head: 1, text: 2, guarded: 3, number: 4, plain: 5, day: 6, moment: 7 } as const

const xml_head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const package_types = 'http://schemas.openxmlformats.org/package/2006'
const office_types = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const content_type = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

const centred = (rest = '') => `<alignment vertical="center"${rest}/>`
const cellStyle = (format: number, rest: string, font = 0) =>
  `<xf numFmtId="${format}" fontId="${font}" fillId="0" borderId="0" xfId="0" applyAlignment="1"${rest}</xf>`

export const styles_xml = `${xml_head}<styleSheet xmlns="${main}"><numFmts count="2"><numFmt numFmtId="164" formatCode="dd/mm/yyyy"/><numFmt numFmtId="165" formatCode="dd/mm/yyyy\\ hh:mm"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="8">${[
  '<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>',
  cellStyle(49, ` applyFont="1" applyNumberFormat="1">${centred(' horizontal="center" wrapText="1"')}`, 1),
  cellStyle(49, ` applyNumberFormat="1">${centred()}`),
  cellStyle(49, ` applyNumberFormat="1" quotePrefix="1">${centred()}`),
  // 3 is the built-in '#,##0'.
  cellStyle(3, ` applyNumberFormat="1">${centred()}`),
  cellStyle(0, `>${centred()}`),
  cellStyle(164, ` applyNumberFormat="1">${centred()}`),
  cellStyle(165, ` applyNumberFormat="1">${centred()}`),
].join('')}</cellXfs></styleSheet>`

export const relations_xml = `${xml_head}<Relationships xmlns="${package_types}/relationships"><Relationship Id="rId1" Type="${office_types}/officeDocument" Target="xl/workbook.xml"/></Relationships>`

export function contentTypesXml(sheets: number): string {
  const sheet = (number: number) =>
    `<Override PartName="/xl/worksheets/sheet${number}.xml" ContentType="${content_type}.worksheet+xml"/>`
  return `${xml_head}<Types xmlns="${package_types}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${content_type}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${content_type}.styles+xml"/>${numbered(sheets, sheet)}</Types>`
}

export function workbookXml(sheets: number): string {
  const sheet = (number: number) => `<sheet name="Sheet${number}" sheetId="${number}" r:id="rId${number}"/>`
  return `${xml_head}<workbook xmlns="${main}" xmlns:r="${office_types}"><bookViews><workbookView/></bookViews><sheets>${numbered(sheets, sheet)}</sheets></workbook>`
}

export function workbookRelationsXml(sheets: number): string {
  const relation = (id: number, type: string, target: string) =>
    `<Relationship Id="rId${id}" Type="${office_types}/${type}" Target="${target}"/>`
  const sheet = (number: number) => relation(number, 'worksheet', `worksheets/sheet${number}.xml`)
  return `${xml_head}<Relationships xmlns="${package_types}/relationships">${numbered(sheets, sheet)}${relation(sheets + 1, 'styles', 'styles.xml')}</Relationships>`
}

function numbered(count: number, part: (number: number) => string): string {
  return Array.from({ length: count }, (_, index) => part(index + 1)).join('')
}

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
  return `${xml_head}<worksheet xmlns="${main}"><sheetViews><sheetView${first ? ' tabSelected="1"' : ''} workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/><selection pane="bottomLeft"/></sheetView></sheetViews><sheetFormatPr defaultRowHeight="${row_height}" customHeight="1"/><cols>${cols.join('')}</cols><sheetData><row r="1" ht="${head_height}" customHeight="1">${heads.join('')}</row>`
}

export const sheet_end_xml = '</sheetData></worksheet>'

/** One row; `number` is its place in the sheet, the head being 1. `names` are those of the columns: A, B, C. */
export function rowXml(
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

const shown_widths: Partial<Record<Format, number>> = { day: 10, moment: 16 }

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
