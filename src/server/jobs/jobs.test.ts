import { setTimeout as sleep } from 'node:timers/promises'
import { PgBoss } from 'pg-boss'
import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createClient, createDb, createPools } from '#server/database/pool.ts'
import { inWriteTransaction } from '#server/database/transaction.ts'
import { waitUntil } from '#server/program/process.ts'
import { cronJob, NotYet, openJobs, queuedJob, type CronJob, type Jobs, type QueuedJob } from './jobs.ts'
import { metricsPage } from '#server/program/metrics.ts'
import { freshDatabase, type FreshDatabase } from '#server/testing/database.ts'

const log = pino({ level: 'silent' })
let database: FreshDatabase
beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database.drop())

async function startJobs(jobs: readonly CronJob[], queues: readonly QueuedJob[] = []): Promise<Jobs> {
  const opened = await openJobs({ url: database.url, queues, log })
  await opened.run(jobs)
  return opened
}

async function ask<R extends object>(statement: string): Promise<R[]> {
  const client = createClient(database.url)
  await client.connect()
  try {
    return (await client.query<R>(statement)).rows
  } finally {
    await client.end()
  }
}

/** Sends by hand what the schedule would send at its time. */
async function makeDue(name: string): Promise<void> {
  const clock = new PgBoss({ connectionString: database.url, schedule: false, supervise: false, max: 1 })
  await clock.start()
  await clock.send(name)
  await clock.stop()
}

async function settled(): Promise<boolean> {
  return (await ask(`select from pgboss.job where state in ('created', 'retry', 'active')`)).length === 0
}

test('a due cron job runs, its failure is counted in the metrics, and it is run once more', async () => {
  let runs = 0
  const flaky = cronJob('test.flaky', {
    cron: '5 5 * * *',
    run: async () => {
      if (++runs === 1) throw new Error('the first time fails')
    },
  })
  const running = await startJobs([flaky])
  await makeDue('test.flaky')
  expect(await waitUntil(async () => runs === 2 && (await settled()), 20_000)).toBe(true)
  await makeDue('test.flaky')
  expect(await waitUntil(async () => runs === 3 && (await settled()), 20_000)).toBe(true)
  await running.close()
  const { text } = await metricsPage()
  expect(text).toContain('ve_so_jobs_total{queue="test.flaky",outcome="failed"} 1')
  expect(text).toContain('ve_so_jobs_total{queue="test.flaky",outcome="done"} 2')
})

test('a job whose program was killed runs again soon after a start, even on a queue that an older program made', async () => {
  const old = new PgBoss({ connectionString: database.url, schedule: false, supervise: false, max: 1 })
  await old.start()
  await old.createQueue('test.killed', { policy: 'exclusive', retryLimit: 0 })
  let runs = 0
  const killed = cronJob('test.killed', { cron: '5 5 * * *', run: async () => void runs++ })
  // The first start gives the queue today's options; then a program takes the job and never sends a heartbeat.
  await startJobs([killed]).then((jobs) => jobs.close())
  await old.send('test.killed')
  expect(await old.fetch('test.killed')).toHaveLength(1)
  await ask(`update pgboss.job set started_on = now() - interval '1 minute', heartbeat_on = now() - interval '1 minute'
    where name = 'test.killed'`)
  await old.stop()
  const running = await startJobs([killed])
  expect(await waitUntil(() => runs === 1, 30_000)).toBe(true)
  await running.close()
})

test('a job whose key had an active job at the start runs soon after', async () => {
  const done: object[] = []
  const requeuing = queuedJob('test.again', {
    title: 'Làm lại',
    rerun_if_enqueued: true,
    run: async (data) => void done.push(data),
  })
  const before = await openJobs({ url: database.url, queues: [requeuing], log })
  const pools = createPools(database.url, { size: 1 })
  await inWriteTransaction(createDb(pools.main), (trx) => before.enqueue(trx, 'test.again', { n: 1 }, 'a'))
  await before.close()
  // As the program's last look at the queue left it.
  await ask(`update pgboss.queue set singletons_active = array['a'] where name = 'test.again'`)
  const running = await startJobs([], [requeuing])
  expect(await waitUntil(() => done.length === 1, 25_000)).toBe(true)
  await running.close()
  await pools.end()
})

test('the schedule has exactly the cron jobs of the code, at their newest times', async () => {
  const run = async () => {}
  const first = await startJobs([
    cronJob('test.a', { cron: '1 * * * *', run }),
    cronJob('test.b', { cron: '2 * * * *', run }),
  ])
  await first.close()
  const second = await startJobs([cronJob('test.b', { cron: '3 4 * * *', run })])
  await second.close()
  expect(await ask('select name, cron, timezone from pgboss.schedule')).toEqual([
    { name: 'test.b', cron: '3 4 * * *', timezone: 'Asia/Ho_Chi_Minh' },
  ])
})

