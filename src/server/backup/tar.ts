/** Reads the tar in which PostgreSQL sends a cluster: files and directories of short names, nothing else. */
import { once } from 'node:events'
import { PassThrough, type Readable } from 'node:stream'

/** The archive is a sequence of blocks of this size; the last one of each file is padded. */
const block_bytes = 512

/** Reads a stream by a number of bytes at a time. */
class ByteReader {
  readonly #chunks: AsyncIterator<Buffer>
  #rest: Buffer = Buffer.alloc(0)

  constructor(source: Readable) {
    this.#chunks = source[Symbol.asyncIterator]() as AsyncIterator<Buffer>
  }

  /** Some bytes, at most this many; none at the end of the stream. */
  async readSome(max_bytes: number): Promise<Buffer> {
    while (this.#rest.length === 0) {
      const { value, done } = await this.#chunks.next()
      if (done) return this.#rest
      this.#rest = value
    }
    const part = this.#rest.subarray(0, max_bytes)
    this.#rest = this.#rest.subarray(part.length)
    return part
  }

  async readExactly(count: number): Promise<Buffer> {
    const parts: Buffer[] = []
    for (let remaining = count; remaining > 0; remaining -= parts.at(-1)!.length) {
      const part = await this.readSome(remaining)
      if (part.length === 0) throw new Error('The archive ends within an entry')
      parts.push(part)
    }
    return Buffer.concat(parts)
  }
}

/** Calls `onFile` for each file of the archive, one after the other; it has to read the content to its end. */
export async function readTar(
  source: Readable,
  onFile: (path: string, content: Readable) => Promise<unknown>,
): Promise<void> {
  const reader = new ByteReader(source)
  for (;;) {
    const head = await reader.readExactly(block_bytes)
    if (head.every((byte) => byte === 0)) break
    const size = Number.parseInt(textAt(head, 124, 12), 8)
    const [name, prefix, type] = [textAt(head, 0, 100), textAt(head, 345, 155), textAt(head, 156, 1)]
    const path = prefix === '' ? name : `${prefix}/${name}`
    if (path.split('/').includes('..') || path.startsWith('/')) throw new Error(`The archive has a file ${path}`)
    if (type === '0' || type === '') await passContent(reader, size, (content) => onFile(path, content))
    else if (type !== '5') throw new Error(`The archive has an entry ${path} of the kind ${type}`)
  }
  // The padding at the end of the archive.
  while ((await reader.readSome(block_bytes)).length > 0);
}

/** Passes the next `size` bytes to `consume` as a stream, and skips the padding behind them. */
async function passContent(
  reader: ByteReader,
  size: number,
  consume: (content: Readable) => Promise<unknown>,
): Promise<void> {
  const content = new PassThrough()
  const consumed = consume(content)
  const write = async () => {
    for (let remaining = size; remaining > 0;) {
      const part = await reader.readSome(remaining)
      if (part.length === 0) throw new Error('The archive ends within a file')
      remaining -= part.length
      if (!content.write(part)) await once(content, 'drain')
    }
    content.end()
  }
  await Promise.all([consumed, write()])
  await reader.readExactly((block_bytes - (size % block_bytes)) % block_bytes)
}

function textAt(head: Buffer, from: number, length: number): string {
  const field = head.subarray(from, from + length)
  const end = field.indexOf(0)
  return field.toString('utf8', 0, end === -1 ? length : end).trim()
}
