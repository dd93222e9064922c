/**
 * Reads the directory and the entries of a zip file. Entry names are only looked up, never used as paths. An entry is deflate data; with a gzip
 * header and trailer around it every platform unpacks it and verifies its checksum.
 */
import { sheetErrors } from './sheet-error.ts'
import type { ImportLimits } from './sheet-limits.ts'
import {
  entry_flags,
  gzip_header,
  gzip_trailer_length,
  zip64_markers,
  methods,
  record_lengths,
  signatures,
} from './zip-format.ts'

export interface ZipEntry {
  name: string
  method: number
  encrypted: boolean
  /** Compressed size in bytes. */
  packed: number
  /** Unpacked size in bytes. */
  size: number
  crc: number
  /** Offset of its local record in the file, in bytes. */
  local_offset: number
}

const max_comment_length = 65_535
const zip64_extra_id = 1

/** The entries of the archive by name. @throws SheetError where the archive is damaged or too large */
export async function readDirectory(file: Blob, limits: ImportLimits): Promise<Map<string, ZipEntry>> {
  const { offset: start, size, count } = await findDirectory(file)
  if (count > limits.entries) throw sheetErrors.too_large(`có ${count} phần bên trong`)
  if (start + size > file.size) throw sheetErrors.damaged()
  const view = new DataView(await file.slice(start, start + size).arrayBuffer())
  const entries = new Map<string, ZipEntry>()
  for (let offset = 0, entry_index = 0; entry_index < count; entry_index++) {
    if (offset + record_lengths.directory > view.byteLength) throw sheetErrors.damaged()
    if (view.getUint32(offset, true) !== signatures.directory) throw sheetErrors.damaged()
    const length = view.getUint16(offset + 28, true)
    const extra = view.getUint16(offset + 30, true)
    const entry = entryAt(view, offset, { length, extra })
    // Readers disagree on which of two entries with the same name counts.
    if (entries.has(entry.name)) throw sheetErrors.damaged()
    entries.set(entry.name, entry)
    offset += record_lengths.directory + length + extra + view.getUint16(offset + 32, true)
  }
  return entries
}

async function findDirectory(file: Blob): Promise<{ offset: number; size: number; count: number }> {
  const from = Math.max(0, file.size - record_lengths.end - max_comment_length)
  const view = new DataView(await file.slice(from).arrayBuffer())
  for (let offset = view.byteLength - record_lengths.end; offset >= 0; offset--) {
    if (view.getUint32(offset, true) !== signatures.end) continue
    const directory = {
      count: view.getUint16(offset + 10, true),
      size: view.getUint32(offset + 12, true),
      offset: view.getUint32(offset + 16, true),
    }
    const is_zip64 =
      directory.count === zip64_markers.count || [directory.size, directory.offset].includes(zip64_markers.number)
    return is_zip64 ? findDirectory64(file, view, offset) : directory
  }
  throw sheetErrors.damaged()
}

/** The position of the directory by the 64-bit records, which some programs write for small files too. */
async function findDirectory64(file: Blob, view: DataView, end: number) {
  const locator = end - record_lengths.locator_64
  if (locator < 0 || view.getUint32(locator, true) !== signatures.locator_64) throw sheetErrors.damaged()
  const record_offset = Number(view.getBigUint64(locator + 8, true))
  const record = new DataView(await file.slice(record_offset, record_offset + record_lengths.end_64).arrayBuffer())
  if (record.byteLength < record_lengths.end_64 || record.getUint32(0, true) !== signatures.end_64)
    throw sheetErrors.damaged()
  return {
    count: Number(record.getBigUint64(32, true)),
    size: Number(record.getBigUint64(40, true)),
    offset: Number(record.getBigUint64(48, true)),
  }
}

function entryAt(view: DataView, offset: number, { length, extra }: { length: number; extra: number }): ZipEntry {
  const name_at = offset + record_lengths.directory
  if (name_at + length + extra > view.byteLength) throw sheetErrors.damaged()
  const name = new TextDecoder().decode(new Uint8Array(view.buffer, view.byteOffset + name_at, length))
  const entry = {
    name: name.replaceAll('\\', '/'),
    method: view.getUint16(offset + 10, true),
    encrypted: (view.getUint16(offset + 8, true) & entry_flags.encrypted) !== 0,
    crc: view.getUint32(offset + 16, true),
    packed: view.getUint32(offset + 20, true),
    size: view.getUint32(offset + 24, true),
    local_offset: view.getUint32(offset + 42, true),
  }
  return withExtension(entry, view, name_at + length, extra)
}

