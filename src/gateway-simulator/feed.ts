/** Two sources of draw results, each with its own key and its own faults. */
import { createHash, createHmac } from 'node:crypto'
import { pseudoRandom } from './pseudo-random.ts'
import { all_result_faults, pickFault, query_faults } from './faults.ts'
import { drawnAt, drawnNumbers, isFeedGame, type FeedGame } from './feed-draws.ts'
import type { Reply, Route, SimulatorRequest } from './http-server.ts'
import { momentOf, type SimulatorState } from './state.ts'

const sources = ['first', 'second'] as const
type Source = (typeof sources)[number]
export type Feeds = Record<Source, { url: string; key: string }>

interface ReportedResult {
  draw: string
  drawnAt: string
  numbers: string[]
}

const max_draws = 100

/**
 * Addresses and keys of the two sources for the settings of the program; the keys are derived from the bank's secret.
 */
export function feedsOf(state: SimulatorState, url: string): Feeds {
  const sourceOf = (source: Source) => ({ url: `${url}/feed/${source}`, key: keyOf(state, source) })
  return { first: sourceOf('first'), second: sourceOf('second') }
}

function keyOf({ keys }: SimulatorState, source: Source): string {
  return createHash('sha256').update(`${keys.bank_secret} ${source}`).digest('hex')
}

/**
 * `GET /feed/first/results` and `/feed/second/results`: up to 100 draws of a game by number, with a signature at most
 * five minutes old.
 */
export function feedRoutes(state: SimulatorState): Route[] {
  return sources.map((source) => ({
    method: 'GET',
    pattern: new RegExp(`^/feed/${source}/results$`),
    faults: query_faults,
    keyOf: ({ query }) => query.toString(),
    handle: (request) => answer(state, source, request),
  }))
}

function answer(state: SimulatorState, source: Source, request: SimulatorRequest): Reply {
  const key = keyOf(state, source)
  const sign = (text: string, by = key) => createHmac('sha256', by).update(text).digest('hex')
  const { 'x-timestamp': timestamp = '', 'x-signature': signature } = request.headers
  const reply = (status: number, body: unknown): Reply => ({
    status,
    body,
    sign: (text) => sign(`${status}\n${String(signature)}\n${text}`, request.fault === 'forged' ? `not-${key}` : key),
  })
  const is_fresh = Math.abs(Date.now() - Date.parse(String(timestamp))) < 300_000
  if (!is_fresh || signature !== sign(`GET\n${request.target}\n${String(timestamp)}\n`))
    return reply(401, { code: 'UNAUTHORIZED' })
  const game = request.query.get('game') ?? ''
  const draws = (request.query.get('draws') ?? '').split(',')
  if (!isFeedGame(game) || draws.length > max_draws) return reply(400, { code: 'INVALID' })
  return reply(200, { results: draws.flatMap((draw) => reportsOf(state, source, game, draw)) })
}

/** The source's reports of a draw so far: none, one or two. */
function reportsOf(state: SimulatorState, source: Source, game: FeedGame, draw: string): ReportedResult[] {
  const { faults, seed, delays } = state
  const drawn_at = drawnAt(game, draw)
  if (drawn_at === null) return []
  const fault = pickFault(faults, all_result_faults, seed, 'feed', source, game, draw)
  const late_ms = fault === 'feed_late' ? delays.feed_late_ms * pseudoRandom(seed, 'feed late', source, game, draw) : 0
  if (fault === 'feed_missing' || state.now() < drawn_at + delays.feed_delay_ms + late_ms) return []
  const variant = fault === 'feed_contradiction' ? source : ''
  const reported = { draw, drawnAt: momentOf(drawn_at), numbers: drawnNumbers(game, draw, seed, variant) }
  return fault === 'feed_double' ? [reported, reported] : [reported]
}
