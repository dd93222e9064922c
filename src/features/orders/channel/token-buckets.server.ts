/** How fast one device may ask: an app that sells for thousands stays far below, a device gone mad does not. */
const per_second = 200
const at_once = 400
const most_remembered = 10_000

interface Bucket {
  left: number
  at: number
}

/** A bucket of requests for each who asks, filled at this rate. */
export function tokenBuckets(now: () => number = Date.now) {
  const buckets = new Map<number | string, Bucket>()
  /** Takes one request from what the device has left; false when nothing is. */
  return function allows(device: number | string): boolean {
    const at = now()
    const before = buckets.get(device) ?? { left: at_once, at }
    const left = Math.min(at_once, before.left + ((at - before.at) / 1_000) * per_second)
    if (buckets.size > most_remembered) buckets.clear()
    buckets.set(device, { left: left >= 1 ? left - 1 : left, at })
    return left >= 1
  }
}
