// A connection that proves who and how it is before anybody uses it: with the role and the settings of its work, on a PostgreSQL
// that is new enough and takes writes, in a session that no pooler shares with others.
import { randomUUID } from 'node:crypto'
import type { EventEmitter } from 'node:events'
import type { Socket } from 'node:net'
import { callbackify } from 'node:util'
import pg from 'pg'
import { app_role } from './app-role.ts'
import { ConnectionFault, faultOf, noHost, silence_prefix, whereOf } from './connection-fault.ts'
import { sqlState } from './transaction.ts'
import { time_zone } from './values.ts'

const oldest_version = 16

/** PostgreSQL's settings by name, spelled as `current_setting` returns them. */
type Session = Readonly<Record<string, string>>

// Set by a statement once connected, because poolers refuse or swallow what is given with the start of a connection.
const common = {
  TimeZone: time_zone,
  DateStyle: 'ISO, MDY',
  default_transaction_isolation: 'read committed',
  default_transaction_deferrable: 'off',
}

/** The account of the address, without time limits: migrations, jobs, tools. */
export const owner_session: Session = {
  ...common,
  role: 'none',
  statement_timeout: '0',
  lock_timeout: '0',
  idle_in_transaction_session_timeout: '0',
}

/** The narrower rights of the program's calls, with time limits. */
export const call_session: Session = {
  ...common,
  role: app_role,
  statement_timeout: '15s',
  lock_timeout: '5s',
  idle_in_transaction_session_timeout: '30s',
  plan_cache_mode: 'auto',
}

/** The settings of connections for reads that a replica may answer: nothing can be written on them, even on a primary. */
export const replica_session: Session = { ...call_session, default_transaction_read_only: 'on' }

/**
 * For the rows with which a business begins: without time limits, each statement planned once, and no wait for the disk at a commit. A crash loses the
 * newest of them; the first commit of any other session brings all of them to the disk before itself.
 */
export const fill_session: Session = {
  ...owner_session,
  role: app_role,
  plan_cache_mode: 'force_generic_plan',
  synchronous_commit: 'off',
}

/** What a pooler that shares sessions must have set in each: as for calls, and each statement planned for its values, since none is kept. */
export const shared_session: Session = { ...call_session, plan_cache_mode: 'force_custom_plan' }

/** PgBouncer keeps these for each of its clients by itself, whichever session it gives them. */
const kept_by_pooler = ['TimeZone', 'DateStyle']

const setOf = (names: readonly string[]) => names.map((name) => `set ${name} to '${shared_session[name]}'`).join('; ')

/** What its pgbouncer.ini has to say of the database, as it stands there: each session is set up when it is opened. */
export const connect_query = setOf(Object.keys(shared_session).filter((name) => !kept_by_pooler.includes(name)))

export interface ConnectionOptions extends pg.ClientConfig {
  /** One address per host: the first that can be used is taken. */
  urls: readonly string[]
  session: Session
  /** A pooler sets up the session, and hands it from one transaction to the next. */
  is_shared: boolean
  /** A standby serves as well, because what is read may be older. */
  may_lag: boolean
  connectionTimeoutMillis: number
  /** After this long without a response a second connection checks whether the server still responds: a machine that loses power closes nothing. */
  max_silence_ms: number
}

/** A name of our own among PostgreSQL's settings: it tells a session from any other that a pooler may put in its place. */
const mark = 've_so.connection'

const set_text = `select nullif(current_setting('${mark}', true), '') is null as is_unused, set_config('${mark}', $1, false),
  (select count(set_config(name, value, false)) from unnest($2::text[], $3::text[]) wanted (name, value))`

const prove_text = `select coalesce(current_setting('${mark}', true) = $1, false) as is_own, pg_is_in_recovery() as is_standby,
  current_setting('transaction_read_only') = 'on' as is_read_only, current_setting('server_version') as version,
  (select json_object_agg(name, current_setting(name, true)) from unnest($2::text[]) name) as session`

interface Proof {
  is_own: boolean
  is_standby: boolean
  is_read_only: boolean
  version: string
  session: Session
}

