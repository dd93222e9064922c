/** Reads the rows of the first visible sheet of an .xlsx file, with its shared strings and number formats. */
import { readNumberFormats } from './number-formats.ts'
import { RowScanner, type SheetNotes, type SheetRow } from './row-scanner.ts'
import { sheetErrors } from './sheet-error.ts'
import type { ImportLimits } from './sheet-limits.ts'
import { attribute, joinedText, prefixOf, tags } from './xml-text.ts'
import { readDirectory, readText, type Allowance, type Unpacker, type ZipEntry } from './zip-reader.ts'

export interface SheetFacts extends SheetNotes {
  /** Names of the sheet that was read and of the other visible ones. */
  sheet: string
  others: string[]
}

type Sink = (rows: SheetRow[]) => void

interface Source {
  file: Blob
  entries: Map<string, ZipEntry>
  limits: ImportLimits
  allowance: Allowance
  unpacking: Unpacker
}

export async function readXlsx(file: Blob, limits: ImportLimits, unpacking: Unpacker, sink: Sink): Promise<SheetFacts> {
  const entries = await readDirectory(file, limits)
  const allowance = { left_bytes: limits.unpacked, ratio: limits.ratio }
  const source: Source = { file, entries, limits, allowance, unpacking }
  const workbook_path = await findWorkbook(source)
  const workbook = await partText(source, workbook_path)
  const relations = await relationsOf(source, workbook_path)
  const { path, name, others: other_sheets } = pickSheet(workbook, relations)
  const part = (type: string) => relations.find((relation) => relation.type.endsWith(`/${type}`))?.path
  const formats = readNumberFormats(await partText(source, part('styles')))
  const shared = await readShared(source, part('sharedStrings'))
  const since_1904 = /\bdate1904\s*=\s*["'](1|true)/.test(workbook)
  const scanner = new RowScanner({ shared, formats, since_1904 }, limits)
  const sheet = entries.get(path)
  if (!sheet) throw sheetErrors.damaged()
  for await (const text of readText(file, sheet, allowance, unpacking)) {
    const rows = scanner.push(text)
    if (rows.length > 0) sink(rows)
  }
  return { ...scanner.notes, sheet: name, others: other_sheets }
}

async function findWorkbook(source: Source): Promise<string> {
  const { entries } = source
  if (entries.has('EncryptedPackage')) throw sheetErrors.encrypted()
  if (entries.has('xl/workbook.bin')) throw sheetErrors.binary_excel()
  const main = (await relationsOf(source, '')).find(({ type }) => type.endsWith('/officeDocument'))
  const path = main?.path ?? 'xl/workbook.xml'
  if (entries.has(path) && path.startsWith('xl/')) return path
  if (entries.has('mimetype') && entries.has('content.xml')) throw sheetErrors.open_document()
  throw sheetErrors.not_sheet()
}

interface Relation {
  id: string
  type: string
  path: string
}

/** The relationships of a part, with targets as paths from the archive's root. */
async function relationsOf(source: Source, path: string): Promise<Relation[]> {
  const folder = path.slice(0, path.lastIndexOf('/') + 1)
  const xml = await partText(source, `${folder}_rels/${path.slice(folder.length)}.rels`)
  return tags(xml, 'Relationship').map((tag) => ({
    id: attribute(tag, 'Id') ?? '',
    type: attribute(tag, 'Type') ?? '',
    path: resolvedPath(folder, attribute(tag, 'Target') ?? ''),
  }))
}

function resolvedPath(folder: string, target: string): string {
  return new URL(target.replaceAll('\\', '/'), `zip:/${folder}`).pathname.slice(1)
}

/** The first visible worksheet, and the names of the others. Chart and dialog sheets have other relationship types. */
function pickSheet(workbook: string, relations: readonly Relation[]) {
  const sheets = tags(workbook, 'sheet').flatMap((tag) => {
    const id = attribute(tag, String.raw`\w+:id`)
    const relation = relations.find((candidate) => candidate.id === id && candidate.type.endsWith('/worksheet'))
    if (!relation || /hidden/i.test(attribute(tag, 'state') ?? '')) return []
    return [{ name: attribute(tag, 'name') ?? '', path: relation.path }]
  })
  const [first_sheet, ...other_sheets] = sheets
  if (!first_sheet) throw sheetErrors.not_sheet()
  return { ...first_sheet, others: other_sheets.map(({ name }) => name) }
}

async function partText(source: Source, path: string | undefined): Promise<string> {
  const entry = path === undefined ? undefined : source.entries.get(path)
  if (!entry) return ''
  if (entry.size > max_part_length) throw sheetErrors.too_large('một phần bên trong lớn bất thường')
  let text = ''
  for await (const chunk of readText(source.file, entry, source.allowance, source.unpacking)) text += chunk
  return text
}

/** Styles, relationships and the list of sheets are far smaller in any normal file. */
const max_part_length = 20 * 1024 * 1024

/** The shared strings, to which cells refer by index. */
async function readShared(source: Source, path: string | undefined): Promise<string[]> {
  const entry = path === undefined ? undefined : source.entries.get(path)
  const texts: string[] = []
  if (!entry) return texts
  let rest = ''
  let prefix: string | null = null
  for await (const chunk of readText(source.file, entry, source.allowance, source.unpacking)) {
    const xml: string = rest + chunk
    prefix ??= /<(?![?!])[\w:]+[\s/>]/.test(xml) ? prefixOf(xml) : null
    rest = prefix === null ? xml : takeTexts(xml, prefix, texts)
    if (texts.length > source.limits.shared_strings) throw sheetErrors.too_large('quá nhiều chữ')
    if (rest.length > max_part_length) throw sheetErrors.damaged()
  }
  return texts
}

/** Moves the complete strings of `xml` to `texts` and returns the incomplete rest. */
function takeTexts(xml: string, prefix: string, texts: string[]): string {
  const open = `<${prefix}si`
  const end = `</${prefix}si>`
  let done = 0
  for (let start = xml.indexOf(open); start >= 0; start = xml.indexOf(open, done)) {
    const close = xml.indexOf('>', start)
    if (close < 0) return xml.slice(start)
    if (xml[close - 1] === '/') {
      texts.push('')
      done = close + 1
      continue
    }
    const to = xml.indexOf(end, close)
    if (to < 0) return xml.slice(start)
    texts.push(joinedText(xml.slice(close + 1, to), prefix))
    done = to + end.length
  }
  return xml.slice(Math.max(done, xml.lastIndexOf('<')))
}
