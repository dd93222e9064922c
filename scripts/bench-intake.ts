// `npm run bench:intake`: orders per second created and paid, by the intake functions directly and over HTTP (signed, keep-alive connections),
// compared with pgbench inserting the same rows into plain copies of the tables, with as many clients as the intake has concurrent batches:
// one order per transaction, and fifty as in the intake. A warm-up comes first, because the first batches of a connection include query planning.
// Without pgbench only our own figures are printed.
import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Worker } from 'node:worker_threads'
import pino from 'pino'
import { sql } from 'kysely'
import { Failure } from '#contract/errors.ts'
import { migrate } from '#server/database/migrate.ts'
import { createClient, createDb, createPools } from '#server/database/pool.ts'
import type { Db } from '#server/database/transaction.ts'
import { buildServer, type ServerParts } from '#server/http/server.ts'
import { verifyLedger } from '#server/ledger/verify.ts'
import { asProgram } from '#server/audit/without-call.ts'
import { startThrowAway } from '#server/testing/throw-away.ts'
import { registerChannel } from '#features/orders/channel/channel.server.ts'
import { payOrders } from '#features/orders/payment/pay.server.ts'
import { createOrders } from '#features/orders/intake/create-orders.server.ts'
import type { OrderAnswer } from '#features/orders/intake/order-request.rules.ts'
import { playTypesOf } from '#features/results/product/game.rules.ts'
import { product } from '#features/results/product/product.contract.ts'
import { fingerprints } from '../src/services.ts'
import { newKeyPair } from '../src/simulate/signing.ts'

const seconds = Number(process.env.BENCH_SECONDS ?? 5)
const warm_seconds = 3
const connections = Number(process.env.BENCH_CALLERS ?? 100)
const tills = 50
/** Concurrent batches of the intake, and clients of pgbench. */
const writers = 4
const batch = 50
const run = promisify(execFile)

const { play_type } = playTypesOf(product.keno).find(({ label }) => label === 'Bậc 5')!
const board = { play_type, numbers: '01 02 03 04 05', stake: 1 }

interface Till {
  device_id: number
  device_code: string
  private_key: string
}

/** Creates points of sale with one device each, and one draw on sale for an hour. */
async function openAllPos(db: Db): Promise<{ devices: Till[]; period_id: number }> {
  return asProgram(db, 'bench', async (trx) => {
    const devices: Till[] = []
    for (let n = 1; n <= tills; n++) {
      const pair = newKeyPair()
      const { rows } = await sql<{ device_id: number }>`
        with new_pos as (
          insert into pos (pos_code, pos_name, address, province_id, district_id) values (${`B${n}`}, ${`Quầy ${n}`}, '1 Lê Lợi', 79, 760) returning pos_id)
        insert into pos_device (pos_id, device_code, device_name, device_type, public_key)
          select pos_id, ${`B${n}`}, 'Máy bán vé', 1, ${pair.public_key} from new_pos returning device_id`.execute(trx)
      const private_key = pair.private_key.export({ format: 'pem', type: 'pkcs8' }) as string
      devices.push({ device_id: rows[0]!.device_id, device_code: `B${n}`, private_key })
    }
    const { rows } = await sql<{ period_id: number }>`
      insert into draw_period (category, open_date, period_code, open_at, return_until, stop_at, print_at, draw_at)
      select ${product.keno}, current_date, 'BENCH', now() - interval '1 hour', d, d, d, d from (select now() + interval '1 hour' as d) x
      returning period_id`.execute(trx)
    return { devices, period_id: rows[0]!.period_id }
  })
}

/** Orders per second, created and paid in batches of fifty with two transactions per batch. */
async function byIntake(db: Db, devices: readonly Till[], period_id: number, duration_s = seconds): Promise<number> {
  const end = performance.now() + duration_s * 1_000
  const started_ms = performance.now()
  let orders = 0
  const writer = async () => {
    while (performance.now() < end) {
      const requests = Array.from({ length: batch }, (_, n) => ({
        device_id: devices[n % devices.length]!.device_id,
        transid: randomUUID(),
        vendor_code: 'POS',
        handling: 0 as const,
        category: product.keno,
        period_id,
        boards: [board],
      }))
      const new_orders = (await asProgram(db, 'bench', (trx) => createOrders(trx, requests))).map(orThrow)
      const paying = new_orders.map(({ order_id }, n) => ({
        device_id: requests[n]!.device_id,
        transid: randomUUID(),
        order_id,
      }))
      orders += (await asProgram(db, 'bench', (trx) => payOrders(trx, paying))).map(orThrow).length
    }
  }
  await Promise.all(Array.from({ length: writers }, writer))
  return (orders / (performance.now() - started_ms)) * 1_000
}

