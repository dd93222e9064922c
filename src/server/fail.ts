import type { ErrorName, FailureData, Refusal } from '#contract/errors.ts'

/** Refuses the call: everything it did is rolled back, unless `commit` is set, as for a failed sign-in, which must be counted. */
export type Fail<E extends ErrorName> = (error: E, data?: FailureData, options?: { commit: boolean }) => never

/** Refuses the call when there is a refusal. */
export function refuse<E extends ErrorName>(refusal: Refusal<E> | null, fail: Fail<E>): void {
  if (refusal) fail(refusal.error, { message: refusal.message })
}
