/**
 * Thousands of tickets are returned on slips and the slips confirmed, while the real program and its PostgreSQL are killed. Afterwards every draw has
 * one slip with all its tickets, and tickets, movements and slips agree on the quantities.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { verifyStock, type StockFinding } from '#features/tickets/stock/verify-stock.server.ts'
import { ticketReturn } from '#features/tickets/ticket-return/ticket-return.contract.ts'
import { createClient } from '#server/database/pool.ts'
import { databaseUrl } from '#server/testing/program.ts'
import { openCrashing, type CrashingProgram, type Kill } from './testing/crashing.ts'

const draws = 10
/** Large enough that a kill can hit a slip in progress. */
const lines_of_draw = 3_000
const workers = 2
const kills: readonly Kill[] = ['server', 'PostgreSQL']

interface Draw {
  open_date: string
}

/** Creates a store with tickets for several draws of one station, imported by a person who returns nothing. */
function makeDraws({ inDatabase }: CrashingProgram): Promise<Draw[]> {
  return inDatabase(async (db) => {
    await sql`insert into base_store (base_code, base_name) values ('K1', 'Kho Bến Thành')`.execute(db)
    await sql`insert into base_store_area (area_id, base_id) values (21, 1)`.execute(db)
    const { rows } = await sql<Draw>`
      insert into draw_period (category, area_id, open_date, period_code, open_at, return_until, stop_at, print_at, draw_at)
        select 3, 21, current_date + n, 'thử ' || n, now() - interval '1 hour', now() + interval '1 hour', now() + interval '2 hours',
          now() + interval '2 hours', now() + interval '3 hours' from generate_series(1, ${draws}::integer) n
      on conflict (area_id, open_date) do update set open_at = excluded.open_at, return_until = excluded.return_until, stop_at = excluded.stop_at,
        print_at = excluded.print_at, draw_at = excluded.draw_at
      returning open_date`.execute(db)
    await sql`insert into xskt_ticket (open_date, area_id, base_id, number, series, face_value, price, imported, in_stock)
      select current_date + n, 21, 1, lpad(line::text, 6, '0'), '', 10000, 10000, 2, 2
      from generate_series(1, ${draws}::integer) n, generate_series(1, ${lines_of_draw}::integer) line`.execute(db)
    await sql`select move_stock(current_date + n, 21, 1, 1::smallint, ${2 * lines_of_draw}, ${lines_of_draw}, null, null, null, null)
      from generate_series(1, ${draws}::integer) n`.execute(db)
    return rows
  })
}

/** Works through the queue with several concurrent callers, while server and database are killed in turn. */
async function killing(
  crashing: CrashingProgram,
  queue: number[],
  act: (n: number) => Promise<unknown>,
): Promise<void> {
  const all = queue.length
  let done = 0
  const work = async () => {
    for (let n = queue.shift(); n !== undefined; n = queue.shift()) {
      await act(n)
      done++
    }
  }
  const working = Promise.all(Array.from({ length: workers }, work))
  for (const [n, which] of kills.entries()) {
    while (done < ((n + 1) * all) / (kills.length + 1)) await sleep(5)
    await crashing.kill(which)
  }
  await working
}

test('what was returned and confirmed while everything was killed is returned once, and nothing else is', async () => {
  const crashing = await openCrashing()
  try {
    const days = await makeDraws(crashing)
    const keys = () => days.map((_, n) => n)
    const answers: unknown[] = []
    await killing(crashing, keys(), async (n) => {
      const input = { area_id: 21, base_id: 1, open_date: days[n]!.open_date, all: 1 }
      answers.push((await crashing.callUntilAnswered(ticketReturn.returnBatch, input, `hoan-tat-ca-${n}`)).code)
    })
    // The slips need another creator, because nobody may confirm their own slip.
    const slips = await crashing.inDatabase(async (db) => {
      const { rows } = await sql<{ ticket_return_id: number }>`
        with maker as (
          insert into app_user (user_name, full_name, status, password_hash)
          values ('nguoilap', 'Người Lập', 1, 'no password') returning user_id)
        update ticket_return set created_by = maker.user_id from maker returning ticket_return_id`.execute(db)
      return rows
    })
    await killing(
      crashing,
      slips.map((_, n) => n),
      async (n) => {
        answers.push((await crashing.callUntilAnswered(ticketReturn.confirm, slips[n]!, `xac-nhan-${n}`)).code)
      },
    )
    const client = createClient(databaseUrl(crashing.data_dir))
    await client.connect()
    const findings: StockFinding[] = []
    const proof = await verifyStock(client, (finding) => findings.push(finding))
    const { rows } = await client.query(`
      select count(*) as slips, sum(r.quantity)::integer as quantity, min(r.status) as status, sum(s.in_stock)::integer as in_stock, sum(s.returned)::integer as returned
      from ticket_return r join stock s using (open_date, area_id, base_id)`)
    await client.end()
    console.log(`return crash: ${JSON.stringify({ kills: 2 * kills.length, tickets: proof.tickets })}`)
    expect({ answers, findings }).toEqual({ answers: Array.from({ length: 2 * draws }, () => 0), findings: [] })
    const quantity = draws * lines_of_draw * 2
    expect(rows).toEqual([{ slips: draws, quantity, status: 2, in_stock: 0, returned: quantity }])
  } finally {
    await crashing.leave()
  }
}, 240_000)
