import type { ErrorName } from '#contract/errors.ts'
import { errorCode } from './error-code.ts'

/** Concurrent calls in each attempt to exceed a limit. */
export const parallel_calls = 20

/** The sorted answers of `parallel_calls` calls of which one succeeds and all others are refused with this error. */
export const onceOf = (error: ErrorName): number[] => [0, ...Array<number>(parallel_calls - 1).fill(errorCode(error))]

/** Starts `parallel_calls` calls concurrently and waits for all results. */
export const inParallel = <T>(make: (n: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: parallel_calls }, (_, n) => make(n)))
