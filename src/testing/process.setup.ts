/** Test files share the modules of their worker: each begins with the process as a start leaves it, whatever the file before it left. */
import { beforeAll } from 'vitest'
import { forgetCounts } from '#server/door/rate-limit.ts'
import { useMail } from '#server/mail/mail.ts'
import { setCondition, state_at_start } from '#server/program/condition.ts'
import { registry } from '#server/program/metrics.ts'

beforeAll(() => {
  forgetCounts()
  useMail(null)
  setCondition(state_at_start)
  registry.getSingleMetric('ve_so_calls_total')!.reset()
})
