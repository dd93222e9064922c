// The server under test: our own on DATABASE_URL, with signed-in sessions. On a message from the bench it records the SQL statements of one call, or
// writes a CPU profile.
import type { AddressInfo } from 'node:net'
import { writeFileSync } from 'node:fs'
import { Session } from 'node:inspector'
import { tmpdir } from 'node:os'
import pg from 'pg'
import { sql } from 'kysely'
import pino from 'pino'
import { headsFile } from '#server/audit/heads.ts'
import { createDb, createPools } from '#server/database/pool.ts'
import { openFiles } from '#server/files/files.ts'
import { openPersonLimits } from '#server/http/rate-limit.ts'
import { buildServer } from '#server/http/server.ts'
import { openGateways } from '#server/gateways/configure.ts'
import { openJobs } from '#server/jobs/jobs.ts'
import { syncPages } from '#server/program/prepare.ts'
import { asProgram } from '#server/audit/without-call.ts'
import { transactionPage } from '#features/orders/pages.contract.ts'
import { posPage } from '#features/partners/pages.contract.ts'
import { byGroupPage, byPricePage, byTypePage, salesXsdtPage, salesXsktPage } from '#features/reports/pages.contract.ts'
import { ticketPage } from '#features/tickets/pages.contract.ts'
import { hashPassword, passwordKey } from '#server/session/password.ts'
import { startSession } from '#server/session/session.ts'
import { spoolDir } from '#server/http/stream.ts'
import { fingerprints, menu, open_pages, services, queuedJobs } from '../src/services.ts'

export interface Statement {
  pool: 'main' | 'search'
  text: string
  values: unknown[]
}

let recorded: Statement[] | null = null
const query = pg.Client.prototype.query as (...args: unknown[]) => unknown
pg.Client.prototype.query = function record(this: pg.Client, ...args: unknown[]) {
  const [config, values] = args as [string | { text: string; values?: unknown[] }, unknown[] | undefined]
  const text = typeof config === 'string' ? config : config.text
  // The job runner's connections are not part of a call.
  const { application_name } = (this as unknown as { connectionParameters: { application_name: string } })
    .connectionParameters
  const pool = ({ 've-so': 'main', 've-so-search': 'search' } as const)[application_name]
  const bound = typeof config === 'string' ? values : (config.values ?? values)
  if (pool) recorded?.push({ pool, text, values: Array.isArray(bound) ? bound : [] })
  return query.apply(this, args)
} as typeof pg.Client.prototype.query

/** The address of a pooler in transaction mode; without it calls go to the database itself. */
const pooler_url = process.env.POOLER_URL
const pools = createPools(pooler_url ?? process.env.DATABASE_URL!, { shared: pooler_url !== undefined })
const [main, search] = [createDb(pools.main), createDb(pools.search)]
await syncPages(main, menu, open_pages)
const limits = {
  session_idle_minutes: 30,
  session_absolute_hours: 12,
  max_sessions: 1_000,
  handled_days: 7,
  proof_minutes: 600,
}
const password_hash = await hashPassword('bench')
const key = await passwordKey(password_hash, 'bench')
/** Session tokens: the head office, an agent's operator, a person limited to three groups, and a store keeper where there are stores. */
const tokens = await asProgram(main, 'bench', async (db) => {
  const has_store = await db.selectFrom('base_store').select('base_id').where('base_id', '=', 3).executeTakeFirst()
  await sql`insert into user_group (group_name, description) values ('bench', 'bench')`.execute(db)
  const pages = [
    posPage,
    ticketPage,
    transactionPage,
    salesXsktPage,
    salesXsdtPage,
    byPricePage,
    byTypePage,
    byGroupPage,
  ]
  for (const { url } of pages)
    await sql`insert into group_page select group_id, page_id, 1 from user_group, page where page_url = ${url}`.execute(
      db,
    )
  const signIn = async (
    user_name: string,
    partner_id: number | null,
    is_limited: boolean,
    base_id: number | null = null,
  ) => {
    const { user_id } = await db
      .insertInto('app_user')
      .values({ user_name, full_name: user_name, password_hash, status: 1, partner_id, base_id })
      .returning('user_id')
      .executeTakeFirstOrThrow()
    await sql`insert into group_member select group_id, ${user_id}::integer from user_group`.execute(db)
    await db.insertInto('data_scope').values({ user_id, is_limited }).execute()
    await sql`insert into data_scope_group select ${user_id}::integer, generate_series(1, 3)`.execute(db)
    return startSession(db, { user_id, key, source: 'bench', user_agent: '', partner_cookie: null }, limits)
  }
  return {
    office: await signIn('office', null, false),
    operator: await signIn('operator', 17, false),
    limited: await signIn('limited', null, true),
    keeper: has_store ? await signIn('keeper', null, false, 3) : '',
  }
})
export type Tokens = typeof tokens
const data_dir = process.env.DATA_DIR ?? tmpdir()
const files = openFiles({ data_dir, s3: null })
const log = pino({ level: 'silent' })
const place = {
  main,
  url: process.env.DATABASE_URL!,
  heads_file: headsFile(data_dir),
  spool_dir: spoolDir({ data_dir }),
  files,
  gateways: openGateways({ momo: null, bank: null, telecom: null }, () => ''),
}
const jobs = await openJobs({ url: place.url, queues: queuedJobs(place), log })
await jobs.run([])
const server = await buildServer({
  engine: {
    main,
    search,
    limits,
    files,
    map_key: null,
    enqueue: jobs.enqueue,
    backlog: jobs,
    can_pay: new Set<never>(),
    strict: false,
    person_limits: openPersonLimits({ calls: Number.MAX_SAFE_INTEGER, refused: Number.MAX_SAFE_INTEGER }),
  },
  config: { secure_cookies: false, trust_proxy: false, data_dir },
  log,
  services,
  fingerprints,
})
await server.listen({ host: '127.0.0.1', port: 0 })
const inspector = new Session()
inspector.connect()
process.on('message', (message) => {
  if (message === 'record') recorded = []
  else if (message === 'profile') {
    inspector.post('Profiler.enable')
    inspector.post('Profiler.start')
  } else if (message !== 'report') {
    const path = message as string
    inspector.post('Profiler.stop', (_, { profile }) => writeFileSync(path, JSON.stringify(profile)))
  } else {
    process.send!(recorded)
    recorded = null
  }
})
process.on('SIGTERM', () => process.exit(0))
// The bench has exited or crashed.
process.on('disconnect', () => process.exit(0))
process.send!({ url: `http://127.0.0.1:${(server.server.address() as AddressInfo).port}`, tokens })
