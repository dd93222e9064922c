/** Work that the clock asks for. pg-boss keeps the schedule in the database, so of several programs only one does it. */
import { PgBoss } from 'pg-boss'
import type { Logger } from 'pino'
import { time_zone } from './database/values.ts'
import { observeJob } from './metrics.ts'

export interface Job {
  readonly name: string
  /** Minute, hour, day, month, weekday, by the clock of Viet Nam. */
  readonly cron: string
  /** It may run again after a crash, so twice must do no harm. */
  readonly run: () => Promise<void>
}

export function job(name: string, { cron, run }: Omit<Job, 'name'>): Job {
  return { name, cron, run }
}

interface JobsOptions {
  url: string
  jobs: readonly Job[]
  log: Logger
}

const longest_stop_ms = 10_000

/** Begins to run the jobs at their times; `stop` waits for the one that is running. */
export async function startJobs({ url, jobs, log }: JobsOptions): Promise<{ stop(): Promise<void> }> {
  const boss = new PgBoss({ connectionString: url, application_name: 've-so-jobs', schema: 'pgboss', max: 2 })
  boss.on('error', (error) => log.error({ err: error }, 'jobs: database'))
  boss.on('warning', (warning) => log.warn({ warning }, 'jobs: warning'))
  await boss.start()
  await forgetOthers(boss, jobs)
  for (const one of jobs) {
    // The next time comes soon, so what failed is not tried again before; nor does a second one wait behind a slow one.
    await boss.createQueue(one.name, { policy: 'exclusive', retryLimit: 0, deleteAfterSeconds: 86_400 })
    await boss.schedule(one.name, one.cron, null, { tz: time_zone, missed: 'once' })
    // With a batch size of 1 pg-boss would take one job per poll at most, however many wait.
    await boss.work(one.name, { batchSize: 2 }, () => runOnce(one, log))
  }
  return { stop: () => boss.stop({ graceful: true, timeout: longest_stop_ms }) }
}

async function runOnce({ name, run }: Job, log: Logger): Promise<void> {
  const since = performance.now()
  try {
    await run()
    observeJob(name, 'done')
    log.debug({ job: name, ms: Math.round(performance.now() - since) }, 'job')
  } catch (error) {
    observeJob(name, 'failed')
    log.error({ err: error, job: name }, 'job failed')
    throw error
  }
}

/** A job that left the code must leave the schedule too. */
async function forgetOthers(boss: PgBoss, jobs: readonly Job[]): Promise<void> {
  for (const { name } of await boss.getSchedules()) {
    if (!jobs.some((one) => one.name === name)) await boss.unschedule(name)
  }
}
