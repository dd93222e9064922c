/** Jobs: each minute due reports are queued, and a separate job sends them. */
import { cronJob, queuedJob, type CronJob, type Enqueue, type JobContext, type QueuedJob } from '#server/jobs/jobs.ts'
import { mailFrom } from '#server/mail/mail.ts'
import { deleteOldMails, sendReports } from './send-reports.server.ts'

export const report_mail_job = 'report.mail'

/** Sends all mails that are due, and runs once more when it is queued while it runs. */
export const reportMailJob = ({ main }: Pick<JobContext, 'main'>): QueuedJob =>
  queuedJob(report_mail_job, { title: 'Gửi báo cáo định kỳ', rerun_if_enqueued: true, run: () => sendReports(main) })

/** Every minute, where mail is configured: queues the job that sends. */
export const reportsDueJob = ({ main }: Pick<JobContext, 'main'>, enqueue: Enqueue): CronJob =>
  cronJob('report.due', {
    cron: '* * * * *',
    run: async () => {
      if (mailFrom() !== null) await enqueue(main, report_mail_job, {}, report_mail_job)
    },
  })

/** Deletes mails that were due more than 180 days ago. */
export const reportMailChore =
  ({ main }: Pick<JobContext, 'main'>) =>
  () =>
    deleteOldMails(main)
