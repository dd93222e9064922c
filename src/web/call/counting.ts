/** Counts of work that waits: asked for together, because each is little and a page has many of them. */
import type { AnswerOf, Call, InputOf } from '#contract/call.ts'
import { most_reads, reads_path, type ReadRequest } from '#contract/reads.ts'
import { token } from '#web/session/session.ts'
import type { ReadOptions } from './api.ts'
import { answerFrom, dataOf, newTransid, request, send, type Envelope } from './send.ts'

interface Gathered {
  call: Call
  input: Record<string, unknown>
  resolve: (data: unknown) => void
  reject: (error: unknown) => void
}

/** Long enough for all that one change of the page asks for, too short to be seen. */
const gather_ms = 10

let gathered: Gathered[] = []

/** Sends what is asked for in the same moment as one request. Whoever no longer wants an answer is answered all the same. */
function sendTogether<C extends Call>(call: C, input: InputOf<C>): Promise<AnswerOf<C>> {
  if (gathered.length === 0) setTimeout(sendGathered, gather_ms)
  const { promise, resolve, reject } = Promise.withResolvers<unknown>()
  gathered.push({ call, input: input as Record<string, unknown>, resolve, reject })
  return promise as Promise<AnswerOf<C>>
}

function sendGathered() {
  const all = gathered
  gathered = []
  for (let at = 0; at < all.length; at += most_reads) void sendAll(all.slice(at, at + most_reads))
}

async function sendAll(batch: readonly Gathered[]) {
  const [only] = batch
  if (batch.length === 1) return void send(only!.call, only!.input).then(only!.resolve, only!.reject)
  const sent = { transid: newTransid(), bearer: token() }
  try {
    const wanted = batch.map(({ call, input }): ReadRequest => ({ call: call.name, input }))
    const response = await request(reads, { reads: wanted }, sent)
    const envelopes = (await answerFrom(reads, response, sent)) as unknown as readonly Envelope[]
    batch.forEach(({ resolve, reject }, at) => {
      try {
        resolve(dataOf(envelopes[at]!, { ...sent, status: 200 }))
      } catch (refusal) {
        reject(refusal)
      }
    })
  } catch (error) {
    for (const { reject } of batch) reject(error)
  }
}

/** As much of a call as sending needs. */
const reads = { name: `POST ${reads_path}`, method: 'POST', path: reads_path, within: null } as Call

/** They move by themselves, and are the same wherever they are shown. */
export const counting = { live: true, fresh: 30_000, by: sendTogether } as const satisfies ReadOptions
