/** Concurrent calls in each attempt to exceed a limit. */
export const at_once = 20

/** Starts `at_once` calls concurrently and waits for all results. */
export const times = <T>(make: (n: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: at_once }, (_, n) => make(n)))
