/** Waiting jobs and failed ones, for the people who operate the program. Only this file, due.ts and moved-clock.ts know the tables of pg-boss. */
import { fromKysely, type PgBoss } from 'pg-boss'
import { sql } from 'kysely'
import { contains, paginate } from '#server/record/list.ts'
import type { Db } from '#server/database/transaction.ts'

/** The dead-letter queue: a copy of every job that failed for good, for people to look at. */
export const dead_letter_queue = 'given-up'

interface Queue {
  readonly name: string
  /** The name of the job on screen. */
  readonly title: string
}

export interface QueueState extends Queue {
  /** Due now; later ones are `deferred`. */
  waiting: number
  deferred: number
  active: number
  given_up: number
  /** How long the oldest waiting job has been due, in seconds. */
  oldest_s: number
}

export interface GivenUpJob {
  job_id: string
  name: string
  title: string
  data: string
  error: string | null
  /** How often it was tried. */
  tries: number
  requested_at: string
  given_up_at: string
}

interface GivenUpInput {
  page_index: number
  page_size: number
  part?: 'rows' | 'totals' | null | undefined
  keyword?: string | null | undefined
  name?: string | null | undefined
}

/** All functions work in the transaction of `db`. */
export interface Backlog {
  queues(db: Db): Promise<QueueState[]>
  givenUp(db: Db, input: GivenUpInput): Promise<{ items: GivenUpJob[]; total?: number }>
  /**
   * Enqueues a failed job again, or all failed ones of one name. One is skipped while another job with its key waits or runs.
   * @returns how many were enqueued again
   */
  retry(db: Db, which: { job_id: string } | { name: string }): Promise<number>
  /** Dismisses a failed job; it is kept as cancelled. False when there is no such job. */
  discard(db: Db, job_id: string): Promise<boolean>
}

/** At most so many at once; pressing the button again takes the next ones. */
const max_retries_at_a_time = 1_000

export function backlogOf(boss: PgBoss, queues: readonly Queue[]): Backlog {
  const titleOf = (name: string) => queues.find((queue) => queue.name === name)?.title ?? name
  return {
    queues: (db) => queuesOf(db, queues),
    async givenUp(db, input) {
      const { items, ...totals } = await paginate(db, listOf(db, input), input)
      return { items: items.map((item) => ({ ...item, title: titleOf(item.name) })), ...totals }
    },
    async retry(db, jobs_key) {
      const ids = await retryableJobs(db, jobs_key)
      return ids.length === 0 ? 0 : boss.redrive(dead_letter_queue, { ids, db: fromKysely(db) })
    },
    async discard(db, job_id) {
      const { rows } = await sql`select from pgboss.job
        where name = ${dead_letter_queue} and id = ${job_id}::uuid and state < 'active' and not blocked for update`.execute(
        db,
      )
      if (rows.length > 0) await boss.cancel(dead_letter_queue, job_id, { db: fromKysely(db) })
      return rows.length > 0
    },
  }
}

/** SQL: the waiting and running jobs of all queues. One part for each policy: PostgreSQL has a partial index for each. */
const open_jobs = sql`(
  select * from pgboss.job where policy = 'exclusive' and state <= 'active'
  union all select * from pgboss.job where policy = 'stately' and state <= 'active')`

/** The conditions on `policy` and `blocked` let PostgreSQL use partial indexes: most rows are of finished jobs. */
async function queuesOf(db: Db, queues: readonly Queue[]): Promise<QueueState[]> {
  const names = queues.map(({ name }) => name)
  const { rows } = await sql<Omit<QueueState, 'title'>>`
    select w.name, coalesce(q.waiting, 0) as waiting, coalesce(q.deferred, 0) as deferred, coalesce(q.active, 0) as active,
      coalesce(g.given_up, 0) as given_up, coalesce(q.oldest_s, 0) as oldest_s
    from unnest(${names}::text[]) w (name)
    left join (
      select name, count(*) filter (where state < 'active' and start_after <= now()) as waiting,
        count(*) filter (where state < 'active' and start_after > now()) as deferred, count(*) filter (where state = 'active') as active,
        extract(epoch from now() - min(start_after) filter (where state < 'active' and start_after <= now()))::integer as oldest_s
      from ${open_jobs} j where name = any(${names}::text[]) group by name) q using (name)
    left join (
      select source_name as name, count(*) as given_up
      from pgboss.job where name = ${dead_letter_queue} and state < 'active' and not blocked group by source_name) g using (name)`.execute(
    db,
  )
  const states = new Map(rows.map((row) => [row.name, row]))
  return queues.map(({ name, title }) => ({ ...states.get(name)!, title }))
}

function listOf(db: Db, { keyword, name }: GivenUpInput) {
  const rows = sql<Omit<GivenUpJob, 'title'> & { search: string }>`(
    select id::text as job_id, coalesce(source_name, '?') as name, left(data::text, 2000) as data,
      left(nullif(trim(coalesce(source_output ->> 'message', source_output #>> '{value,message}', source_output::text)), ''), 2000) as error,
      coalesce(source_retry_count, 0) + 1 as tries, coalesce(source_created_on, created_on) as requested_at, created_on as given_up_at,
      vn_fold(concat_ws(' ', source_name, data, source_output ->> 'message')) as search
    from pgboss.job where name = ${dead_letter_queue} and state < 'active' and not blocked)`
  return db
    .selectFrom(rows.as<'g'>('g'))
    .select(['g.job_id', 'g.name', 'g.data', 'g.error', 'g.tries', 'g.requested_at', 'g.given_up_at'])
    .where(contains('g.search', keyword))
    .$if(name != null, (q) => q.where('g.name', '=', name!))
    .orderBy('g.given_up_at', 'desc')
    .orderBy('g.job_id')
}

/** The failed jobs that can be retried: of several with one key the oldest, and none whose key already waits or runs. */
async function retryableJobs(db: Db, jobs_key: { job_id: string } | { name: string }): Promise<string[]> {
  const jobCondition =
    'job_id' in jobs_key ? sql`g.id = ${jobs_key.job_id}::uuid` : sql`g.source_name = ${jobs_key.name}`
  const { rows } = await sql<{ id: string }>`
    select distinct on (g.source_name, g.singleton_key) g.id from pgboss.job g
    where g.name = ${dead_letter_queue} and g.state < 'active' and not g.blocked and ${jobCondition}
      and exists (select from pgboss.queue q where q.name = g.source_name)
      and not exists (select from ${open_jobs} w where w.name = g.source_name
        and coalesce(w.singleton_key, '') = coalesce(g.singleton_key, ''))
    order by g.source_name, g.singleton_key, g.created_on limit ${max_retries_at_a_time}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Makes a waiting job due now, which waits after a failure or for a later time. */
export async function bringForward(db: Db, name: string, key: string): Promise<void> {
  await sql`
    update pgboss.job set start_after = now()
    where name = ${name} and id in (select id from ${open_jobs} j
      where name = ${name} and singleton_key = ${key} and state < 'active' and start_after > now())`.execute(db)
}

/** How many failed jobs nobody has handled; 0 where no program has run yet, so that the table is missing. */
export async function givenUpJobs(db: Db): Promise<number> {
  const { rows } = await sql<{ is_there: boolean }>`select to_regclass('pgboss.job') is not null as is_there`.execute(
    db,
  )
  if (!rows[0]!.is_there) return 0
  const jobCount = await sql<{ count: number }>`
    select count(*) as count from pgboss.job where name = ${dead_letter_queue} and state < 'active' and not blocked`.execute(
    db,
  )
  return jobCount.rows[0]!.count
}
