import { cronJob, type CronJob, type JobContext } from '#server/jobs/jobs.ts'
import { payCashback } from './pay-cashback.server.ts'

export function cashbackJob({ main }: JobContext): CronJob {
  return cronJob('cashback.pay', { cron: '* * * * *', run: () => payCashback(main) })
}
