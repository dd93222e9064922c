/**
 * Notifies screens of changes over a stream that each keeps open. Once a second, and only while somebody listens, one statement compares the
 * committed state with that of a second ago: so the writes of every process are noticed, and no writer waits for the notification.
 */
import { sql, type RawBuilder } from 'kysely'
import type { Logger } from 'pino'
import { heartbeat_ms, topics, type Topic } from '#contract/live.ts'
import { RetryLater } from '#server/http/retry-later.ts'
import type { Db } from '#server/database/transaction.ts'
import { logFault } from '#server/database/outage.ts'
import { activePeople, ongoingSessions, type Me, type SessionLimits } from '#server/session/session.ts'

/** One open stream of a screen. */
export interface Listener {
  readonly session_id: number
  readonly user_id: number
  /** The topics of which it is notified; chosen again when rights change. */
  topics: ReadonlySet<Topic>
  /** The topics of which its person may be notified. */
  topicsOf(me: Me): ReadonlySet<Topic>
  /** Starts the stream, before anything is written. */
  open(): void
  write(text: string): void
  /** How many written bytes the client has not received yet. */
  waiting(): number
  end(): void
  cutOff(): void
}

export interface LiveStream {
  /** Resolves once every later commit will be noticed. */
  join(listener: Listener): Promise<void>
  leave(listener: Listener): void
  /** How many streams are open. */
  count(): number
  close(): void
}

const max_streams = 1_000
const max_of_session = 5
const max_of_person = 20
/** A client with more unread bytes than this has stopped reading: its stream is closed. */
const max_waiting_bytes = 64 * 1024

export interface LiveOptions {
  db: Db
  limits: Pick<SessionLimits, 'session_idle_minutes'>
  log: Logger
  fingerprints: Fingerprints
}

const interval_ms = 1_000

/** SQL whose text changes whenever something about a topic has changed in the committed data. */
export type Fingerprint = RawBuilder<string>
export type Fingerprints = Readonly<Record<Topic, Fingerprint>>

/** The fingerprint of rows with a number and a version: it changes when a row is added, changed or deleted. `rows` selects the two, from an index. */
export function fingerprintOf(rows: RawBuilder<unknown>): Fingerprint {
  return sql`select count(*) || '/' || coalesce(sum(hashint8extended(id, version)), 0) from (${rows}) of_interest (id, version)`
}

/** The fingerprints and the version of all rights at one moment, which is by the database's clock. */
type Snapshot = Record<Topic, string> & { at: number; rights_version: string }

/**
 * Asks the database nothing until the first listener joins. `join` throws RetryLater beyond 5 streams of a session, 20
 * of a person and 1.000 of this process.
 */
export function openLive(options: LiveOptions): LiveStream {
  return new LiveFeed(options)
}

class LiveFeed implements LiveStream {
  readonly #options: LiveOptions
  /** When each listener was last written to. */
  readonly #last_written = new Map<Listener, number>()
  /** Listeners without a stream yet count too: many may wait for the first query. */
  readonly #joining = new Set<Listener>()
  /** With which version of all rights each listener's topics were last chosen; without one they are chosen anew. */
  readonly #rights_versions = new WeakMap<Listener, string>()
  #snapshot: Snapshot | null = null
  /** When the last query was answered, by a monotonic clock. */
  #read_at = 0
  #watching: Promise<void> | null = null
  #timer: NodeJS.Timeout | undefined
  #closed = false
  #faulty = false

  constructor(options: LiveOptions) {
    this.#options = options
  }

  async join(listener: Listener): Promise<void> {
    const all = [...this.#last_written.keys(), ...this.#joining]
    const of_session = all.filter(({ session_id }) => session_id === listener.session_id)
    const of_person = all.filter(({ user_id }) => user_id === listener.user_id)
    if (of_session.length >= max_of_session || of_person.length >= max_of_person) throw new RetryLater(429, 60)
    if (this.#closed || all.length >= max_streams) throw new RetryLater(503, 2)
    this.#joining.add(listener)
    try {
      await this.#watch()
      listener.open()
      this.#send(listener, event('open', { now: this.#now() }))
    } finally {
      this.#joining.delete(listener)
    }
  }

  async #watch(): Promise<void> {
    this.#watching ??= this.#begin().catch((error) => {
      this.#watching = null
      throw error
    })
    await this.#watching
    if (this.#closed) throw new RetryLater(503, 2)
  }

