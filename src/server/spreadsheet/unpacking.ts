/** Unpacks and decodes spreadsheets with what Node has beyond browsers: a sheet of a million rows is 300 MB of XML. */
import { isAscii } from 'node:buffer'
import { pipeline, Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import type { Decoder, Unpacker } from '#contract/sheet/zip-reader.ts'

/** In bytes: the chunks of a DecompressionStream are a quarter of it, and each is a way to another thread. */
const chunk_size = 64 * 1024

export const node_unpacking: Unpacker = { gunzip, createDecoder }

function gunzip(gzip: Blob): ReadableStream<Uint8Array> {
  const unpacked = createGunzip({ chunkSize: chunk_size })
  // A failure reaches the reader through the stream itself.
  pipeline(Readable.fromWeb(gzip.stream()), unpacked, () => undefined)
  return Readable.toWeb(unpacked)
}

/** ASCII is copied as it is; a TextDecoder takes ten times as long for it. */
function createDecoder(): Decoder {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  let isWithinLetter = false
  return {
    decode(bytes = new Uint8Array(), options) {
      if (!isWithinLetter && isAscii(bytes))
        return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1')
      // A chunk may end within a letter, whose rest only this decoder can read.
      isWithinLetter = (bytes.at(-1) ?? 0) >= 0x80
      return decoder.decode(bytes, options)
    },
  }
}
