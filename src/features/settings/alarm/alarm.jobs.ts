/** Jobs that raise and close alarms, each minute and soon after relevant changes; a separate job sends the mails. */
import { cronJob, queuedJob, type CronJob, type Enqueue, type JobContext, type QueuedJob } from '#server/jobs/jobs.ts'
import { mailFrom } from '#server/mail/mail.ts'
import { sendMails } from './alarm-mail.server.ts'
import { alarm_job, alarm_mail_job } from './alarm.rules.ts'
import { lookForAlarms } from './look-for-alarms.server.ts'

/** Looks for alarms when a call has changed what they depend on, and sends their mails. */
export const alarmJobs = ({ main }: Pick<JobContext, 'main'>): QueuedJob[] => [
  queuedJob(alarm_job, {
    title: 'Kiểm tra và cập nhật cảnh báo',
    // Runs once more when a change came while it ran.
    rerun_if_enqueued: true,
    run: (_, { enqueue }) => lookAndQueueMails({ main }, enqueue),
  }),
  queuedJob(alarm_mail_job, { title: 'Gửi thư cảnh báo', rerun_if_enqueued: true, run: () => sendMails(main) }),
]

/** Looks for alarms each minute. */
export const alarmCronJob = ({ main }: Pick<JobContext, 'main'>, enqueue: Enqueue): CronJob =>
  cronJob('alarm.watch', { cron: '* * * * *', run: () => lookAndQueueMails({ main }, enqueue) })

async function lookAndQueueMails({ main }: Pick<JobContext, 'main'>, enqueue: Enqueue): Promise<void> {
  await lookForAlarms(main)
  if (mailFrom() !== null) await enqueue(main, alarm_mail_job, {}, alarm_mail_job)
}
