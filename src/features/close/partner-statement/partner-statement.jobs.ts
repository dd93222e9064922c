import { cronJob, type CronJob, type JobContext } from '#server/jobs/jobs.ts'
import { prepareDue } from './prepare-due.server.ts'
import { refreshOpen } from './refresh.server.ts'

/** Prepares due statements, and refreshes the figures of open ones. */
export function statementJob({ main }: JobContext): CronJob {
  return cronJob('partner_statement.refresh', {
    cron: '*/5 * * * *',
    run: async () => {
      await prepareDue(main)
      await refreshOpen(main)
    },
  })
}
