/** A large budget of cashback needs a second person, however it is reached; until then nothing more is paid. */
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { InputOf } from '#contract/call.ts'
import type { Failure } from '#contract/errors.ts'
import { notificationKind, notifications } from '#features/access/notification/notification.contract.ts'
import { asOwner } from '#server/testing/as-owner.ts'
import { product } from '#features/results/product/product.contract.ts'
import { distributionTab } from '#features/settings/pages.contract.ts'
import { groupPrice } from '#features/settings/sale-group/sale-group.contract.ts'
import { ledgerBalance, openTestWallet } from '../../../testing/money.ts'
import { openOffice, type Office, type Person } from '../../../testing/office.ts'
import { openPos, order, pay, sell, type SellingPos } from '../../../testing/orders.ts'
import { onceOf, inParallel } from '../../../testing/parallel.ts'
import { proofs } from '../../../testing/proofs.ts'
import { cashbackPage } from '../pages.contract.ts'
import { cashbackWaiting } from './cashback-waiting.contract.ts'
import { cashback, cashbackState, type CashbackRow } from './cashback.contract.ts'
import { payCashback } from './pay-cashback.server.ts'

const second_from = 5_000_000

let office: Office
let pos: SellingPos
let binh: Person
/** A person of the day for each test, because sums of a day are kept per person. */
let an: Person

beforeAll(async () => {
  office = await openOffice()
  pos = await openPos(office)
  binh = await office.hire([...cashbackPage.rights])
  await office.write((db) => sql`update money_config set adjustment_second_from = ${second_from}`.execute(db))
})
beforeEach(async () => {
  an = await office.hire([...cashbackPage.rights])
})
afterEach(async () => {
  const { items } = await binh.call(cashback.list, { page_size: 300 })
  for (const { cashback_id, status } of items)
    if (status !== cashbackState.ended) await binh.call(cashback.finish, { cashback_id })
  await expectConsistent()
})
afterAll(() => office.close())

async function expectConsistent(): Promise<void> {
  expect(await proofs(office)).toEqual([])
}

const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
type Draft = InputOf<typeof cashback.add>
const add = (overrides: Partial<Draft> = {}, person = an) =>
  person.call(cashback.add, {
    name: 'Hoàn 10 % Keno',
    start_at: inHours(0),
    end_at: inHours(24),
    categories: [product.keno],
    rate: 1_000,
    most_per_order: 50_000,
    budget: second_from,
    ...overrides,
  })
const find = (cashback_id: number, person = an) => person.call(cashback.detail, { cashback_id })
const decide = (person: Person, { cashback_id, version }: Pick<CashbackRow, 'cashback_id' | 'version'>) =>
  person.call(cashback.approve, { cashback_id, version })
const refused = (code: number) => expect.objectContaining({ code })
const buy = async () => {
  const wallet = await openTestWallet(office, { balance: 100_000 })
  await sell(office, pos, { vendor_code: 'WALLET', msisdn: wallet.msisdn })
  await payCashback(office.db)
  return ledgerBalance(office, wallet.ledger_id)
}

describe('a new programme whose budget reaches the limit', () => {
  test('waits, pays nothing, and begins when another person approves it', async () => {
    const programme = await add()
    expect(programme).toMatchObject({
      status: cashbackState.waiting,
      waiting: { old_budget: 0, new_budget: second_from, created_by: an.user_id },
    })
    expect(await buy()).toBe(90_000)
    const early = await openTestWallet(office, { balance: 100_000 })
    const order_id = await order(office, pos, { vendor_code: 'WALLET', msisdn: early.msisdn })
    await expect(decide(an, programme)).rejects.toEqual(refused(169))
    const { items } = await binh.call(cashback.list, { waits: true })
    expect(items.map(({ cashback_id }) => cashback_id)).toEqual([programme.cashback_id])
    const { cashback_id } = programme
    const { items: others } = await binh.call(cashback.list, { waits: false })
    expect(others.map((other) => other.cashback_id)).not.toContain(cashback_id)
    expect(await binh.call(cashbackWaiting.list, {})).toMatchObject({
      items: [{ cashback_id }],
      total: 1,
    })
    expect(await decide(binh, programme)).toMatchObject({ status: cashbackState.running, waiting: null })
    await pay(office, pos, order_id)
    expect(await buy()).toBe(91_000)
    expect(await ledgerBalance(office, early.ledger_id)).toBe(90_000)
    expect(await find(programme.cashback_id)).toMatchObject({ orders: 1, used: 1_000 })
    const { items: news } = await an.call(notifications.list, {})
    expect(news).toMatchObject([{ kind: notificationKind.decided, state: 'Đã duyệt' }])
  })

  test('ends when it is rejected or withdrawn, and then cannot be approved', async () => {
    for (const person of [an, binh]) {
      const { cashback_id, version } = await add()
      const rejected = await person.call(cashback.reject, { cashback_id, version, reason: 'Chưa thống nhất' })
      expect(rejected).toMatchObject({ status: cashbackState.ended, waiting: null })
      await expect(decide(binh, rejected)).rejects.toEqual(refused(142))
    }
    expect(await buy()).toBe(90_000)
  })

  test('is approved by nobody who has changed it, nor in a form that the approver has not seen', async () => {
    const programme = await add()
    const changed = await binh.call(cashback.update, { cashback_id: programme.cashback_id, rate: 10_000 })
    await expect(decide(binh, changed)).rejects.toEqual(refused(169))
    const last = await an.call(cashback.update, { cashback_id: programme.cashback_id, name: 'Hoàn hết' })
    await expect(decide(binh, last)).rejects.toEqual(refused(169))
    const chi = await office.hire([...cashbackPage.rights])
    await expect(decide(chi, changed)).rejects.toEqual(refused(9001))
    expect(await decide(chi, last)).toMatchObject({ status: cashbackState.running, rate: 10_000 })
  })

  test('waits again when it is changed between its approval and its start', async () => {
    const programme = await add({ start_at: inHours(2) })
    const approved = await decide(binh, programme)
    expect(approved.status).toBe(cashbackState.coming)
    const { cashback_id } = approved
    expect((await an.call(cashback.update, { cashback_id, name: 'Tên khác' })).status).toBe(cashbackState.coming)
    expect(await binh.call(cashback.update, { cashback_id, rate: 10_000 })).toMatchObject({
      status: cashbackState.waiting,
      waiting: { old_budget: 0, created_by: binh.user_id },
    })
  })

  test('is approved once by twenty people at a time', async () => {
    const programme = await add()
    const codes = await inParallel(() =>
      decide(binh, programme).then(
        () => 0,
        (error: unknown) => (error as Failure).code,
      ),
    )
    expect(codes.toSorted((a, b) => a - b)).toEqual(onceOf('request_finished'))
  })
})