/** Reads the values that do not fit 32 bits from the 64-bit extension, which has only those, in the order size, packed size, offset. */
function withExtension(entry: ZipEntry, view: DataView, from: number, length: number): ZipEntry {
  for (let position = from; position + 4 <= from + length; position += 4 + view.getUint16(position + 2, true)) {
    if (view.getUint16(position, true) !== zip64_extra_id) continue
    const end = Math.min(position + 4 + view.getUint16(position + 2, true), from + length)
    let next_position = position + 4
    const fullValue = (value: number) => {
      if (value !== zip64_markers.number) return value
      if (next_position + 8 > end) throw sheetErrors.damaged()
      next_position += 8
      return Number(view.getBigUint64(next_position - 8, true))
    }
    const size = fullValue(entry.size)
    const packed = fullValue(entry.packed)
    return { ...entry, size, packed, local_offset: fullValue(entry.local_offset) }
  }
  return entry
}

/** How many bytes may still be unpacked, over all entries of a file, and up to which compression ratio. */
export interface Allowance {
  left_bytes: number
  ratio: number
}

/** The part of a TextDecoder that is used: with `stream` the text may continue in the next chunk. */
export interface Decoder {
  decode(bytes?: Uint8Array, options?: { stream?: boolean }): string
}

/** How gzip data is unpacked and UTF-8 decoded: by what browsers and servers both have, or quicker where only a server runs. */
export interface Unpacker {
  /** The stream fails with a TypeError, or an error whose code begins with 'Z_', when the data is corrupt. */
  gunzip: (gzip: Blob) => ReadableStream<Uint8Array>
  createDecoder: () => Decoder
}

export const web_unpacking: Unpacker = {
  gunzip: (gzip) => gzip.stream().pipeThrough(new DecompressionStream('gzip')),
  createDecoder: () => new TextDecoder(),
}

/** The size in bytes up to which any compression ratio is accepted. */
const unchecked_ratio_bytes = 1024 * 1024

/** The text of an entry in chunks. The size is checked before unpacking and counted while unpacking. */
export async function* readText(
  file: Blob,
  entry: ZipEntry,
  allowance: Allowance,
  unpacking: Unpacker,
): AsyncGenerator<string> {
  if (entry.encrypted) throw sheetErrors.encrypted()
  if (entry.size > allowance.left_bytes || entry.size > unchecked_ratio_bytes + entry.packed * allowance.ratio)
    throw sheetErrors.too_large('nội dung giải nén vượt mức cho phép')
  allowance.left_bytes -= entry.size
  const unpacked = await unpack(file, entry, unpacking)
  const reader = unpacked.getReader()
  const decoder = unpacking.createDecoder()
  let unpacked_size = 0
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) break
      unpacked_size += value.length
      // The directory states a smaller size than the data has.
      if (unpacked_size > entry.size) throw sheetErrors.damaged()
      yield decoder.decode(value, { stream: true })
    }
  } catch (error) {
    throw isCorruption(error) ? sheetErrors.damaged() : error
  } finally {
    await reader.cancel().catch(() => undefined)
  }
  if (unpacked_size !== entry.size) throw sheetErrors.damaged()
  yield decoder.decode()
}

function isCorruption(error: unknown): boolean {
  return error instanceof TypeError || String((error as { code?: unknown } | null)?.code).startsWith('Z_')
}

async function unpack(file: Blob, entry: ZipEntry, { gunzip }: Unpacker): Promise<ReadableStream<Uint8Array>> {
  const local_record = new DataView(
    await file.slice(entry.local_offset, entry.local_offset + record_lengths.local).arrayBuffer(),
  )
  if (local_record.byteLength < record_lengths.local || local_record.getUint32(0, true) !== signatures.local)
    throw sheetErrors.damaged()
  // The lengths of the name and of the extra field.
  const data_offset =
    entry.local_offset + record_lengths.local + local_record.getUint16(26, true) + local_record.getUint16(28, true)
  const packed = file.slice(data_offset, data_offset + entry.packed)
  if (entry.method === methods.stored) return packed.stream()
  if (entry.method !== methods.deflated) throw sheetErrors.damaged()
  const trailer = new DataView(new ArrayBuffer(gzip_trailer_length))
  trailer.setUint32(0, entry.crc, true)
  trailer.setUint32(4, entry.size, true)
  return gunzip(new Blob([gzip_header, packed, trailer.buffer]))
}
