/** Batches the reads of counts (how many items wait in a queue): a page has many of them, and each is small. */
import type { AnswerOf, Call, InputOf } from '#contract/call.ts'
import { max_reads, reads_path, type ReadRequest } from '#contract/reads.ts'
import { token } from '#web/session/session.ts'
import type { ReadOptions } from './api.ts'
import { answerFrom, dataOf, newTransid, request, send, type Envelope } from './send.ts'

interface QueuedRead {
  call: Call
  input: Record<string, unknown>
  resolve: (data: unknown) => void
  reject: (error: unknown) => void
}

/** Long enough for all reads of one render, too short to be noticed. */
const batch_window_ms = 10

let queued: QueuedRead[] = []

/** A replacement of `send` that joins the reads of the same moment into one request. It cannot be aborted. */
function sendBatched<C extends Call>(call: C, input: InputOf<C>): Promise<AnswerOf<C>> {
  if (queued.length === 0) setTimeout(sendQueued, batch_window_ms)
  const { promise, resolve, reject } = Promise.withResolvers<unknown>()
  queued.push({ call, input: input as Record<string, unknown>, resolve, reject })
  return promise as Promise<AnswerOf<C>>
}

function sendQueued() {
  const all = queued
  queued = []
  for (let from = 0; from < all.length; from += max_reads) void sendBatch(all.slice(from, from + max_reads))
}

async function sendBatch(batch: readonly QueuedRead[]) {
  const [only] = batch
  if (batch.length === 1) return void send(only!.call, only!.input).then(only!.resolve, only!.reject)
  const options = { transid: newTransid(), bearer: token() }
  try {
    const requests = batch.map(({ call, input }): ReadRequest => ({ call: call.name, input }))
    const response = await request(batch_call, { reads: requests }, options)
    const envelopes = (await answerFrom(batch_call, response, options)) as unknown as readonly Envelope[]
    batch.forEach(({ resolve, reject }, index) => {
      try {
        resolve(dataOf(envelopes[index]!, { ...options, status: 200 }))
      } catch (refusal) {
        reject(refusal)
      }
    })
  } catch (error) {
    for (const { reject } of batch) reject(error)
  }
}

/** The part of a call that `request` needs. */
const batch_call = { name: `POST ${reads_path}`, method: 'POST', path: reads_path, within: null } as Call

/** Options of useRead for a count: live, batched, and shared by everything that shows it. */
export const counting = { live: true, fresh_ms: 30_000, sender: sendBatched } as const satisfies ReadOptions
