/** Files on their way into a backup and out of it: packed, with the hash of what they hold. */
import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { PassThrough, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createZstdCompress, createZstdDecompress } from 'node:zlib'

export const packed_ending = '.zst'

export async function packStream(from: Readable, to: string): Promise<{ bytes: number; sha256: string }> {
  mkdirSync(dirname(to), { recursive: true, mode: 0o700 })
  const { through, digest } = byteCounter()
  const target = createWriteStream(`${to}${packed_ending}`, { flush: true, mode: 0o600 })
  await pipeline(from, through, createZstdCompress(), target)
  return digest()
}

/** Null when the file is gone: PostgreSQL removes files while they are copied, and its log says so. */
export async function pack(from: string, to: string): Promise<{ bytes: number; sha256: string } | null> {
  try {
    return await packStream(createReadStream(from), to)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

export async function unpack(from: string, to: string): Promise<{ bytes: number; sha256: string }> {
  mkdirSync(dirname(to), { recursive: true, mode: 0o700 })
  const { through, digest } = byteCounter()
  const target = createWriteStream(to, { flush: true, mode: 0o600 })
  await pipeline(createReadStream(`${from}${packed_ending}`), createZstdDecompress(), through, target)
  return digest()
}

function byteCounter() {
  const hash = createHash('sha256')
  let bytes = 0
  const counter = new PassThrough().on('data', (part: Buffer) => {
    hash.update(part)
    bytes += part.length
  })
  return { through: counter, digest: () => ({ bytes, sha256: hash.digest('hex') }) }
}

/** Does it for all, a few at a time. When it throws, no work goes on any more. */
export async function forEachOf<T>(
  all: readonly T[],
  work: (item: T) => Promise<void>,
  concurrency = 4,
): Promise<void> {
  const queue = all.values()
  let has_failed = false
  const workers = Array.from({ length: concurrency }, async () => {
    for (const item of queue) {
      if (has_failed) return
      try {
        await work(item)
      } catch (error) {
        has_failed = true
        throw error
      }
    }
  })
  await Promise.allSettled(workers)
  await Promise.all(workers)
}
