/** Devices that recently signed correctly, with their networks: they are served also while strangers at the same network try too often. */
const remembered_ms = 10 * 60_000
const max_remembered = 10_000

/** @param now not the time of day: a clock that is set back would remember for longer */
export function recentSigners(now: () => number = () => performance.now()) {
  /** Keyed by the device's name as it was sent and its network, the most recent last. */
  const seen = new Map<string, number>()
  const keyOf = (device: unknown, network: string) => `${network} ${String(device)}`
  return {
    has: (device: unknown, network: string): boolean =>
      now() - (seen.get(keyOf(device, network)) ?? -Infinity) < remembered_ms,
    add(device: unknown, network: string): void {
      const key = keyOf(device, network)
      seen.delete(key)
      seen.set(key, now())
      if (seen.size > max_remembered) seen.delete(seen.keys().next().value!)
    },
  }
}
