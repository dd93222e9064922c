/** Looks for alarms by the clock, and soon after what may raise or close one; who is told by mail is told by a job of its own. */
import { cronJob, queuedJob, type CronJob, type Enqueue, type JobContext, type QueuedJob } from '#server/jobs/jobs.ts'
import { mailFrom } from '#server/mail/mail.ts'
import { sendMails } from './alarm-mail.server.ts'
import { alarm_job, alarm_mail_job } from './alarm.rules.ts'
import { lookForAlarms } from './look-for-alarms.server.ts'

export const alarmJobs = ({ main }: Pick<JobContext, 'main'>): QueuedJob[] => [
  queuedJob(alarm_job, {
    title: 'Xem cảnh báo',
    // What changed while it looked is looked at once more.
    again_after: true,
    run: (_, { enqueue }) => lookAndTell({ main }, enqueue),
  }),
  queuedJob(alarm_mail_job, { title: 'Gửi thư cảnh báo', again_after: true, run: () => sendMails(main) }),
]

export const alarmCronJob = ({ main }: Pick<JobContext, 'main'>, enqueue: Enqueue): CronJob =>
  cronJob('alarm.watch', { cron: '* * * * *', run: () => lookAndTell({ main }, enqueue) })

async function lookAndTell({ main }: Pick<JobContext, 'main'>, enqueue: Enqueue): Promise<void> {
  await lookForAlarms(main)
  if (mailFrom() !== null) await enqueue(main, alarm_mail_job, {}, alarm_mail_job)
}
