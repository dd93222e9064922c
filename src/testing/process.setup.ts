/** Test files share their worker's modules, so process-wide state is reset before each file. */
import { beforeAll } from 'vitest'
import { forgetCounts } from '#server/http/rate-limit.ts'
import { configureMail } from '#server/mail/mail.ts'
import { setCondition, state_at_start } from '#server/program/condition.ts'
import { registry } from '#server/program/metrics.ts'

beforeAll(() => {
  forgetCounts()
  configureMail(null)
  setCondition(state_at_start)
  registry.getSingleMetric('ve_so_calls_total')!.reset()
})
