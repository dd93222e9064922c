/** Looks for alarms by the clock, and soon after what may raise or close one. */
import { cronJob, queuedJob, type CronJob, type JobContext, type QueuedJob } from '#server/jobs/jobs.ts'
import { alarm_job } from './alarm.rules.ts'
import { lookForAlarms } from './look-for-alarms.server.ts'

export const alarmJobs = ({ main }: Pick<JobContext, 'main'>): QueuedJob[] => [
  queuedJob(alarm_job, { title: 'Xem cảnh báo', run: () => lookForAlarms(main) }),
]

export const alarmCronJob = ({ main }: Pick<JobContext, 'main'>): CronJob =>
  cronJob('alarm.watch', { cron: '* * * * *', run: () => lookForAlarms(main) })
