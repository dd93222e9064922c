/** A call whose answer is a file: sent while it is made, only as fast as the client takes it. */
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

/** Each holds a connection to the database for as long as its client takes: a person has one, and waits for it to have another. */
export function limitDownloads<T>(user_id: number, work: () => Promise<T>): Promise<T> {
  return limitPerPerson(user_id, () => limitAll(work))
}

export interface Pace {
  /** From the first byte to the last. */
  readonly whole_ms: number
  /** Without a single byte taken. */
  readonly pause_ms: number
  /** What the client takes on the average, when the first `pause_ms` that it was waited for are not counted. */
  readonly bytes_per_s: number
}

const default_pace: Pace = { whole_ms: 10 * 60_000, pause_ms: 30_000, bytes_per_s: 64 * 1024 }

/** Sending: what is wrong by now can only break the file off. */
const begun = new WeakSet<FastifyReply>()

export function isSending(reply: FastifyReply): boolean {
  return begun.has(reply)
}

/** The client went away before the end, or took it too slowly: no fault of ours. */
export class BrokenOff extends Error {}

/** Done when all of it is sent. When the client goes away or keeps it too long, the work that makes the file ends too. */
export async function download(
  reply: FastifyReply,
  { name, type, bytes }: FileAnswer,
  pace: Pace = default_pace,
): Promise<void> {
  const giveUp = () => void body.destroy(new BrokenOff())
  const body = Readable.from(watched(bytes, pace, giveUp), { objectMode: false, highWaterMark: 256 * 1024 })
  begun.add(reply)
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

/** Only the time between two pieces is the client's: making them takes what it takes. */
async function* watched(
  bytes: AsyncIterable<Uint8Array>,
  { pause_ms, bytes_per_s }: Pace,
  giveUp: () => void,
): AsyncGenerator<Uint8Array> {
  let sent = 0
  let waited = 0
  for await (const piece of bytes) {
    const since = performance.now()
    const allowed = pause_ms + (sent / bytes_per_s) * 1_000 - waited
    const slow = setTimeout(giveUp, Math.max(0, Math.min(pause_ms, allowed)))
    try {
      yield piece
    } finally {
      clearTimeout(slow)
    }
    sent += piece.length
    waited += performance.now() - since
  }
}
