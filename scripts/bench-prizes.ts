// `npm run bench:prizes`: prize run of a draw with a million order lines, compared with a single SQL statement that computes the same, and the
// latency of new orders meanwhile. `-- --lines 100000` for a quick run. The database is dropped afterwards.
import { cpus, loadavg } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { createDb, createPools } from '#server/database/pool.ts'
import { migrate } from '#server/database/migrate.ts'
import type { Db } from '#server/database/transaction.ts'
import { asProgram } from '#server/audit/without-call.ts'
import { startThrowAway } from '#server/testing/throw-away.ts'
import { runPrizes } from '#features/results/prize-run/prize-run.jobs.ts'
import { enqueuePrizeRun } from '#features/results/prize-run/prize-run.server.ts'
import { order, openPos } from '../src/testing/orders.ts'
import { confirmedResult, fillDraw, published_draw } from '../src/testing/prizes.ts'

const { values } = parseArgs({ options: { lines: { type: 'string', default: '1000000' } } })
const lines = Number(values.lines)
const lines_per_fill = 100_000

/** Prizes of the Southern lottery by winning ending; numbers one digit off the special prize are generated as winning numbers too. */
const bare_sql = sql`
  with drawn as (
    select t.key as tier, e.ending, length(e.ending) as len, (p.amounts ->> t.key)::bigint as amount
    from draw_result r, jsonb_each(r.numbers) t, jsonb_array_elements_text(t.value) e (ending), prize_table p
    where r.period_id = (select max(period_id) from draw_result) and p.category = 3),
  endings as (
    select tier, ending, len, amount from drawn
    union all
    select case when place = 1 then 'special_extra' else 'consolation' end, overlay(d.ending placing digit::text from place), 6,
      case when place = 1 then 50000000 else 6000000 end
    from drawn d, generate_series(1, 6) place, generate_series(0, 9) digit
    where d.tier = 'special' and substr(d.ending, place, 1) <> digit::text),
  hits as (
    select l.order_id, l.line_no, e.tier, l.quantity, e.amount
    from sale_order o join order_line l using (order_id) cross join (values (2), (3), (4), (5), (6)) k (len)
    join endings e on e.len = k.len and e.ending = right(l.numbers, k.len)
    where o.period_id = (select max(period_id) from draw_result) and o.status = 4),
  won as materialized (
    select order_id, line_no, sum(quantity * amount) as reward, quantity * greatest(0, (sum(amount) - 20000000) / 10) as tax,
      jsonb_agg(jsonb_build_object('tier', tier, 'count', quantity, 'amount', amount)) as prizes
    from hits group by order_id, line_no, quantity),
  lined as (
    update order_line l set reward = w.reward, tax = w.tax, prizes = w.prizes from won w
    where l.order_id = w.order_id and l.line_no = w.line_no)
  update sale_order o set status = case when w.order_id is null then 6 else 7 end, reward = coalesce(w.reward, 0), reward_tax = coalesce(w.tax, 0),
    version = o.version + 1
  from (select order_id, sum(reward) as reward, sum(tax) as tax from won group by 1) w
    right join (select order_id from sale_order where period_id = (select max(period_id) from draw_result) and status = 4) all_orders using (order_id)
  where o.order_id = all_orders.order_id`

async function newDraw(db: Db, area_id: number, seller: Parameters<typeof fillDraw>[2]): Promise<number> {
  const period_id = await asProgram(db, 'bench', async (trx) => {
    const { rows } = await sql<{ period_id: number }>`
      insert into draw_period (category, area_id, open_date, period_code, open_at, return_until, stop_at, print_at, draw_at)
      values (3, ${area_id}, current_date, 'BENCH-' || ${area_id}::text, now() - interval '1 day', now(), now(), now(), now())
      on conflict (area_id, open_date) do update set draw_at = excluded.draw_at, stop_at = excluded.stop_at, print_at = excluded.print_at,
        return_until = excluded.return_until, open_at = excluded.open_at returning period_id`.execute(trx)
    return rows[0]!.period_id
  })
  for (let remaining = lines; remaining > 0; remaining -= lines_per_fill)
    await fillDraw(db, period_id, seller, Math.min(remaining, lines_per_fill), lines - remaining)
  await confirmedResult(db, period_id, published_draw)
  return period_id
}

const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`
const rate = (ms: number) => `${Math.round(lines / (ms / 1_000)).toLocaleString('en')} lines/s`
const p95 = (all: number[]) => all.toSorted((a, b) => a - b)[Math.floor(all.length * 0.95)] ?? Number.NaN

/** Durations of orders made one after the other until `isOver`, in milliseconds. */
async function ordersUntil(isOver: () => boolean, makeOrder: () => Promise<unknown>): Promise<number[]> {
  const times: number[] = []
  while (!isOver()) {
    const started_ms = performance.now()
    await makeOrder()
    times.push(performance.now() - started_ms)
    await sleep(20)
  }
  return times
}

async function outcomeOf(db: Db, period_id: number) {
  const { rows } = await sql<Record<string, number>>`
    select count(*) filter (where status = 7) as won, count(*) filter (where status = 6) as lost, sum(reward) as gross, sum(reward_tax) as tax
    from sale_order where period_id = ${period_id}`.execute(db)
  return rows[0]!
}

console.log(`${lines.toLocaleString('en')} order lines, ${cpus().length} cores, load ${loadavg()[0]!.toFixed(1)}`)
const postgres = await startThrowAway()
try {
  await migrate(postgres.url)
  const pools = createPools(postgres.url, { size: 4 })
  const db = createDb(pools.main)
  const office = { db }
  const pos = await openPos(office)
  const makeOrder = () => order(office, pos)
  const our_period_id = await newDraw(db, 21, pos)
  await sql`vacuum analyze sale_order, order_line`.execute(db)
  const started = performance.now()
  const before = await ordersUntil(() => performance.now() - started > 5_000, makeOrder)

  await asProgram(db, 'bench', (trx) => enqueuePrizeRun(trx, async () => undefined, our_period_id))
  let started_ms = performance.now()
  let isOver = false
  const selling = ordersUntil(() => isOver, makeOrder)
  await runPrizes(db, our_period_id)
  const our_ms = performance.now() - started_ms
  isOver = true
  const meanwhile = await selling

  const theirs = await newDraw(db, 22, pos)
  await sql`vacuum analyze sale_order, order_line`.execute(db)
  started_ms = performance.now()
  await asProgram(db, 'bench', async (trx) => {
    // The planner cannot estimate how many rows win and would choose a nested loop that takes minutes.
    await sql`select set_config('statement_timeout', '0', true), set_config('enable_nestloop', 'off', true)`.execute(
      trx,
    )
    await bare_sql.execute(trx)
  })
  const bare_ms = performance.now() - started_ms

  console.log(`the run            ${seconds(our_ms)}  ${rate(our_ms)}`)
  console.log(`bare SQL           ${seconds(bare_ms)}  ${rate(bare_ms)}   ratio ${(bare_ms / our_ms).toFixed(2)}`)
  console.log(`a new order, p95   alone ${p95(before).toFixed(1)} ms, beside the run ${p95(meanwhile).toFixed(1)} ms`)
  const [one, other] = [await outcomeOf(db, our_period_id), await outcomeOf(db, theirs)]
  console.log(`decided            ${JSON.stringify(one)}`)
  if (JSON.stringify(one) !== JSON.stringify(other))
    throw new Error(`the bare statement decides ${JSON.stringify(other)}`)
  await pools.end()
} finally {
  await postgres.stop()
}
