/** The money of batches is set aside before they start; they stop when a fund has too little money and can continue later. */
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { rewardForm } from '#features/rewards/reward/reward.contract.ts'
import { errorCode, errorCodeOf } from '../../../testing/error-code.ts'
import { freshNumber, ledgerBalance, openTestWallet } from '../../../testing/money.ts'
import type { Person } from '../../../testing/office.ts'
import { openBatchOffice, receiver, type BatchOffice } from '../../../testing/reward-batches.ts'
import { fillFund, prizeFundNow, winning, winRewards } from '../../../testing/rewards.ts'
import { tendBatches } from './batch.jobs.ts'
import { batchStatus, itemStatus, rewardBatch } from './batch.contract.ts'
import { makeBatches } from './make-batches.server.ts'

let desk: BatchOffice
let an: Person
let binh: Person
let chi: Person

beforeAll(async () => {
  desk = await openBatchOffice()
  ;({ an, binh, chi } = desk)
})
beforeEach(() => fillFund(desk.office, 100_000_000))
afterAll(() => desk.close())

const wallets = (many: number) => Promise.all(Array.from({ length: many }, () => openTestWallet(desk.office)))

async function drain(amount: number): Promise<void> {
  await desk.office.write(async (db) => {
    const { transfer } = await import('#server/ledger/ledger.ts')
    const { adjustmentLedger, prizeFundLedger } = await import('#features/wallets/money.server.ts')
    const ref = `test-drain:${freshNumber()}`
    await transfer(db, {
      ref,
      kind: 'decrease',
      from: await prizeFundLedger(db),
      to: await adjustmentLedger(db),
      amount,
      reason: 'Rút quỹ thử',
    })
  })
}

test('a start that the fund cannot pay is refused with the missing amount, and two batches never use the same money', async () => {
  const batches = [
    await desk.batchOf({ msisdns: [receiver(), receiver()] }),
    await desk.batchOf({ msisdns: [receiver(), receiver()] }),
  ]
  const { balance, held } = await prizeFundNow(desk.office)
  await drain(balance - held - 1_200_000)
  const codes = await Promise.all(batches.map(({ batch_id }) => errorCodeOf(desk.approve(an, batch_id))))
  expect(codes.toSorted()).toEqual([0, errorCode('debt_not_enough')].toSorted())
  const late = batches[codes.findIndex((code) => code !== 0)]!.batch_id
  const { body } = await an.raw(rewardBatch.approve, { batch_id: late })
  expect(body.error.message).toMatch(/Quỹ trả thưởng cần 1\.000\.000\sđ, còn dùng được 200\.000\sđ, thiếu 800\.000\sđ/)
  expect((await desk.detail(late)).batch.status).toBe(batchStatus.waiting)
  await fillFund(desk.office, 1_000_000)
  await desk.approve(an, late)
  for (const { batch_id } of batches) await desk.inStatus(batch_id, batchStatus.done)
})

test('an empty fund at a gateway stops the batch, which continues when the fund is filled', async () => {
  const { batch_id } = await desk.batchOf({ form: rewardForm.bank, msisdns: [receiver(), receiver(), receiver()] })
  const reports = (amount: number) =>
    desk.office.write((db) => sql`update reward_account set reported_balance = ${amount} where gateway = 1`.execute(db))
  await reports(1_000_000_000)
  // Starts the batch without waiting for the job; then the gateway reports money for one payment.
  await desk.office.write(async (db) => {
    const { reserve } = await import('./batch-money.server.ts')
    await sql`update reward_batch_item i set reward_version = r.version from reward r where r.reward_id = i.reward_id and batch_id = ${batch_id}`.execute(
      db,
    )
    await reserve(db, batch_id, new Set(['bank']))
    await sql`update reward_batch set status = ${batchStatus.running}, approved_by = ${an.user_id}, approved_at = now(), started_at = now() where batch_id = ${batch_id}`.execute(
      db,
    )
    await sql`update reward_account set reported_balance = 700000 where gateway = 1`.execute(db)
  })
  await tendBatches(desk.office.db, desk.office.enqueue)
  const stopped = await desk.inStatus(batch_id, batchStatus.stopped)
  expect(stopped.batch).toMatchObject({ waiting_count: 2, missing: expect.any(Number) as number, reserved: 0 })
  expect(stopped.batch.reason).toContain('thiếu')
  await vi.waitFor(async () => expect((await desk.detail(batch_id)).batch.paid_count).toBe(1), { timeout: 20_000 })
  expect(await errorCodeOf(binh.call(rewardBatch.resume, { batch_id }))).toBe(errorCode('debt_not_enough'))
  await reports(1_000_000_000)
  await binh.call(rewardBatch.resume, { batch_id })
  expect((await desk.inStatus(batch_id, batchStatus.done)).batch).toMatchObject({ paid_count: 3, missing: null })
})

