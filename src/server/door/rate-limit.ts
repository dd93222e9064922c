import { networkOf, siteOf } from './network.ts'

/** How many public calls one address may make: wide enough for an office behind one address, narrow enough to stop a flood. */
const per_minute = 300
/** An IPv6 site has as many networks as it likes. */
const per_minute_of_site = 1_200
const most_remembered = 20_000

interface Count {
  since: number
  count: number
}
const places = new Map<string, Count>()

/** Counts one call of this address in this minute; false when it has made as many as it may. */
export function withinRateLimit(call: string, source: string): boolean {
  const network = networkOf(source)
  const site = siteOf(network)
  return countIn(`${call} ${network}`, per_minute) && (site === null || countIn(`${call} ${site}`, per_minute_of_site))
}

/** How fast one person may go; each answers false when they have gone as far as they may in this minute. */
export interface Pace {
  mayCall(user_id: number): boolean
  /** A call that is refused for a missing right is a row of the log. */
  mayBeRefused(user_id: number): boolean
}

export function openPace({ calls, refused }: { calls: number; refused: number }): Pace {
  const own = new Map<string, Count>()
  return {
    mayCall: (user_id) => countIn(`call ${user_id}`, calls, own),
    mayBeRefused: (user_id) => countIn(`refused ${user_id}`, refused, own),
  }
}

function countIn(key: string, most: number, counts = places): boolean {
  const now = Date.now()
  const entry = counts.get(key)
  if (!entry || now - entry.since > 60_000) {
    if (counts.size >= most_remembered) forgetOld(counts, now)
    counts.set(key, { since: now, count: 1 })
    return true
  }
  entry.count++
  return entry.count <= most
}

/** Those whose minute is over; when a flood from everywhere leaves none of them, all. */
function forgetOld(counts: Map<string, Count>, now: number): void {
  for (const [key, { since }] of counts) if (now - since > 60_000) counts.delete(key)
  if (counts.size >= most_remembered) counts.clear()
}
