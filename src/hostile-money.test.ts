/** Attempts by an insider to move money without the second person, through HTTP. */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Failure } from '#contract/errors.ts'
import { fundPage, moneyConfigPage, walletPage } from '#features/wallets/pages.contract.ts'
import { adjustmentStatus } from '#features/wallets/adjustment/adjustment.contract.ts'
import { depositStatus } from '#features/wallets/deposit/deposit.contract.ts'
import { funds } from '#features/wallets/fund/fund.contract.ts'
import { fundAdjustment } from '#features/wallets/fund/fund-adjustment.contract.ts'
import { statement } from '#features/wallets/statement/statement.contract.ts'
import { walletAdjustment } from '#features/wallets/wallet/wallet-adjustment.contract.ts'
import { limits, limitStatus } from '#features/wallets/limit/limit.contract.ts'
import { moneyConfig, money_limits } from '#features/wallets/money-config/money-config.contract.ts'
import { openDesk, type Desk } from './testing/deposits.ts'
import { openTestWallet } from './testing/money.ts'
import { openOffice, type Office, type Person } from './testing/office.ts'
import { inParallel } from './testing/parallel.ts'
import { untilWaiting } from './testing/waits.ts'

let office: Office
let desk: Desk
beforeAll(async () => {
  office = await openOffice()
  desk = await openDesk(office)
})
afterAll(() => office.close())

const reason = 'Điều chỉnh thử'

describe('many small amounts instead of a large one:', () => {
  const limit = 5_000_000
  const doneOf = (adjustments: { status: number; amount: number }[]) =>
    adjustments.filter(({ status }) => status === adjustmentStatus.done).reduce((sum, { amount }) => sum + amount, 0)

  test.each([
    ['added to', walletAdjustment.increase],
    ['taken from', walletAdjustment.decrease],
  ] as const)('what one person has %s twenty wallets at once stays below the limit', async (_, call) => {
    const clerk = await office.hire([...walletPage.rights])
    const owners = await inParallel(() => openTestWallet(office, { balance: limit }))
    const adjustments = await inParallel((n) =>
      clerk.call(call, { account_id: owners[n]!.account_id, amount: 1_250_000, reason }),
    )
    expect(doneOf(adjustments)).toBe(3_750_000)
  })

  test('twenty persons together add no more to one wallet than one person may', async () => {
    const { account_id } = await openTestWallet(office)
    const clerks = await inParallel(() => office.hire([...walletPage.rights]))
    const adjustments = await inParallel((n) =>
      clerks[n]!.call(walletAdjustment.increase, { account_id, amount: 1_250_000, reason }),
    )
    expect(doneOf(adjustments)).toBe(3_750_000)
  })

  test('amounts of a fund and of wallets count together', async () => {
    const clerk = await office.hire([...walletPage.rights, ...fundPage.rights])
    const fund = (await clerk.call(funds.list, {})).items[0]!
    const owners = await inParallel(() => openTestWallet(office))
    const adjustments = await inParallel<{ status: number; amount: number }>((n) =>
      n % 2
        ? clerk.call(fundAdjustment.increase, { account_id: fund.account_id, amount: 1_250_000, reason })
        : clerk.call(walletAdjustment.increase, { account_id: owners[n]!.account_id, amount: 1_250_000, reason }),
    )
    expect(doneOf(adjustments)).toBe(3_750_000)
  })

  const deposit_limit = 20_000_000

  test('of twenty deposits that one person matches at once those from the limit on wait', async () => {
    const [requests, lines] = [
      await inParallel(() => desk.request(deposit_limit / 4)),
      await inParallel(() => desk.unnamedLine(deposit_limit / 4)),
    ]
    const matched = await inParallel((n) =>
      desk.complete(desk.an, requests[n]!.deposit_id, { bank_transaction_id: lines[n]!.bank_transaction_id }),
    )
    expect(matched.filter(({ status }) => status === depositStatus.done)).toHaveLength(3)
  })

  test('of twenty statement lines that three persons assign to one wallet those from the limit on wait', async () => {
    const { account_id } = await openTestWallet(office)
    const lines = await inParallel(() => desk.unnamedLine(deposit_limit / 4))
    const clerks = [desk.binh, await office.hire('admin'), await office.hire('admin')]
    const assignments = await inParallel((n) =>
      clerks[n % 3]!.call(statement.assign, {
        bank_transaction_id: lines[n]!.bank_transaction_id,
        account_id,
        note: 'Khách gọi',
      }),
    )
    expect(assignments.filter(({ deposit_status }) => deposit_status === depositStatus.done)).toHaveLength(3)
  })
})

