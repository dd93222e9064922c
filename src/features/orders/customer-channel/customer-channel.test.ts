/** Customers of an app: wallets, deposits and withdrawals through signed requests, each executed once. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { depositPage, walletPage, bankWithdrawalPage } from '#features/wallets/pages.contract.ts'
import { deposits } from '#features/wallets/deposit/deposit.contract.ts'
import { wallets } from '#features/wallets/wallet/wallet.contract.ts'
import { walletAdjustment } from '#features/wallets/wallet/wallet-adjustment.contract.ts'
import { withdrawals, withdrawalStatus } from '#features/wallets/withdrawal/withdrawal.contract.ts'
import { openDesk, type Desk } from '../../../testing/deposits.ts'
import { openOffice, type Office, type Person } from '../../../testing/office.ts'
import { ledgerFindings } from '../../../testing/ledger.ts'
import { openPos, order, pay, type SellingPos } from '../../../testing/orders.ts'
import { openTill } from '../../../testing/till.ts'
import { customerChannel as customers } from './customer-channel.contract.ts'

let office: Office
let desk: Desk
let staff: Person
let pos: SellingPos
let app: ReturnType<typeof openTill>

beforeAll(async () => {
  office = await openOffice()
  desk = await openDesk(office)
  staff = await office.hire([...walletPage.rights, ...depositPage.rights, ...bankWithdrawalPage.rights])
  pos = await openPos(office)
  app = openTill(office, pos)
})
afterAll(() => office.close())

let numbers = 0
const newNumber = () => `0987${String(++numbers).padStart(6, '0')}`
/** Opens a wallet and fills it by a deposit. */
async function walletWith(amount: number) {
  const msisdn = newNumber()
  await app.call(customers.openWallet, { msisdn, full_name: 'Trần Thị Lan' })
  const { content } = await app.call(customers.createDeposit, { msisdn, amount, bank_config_id: desk.mb })
  await desk.importRows([desk.row(content, amount)])
  const { items } = await desk.an.call(deposits.list, { keyword: content })
  const line = items[0]!
  if ((await app.call(customers.walletStatus, { msisdn })).balance === 0) await desk.complete(desk.an, line.transfer_id)
  return msisdn
}
const withdrawalInput = (msisdn: string, amount: number) => ({
  msisdn,
  amount,
  method: 1 as const,
  bank_id: 1,
  account_number: '0123 456 789',
  account_name: 'TRAN THI LAN',
})

test('a wallet is opened once for a phone number, visible to staff at once, and can be renamed', async () => {
  const msisdn = newNumber()
  const opened = await app.call(customers.openWallet, { msisdn, full_name: 'Trần Thị Lan' })
  expect(opened).toMatchObject({ msisdn: `84${msisdn.slice(1)}`, full_name: 'Trần Thị Lan', balance: 0, status: 1 })
  expect(await app.call(customers.openWallet, { msisdn, full_name: 'Tên khác' })).toEqual(opened)
  expect((await staff.call(wallets.list, { keyword: msisdn })).items).toMatchObject([{ full_name: 'Trần Thị Lan' }])
  await app.call(customers.rename, { msisdn, full_name: 'Trần Lan' })
  expect(await app.call(customers.walletStatus, { msisdn })).toMatchObject({ full_name: 'Trần Lan' })
  const unknown = { code: 9005, data: { fields: { msisdn: 'Số này chưa có ví.' } } }
  await expect(app.call(customers.walletStatus, { msisdn: newNumber() })).rejects.toMatchObject(unknown)
})

test('a deposit returns the bank, the transfer content and a VietQR code with content and amount', async () => {
  const msisdn = newNumber()
  await app.call(customers.openWallet, { msisdn, full_name: 'Lê Bình' })
  const deposit = await app.call(customers.createDeposit, { msisdn, amount: 300_000 })
  expect(deposit).toMatchObject({
    amount: 300_000,
    content: expect.stringMatching(/^NAP\d{6}/),
    bank_name: expect.any(String),
  })
  expect(deposit.qr).toContain(deposit.content)
  expect(deposit.qr).toContain('5406300000')
  await expect(app.call(customers.createDeposit, { msisdn, amount: 0 })).rejects.toMatchObject({ code: 3 })
})

test('the history of a wallet lists its newest entry first', async () => {
  const msisdn = await walletWith(500_000)
  await app.call(customers.createWithdrawal, withdrawalInput(msisdn, 100_000))
  const { items } = await app.call(customers.walletHistory, { msisdn })
  expect(items.at(-1)).toMatchObject({ type: 1, amount: 500_000, balance_after: 500_000 })
  expect(items[0]).toMatchObject({ amount: 0, balance_after: 500_000 })
  expect(items[0]!.held).toBeGreaterThan(0)
  expect((await app.call(customers.walletHistory, { msisdn, page_size: 1 })).items).toHaveLength(1)
})

