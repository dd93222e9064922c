/** Concurrent calls in each attempt to exceed a limit. */
export const parallel_calls = 20

/** Starts `parallel_calls` calls concurrently and waits for all results. */
export const inParallel = <T>(make: (n: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: parallel_calls }, (_, n) => make(n)))
