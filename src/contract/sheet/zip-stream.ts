/**
 * Streams a zip archive: bytes are produced when they are read, so that only the current chunk is in memory. Sizes of an entry are known only at its
 * end, so they stand in a descriptor after it and in the directory.
 */
import { entry_flags, gzip_header, gzip_trailer_length, record_lengths, signatures } from './zip-format.ts'
import {
  checkGzipHeader,
  commonFields,
  directoryRecord,
  endRecord,
  localRecord,
  max_archive_bytes,
} from './zip-writer.ts'

export interface StreamedEntry {
  name: string
  text: AsyncIterable<string> | Iterable<string>
}

const flags = entry_flags.utf8_name | entry_flags.sizes_follow
const encoder = new TextEncoder()

interface EntrySizes {
  crc: number
  size: number
  packed: number
}

export async function* zipStream(entries: AsyncIterable<StreamedEntry>): AsyncGenerator<Uint8Array> {
  const directory: Uint8Array[] = []
  let offset = 0
  for await (const { name, text } of entries) {
    const name_bytes = encoder.encode(name)
    const entry_offset = offset
    yield localRecord(commonFields(name_bytes, 0, { crc: 0, size: 0 }, flags))
    yield name_bytes
    const sizes = yield* deflate(text)
    yield descriptor(sizes)
    directory.push(directoryRecord(commonFields(name_bytes, sizes.packed, sizes, flags), entry_offset), name_bytes)
    offset += record_lengths.local + name_bytes.length + sizes.packed + record_lengths.descriptor
    if (offset > max_archive_bytes) throw new Error('the archive is larger than a zip file can be')
  }
  yield* directory
  const size = directory.reduce((sum, { length }) => sum + length, 0)
  // The directory has two chunks for each entry: its record and its name.
  yield endRecord(directory.length / 2, size, offset)
}

/** The record after an entry's data. */
function descriptor({ crc, packed, size }: EntrySizes): Uint8Array {
  const view = new DataView(new ArrayBuffer(record_lengths.descriptor))
  view.setUint32(0, signatures.descriptor, true)
  view.setUint32(4, crc, true)
  view.setUint32(8, packed, true)
  view.setUint32(12, size, true)
  return new Uint8Array(view.buffer)
}

/** Yields deflate data: compresses as gzip, drops its header and reads checksum and length from its trailer. */
async function* deflate(text: StreamedEntry['text']): AsyncGenerator<Uint8Array, EntrySizes> {
  const gzip = new CompressionStream('gzip')
  const writing = write(text, gzip.writable.getWriter())
  // The promise is awaited below; without this a rejection before that would count as unhandled.
  writing.catch(() => undefined)
  // The last bytes that arrived are held back, because they may be the trailer.
  let pending: Uint8Array = new Uint8Array()
  let header_length = gzip_header.length
  let packed_size = 0
  try {
    for await (const chunk of gzip.readable) {
      pending = joinedChunks(pending, chunk)
      if (pending.length < header_length) continue
      if (header_length > 0) checkGzipHeader(pending)
      const end = Math.max(header_length, pending.length - gzip_trailer_length)
      const ready = pending.subarray(header_length, end)
      pending = pending.slice(end)
      header_length = 0
      packed_size += ready.length
      if (ready.length > 0) yield ready
    }
    await writing
  } catch (error) {
    // An error while reading the text is the cause; the stream's own error only follows from it.
    await writing
    throw error
  } finally {
    // When the consumer stops early, the text may still be being read.
    await writing.catch(() => undefined)
  }
  const trailer = new DataView(pending.buffer, pending.byteOffset)
  return { crc: trailer.getUint32(0, true), size: trailer.getUint32(4, true), packed: packed_size }
}

async function write(text: StreamedEntry['text'], writer: WritableStreamDefaultWriter<Uint8Array<ArrayBuffer>>) {
  try {
    for await (const chunk of text) {
      await writer.ready
      await writer.write(encoder.encode(chunk))
    }
    await writer.close()
  } catch (error) {
    await writer.abort(error).catch(() => undefined)
    throw error
  }
}

function joinedChunks(one: Uint8Array, other: Uint8Array): Uint8Array {
  if (one.length === 0) return other
  const bothChunks = new Uint8Array(one.length + other.length)
  bothChunks.set(one)
  bothChunks.set(other, one.length)
  return bothChunks
}