describe('a limit', () => {
  const setter = () => office.hire([...moneyConfigPage.rights, ...walletPage.rights])
  const raise = async (by: Person, adjustment_second_from: number) => {
    const { updated_by_name: _, updated_at: __, ...now } = await by.call(moneyConfig.get, {})
    return by.call(moneyConfig.save, { ...now, adjustment_second_from })
  }
  const waitingChange = async (by: Person) => {
    const [change] = (await by.call(limits.list, { status: limitStatus.waiting })).items
    return { limit_change_id: change!.limit_change_id, version: change!.version }
  }

  const rejectWaiting = async (by: Person) => {
    const { items } = await by.call(limits.list, { status: limitStatus.waiting, page_size: 100 })
    for (const { limit_change_id, version } of items)
      await by.call(limits.reject, { limit_change_id, version, reason: 'Thử' })
  }

  test('cannot be raised by one person alone, also when another one saves something else meanwhile', async () => {
    const [an, binh] = [await setter(), await setter()]
    const before = (await an.call(moneyConfig.get, {})).adjustment_second_from
    expect(await raise(an, 10 ** 12)).toMatchObject({ adjustment_second_from: before })
    await expect(raise(an, 10 ** 12)).rejects.toMatchObject({ data: { fields: { adjustment_second_from: /chờ/ } } })
    const { updated_by_name: _, updated_at: __, ...now } = await binh.call(moneyConfig.get, {})
    await binh.call(moneyConfig.save, { ...now, momo_fee_fixed: now.momo_fee_fixed + 1 })
    const { account_id } = await openTestWallet(office)
    const adjustment = await an.call(walletAdjustment.increase, { account_id, amount: before, reason })
    expect(adjustment.status).toBe(adjustmentStatus.waiting)
    const change = await waitingChange(an)
    await expect(an.call(limits.approve, change)).rejects.toMatchObject({ code: 169 })
    await an.call(limits.reject, { ...change, reason: 'Nhập nhầm' })
  })

  test('approved by nineteen persons at once changes once, and its history names requester and approver', async () => {
    const [an, ...approvers] = await inParallel(setter)
    const before = (await an!.call(moneyConfig.get, {})).adjustment_second_from
    await raise(an!, before + 1_000_000)
    const change = await waitingChange(an!)
    const answers = await Promise.allSettled(approvers.map((approver) => approver.call(limits.approve, change)))
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const refusals = answers.flatMap((answer) =>
      answer.status === 'rejected' ? [(answer.reason as Failure).error] : [],
    )
    expect(new Set(refusals)).toEqual(new Set(['request_finished']))
    expect(await an!.call(moneyConfig.get, {})).toMatchObject({ adjustment_second_from: before + 1_000_000 })
    const { items } = await an!.call(limits.list, { limit_name: 'adjustment_second_from' })
    expect(items[0]).toMatchObject({ old_value: before, status: limitStatus.done, created_by_name: an!.user_name })
    const winner = answers.findIndex(({ status }) => status === 'fulfilled')
    expect(items[0]!.decided_by_name).toBe(approvers[winner]!.user_name)
    expect(items[1]).toMatchObject({ status: limitStatus.rejected, decision_reason: 'Nhập nhầm' })
  })

  test('requested by twenty persons at once has one request that waits, and the others are refused', async () => {
    const people = await inParallel(setter)
    const answers = await Promise.allSettled(people.map((person, n) => raise(person, 7_000_000 + n)))
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const waiting = (await people[0]!.call(limits.list, { status: limitStatus.waiting })).items
    const winner = answers.findIndex(({ status }) => status === 'fulfilled')
    expect(waiting).toMatchObject([{ created_by_name: people[winner]!.user_name, new_value: 7_000_000 + winner }])
    const change = await waitingChange(people[0]!)
    await people[1]!.call(limits.reject, { ...change, reason: 'Không cần' })
  })

  test('is locked by its approval before the request, as by saving, so that both never deadlock', async () => {
    const [an, binh] = [await setter(), await setter()]
    await raise(an, (await an.call(moneyConfig.get, {})).adjustment_second_from + 1)
    const change = await waitingChange(binh)
    let approval: Promise<unknown> = Promise.resolve()
    await office.write(async (db) => {
      await sql`select from money_config for update`.execute(db)
      approval = binh.call(limits.approve, change)
      await untilWaiting(db)
      await sql`select from limit_change where status = 1 for update nowait`.execute(db)
    })
    expect(await approval).toMatchObject({ status: limitStatus.done })
  })

  test('that is a maximum cannot be approved below a minimum that was raised after the request', async () => {
    const [an, binh] = [await setter(), await setter()]
    const { updated_by_name: _, updated_at: __, ...now } = await an.call(moneyConfig.get, {})
    const input = { ...now, bank_most: now.bank_least + 10 }
    const saved = await an.call(moneyConfig.save, input)
    await an.call(moneyConfig.save, { ...now, bank_least: now.bank_least + 20, version: saved.version })
    const change = await waitingChange(binh)
    await expect(binh.call(limits.approve, change)).rejects.toMatchObject({
      error: 'minimum_exceeds_maximum',
      message: /tối thiểu/,
      // The approval has no field for the limit itself.
      data: null,
    })
    expect(await an.call(moneyConfig.get, {})).toMatchObject({ bank_most: now.bank_most })
  })

  test('keeps its value when one person saves it, and a change of it waits, whichever limit it is', async () => {
    const an = await setter()
    await rejectWaiting(an)
    const { updated_by_name: _, updated_at: __, ...now } = await an.call(moneyConfig.get, {})
    const raised_limits = Object.fromEntries(money_limits.map((name) => [name, now[name] + 1]))
    const saved = await an.call(moneyConfig.save, { ...now, ...raised_limits })
    for (const name of money_limits) expect(saved[name], name).toBe(now[name])
    const waiting = (await an.call(limits.list, { status: limitStatus.waiting, page_size: 100 })).items
    expect(waiting.map(({ limit_name }) => limit_name).sort()).toEqual([...money_limits].sort())
    await rejectWaiting(an)
  })
})
