// `npm run bench:ledger`: transfers per second through our code, compared with pgbench calling the same SQL function, on random accounts and on one
// hot account that takes part in every transfer. Without pgbench only our own figures are printed.
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { migrate } from '#server/database/migrate.ts'
import { createClient, createDb, createPools } from '#server/database/pool.ts'
import type { Db } from '#server/database/transaction.ts'
import { openPoster } from './ledger-poster.ts'
import { accountOf, transfer } from '#server/ledger/ledger.ts'
import { verifyLedger } from '#server/ledger/verify.ts'
import { asProgram } from '#server/audit/without-call.ts'
import { startThrowAway } from '#server/testing/throw-away.ts'

const callers = Number(process.env.BENCH_CALLERS ?? 200)
const seconds = Number(process.env.BENCH_SECONDS ?? 5)
const wallets = 10_000
const run = promisify(execFile)

/** Accounts of a transfer: number 1 is the bank's clearing account, the others are wallets. */
const spread = () => ({ from: 2 + pick(wallets), to: 2 + pick(wallets) })
const hot = () => (Math.random() < 0.5 ? { from: 1, to: 2 + pick(wallets) } : { from: 2 + pick(wallets), to: 1 })
const pick = (count: number) => Math.floor(Math.random() * count)

let refs = 0
const transferOf = (pickAccounts: () => { from: number; to: number }) => {
  let { from, to } = pickAccounts()
  while (from === to) ({ from, to } = pickAccounts())
  return { ref: `b${++refs}`, kind: 'other' as const, from, to, amount: 1 + pick(1_000), reason: 'bench' }
}

async function measure(work: () => Promise<unknown>): Promise<string> {
  const times: number[] = []
  const end = performance.now() + seconds * 1_000
  const since = performance.now()
  const caller = async () => {
    while (performance.now() < end) {
      const start = performance.now()
      await work()
      times.push(performance.now() - start)
    }
  }
  await Promise.all(Array.from({ length: callers }, caller))
  const rate = (times.length / (performance.now() - since)) * 1_000
  times.sort((a, b) => a - b)
  return `${rate.toFixed(0).padStart(7)}/s  p99 ${times[Math.floor(times.length * 0.99)]!.toFixed(1).padStart(7)} ms`
}

async function pgbench(url: string, from: string, to: string): Promise<string> {
  const dir = mkdtempSync(join(tmpdir(), 'bench-ledger-'))
  const script = join(dir, 'transfer.sql')
  writeFileSync(
    script,
    `\\set a random(2, ${wallets + 1})
\\set b random(2, ${wallets + 1})
\\set amount random(1, 1000)
begin;
select set_config('app.audit_id', '1', true);
select result from post_transfers(jsonb_build_array(jsonb_build_object('ref', gen_random_uuid()::text, 'phase', 1, 'kind', 99, 'from', (${from})::bigint, 'to', (${to})::bigint,
  'amount', :amount::bigint, 'reason', 'bench')));
commit;
`,
  )
  try {
    const clients = ['-c', '32', '-j', '2', '-T', String(seconds), '-n', '-M', 'prepared', '-f', script, url]
    const { stdout } = await run('pgbench', clients)
    const rate = /tps = ([\d.]+)/.exec(stdout)?.[1] ?? '0'
    return `${Number(rate).toFixed(0).padStart(7)}/s`
  } catch (error) {
    return (error as { code?: string }).code === 'ENOENT'
      ? 'no pgbench here'
      : `pgbench failed: ${(error as Error).message.split('\n').slice(1, 3).join(' ')}`
  } finally {
    rmSync(dir, { recursive: true })
  }
}

const postgres = await startThrowAway()
try {
  await migrate(postgres.url)
  const pools = createPools(postgres.url, { size: 32 })
  const db: Db = createDb(pools.main)
  await asProgram(db, 'bench', async (trx) => {
    const bank = await accountOf(trx, { kind: 'bank_clearing', code: 'clearing:bank', may_owe: true })
    if (bank !== 1) throw new Error('The accounts are not numbered as this bench takes them to be')
    for (let n = 1; n <= wallets; n++) await accountOf(trx, { kind: 'wallet', code: `wallet:${n}`, may_owe: true })
  })
  console.log(`${callers} callers, ${seconds} s each, ${cpus().length} cores, load ${loadavg()[0]!.toFixed(1)}`)
  const single = (pickAccounts: typeof spread) => () =>
    asProgram(db, 'bench', (trx) => transfer(trx, transferOf(pickAccounts)))
  const poster = openPoster(db, 'bench')
  const queued = (pickAccounts: typeof spread) => () => poster.post({ ...transferOf(pickAccounts), phase: 1 })
  console.log(`spread, each in its own audited transaction  ${await measure(single(spread))}`)
  console.log(`spread, through the poster                   ${await measure(queued(spread))}`)
  console.log(
    `spread, pgbench                              ${await pgbench(postgres.url, ':a', `case when :b = :a then 1 else :b end`)}`,
  )
  console.log(`one hot account, each in its own transaction ${await measure(single(hot))}`)
  console.log(`one hot account, through the poster          ${await measure(queued(hot))}`)
  console.log(`one hot account, pgbench                     ${await pgbench(postgres.url, '1', ':b')}`)
  await pools.end()
  const client = createClient(postgres.url)
  await client.connect()
  let faults = 0
  const proof = await verifyLedger(client, (fault) => {
    faults++
    console.log(`✗ ${fault}`)
  })
  await client.end()
  console.log(`proved afterwards: ${proof.transfers} transfers, ${proof.entries} entries, ${faults} wrong`)
} finally {
  await postgres.stop()
}
