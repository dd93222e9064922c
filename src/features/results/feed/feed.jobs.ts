import { cronJob, type CronJob, type Enqueue, type JobContext } from '#server/jobs/jobs.ts'
import { openResultFeed } from '#server/gateways/result-feed.ts'
import { receiveResults } from './receive-results.server.ts'

/** A draw every few minutes, so once a minute is soon enough. */
export function resultFeedJob({ main }: Pick<JobContext, 'main'>, enqueue: Enqueue): CronJob {
  const feeds = [openResultFeed('feed_first'), openResultFeed('feed_second')] as const
  return cronJob('result.feed', { cron: '* * * * *', run: () => receiveResults({ main, feeds, enqueue }) })
}
