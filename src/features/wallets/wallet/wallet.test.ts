/** Wallets: balances that staff change by hand, the second person, and locking. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { walletHistoryPage, walletPage } from '#features/wallets/pages.contract.ts'
import { adjustmentStatus } from '#features/wallets/adjustment/adjustment.contract.ts'
import { freshNumber, openTestWallet } from '../../../testing/money.ts'
import { openOffice, type Office, type Person } from '../../../testing/office.ts'
import { wallets, entryType } from './wallet.contract.ts'
import { walletAdjustment } from './wallet-adjustment.contract.ts'
import { walletStatus } from './wallet-status.contract.ts'
import { openWallet } from './wallet.query.server.ts'

let office: Office
/** Makes adjustments. */
let an: Person
/** Decides on them. */
let binh: Person

beforeAll(async () => {
  office = await openOffice()
  an = await office.hire([...walletPage.rights, walletHistoryPage.view])
  binh = await office.hire([...walletPage.rights])
})
afterAll(() => office.close())

/** From this amount on the configuration requires a second person. */
const large = 5_000_000
const reason = 'Khách phản ánh thiếu tiền thưởng'
const walletWith = (balance: number, status?: 0 | 1) =>
  openTestWallet(office, { balance, ...(status !== undefined && { status }) })
const increase = (account_id: number, amount: number, transid?: string) =>
  an.call(walletAdjustment.increase, { account_id, amount, reason }, transid ? { transid } : {})
const decrease = (account_id: number, amount: number) =>
  an.call(walletAdjustment.decrease, { account_id, amount, reason })
const balancesOf = async (account_id: number) => {
  const { balance, held, available } = await an.call(wallets.detail, { account_id })
  return { balance, held, available }
}
const historyOf = async (account_id: number) =>
  (await an.call(wallets.transactionHistory, { account_id, page_size: 300 })).items
/** What a decision says of the adjustment that it is about. */
const keyAndVersion = ({ adjustment_id, version }: { adjustment_id: number; version: number }) => ({
  adjustment_id,
  version,
})
const statusTo = async (account_id: number, status: 0 | 1) => {
  const { version } = await an.call(wallets.detail, { account_id })
  return an.call(wallets.updateStatus, { account_id, status, reason: 'Nghi gian lận', version })
}

test('a phone number has one wallet, even if it is opened twice at the same time', async () => {
  const customer = { msisdn: freshNumber(), full_name: 'Trần Văn Bưởi' }
  const open = () => office.write((db) => openWallet(db, customer))
  const [first, second] = await Promise.all([open(), open()])
  expect(second).toEqual(first)
  expect(first).toMatchObject({ ...customer, status: walletStatus.open })
})

describe('the list of wallets', () => {
  test('finds wallets by phone number and by name without accents, and adds up their balances', async () => {
    const msisdn = freshNumber()
    const { account_id } = await openTestWallet(office, { msisdn, full_name: 'Đặng Thị Sầu Riêng', balance: 70_000 })
    await openTestWallet(office, { full_name: 'Ân Sầu Riêng', balance: 30_000 })
    const byNumber = await an.call(wallets.list, { keyword: `0${msisdn.slice(2)}` })
    expect(byNumber).toMatchObject({ total: 1, items: [{ account_id, msisdn, balance: 70_000, held: 0 }] })
    const byName = await an.call(wallets.list, { keyword: 'sau rieng', sort: 'full_name' })
    expect(byName.sums).toEqual({ balance: 100_000, held: 0 })
    expect(byName.items.map(({ full_name }) => full_name)).toEqual(['Ân Sầu Riêng', 'Đặng Thị Sầu Riêng'])
    const richest = await an.call(wallets.list, { keyword: 'sau rieng', sort: '-balance' })
    expect(richest.items[0]).toMatchObject({ account_id })
    const opened = await an.call(wallets.list, { keyword: 'sau rieng', sort: '-created_at' })
    expect(opened.items[0]).toMatchObject({ full_name: 'Ân Sầu Riêng' })
    expect((await an.call(wallets.list, { keyword: 'sau rieng', status: walletStatus.locked })).total).toBe(0)
  })

  test('is empty for people of partners, who also cannot adjust a wallet', async () => {
    const { account_id } = await walletWith(1_000)
    const stranger = await office.hire([...walletPage.rights, walletHistoryPage.view], {
      partner_id: await aPartner(),
    })
    expect(await stranger.call(wallets.list, {})).toMatchObject({ total: 0, sums: { balance: 0 } })
    expect((await stranger.call(wallets.transactionHistory, {})).total).toBe(0)
    expect((await stranger.call(walletAdjustment.list, {})).total).toBe(0)
    await expect(stranger.call(wallets.detail, { account_id })).rejects.toMatchObject({ code: 9005 })
    await expect(stranger.call(walletAdjustment.increase, { account_id, amount: 1, reason })).rejects.toMatchObject({
      code: 9005,
    })
  })
})

