/** Rate limit of one device: an app that sells for thousands stays far below, a runaway device does not. */
const per_second = 200
const bucket_size = 400
const max_remembered = 10_000

interface Bucket {
  left: number
  at: number
}

/**
 * A token bucket for each key.
 * @param now not the time of day: a clock that is set back would empty every bucket for as long
 */
export function tokenBuckets(now: () => number = () => performance.now()) {
  const buckets = new Map<number | string, Bucket>()
  /** Takes one token; false when the bucket is empty. */
  return function allows(device: number | string): boolean {
    const at = now()
    const before = buckets.get(device) ?? { left: bucket_size, at }
    const left = Math.min(bucket_size, before.left + ((at - before.at) / 1_000) * per_second)
    if (buckets.size > max_remembered) buckets.clear()
    buckets.set(device, { left: left >= 1 ? left - 1 : left, at })
    return left >= 1
  }
}
