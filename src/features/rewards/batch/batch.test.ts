/** Rewards that are paid together: approved as strictly as single ones, and each paid once. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { deadline } from '#features/rewards/deadline/deadline.contract.ts'
import { push } from '#features/rewards/push/push.contract.ts'
import { rewardForm, rewards, rewardStatus } from '#features/rewards/reward/reward.contract.ts'
import { inParallel } from '../../../testing/parallel.ts'
import { errorCode, errorCodeOf } from '../../../testing/error-code.ts'
import type { Person } from '../../../testing/office.ts'
import { openBatchOffice, receiver, type BatchOffice } from '../../../testing/reward-batches.ts'
import { fillFund, prizeFundNow, winning, winRewards } from '../../../testing/rewards.ts'
import { tendBatches } from './batch.jobs.ts'
import { batchStatus, itemStatus, rewardBatch } from './batch.contract.ts'
import { lineSignals } from './batch.rules.ts'

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

test('chosen rewards are paid as one batch, and no money stays reserved afterwards', async () => {
  const msisdns = [receiver(), receiver(), receiver('1007')]
  const { batch_id } = await desk.batchOf({ msisdns })
  const { batch, needs, items } = await desk.detail(batch_id)
  expect(batch).toMatchObject({
    status: batchStatus.waiting,
    item_count: 3,
    net: 1_500_000,
    approvals_left: 1,
    created_by_name: an.user_name,
  })
  expect(needs.map(({ fund_name, needed }) => [fund_name, needed])).toEqual([
    ['Quỹ trả thưởng', 1_500_000],
    ['Quỹ chi hộ MoMo', 1_500_000],
  ])
  expect(items).toHaveLength(3)
  expect(items.map(lineSignals)).toEqual([[], [], []])
  const before = await prizeFundNow(desk.office)
  await desk.approve(an, batch_id)
  const done = await desk.inStatus(batch_id, batchStatus.done)
  expect(done.batch).toMatchObject({
    paid_count: 2,
    failed_count: 1,
    waiting_count: 0,
    paid_net: 1_000_000,
    approved_by_name: an.user_name,
    reserved: 0,
  })
  expect(done.items.map(({ status }) => status)).toEqual([itemStatus.paid, itemStatus.paid, itemStatus.failed])
  expect(done.items[2]!.message).not.toBeNull()
  expect(await prizeFundNow(desk.office)).toEqual({ balance: before.balance - 1_000_000, held: before.held })
  expect(await errorCodeOf(desk.approve(binh, batch_id))).toBe(errorCode('request_finished'))
})

test('the list of batches and the lines of one have their sums, and batches can be sorted by money and failures', async () => {
  const { batch_id } = await desk.batchOf({ msisdns: [receiver(), receiver()] })
  expect((await an.call(rewardBatch.detail, { batch_id })).sums).toMatchObject({ gross: 1_000_000, net: 1_000_000 })
  for (const column of ['net', 'failed_count', 'status'] as const) {
    const { items, sums } = await an.call(rewardBatch.list, { sort: `-${column}`, page_size: 300 })
    const values = items.map((row) => row[column])
    expect(values).toEqual(values.toSorted((a, b) => b - a))
    const sumOf = (name: 'item_count' | 'net' | 'paid_net') => items.reduce((sum, row) => sum + row[name], 0)
    expect(sums).toEqual({ item_count: sumOf('item_count'), net: sumOf('net'), paid_net: sumOf('paid_net') })
  }
})

test('a retry sends only failed lines again, under a new key, after their receiver was corrected', async () => {
  const [good, bad] = [receiver(), receiver('1007')]
  const { batch_id, reward_ids } = await desk.batchOf({ msisdns: [good, bad] })
  await desk.approve(an, batch_id)
  const { items } = await desk.inStatus(batch_id, batchStatus.done)
  const [paid, failed] = items
  const retry = (person: Person, item_ids?: number[]) =>
    person.call(rewardBatch.retry, { batch_id, ...(item_ids && { item_ids }) })
  expect(await errorCodeOf(retry(binh, [paid!.item_id]))).toBe(errorCode('action_invalid'))
  await binh.call(push.changeMsisdn, { reward_id: reward_ids[1]!, msisdn: receiver() })
  expect(await errorCodeOf(retry(binh))).toBe(errorCode('no_right'))
  await retry(chi)
  const { batch } = await desk.inStatus(batch_id, batchStatus.done)
  expect(batch).toMatchObject({ paid_count: 2, failed_count: 0, approved_by_name: chi.user_name })
  const payouts = desk.simulator
    .orders()
    .filter(({ account, status }) => status === 'paid' && account === good.replace(/^84/, '0'))
  expect(payouts).toHaveLength(1)
  expect(await errorCodeOf(retry(an, [failed!.item_id]))).toBe(errorCode('action_invalid'))
})

test('a line that one person proposes as paid is neither sent again nor put into another batch', async () => {
  const { batch_id, reward_ids } = await desk.batchOf({ msisdns: [receiver('1007'), receiver()] })
  await desk.approve(an, batch_id)
  await desk.inStatus(batch_id, batchStatus.done)
  const reward_id = reward_ids[0]!
  const setPaid = (person: Person) =>
    person.call(push.setStatus, { reward_id, status_push: rewardStatus.paid, note: 'Đã chuyển khoản FT124' })
  await setPaid(binh)
  expect((await an.call(rewardBatch.createPreview, { ids: [reward_id] })).rows).toMatchObject([
    { outcome: 'skipped', reason: 'Đang chờ xác nhận là đã trả.' },
  ])
  const { try_count } = await rewardRow(reward_id)
  await chi.call(rewardBatch.retry, { batch_id })
  const { items } = await desk.inStatus(batch_id, batchStatus.done)
  expect(items[0]).toMatchObject({ status: itemStatus.failed, message: 'Đang chờ xác nhận là đã trả.' })
  expect(await rewardRow(reward_id)).toMatchObject({ try_count, hand_by: binh.user_id })
  await setPaid(chi)
  expect((await desk.detail(batch_id)).items[0]).toMatchObject({ status: itemStatus.paid })
})

const rewardRow = (reward_id: number) =>
  desk.office.db
    .selectFrom('reward') // unscoped: a test
    .select(['try_count', 'hand_by'])
    .where('reward_id', '=', reward_id)
    .executeTakeFirstOrThrow()

test('a large batch needs two persons, and twenty calls of one person count as one approval', async () => {
  const { batch_id } = await desk.batchOf({ msisdns: [receiver(), receiver()], number: winning.second })
  expect((await desk.detail(batch_id)).batch).toMatchObject({ approvals_left: 2 })
  const before = await prizeFundNow(desk.office)
  const codes = await inParallel(() => errorCodeOf(desk.approve(an, batch_id)))
  expect(codes.filter((code) => code === 0)).toHaveLength(1)
  expect(new Set(codes)).toEqual(new Set([0, errorCode('no_right')]))
  expect((await desk.detail(batch_id)).batch).toMatchObject({
    status: batchStatus.waiting,
    approvals_left: 1,
    first_by_name: an.user_name,
  })
  expect(await prizeFundNow(desk.office)).toEqual(before)
  const second = await inParallel((n) => errorCodeOf(desk.approve(n % 2 === 0 ? binh : chi, batch_id)))
  expect(second.filter((code) => code === 0)).toHaveLength(1)
  const { batch, items } = await desk.inStatus(batch_id, batchStatus.done)
  expect(batch).toMatchObject({ paid_count: 2 })
  expect(await an.call(rewards.detail, { reward_id: items[0]!.reward_id })).toMatchObject({
    first_by_name: an.user_name,
    status: rewardStatus.paid,
  })
})

test('a reward that is changed after the first approval is not paid with the batch', async () => {
  const { batch_id, reward_ids } = await desk.batchOf({ msisdns: [receiver(), receiver()], number: winning.second })
  await desk.approve(an, batch_id)
  await chi.call(push.changeMsisdn, { reward_id: reward_ids[0]!, msisdn: receiver() })
  await desk.approve(binh, batch_id)
  const { items } = await desk.inStatus(batch_id, batchStatus.done)
  expect(items.map(({ status }) => status)).toEqual([itemStatus.out, itemStatus.paid])
  expect(await an.call(rewards.detail, { reward_id: reward_ids[0]! })).toMatchObject({ status: rewardStatus.waiting })
})

test('a reminder of the winner changes nothing about the payment, which the batch makes', async () => {
  const { batch_id, reward_ids } = await desk.batchOf({ msisdns: [receiver(), receiver()], number: winning.second })
  await desk.approve(an, batch_id)
  await inParallel(() => chi.call(deadline.remind, { reward_ids, note: 'Đã gọi' }))
  await desk.approve(binh, batch_id)
  const { items } = await desk.inStatus(batch_id, batchStatus.done)
  expect(items.map(({ status }) => status)).toEqual([itemStatus.paid, itemStatus.paid])
  expect(await an.call(rewards.detail, { reward_id: reward_ids[0]! })).toMatchObject({
    status: rewardStatus.paid,
    reminded_by_name: chi.user_name,
  })
})

test('a person who changed a receiver cannot approve the batch; a changed name removes the first approval', async () => {
  const { batch_id, reward_ids } = await desk.batchOf({ msisdns: [receiver(), receiver()], number: winning.second })
  await desk.approve(an, batch_id)
  const { items } = await desk.detail(batch_id)
  await binh.call(rewardBatch.udpCustName, { item_id: items[0]!.item_id, cust_name: 'Ngô Thị Minh Uyên' })
  const [renamed_line] = (await desk.detail(batch_id)).items
  expect(lineSignals(renamed_line!).map(({ text }) => text)).toEqual(['Đã đổi người nhận'])
  expect((await desk.detail(batch_id)).batch).toMatchObject({ first_by_name: null, approvals_left: 2 })
  expect(await errorCodeOf(desk.approve(binh, batch_id))).toBe(errorCode('no_right'))
  await desk.approve(an, batch_id)
  await desk.approve(chi, batch_id)
  await desk.inStatus(batch_id, batchStatus.done)
  expect(await an.call(rewards.detail, { reward_id: reward_ids[0]! })).toMatchObject({ full_name: 'Ngô Thị Minh Uyên' })
  const renamed = binh.call(rewardBatch.udpCustName, { item_id: items[0]!.item_id, cust_name: 'Ai Khác' })
  expect(await errorCodeOf(renamed)).toBe(errorCode('action_invalid'))
})

test('a reward is in one batch at a time, also with twenty parallel calls', async () => {
  const msisdns = [receiver(), receiver()]
  const { reward_ids } = await winRewards(
    desk.office,
    msisdns.map((msisdn) => ({ number: winning.two_tiers, msisdn, full_name: 'NGO MINH UYEN' })),
  )
  await desk.office.write((db) =>
    db.updateTable('reward').set({ form: rewardForm.momo }).where('reward_id', 'in', reward_ids).execute(),
  )
  const codes = await inParallel(() => errorCodeOf(an.call(rewardBatch.create, { ids: reward_ids, name: 'Cùng lúc' })))
  expect(codes.filter((code) => code === 0)).toHaveLength(1)
  expect(new Set(codes)).toEqual(new Set([0, errorCode('action_invalid')]))
  const preview = await an.call(rewardBatch.createPreview, { ids: reward_ids })
  expect(preview).toMatchObject({ done: 0, skipped: 2 })
  expect(preview.rows[0]!.reason).toMatch(/^Đã nằm trong lô LT\d+\.$/)
})

test('a batch that is cancelled before any payment frees its rewards for another batch', async () => {
  const { batch_id, reward_ids } = await desk.batchOf({ msisdns: [receiver()] })
  await an.call(rewardBatch.cancel, { batch_id, reason: 'Lập nhầm' })
  expect((await desk.detail(batch_id)).batch).toMatchObject({ status: batchStatus.cancelled, reason: 'Lập nhầm' })
  const { batch } = await an.call(rewardBatch.create, { ids: reward_ids })
  await desk.approve(an, batch.batch_id)
  await desk.inStatus(batch.batch_id, batchStatus.done)
})

test('ledger, prizes, batches and gateways are consistent after these tests', async () => {
  await tendBatches(desk.office.db, desk.office.enqueue)
  expect(await desk.findings()).toEqual([])
})
