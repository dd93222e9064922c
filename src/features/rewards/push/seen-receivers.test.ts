/** An approval covers the receivers that its person has seen, and no other ones. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Db } from '#server/database/transaction.ts'
import { batchStatus, rewardBatch } from '#features/rewards/batch/batch.contract.ts'
import { rewards, rewardStatus } from '#features/rewards/reward/reward.contract.ts'
import { errorCode, errorCodeOf } from '../../../testing/error-code.ts'
import { ledgerBalance, openTestWallet } from '../../../testing/money.ts'
import { openBatchOffice, receiver, type BatchOffice } from '../../../testing/reward-batches.ts'
import { fillFund, winning, winRewards } from '../../../testing/rewards.ts'
import { untilWaiting } from '../../../testing/waits.ts'
import { lockRewardToPay } from './lock-reward.server.ts'
import { push } from './push.contract.ts'

let desk: BatchOffice
beforeAll(async () => {
  desk = await openBatchOffice()
  await fillFund(desk.office, 100_000_000)
})
afterAll(() => desk.close())

async function winOne() {
  const [from, to] = [await openTestWallet(desk.office), await openTestWallet(desk.office)]
  const { reward_ids } = await winRewards(desk.office, [{ number: winning.two_tiers, msisdn: from.msisdn }])
  return { reward_id: reward_ids[0]!, from, to }
}
const changeNumber = (db: Db, reward_id: number, msisdn: string) =>
  sql`update reward set msisdn = ${msisdn}, version = version + 1 where reward_id = ${reward_id}`.execute(db)
const statusOf = async (reward_id: number) => (await desk.an.call(rewards.detail, { reward_id })).status

test('a bulk payment does not pay a receiver that somebody changes while it waits for the reward', async () => {
  const { an, office } = desk
  const { reward_id, to } = await winOne()
  const { seen } = await an.call(push.approvePreview, { ids: [reward_id], expected: 1 })
  let code: Promise<number> = Promise.resolve(0)
  await office.write(async (db) => {
    await lockRewardToPay(db, reward_id)
    code = errorCodeOf(an.call(push.approve, { ids: [reward_id], expected: 1, seen }))
    await untilWaiting(db)
    await changeNumber(db, reward_id, to.msisdn)
  })
  expect(await code).toBe(errorCode('changed_by_other'))
  expect(await statusOf(reward_id)).toBe(rewardStatus.waiting)
  expect(await ledgerBalance(office, to.ledger_id)).toBe(0)
})

test('a single payment is refused when somebody has changed the receiver since the reward was read', async () => {
  const { an, binh, office } = desk
  const { reward_id, from, to } = await winOne()
  const { version } = await an.call(rewards.detail, { reward_id })
  await binh.call(push.changeMsisdn, { reward_id, msisdn: to.msisdn })
  const reward_ids = [reward_id]
  expect(await errorCodeOf(an.call(push.approve, { reward_ids, version }))).toBe(errorCode('changed_by_other'))
  const changed = await an.call(rewards.detail, { reward_id })
  await an.call(push.approve, { reward_ids, version: changed.version })
  expect(await ledgerBalance(office, from.ledger_id)).toBe(0)
  expect(await ledgerBalance(office, to.ledger_id)).toBe(500_000)
})

const detailOf = async (batch_id: number) => (await desk.detail(batch_id)).batch
const listedRow = async (batch_id: number) =>
  (await desk.an.call(rewardBatch.list, { page_size: 100 })).items.find((row) => row.batch_id === batch_id)!

test.each([
  ['its page', detailOf],
  ['the list', listedRow],
])('a batch is refused when somebody has changed a receiver in it since its approver read %s', async (_, readBatch) => {
  const { binh, chi } = desk
  const { batch_id, reward_ids } = await desk.batchOf({ msisdns: [receiver(), receiver()] })
  const { version, seen } = await readBatch(batch_id)
  const msisdn = receiver()
  await binh.call(push.changeMsisdn, { reward_id: reward_ids[0]!, msisdn })
  const approve = (mark: string | null) => chi.call(rewardBatch.approve, { batch_id, version, seen: mark })
  expect(await errorCodeOf(approve(seen))).toBe(errorCode('changed_by_other'))
  expect((await desk.detail(batch_id)).items.map((line) => line.msisdn)).toContain(msisdn)
  await approve((await readBatch(batch_id)).seen)
  await desk.inStatus(batch_id, batchStatus.done)
  expect(await statusOf(reward_ids[0]!)).toBe(rewardStatus.paid)
  expect((await readBatch(batch_id)).seen).toBeNull()
})

test('failed lines are not sent again to receivers that their approver has not seen', async () => {
  const { an, binh } = desk
  const { batch_id, reward_ids } = await desk.batchOf({ msisdns: [receiver('1007')] })
  await desk.approve(an, batch_id)
  const { seen } = (await desk.inStatus(batch_id, batchStatus.done)).batch
  await binh.call(push.changeMsisdn, { reward_id: reward_ids[0]!, msisdn: receiver() })
  const retry = (mark: string | null) => an.call(rewardBatch.retry, { batch_id, seen: mark })
  expect(await errorCodeOf(retry(seen))).toBe(errorCode('changed_by_other'))
  expect((await desk.detail(batch_id)).batch).toMatchObject({ status: batchStatus.done, failed_count: 1 })
  await retry((await detailOf(batch_id)).seen)
  await desk.inStatus(batch_id, batchStatus.done)
  expect(await statusOf(reward_ids[0]!)).toBe(rewardStatus.paid)
})
