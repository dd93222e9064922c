/**
 * Pays rewards in batches approved by two people through three gateways with nearly a third of the responses lost, late, forged or
 * wrong. None is paid twice or lost, none is open after reconciliation, and prizes, rewards, postings and gateways agree to the đồng.
 * `npm run drill -- rewards` runs it with a hundred thousand.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { rewardBatch, batchStatus, max_in_batch } from '#features/rewards/batch/batch.contract.ts'
import { tendBatches } from '#features/rewards/batch/batch.jobs.ts'
import { makeBatches } from '#features/rewards/batch/make-batches.server.ts'
import { rewardBatchPage, rewardPage } from '#features/rewards/pages.contract.ts'
import { push } from '#features/rewards/push/push.contract.ts'
import { rewardForm, rewards, rewardStatus } from '#features/rewards/reward/reward.contract.ts'
import { verifyRewards } from '#features/rewards/verify-rewards.server.ts'
import { fundPage } from '#features/wallets/pages.contract.ts'
import { reconciliation, runStatus } from '#features/wallets/reconciliation/reconciliation.contract.ts'
import type { Simulator } from './gateway-simulator/simulator.ts'
import { ledgerFindings } from './testing/ledger.ts'
import type { Office, Person } from './testing/office.ts'
import { fillFund, prizeFundNow, winning, winRewards } from './testing/rewards.ts'
import { dayFromNow } from './testing/tickets.ts'
import { bringRetriesForward } from './testing/retries.ts'
import { openPayingOffice } from './testing/withdrawals.ts'

const count = Number(process.env.DRILL_REWARDS ?? 1_500)
const max_duration_ms = 120_000 + count * 120
const prize = 100_000

/** In total 30 % of the requests and half of MoMo's notifications have a fault. */
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

const gateways = ['bank', 'momo', 'telecom'] as const
/** Every twentieth receiver cannot be paid. */
const isBad = (n: number) => n % 20 === 0
/** A unique phone number for each n; the last four digits determine the outcome of a payment. */
const receiverOf = (n: number) =>
  `84${'35789'[Math.floor(n / 10_000) % 5]}${String(n % 10_000).padStart(4, '0')}${isBad(n) ? '1007' : String(5_000 + Math.floor(n / 50_000))}`
const bad_count = Array.from({ length: count }, (_, n) => n).filter(isBad).length

/** Creates a draw in which all orders win the same prize, paid in rotation by the bank, MoMo and the telecom. */
async function win(office: Office, simulator: Simulator): Promise<number> {
  for (const gateway of [undefined, ...gateways]) await fillFund(office, count * prize, gateway)
  simulator.subscribe(
    Array.from({ length: count }, (_, n) => ({ msisdn: receiverOf(n), name: 'NGUYEN THI THU' })).filter(
      (_, n) => gateways[n % 3] === 'telecom',
    ),
  )
  const wins = Array.from({ length: count }, (_, n) => ({ number: winning.eighth, msisdn: receiverOf(n) }))
  const { period_id, reward_ids } = await winRewards(office, wins)
  await office.write(async (db) => {
    // With this much concurrency failures can be consecutive; stopping a batch after failures has its own tests.
    await sql`update reward_config set stop_after = 1000`.execute(db)
    // A hundred thousand rows take longer than the statement timeout.
    await sql`set local statement_timeout = 0`.execute(db)
    await sql`
      update reward r set form = case n % 3 when 0 then ${rewardForm.bank} when 1 then ${rewardForm.momo} else ${rewardForm.telecom} end::smallint,
        bank_id = case when n % 3 = 0 then (select min(bank_id) from bank) end, account_number = case when n % 3 = 0 then msisdn end,
        account_name = case when n % 3 = 0 then 'NGUYEN THI THU' end
      from unnest(${reward_ids}::integer[]) with ordinality x (reward_id, place), lateral (select place - 1 as n) p
      where r.reward_id = x.reward_id`.execute(db)
  })
  return period_id
}

async function approveAll(office: Office, period_id: number): Promise<void> {
  await makeBatches(office.db, period_id, async () => undefined)
  const people = [await office.hire([...rewardBatchPage.rights]), await office.hire([...rewardBatchPage.rights])]
  const { items } = await people[0]!.call(rewardBatch.list, { page_size: 100 })
  expect(items).toHaveLength(Math.ceil(count / max_in_batch))
  for (const { batch_id, approvals_left } of items)
    for (const person of people.slice(0, approvals_left)) await person.call(rewardBatch.approve, { batch_id })
}

