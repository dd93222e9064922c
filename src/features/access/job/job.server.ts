import type { Fail } from '#server/fail.ts'
import { serve } from '#server/serve.ts'
import { job } from './job.contract.ts'

/** Somebody else has already done it, or an equal job already waits. */
function refuseFinished(fail: Fail<'request_finished'>): never {
  return fail('request_finished', {
    message: 'Việc này không còn chờ ở đây, hoặc một việc giống nó đang chờ hay đang chạy.',
  })
}

export default serve(job, {
  list: async ({ db, backlog }) => {
    const items = await backlog.queues(db)
    return { items, total: items.length }
  },
  givenUp: ({ db, backlog, input }) => backlog.givenUp(db, input),
  retry: async ({ db, backlog, input, fail }) => {
    if ((await backlog.retry(db, input)) === 0) refuseFinished(fail)
    return null
  },
  retryAll: async ({ db, backlog, input }) => ({ retried: await backlog.retry(db, input) }),
  discard: async ({ db, backlog, input, fail }) => {
    if (!(await backlog.discard(db, input.job_id))) refuseFinished(fail)
    return null
  },
})