describe('an adjustment below the limit', () => {
  test('is done at once, and the history has the balance before and after it', async () => {
    const { account_id, msisdn } = await walletWith(100_000)
    const added = await increase(account_id, 50_000)
    expect(added).toMatchObject({ status: adjustmentStatus.done, direction: 1, msisdn, created_by_name: an.user_name })
    expect(added.adjustment_code).toMatch(/^DC\d{6}$/)
    const subtracted = await decrease(account_id, 20_000)
    expect(await balancesOf(account_id)).toEqual({ balance: 130_000, held: 0, available: 130_000 })
    expect((await historyOf(account_id)).slice(0, 2)).toMatchObject([
      {
        type: entryType.decrease,
        balance_before: 150_000,
        amount: -20_000,
        balance_after: 130_000,
        reason,
        reference: subtracted.adjustment_code,
        adjustment_id: subtracted.adjustment_id,
      },
      { type: entryType.increase, balance_before: 100_000, amount: 50_000, balance_after: 150_000 },
    ])
  })

  test('117: cannot take more than is available; 124: cannot exceed the maximum of one adjustment', async () => {
    const { account_id } = await walletWith(100_000)
    await expect(decrease(account_id, 100_001)).rejects.toMatchObject({
      code: 117,
      data: { fields: { amount: 'Chỉ còn 100.000 đ khả dụng.' } },
    })
    await expect(increase(account_id, 500_000_001)).rejects.toMatchObject({
      code: 124,
      data: { fields: { amount: 'Mỗi lần cộng, trừ tối đa 500.000.000 đ.' } },
    })
    await expect(increase(account_id, 0)).rejects.toMatchObject({ code: 3 })
    expect(await balancesOf(account_id)).toMatchObject({ balance: 100_000 })
  })

  test('9005 for an unknown wallet; 122 for a locked one', async () => {
    await expect(increase(2_000_000_000, 1_000)).rejects.toMatchObject({ code: 9005 })
    const { account_id } = await walletWith(10_000, walletStatus.locked)
    const locked = { code: 122, message: 'Ví đang bị khóa. Hãy mở khóa ví trước.' }
    await expect(increase(account_id, 1_000)).rejects.toMatchObject(locked)
    await expect(decrease(account_id, 1_000)).rejects.toMatchObject(locked)
  })

  test('has one effect when it is sent twenty times in parallel under one transid', async () => {
    const { account_id } = await walletWith(0)
    const transid = randomUUID()
    const answers = await Promise.all(Array.from({ length: 20 }, () => increase(account_id, 10_000, transid)))
    expect(new Set(answers.map(({ adjustment_id }) => adjustment_id)).size).toBe(1)
    expect(await balancesOf(account_id)).toMatchObject({ balance: 10_000 })
    expect(await historyOf(account_id)).toHaveLength(1)
  })

  test('117: is refused if a parallel one has taken the money', async () => {
    const { account_id } = await walletWith(100_000)
    const answers = await Promise.allSettled([decrease(account_id, 60_000), decrease(account_id, 60_000)])
    const refused = answers.filter((answer) => answer.status === 'rejected')
    expect(refused).toMatchObject([{ reason: { code: 117 } }])
    expect(await balancesOf(account_id)).toEqual({ balance: 40_000, held: 0, available: 40_000 })
  })
})

