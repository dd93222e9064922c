import { cronJob, type CronJob, type JobContext } from '#server/jobs/jobs.ts'
import { refreshOpen } from './refresh.server.ts'

export function statementJob({ main }: JobContext): CronJob {
  return cronJob('partner_statement.refresh', { cron: '*/5 * * * *', run: () => refreshOpen(main) })
}