  leave(listener: Listener): void {
    this.#last_written.delete(listener)
  }

  count(): number {
    return this.#last_written.size
  }

  close(): void {
    this.#closed = true
    clearTimeout(this.#timer)
    for (const listener of this.#last_written.keys()) {
      this.leave(listener)
      listener.end()
    }
  }

  async #begin(): Promise<void> {
    await this.#readChanges()
    this.#scheduleTick()
  }

  /** The topics that have changed since the query before. */
  async #readChanges(): Promise<Topic[]> {
    const [snapshotBefore, snapshotNow] = [
      this.#snapshot,
      await readFingerprints(this.#options.db, this.#options.fingerprints),
    ]
    this.#snapshot = snapshotNow
    this.#read_at = performance.now()
    return topics.filter((topic) => snapshotNow[topic] !== snapshotBefore?.[topic])
  }

  /** Sends the database's time: it decides what is open, late or over, so screens count down by its clock and not by this program's. */
  #now(): number {
    return Math.round(this.#snapshot!.at + performance.now() - this.#read_at)
  }

  #scheduleTick(): void {
    if (!this.#closed) this.#timer = setTimeout(() => void this.#tick(), interval_ms)
  }

  async #tick(): Promise<void> {
    if (this.#last_written.size + this.#joining.size === 0) {
      this.#watching = null
      return
    }
    try {
      await this.#endExpiredSessions()
      await this.#renewTopics()
      await this.#sendChanges()
      this.#faulty = false
    } catch (error) {
      // Logged once: while the database is down every query fails. Nothing is sent meanwhile, so listeners notice it too.
      if (!this.#faulty) logFault(this.#options.log, { err: error }, 'live updates cannot be read')
      this.#faulty = true
    }
    this.#scheduleTick()
  }

  /** Chooses the topics again of people who joined, or of all once any rights changed. A topic that was gained counts as changed. */
  async #renewTopics(): Promise<void> {
    const { rights_version } = this.#snapshot!
    const outdated = [...this.#last_written.keys()].filter((one) => this.#rights_versions.get(one) !== rights_version)
    if (outdated.length === 0) return
    const people = await activePeople(this.#options.db, [...new Set(outdated.map(({ user_id }) => user_id))])
    for (const listener of outdated) {
      const me = people.get(listener.user_id)
      if (!me || !this.#last_written.has(listener)) continue
      const topics_before = listener.topics
      listener.topics = listener.topicsOf(me)
      this.#rights_versions.set(listener, rights_version)
      const gained = [...listener.topics].filter((topic) => !topics_before.has(topic))
      if (gained.length > 0) this.#send(listener, event('changed', { topics: gained }))
    }
  }

  async #sendChanges(): Promise<void> {
    const changed = await this.#readChanges()
    for (const [listener, written_at] of this.#last_written) {
      const of_interest = changed.filter((topic) => listener.topics.has(topic))
      if (of_interest.length > 0) this.#send(listener, event('changed', { topics: of_interest }))
      else if (performance.now() - written_at >= heartbeat_ms) this.#send(listener, ': still here\n\n')
    }
  }

  /** Closes the streams of sessions that have ended. */
  async #endExpiredSessions(): Promise<void> {
    const session_ids = new Set([...this.#last_written.keys()].map(({ session_id }) => session_id))
    const going = await ongoingSessions(this.#options.db, [...session_ids], this.#options.limits)
    for (const listener of this.#last_written.keys()) {
      const { session_id } = listener
      if (!session_ids.has(session_id) || going.has(session_id)) continue
      this.leave(listener)
      listener.write(event('ended', {}))
      listener.end()
    }
  }

  #send(listener: Listener, text: string): void {
    if (listener.waiting() > max_waiting_bytes) {
      this.leave(listener)
      return listener.cutOff()
    }
    this.#last_written.set(listener, performance.now())
    listener.write(text)
  }
}

function event(name: string, data: unknown): string {
  return `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`
}

async function readFingerprints(db: Db, fingerprints: Fingerprints): Promise<Snapshot> {
  const all = topics.map((topic) => sql`(${fingerprints[topic]}) as ${sql.ref(topic)}`)
  const { rows } = await sql<Snapshot>`
    select ${sql.join(all)}, (select moved_by::text from rights_stamp) as rights_version,
      extract(epoch from clock_timestamp())::float8 * 1000 as at`.execute(db)
  return rows[0]!
}
