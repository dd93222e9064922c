/**
 * Background work: scheduled jobs, and jobs that calls enqueue. pg-boss keeps both in the database, so of several programs only one runs a job, and
 * an interrupted job runs again.
 */
import { fromKysely, PgBoss, type JobWithMetadata, type QueuePolicy, type Queue } from 'pg-boss'
import type { Logger } from 'pino'
import { backlogOf, bringForward, dead_letter_queue, type Backlog } from './backlog.ts'
import { query_timeout_message, unwoken_s, watchDue, type DueWatch } from './due.ts'
import { resetFutureMoments, steady_clock, watchClock } from './moved-clock.ts'
import { silence_prefix } from '#server/database/connection-fault.ts'
import { logFault, markAnswered } from '#server/database/outage.ts'
import { isPoolFull } from '#server/database/refusal.ts'
import { createJobsPool } from '#server/database/pool.ts'
import type { Db } from '#server/database/transaction.ts'
import { time_zone } from '#server/database/values.ts'
import type { Gateways } from '#server/gateways/configure.ts'
import type { FileStore } from '#server/files/files.ts'
import { observeJob } from '#server/program/metrics.ts'
import { traced } from '#server/program/trace.ts'

/** A job on a schedule. */
export interface CronJob {
  readonly name: string
  /** A cron expression, by the clock of Viet Nam. */
  readonly cron: string
  /** May run again after a crash, so running twice must do no harm. */
  readonly run: () => Promise<void>
}

/** Declares a job that runs by the clock; `cron` is in the time of Viet Nam. */
export function cronJob(name: string, { cron, run }: Omit<CronJob, 'name'>): CronJob {
  return { name, cron, run }
}

/** One run of a job, beside its data. */
export interface Task {
  /** Aborted when the program ends or another one took over the job: what it still does would be lost. */
  readonly signal: AbortSignal
  /** Whether the job is given up if this run fails too. */
  readonly is_last: boolean
  /** Enqueues another job. */
  readonly enqueue: Enqueue
  /** Asks for several. */
  readonly enqueueAll: EnqueueAll
}

/** Thrown by a job that waits for somebody outside: it is retried like one that failed, but nothing is wrong that belongs into the log. */
export class NotYet extends Error {}

/** A job that a call enqueues; it runs soon after the call has committed. */
export interface QueuedJob {
  readonly name: string
  /** The name of the job on screen. */
  readonly title: string
  /** How many run at the same time in one program. */
  readonly concurrency: number
  /** The delay before the first retry; it doubles with each further one, up to five minutes. */
  readonly retry_delay_s: number
  /** One that is enqueued while another with its key runs is run once more afterwards. */
  readonly rerun_if_enqueued: boolean
  readonly run: (data: object, task: Task) => Promise<void>
}

/** The parts of the program that jobs may use; they open their own transactions. */
export interface JobContext {
  readonly main: Db
  /** The database's address, for a connection without time limits. */
  readonly url: string
  /** The file to which the newest heads of the audit log are written outside the database. */
  readonly heads_file: string
  /** The directory of files that came as the bodies of calls. */
  readonly spool_dir: string
  /** The store of uploaded pictures. */
  readonly files: FileStore
  /** The payment gateways; null where none is configured. */
  readonly gateways: Gateways
}

interface QueuedJobOptions<D extends object> {
  title: string
  concurrency?: number
  retry_delay_s?: number
  rerun_if_enqueued?: boolean
  /** A run that throws is retried with growing delays, and a crash repeats it: so running twice must do no harm. */
  run: (data: D, task: Task) => Promise<void>
}

/** Declares a job that calls and other jobs enqueue by its name; `retry_delay_s` is the first delay in seconds. */
export function queuedJob<D extends object>(
  name: string,
  { title, concurrency = 1, retry_delay_s = 2, rerun_if_enqueued = false, run }: QueuedJobOptions<D>,
): QueuedJob {
  return { name, title, concurrency, retry_delay_s, rerun_if_enqueued, run: run as QueuedJob['run'] }
}

/**
 * Enqueues a job within the transaction of `db`: without its commit there is no job. While one with the same key waits or runs, no other is added,
 * unless the job is declared to run once more afterwards. With `after_s` it starts after that delay; with `now` one that waits for its retry starts
 * at once.
 */
export type Enqueue = (
  db: Db,
  name: string,
  data: object,
  key: string,
  when?: { after_s?: number; now?: boolean },
) => Promise<void>

/** Enqueues several jobs of one name in one statement. */
export type EnqueueAll = (db: Db, name: string, jobs: readonly { data: object; key: string }[]) => Promise<void>