test('a start after the clock was set back brings jobs and marks of the queue from the future to the present', async () => {
  const done: object[] = []
  const noting = queuedJob('test.set-back', { title: 'Ghi lại', run: async (data) => void done.push(data) })
  const before = await openJobs({ url: database.url, queues: [noting], log })
  const pools = createPools(database.url, { size: 1 })
  await inWriteTransaction(createDb(pools.main), (trx) => before.enqueue(trx, 'test.set-back', { n: 1 }, 'a'))
  await before.close()
  await ask(`update pgboss.job set created_on = created_on + interval '3 hours', start_after = start_after + interval '3 hours'
    where name = 'test.set-back'`)
  await ask(`update pgboss.version set cron_on = now() + interval '3 hours'`)
  await ask(`update pgboss.queue set monitor_claim_on = now() + interval '3 hours'`)
  const running = await startJobs([], [noting])
  expect(await waitUntil(() => done.length === 1, 20_000)).toBe(true)
  expect(await ask(`select from pgboss.version where cron_on > now()`)).toEqual([])
  expect(await ask(`select from pgboss.queue where monitor_claim_on > now()`)).toEqual([])
  await running.close()
  await pools.end()
})

test('a database that does not answer the queue is logged once, however many queues look for work', async () => {
  const lines: { level: number; msg: string }[] = []
  const own_log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(JSON.parse(line)) })
  const queues = ['a', 'b', 'c', 'd'].map((name) =>
    queuedJob(`test.silent-${name}`, { title: name, run: async () => {} }),
  )
  const running = await openJobs({ url: database.url, queues, log: own_log })
  const locking = createClient(database.url)
  await locking.connect()
  await running.run([])
  await locking.query('begin')
  await locking.query('lock table pgboss.job in access exclusive mode')
  expect(await waitUntil(() => lines.length > 0, 20_000)).toBe(true)
  await sleep(1_000)
  await locking.end()
  expect(lines).toMatchObject([{ level: 50, msg: expect.stringMatching(/^the database is away/) }])
  await running.close()
}, 40_000)

test('jobs still run after PostgreSQL has ended their connections', async () => {
  let runs = 0
  const steady = cronJob('test.steady', {
    cron: '5 5 * * *',
    run: async () => {
      runs++
    },
  })
  const running = await startJobs([steady])
  await ask(`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 've-so-jobs'`)
  await makeDue('test.steady')
  expect(await waitUntil(() => runs === 1, 20_000)).toBe(true)
  await running.close()
})

test('a queued job runs once after the commit of its transaction, and never after a rollback', async () => {
  const done: object[] = []
  const noting = queuedJob('test.noting', { title: 'Ghi lại', run: async (data) => void done.push(data) })
  const running = await startJobs([], [noting])
  const pools = createPools(database.url, { size: 2 })
  const db = createDb(pools.main)
  await expect(
    inWriteTransaction(db, async (trx) => {
      await running.enqueue(trx, 'test.noting', { n: 1 }, 'a')
      throw new Error('rolled back')
    }),
  ).rejects.toThrow('rolled back')
  await inWriteTransaction(db, async (trx) => {
    await running.enqueue(trx, 'test.noting', { n: 2 }, 'b')
    await running.enqueue(trx, 'test.noting', { n: 2 }, 'b')
  })
  expect(await waitUntil(async () => done.length > 0 && (await settled()), 20_000)).toBe(true)
  expect(done).toEqual([{ n: 2 }])
  await Promise.all([db.destroy(), pools.search.end()])
  await running.close()
})

test('a job enqueued while it is running runs once more where it has rerun_if_enqueued, and not otherwise', async () => {
  const gate = Promise.withResolvers<void>()
  const runs = { 'test.again': 0, 'test.once': 0 }
  const jobOf = (name: keyof typeof runs) =>
    queuedJob(name, { title: 'Xem', rerun_if_enqueued: name === 'test.again', run: () => (runs[name]++, gate.promise) })
  const running = await startJobs([], [jobOf('test.again'), jobOf('test.once')])
  const pools = createPools(database.url, { size: 2 })
  const db = createDb(pools.main)
  const askAll = () =>
    inWriteTransaction(db, async (trx) => {
      for (const name of Object.keys(runs)) await running.enqueue(trx, name, {}, 'a')
    })
  await askAll()
  expect(await waitUntil(async () => runs['test.again'] === 1 && runs['test.once'] === 1, 20_000)).toBe(true)
  for (let n = 0; n < 3; n++) await askAll()
  expect(await running.queues(db)).toMatchObject([
    { name: 'test.again', waiting: 1, active: 1 },
    { name: 'test.once', waiting: 0, active: 1 },
  ])
  gate.resolve()
  expect(await waitUntil(async () => runs['test.again'] === 2 && (await settled()), 20_000)).toBe(true)
  expect(runs).toEqual({ 'test.again': 2, 'test.once': 1 })
  await Promise.all([db.destroy(), pools.search.end()])
  await running.close()
})

