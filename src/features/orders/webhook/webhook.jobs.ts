import { cronJob, type CronJob, type JobContext } from '#server/jobs/jobs.ts'
import { deleteOldEvents, sendEvents } from './send-events.server.ts'

/** Events are sent within a minute; what was not accepted is sent again by a later run. */
export const webhookJobs = ({ main }: Pick<JobContext, 'main'>): CronJob[] => [
  cronJob('webhook.send', { cron: '* * * * *', run: () => sendEvents(main) }),
  cronJob('webhook.forget', { cron: '17 * * * *', run: () => deleteOldEvents(main) }),
]
