/**
 * A batch of rewards is paid while the program and its PostgreSQL are killed and the gateway loses responses. Afterwards nobody is paid twice, nobody
 * is missed, and none of the batch's held money remains. `BATCH_DRILL=2000` makes the batch larger.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { batchStatus, itemStatus, rewardBatch } from '#features/rewards/batch/batch.contract.ts'
import { push } from '#features/rewards/push/push.contract.ts'
import { rewardForm, rewardStatus } from '#features/rewards/reward/reward.contract.ts'
import { verifyRewards } from '#features/rewards/verify-rewards.server.ts'
import { createDb, createPools } from '#server/database/pool.ts'
import type { Db } from '#server/database/transaction.ts'
import { databaseUrl } from '#server/testing/program.ts'
import { openSimulator } from './gateway-simulator/simulator.ts'
import { openCrashing, type Kill } from './testing/crashing.ts'
import { ledgerFindings } from './testing/ledger.ts'
import { fillFund, prizeFundNow, winning, winRewards } from './testing/rewards.ts'
import { writeTo } from './testing/write.ts'

const count = Number(process.env.BATCH_DRILL ?? 40)
const prize = 100_000
const kills: readonly Kill[] = count > 200 ? ['server', 'PostgreSQL', 'both', 'server', 'both'] : ['both']
const max_duration_ms = 60_000 + count * 500

/** Every tenth receiver cannot be paid. */
const receiverOf = (n: number) => `849${String(n).padStart(4, '0')}${n % 10 === 0 ? '1007' : '5678'}`

test(
  'a batch that is killed again and again pays each reward once and leaves nothing open',
  async () => {
    const faults = { lost_answer: 0.1, ipn_double: 0.2, ipn_lost: 0.1 }
    const simulator = await openSimulator({ seed: 'batch', faults, settle_ms: 200 })
    const program = await openCrashing(simulator.settings)
    // A new pool for each use, because a kill breaks the connections of a pool.
    const withDb = async <T>(work: (db: Db) => Promise<T>): Promise<T> => {
      const pools = createPools(databaseUrl(program.data_dir), { size: 2, on_error: () => undefined })
      return work(createDb(pools.main)).finally(() => pools.end())
    }
    const ended = () =>
      withDb(async (db) => {
        const { rows } = await sql<{ ended: number }>`
          select count(*) filter (where status in (${rewardStatus.paid}, ${rewardStatus.failed})) as ended from reward`.execute(
          db,
        )
        return rows[0]!.ended
      }).catch(() => 0)
    try {
      const reward_ids = await withDb(async (db) => {
        for (const gateway of [undefined, 'momo'] as const) await fillFund({ db }, count * prize, gateway)
        const wins = Array.from({ length: count }, (_, n) => ({ number: winning.eighth, msisdn: receiverOf(n) }))
        const won = await winRewards({ db }, wins)
        await writeTo(db, (trx) => sql`update reward set form = ${rewardForm.momo}`.execute(trx))
        return won.reward_ids
      })
      const created = await program.callUntilAnswered(
        rewardBatch.create,
        { ids: reward_ids, name: 'Diễn tập' },
        'lap-lo-tra-thuong',
      )
      const { batch } = created.data as { batch: { batch_id: number } }
      const approved = await program.callUntilAnswered(
        rewardBatch.approve,
        { batch_id: batch.batch_id },
        'duyet-lo-tra-thuong',
      )
      expect([created.code, approved.code]).toEqual([0, 0])
      for (const [n, which] of kills.entries()) {
        while ((await ended()) < (n * count) / (kills.length + 1) + 1) await sleep(20)
        await program.kill(which)
      }
      const began = performance.now()
      for (let n = 0; (await ended()) < count && performance.now() - began < max_duration_ms; n++) {
        await sleep(500)
        // A payment with an unknown outcome is only queried, with its existing key.
        const open = await withDb((db) =>
          db.selectFrom('reward').select('reward_id').where('status', '=', rewardStatus.unknown).execute(),
        ).catch(() => [])
        if (open.length > 0)
          await program.call(
            push.retry,
            { ids: open.map(({ reward_id }) => reward_id), expected: open.length },
            `hoi-lai-lan-${n}`,
          )
      }
      const paid = simulator.orders().filter(({ status }) => status === 'paid')
      const bad = Math.ceil(count / 10)
      // The job of the batch ends it and returns what is left. After a kill between its last payment and its end, and for a payment whose outcome
      // was unknown when the batch ended, the job that looks after batches each minute does.
      const isUnsettled = () =>
        withDb((db) =>
          db
            .selectFrom('reward_batch as b')
            .innerJoin('ledger_account as l', 'l.account_id', 'b.ledger_id')
            .select('b.batch_id')
            .where((eb) => eb.or([eb('b.status', '=', batchStatus.running), eb('l.balance', '>', 0)]))
            .executeTakeFirst(),
        )
      while ((await isUnsettled()) && performance.now() - began < max_duration_ms + 90_000) await sleep(200)
      const findings: string[] = []
      const {
        fund,
        lines,
        batch: now,
      } = await withDb(async (db) => {
        await verifyRewards(db, (finding) => findings.push(finding))
        const { rows } = await sql<{ status: number; lines: number }>`
          select status, count(*) as lines from reward_batch_item group by 1 order by 1`.execute(db)
        const batches = await sql<{ status: number; balance: number }>`
          select b.status, l.balance from reward_batch b join ledger_account l on l.account_id = b.ledger_id`.execute(
          db,
        )
        return { fund: await prizeFundNow({ db }), lines: rows, batch: batches.rows }
      })
      console.log(`batch crash: ${JSON.stringify({ kills: kills.length, paid: paid.length, failed: bad })}`)
      expect({ lines, batch: now }).toEqual({
        lines: [
          { status: itemStatus.paid, lines: count - bad },
          { status: itemStatus.failed, lines: bad },
        ],
        batch: [{ status: batchStatus.done, balance: 0 }],
      })
      expect([paid.length, new Set(paid.map(({ account }) => account)).size]).toEqual([count - bad, count - bad])
      expect(fund).toEqual({ balance: bad * prize, held: 0 })
      expect([...findings, ...(await ledgerFindings(databaseUrl(program.data_dir)))]).toEqual([])
    } finally {
      await program.leave()
      await simulator.close()
    }
  },
  max_duration_ms + 180_000,
)
