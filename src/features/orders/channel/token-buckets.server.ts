/** Rate limit of one device: an app that sells for thousands stays far below, a runaway device does not. */
const device_rate = { per_second: 200, bucket_size: 400 }
const max_remembered = 10_000

interface Bucket {
  tokens: number
  filled_at: number
}

/**
 * A token bucket for each key.
 * @param now not the time of day: a clock that is set back would empty every bucket for as long
 */
export function tokenBuckets(now: () => number = () => performance.now(), { per_second, bucket_size } = device_rate) {
  const buckets = new Map<number | string, Bucket>()
  /** Takes one token; false when the bucket is empty. */
  return function allows(device: number | string): boolean {
    const moment = now()
    const bucket = buckets.get(device) ?? { tokens: bucket_size, filled_at: moment }
    const tokens = Math.min(bucket_size, bucket.tokens + ((moment - bucket.filled_at) / 1_000) * per_second)
    if (buckets.size > max_remembered) buckets.clear()
    buckets.set(device, { tokens: tokens >= 1 ? tokens - 1 : tokens, filled_at: moment })
    return tokens >= 1
  }
}
