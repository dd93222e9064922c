/** Test helpers for reward batches: an office with simulated gateways and three people who create and approve batches. */
import { sql } from 'kysely'
import { expect, vi } from 'vitest'
import { batchStatus, rewardBatch, type BatchStatus } from '#features/rewards/batch/batch.contract.ts'
import { rewardBatchPage, rewardPage } from '#features/rewards/pages.contract.ts'
import { rewardForm } from '#features/rewards/reward/reward.contract.ts'
import { verifyRewards } from '#features/rewards/verify-rewards.server.ts'
import { ledgerFindings } from './ledger.ts'
import { freshNumber } from './money.ts'
import type { Person } from './office.ts'
import { fillFund, winning, winRewards } from './rewards.ts'
import { openPayingOffice } from './withdrawals.ts'

/** A phone number whose last digits determine the outcome of a payment in the simulator. */
export const receiver = (end = '5678') => freshNumber().replace(/\d{4}$/, end)

export interface TestBatch {
  form?: typeof rewardForm.bank | typeof rewardForm.momo | typeof rewardForm.telecom
  msisdns: string[]
  number?: string
}

export type BatchOffice = Awaited<ReturnType<typeof openBatchOffice>>

/** An office with simulated gateways and funds, and three people with all rights to rewards and batches. */
export async function openBatchOffice() {
  const paying = await openPayingOffice({ settle_ms: 20 })
  const { office } = paying
  for (const gateway of ['bank', 'momo', 'telecom'] as const) await fillFund(office, 1_000_000_000, gateway)
  const rights = [...rewardPage.rights, ...rewardBatchPage.rights]
  const [an, binh, chi] = [await office.hire(rights), await office.hire(rights), await office.hire(rights)]
  const detail = (batch_id: number) => an.call(rewardBatch.detail, { batch_id, page_size: 100 })
  return {
    ...paying,
    an,
    binh,
    chi,
    detail,
    approve: (approver: Person, batch_id: number) => approver.call(rewardBatch.approve, { batch_id }),

    /** Waits until the batch has this status. */
    inStatus: (batch_id: number, status: BatchStatus) =>
      vi.waitFor(
        async () => {
          const now = await detail(batch_id)
          expect(now.batch.status).toBe(status)
          return now
        },
        { timeout: 25_000, interval: 50 },
      ),

    /** Creates a manual batch of rewards for these numbers, which waits for approval. */
    async batchOf({ form = rewardForm.momo, msisdns, number = winning.two_tiers }: TestBatch) {
      const { reward_ids, period_id } = await winRewards(
        office,
        msisdns.map((msisdn) => ({ number, msisdn, full_name: 'NGO MINH UYEN' })),
      )
      const to_bank = {
        bank_id: 1,
        account_number: sql<string>`'0071000' || reward_id`,
        account_name: 'NGO MINH UYEN',
      }
      await office.write((db) =>
        db
          .updateTable('reward')
          .set({ form, ...(form === rewardForm.bank && to_bank) })
          .where('reward_id', 'in', reward_ids)
          .execute(),
      )
      const { batch } = await an.call(rewardBatch.create, { ids: reward_ids })
      expect(batch.status).toBe(batchStatus.waiting)
      return { batch_id: batch.batch_id, reward_ids, period_id }
    },

    /** Differences between ledger, prizes, batches and gateways. */
    async findings(): Promise<string[]> {
      const findings: string[] = []
      await verifyRewards(office.db, (finding) => findings.push(finding))
      return [...findings, ...(await ledgerFindings(office.database_url))]
    },
  }
}