describe('an adjustment from the limit on', () => {
  test('waits for a second person, and a decrease holds its amount until then', async () => {
    const { account_id } = await walletWith(8_000_000)
    const waiting = await decrease(account_id, large)
    expect(waiting).toMatchObject({ status: adjustmentStatus.waiting, decided_at: null })
    expect(await balancesOf(account_id)).toEqual({ balance: 8_000_000, held: large, available: 3_000_000 })
    await expect(decrease(account_id, 3_000_001)).rejects.toMatchObject({ code: 117 })
    const done = await binh.call(walletAdjustment.approve, keyAndVersion(waiting))
    expect(done).toMatchObject({ status: adjustmentStatus.done, decided_by_name: binh.user_name })
    expect(await balancesOf(account_id)).toEqual({ balance: 3_000_000, held: 0, available: 3_000_000 })
    expect((await historyOf(account_id)).slice(0, 2)).toMatchObject([
      { type: entryType.decrease, amount: -large, held: -large, held_after: 0, reference: waiting.adjustment_code },
      { type: entryType.held, amount: 0, held: large, held_before: 0, held_after: large },
    ])
  })

  test.each([
    ['increases', increase, 0],
    ['decreases', decrease, 20_000_000],
  ] as const)('includes small %s of one person that together reach the limit', async (_, change, balance) => {
    const { account_id } = await walletWith(balance)
    const adjustments = await Promise.all(Array.from({ length: 12 }, () => change(account_id, large / 4)))
    const done = adjustments.filter(({ status }) => status === adjustmentStatus.done)
    expect(done).toHaveLength(3)
    expect(Math.abs((await balancesOf(account_id)).balance - balance)).toBe((3 * large) / 4)
  })

  test('169: cannot be approved by its creator, and is credited when a second person approves it', async () => {
    const { account_id } = await walletWith(0)
    const waiting = await increase(account_id, large)
    await expect(an.call(walletAdjustment.approve, keyAndVersion(waiting))).rejects.toMatchObject({
      code: 169,
      message: 'Người tạo điều chỉnh không được tự duyệt: cần người khác duyệt.',
    })
    expect(await balancesOf(account_id)).toMatchObject({ balance: 0 })
    await binh.call(walletAdjustment.approve, keyAndVersion(waiting))
    expect(await balancesOf(account_id)).toMatchObject({ balance: large })
    await expect(binh.call(walletAdjustment.approve, keyAndVersion(waiting))).rejects.toMatchObject({
      code: 121,
      message: 'Điều chỉnh đã được thực hiện.',
    })
    await expect(
      binh.call(walletAdjustment.reject, { ...keyAndVersion(waiting), reason: 'Muộn' }),
    ).rejects.toMatchObject({
      code: 121,
    })
  })

  test('can be rejected with a reason by a second person or its creator, which releases the held money', async () => {
    const { account_id } = await walletWith(large)
    for (const [person, why] of [
      [binh, 'Không có chứng từ'],
      [an, 'Nhập nhầm'],
    ] as const) {
      const waiting = await decrease(account_id, large)
      await expect(
        person.call(walletAdjustment.reject, { ...keyAndVersion(waiting), reason: '' }),
      ).rejects.toMatchObject({
        code: 3,
      })
      const rejected = await person.call(walletAdjustment.reject, { ...keyAndVersion(waiting), reason: why })
      expect(rejected).toMatchObject({ status: adjustmentStatus.rejected, decision_reason: why })
      expect(await balancesOf(account_id)).toEqual({ balance: large, held: 0, available: large })
      expect((await historyOf(account_id))[0]).toMatchObject({ type: entryType.released, held: -large, reason: why })
    }
  })

  test('118 if it is unknown, 9001 for an outdated version, 122 while the wallet is locked', async () => {
    await expect(
      binh.call(walletAdjustment.approve, { adjustment_id: 2_000_000_000, version: 1 }),
    ).rejects.toMatchObject({ code: 118 })
    const { account_id } = await walletWith(0)
    const waiting = await increase(account_id, large)
    await expect(
      binh.call(walletAdjustment.approve, { ...keyAndVersion(waiting), version: waiting.version + 1 }),
    ).rejects.toMatchObject({ code: 9001 })
    await statusTo(account_id, walletStatus.locked)
    await expect(binh.call(walletAdjustment.approve, keyAndVersion(waiting))).rejects.toMatchObject({ code: 122 })
    await statusTo(account_id, walletStatus.open)
    expect(await binh.call(walletAdjustment.approve, keyAndVersion(waiting))).toMatchObject({ status: 3 })
  })

  test('has one outcome when it is approved and rejected in parallel', async () => {
    const { account_id } = await walletWith(large)
    const waiting = await decrease(account_id, large)
    const answers = await Promise.allSettled(
      Array.from({ length: 6 }, (_, n) =>
        n % 2 === 0
          ? binh.call(walletAdjustment.approve, keyAndVersion(waiting))
          : an.call(walletAdjustment.reject, { ...keyAndVersion(waiting), reason: 'Nhập nhầm' }),
      ),
    )
    const done = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value.status] : []))
    expect(done).toHaveLength(1)
    const rest = done[0] === adjustmentStatus.done ? 0 : large
    expect(await balancesOf(account_id)).toEqual({ balance: rest, held: 0, available: rest })
  })

  test('is found by state, direction, phone number and days, and the list has the sum of all', async () => {
    const { account_id, msisdn } = await walletWith(0)
    await increase(account_id, 1_000)
    const waiting = await increase(account_id, large)
    const all = await binh.call(walletAdjustment.list, { account_id })
    expect(all).toMatchObject({ total: 2, sums: { amount: large + 1_000 } })
    const open = { account_id, status: adjustmentStatus.waiting, direction: 1 as const }
    const page = await binh.call(walletAdjustment.list, { ...open, keyword: `0${msisdn.slice(2)}` })
    expect(page.items).toMatchObject([{ adjustment_code: waiting.adjustment_code, msisdn }])
    const old_page = await binh.call(walletAdjustment.list, { ...open, to_date: '2026-01-01' })
    expect(old_page.total).toBe(0)
    await expect(
      binh.call(walletAdjustment.list, { from_date: '2026-02-01', to_date: '2026-01-01' }),
    ).rejects.toMatchObject({ code: 22 })
  })
})

describe('locking a wallet', () => {
  test('keeps the reason, and is refused if it is already locked, outdated or unknown', async () => {
    const { account_id } = await walletWith(0)
    const locked = await statusTo(account_id, walletStatus.locked)
    expect(locked).toMatchObject({ status: walletStatus.locked, status_reason: 'Nghi gian lận', version: 2 })
    await expect(statusTo(account_id, walletStatus.locked)).rejects.toMatchObject({ code: 122, message: 'Ví đã khóa.' })
    await expect(
      an.call(wallets.updateStatus, { account_id, status: 1, reason: 'Xong', version: 1 }),
    ).rejects.toMatchObject({ code: 9001, data: { current: { version: 2 } } })
    await expect(
      an.call(wallets.updateStatus, { account_id: 2_000_000_000, status: 1, reason: 'Xong', version: 1 }),
    ).rejects.toMatchObject({ code: 9005 })
  })
})

function aPartner(): Promise<number> {
  return office.write(async (db) => {
    const { partner_id } = await db
      .insertInto('partner')
      .values({ partner_code: 'DLVI', partner_name: 'Đại lý Vĩnh' })
      .returning('partner_id')
      .executeTakeFirstOrThrow()
    return partner_id
  })
}
