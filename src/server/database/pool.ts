// The two pools of connections to the database, both with the rights of `ve_so_app`. `main` prepares its statements by name, which saves much of the work of a key look-up;
// `search` plans each statement for its values, because one plan for all values can turn a quick search into a walk over the whole table; it names only
// what has no values, such as the first page of a list, and what says of itself that values do not matter (`one_plan`).
import type { EventEmitter } from 'node:events'
import type { Writable } from 'node:stream'
import { Kysely, PostgresDialect, sql, type PostgresPoolClient } from 'kysely'
import pg from 'pg'
import type { DB } from '#db/types.ts'
import { recordStatement } from '#server/program/trace.ts'
import { hostsOf } from './address.ts'
import {
  call_session,
  type ConnectionOptions,
  fill_session,
  owner_session,
  ProvenClient,
  replica_session,
  shared_session,
} from './proven-client.ts'
import { isOutdatedPlan } from './transaction.ts'
import { types } from './values.ts'

export type Pools = { main: pg.Pool; search: pg.Pool; end(): Promise<void> }

interface Watch {
  /** called when an idle connection breaks; the pool opens another by itself */
  on_error?: (error: Error) => void
  /** called when the database has answered: for each new connection, and after each statement */
  on_answer?: () => void
}

type PoolOptions = Watch & {
  size?: number
  /** the address is that of a pooler that hands sessions from one transaction to the next: it sets them up, and nothing is kept in them */
  shared?: boolean
  application_name?: string
}

/** The pools of calls. `main` has at most `size` connections, `search` half as many. */
export function createPools(url: string, options: PoolOptions = {}): Pools {
  const { size = 10, shared = false, application_name = 've-so', on_error = () => {}, on_answer = () => {} } = options
  const main = createPool(on_error, {
    ...connectionOptions(url, application_name, shared ? shared_session : call_session, shared),
    types,
    // A pooler may send a named statement to a session in which it was never prepared.
    Client: shared ? ProvenClient : NamedClient,
    max: size,
  })
  const search = createPool(on_error, {
    ...connectionOptions(url, `${application_name}-search`, shared ? shared_session : call_session, shared),
    types,
    Client: shared ? ProvenClient : ShapedClient,
    max: Math.max(2, Math.ceil(size / 2)),
  })
  for (const pool of [main, search]) watchAnswers(pool, on_answer)
  const end = async () => void (await Promise.all([main.end(), search.end()]))
  return { main, search, end }
}

/** Connections for reads that may lag, to a standby or whoever stands in for one. They are given up soon: the primary answers as well. */
export function createReplicaPool(url: string, size: number, on_error: (error: Error) => void): pg.Pool {
  return createPool(on_error, {
    ...connectionOptions(url, 've-so-replica', replica_session),
    urls: hostsOf(url, { name: 'READ_DATABASE_URL', may_lag: true }),
    may_lag: true,
    connectionTimeoutMillis: 3_000,
    // Reports take their seconds, on a machine that may be busy with others of them.
    max_silence_ms: one_host_silence_ms,
    types,
    Client: ShapedClient,
    max: Math.max(2, Math.ceil(size / 2)),
  })
}

/** Connections of the database's owner for the job queue, which reads values with parsers of its own. */
export function createJobsPool(url: string, { on_error = () => {}, on_answer = () => {} }: Watch = {}): pg.Pool {
  const pool = createPool(on_error, { ...connectionOptions(url, 've-so-jobs', owner_session), max: 2 })
  return watchAnswers(pool, on_answer)
}

/** Runs `work` on a few connections for the rows with which a business begins. */
export async function withFillDb<T>(url: string, work: (db: Kysely<DB>) => Promise<T>): Promise<T> {
  const pool = createPool(() => {}, {
    ...connectionOptions(url, 've-so-fill', fill_session),
    types,
    Client: NamedClient,
    max: 4,
  })
  try {
    return await work(createDb(pool))
  } finally {
    await pool.end()
  }
}

