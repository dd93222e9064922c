import { networkOf } from './network.ts'

/** How many public calls one address may make: wide enough for an office behind one address, narrow enough to stop a flood. */
const per_minute = 300
const most_remembered = 20_000

const counts = new Map<string, { since: number; count: number }>()

/** Counts one call of this address in this minute; false when it has made as many as it may. */
export function withinRateLimit(call: string, source: string): boolean {
  const key = `${call} ${networkOf(source)}`
  const now = Date.now()
  const entry = counts.get(key)
  if (!entry || now - entry.since > 60_000) {
    if (counts.size >= most_remembered) forgetOld(now)
    counts.set(key, { since: now, count: 1 })
    return true
  }
  entry.count++
  return entry.count <= per_minute
}

/** Those whose minute is over; when a flood from everywhere leaves none of them, all. */
function forgetOld(now: number): void {
  for (const [key, { since }] of counts) if (now - since > 60_000) counts.delete(key)
  if (counts.size >= most_remembered) counts.clear()
}