export interface Jobs extends Backlog {
  enqueue: Enqueue
  /** Starts running scheduled and enqueued jobs. */
  run(jobs: readonly CronJob[]): Promise<void>
  /** Starts no further jobs and waits for the running ones; jobs can still be enqueued. */
  rest(): Promise<void>
  close(): Promise<void>
}

const max_stop_ms = 10_000
/** A program without a heartbeat for so long has lost its jobs to another one. */
const max_silence_s = 10
const ninety_days = 90 * 86_400

/** A scheduled job that failed or was interrupted is retried once soon: its next scheduled time may be tomorrow. */
const cron_job_options = {
  retryLimit: 1,
  retryDelay: 2,
  heartbeatSeconds: max_silence_s,
  // Backing up a large database, and the trial restore, take hours.
  expireInSeconds: 12 * 3_600,
  deleteAfterSeconds: 86_400,
}
const queued_job_terms = {
  retryLimit: 8,
  retryBackoff: true,
  retryDelayMax: 300,
  heartbeatSeconds: max_silence_s,
  expireInSeconds: 3_600,
  deleteAfterSeconds: 7 * 86_400,
  deadLetter: dead_letter_queue,
}

interface JobsOptions {
  url: string
  queues: readonly QueuedJob[]
  log: Logger
  /** This process only enqueues; another process of the program runs the jobs and maintains the queues. */
  enqueue_only?: boolean
}

/**
 * Connects to the queue in schema `pgboss`, and creates or updates the queues unless this process only enqueues.
 * Nothing runs before `run` is called.
 */
export async function openJobs({ url, queues, log, enqueue_only = false }: JobsOptions): Promise<Jobs> {
  const on_error = (error: Error) => logFault(log, { err: error }, 'jobs: database')
  const pool = createJobsPool(url, { on_error, on_answer: () => markAnswered(log) })
  const boss = new PgBoss({
    db: { executeSql: (text, values) => pool.query(text, values).catch(explainSilence) },
    schema: 'pgboss',
    ...(enqueue_only && { supervise: false, schedule: false }),
    superviseIntervalSeconds: max_silence_s / 2,
    monitorIntervalSeconds: max_silence_s / 2,
    // Until it reads the queues again it leaves out keys that had an active job, also of a program that has ended since.
    queueCacheIntervalSeconds: max_silence_s / 2,
    clock: steady_clock,
    clockMonitorIntervalSeconds: max_silence_s,
  })
  boss.on('error', on_error)
  // How far the database's clock is from the steady one is of no matter; that it was moved is told elsewhere.
  boss.on('warning', (warning) => {
    if (!warning.message.includes('Clock skew')) log.warn({ warning }, 'jobs: warning')
  })
  await boss.start()
  if (!enqueue_only) await keepQueues(await queueKeeper(boss), queues)
  // The clock may have been set back while no program ran.
  if (!enqueue_only) await resetFutureMoments(pool)
  const endClockWatch = enqueue_only ? () => undefined : watchClock(pool, log)
  let due_watch: DueWatch | undefined
  const enqueue: Enqueue = async (db, name, data, key, { after_s = 0, now = false } = {}) => {
    const added_job_id = await boss.send(name, data, { singletonKey: key, startAfter: after_s, db: fromKysely(db) })
    if (added_job_id === null && now) await bringForward(db, name, key)
    if (after_s === 0) due_watch?.lookSoon()
  }
  const enqueueAll: EnqueueAll = async (db, name, jobs) => {
    const rows = jobs.map(({ data, key }) => ({ data, singletonKey: key }))
    await boss.insert(name, rows, { db: fromKysely(db) })
    due_watch?.lookSoon()
  }
  return {
    ...backlogOf(boss, queues),
    enqueue,
    async run(jobs) {
      await unscheduleOthers(boss, jobs)
      const wakers = new Map<string, () => void>()
      for (const queue of queues)
        wakers.set(queue.name, await startQueuedJob(boss, queue, { log, enqueue, enqueueAll }))
      const keepQueue = await queueKeeper(boss)
      for (const job of jobs) wakers.set(job.name, await startCronJob(boss, job, { log, keepQueue }))
      due_watch = watchDue((query) => pool.query(query).catch(explainSilence), wakers, on_error)
    },
    rest() {
      due_watch?.stop()
      return boss.stop({ graceful: true, timeout: max_stop_ms, close: false })
    },
    async close() {
      endClockWatch()
      due_watch?.stop()
      await boss.stop({ graceful: true, timeout: max_stop_ms })
      await pool.end()
    },
  }
}

