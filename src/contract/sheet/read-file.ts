/** Any file that somebody chose: told apart by its first bytes, never by its name. Runs in the worker, and in tests. */
import { readCsv } from './csv-reader.ts'
import type { SheetRow } from './row-scanner.ts'
import { sheetErrors } from './sheet-error.ts'
import type { ImportLimits } from './sheet-limits.ts'
import { readXlsx, type SheetFacts } from './xlsx-reader.ts'

export async function readRows(
  file: Blob,
  limits: ImportLimits,
  sink: (rows: SheetRow[]) => void,
): Promise<SheetFacts> {
  if (file.size === 0) throw sheetErrors.empty_file()
  if (file.size > limits.bytes) throw sheetErrors.too_large(`hơn ${Math.round(limits.bytes / 1024 / 1024)} MB`)
  const kind = kindOf(new Uint8Array(await file.slice(0, head_length).arrayBuffer()))
  if (kind === 'xlsx') return readXlsx(file, limits, sink)
  if (kind === 'compound') throw await compoundError(file)
  return readCsv(new Uint8Array(await file.arrayBuffer()), limits, sink)
}

/** So many bytes tell what a file is. */
export const head_length = 512

/** @throws SheetError when it is surely no table. */
export function kindOf(head: Uint8Array): 'xlsx' | 'csv' | 'compound' {
  if (startsWith(head, [0x50, 0x4b, 3, 4]) || startsWith(head, [0x50, 0x4b, 5, 6])) return 'xlsx'
  if (startsWith(head, [0xd0, 0xcf, 0x11, 0xe0])) return 'compound'
  if (foreign.some((start) => startsWith(head, start))) throw sheetErrors.not_sheet()
  const text = new TextDecoder().decode(head).trimStart()
  if (/^<(!doctype|html|\?xml|table|meta|head)/i.test(text)) throw sheetErrors.web_page()
  return 'csv'
}

/** PDF, RTF, PNG, JPEG, GIF, RAR, 7z and gzip. */
const foreign = [
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

/** Old Excel and a modern file with a password come in the same wrapping; only the latter holds this name. */
async function compoundError(file: Blob): Promise<Error> {
  const name = [...'EncryptedPackage'].join('\u0000')
  const text = new TextDecoder('latin1').decode(await file.arrayBuffer())
  return text.includes(name) ? sheetErrors.encrypted() : sheetErrors.old_excel()
}

/** By which a file is known again. Over plain http the browser gives no digests: there its name, size and time must do. */
export async function digestOf(file: Blob): Promise<string> {
  if (globalThis.crypto.subtle) {
    const digest = await crypto.subtle.digest('SHA-256', await file.arrayBuffer())
    return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
  }
  const { name, lastModified } = file as File
  return `${name}:${file.size}:${lastModified}`
}