/** Kysely on a pool, whose statements appear in the trace of their call. */
export function createDb(pool: pg.Pool): Kysely<DB> {
  return new Kysely<DB>({ dialect: new PostgresDialect({ pool }), log: recordStatement })
}

/** One connection as the database's owner, with our parsers but without time limits: migrations, tools. */
export function createClient(url: string, application_name = 've-so-tool'): ProvenClient {
  return new ProvenClient({ ...connectionOptions(url, application_name, owner_session), types })
}

export interface OwnerConnection {
  /** The connection itself, for commands that Kysely cannot express, such as COPY. */
  readonly client: pg.Client
  readonly db: Kysely<DB>
  /** Aborted when the connection is gone: a stream on it is told by nobody else. */
  readonly lost: AbortSignal
  end(): Promise<void>
}

/** One connection as the database's owner for long work, with the queries of `db` on it too. Its temporary tables last as long as it does. */
export async function openOwnerConnection(url: string, application_name: string): Promise<OwnerConnection> {
  const client = createClient(url, application_name)
  const lossController = new AbortController()
  client.on('error', (error) => lossController.abort(error))
  client.on('end', () => lossController.abort(new Error('The connection has ended')))
  await client.connect()
  return { client, db: dbOn(client), lost: lossController.signal, end: () => client.end().catch(() => undefined) }
}

/** Kysely on one connection that is open already. */
export function dbOn(client: pg.Client): Kysely<DB> {
  const connection = { query: client.query.bind(client), release: () => undefined } as PostgresPoolClient
  const pool = { options: {}, connect: async () => connection, end: async () => undefined }
  return new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })
}

const one_host_silence_ms = 20_000
/** Shorter, because another host may have taken over. */
const several_hosts_silence_ms = 2_000

function connectionOptions(
  url: string,
  application_name: string,
  session: ConnectionOptions['session'],
  is_shared = false,
): ConnectionOptions {
  const urls = hostsOf(url)
  const max_silence_ms = urls.length > 1 ? several_hosts_silence_ms : one_host_silence_ms
  const common = { keepAlive: true, connectionTimeoutMillis: 10_000, max_silence_ms, may_lag: false }
  return { urls, session, is_shared, application_name, ...common }
}

function createPool(on_error: (error: Error) => void, config: ConnectionOptions & pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool({ Client: ProvenClient, idleTimeoutMillis: 60_000, ...config })
  // When it ends, PostgreSQL may end sooner than its last connection.
  const reportError = (error: Error) => (pool.ending ? undefined : on_error(error))
  pool.on('error', reportError)
  pool.on('connect', (client) => client.on('error', reportError))
  return pool
}

function watchAnswers(pool: pg.Pool, on_answer: () => void): pg.Pool {
  return pool.on('connect', (client) => {
    on_answer()
    const { connection } = client as unknown as { connection: Wire }
    connection.on('readyForQuery', on_answer)
  })
}

/** The same text has the same name on every connection; beyond the bound, texts simply stay unnamed. */
function namesOf(prefix: string, max_names: number): (text: string) => string | undefined {
  const names = new Map<string, string>()
  return (text) => {
    const existing = names.get(text)
    if (existing !== undefined || names.size >= max_names) return existing
    const name = `${prefix}${names.size}`
    names.set(text, name)
    return name
  }
}

/** Part of every name: a statement that is outdated on one connection is so on all, and new names have all of them prepared anew. */
let generation = 0

/** Gives statements the name that `nameOf` has for them, by which PostgreSQL parses and plans them once per connection. */
abstract class NamingClient extends ProvenClient {
  constructor(options?: pg.ClientConfig) {
    super(options)
    const { connection } = this as unknown as { connection: EventEmitter }
    connection.on('errorMessage', (error) => {
      if (isOutdatedPlan(error)) generation++
    })
  }

  protected abstract nameOf(text: string, values: unknown): string | undefined

