// `npm run bench:close`: duration of the proofs of one business day, all on one snapshot: half a million orders of a finished day, each posted to the
// ledger, paid in cash, through MoMo or from ten thousand wallets; one in a hundred was refunded. The day before is as large.
// `-- --orders 50000` for a quick run. The database is dropped afterwards.
import { cpus, loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import type pg from 'pg'
import { asProgram } from '#server/audit/without-call.ts'
import { migrate } from '#server/database/migrate.ts'
import { createClient, createDb, createPools } from '#server/database/pool.ts'
import { startThrowAway } from '#server/testing/throw-away.ts'
import { computeProofs } from '#features/close/proof/compute.server.ts'
import { lockClosing, prepareClosing } from '#features/close/day-close/closing.server.ts'
import { journalOf } from '#features/close/books/journal.server.ts'
import { openPos } from '../src/testing/orders.ts'

const { values } = parseArgs({ options: { orders: { type: 'string', default: '500000' } } })
const orders = Number(values.orders)
const wallets = 10_000
const rounds = 5

/** Inserts a day of Keno orders and their postings with set-based SQL and without triggers; ledger entries are numbered per account. */
async function fillDay(client: pg.Client, day: string, { pos_id, device_id }: { pos_id: number; device_id: number }) {
  await client.query(
    `create temp table day_order as
      with draw as (
        insert into draw_period (category, open_date, period_code, open_at, return_until, stop_at, print_at, draw_at)
          values (16, $1, 'BENCH-' || to_char($1::date, 'YYYYMMDD'), $1::date, $1::date + time '21:00', $1::date + time '21:00', $1::date + time '21:05', $1::date + time '22:00')
          returning period_id),
      result as (
        insert into draw_result (period_id, status, source, numbers, published, confirmed_at) select period_id, 2, 1, '{}', '{}', now() from draw),
      run as (insert into prize_run (period_id, status, stock_done) select period_id, 2, true from draw)
      select n, period_id, first_order_id($1::date) + n as order_id, $1::date + time '07:00' + n * interval '50400 seconds' / $2::integer as at,
        (array['POS', 'MOMO', 'WALLET'])[1 + n % 3] as vendor, n % ${wallets} as wallet, 10000 + 10000 * (n % 5) as amount, n % 100 = 7 as is_back
      from draw, generate_series(1, $2::integer) n`,
    [day, orders],
  )
  await client.query(
    `insert into sale_order (order_id, ordered_at, category, period_id, open_date, pos_id, device_id, handling, quantity, amount, payment_vendor_id, status,
        paid_at, counted, uncounted, refunded_at, ended_at)
      select order_id, at, 16, period_id, $1, $2, $3, 0, amount / 10000, amount, payment_vendor_id, case when is_back then 12 else 6 end, at,
        pg_current_xact_id(), case when is_back then pg_current_xact_id() end, case when is_back then at + interval '30 minutes' end, case when is_back then at + interval '30 minutes' end
      from day_order join payment_vendor on vendor_code = vendor`,
    [day, pos_id, device_id],
  )
  await client.query(
    `create temp table day_transfer as
      select nextval('ledger_transfer_transfer_id_seq') as transfer_id, t.* from (
        select o.order_id, 'order:' || o.order_id || ':pay' as ref, 5 as kind, a.account_id as from_account, s.account_id as to_account, o.amount, o.at
        from day_order o
        join ledger_account a on a.code = case when o.vendor = 'WALLET' then 'wallet:bench' || o.wallet else 'vendor:' || o.vendor end
        join ledger_account s on s.code = 'sales:xsdt'
        union all
        select o.order_id, 'order:' || o.order_id || ':refund', 6, s.account_id, a.account_id, o.amount, o.at + interval '30 minutes'
        from day_order o
        join ledger_account a on a.code = case when o.vendor = 'WALLET' then 'wallet:bench' || o.wallet else 'vendor:' || o.vendor end
        join ledger_account s on s.code = 'sales:xsdt' where o.is_back
        order by at) t`,
  )
  await client.query(
    `insert into ledger_transfer (transfer_id, ref, phase, kind, from_account, to_account, amount, reason, at)
      overriding system value select transfer_id, ref, 1, kind, from_account, to_account, amount, 'Thử', at from day_transfer`,
  )
  await client.query(
    `with part as (
        select transfer_id, from_account as account_id, -amount as amount, at from day_transfer
        union all select transfer_id, to_account, amount, at from day_transfer),
      counted as (
        select p.*, a.entries + row_number() over w as seq, a.balance + sum(p.amount) over w as after
        from part p join ledger_account a using (account_id) window w as (partition by account_id order by p.at, p.transfer_id)),
      written as (
        insert into ledger_entry (transfer_id, account_id, seq, amount, held, balance_before, balance_after, held_before, held_after, at)
        select transfer_id, account_id, seq, amount, 0, after - amount, after, 0, 0, at from counted)
      update ledger_account a set entries = x.entries, balance = a.balance + x.amount
      from (select account_id, max(seq) as entries, sum(amount) as amount from counted group by 1) x where a.account_id = x.account_id`,
  )
  await client.query(
    `insert into sale_sum (grain, day, category, partner_id, pos_id, user_pos_id, base_id, area_id, band, hour, orders, quantity, amount, fee, commission)
      select 1, $1, 16, 0, 0, 0, 0, 0, 0, 0, count(*), sum(amount / 10000), sum(amount), 0, 0 from day_order where not is_back`,
    [day],
  )
  await client.query('drop table day_order, day_transfer')
}

async function timed<T>(title: string, work: () => Promise<T>): Promise<T> {
  const started_ms = performance.now()
  const result = await work()
  console.log(`${title.padEnd(52)} ${((performance.now() - started_ms) / 1_000).toFixed(2)} s`)
  return result
}

console.log(
  `${orders.toLocaleString('en')} orders of a day, ${cpus().length} cores, load ${loadavg()[0]!.toFixed(1)} at the beginning`,
)
const postgres = await startThrowAway()
try {
  await migrate(postgres.url)
  const pools = createPools(postgres.url, { size: 2 })
  const db = createDb(pools.main)
  const pos = await openPos({ db })
  const client = createClient(postgres.url)
  await client.connect()
  await client.query(`set session_replication_role = replica; set synchronous_commit = off; set work_mem = '256MB'`)
  const { rows } = await client.query<{ day: string }>(
    `select to_char(current_date - n, 'YYYY-MM-DD') as day from generate_series(2, 1, -1) n`,
  )
  await client.query('select make_sale_partitions(current_date - 2, current_date)')
  await client.query(`insert into ledger_account (kind, code, may_owe, balance)
    select 1, 'wallet:bench' || n, false, 1000000000 from generate_series(0, ${wallets - 1}) n
    union all values (5, 'vendor:POS', true, 0), (5, 'vendor:MOMO', true, 0), (8, 'sales:xsdt', true, 0)`)
  await timed('two such days are written', async () => {
    for (const { day } of rows) await fillDay(client, day, pos)
  })
  await client.query('vacuum analyze')
  await client.end()
  const { day } = rows[1]!
  for (let n = 0; n < rounds; n++) {
    const proofs = await timed('the proofs of the day', () =>
      db.transaction().execute((trx) => computeProofs(trx, day)),
    )
    const failed = proofs.filter(({ difference, found }) => difference !== 0 || found > 0)
    if (failed.length > 0) throw new Error(JSON.stringify(failed).slice(0, 2_000))
  }
  await timed('its closing is prepared and kept', () =>
    asProgram(db, 'bench', async (trx) => prepareClosing(trx, day, null, await lockClosing(trx, day))),
  )
  const journal = await timed('its journal', () => journalOf(db, day))
  console.log(
    `${journal.length} lines, ${journal.reduce((sum, line) => sum + line.count, 0).toLocaleString('en')} postings`,
  )
  await pools.end()
} finally {
  await postgres.stop()
}
