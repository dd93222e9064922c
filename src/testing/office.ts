/** An office for tests: the whole server on its own database, and people who call it through HTTP as a browser or a program would. No mocks. */
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AddressInfo } from 'node:net'
import pino, { type Logger } from 'pino'
import { sql } from 'kysely'
import type { AnswerOf, Call, InputOf } from '#contract/call.ts'
import { Failure } from '#contract/errors.ts'
import type { Right } from '#contract/page.ts'
import { channel, toBody, toQuery } from '#contract/wire.ts'
import { createDb, createPools } from '#server/database/pool.ts'
import { headsFile } from '#server/audit/heads.ts'
import { preparedDatabase } from '#server/testing/database.ts'
import { guardPrivate } from '#server/files/private-files.ts'
import { openFiles, registerFiles } from '#server/files/files.ts'
import { paying } from '#server/gateways/configure.ts'
import { openPersonLimits } from '#server/http/rate-limit.ts'
import { buildServer, type ServerParts } from '#server/http/server.ts'
import { openJobs, type Enqueue, type Jobs, type JobContext } from '#server/jobs/jobs.ts'
import { syncPages } from '#server/program/prepare.ts'
import type { ServedCall, Engine } from '#server/serve.ts'
import { hashPassword } from '#server/session/password.ts'
import type { SessionLimits } from '#server/session/session.ts'
import { spoolDir } from '#server/http/stream.ts'
import { signIn } from '#features/access/sign-in/sign-in.contract.ts'
import { registerContent } from '#features/content/content-channel/content-channel.server.ts'
import { registerChannel } from '#features/orders/channel/channel.server.ts'
import { makeCalendar } from '#features/tickets/draw-area/calendar.server.ts'
import { ensureFunds } from '#features/wallets/fund/ensure-funds.server.ts'
import { registerIpn } from '#features/wallets/withdrawal/ipn.server.ts'
import { fingerprints, menu, open_pages, privateFolders, services as all, queuedJobs } from '../services.ts'
import type { Db } from '#server/database/transaction.ts'
import { writeTo } from './write.ts'

export const password = 'Mưa-rào-2026'

export interface Office {
  readonly url: string
  readonly db: Db
  /** Connection URL of the database, for what no call can do. */
  readonly database_url: string
  /** Data directory of the server. */
  readonly data_dir: string
  /** Enqueues jobs as calls do. */
  readonly enqueue: Enqueue
  /** Writes to the database as jobs do, for what no call of the test can do. */
  write<T>(work: (db: Db) => Promise<T>): Promise<T>
  /** Creates and signs in a person with exactly these rights; `admin` has all. */
  hire(
    rights: readonly Right[] | 'admin',
    more?: { partner_id?: number; base_id?: number; user_name?: string },
  ): Promise<Person>
  /** Replaces the person's rights, effective from the next call. */
  grant(person: Person, rights: readonly Right[]): Promise<void>
  /** A caller without a token. */
  readonly stranger: Person
  close(): Promise<void>
}

export interface Person {
  readonly user_id: number
  readonly user_name: string
  token: string | null
  cookies: Map<string, string>
  call<C extends Call>(call: C, input: InputOf<C>, options?: { transid?: string }): Promise<AnswerOf<C>>
  /** The whole response: status, headers and envelope. */
  raw(call: Call, input: Record<string, unknown>, options?: RawOptions): Promise<RawAnswer>
  /** Signs in through the API, with the tests' common password unless another is given. */
  signIn(with_password?: string, options?: { client?: 'api' | 'browser' }): Promise<void>
}

export interface RawOptions {
  transid?: string
  headers?: Record<string, string>
  /** For a call with a file: sent as a form, or as the request body when the call has `stream`. */
  file?: { name: string; bytes: Uint8Array<ArrayBuffer> }
}

export interface RawAnswer {
  status: number
  headers: Headers
  body: { error: { code: number; message: string }; data: unknown }
  /** The body of a file download. */
  file?: Blob
}

let people = 0
let hashed: Promise<string> | null = null

type OfficeOptions = Partial<
  Omit<ServerParts['config'], 'data_dir'> &
    Pick<ServerParts, 'timeouts'> &
    Pick<Engine, 'map_key'> &
    Pick<SessionLimits, 'proof_minutes'> & { person_limits: Parameters<typeof openPersonLimits>[0] } & Pick<
      JobContext,
      'gateways'
    >
>

