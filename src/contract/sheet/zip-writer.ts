/**
 * A zip archive in memory, packed by the platform. A gzip stream is a deflate stream between ten bytes of head and, behind it, the
 * check sum and the length: the very things that a zip entry wants, so that no check sum is computed here.
 */

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

export const gzip_head = 10
export const gzip_tail = 8
/** Beyond this the format needs its 64-bit extension, which no file of ours comes near. */
export const most_bytes = 0xffff_fffe
const encoder = new TextEncoder()

/** One file of the archive, packed while it is written; only packed bytes are held. */
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

export async function packEntry(name: string, text: string): Promise<PackedEntry> {
  const entry = openEntry(name)
  await entry.write(text)
  return entry.close()
}

async function entryOf(name: string, gzip: Blob): Promise<PackedEntry> {
  const head = new Uint8Array(await gzip.slice(0, gzip_head).arrayBuffer())
  // Flags would mean that more stands between the head and the packed bytes; no browser sets one.
  if (head[3] !== 0) throw new Error('the gzip stream has an unexpected head')
  const tail = new DataView(await gzip.slice(-gzip_tail).arrayBuffer())
  const packed = gzip.slice(gzip_head, gzip.size - gzip_tail)
  return { name, packed, crc: tail.getUint32(0, true), size: tail.getUint32(4, true) }
}

/** The archive. Sizes are known by now and stand before each entry, which the simplest readers need. */
export function zip(entries: readonly PackedEntry[], type: string): Blob {
  const parts: (Blob | Uint8Array<ArrayBuffer>)[] = []
  const directory: Uint8Array<ArrayBuffer>[] = []
  let at = 0
  let directory_size = 0
  for (const { name, packed, crc, size } of entries) {
    const name_bytes = encoder.encode(name)
    const common = commonFields(name_bytes, packed.size, { crc, size })
    const listed = directoryRecord(common, at)
    parts.push(localRecord(common), name_bytes, packed)
    directory.push(listed, name_bytes)
    at += 30 + name_bytes.length + packed.size
    directory_size += listed.length + name_bytes.length
  }
  if (at + directory_size > most_bytes) throw new Error('the archive is larger than a zip file can be')
  return new Blob([...parts, ...directory, endRecord(entries.length, directory_size, at)], { type })
}

/** The name is UTF-8. */
export const utf8_name = 0x0800

/** What the record before an entry and its record in the directory have in common: version to name length. */
export function commonFields(
  name: Uint8Array,
  packed: number,
  { crc, size }: { crc: number; size: number },
  flags = utf8_name,
): Uint8Array {
  const view = new DataView(new ArrayBuffer(26))
  view.setUint16(0, 20, true)
  view.setUint16(2, flags, true)
  view.setUint16(4, 8, true)
  // 1 January 1980: the same rows make the same file.
  view.setUint16(8, 0x21, true)
  view.setUint32(10, crc, true)
  view.setUint32(14, packed, true)
  view.setUint32(18, size, true)
  view.setUint16(22, name.length, true)
  return new Uint8Array(view.buffer)
}

export function localRecord(common: Uint8Array): Uint8Array<ArrayBuffer> {
  return Uint8Array.of(0x50, 0x4b, 3, 4, ...common)
}

export function directoryRecord(common: Uint8Array, at: number): Uint8Array<ArrayBuffer> {
  const record = new Uint8Array(46)
  record.set([0x50, 0x4b, 1, 2, 20, 0])
  record.set(common, 6)
  new DataView(record.buffer).setUint32(42, at, true)
  return record
}

export function endRecord(count: number, size: number, at: number): Uint8Array<ArrayBuffer> {
  const record = new Uint8Array(22)
  record.set([0x50, 0x4b, 5, 6])
  const view = new DataView(record.buffer)
  view.setUint16(8, count, true)
  view.setUint16(10, count, true)
  view.setUint32(12, size, true)
  view.setUint32(16, at, true)
  return record
}
