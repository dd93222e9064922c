interface CachedRead<T> {
  value: T
  /** When the value arrived, by `clock`. */
  read_at: number
}

interface CacheOptions {
  /** How old a cached value may be while a newer one is being read; after that callers wait. By default they wait as soon as it is no longer fresh. */
  max_stale_ms?: number
  /** A monotonic clock in milliseconds. */
  clock?: () => number
}

const fresh_ms = 1_000

/** Reads at most once a second for all callers; those who come during a read share it. */
export function cacheRead<T>(
  read: () => Promise<T>,
  { max_stale_ms = fresh_ms, clock = () => performance.now() }: CacheOptions = {},
): () => Promise<CachedRead<T>> {
  let cached: CachedRead<T> | null = null
  let pending: Promise<CachedRead<T>> | null = null
  const refresh = async (): Promise<CachedRead<T>> => {
    const value = await read()
    return (cached = { value, read_at: clock() })
  }
  return async () => {
    const age_ms = cached ? clock() - cached.read_at : Infinity
    if (cached && age_ms < fresh_ms) return cached
    // A failure is passed to the callers that wait for it; the next caller reads again.
    pending ??= refresh().finally(() => (pending = null))
    if (!cached || age_ms >= max_stale_ms) return pending
    pending.catch(() => {})
    return cached
  }
}
