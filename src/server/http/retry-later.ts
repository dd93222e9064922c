import { Failure } from '#contract/errors.ts'

/** Refused for now: the caller sends too many requests (429), or the program is overloaded (503). */
export class RetryLater extends Failure {
  readonly status: 429 | 503
  readonly retry_after_s: number

  constructor(status: 429 | 503, retry_after_s: number) {
    super('system_overloaded')
    this.status = status
    this.retry_after_s = retry_after_s
  }
}
