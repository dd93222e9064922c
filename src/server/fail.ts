import type { ErrorName, FailureData } from '#contract/errors.ts'

/** Refuses the call: everything it did is rolled back, unless the refusal itself must be kept (a counted failure to sign in). */
export type Fail<E extends ErrorName> = (error: E, data?: FailureData, options?: { keep: boolean }) => never