test('a batch stops after the configured number of consecutive failures, and its unsent rewards can be cancelled', async () => {
  await desk.office.write((db) => sql`update reward_config set stop_after = 2`.execute(db))
  const msisdns = [receiver('1007'), receiver('1007'), receiver('1007'), ...Array.from({ length: 5 }, () => receiver())]
  const { batch_id } = await desk.batchOf({ msisdns })
  await desk.approve(an, batch_id)
  const { batch } = await desk.inStatus(batch_id, batchStatus.stopped)
  await desk.office.write((db) => sql`update reward_config set stop_after = 20`.execute(db))
  expect(batch.reason).toContain('2 giao dịch liên tiếp thất bại')
  expect(batch.waiting_count).toBeGreaterThan(0)
  await an.call(rewardBatch.cancel, { batch_id, reason: 'Kiểm tra lại người nhận' })
  // A payment in progress fails after the batch stopped; then the scheduled job ends the batch.
  const { batch: ended } = await vi.waitFor(
    async () => {
      await tendBatches(desk.office.db, desk.office.enqueue)
      const now = await desk.detail(batch_id)
      expect(now.batch.status).toBe(batchStatus.done)
      return now
    },
    { timeout: 20_000, interval: 200 },
  )
  expect(ended.out_count).toBe(batch.waiting_count)
  expect(ended.reserved).toBe(0)
})

test('rewards of a draw that the rules allow are paid automatically, and the others wait for approval', async () => {
  await desk.office.write((db) =>
    sql`update reward_form set auto_most = 200000 where form = ${rewardForm.wallet}`.execute(db),
  )
  const [small, large] = await wallets(2)
  const { period_id } = await winRewards(desk.office, [
    { number: winning.eighth, msisdn: small!.msisdn, full_name: small!.full_name },
    { number: winning.two_tiers, msisdn: large!.msisdn, full_name: large!.full_name },
    { number: winning.eighth, msisdn: freshNumber() },
    { number: winning.eighth, handling: 0 },
  ])
  await Promise.all(Array.from({ length: 5 }, () => makeBatches(desk.office.db, period_id, desk.office.enqueue)))
  const { items } = await an.call(rewardBatch.list, { page_size: 100 })
  const period_batches = items.filter((batch) => batch.period_id === period_id)
  expect(period_batches.map(({ is_auto, item_count, net }) => ({ is_auto, item_count, net }))).toEqual([
    { is_auto: false, item_count: 1, net: 500_000 },
    { is_auto: true, item_count: 1, net: 100_000 },
  ])
  await desk.inStatus(period_batches[1]!.batch_id, batchStatus.done)
  expect(await ledgerBalance(desk.office, small!.ledger_id)).toBe(100_000)
  await desk.approve(an, period_batches[0]!.batch_id)
  await desk.inStatus(period_batches[0]!.batch_id, batchStatus.done)
  expect(await ledgerBalance(desk.office, large!.ledger_id)).toBe(500_000)
})

test('an automatic batch waits for an empty fund and continues automatically', async () => {
  const [wallet] = await wallets(1)
  const { period_id } = await winRewards(desk.office, [
    { number: winning.eighth, msisdn: wallet!.msisdn, full_name: wallet!.full_name },
  ])
  const { balance, held } = await prizeFundNow(desk.office)
  await drain(balance - held)
  await makeBatches(desk.office.db, period_id, desk.office.enqueue)
  const { items } = await an.call(rewardBatch.list, { page_size: 1 })
  expect(items[0]).toMatchObject({ status: batchStatus.stopped, is_auto: true, missing: 100_000 })
  await tendBatches(desk.office.db, desk.office.enqueue)
  expect((await desk.detail(items[0]!.batch_id)).batch.status).toBe(batchStatus.stopped)
  await fillFund(desk.office, 100_000)
  await tendBatches(desk.office.db, desk.office.enqueue)
  await desk.inStatus(items[0]!.batch_id, batchStatus.done)
  expect(await ledgerBalance(desk.office, wallet!.ledger_id)).toBe(100_000)
})

test("money is sent to a telecom account only when its holder's name matches; after a correction it is sent", async () => {
  const [matching, other_name] = [receiver(), receiver()]
  desk.simulator.subscribe([
    { msisdn: matching, name: 'NGO MINH UYEN' },
    { msisdn: other_name, name: 'TRAN VAN HOA' },
  ])
  const { batch_id } = await desk.batchOf({ form: rewardForm.telecom, msisdns: [matching, other_name] })
  await desk.approve(an, batch_id)
  const { items } = await desk.inStatus(batch_id, batchStatus.done)
  expect(items.map(({ status }) => status)).toEqual([itemStatus.paid, itemStatus.failed])
  expect(items[1]!.message).toContain('TRAN VAN HOA')
  expect(desk.simulator.orders().filter(({ account }) => account === other_name)).toEqual([])
  await binh.call(rewardBatch.udpCustName, { item_id: items[1]!.item_id, cust_name: 'Trần Văn Hoa' })
  await chi.call(rewardBatch.retry, { batch_id })
  await vi.waitFor(async () => expect((await desk.detail(batch_id)).batch.paid_count).toBe(2), { timeout: 20_000 })
})

test('ledger, prizes, batches and gateways are consistent after these tests', async () => {
  await tendBatches(desk.office.db, desk.office.enqueue)
  expect(await desk.findings()).toEqual([])
})
