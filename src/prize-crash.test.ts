/**
 * The prizes of a draw are calculated while the real program and its PostgreSQL are killed. Afterwards every order has its outcome exactly once, and
 * all sums are consistent.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import pino from 'pino'
import { expect, test } from 'vitest'
import { prize_job } from '#features/results/prize-run/prize-run.server.ts'
import { runStatus } from '#features/results/prize-run/prize-run.contract.ts'
import { verifyPrizes, type PrizeFinding } from '#features/results/prize-run/verify-prizes.server.ts'
import { removePlace } from '#server/database/place.ts'
import { createDb, createPools } from '#server/database/pool.ts'
import type { Db } from '#server/database/transaction.ts'
import { openJobs } from '#server/jobs/jobs.ts'
import { admin_password, businessDir } from '#server/testing/business-dir.ts'
import { databaseUrl, startProgram, type RunningProgram } from '#server/testing/program.ts'
import { endSilence } from './testing/crashing.ts'
import { openPos } from './testing/orders.ts'
import { confirmedResult, fillDraw, published_draw } from './testing/prizes.ts'
import { writeTo } from './testing/write.ts'

/** `PRIZE_DRILL=1000000` tests a full issue of tickets. */
const orders = Number(process.env.PRIZE_DRILL ?? 60_000)
const kills = ['server', 'PostgreSQL', 'both'] as const

const data_dir = await businessDir()
let program: RunningProgram

const start = async () => {
  program = await startProgram({
    data_dir,
    env: { ADMIN_PASSWORD: admin_password, LOG_LEVEL: 'silent' },
    args: ['--empty'],
  })
}

async function withDb<T>(work: (db: Db) => Promise<T>): Promise<T> {
  const pools = createPools(databaseUrl(data_dir), { size: 2 })
  return work(createDb(pools.main)).finally(() => pools.end())
}

/** Creates a draw with orders and a confirmed result, and enqueues its prize run as the confirmation does. */
function makeDraw(): Promise<number> {
  return withDb(async (db) => {
    const pos = await openPos({ db })
    const { rows } = await sql<{ period_id: number }>`
      select period_id from draw_period where area_id = 21 order by open_date limit 1`.execute(db)
    const { period_id } = rows[0]!
    await fillDraw(db, period_id, pos, orders)
    await confirmedResult(db, period_id, published_draw)
    const jobs = await openJobs({ url: databaseUrl(data_dir), queues: [], log: pino({ level: 'silent' }) })
    await writeTo(db, async (trx) => {
      await sql`insert into prize_run (period_id) values (${period_id})`.execute(trx)
      await jobs.enqueue(trx, prize_job, { period_id }, String(period_id))
    })
    await jobs.close()
    return period_id
  })
}

async function decidedUntil(period_id: number, target_count: number): Promise<void> {
  for (let decided = -1; decided < target_count; await sleep(20)) {
    const read = () =>
      withDb(async (db) => {
        const { rows } = await sql<{ orders: number; status: number }>`
          select orders, status from prize_run where period_id = ${period_id}`.execute(db)
        return rows[0]!
      })
    const run = await read().catch(() => null)
    decided = run?.status === runStatus.done ? orders : (run?.orders ?? decided)
  }
}

async function kill(which: (typeof kills)[number]): Promise<void> {
  if (which === 'PostgreSQL') return program.killPostgres9()
  await (which === 'both' ? program.killBoth9() : program.kill9())
  const killed_at = new Date()
  await start()
  await endSilence(data_dir, killed_at)
}

test(
  'a run that is killed again and again decides every order once',
  async () => {
    await start()
    try {
      const period_id = await makeDraw()
      for (const [n, which] of kills.entries()) {
        await decidedUntil(period_id, (n * orders) / (kills.length + 1) + 1)
        await kill(which)
      }
      await decidedUntil(period_id, orders)
      const proved = await withDb(async (db) => {
        const findings: PrizeFinding[] = []
        const range = { from_date: '2000-01-01', to_date: '9999-12-31' }
        const proof = await verifyPrizes(db, range, (finding) => findings.push(finding))
        const { rows } = await sql<Record<string, number>>`
        select count(*) as orders, count(*) filter (where version = 2) as once, count(*) filter (where status in (6, 7)) as decided, sum(reward) as reward,
          (select gross from prize_run where period_id = ${period_id}) as gross, (select orders from prize_run where period_id = ${period_id}) as counted
        from sale_order where period_id = ${period_id}`.execute(db)
        return { findings, proof, reward: 0, gross: 0, ...rows[0]! }
      })
      console.log(`prize crash: ${JSON.stringify({ kills: kills.length, ...proved })}`)
      const all = { orders, once: orders, decided: orders, counted: orders }
      expect(proved).toMatchObject({ findings: [], ...all, proof: { draws: 1, orders, lines: orders } })
      expect(proved.reward).toBe(proved.gross)
    } finally {
      await program.stop()
      removePlace(data_dir)
    }
  },
  Math.max(180_000, orders * 1.2),
)
