/** Reads the rows of a chosen file, .xlsx or .csv, recognised by its first bytes, never by its name. Runs in a web worker, and in a thread of the server. */
import { readCsv } from './csv-reader.ts'
import type { SheetRow } from './row-scanner.ts'
import { sheetErrors } from './sheet-error.ts'
import type { ImportLimits } from './sheet-limits.ts'
import { readXlsx, type SheetFacts } from './xlsx-reader.ts'
import { web_unpacking, type Unpacker } from './zip-reader.ts'

/** Passes the rows to `sink` in batches. @throws SheetError when the file is empty, too large, damaged or no table */
export async function readRows(
  file: Blob,
  limits: ImportLimits,
  sink: (rows: SheetRow[]) => void,
  unpacking: Unpacker = web_unpacking,
): Promise<SheetFacts> {
  if (file.size === 0) throw sheetErrors.empty_file()
  if (file.size > limits.bytes) throw sheetErrors.too_large(`hơn ${Math.round(limits.bytes / 1024 / 1024)} MB`)
  const kind = kindOf(new Uint8Array(await file.slice(0, head_length).arrayBuffer()))
  if (kind === 'xlsx') return readXlsx(file, limits, unpacking, sink)
  if (kind === 'compound') throw await compoundError(file)
  return readCsv(new Uint8Array(await file.arrayBuffer()), limits, sink)
}

/** How many bytes are read to recognise a file. */
export const head_length = 512

/** The kind of a file by its first bytes ('compound' is the container of old Office). @throws SheetError for a file that cannot be a table */
export function kindOf(head: Uint8Array): 'xlsx' | 'csv' | 'compound' {
  if (zip_starts.some((start) => startsWith(head, start))) return 'xlsx'
  if (startsWith(head, compound_start)) return 'compound'
  if (other_starts.some((start) => startsWith(head, start))) throw sheetErrors.not_sheet()
  const text = new TextDecoder().decode(head).trimStart()
  if (/^<(!doctype|html|\?xml|table|meta|head)/i.test(text)) throw sheetErrors.web_page()
  return 'csv'
}

/** A zip archive with entries, and an empty one. */
const zip_starts = [
  [0x50, 0x4b, 3, 4],
  [0x50, 0x4b, 5, 6],
]
const compound_start = [0xd0, 0xcf, 0x11, 0xe0]
/** PDF, RTF, PNG, JPEG, GIF, RAR, 7z and gzip. */
const other_starts = [
  [0x25, 0x50, 0x44, 0x46],
  [0x7b, 0x5c, 0x72, 0x74, 0x66],
  [0x89, 0x50, 0x4e, 0x47],
  [0xff, 0xd8, 0xff],
  [0x47, 0x49, 0x46, 0x38],
  [0x52, 0x61, 0x72, 0x21],
  [0x37, 0x7a, 0xbc, 0xaf],
  [0x1f, 0x8b],
]

const startsWith = (bytes: Uint8Array, start: readonly number[]) => start.every((byte, index) => bytes[index] === byte)

/** Old Excel files and encrypted new ones share the compound container; only the latter has a stream of this name, in UTF-16. */
async function compoundError(file: Blob): Promise<Error> {
  const name = [...'EncryptedPackage'].join('\u0000')
  const text = new TextDecoder('latin1').decode(await file.arrayBuffer())
  return text.includes(name) ? sheetErrors.encrypted() : sheetErrors.old_excel()
}

/** Identifies a file's content. Without https browsers have no `crypto.subtle`; then name, size and time have to do. */
export async function digestOf(file: Blob): Promise<string> {
  if (globalThis.crypto.subtle) {
    const digest = await crypto.subtle.digest('SHA-256', await file.arrayBuffer())
    return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
  }
  const { name, lastModified } = file as File
  return `${name}:${file.size}:${lastModified}`
}
