/**
 * A zip archive as bytes that are made when they are asked for, so that nothing is held but what is on its way. What an entry's sizes are is
 * known only behind it: there they stand, and in the directory at the end.
 */
import {
  commonFields,
  directoryRecord,
  endRecord,
  gzip_head,
  gzip_tail,
  localRecord,
  most_bytes,
  utf8_name,
} from './zip-writer.ts'

export interface StreamedEntry {
  name: string
  text: AsyncIterable<string> | Iterable<string>
}

/** The sizes stand behind the entry. */
const sizes_behind = 0x0008
const flags = utf8_name | sizes_behind
const encoder = new TextEncoder()

interface Measures {
  crc: number
  size: number
  packed: number
}

export async function* zipStream(entries: AsyncIterable<StreamedEntry>): AsyncGenerator<Uint8Array> {
  const directory: Uint8Array[] = []
  let at = 0
  for await (const { name, text } of entries) {
    const name_bytes = encoder.encode(name)
    const listed_at = at
    yield localRecord(commonFields(name_bytes, 0, { crc: 0, size: 0 }, flags))
    yield name_bytes
    const measures = yield* packed(text)
    yield descriptor(measures)
    directory.push(directoryRecord(commonFields(name_bytes, measures.packed, measures, flags), listed_at), name_bytes)
    at += 30 + name_bytes.length + measures.packed + 16
    if (at > most_bytes) throw new Error('the archive is larger than a zip file can be')
  }
  yield* directory
  const size = directory.reduce((sum, { length }) => sum + length, 0)
  yield endRecord(directory.length / 2, size, at)
}

function descriptor({ crc, packed: packed_size, size }: Measures): Uint8Array {
  const view = new DataView(new ArrayBuffer(16))
  view.setUint32(0, 0x08074b50, true)
  view.setUint32(4, crc, true)
  view.setUint32(8, packed_size, true)
  view.setUint32(12, size, true)
  return new Uint8Array(view.buffer)
}

/** The deflated bytes inside of a gzip stream: what stands around them is taken off and read. */
async function* packed(text: StreamedEntry['text']): AsyncGenerator<Uint8Array, Measures> {
  const gzip = new CompressionStream('gzip')
  const writing = write(text, gzip.writable.getWriter())
  // Heard below, after the reader has heard of it too.
  writing.catch(() => undefined)
  let held: Uint8Array = new Uint8Array()
  let [head, sent] = [gzip_head, 0]
  try {
    for await (const chunk of gzip.readable) {
      held = joined(held, chunk)
      if (head > 0 && held.length < head) continue
      // Flags would mean that more stands between the head and the packed bytes.
      if (head > 0 && held[3] !== 0) throw new Error('the gzip stream has an unexpected head')
      const ready = held.subarray(head, Math.max(head, held.length - gzip_tail))
      held = held.slice(Math.max(head, held.length - gzip_tail))
      head = 0
      sent += ready.length
      if (ready.length > 0) yield ready
    }
    await writing
  } catch (error) {
    // What broke the text says more than that its stream is broken.
    await writing
    throw error
  } finally {
    // Whoever reads the text may be in the middle of it when nobody wants the bytes any more.
    await writing.catch(() => undefined)
  }
  const tail = new DataView(held.buffer, held.byteOffset)
  return { crc: tail.getUint32(0, true), size: tail.getUint32(4, true), packed: sent }
}

async function write(text: StreamedEntry['text'], writer: WritableStreamDefaultWriter<Uint8Array<ArrayBuffer>>) {
  try {
    for await (const piece of text) {
      await writer.ready
      await writer.write(encoder.encode(piece))
    }
    await writer.close()
  } catch (error) {
    await writer.abort(error).catch(() => undefined)
    throw error
  }
}

function joined(one: Uint8Array, other: Uint8Array): Uint8Array {
  if (one.length === 0) return other
  const both = new Uint8Array(one.length + other.length)
  both.set(one)
  both.set(other, one.length)
  return both
}