/** What the queue asks is answered at once by a database that is there: where it is silent the database is away, as calls will find out later. */
function explainSilence(error: Error): never {
  if (!isPoolFull(error) && error.message !== query_timeout_message) throw error
  throw new Error(`${silence_prefix}the job queue had no answer for ten seconds`, { cause: error })
}

async function keepQueues(keepQueue: KeepQueue, queues: readonly QueuedJob[]): Promise<void> {
  await keepQueue(dead_letter_queue, 'standard', {
    retentionSeconds: ninety_days,
    deleteAfterSeconds: ninety_days,
  })
  for (const { name, retry_delay_s, rerun_if_enqueued } of queues)
    await keepQueue(name, rerun_if_enqueued ? 'stately' : 'exclusive', {
      ...queued_job_terms,
      retryDelay: retry_delay_s,
    })
}

type QueueOptions = Omit<Queue, 'name' | 'policy' | 'partition'>
type KeepQueue = (name: string, policy: QueuePolicy, options: QueueOptions) => Promise<void>

/** Sets the options of a queue to those in the code, where it is missing or an earlier version of the program created it. */
async function queueKeeper(boss: PgBoss): Promise<KeepQueue> {
  const existing = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]))
  return async (name, policy, options) => {
    const queue = existing.get(name)
    const isUnchanged = (option: string) =>
      queue?.[option as keyof QueueOptions] === options[option as keyof QueueOptions]
    if (queue && Object.keys(options).every(isUnchanged)) return
    await boss.createQueue(name, { policy, ...options })
    await boss.updateQueue(name, options)
  }
}

/** @returns a function that has the job's worker look for a due job */
async function startCronJob(
  boss: PgBoss,
  { name, cron, run }: CronJob,
  { log, keepQueue }: { log: Logger; keepQueue: KeepQueue },
): Promise<() => void> {
  // A slow job has no second one waiting behind it.
  await keepQueue(name, 'exclusive', cron_job_options)
  await boss.schedule(name, cron, null, { tz: time_zone, missed: 'once' })
  // With a batch size of 1 pg-boss would start one job per look at most, however many wait.
  const options = { batchSize: 2, pollingIntervalSeconds: unwoken_s }
  const worker = await boss.work(name, options, () => observed(name, log, run))
  return () => boss.notifyWorker(worker)
}

/**
 * Each worker takes one job at a time, so that no job waits for the others of a batch. A worker that found one wakes an idle one and looks again as
 * soon as it is done, because there may be more.
 * @returns a function that has an idle worker look for a due job
 */
async function startQueuedJob(
  boss: PgBoss,
  { name, concurrency, run }: QueuedJob,
  { log, ...asks }: { log: Logger } & Pick<Task, 'enqueue' | 'enqueueAll'>,
): Promise<() => void> {
  const workers: string[] = []
  const busy = new Set<string>()
  const wake = () => {
    const idle = workers.find((worker) => !busy.has(worker))
    if (idle !== undefined) boss.notifyWorker(idle)
  }
  for (let index = 0; index < concurrency; index++) {
    const options = { batchSize: 1, pollingIntervalSeconds: unwoken_s, includeMetadata: true } as const
    const worker = await boss.work(name, options, async ([job]: JobWithMetadata<object>[]) => {
      if (!job) return
      busy.add(worker)
      wake()
      const is_last = job.retryCount >= job.retryLimit
      await observed(name, log, () => run(job.data, { signal: job.signal, is_last, ...asks })).finally(() => {
        busy.delete(worker)
        boss.notifyWorker(worker)
      })
    })
    workers.push(worker)
  }
  return wake
}

async function observed(name: string, log: Logger, run: () => Promise<void>): Promise<void> {
  const started_ms = performance.now()
  let failed = true
  const options = {
    name: `job ${name}`,
    kind: 'internal',
    transid: () => null,
    attributes: () => ({ job: name }),
    failed: () => failed,
  } as const
  const work = async () => {
    await run()
    failed = false
  }
  try {
    await traced(options, work, ({ statements }) => {
      if (!failed) log.debug({ job: name, ms: Math.round(performance.now() - started_ms), statements }, 'job')
    })
    observeJob(name, 'done')
  } catch (error) {
    observeJob(name, 'failed')
    if (error instanceof NotYet) log.debug({ job: name, reason: error.message }, 'job is retried')
    else logFault(log, { err: error, job: name }, 'job failed')
    throw error
  }
}

/** Removes schedules of jobs that are no longer in the code. */
async function unscheduleOthers(boss: PgBoss, jobs: readonly CronJob[]): Promise<void> {
  for (const { name } of await boss.getSchedules()) {
    if (!jobs.some((job) => job.name === name)) await boss.unschedule(name)
  }
}
