/** A call whose body is a file of any size: it is written to disk as it arrives and is never held in memory. */
import { createHash, randomUUID } from 'node:crypto'
import { mkdir, open, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyRequest } from 'fastify'
import { Failure } from '#contract/errors.ts'
import { head_length } from '#contract/sheet/read-file.ts'
import { messages } from '#contract/messages.ts'
import { max_stream_bytes } from '#contract/wire.ts'
import { concurrencyLimiter, keyedConcurrencyLimiter } from './concurrency.ts'

export interface SpooledFile {
  /** The name that the client sent; never used as a path. */
  readonly name: string
  /** The file's name in the spool directory. */
  readonly spool_name: string
  readonly size: number
  /** SHA-256 */
  readonly digest: Buffer
  /** The first bytes, by which the kind of file is recognised. */
  readonly head: Buffer
  /** The whole content of a small file; null when it is longer than this. */
  read(max_bytes: number): Promise<Buffer | null>
  /** Keeps the file after the call; otherwise it is deleted when the call ends. */
  keep(): void
}

const endings: Readonly<Record<string, string>> = {
  'application/octet-stream': 'bin',
  'text/csv': 'csv',
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'xlsx',
}
export const stream_types = Object.keys(endings)
const max_name_length = 200

export interface FilesLocation {
  data_dir: string
  files_dir?: string | null
}

/** The spool directory: shared by all programs on one database where one is configured. */
export function filesDir({ data_dir, files_dir }: FilesLocation): string {
  return files_dir ?? data_dir
}

/** Where uploaded files wait until a job has processed them, possibly in another program than the one that received them. */
export function spoolDir(location: FilesLocation): string {
  return join(filesDir(location), 'uploads')
}

/** How many uploads run at once: each occupies disk and a connection for as long as its sender likes. */
const limitUploads = concurrencyLimiter(4, 8)
/** How many of them one person has: slow uploads of one person leave the others' slots free. */
const limitPerPerson = keyedConcurrencyLimiter<number>(1, 2)

/** The lowest average speed of a sender, after a grace period; a slower one is cut off. */
const min_pace = { after_ms: 10_000, bytes_per_s: 4 * 1024 }

/** Reads the whole body. One over the limit is answered with 413; one that broke off leaves no file. */
export function receive(request: FastifyRequest, spool_dir: string, user_id: number): Promise<Spooled> {
  const name = nameOf(request)
  return limitPerPerson(user_id, () => limitUploads(() => spool(request, spool_dir, name)))
}

async function spool(request: FastifyRequest, spool_dir: string, name: string): Promise<Spooled> {
  const spool_name = randomUUID()
  const path = join(spool_dir, spool_name)
  await mkdir(spool_dir, { recursive: true })
  try {
    return new Spooled(path, { name, spool_name, ...(await write(request, path)) })
  } catch (error) {
    await rm(path, { force: true })
    throw error
  }
}

async function write({ raw }: FastifyRequest, path: string): Promise<Pick<SpooledFile, 'size' | 'digest' | 'head'>> {
  if (Number(raw.headers['content-length'] ?? 0) > max_stream_bytes) throw fault(413)
  const file = await open(path, 'wx', 0o600)
  const digest = createHash('sha256')
  let [size, head] = [0, Buffer.alloc(0)]
  const started_ms = performance.now()
  const pace = setInterval(() => {
    const late_ms = performance.now() - started_ms - min_pace.after_ms
    if (size < (late_ms / 1000) * min_pace.bytes_per_s) raw.destroy(fault(408))
  }, 1_000)
  try {
    // A refusal is sent over this connection, so it must stay open.
    for await (const chunk of raw.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      size += chunk.length
      if (size > max_stream_bytes) throw fault(413)
      digest.update(chunk)
      if (head.length < head_length) head = Buffer.concat([head, chunk]).subarray(0, head_length)
      await file.write(chunk)
    }
  } catch (error) {
    throw raw.complete || (error as { statusCode?: number }).statusCode ? error : fault(400)
  } finally {
    clearInterval(pace)
    await file.close()
  }
  return { size, digest: digest.digest(), head: Buffer.from(head) }
}

function fault(statusCode: number): Error {
  return Object.assign(new Error('The body cannot be taken'), { statusCode })
}

/**
 * The file name in `x-file-name` or in the content disposition, percent-encoded because headers are Latin; without either it is named after its kind.
 */
function nameOf({ headers }: FastifyRequest): string {
  const disposition = headers['content-disposition'] ?? ''
  const encoded = headers['x-file-name'] ?? /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1]
  const name = decoded(String(encoded ?? /filename="?([^";]+)/i.exec(disposition)?.[1] ?? ''))
  if (encoded !== undefined && !name)
    throw new Failure('request_invalid', { fields: { 'x-file-name': messages.invalid } })
  return (name || `tep.${endings[headers['content-type'] ?? ''] ?? 'bin'}`).slice(0, max_name_length)
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text).replaceAll(/\p{C}/gu, '').trim()
  } catch {
    return ''
  }
}

export class Spooled implements SpooledFile {
  readonly name: string
  readonly spool_name: string
  readonly size: number
  readonly digest: Buffer
  readonly head: Buffer
  readonly #path: string
  #kept = false

  constructor(path: string, { name, spool_name, size, digest, head }: Omit<SpooledFile, 'keep' | 'read'>) {
    this.#path = path
    this.name = name
    this.spool_name = spool_name
    this.size = size
    this.digest = digest
    this.head = head
  }

  keep(): void {
    this.#kept = true
  }

  async read(max_bytes: number): Promise<Buffer | null> {
    return this.size > max_bytes ? null : readFile(this.#path)
  }

  /**
   * Does the work of the call, then deletes the file unless the work keeps it. After a fault the work may have committed: then the file stays too.
   */
  async during<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      if (error instanceof Failure) this.#kept = false
      throw error
    } finally {
      if (!this.#kept) await rm(this.#path, { force: true })
    }
  }
}