describe('a withdrawal', () => {
  test('holds its money, waits for staff and can be cancelled until somebody processes it', async () => {
    const msisdn = await walletWith(500_000)
    const withdrawal = await app.call(customers.createWithdrawal, withdrawalInput(msisdn, 100_000))
    expect(withdrawal).toMatchObject({ status: withdrawalStatus.waiting, amount: 100_000 })
    expect(await app.call(customers.walletStatus, { msisdn })).toMatchObject({ held: 100_000 + withdrawal.fee })
    expect((await staff.call(withdrawals.list, { keyword: withdrawal.withdrawal_code })).items).toHaveLength(1)
    const { withdrawal_id } = withdrawal
    expect(await app.call(customers.cancelWithdrawal, { msisdn, withdrawal_id })).toMatchObject({
      status: withdrawalStatus.cancelled,
    })
    expect(await app.call(customers.walletStatus, { msisdn })).toMatchObject({ held: 0, available: 500_000 })
    await expect(app.call(customers.cancelWithdrawal, { msisdn, withdrawal_id })).rejects.toMatchObject({ code: 121 })
  })

  test('can be neither seen nor cancelled by another customer', async () => {
    const msisdn = await walletWith(500_000)
    const { withdrawal_id } = await app.call(customers.createWithdrawal, withdrawalInput(msisdn, 100_000))
    const other = await walletWith(100_000)
    for (const call of [customers.withdrawalStatus, customers.cancelWithdrawal])
      await expect(
        app.call(call as typeof customers.withdrawalStatus, { msisdn: other, withdrawal_id }),
      ).rejects.toMatchObject({
        code: 118,
      })
  })

  test('to MoMo needs a phone number, and to a bank the account of a known bank', async () => {
    const msisdn = await walletWith(500_000)
    const momo = { ...withdrawalInput(msisdn, 50_000), method: 2 as const, bank_id: null }
    const wrong_number = { code: 13, data: { fields: { account_number: expect.any(String) } } }
    await expect(app.call(customers.createWithdrawal, momo)).rejects.toMatchObject(wrong_number)
    const withdrawal = await app.call(customers.createWithdrawal, { ...momo, account_number: '0912 345 678' })
    expect(withdrawal).toMatchObject({ status: withdrawalStatus.waiting })
    const unknown_bank = { code: 3, data: { fields: { bank_id: expect.any(String) } } }
    await expect(
      app.call(customers.createWithdrawal, { ...withdrawalInput(msisdn, 50_000), bank_id: null }),
    ).rejects.toMatchObject(unknown_bank)
    await expect(
      app.call(customers.createWithdrawal, { ...withdrawalInput(msisdn, 50_000), bank_id: 32_000 }),
    ).rejects.toMatchObject(unknown_bank)
  })

  test('never takes more than the balance, also with twenty parallel requests', async () => {
    const msisdn = await walletWith(500_000)
    const all = await Promise.allSettled(
      Array.from({ length: 20 }, () => app.call(customers.createWithdrawal, withdrawalInput(msisdn, 100_000))),
    )
    const done = all.filter(({ status }) => status === 'fulfilled').length
    expect(done).toBeGreaterThan(0)
    const { available, held } = await app.call(customers.walletStatus, { msisdn })
    expect(available).toBeGreaterThanOrEqual(0)
    expect(available + held).toBe(500_000)
    expect(available).toBeLessThan(100_000 + held / done)
  })
})