function orThrow(outcome: OrderAnswer | Failure): OrderAnswer {
  if (outcome instanceof Failure) throw outcome
  return outcome
}

interface HttpRate {
  rate: number
  refused: number
  p99: number
}

async function throughHttp(main: Db, search: Db, devices: readonly Till[], period_id: number): Promise<HttpRate> {
  const log = pino({ level: 'silent' })
  // Only channel calls are registered, and of the engine they use only the databases.
  const engine = { main, search, map_key: null } as unknown as ServerParts['engine']
  const config = { secure_cookies: false, trust_proxy: false as const, data_dir: tmpdir() }
  const server = await buildServer({ engine, config, log, services: [], fingerprints })
  registerChannel(server, { main, search, strict: false, log })
  await server.listen({ host: '127.0.0.1', port: 0 })
  const url = `http://127.0.0.1:${(server.server.address() as AddressInfo).port}`
  const order = { vendor_code: 'POS', category: product.keno, period_id, lines: [board] }
  const worker = new Worker(new URL('bench-intake-clients.ts', import.meta.url), {
    workerData: { url, seconds, connections, order, devices },
  })
  try {
    return await new Promise<HttpRate>((resolve, reject) => worker.once('message', resolve).once('error', reject))
  } finally {
    await server.close()
  }
}

const copies = [
  'sale_order',
  'order_line',
  'sale_delta',
  'sale_play_delta',
  'ledger_transfer',
  'ledger_entry',
  'channel_request',
]

/** Inserts the rows of one paid order in their final state. */
const same_rows = `
insert into bench_sale_order (order_id, ordered_at, category, period_id, open_date, pos_id, device_id, handling, quantity, amount, commission, status, expires_at,
    payment_vendor_id, paid_at, finished_at, counted)
  values (first_order_id(current_date) + nextval('bench_no'), now(), 16, 1, current_date, 1, 1, 0, 1, 10000, 500, 4, now(), 7, now(), now(), pg_current_xact_id());
insert into bench_order_line (order_id, line_no, play_type, numbers, quantity, amount)
  values (first_order_id(current_date) + currval('bench_no'), 1, 1605, '01 02 03 04 05', 1, 10000);
insert into bench_sale_delta overriding system value values (currval('bench_no'), current_date, 10, 0, 1, 0, 0, 16, 0, 1, 1, 1, 10000, 0, 500);
insert into bench_sale_play_delta overriding system value values (currval('bench_no'), current_date, 0, 1, 0, 16, 1605, 1, 1, 10000);
insert into bench_ledger_transfer overriding system value
  values (currval('bench_no'), 'order-' || currval('bench_no') || '-pay', 1, 5, 1, 2, 10000, null, 'Mua vé', now());
insert into bench_ledger_entry (transfer_id, account_id, seq, amount, held, balance_before, balance_after, held_before, held_after, at)
  values (currval('bench_no'), 1, currval('bench_no'), -10000, 0, 10000, 0, 0, 0, now()), (currval('bench_no'), 2, currval('bench_no'), 10000, 0, 0, 10000, 0, 0, now());
insert into bench_channel_request (device_id, transid, call, digest, order_id, answer)
  values (1, gen_random_uuid()::text, 'create', sha256(''), currval('bench_no'), '{"order_id": 1, "amount": 10000, "status": 1}'),
    (1, gen_random_uuid()::text, 'pay', sha256(''), currval('bench_no'), '{"order_id": 1, "amount": 10000, "status": 4}');
`

async function makeCopies(url: string): Promise<void> {
  const client = createClient(url)
  await client.connect()
  await client.query('create sequence bench_no')
  for (const table of copies) await client.query(`create table bench_${table} (like ${table} including all)`)
  await client.end()
}

/** Orders per second of pgbench with `orders` orders per transaction; null when pgbench is not installed. */
async function byPgbench(url: string, orders: number): Promise<number | null> {
  const dir = mkdtempSync(join(tmpdir(), 'bench-intake-'))
  try {
    const script = join(dir, 'order.sql')
    writeFileSync(script, `begin;${same_rows.repeat(orders)}commit;\n`)
    const clients = ['-c', String(writers), '-j', '2', '-T', String(seconds), '-n', '-M', 'prepared', '-f', script, url]
    const { stdout } = await run('pgbench', clients)
    return Number(/tps = ([\d.]+)/.exec(stdout)?.[1] ?? 0) * orders
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') return null
    throw error
  } finally {
    rmSync(dir, { recursive: true })
  }
}

