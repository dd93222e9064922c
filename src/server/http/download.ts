/** Answers a call with a file that is generated while it is sent, no faster than the client reads it. */
import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import type { FastifyReply } from 'fastify'
import { concurrencyLimiter, keyedConcurrencyLimiter } from './concurrency.ts'

export interface FileAnswer {
  readonly name: string
  readonly type: string
  readonly bytes: AsyncIterable<Uint8Array>
}

const limitAll = concurrencyLimiter(2, 8)
const limitPerPerson = keyedConcurrencyLimiter<number>(1, 2)

/** A download occupies a database connection until its client has read it, so each person has one at a time and waits before another. */
export function limitDownloads<T>(user_id: number, work: () => Promise<T>): Promise<T> {
  return limitPerPerson(user_id, () => limitAll(work))
}

export interface Pace {
  /** The longest time for the whole download. */
  readonly whole_ms: number
  /** The longest time in which the client reads nothing. */
  readonly pause_ms: number
  /** The lowest average speed of the client in bytes per second, not counting the first `pause_ms` of waiting for it. */
  readonly bytes_per_s: number
}

const default_pace: Pace = { whole_ms: 10 * 60_000, pause_ms: 30_000, bytes_per_s: 64 * 1024 }

/** The response has begun: a later failure can only break off the file. */
const started_replies = new WeakSet<FastifyReply>()

export function isSending(reply: FastifyReply): boolean {
  return started_replies.has(reply)
}

/** The client disconnected or read too slowly: not a fault of the program. */
export class BrokenOff extends Error {}

/** Resolves when everything is sent. When the client disconnects or is too slow, generating the file is stopped too. */
export async function download(
  reply: FastifyReply,
  { name, type, bytes }: FileAnswer,
  pace: Pace = default_pace,
): Promise<void> {
  const giveUp = () => void body.destroy(new BrokenOff())
  const body = Readable.from(watched(bytes, pace, giveUp), { objectMode: false, highWaterMark: 256 * 1024 })
  started_replies.add(reply)
  reply.header('content-type', type).header('cache-control', 'no-store')
  reply.header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(name)}`)
  void reply.send(body)
  const end = setTimeout(giveUp, pace.whole_ms)
  try {
    await finished(body)
  } catch (error) {
    throw (error as { code?: string }).code === 'ERR_STREAM_PREMATURE_CLOSE' ? new BrokenOff() : error
  } finally {
    clearTimeout(end)
  }
}

/** Only the time between two chunks is counted as the client's; generating a chunk may take as long as it needs. */
async function* watched(
  bytes: AsyncIterable<Uint8Array>,
  { pause_ms, bytes_per_s }: Pace,
  giveUp: () => void,
): AsyncGenerator<Uint8Array> {
  let sent_bytes = 0
  let waited = 0
  for await (const piece of bytes) {
    const started_ms = performance.now()
    const allowed = pause_ms + (sent_bytes / bytes_per_s) * 1_000 - waited
    const slow = setTimeout(giveUp, Math.max(0, Math.min(pause_ms, allowed)))
    try {
      yield piece
    } finally {
      clearTimeout(slow)
    }
    sent_bytes += piece.length
    waited += performance.now() - started_ms
  }
}
