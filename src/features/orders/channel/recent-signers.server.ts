/** Devices that recently signed correctly, with their networks: they are served also while strangers at the same network try too often. */
const remembered_ms = 10 * 60_000
const max_remembered = 10_000

/** @param now not the time of day: a clock that is set back would remember for longer */
export function recentSigners(now: () => number = () => performance.now()) {
  /** Keyed by the device's name as it was sent and its network, the most recent last. */
  const signed_at = new Map<string, number>()
  const keyOf = (device: unknown, network: string) => `${network} ${String(device)}`
  return {
    has: (device: unknown, network: string): boolean =>
      now() - (signed_at.get(keyOf(device, network)) ?? -Infinity) < remembered_ms,
    add(device: unknown, network: string): void {
      const key = keyOf(device, network)
      signed_at.delete(key)
      signed_at.set(key, now())
      if (signed_at.size > max_remembered) signed_at.delete(signed_at.keys().next().value!)
    },
  }
}
