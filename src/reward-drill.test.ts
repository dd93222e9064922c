/**
 * Hundreds of rewards through a gateway with nearly a third of its answers lost, late, forged or wrong: none is paid twice, none is lost, and prizes,
 * rewards, postings and the gateway agree to the đồng. `REWARD_DRILL=5000` makes it longer.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { asProgram } from '#server/audit/without-call.ts'
import { rewardPage } from '#features/rewards/pages.contract.ts'
import { push } from '#features/rewards/push/push.contract.ts'
import { rewardForm, rewards, rewardStatus } from '#features/rewards/reward/reward.contract.ts'
import { verifyRewards } from '#features/rewards/verify-rewards.server.ts'
import { ledgerFindings } from './testing/ledger.ts'
import { fillFund, prizeFundNow, winning, winRewards } from './testing/rewards.ts'
import { openPayingOffice } from './testing/withdrawals.ts'

const count = Number(process.env.REWARD_DRILL ?? 300)
const longest_ms = 60_000 + count * 150
const prize = 100_000

const faults = {
  lost_request: 0.04,
  late_request: 0.03,
  delay: 0.03,
  lost_answer: 0.05,
  error: 0.04,
  forged: 0.03,
  wrong_amount: 0.02,
  contradiction: 0.03,
  pending: 0.03,
  ipn_lost: 0.1,
  ipn_late: 0.1,
  ipn_double: 0.1,
  ipn_forged: 0.05,
  ipn_wrong_amount: 0.05,
  ipn_contradiction: 0.1,
}

/** Every twentieth receiver cannot be paid. */
const receiverOf = (n: number) => `849${String(n).padStart(4, '0')}${n % 20 === 0 ? '1007' : '5678'}`

test(
  'no reward is paid twice and none is lost, whatever the gateway does',
  async () => {
    const { office, simulator, close } = await openPayingOffice({
      seed: 'rewards',
      faults,
      delay_ms: 300,
      settle_ms: 300,
      ipn_late_ms: 2_000,
    })
    try {
      await fillFund(office, count * prize)
      await fillFund(office, count * prize, 'momo')
      await asProgram(office.db, 'program test', (db) =>
        sql`insert into reward_form (form_name, place, form) values ('Diễn tập: MoMo', 1, ${rewardForm.momo})`.execute(
          db,
        ),
      )
      const wins = Array.from({ length: count }, (_, n) => ({ number: winning.eighth, msisdn: receiverOf(n) }))
      const { reward_ids } = await winRewards(office, wins)
      const an = await office.hire([...rewardPage.rights])
      for (let from = 0; from < count; from += 100)
        await an.call(push.approve, { reward_ids: reward_ids.slice(from, from + 100) })
      const open = async () => {
        const { rows } = await sql<{ n: number }>`
          select count(*) as n from reward where status in (${rewardStatus.pushing}, ${rewardStatus.unknown})`.execute(
          office.db,
        )
        return rows[0]!.n
      }
      const began = performance.now()
      while ((await open()) > 0 && performance.now() - began < longest_ms) {
        await sleep(500)
        const { unknown } = rewardStatus
        const stuck = (await an.call(rewards.list, { status_push: unknown, page_size: 100 })).items
        // The last one may have been paid since the list was read, which is refused.
        if (stuck.length > 0) await an.raw(push.retry, { reward_ids: stuck.map(({ reward_id }) => reward_id) })
      }
      const { rows } = await sql<{
        status: number
        n: number
      }>`select status, count(*) as n from reward group by 1`.execute(office.db)
      const of = (status: number) => rows.find((row) => row.status === status)?.n ?? 0
      const paid = simulator.orders().filter(({ status }) => status === 'paid')
      const figures = {
        paid: of(rewardStatus.paid),
        failed: of(rewardStatus.failed),
        open: await open(),
        paid_by_gateway: paid.length,
        receivers: new Set(paid.map(({ account }) => account)).size,
        fund: await prizeFundNow(office),
      }
      const bad = Math.ceil(count / 20)
      expect(figures).toEqual({
        paid: count - bad,
        failed: bad,
        open: 0,
        paid_by_gateway: count - bad,
        receivers: count - bad,
        fund: { balance: bad * prize, held: 0 },
      })
      const findings: string[] = []
      await verifyRewards(office.db, (what) => findings.push(what))
      expect([...findings, ...(await ledgerFindings(office.database_url))]).toEqual([])
    } finally {
      await close()
    }
  },
  longest_ms + 120_000,
)
