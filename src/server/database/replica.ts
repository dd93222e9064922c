/**
 * A read replica of the database, for reports that may lag. It answers only while it follows closely and has what the person who asks has written
 * themselves; in all other cases the primary answers, and whoever asks sees no difference but the hour of the figures.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type pg from 'pg'
import type { Logger } from 'pino'
import { Failure } from '#contract/errors.ts'
import { setCondition } from '#server/program/condition.ts'
import { countLaggingRead } from '#server/program/metrics.ts'
import { StartError } from '#server/program/start-error.ts'
import { createDb } from './pool.ts'
import { isTransient } from './refusal.ts'
import { inReadTransaction, query_canceled, sqlState, type Db } from './transaction.ts'

export interface Replica {
  /** Answers on the replica; null where the primary has to answer. */
  read<T>(user_id: number, work: (db: Db) => Promise<T>): Promise<{ answer: T } | null>
  close(): Promise<void>
}

interface ReplicaOptions {
  /** Connections to the replica. */
  pool: pg.Pool
  /** The primary database. */
  main: Db
  max_lag_ms: number
  log: Logger
}

/** What a read on the replica is of. */
export interface ReplicaRead {
  /** All that was committed until then is in it. */
  readonly until: string
  /** Which transactions it sees: `pg_current_snapshot()` does not know on a standby. */
  readonly snapshot: string
}

const reads = new WeakMap<Db, ReplicaRead>()

/** The moment up to which the data of this transaction is complete when a replica answers; undefined on the primary. */
export function replicaReadOf(db: Db): ReplicaRead | undefined {
  return reads.get(db)
}

const look_every_ms = 1_000
const max_look_ms = 3_000
/** Open transactions of the primary between the oldest and the newest one, of which each is looked at. */
const max_open = 2_000
const max_tries = 5
/** The log is searched for a person's own writes for so much longer than the replica may lag: the longest transaction of a call. */
const max_write_ms = 60_000
const max_own_writes = 20

const other_database = 'là bản sao của một cơ sở dữ liệu khác'

interface Place {
  /** The identifier of the cluster, which a primary shares with its physical replicas. */
  system: string
  database: string
  /** When this server was started. */
  started: string
}

/** The position of the primary's log at a moment: a replica that has replayed the log up to it has all that was committed before. */
interface Sample {
  position: bigint
  at: string
  taken_ms: number
}

interface ReplicaState extends Place {
  is_standby: boolean
  position: bigint
  at: string
  /** Transactions from here on are not known to be over. */
  after: bigint
  /** The transactions before `after` that are still open. */
  open: ReadonlySet<bigint>
}

