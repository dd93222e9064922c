/**
 * The directory of a zip file and its entries, unpacked by the platform. Names are only looked up, never written anywhere. A zip
 * entry becomes a gzip stream by ten bytes before it and its check sum and length behind it, so that the platform checks those too.
 */
import { sheetErrors } from './sheet-error.ts'
import type { ImportLimits } from './sheet-limits.ts'

export interface ZipEntry {
  name: string
  method: number
  encrypted: boolean
  packed: number
  size: number
  crc: number
  /** Where its own record begins. */
  at: number
}

const end_length = 22
const longest_comment = 65_535
const gzip_head = Uint8Array.of(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255)

export async function readDirectory(file: Blob, limits: ImportLimits): Promise<Map<string, ZipEntry>> {
  const { at, size, count } = await findDirectory(file)
  if (count > limits.entries) throw sheetErrors.too_large(`có ${count} phần bên trong`)
  if (at + size > file.size) throw sheetErrors.damaged()
  const view = new DataView(await file.slice(at, at + size).arrayBuffer())
  const entries = new Map<string, ZipEntry>()
  for (let offset = 0, read = 0; read < count; read++) {
    if (offset + 46 > view.byteLength || view.getUint32(offset, true) !== 0x02014b50) throw sheetErrors.damaged()
    const length = view.getUint16(offset + 28, true)
    const extra = view.getUint16(offset + 30, true)
    const entry = entryAt(view, offset, { length, extra })
    // Two of one name: which one is meant, readers do not agree on.
    if (entries.has(entry.name)) throw sheetErrors.damaged()
    entries.set(entry.name, entry)
    offset += 46 + length + extra + view.getUint16(offset + 32, true)
  }
  return entries
}

async function findDirectory(file: Blob): Promise<{ at: number; size: number; count: number }> {
  const from = Math.max(0, file.size - end_length - longest_comment)
  const view = new DataView(await file.slice(from).arrayBuffer())
  for (let offset = view.byteLength - end_length; offset >= 0; offset--) {
    if (view.getUint32(offset, true) !== 0x06054b50) continue
    const found = {
      count: view.getUint16(offset + 10, true),
      size: view.getUint32(offset + 12, true),
      at: view.getUint32(offset + 16, true),
    }
    const wide = found.count === 0xffff || found.size === 0xffffffff || found.at === 0xffffffff
    return wide ? wideDirectory(file, view, offset) : found
  }
  throw sheetErrors.damaged()
}

/** The 64-bit directory, which some writers use for small files as well. */
async function wideDirectory(file: Blob, view: DataView, end: number) {
  const locator = end - 20
  if (locator < 0 || view.getUint32(locator, true) !== 0x07064b50) throw sheetErrors.damaged()
  const at = Number(view.getBigUint64(locator + 8, true))
  const record = new DataView(await file.slice(at, at + 56).arrayBuffer())
  if (record.byteLength < 56 || record.getUint32(0, true) !== 0x06064b50) throw sheetErrors.damaged()
  return {
    count: Number(record.getBigUint64(32, true)),
    size: Number(record.getBigUint64(40, true)),
    at: Number(record.getBigUint64(48, true)),
  }
}

function entryAt(view: DataView, offset: number, { length, extra }: { length: number; extra: number }): ZipEntry {
  if (offset + 46 + length + extra > view.byteLength) throw sheetErrors.damaged()
  const name = new TextDecoder().decode(new Uint8Array(view.buffer, view.byteOffset + offset + 46, length))
  const entry = {
    name: name.replaceAll('\\', '/'),
    method: view.getUint16(offset + 10, true),
    encrypted: (view.getUint16(offset + 8, true) & 1) === 1,
    crc: view.getUint32(offset + 16, true),
    packed: view.getUint32(offset + 20, true),
    size: view.getUint32(offset + 24, true),
    at: view.getUint32(offset + 42, true),
  }
  return widened(entry, view, offset + 46 + length, extra)
}

/** Fields that did not fit stand in the 64-bit extension, in this order, each only where it was needed. */
function widened(entry: ZipEntry, view: DataView, from: number, length: number): ZipEntry {
  for (let at = from; at + 4 <= from + length; at += 4 + view.getUint16(at + 2, true)) {
    if (view.getUint16(at, true) !== 1) continue
    const end = Math.min(at + 4 + view.getUint16(at + 2, true), from + length)
    let next = at + 4
    const wide = (value: number) => {
      if (value !== 0xffffffff) return value
      if (next + 8 > end) throw sheetErrors.damaged()
      next += 8
      return Number(view.getBigUint64(next - 8, true))
    }
    const size = wide(entry.size)
    const packed = wide(entry.packed)
    return { ...entry, size, packed, at: wide(entry.at) }
  }
  return entry
}

/** How many bytes may still be unpacked of this file, over all of its entries. */
export interface Allowance {
  left: number
  ratio: number
}

/** What is packed as tightly as can be may be of any ratio while it is small. */
const small = 1024 * 1024

/** The text of an entry, piece by piece. Its size is checked before it is unpacked and counted while it is. */
export async function* readText(file: Blob, entry: ZipEntry, allowance: Allowance): AsyncGenerator<string> {
  if (entry.encrypted) throw sheetErrors.encrypted()
  if (entry.size > allowance.left || entry.size > small + entry.packed * allowance.ratio)
    throw sheetErrors.too_large('nội dung giải nén vượt mức cho phép')
  allowance.left -= entry.size
  const bytes = await unpacking(file, entry)
  const reader = bytes.getReader()
  const decoder = new TextDecoder()
  let seen = 0
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) break
      seen += value.length
      // It says less than it holds.
      if (seen > entry.size) throw sheetErrors.damaged()
      yield decoder.decode(value, { stream: true })
    }
  } catch (error) {
    // The platform's own complaints are about broken data.
    throw error instanceof TypeError ? sheetErrors.damaged() : error
  } finally {
    await reader.cancel().catch(() => undefined)
  }
  if (seen !== entry.size) throw sheetErrors.damaged()
  yield decoder.decode()
}

async function unpacking(file: Blob, entry: ZipEntry): Promise<ReadableStream<Uint8Array>> {
  const own = new DataView(await file.slice(entry.at, entry.at + 30).arrayBuffer())
  if (own.byteLength < 30 || own.getUint32(0, true) !== 0x04034b50) throw sheetErrors.damaged()
  const from = entry.at + 30 + own.getUint16(26, true) + own.getUint16(28, true)
  const packed = file.slice(from, from + entry.packed)
  if (entry.method === 0) return packed.stream()
  if (entry.method !== 8) throw sheetErrors.damaged()
  const tail = new DataView(new ArrayBuffer(8))
  tail.setUint32(0, entry.crc, true)
  tail.setUint32(4, entry.size, true)
  const gzip = new Blob([gzip_head, packed, tail.buffer])
  return gzip.stream().pipeThrough(new DecompressionStream('gzip'))
}