/** The function of PostgreSQL that gives up waiting for a synchronous standby; recognised by name, because its message is translated. */
const sync_wait = 'SyncRepWaitForLSN'

interface Wire extends EventEmitter {
  readonly stream: Socket
}

/** Open connections by server, of those that have several to choose from. */
const streams_by_server = new Map<string, Set<Socket>>()

type ConnectCallback<Client> = (error: Error | null, client: Client) => void

export class ProvenClient extends pg.Client {
  readonly #options: ConnectionOptions
  readonly #mark: string = randomUUID()
  /** Connects to one server only, to see whether it responds. */
  #is_trial = false

  /** `pg.Pool` makes its clients from its own settings, which include these options. */
  constructor(options?: pg.ClientConfig) {
    const { urls } = options as ConnectionOptions
    super({ ...options, connectionString: urls[0] })
    this.#options = options as ConnectionOptions
    // A connection that is lost fails what runs on it; the event alone must not end the process.
    this.on('error', () => {})
  }

  /** Rejects with a ConnectionFault. */
  override connect(): Promise<this>
  override connect(callback: ConnectCallback<this>): void
  override connect(callback?: ConnectCallback<this>): Promise<this> | void {
    if (!callback) return this.#open()
    callbackify(() => this.#open())(callback)
  }

  async #open(): Promise<this> {
    try {
      if (this.#options.urls.length > 1 && !this.#is_trial) await this.#chooseHost()
      await super.connect()
      this.#watchWire()
      if (this.#options.is_shared) await super.query(setOf(kept_by_pooler))
      else await this.#set()
      await this.prove()
      return this
    } catch (error) {
      // The end is not awaited, because the network itself may be down.
      void this.end().catch(() => {})
      throw faultOf(error, this)
    }
  }

  /**
   * Takes the host and port of the first address that can be used. A client of `pg` can try one host only, so each address is tried by a client of
   * its own, in its share of the time.
   */
  async #chooseHost(): Promise<void> {
    const faults: ConnectionFault[] = []
    for (const url of this.#options.urls) {
      const options = { ...this.#options, urls: [url], connectionTimeoutMillis: this.#share_ms }
      const trial = new ProvenClient(options)
      try {
        await trial.connect()
      } catch (error) {
        faults.push(faultOf(error, trial))
        continue
      }
      this.host = trial.host
      this.port = trial.port
      return void trial.end().catch(() => {})
    }
    throw noHost(faults)
  }

  /** The time for one of the hosts, of which the chosen one is connected to twice. */
  get #share_ms(): number {
    const { urls, connectionTimeoutMillis } = this.#options
    return urls.length > 1 ? connectionTimeoutMillis / (urls.length + 1) : connectionTimeoutMillis
  }

  #watchWire(): void {
    const { connection } = this as unknown as { connection: Wire }
    const { stream } = connection
    const { max_silence_ms } = this.#options
    const siblings = this.#siblingsOf(stream)
    stream.setTimeout(max_silence_ms).on('timeout', async () => {
      const { readyForQuery: is_idle } = this as unknown as { readyForQuery: boolean }
      if (is_idle) return
      const older = [...siblings].map((sibling) => ({ sibling, bytes: sibling.bytesRead }))
      const is_there = await this.#isThere()
      // The server responds, if only on other connections, so the statement is only slow.
      if (is_there || older.some(({ sibling, bytes }) => sibling.bytesRead > bytes)) stream.setTimeout(max_silence_ms)
      else for (const { sibling } of older) sibling.destroy(new Error(`${silence_prefix}the server is gone`))
    })
    this.on('notice', ({ routine }) => {
      if (routine !== sync_wait) return
      // A commit that waited for a standby was cancelled. PostgreSQL reports success, but a failover would lose it, so it must not be acknowledged.
      connection.removeAllListeners('commandComplete').removeAllListeners('readyForQuery')
      stream.destroy(new Error(`${silence_prefix}no standby has confirmed the commit`))
    })
  }

