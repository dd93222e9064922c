/** Which devices signed rightly not long ago, and from where: those are listened to also where strangers try too often. */
const remembered_ms = 10 * 60_000
const most_remembered = 10_000

export function recentSigners(now: () => number = Date.now) {
  /** By the device's name as it was sent and the place it came from; whoever came last stands last. */
  const seen = new Map<string, number>()
  const keyOf = (device: unknown, place: string) => `${place} ${String(device)}`
  return {
    has: (device: unknown, place: string): boolean => now() - (seen.get(keyOf(device, place)) ?? 0) < remembered_ms,
    add(device: unknown, place: string): void {
      const key = keyOf(device, place)
      seen.delete(key)
      seen.set(key, now())
      if (seen.size > most_remembered) seen.delete(seen.keys().next().value!)
    },
  }
}
