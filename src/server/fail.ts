import type { ErrorName, FailureData, Refusal } from '#contract/errors.ts'

/** Refuses the call: everything it did is rolled back, unless `commit` is set, as for a failed sign-in, which must be counted. */
export type Fail<E extends ErrorName> = (error: E, data?: FailureData, options?: { commit: boolean }) => never

/** Refuses the call when there is a refusal. */
export function refuse<E extends ErrorName>(refusal: Refusal<E> | null, fail: Fail<E>): void {
  if (refusal) fail(refusal.error, { message: refusal.message })
}

/** Refuses to reject another person's request without a reason; whoever made it withdraws it without one. */
export function assertRejectReason(
  requested_by: number | null,
  me: { user_id: number },
  { reason }: { reason?: string | null | undefined },
  fail: Fail<'request_invalid'>,
): void {
  if (reason == null && requested_by !== me.user_id) fail('request_invalid', { fields: { reason: 'Hãy ghi lý do.' } })
}
