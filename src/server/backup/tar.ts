/** Reads the tar in which PostgreSQL sends a cluster: files and directories of short names, nothing else. */
import { once } from 'node:events'
import { PassThrough, type Readable } from 'node:stream'

const block = 512

/** Takes the next bytes of a stream, as many as are wanted. */
class Bytes {
  readonly #chunks: AsyncIterator<Buffer>
  #rest: Buffer = Buffer.alloc(0)

  constructor(source: Readable) {
    this.#chunks = source[Symbol.asyncIterator]() as AsyncIterator<Buffer>
  }

  /** At most so many; nothing at the end. */
  async some(max_bytes: number): Promise<Buffer> {
    while (this.#rest.length === 0) {
      const { value, done } = await this.#chunks.next()
      if (done) return this.#rest
      this.#rest = value
    }
    const part = this.#rest.subarray(0, max_bytes)
    this.#rest = this.#rest.subarray(part.length)
    return part
  }

  async exactly(count: number): Promise<Buffer> {
    const parts: Buffer[] = []
    for (let remaining = count; remaining > 0; remaining -= parts.at(-1)!.length) {
      const part = await this.some(remaining)
      if (part.length === 0) throw new Error('The archive ends within an entry')
      parts.push(part)
    }
    return Buffer.concat(parts)
  }
}

/** Hands each file of the archive to `take` in their order; it has to read the file to its end. */
export async function readTar(
  source: Readable,
  take: (path: string, content: Readable) => Promise<unknown>,
): Promise<void> {
  const bytes = new Bytes(source)
  for (;;) {
    const head = await bytes.exactly(block)
    if (head.every((byte) => byte === 0)) break
    const size = Number.parseInt(textAt(head, 124, 12), 8)
    const [name, prefix, type] = [textAt(head, 0, 100), textAt(head, 345, 155), textAt(head, 156, 1)]
    const path = prefix === '' ? name : `${prefix}/${name}`
    if (path.split('/').includes('..') || path.startsWith('/')) throw new Error(`The archive has a file ${path}`)
    if (type === '0' || type === '') await hand(bytes, size, (content) => take(path, content))
    else if (type !== '5') throw new Error(`The archive has an entry ${path} of the kind ${type}`)
  }
  // The padding at the end of the archive.
  while ((await bytes.some(block)).length > 0);
}

async function hand(bytes: Bytes, size: number, take: (content: Readable) => Promise<unknown>): Promise<void> {
  const content = new PassThrough()
  const consumed = take(content)
  const give = async () => {
    for (let remaining = size; remaining > 0;) {
      const part = await bytes.some(remaining)
      if (part.length === 0) throw new Error('The archive ends within a file')
      remaining -= part.length
      if (!content.write(part)) await once(content, 'drain')
    }
    content.end()
  }
  await Promise.all([consumed, give()])
  await bytes.exactly((block - (size % block)) % block)
}

function textAt(head: Buffer, from: number, length: number): string {
  const field = head.subarray(from, from + length)
  const end = field.indexOf(0)
  return field.toString('utf8', 0, end === -1 ? length : end).trim()
}
