/** The fixed parts of an .xlsx around its sheets, for WorkbookWriter (in memory) and workbookStream (streamed). */
import { main_schema, xml_head } from './sheet-xml.ts'

export const xlsx_type = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** The most that is written to one sheet: Excel's own bound, and well below the 4 GB that a zip entry may have. */
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

const centred = (rest = '') => `<alignment vertical="center"${rest}/>`
const cellStyle = (format: number, rest: string, font = 0) =>
  `<xf numFmtId="${format}" fontId="${font}" fillId="0" borderId="0" xfId="0" applyAlignment="1"${rest}</xf>`

/** The index of each is its number in `style` of sheet-xml.ts: both change together. */
const styles_xml = `${xml_head}<styleSheet xmlns="${main_schema}"><numFmts count="3"><numFmt numFmtId="164" formatCode="dd/mm/yyyy"/><numFmt numFmtId="165" formatCode="dd/mm/yyyy\\ hh:mm"/><numFmt numFmtId="166" formatCode="0.0%"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="9">${[
  '<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>',
  cellStyle(49, ` applyFont="1" applyNumberFormat="1">${centred(' horizontal="center" wrapText="1"')}`, 1),
  cellStyle(49, ` applyNumberFormat="1">${centred()}`),
  cellStyle(49, ` applyNumberFormat="1" quotePrefix="1">${centred()}`),
  // 3 is the built-in '#,##0'.
  cellStyle(3, ` applyNumberFormat="1">${centred()}`),
  cellStyle(0, `>${centred()}`),
  cellStyle(164, ` applyNumberFormat="1">${centred()}`),
  cellStyle(165, ` applyNumberFormat="1">${centred()}`),
  cellStyle(166, ` applyNumberFormat="1">${centred()}`),
].join('')}</cellXfs></styleSheet>`

const root_relationships_xml = `${xml_head}<Relationships xmlns="${package_types}/relationships"><Relationship Id="rId1" Type="${relationship_types}/officeDocument" Target="xl/workbook.xml"/></Relationships>`

/** The stream writes it first: the other parts depend on the number of sheets. */
export const root_part: Part = { name: '_rels/.rels', xml: root_relationships_xml }

/** [Content_Types].xml comes first, where programs look that recognise files by their first bytes; a stream cannot do that. */
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