  /**
   * The connections that end with this one when its server is gone, itself among them. Where another host may have taken over these are all to that
   * server, because none should wait until it has found that by itself.
   */
  #siblingsOf(stream: Socket): ReadonlySet<Socket> {
    if (this.#options.urls.length === 1 || this.#is_trial) return new Set([stream])
    const server = `${this.host}:${this.port}`
    const streams = streams_by_server.get(server) ?? new Set()
    streams_by_server.set(server, streams.add(stream))
    stream.on('close', () => streams.delete(stream))
    return streams
  }

  /** Whether this server responds to a new connection, even with a refusal. */
  async #isThere(): Promise<boolean> {
    const trial = new ProvenClient({ ...this.#options, connectionTimeoutMillis: this.#share_ms })
    trial.host = this.host
    trial.port = this.port
    trial.#is_trial = true
    try {
      await trial.connect()
      return true
    } catch (error) {
      // PostgreSQL's own codes begin with a digit, the system's with a letter.
      return /^\d/.test(faultOf(error, trial).code ?? '')
    } finally {
      void trial.end().catch(() => {})
    }
  }

  async #set(): Promise<void> {
    const { session } = this.#options
    const values = [this.#mark, Object.keys(session), Object.values(session)]
    const { is_unused } = await this.#ask<{ is_unused: boolean }>(set_text, values).catch((error: unknown) => {
      if (sqlState(error) !== '42501') throw error
      throw this.#fault(
        `không cho tài khoản “${this.user}” làm việc dưới vai trò ${session.role}`,
        `nhờ quản trị viên PostgreSQL chạy: grant ${app_role} to "${this.user}" with inherit false, set true`,
      )
    })
    if (!is_unused) throw this.#shared()
  }

  /** Asks the server, in a statement of its own, whether this connection still is what it was set to. Rejects with a ConnectionFault. */
  async prove(): Promise<void> {
    const { session, is_shared, may_lag } = this.#options
    const proof = await this.#ask<Proof>(prove_text, [this.#mark, Object.keys(session)])
    if (!proof.is_own && !is_shared) throw this.#shared()
    if (Number.parseInt(proof.version) < oldest_version)
      throw this.#fault(`là PostgreSQL ${proof.version}`, `dùng PostgreSQL từ bản ${oldest_version} trở lên`)
    if (proof.is_standby && !may_lag)
      throw this.#fault('là bản sao chỉ đọc (standby)', 'ghi địa chỉ của máy chính, hoặc của mọi máy, vào DATABASE_URL')
    if (proof.is_read_only && !may_lag)
      throw this.#fault('chỉ cho đọc (default_transaction_read_only)', 'cho phép ghi ở đó, hoặc dùng máy chủ khác')
    const lostSetting = Object.keys(session).find((name) => proof.session[name] !== session[name])
    if (lostSetting !== undefined && is_shared)
      throw this.#fault(
        `là một pooler không đặt ${lostSetting} = ${session[lostSetting]} cho các phiên của nó (đang là ${proof.session[lostSetting]})`,
        `thêm connect_query='${connect_query.replaceAll("'", "''")}' cho cơ sở dữ liệu này trong pgbouncer.ini`,
      )
    if (lostSetting !== undefined)
      throw this.#fault(
        `không giữ thiết lập ${lostSetting} = ${session[lostSetting]} mà vẫn là ${proof.session[lostSetting]}`,
        'dùng địa chỉ đi thẳng tới PostgreSQL, hoặc một pooler giữ nguyên thiết lập của phiên',
      )
  }

  /** Asks as an unnamed statement, and waits no longer than a connection may take. */
  async #ask<Row extends pg.QueryResultRow>(text: string, values: unknown[]): Promise<Row> {
    const query = { text, values, query_timeout: this.#options.connectionTimeoutMillis }
    const { rows } = await super.query<Row>(query)
    return rows[0]!
  }

  #shared(): ConnectionFault {
    return this.#fault(
      'là một pooler để nhiều kết nối dùng chung một phiên (như pool_mode = transaction của PgBouncer)',
      'đặt pool_mode = session và server_reset_query = DISCARD ALL ở đó, hoặc đặt địa chỉ đi thẳng tới PostgreSQL vào DIRECT_DATABASE_URL',
    )
  }

  #fault(reason: string, advice: string): ConnectionFault {
    return new ConnectionFault(whereOf(this), [reason, advice])
  }
}
