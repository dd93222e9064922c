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
/** Kept apart, so that a flood of strangers makes nobody forget how much the people at work have called. */
const kept = { places: new Map<string, Count>(), people: new Map<string, Count>() }
type Kept = keyof typeof kept

/** Counts one more under this key in this minute; false when there have been `most` already. */
export type CountOne = (where: Kept, key: string, most: number) => boolean | Promise<boolean>

let countOne: CountOne = countHere

/** Several processes of one program count together: where `count` says. */
export function countElsewhere(count: CountOne): void {
  countOne = count
}

/** Counts one call of this address in this minute; false when it has made as many as it may. */
export async function withinRateLimit(call: string, source: string): Promise<boolean> {
  const network = networkOf(source)
  const site = siteOf(network)
  return (
    (await countOne('places', `${call} ${network}`, per_minute)) &&
    (site === null || (await countOne('places', `${call} ${site}`, per_minute_of_site)))
  )
}

/** How fast one person may go; each answers false when they have gone as far as they may in this minute. */
export interface Pace {
  mayCall(user_id: number): boolean | Promise<boolean>
  /** A call that is refused for a missing right is a row of the log. */
  mayBeRefused(user_id: number): boolean | Promise<boolean>
}

export function openPace({ calls, refused }: { calls: number; refused: number }): Pace {
  const own = `${++paces}`
  return {
    mayCall: (user_id) => countOne('people', `${own} call ${user_id}`, calls),
    mayBeRefused: (user_id) => countOne('people', `${own} refused ${user_id}`, refused),
  }
}
/** Two offices in one process, as tests have them, count apart. */
let paces = 0

export function countHere(where: Kept, key: string, most: number): boolean {
  const counts = kept[where]
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