/** An office on a copy of the prepared database: a server with these services, and nobody signed in yet. */
export async function openOffice(services: readonly ServedCall[] = all, options: OfficeOptions = {}): Promise<Office> {
  const database = await preparedDatabase(`office_${today()}`, prepareOffice)
  const pools = createPools(database.url, { size: 5 })
  const [db, search] = [createDb(pools.main), createDb(pools.search)]
  const limits = {
    session_idle_minutes: 30,
    session_absolute_hours: 12,
    max_sessions: 10,
    handled_days: 7,
    // Long enough that no step-up prompt appears while a test file runs on a busy machine.
    proof_minutes: options.proof_minutes ?? 600,
  }
  const data_dir = mkdtempSync(join(tmpdir(), 've-so-office-'))
  const files = openFiles({ data_dir, s3: null })
  const log = pino({ level: 'silent' })
  const gateways = options.gateways ?? { momo: null, bank: null, telecom: null, statements: null }
  const place = { url: database.url, heads_file: headsFile(data_dir), spool_dir: spoolDir({ data_dir }) }
  const jobs = jobsOnDemand({ main: db, ...place, files, gateways }, log)
  const { enqueue } = jobs
  const map_key = options.map_key ?? null
  const engine = {
    main: db,
    search,
    limits,
    files,
    map_key,
    enqueue,
    backlog: jobs,
    can_pay: paying(gateways),
    person_limits: openPersonLimits(options.person_limits ?? { calls: 1_000_000, refused: 1_000_000 }),
    strict: true,
  }
  const server = await buildServer({
    engine,
    config: { secure_cookies: false, trust_proxy: false, ...options, data_dir },
    log,
    services,
    fingerprints,
    timeouts: options.timeouts,
  })
  registerFiles(server, files, guardPrivate({ main: db, identify: server.identifyViewer }, privateFolders))
  registerIpn(server, { main: db, enqueue, gateways, log })
  registerChannel(server, { main: db, search, strict: true, log })
  registerContent(server, { search, strict: true, log })
  await server.listen({ host: '127.0.0.1', port: 0 })
  const url = `http://127.0.0.1:${(server.server.address() as AddressInfo).port}`
  const password_hash = await (hashed ??= hashPassword(password))

  return {
    url,
    db,
    database_url: database.url,
    data_dir,
    enqueue,
    write: (work) => writeTo(db, work),
    stranger: person(url, { user_id: 0, user_name: 'khách' }),
    async hire(rights, details = {}) {
      const user_name = details.user_name ?? `nhanvien${++people}`
      const { user_id } = await writeTo(db, (trx) => employ(trx, { ...details, user_name, password_hash, rights }))
      const hired = person(url, { user_id, user_name })
      await hired.signIn()
      return hired
    },
    grant: (somebody, rights) => writeTo(db, (trx) => grant(trx, somebody, rights)),
    async close() {
      await server.close()
      await jobs.close()
      await Promise.all([db.destroy(), search.destroy()])
      await database.drop()
      rmSync(data_dir, { recursive: true, force: true })
    },
  }
}

/** The day in Viet Nam, until whose end the calendar of a prepared database is complete. */
const today = () => new Date(Date.now() + 7 * 3_600_000).toISOString().slice(0, 10).replaceAll('-', '')

/** What every office begins with. */
async function prepareOffice(url: string): Promise<void> {
  const pools = createPools(url, { size: 1 })
  const db = createDb(pools.main)
  try {
    await syncPages(db, menu, open_pages)
    await makeCalendar(db)
    await ensureFunds(db)
  } finally {
    await pools.end()
  }
}

/** Runs jobs as the program does; the queue is opened when it is first used. */
function jobsOnDemand(context: JobContext, log: Logger): Omit<Jobs, 'run' | 'rest'> {
  let opened: Promise<Jobs> | null = null
  const open = async () => {
    const jobs = await openJobs({ url: context.url, queues: queuedJobs(context), log })
    await jobs.run([])
    return jobs
  }
  const jobs = () => (opened ??= open())
  return {
    enqueue: async (...args) => (await jobs()).enqueue(...args),
    queues: async (...args) => (await jobs()).queues(...args),
    givenUp: async (...args) => (await jobs()).givenUp(...args),
    retry: async (...args) => (await jobs()).retry(...args),
    discard: async (...args) => (await jobs()).discard(...args),
    close: async () => (await opened)?.close(),
  }
}

interface NewPerson {
  user_name: string
  password_hash: string
  rights: readonly Right[] | 'admin'
  partner_id?: number
  base_id?: number
}