test('small budgets that one person adds at the same time do not avoid the second person together', async () => {
  const added = await inParallel((n) =>
    add({ budget: 1_000_000, start_at: inHours(n * 2 + 1), end_at: inHours(n * 2 + 2) }),
  )
  expect(added.filter(({ status }) => status === cashbackState.coming)).toHaveLength(4)
  expect(added.filter(({ status }) => status === cashbackState.waiting)).toHaveLength(16)
  expect((await add({ budget: 1_000_000, start_at: inHours(100), end_at: inHours(101) }, binh)).status).toBe(
    cashbackState.coming,
  )
})

describe('a higher budget of a running programme', () => {
  test('that reaches the limit waits, while the old one goes on', async () => {
    const { cashback_id } = await add({ budget: 1_500 })
    await buy()
    const raised = await an.call(cashback.update, { cashback_id, budget: second_from, name: 'Tên mới' })
    expect(raised).toMatchObject({
      name: 'Tên mới',
      budget: 1_500,
      status: cashbackState.running,
      waiting: { old_budget: 1_500, new_budget: second_from },
    })
    await expect(binh.call(cashback.update, { cashback_id, budget: second_from + 1 })).rejects.toEqual(refused(123))
    expect(await buy()).toBe(90_500)
    await expect(decide(an, raised)).rejects.toEqual(refused(169))
    expect(await decide(binh, raised)).toMatchObject({ budget: second_from, waiting: null })
    expect(await buy()).toBe(91_000)
  })

  test('keeps the old budget when it is rejected', async () => {
    const { cashback_id } = await add({ budget: 1_500 })
    const { version } = await an.call(cashback.update, { cashback_id, budget: second_from })
    expect(await binh.call(cashback.reject, { cashback_id, version, reason: 'Đủ rồi' })).toMatchObject({
      budget: 1_500,
      status: cashbackState.running,
      waiting: null,
    })
  })

  test('below the limit waits where the rises of the day reach it together', async () => {
    const { cashback_id } = await add({ budget: 2_000_000 })
    const rise = (person: Person, budget: number) => person.call(cashback.update, { cashback_id, budget })
    expect(await rise(binh, 4_000_000)).toMatchObject({ budget: 4_000_000, waiting: null })
    const { version } = await rise(an, 1_000_000)
    expect(await an.call(cashback.update, { cashback_id, version, budget: 2_500_000 })).toMatchObject({
      budget: 1_000_000,
      waiting: { new_budget: 2_500_000 },
    })
  })
})

test('adding and changing a programme, approving it, and changing a price of a group need a fresh proof', async () => {
  const person = await office.hire([...cashbackPage.rights, ...distributionTab.rights])
  const { cashback_id, version } = await add({ budget: 1_000 }, person)
  await asOwner(
    office.db,
    sql`update session set proved_at = now() - interval '11 hours' where user_id = ${person.user_id}`,
  )
  const tries = [
    () => add({ budget: 1_000 }, person),
    () => person.call(cashback.update, { cashback_id, version, name: 'Khác' }),
    () => decide(person, { cashback_id, version }),
    () => person.call(groupPrice.update, { group_id: 1, prices: [{ category: product.keno, price: 1 }], version: 1 }),
  ]
  for (const attempt of tries) await expect(attempt()).rejects.toEqual(refused(9160))
})