  #nameOf(text: string, values: unknown): string | undefined {
    const name = this.nameOf(text, values)
    return name === undefined || generation === 0 ? name : `${name}.${generation}`
  }

  // pg declares a dozen overloads; each begins with a text or an object, and the values may follow.
  override query(...args: unknown[]): never {
    const [config, values, ...rest] = args as [string | pg.QueryConfig | pg.Submittable, ...unknown[]]
    const send = super.query as (...given: unknown[]) => never
    if (typeof config === 'string') {
      const name = Array.isArray(values) ? this.#nameOf(config, values) : undefined
      return name === undefined ? send.apply(this, args) : send.call(this, { text: config, values, name }, ...rest)
    }
    if ('submit' in config || config.name !== undefined) return send.apply(this, args)
    const name = this.#nameOf(config.text, config.values ?? values)
    return name === undefined ? send.apply(this, args) : send.call(this, { ...config, name }, values, ...rest)
  }
}

const keyed = namesOf('s', 2_000)

class NamedClient extends NamingClient {
  protected override nameOf(text: string, values: unknown): string | undefined {
    return hasItems(values) ? keyed(text) : undefined
  }
}

const one_plan_mark = '/* one plan */'

/**
 * At the end of a query that is best carried out in one way whatever its values are, such as rows by their keys: `query.modifyEnd(one_plan)`. It is
 * then planned once per connection. Its text must not grow with its values: `= any($1)` and not `in ($1, $2, …)`.
 */
export const one_plan = sql`/* one plan */`

const shaped = namesOf('p', 1_000)
/** Each keeps its plan in the memory of every connection. */
const plain = namesOf('t', 300)

/** PostgreSQL refuses a prepared statement whose columns have become others, as a migration beside a running program may make them. */
const all_columns = /(^|[\s.,])\*/

/** The statement with which Kysely begins the transactions of `inReadTransaction`. */
const begin_reading = 'start transaction isolation level repeatable read read only'

interface Wire extends EventEmitter {
  readonly stream: Writable
}

/**
 * Sends the beginning of a read-only transaction together with its first statement, and its end without waiting, together with what comes next: two
 * ways to the database less for each call. Nothing can be lost with either, since such a transaction changes nothing.
 */
class ShapedClient extends NamingClient {
  #is_reading = false
  #begin_fault: Error | null = null

  constructor(options?: pg.ClientConfig) {
    super({ ...options, pipeline: true } as pg.ClientConfig)
  }

  override query(...args: unknown[]): never {
    const [text] = args
    if (text === begin_reading) return this.#begin(args) as never
    if (!this.#is_reading || (text !== 'commit' && text !== 'rollback')) return super.query(...args)
    this.#is_reading = false
    if (text === 'rollback') return super.query(...args)
    return this.#commit(args) as never
  }

  #begin(args: unknown[]): Promise<unknown> {
    this.#is_reading = true
    this.#begin_fault = null
    this.#cork(process.nextTick)
    const answer = super.query(...args) as Promise<unknown>
    answer.catch((error: Error) => (this.#begin_fault = error))
    return Promise.resolve(nothing)
  }

  /** Ends the transaction. Its statements have been answered by now, and so a fault of its beginning is known. */
  #commit(args: unknown[]): Promise<unknown> {
    this.#cork(setImmediate)
    const ended = super.query(...args) as Promise<unknown>
    ended.catch(() => {})
    return this.#begin_fault ? Promise.reject(this.#begin_fault) : Promise.resolve(nothing)
  }

  /** Collects what is sent until `until` calls back, and writes it to the socket in one piece. */
  #cork(until: (then: () => void) => unknown): void {
    const { stream } = (this as unknown as { connection: Wire }).connection
    stream.cork()
    until(() => stream.uncork())
  }

  protected override nameOf(text: string, values: unknown): string | undefined {
    if (text.endsWith(one_plan_mark)) return shaped(text)
    const is_plain = !hasItems(values) && /^\s*(select|with)\b/i.test(text) && !all_columns.test(text)
    return is_plain ? plain(text) : undefined
  }
}

/** The result of a statement that returns no rows. */
const nothing = { command: '', rowCount: null, rows: [], fields: [] }

function hasItems(values: unknown): boolean {
  return Array.isArray(values) && values.length > 0
}