test('a queued job that fails is retried; one that waits for a gateway writes no line of the log', async () => {
  let runs = 0
  const lines: { msg: string; job?: string }[] = []
  const own_log = pino({ level: 'info' }, { write: (line: string) => void lines.push(JSON.parse(line)) })
  const stubborn = queuedJob<{ n: number }>('test.stubborn', {
    title: 'Làm lại',
    run: async ({ n }, { is_last }) => {
      expect(is_last).toBe(false)
      if (++runs < n) throw runs === 1 ? new NotYet('no answer') : new Error('broken')
    },
  })
  const running = await openJobs({ url: database.url, queues: [stubborn], log: own_log })
  await running.run([])
  const pools = createPools(database.url, { size: 2 })
  const db = createDb(pools.main)
  await inWriteTransaction(db, (trx) => running.enqueue(trx, 'test.stubborn', { n: 3 }, 'a'))
  expect(await waitUntil(async () => runs === 3 && (await settled()), 20_000)).toBe(true)
  expect(lines).toMatchObject([{ msg: 'job failed', job: 'test.stubborn', err: { message: 'broken' } }])
  await Promise.all([db.destroy(), pools.search.end()])
  await running.close()
})

test('a job that waits for its retry runs at once when it is enqueued with now', async () => {
  const runs: number[] = []
  const patient = queuedJob('test.patient', {
    title: 'Chờ lâu',
    retry_delay_s: 600,
    run: async () => {
      runs.push(runs.length)
      if (runs.length === 1) throw new Error('not yet')
    },
  })
  const running = await startJobs([], [patient])
  const pools = createPools(database.url, { size: 2 })
  const db = createDb(pools.main)
  const enqueue = (when?: { now: boolean }) =>
    inWriteTransaction(db, (trx) => running.enqueue(trx, 'test.patient', {}, 'a', when))
  const deferred = async () => (await running.queues(db))[0]!.deferred
  await enqueue()
  expect(await waitUntil(async () => (await deferred()) === 1, 20_000)).toBe(true)
  await enqueue()
  expect(await deferred()).toBe(1)
  await enqueue({ now: true })
  expect(await waitUntil(async () => runs.length === 2 && (await settled()), 20_000)).toBe(true)
  await Promise.all([db.destroy(), pools.search.end()])
  await running.close()
})

test('a job enqueued with a delay counts as deferred and begins after the delay', async () => {
  const began: number[] = []
  const late = queuedJob('test.late', { title: 'Để sau', run: async () => void began.push(performance.now()) })
  const running = await startJobs([], [late])
  const pools = createPools(database.url, { size: 2 })
  const db = createDb(pools.main)
  const since = performance.now()
  await inWriteTransaction(db, (trx) => running.enqueue(trx, 'test.late', {}, 'a', { after_s: 2 }))
  expect(await running.queues(db)).toEqual([
    { name: 'test.late', title: 'Để sau', waiting: 0, deferred: 1, active: 0, given_up: 0, oldest_s: 0 },
  ])
  expect(await waitUntil(() => began.length === 1, 20_000)).toBe(true)
  expect(began[0]! - since).toBeGreaterThan(1_900)
  await Promise.all([db.destroy(), pools.search.end()])
  await running.close()
})

test('a delayed job that has rerun_if_enqueued runs at once when it is enqueued with now', async () => {
  let runs = 0
  const delayed = queuedJob('test.delayed', { title: 'Hoãn', rerun_if_enqueued: true, run: async () => void runs++ })
  const running = await startJobs([], [delayed])
  const pools = createPools(database.url, { size: 2 })
  const db = createDb(pools.main)
  for (const when of [{ after_s: 600 }, { now: true }])
    await inWriteTransaction(db, (trx) => running.enqueue(trx, 'test.delayed', {}, 'a', when))
  expect(await waitUntil(async () => runs === 1 && (await settled()), 20_000)).toBe(true)
  await Promise.all([db.destroy(), pools.search.end()])
  await running.close()
})

test('up to `concurrency` jobs of a queue run together, and one that fails does not fail the others', async () => {
  let busy = 0
  let max_busy = 0
  const done: number[] = []
  // However slow the machine is, none ends before as many run as may.
  const { promise: full, resolve } = Promise.withResolvers<void>()
  const wide = queuedJob<{ n: number }>('test.wide', {
    title: 'Nhiều việc',
    concurrency: 20,
    retry_delay_s: 60,
    run: async ({ n }) => {
      max_busy = Math.max(max_busy, ++busy)
      if (busy === 20) resolve()
      await full
      await sleep(50)
      busy--
      if (n % 10 === 0) throw new Error('this one fails')
      done.push(n)
    },
  })
  const running = await startJobs([], [wide])
  const pools = createPools(database.url, { size: 2 })
  const db = createDb(pools.main)
  await inWriteTransaction(db, async (trx) => {
    for (let n = 1; n <= 200; n++) await running.enqueue(trx, 'test.wide', { n }, String(n))
  })
  expect(await waitUntil(() => done.length === 180, 20_000)).toBe(true)
  expect(max_busy).toBe(20)
  // What failed is put back a moment after it has failed.
  await expect
    .poll(() => running.queues(db), { timeout: 5_000 })
    .toMatchObject([{ waiting: 0, deferred: 20, given_up: 0 }])
  await Promise.all([db.destroy(), pools.search.end()])
  await running.close()
})