/** '16/B374D848' as a number of bytes. */
export function positionOf(lsn: string): bigint {
  const [high = '0', low = '0'] = lsn.split('/')
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`)
}

const place = sql`(select system_identifier::text from pg_control_system()) as system,
  (select oid::text from pg_database where datname = current_database()) as database, pg_postmaster_start_time()::text as started`

/** The transactions that are neither over for sure nor to come, of which those are listed that are open at this moment. */
const transactions = sql`pg_snapshot_xmin(now_seen.snapshot)::text as from_xid, pg_snapshot_xmax(now_seen.snapshot)::text as to_xid,
  (select coalesce(array_agg(xid::text), '{}') from generate_series(pg_snapshot_xmin(now_seen.snapshot)::text::numeric,
      least(pg_snapshot_xmax(now_seen.snapshot)::text::numeric - 1, pg_snapshot_xmin(now_seen.snapshot)::text::numeric + ${sql.lit(max_open)})) xid
    where pg_xact_status(xid::text::xid8) = 'in progress') as open`
const now_seen = sql`(select pg_current_snapshot() as snapshot) now_seen`

interface Transactions {
  from_xid: string
  to_xid: string
  open: string[]
}

/** Looks at both servers once a second, and knows whether the replica may be read and until when it has everything. */
class Follower {
  readonly #options: ReplicaOptions
  readonly db: Db
  #samples: Sample[] = []
  #primary: Place | null = null
  /** Why the replica is not read; null while it is. */
  trouble: string | null = null
  lag_ms: number | null = null
  /** Rejects what is under way when the replica is lost: the primary can answer it at once. */
  #lost = rejectedLater()
  readonly #ending = new AbortController()
  #looking: Promise<void> | null = null

  constructor(options: ReplicaOptions) {
    this.#options = options
    this.db = createDb(options.pool)
  }

  get lost(): Promise<never> {
    return this.#lost.promise
  }

  start(): void {
    this.#looking = this.#keepLooking()
  }

  async close(): Promise<void> {
    this.#ending.abort()
    await this.#looking
    await this.#options.pool.end()
  }

  async #keepLooking(): Promise<void> {
    const { signal } = this.#ending
    while (!signal.aborted) {
      await sleep(look_every_ms, undefined, { signal, ref: false }).catch(() => undefined)
      // The primary is away, as every call says.
      if (!signal.aborted) await this.look().catch(() => undefined)
    }
  }

  async look(): Promise<void> {
    await this.#samplePrimary()
    const { system, database } = this.#primary!
    try {
      const state = await inTime(this.lookAtReplica())
      if (state.system !== system || state.database !== database) throw new Error(other_database)
      this.untilOf(state)
      this.judge()
    } catch (error) {
      this.lose(error)
    }
  }

  async #samplePrimary(): Promise<void> {
    const taken_ms = performance.now()
    const { rows } = await sql<Place & { at: string; lsn: string }>`
      select statement_timestamp() as at, pg_current_wal_flush_lsn()::text as lsn, ${place}`.execute(this.#options.main)
    const { at, lsn, ...server } = rows[0]!
    // Another server is the primary now: its log may have gone another way.
    if (server.started !== this.#primary?.started) this.#samples = []
    this.#primary = server
    const oldest_ms = taken_ms - this.#options.max_lag_ms - 10 * look_every_ms
    const recentSamples = this.#samples.filter((sample) => sample.taken_ms > oldest_ms)
    this.#samples = [...recentSamples, { position: positionOf(lsn), at, taken_ms }]
  }

  async lookAtReplica(): Promise<ReplicaState> {
    const { rows } = await sql<Place & Transactions & { is_standby: boolean; at: string; lsn: string }>`
      select pg_is_in_recovery() as is_standby, statement_timestamp() as at,
        coalesce(pg_last_wal_replay_lsn(), '0/0')::text as lsn, ${place}, ${transactions} from ${now_seen}`.execute(
      this.db,
    )
    const { from_xid: _, to_xid, open, lsn, ...state } = rows[0]!
    return { ...state, position: positionOf(lsn), after: BigInt(to_xid), open: new Set(open.map(BigInt)) }
  }

  /** The moment up to which this state contains every change; null when that is too long ago or not yet known. */
  untilOf(state: ReplicaState): string | null {
    if (!state.is_standby) {
      if (state.started !== this.#primary?.started) throw new Error('không phải máy chính, cũng không còn là bản sao')
      this.lag_ms = 0
      return state.at
    }
    const sample = this.#samples.findLast(({ position }) => position <= state.position)
    this.lag_ms = performance.now() - (sample ?? this.#samples[0])!.taken_ms
    return sample !== undefined && this.lag_ms <= this.#options.max_lag_ms ? sample.at : null
  }

  /** Notes whether the replica is too late. */
  judge(): void {
    const { max_lag_ms } = this.#options
    this.#setTrouble(this.lag_ms !== null && this.lag_ms > max_lag_ms ? `trễ hơn ${max_lag_ms / 1_000} giây` : null)
  }

  lose(error: unknown): void {
    const { message } = error as Error
    this.#setTrouble(message.replaceAll(/(?<!_)DATABASE_URL/g, 'READ_DATABASE_URL'))
    this.lag_ms = null
    this.#lost.reject(error)
    this.#lost = rejectedLater()
  }

  #setTrouble(trouble: string | null): void {
    const { log } = this.#options
    if (trouble !== null && this.trouble === null)
      log.warn({ reason: trouble }, 'the replica is not read, the primary answers')
    if (trouble === null && this.trouble !== null) log.info('the replica is read again')
    this.trouble = trouble
  }
}

/** @throws StartError where the replica is that of another database */
export async function openReplica(options: ReplicaOptions): Promise<Replica> {
  const { main, max_lag_ms, log } = options
  const follower = new Follower(options)
  await follower.look()
  if (follower.trouble === other_database) {
    await follower.close()
    throw new StartError('READ_DATABASE_URL dẫn tới bản sao của một cơ sở dữ liệu khác: hãy sửa cho đúng rồi chạy lại.')
  }
  setCondition({
    replica: () => ({
      trouble: follower.trouble,
      lag_s: follower.lag_ms === null ? null : follower.lag_ms / 1_000,
    }),
  })
  follower.start()
  return {
    async read(user_id, work) {
      if (follower.trouble !== null) return refuseReplica(follower.lag_ms === null ? 'away' : 'late')
      const write_ids = await ownWrites(main, user_id, max_lag_ms)
      try {
        for (let attempt = 1; attempt <= max_tries; attempt++) {
          const result = await Promise.race([readOnce(follower, write_ids, work), follower.lost])
          if (typeof result === 'object') {
            countLaggingRead('replica', '')
            return result
          }
          if (result === 'late') follower.judge()
          if (result !== 'moving') return refuseReplica(result)
        }
        return refuseReplica('moving')
      } catch (error) {
        // A refusal, or a statement that takes too long: the primary would say the same.
        if (error instanceof Failure || sqlState(error) === query_canceled) throw error
        // 40: a conflict with the replay.
        if (isTransient(error) && !sqlState(error)?.startsWith('40')) follower.lose(error)
        else if (follower.trouble === null)
          log.warn({ err: error }, 'a read failed on the replica, the primary answers')
        return refuseReplica('away')
      }
    },
    close: () => follower.close(),
  }
}

/** What this person has written lately, by the log: each of their transactions has an entry. */
async function ownWrites(main: Db, user_id: number, max_lag_ms: number): Promise<number[]> {
  const seconds = (max_lag_ms + max_write_ms) / 1_000
  const { rows } = await sql<{ audit_id: number }>`
    select audit_id from audit_log where user_id = ${user_id} and at > now() - make_interval(secs => ${seconds})
    order by at desc limit ${max_own_writes}`.execute(main)
  return rows.map(({ audit_id }) => audit_id)
}

/** Reads in one transaction of the replica. @returns why it may not, where it may not */
async function readOnce<T>(
  follower: Follower,
  write_ids: readonly number[],
  work: (db: Db) => Promise<T>,
): Promise<PrimaryReason | { answer: T }> {
  const stateBefore = await follower.lookAtReplica()
  const until = follower.untilOf(stateBefore)
  if (until === null) return 'late'
  return inReadTransaction(follower.db, async (trx) => {
    const { rows } = await sql<Transactions & { replayed: number; snapshot: string }>`
      select ${transactions}, now_seen.snapshot::text as snapshot,
        (select count(*) from audit_log where audit_id = any (${write_ids}::bigint[])) as replayed from ${now_seen}`.execute(
      trx,
    )
    const { replayed, snapshot: current_snapshot, ...now } = rows[0]!
    if (replayed < write_ids.length) return 'own write'
    const snapshot = stateBefore.is_standby ? snapshotOf(stateBefore, now) : current_snapshot
    if (snapshot === null) return 'moving'
    reads.set(trx, { until, snapshot })
    return { answer: await work(trx) }
  })
}

/** Why the primary answers: the replica cannot be used, is too late, lacks an own write, or changes too fast to tell what it shows. */
type PrimaryReason = 'away' | 'late' | 'own write' | 'moving'

function refuseReplica(why: PrimaryReason): null {
  countLaggingRead('primary', why)
  return null
}

function rejectedLater(): PromiseWithResolvers<never> {
  const laterAnswer = Promise.withResolvers<never>()
  laterAnswer.promise.catch(() => undefined)
  return laterAnswer
}

function inTime<T>(work: Promise<T>): Promise<T> {
  const timeout = sleep(max_look_ms, undefined, { ref: false }).then(() => {
    throw new Error('timeout exceeded when trying to connect')
  })
  return Promise.race([work, timeout])
}

/**
 * The snapshot of a transaction on a standby, where PostgreSQL's own text leaves out which transactions are open. Those that were over before it
 * began are seen, those that are open after it began are not; null where one ended in between.
 */
export function snapshotOf(stateBefore: Pick<ReplicaState, 'after' | 'open'>, now: Transactions): string | null {
  const [from, to] = [BigInt(now.from_xid), BigInt(now.to_xid)]
  if (to - from > max_open) return null
  const open = new Set(now.open.map(BigInt))
  for (let xid = from; xid < to; xid++) {
    const was_over = xid < stateBefore.after && !stateBefore.open.has(xid)
    if (!was_over && !open.has(xid)) return null
  }
  return `${from}:${to}:${[...open].filter((xid) => xid >= from && xid < to).join(',')}`
}
