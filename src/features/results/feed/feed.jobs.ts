import { cronJob, type CronJob, type Enqueue, type JobContext } from '#server/jobs/jobs.ts'
import { openResultFeed } from '#server/gateways/result-feed.ts'
import { receiveResults } from './receive-results.server.ts'

/** Runs each minute, which is often enough for games that draw every few minutes. */
export function resultFeedJob({ main }: Pick<JobContext, 'main'>, enqueue: Enqueue): CronJob {
  const feeds = [openResultFeed('feed_first'), openResultFeed('feed_second')] as const
  return cronJob('result.feed', { cron: '* * * * *', run: () => receiveResults({ main, feeds, enqueue }) })
}
