/** Receivers and acknowledgement of alarms, test alarms, and changes of the rules. */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AnswerOf } from '#contract/call.ts'
import { group } from '#features/access/group/group.contract.ts'
import { alarmTab } from '#features/settings/pages.contract.ts'
import { fundPage } from '#features/wallets/pages.contract.ts'
import { openWatch, type RuleChange, type Watch } from '../../../testing/alarms.ts'
import { inParallel } from '../../../testing/parallel.ts'
import { openOffice, type Office, type Person } from '../../../testing/office.ts'
import { openPos, type SellingPos } from '../../../testing/orders.ts'
import { alarmConfig, alarms } from './alarm.contract.ts'
import { alarmKind, type Limits } from './alarm.rules.ts'

let office: Office
let an: Person
let binh: Person
let pos: SellingPos
let watch: Watch

beforeAll(async () => {
  office = await openOffice()
  pos = await openPos(office)
  watch = await openWatch(office)
  ;({ an, binh } = watch)
})
afterAll(() => office.close())

const warnAll = () => watch.warnBelow(900_000_000_000).then(watch.look)

describe('receivers of alarms', () => {
  test('are the named people and groups, or without any the people who may see the settings', async () => {
    const { fund_low: kind } = alarmKind
    await warnAll()
    const [clerk, other] = [await office.hire([fundPage.view]), await office.hire([fundPage.view])]
    expect([(await watch.openOf(kind)).length > 0, await watch.openOf(kind, clerk)]).toEqual([true, []])
    await watch.setRule(kind, { users: [clerk.user_id] })
    expect([
      await watch.openOf(kind),
      (await watch.openOf(kind, clerk)).length > 0,
      await watch.openOf(kind, other),
    ]).toEqual([[], true, []])
    const receiver_group = await watch.admin.call(group.add, {
      group_name: 'Trực quỹ',
      description: 'Nhận cảnh báo',
      group_user: [other.user_id],
    })
    await watch.setRule(kind, { users: [], groups: [receiver_group.group_id] })
    expect([await watch.openOf(kind, clerk), (await watch.openOf(kind, other)).length > 0]).toEqual([[], true])
    expect((await watch.ruleOf(kind)).receiver_names).toEqual(['Trực quỹ'])
    await watch.setRule(kind, { groups: [] })
    expect((await watch.openOf(kind)).length).toBeGreaterThan(0)
  })

  test('are the people who may see the settings, when the only named receiver or every member of the named group is gone', async () => {
    const { fund_low: kind } = alarmKind
    const [clerk, member] = [await office.hire([]), await office.hire([])]
    const setStatus = ({ user_id }: Person, status: number) =>
      office.write((db) => sql`update app_user set status = ${status} where user_id = ${user_id}`.execute(db))
    await warnAll()
    await watch.setRule(kind, { users: [clerk.user_id] })
    expect(await watch.openOf(kind)).toEqual([])
    await setStatus(clerk, 0)
    expect((await watch.openOf(kind)).length).toBeGreaterThan(0)
    const receiver_group = await watch.admin.call(group.add, {
      group_name: 'Trực đêm',
      description: 'Nhận cảnh báo',
      group_user: [member.user_id],
    })
    const { group_id } = receiver_group
    await watch.setRule(kind, { users: [], groups: [group_id] })
    expect(await watch.openOf(kind)).toEqual([])
    await setStatus(member, 0)
    expect((await watch.openOf(kind)).length).toBeGreaterThan(0)
    await setStatus(member, 1)
    expect(await watch.openOf(kind)).toEqual([])
    await office.write((db) => sql`update user_group set status = 0 where group_id = ${group_id}`.execute(db))
    expect((await watch.openOf(kind)).length).toBeGreaterThan(0)
    await watch.setRule(kind, { users: [], groups: [] })
  })

  test('are never people of partners, who can neither change rules nor raise test alarms', async () => {
    const operator = await office.hire([...alarmTab.rights], { partner_id: pos.partner_id })
    expect(await watch.openOf(alarmKind.fund_low, operator)).toEqual([])
    await expect(watch.setRule(alarmKind.fund_low, { users: [operator.user_id] })).rejects.toMatchObject({
      code: 103,
      data: { fields: { users: expect.any(String) } },
    })
    await expect(watch.setRule(alarmKind.fund_low, {}, operator)).rejects.toMatchObject({ code: 169 })
    await expect(operator.call(alarmConfig.try, { kind: 1 })).rejects.toMatchObject({ code: 169 })
    await expect(watch.setRule(alarmKind.fund_low, { groups: [2_000_000] })).rejects.toMatchObject({ code: 130 })
  })
})