describe('saved accounts', () => {
  const account = { method: 1 as const, bank_id: 1, account_number: '0123 456 789', account_name: 'TRAN THI LAN' }

  test('are stored once per number, visible to staff, usable for withdrawals by their id, and removable', async () => {
    const msisdn = await walletWith(500_000)
    const bank = await app.call(customers.addAccount, { msisdn, ...account })
    expect(bank).toMatchObject({ bank_name: expect.any(String), account_number: '0123456789' })
    const repeated = await app.call(customers.addAccount, { msisdn, ...account, account_name: 'TRAN LAN' })
    expect(repeated).toMatchObject({ customer_account_id: bank.customer_account_id, account_name: 'TRAN LAN' })
    const momo = { ...account, method: 2 as const, bank_id: null, account_number: '0912 345 678' }
    await app.call(customers.addAccount, { msisdn, ...momo })
    const { items } = await app.call(customers.accounts, { msisdn })
    expect(items.map(({ account_number }) => account_number)).toEqual(['0123456789', '84912345678'])
    const { account_id } = (await staff.call(wallets.list, { keyword: msisdn })).items[0]!
    expect((await staff.call(wallets.detail, { account_id })).accounts).toEqual(items)

    const { customer_account_id } = bank
    const { withdrawal_code } = await app.call(customers.createWithdrawal, {
      msisdn,
      amount: 50_000,
      customer_account_id,
    })
    expect((await staff.call(withdrawals.list, { keyword: withdrawal_code })).items).toMatchObject([
      { account_number: '0123456789', account_name: 'TRAN LAN' },
    ])
    expect((await app.call(customers.removeAccount, { msisdn, customer_account_id })).items).toHaveLength(1)
    for (const overrides of [
      { customer_account_id },
      { customer_account_id: items[1]!.customer_account_id, bank_id: 1 },
      {},
    ])
      await expect(
        app.call(customers.createWithdrawal, { msisdn, amount: 50_000, ...overrides }),
      ).rejects.toMatchObject({
        data: { fields: expect.anything() },
      })
  })

  test('are usable only by their owner, at most twenty, and a phone number for MoMo', async () => {
    const [msisdn, other] = [await walletWith(100_000), await walletWith(100_000)]
    const { customer_account_id } = await app.call(customers.addAccount, { msisdn, ...account })
    for (const call of [
      () => app.call(customers.removeAccount, { msisdn: other, customer_account_id }),
      () => app.call(customers.createWithdrawal, { msisdn: other, amount: 50_000, customer_account_id }),
    ])
      await expect(call()).rejects.toMatchObject({ code: 9005 })
    await expect(app.call(customers.addAccount, { msisdn, ...account, method: 2 })).rejects.toMatchObject({ code: 13 })
    const tries = Array.from({ length: 25 }, (_, n) =>
      app.call(customers.addAccount, { msisdn, ...account, account_number: `99887766${n}` }),
    )
    const added = (await Promise.allSettled(tries)).filter(({ status }) => status === 'fulfilled')
    expect(added).toHaveLength(19)
    expect((await app.call(customers.accounts, { msisdn })).items).toHaveLength(20)
  })
})

