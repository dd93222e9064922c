/** How many public calls one address may make: wide enough for an office behind one address, narrow enough to stop a flood. */
const per_minute = 300
const most_remembered = 20_000

const counts = new Map<string, { since: number; count: number }>()

/** Takes one call from the allowance of this address for this minute; false when it is used up. */
export function allowance(call: string, source: string): boolean {
  const key = `${call} ${source}`
  const now = Date.now()
  const entry = counts.get(key)
  if (!entry || now - entry.since > 60_000) {
    if (counts.size >= most_remembered) counts.clear()
    counts.set(key, { since: now, count: 1 })
    return true
  }
  entry.count++
  return entry.count <= per_minute
}
