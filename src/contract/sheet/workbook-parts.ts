/** The fixed parts of an .xlsx around its sheets, for WorkbookWriter (in memory) and workbookStream (streamed). */
import { main_schema, style_index, xml_head } from './sheet-xml.ts'

export const xlsx_type = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** Limits of one sheet: Excel's row limit, and well below the 4 GB of a zip entry. */
export interface WrittenSheetLimits {
  rows: number
  bytes: number
}

export const excel_limits: WrittenSheetLimits = { rows: 1_048_576, bytes: 2 ** 31 }

interface Part {
  name: string
  xml: string
}

const package_types = 'http://schemas.openxmlformats.org/package/2006'
const relationship_types = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const content_type_prefix = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** numFmtId: below 164 Excel's built-in formats (3 is '#,##0', 49 is text), from 164 on those of `custom_formats`. */
const format_ids = { general: 0, number: 3, text: 49, day: 164, moment: 165, percent: 166 } as const
const custom_formats = { day: 'dd/mm/yyyy', moment: 'dd/mm/yyyy\\ hh:mm', percent: '0.0%' } as const
/** Indexes in <fonts> of styles_xml. */
const font_ids = { regular: 0, bold: 1 } as const

interface CellStyle {
  format: keyof typeof format_ids
  /** Bold, centred, on as many lines as needed. */
  is_head?: true
  /** Whether Excel treats the value as typed with a leading apostrophe, and so never as a formula. */
  is_quoted?: true
}

const cell_styles: Record<keyof typeof style_index, CellStyle> = {
  head: { format: 'text', is_head: true },
  text: { format: 'text' },
  quoted: { format: 'text', is_quoted: true },
  number: { format: 'number' },
  plain: { format: 'general' },
  day: { format: 'day' },
  moment: { format: 'moment' },
  percent: { format: 'percent' },
}

function cellStyleXml({ format, is_head, is_quoted }: CellStyle): string {
  const font = is_head ? font_ids.bold : font_ids.regular
  const flags = [
    is_head && ' applyFont="1"',
    format !== 'general' && ' applyNumberFormat="1"',
    is_quoted && ' quotePrefix="1"',
  ]
  const alignment = `<alignment vertical="center"${is_head ? ' horizontal="center" wrapText="1"' : ''}/>`
  return `<xf numFmtId="${format_ids[format]}" fontId="${font}" fillId="0" borderId="0" xfId="0" applyAlignment="1"${flags.filter(Boolean).join('')}>${alignment}</xf>`
}

const default_style_xml = '<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>'
const cell_styles_xml = [
  default_style_xml,
  ...Object.entries(style_index)
    .toSorted(([, index], [, other]) => index - other)
    .map(([name]) => cellStyleXml(cell_styles[name as keyof typeof style_index])),
]
const custom_formats_xml = Object.entries(custom_formats).map(
  ([name, code]) => `<numFmt numFmtId="${format_ids[name as keyof typeof custom_formats]}" formatCode="${code}"/>`,
)
const fontXml = (weight = '') => `<font>${weight}<sz val="11"/><name val="Calibri"/></font>`

const styles_xml = `${xml_head}<styleSheet xmlns="${main_schema}"><numFmts count="${custom_formats_xml.length}">${custom_formats_xml.join('')}</numFmts><fonts count="2">${fontXml()}${fontXml('<b/>')}</fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1">${default_style_xml.replace(' xfId="0"', '')}</cellStyleXfs><cellXfs count="${cell_styles_xml.length}">${cell_styles_xml.join('')}</cellXfs></styleSheet>`

const root_relationships_xml = `${xml_head}<Relationships xmlns="${package_types}/relationships"><Relationship Id="rId1" Type="${relationship_types}/officeDocument" Target="xl/workbook.xml"/></Relationships>`

/** The stream writes it first: the other parts depend on the number of sheets. */
export const root_part: Part = { name: '_rels/.rels', xml: root_relationships_xml }

/** [Content_Types].xml comes first, because some programs recognise an .xlsx by its first bytes; the stream cannot do that. */
export function packageParts(sheets: number): readonly Part[] {
  return [
    { name: '[Content_Types].xml', xml: contentTypesXml(sheets) },
    root_part,
    { name: 'xl/workbook.xml', xml: workbookXml(sheets) },
    { name: 'xl/_rels/workbook.xml.rels', xml: workbookRelationsXml(sheets) },
    { name: 'xl/styles.xml', xml: styles_xml },
  ]
}

export function sheetPath(number: number): string {
  return `xl/worksheets/sheet${number}.xml`
}

function contentTypesXml(sheets: number): string {
  const sheet = (number: number) =>
    `<Override PartName="/${sheetPath(number)}" ContentType="${content_type_prefix}.worksheet+xml"/>`
  return `${xml_head}<Types xmlns="${package_types}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${content_type_prefix}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${content_type_prefix}.styles+xml"/>${repeatNumbered(sheets, sheet)}</Types>`
}

function workbookXml(sheets: number): string {
  const sheet = (number: number) => `<sheet name="Sheet${number}" sheetId="${number}" r:id="rId${number}"/>`
  return `${xml_head}<workbook xmlns="${main_schema}" xmlns:r="${relationship_types}"><bookViews><workbookView/></bookViews><sheets>${repeatNumbered(sheets, sheet)}</sheets></workbook>`
}

function workbookRelationsXml(sheets: number): string {
  const relation = (id: number, type: string, target: string) =>
    `<Relationship Id="rId${id}" Type="${relationship_types}/${type}" Target="${target}"/>`
  const sheet = (number: number) => relation(number, 'worksheet', `worksheets/sheet${number}.xml`)
  return `${xml_head}<Relationships xmlns="${package_types}/relationships">${repeatNumbered(sheets, sheet)}${relation(sheets + 1, 'styles', 'styles.xml')}</Relationships>`
}

function repeatNumbered(count: number, part: (number: number) => string): string {
  return Array.from({ length: count }, (_, index) => part(index + 1)).join('')
}
