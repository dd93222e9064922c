import { Failure } from '#contract/errors.ts'

/** Not now: the caller asks for too much (429), or there is too much to do for anybody (503). */
export class RetryLater extends Failure {
  readonly status: 429 | 503
  readonly retry_after_s: number

  constructor(status: 429 | 503, retry_after_s: number) {
    super('system_overloaded')
    this.status = status
    this.retry_after_s = retry_after_s
  }
}
