import type { ErrorName, FailureData, Refusal } from '#contract/errors.ts'

/** Refuses the call: everything it did is rolled back, unless the refusal itself must be kept, such as a counted failed sign-in. */
export type Fail<E extends ErrorName> = (error: E, data?: FailureData, options?: { keep: boolean }) => never

/** Refuses the call when there is a refusal. */
export function refuse<E extends ErrorName>(refusal: Refusal<E> | null, fail: Fail<E>): void {
  if (refusal) fail(refusal.error, { message: refusal.message })
}
