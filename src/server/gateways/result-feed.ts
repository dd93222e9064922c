/** Asks a source what was drawn: docs/feeds.md. Requests and answers are signed as a whole, as the bank's are. */
import * as z from 'zod/mini'
import { max_page_bytes } from './day-list.ts'
import { type ClientPolicy, fault, openCaller, readAs } from './http.ts'
import { answerText, hmac, isSignedBy, requestText } from './signature.ts'

const Reports = z.object({
  results: z
    .array(
      z.object({
        /** The operator's number of the draw: '0286693'. */
        draw: z.string().check(z.maxLength(20)),
        numbers: z.array(z.string().check(z.maxLength(8))).check(z.maxLength(27)),
      }),
    )
    .check(z.maxLength(1_000)),
})
export type ReportedResult = z.infer<typeof Reports>['results'][number]

/** More draws are asked for in the next request. */
export const max_draws_queried = 100

export interface FeedAddress {
  /** The base address, without a slash at its end. */
  url: string
  key: string
}

/** The results of these draws that the source has published so far. @throws GatewayError when the source does not answer */
export type ResultFeed = (from: FeedAddress, game: string, draws: readonly string[]) => Promise<ReportedResult[]>

/** Results are worth nothing when they are late, so nobody waits as long as for a payment. */
const feed_policy: Partial<ClientPolicy> = { timeout_ms: 10_000 }

/**
 * A client of sources under this name in logs and metrics. At most `max_draws_queried` draws in one request; an answer
 * whose signature is wrong is a GatewayError.
 */
export function openResultFeed(name: string, policy: Partial<ClientPolicy> = feed_policy): ResultFeed {
  const call = openCaller(name, policy)
  return ({ url, key }, game, draws) => {
    const address = new URL(`${url}/results`)
    address.search = String(new URLSearchParams({ game, draws: draws.join(',') }))
    const timestamp = new Date().toISOString()
    const signature = hmac(key, requestText('GET', address.pathname + address.search, timestamp, ''))
    const headers = { 'x-timestamp': timestamp, 'x-signature': signature }
    const request = {
      operation: 'results',
      method: 'GET',
      url: address.href,
      headers,
      max_bytes: max_page_bytes,
    } as const
    return call(request, ({ status, text, json, headers: answer_headers }) => {
      if (!isSignedBy(key, answerText(status, signature, text), answer_headers.get('x-signature')))
        throw fault('signature')
      return readAs(Reports, json).results
    })
  }
}
