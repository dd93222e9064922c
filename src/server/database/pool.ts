// The two doors to the database, both with the rights of `app_role`. `main` prepares its statements by name, which saves much of the work of a key look-up;
// `search` never does and plans each statement for its values, because one plan for all values can turn a quick search into a walk over the whole table.
import { Kysely, PostgresDialect, type PostgresPoolClient } from 'kysely'
import pg from 'pg'
import type { DB } from '#db/types.ts'
import { app_role } from './app-role.ts'
import { time_zone, types } from './values.ts'

export type Pools = { main: pg.Pool; search: pg.Pool; end(): Promise<void> }

type PoolOptions = {
  size?: number
  application_name?: string
  /** told of a connection that broke while idle; the pool opens another by itself */
  on_error?: (error: Error) => void
}

export function createPools(url: string, options: PoolOptions = {}): Pools {
  const { size = 10, application_name = 've-so', on_error = () => {} } = options
  const main = createPool(on_error, {
    ...settings(url, application_name),
    options: `-c timezone=${time_zone} -c role=${app_role}`,
    Client: NamedClient,
    max: size,
  })
  const search = createPool(on_error, {
    ...settings(url, `${application_name}-search`),
    options: `-c timezone=${time_zone} -c role=${app_role} -c plan_cache_mode=force_custom_plan`,
    max: Math.max(2, Math.ceil(size / 2)),
  })
  const end = async () => void (await Promise.all([main.end(), search.end()]))
  return { main, search, end }
}

export function createDb(pool: pg.Pool): Kysely<DB> {
  return new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })
}

/** One connection as the database's owner, with our parsers and time zone but without time limits: migrations, tools, LISTEN. */
export function createClient(url: string, application_name = 've-so-tool'): pg.Client {
  const { connectionString, connectionTimeoutMillis, options, keepAlive } = settings(url, application_name)
  return new pg.Client({ connectionString, connectionTimeoutMillis, options, keepAlive, application_name, types })
}

export interface OwnerConnection {
  /** For what Kysely cannot say, such as COPY. */
  readonly client: pg.Client
  readonly db: Kysely<DB>
  /** Aborted when the connection is gone: a stream on it is told by nobody else. */
  readonly lost: AbortSignal
  end(): Promise<void>
}

/** One connection as the database's owner for long work, with the queries of `db` on it too. Its temporary tables last as long as it does. */
export async function openOwnerConnection(url: string, application_name: string): Promise<OwnerConnection> {
  const client = createClient(url, application_name)
  const lost = new AbortController()
  // Without this handler a connection that PostgreSQL drops would end the whole process.
  client.on('error', (error) => lost.abort(error))
  client.on('end', () => lost.abort(new Error('The connection has ended')))
  await client.connect()
  const connection = { query: client.query.bind(client), release: () => undefined } as PostgresPoolClient
  const pool = { options: {}, connect: async () => connection, end: async () => undefined }
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })
  return { client, db, lost: lost.signal, end: () => client.end().catch(() => undefined) }
}

function settings(url: string, application_name: string) {
  return {
    connectionString: url,
    application_name,
    types,
    options: `-c timezone=${time_zone}`,
    keepAlive: true,
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 60_000,
    statement_timeout: 15_000,
    lock_timeout: 5_000,
    idle_in_transaction_session_timeout: 30_000,
  } satisfies pg.PoolConfig
}

/** Without these handlers a connection that PostgreSQL drops would end the whole process. */
function createPool(on_error: (error: Error) => void, config: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool(config)
  pool.on('error', on_error)
  pool.on('connect', (client) => client.on('error', on_error))
  return pool
}

const most_names = 2_000
const names = new Map<string, string>()

/** The same text has the same name on every connection; beyond the bound, texts simply stay unnamed. */
function nameOf(text: string): string | undefined {
  const known = names.get(text)
  if (known !== undefined || names.size >= most_names) return known
  const name = `s${names.size}`
  names.set(text, name)
  return name
}

/** Names each statement that has values, so that PostgreSQL parses and plans it once per connection. */
class NamedClient extends pg.Client {
  // pg declares a dozen overloads; each begins with a text or an object, and the values may follow.
  override query(...args: unknown[]): never {
    const [config, values, ...rest] = args as [string | pg.QueryConfig | pg.Submittable, ...unknown[]]
    const send = super.query as (...given: unknown[]) => never
    if (typeof config === 'string') {
      if (!hasItems(values)) return send.apply(this, args)
      return send.call(this, { text: config, values, name: nameOf(config) }, ...rest)
    }
    if ('submit' in config || config.name !== undefined || !hasItems(config.values ?? values))
      return send.apply(this, args)
    return send.call(this, { ...config, name: nameOf(config.text) }, values, ...rest)
  }
}

function hasItems(values: unknown): boolean {
  return Array.isArray(values) && values.length > 0
}
