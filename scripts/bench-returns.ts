// `npm run bench:returns`: a return of a hundred thousand tickets on one slip and its confirmation; then the prize run of a million unsold tickets
// and the settlement of their day. `-- --tickets 10000` for a quick run. The database is dropped afterwards.
import { cpus, loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { createClient, createDb, createPools } from '#server/database/pool.ts'
import { migrate } from '#server/database/migrate.ts'
import type { Db } from '#server/database/transaction.ts'
import { asProgram } from '#server/audit/without-call.ts'
import { startThrowAway } from '#server/testing/throw-away.ts'
import { runPrizes } from '#features/results/prize-run/prize-run.jobs.ts'
import { enqueuePrizeRun } from '#features/results/prize-run/prize-run.server.ts'
import { verifyStock } from '#features/tickets/stock/verify-stock.server.ts'
import ticketReturns from '#features/tickets/ticket-return/ticket-return.server.ts'
import { ticketReturn } from '#features/tickets/ticket-return/ticket-return.contract.ts'
import { unsold } from '#features/tickets/unsold/unsold.contract.ts'
import unsoldTickets from '#features/tickets/unsold/unsold.server.ts'
import { actAs, type SamplePerson } from '../src/sample/act.ts'
import { confirmedResult, published_draw } from '../src/testing/prizes.ts'
import { openStore, setPeriod, stations } from '../src/testing/tickets.ts'

const { values } = parseArgs({ options: { tickets: { type: 'string', default: '1000000' } } })
/** Unsold tickets of one draw, each with its own number; a tenth as many are returned in the other draw. */
const unsold_count = Number(values.tickets)
const returned = Math.ceil(unsold_count / 10)

const handlers = [...ticketReturns, ...unsoldTickets]

async function addStock(db: Db, draw: { area_id: number; open_date: string; base_id: number }, count: number) {
  const { area_id, open_date, base_id } = draw
  await asProgram(db, 'bench', async (trx) => {
    await sql`select set_config('statement_timeout', '0', true), make_ticket_partitions(${open_date}, ${open_date})`.execute(
      trx,
    )
    await sql`insert into xskt_ticket (open_date, area_id, base_id, number, series, face_value, price, imported, in_stock)
      select ${open_date}, ${area_id}, ${base_id}, lpad(n::text, 6, '0'), '', 10000, 10000, 1, 1 from generate_series(0, ${count - 1}::integer) n`.execute(
      trx,
    )
    await sql`select move_stock(${open_date}, ${area_id}, ${base_id}, 1::smallint, ${count}, ${count}, null, null, null, null)`.execute(
      trx,
    )
  })
  await sql`vacuum analyze xskt_ticket`.execute(db)
}

async function createPerson(db: Db, user_name: string): Promise<SamplePerson> {
  const { rows } = await asProgram(db, 'bench', (trx) =>
    sql<{
      user_id: number
    }>`insert into app_user (user_name, full_name, password_hash, status) values (${user_name}, 'Bench', '', 1) returning user_id`.execute(
      trx,
    ),
  )
  return { user_id: rows[0]!.user_id, base_id: null }
}

async function timed<T>(title: string, work: () => Promise<T>): Promise<T> {
  const started_ms = performance.now()
  const result = await work()
  console.log(`${title.padEnd(44)} ${((performance.now() - started_ms) / 1_000).toFixed(1)} s`)
  return result
}

console.log(
  `${unsold_count.toLocaleString('en')} unsold tickets, ${returned.toLocaleString('en')} returned, ${cpus().length} cores, load ${loadavg()[0]!.toFixed(1)}`,
)
const postgres = await startThrowAway()
try {
  await migrate(postgres.url)
  const pools = createPools(postgres.url, { size: 4 })
  const db = createDb(pools.main)
  const office = { db } as Parameters<typeof openStore>[0]
  const base_id = await openStore(office, [stations.tphcm, stations.dongthap])
  const { rows } = await sql<{ open_date: string }>`select current_date::text as open_date`.execute(db)
  const { open_date } = rows[0]!
  const [maker, second] = [await createPerson(db, 'bench_1'), await createPerson(db, 'bench_2')]
  const returned_draw = { area_id: stations.tphcm, open_date, base_id }
  const unsold_draw = { area_id: stations.dongthap, open_date, base_id }
  for (const { area_id } of [returned_draw, unsold_draw]) await setPeriod(office, area_id, open_date, 'open')
  await addStock(db, returned_draw, returned)
  const slip = await timed('a slip of everything that is left', () =>
    asProgram(db, 'bench', (trx) =>
      actAs(trx, handlers, maker)(ticketReturn.returnBatch, { ...returned_draw, all: 1 }),
    ),
  )
  await timed('its confirmation', () =>
    asProgram(db, 'bench', (trx) =>
      actAs(trx, handlers, second)(ticketReturn.confirm, { ticket_return_id: slip.ticket_return_id }),
    ),
  )
  await addStock(db, unsold_draw, unsold_count)
  await timed('the closing of the other day', () =>
    asProgram(db, 'bench', (trx) => actAs(trx, handlers, second)(unsold.close, unsold_draw)),
  )
  const { period_id } = await db
    .selectFrom('draw_period')
    .select('period_id')
    .where('area_id', '=', unsold_draw.area_id)
    .where('open_date', '=', open_date)
    .executeTakeFirstOrThrow()
  await confirmedResult(db, period_id, published_draw)
  await asProgram(db, 'bench', (trx) => enqueuePrizeRun(trx, async () => undefined, period_id))
  await timed('what its unsold tickets won', () => runPrizes(db, period_id))
  await timed('the day is settled', () =>
    asProgram(db, 'bench', (trx) => actAs(trx, handlers, second)(unsold.calculate, unsold_draw)),
  )
  const client = createClient(postgres.url)
  await client.connect()
  const findings: unknown[] = []
  await timed('the stock is proved', () => verifyStock(client, (finding) => findings.push(finding)))
  await client.end()
  await pools.end()
  if (findings.length > 0) throw new Error(JSON.stringify(findings))
} finally {
  await postgres.stop()
}
