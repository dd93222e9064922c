/**
 * Prizes are paid in prepaid cards, singly and in a batch, while the program and its PostgreSQL are killed. Afterwards every card belongs to at most
 * one winner, and every paid winner has cards of the paid value.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { rewardBatch } from '#features/rewards/batch/batch.contract.ts'
import { cards } from '#features/rewards/card/card.contract.ts'
import { push } from '#features/rewards/push/push.contract.ts'
import { rewardForm, rewardStatus } from '#features/rewards/reward/reward.contract.ts'
import { verifyRewards } from '#features/rewards/verify-rewards.server.ts'
import { createDb, createPools } from '#server/database/pool.ts'
import type { Db } from '#server/database/transaction.ts'
import { databaseUrl } from '#server/testing/program.ts'
import { openCrashing } from './testing/crashing.ts'
import { ledgerFindings } from './testing/ledger.ts'
import { fillFund, winning, winRewards } from './testing/rewards.ts'
import { dayFromNow } from './testing/tickets.ts'
import { writeTo } from './testing/write.ts'

const [pushed, in_batch] = [30, 40]
const count = pushed + in_batch
const prize = 100_000
const timeout_ms = 90_000

test(
  'cards that are given while everything is killed are given once',
  async () => {
    const program = await openCrashing({})
    const withDb = async <T>(work: (db: Db) => Promise<T>): Promise<T> => {
      const pools = createPools(databaseUrl(program.data_dir), { size: 2, on_error: () => undefined })
      return work(createDb(pools.main)).finally(() => pools.end())
    }
    const paid = () =>
      withDb(async (db) => {
        const { rows } = await sql<{ paid: number }>`
          select count(*) as paid from reward where status = ${rewardStatus.paid}`.execute(db)
        return rows[0]!.paid
      }).catch(() => 0)
    try {
      const { reward_ids, day } = await withDb(async (db) => {
        await fillFund({ db }, count * prize)
        const won = await winRewards(
          { db },
          Array.from({ length: count }, () => ({ number: winning.eighth })),
        )
        await writeTo(db, (trx) => sql`update reward set form = ${rewardForm.card}`.execute(trx))
        return { reward_ids: won.reward_ids, day: await dayFromNow(db, 30) }
      })
      const rows = Array.from({ length: count }, (_, n) => ({
        cardSerial: `S${n}`,
        cardNumber: `N${n}`,
        exprieDate: day,
      }))
      const imported = await program.callUntilAnswered(
        cards.import,
        { rows, issuer: 'Viettel', face_value: prize },
        'nhap-the',
      )
      const chosen = { ids: reward_ids.slice(pushed), name: 'Thẻ' }
      const created = await program.callUntilAnswered(rewardBatch.create, chosen, 'lap-lo-the')
      const { batch } = created.data as { batch: { batch_id: number } }
      const approved = await program.callUntilAnswered(
        rewardBatch.approve,
        { batch_id: batch.batch_id },
        'duyet-lo-the',
      )
      expect([imported.code, created.code, approved.code]).toEqual([0, 0, 0])
      // Each call is retried with its transid until it is answered.
      const approvals = Promise.all(
        reward_ids
          .slice(0, pushed)
          .map((id) => program.callUntilAnswered(push.approve, { reward_ids: [id] }, `day-the-${id}`)),
      )
      while ((await paid()) < count / 5) await sleep(5)
      await program.kill('both')
      await approvals
      for (const began = performance.now(); (await paid()) < count && performance.now() - began < timeout_ms;)
        await sleep(200)
      const findings: string[] = []
      const counts = await withDb(async (db) => {
        await verifyRewards(db, (finding) => findings.push(finding))
        const result = await sql<{ cards: number; winners: number }>`
          select count(*) as cards, count(distinct reward_id) as winners from card where reward_id is not null`.execute(
          db,
        )
        return result.rows[0]
      })
      expect(counts).toEqual({ cards: count, winners: count })
      expect([...findings, ...(await ledgerFindings(databaseUrl(program.data_dir)))]).toEqual([])
    } finally {
      await program.leave()
    }
  },
  timeout_ms + 120_000,
)