async function employ(
  db: Db,
  { user_name, password_hash, rights, partner_id, base_id }: NewPerson,
): Promise<{ user_id: number }> {
  const is_admin = rights === 'admin'
  const user = await db
    .insertInto('app_user')
    .values({ user_name, full_name: `Nhân viên ${user_name}`, password_hash, status: 1, is_admin, partner_id, base_id })
    .returning('user_id')
    .executeTakeFirstOrThrow()
  if (!is_admin && rights.length > 0) await grant(db, { ...user, user_name }, rights)
  return user
}

/** Gives the person's own group exactly these rights. */
async function grant(
  db: Db,
  { user_id, user_name }: Pick<Person, 'user_id' | 'user_name'>,
  rights: readonly Right[],
): Promise<void> {
  const member = await db
    .selectFrom('group_member')
    .select('group_id')
    .where('user_id', '=', user_id)
    .executeTakeFirst()
  const { group_id } = member ?? (await makeGroup(db, user_id, `Nhóm của ${user_name}`))
  await db.deleteFrom('group_page').where('group_id', '=', group_id).execute()
  const pages = JSON.stringify(rights.map(({ page, role }) => ({ page, role })))
  await sql`
    insert into group_page (group_id, page_id, role_id)
    select ${group_id}, page_id, g.role
    from jsonb_to_recordset(${pages}::jsonb) g (page text, role smallint) join page on page_url = g.page`.execute(db)
}

async function makeGroup(db: Db, user_id: number, group_name: string): Promise<{ group_id: number }> {
  const group = await db
    .insertInto('user_group')
    .values({ group_name, description: 'Nhóm thử' })
    .returning('group_id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('group_member')
    .values({ ...group, user_id })
    .execute()
  return group
}

/** A person who calls the program at this URL; not signed in yet. */
export function person(url: string, { user_id, user_name }: { user_id: number; user_name: string }): Person {
  const self: Person = {
    user_id,
    user_name,
    token: null,
    cookies: new Map(),
    async call(call, input, options) {
      const { body } = await self.raw(call, input as Record<string, unknown>, options)
      if (body.error.code !== 0) throw new Failure(body.error, body.data as Failure['data'])
      return body.data as AnswerOf<typeof call>
    },
    raw: (call, input, options) => send(url, self, call, input, options),
    async signIn(with_password = password, options = {}) {
      const answer = await self.call(signIn.login, { username: user_name, password: with_password, ...options })
      self.token = answer.token
    },
  }
  return self
}

async function send(
  url: string,
  from: Person,
  call: Call,
  input: Record<string, unknown>,
  options: RawOptions = {},
): Promise<RawAnswer> {
  const common = { channel, transid: options.transid ?? randomUUID() }
  const path = call.path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(input[name])))
  const in_query = call.method === 'GET' || call.method === 'DELETE' || call.stream
  const body = in_query
    ? options.file?.bytes
    : call.file
      ? formOf({ ...input, ...common }, options)
      : JSON.stringify({ ...toBody(call, input), ...common })
  const response = await fetch(url + path + (in_query ? `?${toQuery({ ...input, ...common })}` : ''), {
    method: call.method,
    headers: {
      ...(from.token ? { authorization: `Bearer ${from.token}` } : {}),
      ...(from.cookies.size > 0
        ? { cookie: [...from.cookies].map(([name, value]) => `${name}=${value}`).join('; ') }
        : {}),
      ...(typeof body === 'string' ? { 'content-type': 'application/json' } : {}),
      ...(call.stream && options.file
        ? { 'content-type': 'application/octet-stream', 'x-file-name': encodeURIComponent(options.file.name) }
        : {}),
      ...options.headers,
    },
    ...(body === undefined ? {} : { body }),
  })
  for (const line of response.headers.getSetCookie()) {
    const [pair = ''] = line.split(';')
    from.cookies.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1))
  }
  const { status, headers } = response
  if (headers.get('content-disposition')?.startsWith('attachment')) {
    const answer = { error: { code: 0, message: 'Thành công' }, data: null }
    return { status, headers, body: answer, file: await response.blob() }
  }
  return { status, headers, body: (await response.json()) as RawAnswer['body'] }
}

function formOf(fields: Record<string, unknown>, { file }: RawOptions): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields))
    if (value !== undefined && value !== null)
      form.set(name, typeof value === 'object' ? JSON.stringify(value) : String(value))
  if (file) form.set('file', new Blob([file.bytes]), file.name)
  return form
}