class RollBack extends Error {}

interface ExplainedPlan {
  'Execution Time': number
  Triggers: { 'Trigger Name': string; Time: number }[]
}

const rounds = 21

/**
 * Duration of the statement that completes a batch of customers' orders while a cashback programme runs, and the part of it that the cashback
 * trigger takes: milliseconds, the median. Everything is rolled back.
 */
async function costOfCashback(db: Db): Promise<{ whole_ms: number; trigger_ms: number }> {
  const measured: { whole_ms: number; trigger_ms: number }[] = []
  await asProgram(db, 'bench', async (trx) => {
    await sql`insert into cashback (name, start_at, end_at, payment_vendor_ids, categories, rate, most_per_order, budget, created_by)
      select 'Bench', now() - interval '1 day', now() + interval '1 day', '{}', '{}', 500, 50000, 1000000000, min(user_id)
      from app_user`.execute(trx) // unscoped: anybody
    for (let round = 0; round < rounds; round++) {
      await sql`update sale_order set status = 3, msisdn = '84901234567' where order_id in (
        select order_id from sale_order where status in (3, 4) order by order_id limit ${batch})`.execute(trx)
      const { rows } = await sql<{ 'QUERY PLAN': ExplainedPlan[] }>`
        explain (analyze, format json) update sale_order set status = 4 where status = 3`.execute(trx)
      const plan = rows[0]!['QUERY PLAN'][0]!
      const trigger_ms = plan.Triggers.find((trigger) => trigger['Trigger Name'] === 'cashback')!.Time
      measured.push({ whole_ms: plan['Execution Time'], trigger_ms })
    }
    throw new RollBack()
  }).catch((error: unknown) => {
    if (!(error instanceof RollBack)) throw error
  })
  return measured.toSorted((a, b) => a.trigger_ms - b.trigger_ms)[Math.floor(rounds / 2)]!
}

const postgres = await startThrowAway()
try {
  await migrate(postgres.url)
  const pools = createPools(postgres.url, { size: 10 })
  const [main, search] = [createDb(pools.main), createDb(pools.search)]
  const { devices, period_id } = await openAllPos(main)
  console.log(
    `${seconds} s each, ${tills} devices, ${connections} connections, ${cpus().length} cores, load ${loadavg()[0]!.toFixed(1)}`,
  )
  await makeCopies(postgres.url)
  const single = await byPgbench(postgres.url, 1)
  const batched = await byPgbench(postgres.url, batch)
  const lineOf = (rate: number) =>
    `${rate.toFixed(0).padStart(6)} orders/s${single && batched ? `, ${(rate / single).toFixed(2)} of A, ${(rate / batched).toFixed(2)} of B` : ''}`
  const no_pgbench = 'no pgbench here'
  await byIntake(main, devices, period_id, warm_seconds)
  console.log(`${writers} writers at once on either side; an order is its rows in ${copies.length} tables`)
  console.log(`A pgbench, plain inserts, one order a transaction   ${single ? lineOf(single) : no_pgbench}`)
  console.log(`B pgbench, plain inserts, ${batch} orders a transaction  ${batched ? lineOf(batched) : no_pgbench}`)
  console.log(
    `C the intake, ${batch} orders made, then paid: two tr.   ${lineOf(await byIntake(main, devices, period_id))}`,
  )
  const { rate, refused, p99 } = await throughHttp(main, search, devices, period_id)
  console.log(
    `D over HTTP, signed, made and paid, batches by itself ${lineOf(rate)}, both together p99 ${p99.toFixed(0)} ms, ${refused} refused`,
  )
  const { whole_ms, trigger_ms } = await costOfCashback(main)
  console.log(
    `E ${batch} orders become done while cashback runs: ${whole_ms.toFixed(2)} ms, of them ${trigger_ms.toFixed(2)} ms for cashback`,
  )
  await pools.end()
  const client = createClient(postgres.url)
  await client.connect()
  let faults = 0
  const proof = await verifyLedger(client, () => faults++)
  await client.end()
  console.log(`proved afterwards: ${proof.transfers} payments, ${proof.entries} entries, ${faults} wrong`)
} finally {
  await postgres.stop()
}
