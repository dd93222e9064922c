/**
 * Slips are approved concurrently while the real program and its PostgreSQL are killed. Afterwards the tickets of every approved slip are in stock
 * exactly once, those of no other slip are, and tickets, movements and slips agree on the quantities.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { verifyStock, type StockFinding } from '#features/tickets/stock/verify-stock.server.ts'
import { importStatus, ticketImport } from '#features/tickets/ticket-import/ticket-import.contract.ts'
import { createClient } from '#server/database/pool.ts'
import { databaseUrl } from '#server/testing/program.ts'
import { openCrashing } from './testing/crashing.ts'

const slips = 90
/** Large enough that a kill can hit an approval in progress. */
const lines_of_slip = 4_000
const approvers = 4
const kills = ['server', 'PostgreSQL', 'both', 'server', 'PostgreSQL'] as const

const crashing = await openCrashing()

/** Creates a store with pending slips for an open draw, each with its own numbers; returns their keys. */
function makeSlips(): Promise<number[]> {
  return crashing.inDatabase(async (db) => {
    await sql`insert into base_store (base_code, base_name) values ('K1', 'Kho Bến Thành')`.execute(db)
    await sql`insert into base_store_area (area_id, base_id) values (21, 1)`.execute(db)
    await sql`insert into draw_period (category, area_id, open_date, period_code, open_at, return_until, stop_at, print_at, draw_at)
        values (3, 21, current_date + 9, 'thử', now() - interval '1 hour', now() + interval '1 hour', now() + interval '2 hours', now() + interval '2 hours', now() + interval '3 hours')
        on conflict (area_id, open_date) do update set open_at = excluded.open_at, return_until = excluded.return_until, stop_at = excluded.stop_at,
          print_at = excluded.print_at, draw_at = excluded.draw_at`.execute(db)
    const { rows } = await sql<{ ticket_import_id: number }>`
        insert into ticket_import (base_id, area_id, open_date, period_id, source, line_count, quantity, amount)
          select 1, 21, current_date + 9, period_id, 3, ${lines_of_slip}, ${lines_of_slip * 2}, ${lines_of_slip * 20_000}
          from draw_period, generate_series(1, ${slips}) where area_id = 21 and open_date = current_date + 9
        returning ticket_import_id`.execute(db)
    await sql`insert into ticket_import_line (open_date, ticket_import_id, number, series, quantity, price)
        select open_date, ticket_import_id, lpad(((ticket_import_id - 1) * ${lines_of_slip}::integer + n)::text, 6, '0'), '', 2, 10000
        from ticket_import, generate_series(1, ${lines_of_slip}::integer) n`.execute(db)
    return rows.map(({ ticket_import_id }) => ticket_import_id)
  })
}

/** Approves the slips one after the other and retries each until its outcome is known. */
async function keepApproving(queue: number[], approved: number[], refused: unknown[]): Promise<void> {
  for (let id = queue.shift(); id !== undefined; id = queue.shift()) {
    const answer = await crashing.callUntilAnswered(ticketImport.approve, { ticket_import_id: id }, `duyet-phieu-${id}`)
    if (answer.code === 0) approved.push(id)
    else refused.push({ id, ...answer })
  }
}

test('a slip that was approved while everything was killed is in stock once, and nothing else is', async () => {
  try {
    const ids = await makeSlips()
    const [queue, approved, refused] = [[...ids], [] as number[], [] as unknown[]]
    const working = Promise.all(Array.from({ length: approvers }, () => keepApproving(queue, approved, refused)))
    for (const [n, which] of kills.entries()) {
      const target_count = ((n + 1) * slips) / (kills.length + 1)
      while (approved.length < target_count && refused.length === 0) await sleep(10)
      // The test has failed already; stop killing and report it at the end.
      if (refused.length > 0) break
      await crashing.kill(which)
    }
    await working

    const client = createClient(databaseUrl(crashing.data_dir))
    await client.connect()
    const findings: StockFinding[] = []
    const proof = await verifyStock(client, (finding) => findings.push(finding))
    const { rows } = await client.query<{ approved: number; movements: number; max_movements: number }>(`
      select (select count(*) from ticket_import where status = ${importStatus.approved}) as approved, count(*) as movements, max(n) as max_movements
      from (select count(*) as n from stock_movement group by ticket_import_id) m`)
    await client.end()
    console.log(`approval crash: ${JSON.stringify({ kills: kills.length, approved: approved.length, ...proof })}`)
    expect({ refused, findings }).toEqual({ refused: [], findings: [] })
    expect(rows).toEqual([{ approved: slips, movements: slips, max_movements: 1 }])
    expect(proof).toMatchObject({ tickets: slips * lines_of_slip, movements: slips })
  } finally {
    await crashing.leave()
  }
}, 180_000)