describe('a change of the phone number', () => {
  test('keeps the wallet with its money, orders and group, and frees the old number', async () => {
    const [msisdn, new_msisdn] = [await walletWith(500_000), newNumber()]
    const [from, to] = [msisdn, new_msisdn].map((phone) => `84${phone.slice(1)}`) as [string, string]
    const order_id = await order(office, pos, { msisdn: from, vendor_code: 'WALLET' })
    await office.write((db) =>
      sql`insert into group_vip_account (group_vip_id, msisdn) select group_vip_id, ${from} from group_vip limit 1`.execute(
        db,
      ),
    )
    const moved = await app.call(customers.changePhone, { msisdn, new_msisdn })
    expect(moved).toMatchObject({ msisdn: to, balance: 500_000 })
    await pay(office, pos, order_id)
    const { balance } = await app.call(customers.walletStatus, { msisdn: new_msisdn })
    expect(balance).toBeLessThan(500_000)
    expect((await app.call(customers.walletHistory, { msisdn: new_msisdn })).items).toHaveLength(2)
    // Staff who pay a withdrawal see for some days that the phone number is new.
    await app.call(customers.createWithdrawal, withdrawalInput(new_msisdn, 50_000))
    const { items: waiting } = await staff.call(withdrawals.list, { keyword: new_msisdn })
    expect(waiting).toMatchObject([{ is_new_phone: true }])
    await expect(app.call(customers.walletStatus, { msisdn })).rejects.toMatchObject({ code: 9005 })
    const { rows } = await sql`select from group_vip_account where msisdn = ${to}`.execute(office.db)
    expect(rows).toHaveLength(1)
    const fresh = await app.call(customers.openWallet, { msisdn, full_name: 'Người khác' })
    expect(fresh.balance).toBe(0)
    expect(await ledgerFindings(office.database_url)).toEqual([])
  })

  test('is refused for a number that has a wallet, and for a locked wallet', async () => {
    const [msisdn, used_msisdn] = [await walletWith(100_000), await walletWith(100_000)]
    await expect(app.call(customers.changePhone, { msisdn, new_msisdn: used_msisdn })).rejects.toMatchObject({
      code: 186,
      data: { fields: { new_msisdn: 'Số này đã có ví.' } },
    })
    const { account_id, version } = (await staff.call(wallets.list, { keyword: msisdn })).items[0]!
    await staff.call(wallets.updateStatus, { account_id, version, status: 0, reason: 'Nghi gian lận' })
    await expect(app.call(customers.changePhone, { msisdn, new_msisdn: newNumber() })).rejects.toMatchObject({
      code: 122,
    })
  })

  test('in parallel to payments loses no money, whichever comes first', async () => {
    const [msisdn, new_msisdn] = [await walletWith(500_000), newNumber()]
    const from = `84${msisdn.slice(1)}`
    const orders: number[] = []
    for (let n = 0; n < 19; n++) orders.push(await order(office, pos, { msisdn: from, vendor_code: 'WALLET' }))
    const [changed, ...paid] = await Promise.allSettled([
      app.call(customers.changePhone, { msisdn, new_msisdn }),
      ...orders.map((order_id) => pay(office, pos, order_id)),
    ])
    expect(changed!.status).toBe('fulfilled')
    const { balance } = await app.call(customers.walletStatus, { msisdn: new_msisdn })
    const { rows } = await sql<{ total: number }>`
      select coalesce(sum(total) filter (where status <> 1), 0) as total from sale_order where order_id = any(${orders}::bigint[])`.execute(
      office.db,
    )
    expect(balance).toBe(500_000 - rows[0]!.total)
    expect(paid.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThan(0)
    expect(await ledgerFindings(office.database_url)).toEqual([])
  })
})

test('a repeated withdrawal request is executed once and answered as the first time, also if it was refused', async () => {
  const msisdn = await walletWith(500_000)
  const input = { ...withdrawalInput(msisdn, 50_000), transid: randomUUID() }
  const answers = await Promise.all(Array.from({ length: 20 }, () => app.raw(customers.createWithdrawal, input)))
  const settled = answers.filter(({ status }) => status === 200)
  for (const { body } of settled) expect(body).toEqual(settled[0]!.body)
  expect(settled[0]!.body.error.code).toBe(0)
  const { rows } = await sql`select from withdrawal where msisdn = ${`84${msisdn.slice(1)}`}`.execute(office.db)
  expect(rows).toHaveLength(1)
  await expect(app.call(customers.createWithdrawal, { ...input, amount: 60_000 })).rejects.toMatchObject({ code: 115 })

  const too_large = { ...withdrawalInput(msisdn, 450_000), transid: randomUUID() }
  await expect(app.call(customers.createWithdrawal, too_large)).rejects.toMatchObject({ code: 117 })
  await staff.call(walletAdjustment.increase, {
    account_id: (await staff.call(wallets.list, { keyword: msisdn })).items[0]!.account_id,
    amount: 500_000,
    reason: 'Bù',
  })
  await expect(app.call(customers.createWithdrawal, too_large)).rejects.toMatchObject({ code: 117 })
})

test('the log says which device acted for a customer, from where and by which request', async () => {
  const [msisdn, transid] = [newNumber(), randomUUID()]
  await app.call(customers.openWallet, { msisdn, full_name: 'Lê Bình', transid })
  const { rows } = await sql`select user_id, user_name, call, source from audit_log where transid = ${transid}`.execute(
    office.db,
  )
  expect(rows).toEqual([
    {
      user_id: null,
      user_name: `thiết bị ${pos.device_code}`,
      call: 'Kênh bán hàng: Mở ví cho khách',
      source: '127.0.0.1',
    },
  ])
})

test('a repeat, and a call of a device without the right, leave no row in the log and none of their own', async () => {
  const till = await openPos(office)
  await office.write((db) =>
    sql`update pos_device set may_charge_wallets = false where device_id = ${till.device_id}`.execute(db),
  )
  const input = { msisdn: newNumber(), full_name: 'Lê Bình', transid: randomUUID() }
  await app.call(customers.openWallet, input)
  const { rows: before } = await sql`select max(audit_id) from audit_log`.execute(office.db)
  await app.call(customers.openWallet, input)
  await expect(openTill(office, till).call(customers.openWallet, input)).rejects.toMatchObject({ code: 169 })
  expect((await sql`select max(audit_id) from audit_log`.execute(office.db)).rows).toEqual(before)
  const { rows } = await sql`select from channel_request where device_id = ${till.device_id}`.execute(office.db)
  expect(rows).toEqual([])
})

test('only a device that may charge wallets can act for customers, and only with its signature', async () => {
  const msisdn = newNumber()
  const { body } = await app.raw(customers.walletStatus, { msisdn }, { headers: { 'x-signature': null } })
  expect(body.error.code).toBe(1)
  const till = await openPos(office)
  await office.write((db) =>
    sql`update pos_device set may_charge_wallets = false where device_id = ${till.device_id}`.execute(db),
  )
  const counter = openTill(office, till)
  await expect(counter.call(customers.openWallet, { msisdn, full_name: 'Lê Bình' })).rejects.toMatchObject({
    code: 169,
  })
  await expect(counter.call(customers.walletStatus, { msisdn })).rejects.toMatchObject({ code: 169 })
  const unknown_field = await app.raw(customers.openWallet, { transid: randomUUID(), msisdn, full_name: 'B', so_du: 5 })
  expect(unknown_field.body).toMatchObject({ error: { code: 3 }, data: { fields: { so_du: 'Không có trường này' } } })
})
