import { networkOf, siteOf } from './network.ts'

/** How many anonymous calls one address may make in a minute: enough for an office behind one address, too few for a flood. */
const per_minute = 300
/** The limit for a whole IPv6 /48, which contains any number of /64 networks. */
const per_minute_of_site = 1_200
const max_remembered = 20_000

interface Count {
  since: number
  count: number
}
/** Counted apart, so that a flood of anonymous calls does not evict the counts of signed-in people. */
const counters = { networks: new Map<string, Count>(), people: new Map<string, Count>() }
type CounterKind = keyof typeof counters

/** Counts one more under this key in this minute; false when there were `max_count` already. */
export type CountOne = (kind: CounterKind, key: string, max_count: number) => boolean | Promise<boolean>

let countOne: CountOne = countInProcess

/** Replaces the counter, so that several processes of one program count together. */
export function shareCounts(count: CountOne): void {
  countOne = count
}

/** Counts one call of this address in this minute; false when it has reached its limit. */
export async function withinRateLimit(call: string, source: string): Promise<boolean> {
  const network = networkOf(source)
  const site = siteOf(network)
  return (
    (await countOne('networks', `${call} ${network}`, per_minute)) &&
    (site === null || (await countOne('networks', `${call} ${site}`, per_minute_of_site)))
  )
}

/** The limits of one person; each function answers false when the person has reached it in this minute. */
export interface PersonLimits {
  mayCall(user_id: number): boolean | Promise<boolean>
  /** Calls refused for a missing right, each of which writes a row of the log. */
  mayBeRefused(user_id: number): boolean | Promise<boolean>
}

/** Limits per person and minute: how many calls, and how many of them refused for a missing right. */
export function openPersonLimits({ calls, refused }: { calls: number; refused: number }): PersonLimits {
  const prefix = `${++paces}`
  return {
    mayCall: (user_id) => countOne('people', `${prefix} call ${user_id}`, calls),
    mayBeRefused: (user_id) => countOne('people', `${prefix} refused ${user_id}`, refused),
  }
}
/** Counts separately for each program instance: tests run several in one process. */
let paces = 0

/**
 * The counter of a program that is one process. A key's minute begins with its first call; when there are too many
 * keys, old ones are forgotten.
 */
export function countInProcess(kind: CounterKind, key: string, max_count: number): boolean {
  const counts = counters[kind]
  // Not the time of day: a clock that is set back would keep a minute open for hours.
  const now = performance.now()
  const entry = counts.get(key)
  if (!entry || now - entry.since > 60_000) {
    if (counts.size >= max_remembered) forgetOld(counts, now)
    counts.set(key, { since: now, count: 1 })
    return true
  }
  entry.count++
  return entry.count <= max_count
}

/** Removes all counts, as at a start. */
export function forgetCounts(): void {
  for (const counts of Object.values(counters)) counts.clear()
}

/** Removes the counts of past minutes; if there are none, all counts. */
function forgetOld(counts: Map<string, Count>, now: number): void {
  for (const [key, { since }] of counts) if (now - since > 60_000) counts.delete(key)
  if (counts.size >= max_remembered) counts.clear()
}
