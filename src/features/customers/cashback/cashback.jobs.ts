import { cronJob, type CronJob, type JobContext } from '#server/jobs/jobs.ts'
import { payCashback } from './pay-cashback.server.ts'

/** Every minute: pays what orders have earned and takes back what was given back; orders only leave an event for it. */
export function cashbackJob({ main }: JobContext): CronJob {
  return cronJob('cashback.pay', { cron: '* * * * *', run: () => payCashback(main) })
}
