/**
 * Builds a zip archive in memory, compressed by the platform's CompressionStream. A gzip stream is deflate data between a header and a trailer with
 * checksum and length, which are exactly what a zip entry needs, so no checksum is computed here.
 */
import { entry_flags, gzip_header, gzip_trailer_length, methods, record_lengths, signatures } from './zip-format.ts'

export interface PackedEntry {
  name: string
  packed: Blob
  crc: number
  size: number
}

export interface EntryWriter {
  /** Bytes written so far, before packing. */
  readonly size: number
  write: (text: string) => Promise<void>
  close: () => Promise<PackedEntry>
}

/** The largest archive that zip has without its 64-bit extension; the writer refuses more. */
export const max_archive_bytes = 0xffff_fffe
/** 2.0, as deflate needs. */
const zip_version = 20
/** A fixed date, so that the same rows make the same file. */
const january_1980 = 0x21
const common_length = 26
const encoder = new TextEncoder()

/** Opens one file of the archive, compressed while it is written; only compressed bytes are kept. */
export function openEntry(name: string): EntryWriter {
  const gzip = new CompressionStream('gzip')
  const packed = new Response(gzip.readable).blob()
  const writer = gzip.writable.getWriter()
  let size = 0
  return {
    get size() {
      return size
    },
    async write(text) {
      const bytes = encoder.encode(text)
      size += bytes.length
      await writer.ready
      await writer.write(bytes)
    },
    async close() {
      await writer.close()
      return entryOf(name, await packed)
    },
  }
}

/** One file of the archive from a text that is already complete. */
export async function packEntry(name: string, text: string): Promise<PackedEntry> {
  const entry = openEntry(name)
  await entry.write(text)
  return entry.close()
}

async function entryOf(name: string, gzip: Blob): Promise<PackedEntry> {
  checkGzipHeader(new Uint8Array(await gzip.slice(0, gzip_header.length).arrayBuffer()))
  const trailer = new DataView(await gzip.slice(-gzip_trailer_length).arrayBuffer())
  const packed = gzip.slice(gzip_header.length, gzip.size - gzip_trailer_length)
  return { name, packed, crc: trailer.getUint32(0, true), size: trailer.getUint32(4, true) }
}

/** Flags (byte 3) would mean optional fields after the header, before the compressed bytes; no browser sets one. */
export function checkGzipHeader(header: Uint8Array): void {
  if (header[3] !== 0) throw new Error('the gzip stream has an unexpected header')
}

/** The archive of these entries. Sizes stand before each entry, because some readers do not support them after it. */
export function zip(entries: readonly PackedEntry[], type: string): Blob {
  const parts: (Blob | Uint8Array<ArrayBuffer>)[] = []
  const directory: Uint8Array<ArrayBuffer>[] = []
  let offset = 0
  let directory_size = 0
  for (const { name, packed, crc, size } of entries) {
    const name_bytes = encoder.encode(name)
    const common_fields = commonFields(name_bytes, packed.size, { crc, size })
    const directory_record = directoryRecord(common_fields, offset)
    parts.push(localRecord(common_fields), name_bytes, packed)
    directory.push(directory_record, name_bytes)
    offset += record_lengths.local + name_bytes.length + packed.size
    directory_size += directory_record.length + name_bytes.length
  }
  if (offset + directory_size > max_archive_bytes) throw new Error('the archive is larger than a zip file can be')
  return new Blob([...parts, ...directory, endRecord(entries.length, directory_size, offset)], { type })
}

/** The fields that an entry's local record and its directory record share: from the version to the length of the name. */
export function commonFields(
  name: Uint8Array,
  packed: number,
  { crc, size }: { crc: number; size: number },
  flags: number = entry_flags.utf8_name,
): Uint8Array {
  const view = new DataView(new ArrayBuffer(common_length))
  view.setUint16(0, zip_version, true)
  view.setUint16(2, flags, true)
  view.setUint16(4, methods.deflated, true)
  view.setUint16(8, january_1980, true)
  view.setUint32(10, crc, true)
  view.setUint32(14, packed, true)
  view.setUint32(18, size, true)
  view.setUint16(22, name.length, true)
  return new Uint8Array(view.buffer)
}

/** The record before an entry's name and data. */
export function localRecord(common: Uint8Array): Uint8Array<ArrayBuffer> {
  const record = new Uint8Array(record_lengths.local)
  new DataView(record.buffer).setUint32(0, signatures.local, true)
  record.set(common, 4)
  return record
}

/** The record of an entry in the directory; `offset` is that of its local record. */
export function directoryRecord(common: Uint8Array, offset: number): Uint8Array<ArrayBuffer> {
  const record = new Uint8Array(record_lengths.directory)
  const view = new DataView(record.buffer)
  view.setUint32(0, signatures.directory, true)
  view.setUint16(4, zip_version, true)
  record.set(common, 6)
  view.setUint32(42, offset, true)
  return record
}

/** The record at the end of the archive: number of entries, size and offset of the directory. */
export function endRecord(count: number, size: number, offset: number): Uint8Array<ArrayBuffer> {
  const record = new Uint8Array(record_lengths.end)
  const view = new DataView(record.buffer)
  view.setUint32(0, signatures.end, true)
  view.setUint16(8, count, true)
  view.setUint16(10, count, true)
  view.setUint32(12, size, true)
  view.setUint32(16, offset, true)
  return record
}