async function reconcile(person: Person, gateway: 1 | 2 | 3, day: string): Promise<number> {
  const { reconciliation_id } = await person.call(reconciliation.start, { gateway, day })
  for (;;) {
    const { run } = await person.call(reconciliation.detail, { reconciliation_id })
    if (run.status !== runStatus.running) return run.status
    await sleep(500)
  }
}

const ofStatus = async (office: Office) => {
  const { rows } = await sql<{ status: number; n: number }>`
    select status, count(*) as n from reward group by 1`.execute(office.db)
  return (status: number) => rows.find((row) => row.status === status)?.n ?? 0
}

test(
  'no reward is paid twice and none is lost, whatever three gateways do',
  async () => {
    const pace = { delay_ms: 300, settle_ms: 300, ipn_late_ms: 2_000 }
    const { office, simulator, close } = await openPayingOffice({ seed: 'rewards', faults, ...pace })
    try {
      const period_id = await win(office, simulator)
      const day = await dayFromNow(office.db, 0)
      const began = performance.now()
      await approveAll(office, period_id)
      const hire = () => office.hire([...rewardPage.rights, ...fundPage.rights])
      let an = await hire()
      let hired = performance.now()
      const { waiting, unknown, paid: done, failed } = rewardStatus
      let countOf = await ofStatus(office)
      const open = () => count - countOf(done) - countOf(failed)
      let tended = began
      while (open() > 0 && performance.now() - began < max_duration_ms) {
        await sleep(1_000)
        await bringRetriesForward(office.db)
        countOf = await ofStatus(office)
        // Runs the cron job, which lets other batches go first when one has been running for ten minutes.
        if (performance.now() - tended > 60_000) {
          await tendBatches(office.db, office.enqueue)
          tended = performance.now()
        }
        if (countOf(waiting) > 0) continue
        // A retry requires a step-up within the last ten minutes, so sign in again in time.
        if (performance.now() - hired > 8 * 60_000) [an, hired] = [await hire(), performance.now()]
        // All payments have been sent; those with an unknown outcome are only queried, with their existing key.
        const { items } = await an.call(rewards.list, { status_push: unknown, page_size: 100 })
        // A retry is refused when the payment completed after the list was read.
        if (items.length > 0) await an.raw(push.retry, { reward_ids: items.map(({ reward_id }) => reward_id) })
      }
      const seconds = Math.round((performance.now() - began) / 1000)
      // Returns the money of payments that failed after their batch had ended to the fund.
      await tendBatches(office.db, office.enqueue)
      const paid = simulator.orders().filter(({ status }) => status === 'paid')
      const { rows } = await sql<{ sent: number; tries: number; batches: number }>`
        select count(*) filter (where status in (1, 2)) as sent, sum(tries) as tries,
          (select count(*) from reward_batch where status <> ${batchStatus.done}) as batches from payout`.execute(
        office.db,
      )
      // Faults in the daily lists have their own drill, so turn them off for reconciliation.
      simulator.setFaults({})
      const runs = []
      // The drill may have run past midnight.
      const days = [...new Set([day, await dayFromNow(office.db, 0)])]
      for (const gateway of [1, 2, 3] as const)
        for (const payment_day of days) runs.push(await reconcile(an, gateway, payment_day))
      const figures = {
        paid: countOf(done),
        failed: countOf(failed),
        open: open(),
        open_orders: rows[0]!.sent,
        paid_by_gateways: paid.length,
        receivers: new Set(paid.map(({ gateway, account }) => `${gateway} ${account}`)).size,
        paid_amount: paid.reduce((sum, { amount }) => sum + amount, 0),
        fund: await prizeFundNow(office),
        runs,
      }
      console.log(`reward drill: ${JSON.stringify({ rewards: count, tries: rows[0]!.tries, seconds, ...figures })}`)
      const good = count - bad_count
      expect(figures).toEqual({
        paid: good,
        failed: bad_count,
        open: 0,
        open_orders: 0,
        paid_by_gateways: good,
        receivers: good,
        paid_amount: good * prize,
        fund: { balance: bad_count * prize, held: 0 },
        runs: gateways.flatMap(() => days.map(() => runStatus.agrees)),
      })
      const findings: string[] = []
      await verifyRewards(office.db, (finding) => findings.push(finding))
      expect([...findings, ...(await ledgerFindings(office.database_url))]).toEqual([])
    } finally {
      await close()
    }
  },
  max_duration_ms + 240_000,
)