test('one of twenty parallel calls acknowledges an alarm, which stays open until its rule is switched off', async () => {
  await warnAll()
  const [alarm] = await watch.openOf(alarmKind.fund_low)
  const { alarm_id } = alarm!
  const tries = await Promise.allSettled(
    Array.from({ length: 20 }, (_, n) => (n % 2 ? an : binh).call(alarms.acknowledge, { alarm_id })),
  )
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  await watch.look()
  const unchanged = (await watch.openOf(alarmKind.fund_low)).find((row) => row.alarm_id === alarm_id)
  expect(unchanged).toMatchObject({ acknowledged_by_name: expect.any(String), closed_at: null })
  await expect(an.call(alarms.acknowledge, { alarm_id })).rejects.toMatchObject({ error: 'action_invalid' })
  const stranger = await office.hire([fundPage.view])
  await expect(stranger.call(alarms.acknowledge, { alarm_id })).rejects.toMatchObject({ error: 'not_found' })
  // A kind that is switched off closes its alarms; switched on again it raises a new one.
  await watch.setRule(alarmKind.fund_low, { status: 0 })
  expect(await watch.openOf(alarmKind.fund_low)).toEqual([])
  await watch.setRule(alarmKind.fund_low, { status: 1 })
  const reopened = await watch.openOf(alarmKind.fund_low)
  expect(reopened.length).toBeGreaterThan(0)
  expect(reopened.every(({ acknowledged_at }) => acknowledged_at === null)).toBe(true)
})

test('a test alarm is only for its creator, exists once, and ends when it is acknowledged or an hour old', async () => {
  const kind = alarmKind.stock_short
  const trials = async (person: Person) => (await watch.openOf(kind, person)).filter(({ is_trial }) => is_trial)
  const trial_alarms = await inParallel(() => an.call(alarmConfig.try, { kind }))
  expect(new Set(trial_alarms.map(({ alarm_id }) => alarm_id)).size).toBe(1)
  await watch.look()
  expect([(await trials(an)).length, (await trials(binh)).length]).toEqual([1, 0])
  const { alarm_id } = trial_alarms[0]!
  await expect(binh.call(alarms.acknowledge, { alarm_id })).rejects.toMatchObject({ error: 'not_found' })
  expect(await an.call(alarms.acknowledge, { alarm_id })).toMatchObject({ closed_at: expect.any(String) })
  expect(await trials(an)).toEqual([])
  const second = await an.call(alarmConfig.try, { kind })
  await office.write((db) =>
    sql`update alarm set raised_at = now() - interval '61 minutes' where alarm_id = ${second.alarm_id}`.execute(db),
  )
  await watch.look()
  expect(await trials(an)).toEqual([])
})

test('a rule needs the limits of its kind, its changes can be reverted, and one of twenty parallel ones succeeds', async () => {
  const kind = alarmKind.orders_waiting
  const fieldsOf = (changes: RuleChange) =>
    watch.setRule(kind, changes).then(
      () => null,
      (failure) => failure.data?.fields,
    )
  expect(await fieldsOf({ most_minutes: null })).toEqual({ most_minutes: 'Không được để trống' })
  expect(await fieldsOf({ least_stock: 5 })).toEqual({ least_stock: expect.any(String) })
  expect(await fieldsOf({ most_waiting: 0 })).toEqual({ most_waiting: 'Phải từ 1' })
  const before = await watch.ruleOf(kind)
  const { receiver_names: _, open: __, ...rule } = before
  const tries = await Promise.allSettled(
    Array.from({ length: 20 }, (_unused, n) =>
      (n % 2 ? an : binh).call(alarmConfig.update, { ...rule, most_waiting: 100 + n, reason: 'Giờ cao điểm' }),
    ),
  )
  const done = tries.filter(
    (result): result is PromiseFulfilledResult<AnswerOf<typeof alarmConfig.update>> => result.status === 'fulfilled',
  )
  expect(done).toHaveLength(1)
  const [change] = done[0]!.value.history
  expect(change).toMatchObject({
    item: String(kind),
    reason: 'Giờ cao điểm',
    before: { most_waiting: before.most_waiting },
  })
  await watch.setRule(kind, change!.before as Partial<Limits>)
  expect(await watch.ruleOf(kind)).toMatchObject({ most_waiting: before.most_waiting, version: before.version + 2 })
})

test('the possible receivers include people and groups of the head office', async () => {
  const { users, groups } = await an.call(alarmConfig.receivers, {})
  expect(users.map(({ id }) => id)).toContain(binh.user_id)
  expect(groups.length).toBeGreaterThan(0)
})
