import { errors, type ErrorName } from '#contract/errors.ts'

/** The code of an error in the catalogue. */
export const errorCode = (name: ErrorName): number => errors[name][0]

/** The error code of the refused call; 0 when it succeeds. */
export const errorCodeOf = (work: Promise<unknown>): Promise<number> =>
  work.then(
    () => 0,
    (failure: { code: number }) => failure.code,
  )
