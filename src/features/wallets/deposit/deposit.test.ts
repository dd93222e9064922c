/** Deposits by bank transfer: what is credited automatically, what waits for a person and why, and how both are found. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { errors } from '#contract/errors.ts'
import { depositPage } from '#features/wallets/pages.contract.ts'
import { bankLedger } from '#features/wallets/money.server.ts'
import { openDesk, type Desk } from '../../../testing/deposits.ts'
import { ledgerBalance, openTestWallet } from '../../../testing/money.ts'
import { openOffice, type Office } from '../../../testing/office.ts'
import { requestDeposit } from './request-deposit.server.ts'
import { lineProblem, lineStatus, statement } from '#features/wallets/statement/statement.contract.ts'
import { deposits, depositStatus } from './deposit.contract.ts'
import { closeLateDeposits } from './deposit.jobs.ts'

let office: Office
let desk: Desk

beforeAll(async () => {
  office = await openOffice()
  desk = await openDesk(office)
})
afterAll(() => office.close())

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()

describe('a statement line', () => {
  test.each([
    ['exactly as issued', (code: string) => code],
    ['surrounded by text of the bank', (code: string) => `MBVCB.7719.${code}.CT tu 0911 toi 0123456789`],
    ['in lower case with a space', (code: string) => code.toLowerCase().replace('nap', 'nap ')],
    ['joined to other words', (code: string) => `CHUYENKHOAN${code}TOI`],
  ])('is credited at once when it names its request %s', async (_, written) => {
    const request = await desk.request()
    const row = desk.row(written(request.content), request.amount)
    expect(await desk.importRows([row])).toMatchObject({
      added: 1,
      matched: 1,
      matched_amount: 500_000,
      waiting: 0,
      refused: [],
    })
    expect(await ledgerBalance(office, request.ledger_id)).toBe(500_000)
    expect(await desk.lineOf(row)).toMatchObject({ status: lineStatus.matched, deposit_content: request.content })
    expect(await desk.requestOf(request)).toMatchObject({
      status: depositStatus.done,
      paid_amount: 500_000,
      reference: row.reference,
      matched_by: null,
    })
  })

  test.each([
    ['1: it names no request', lineProblem.none_named, 'NAP999999', async () => ({})],
    ['1: it names two requests', lineProblem.none_named, 'NAP000001 NAP000002', async () => ({})],
    ['2: it has another amount', lineProblem.amount, null, async () => ({ credit: 450_000 })],
    ['3: its request is already paid', lineProblem.paid, null, paidBefore],
    ['4: its request was rejected', lineProblem.closed, null, rejectedBefore],
    ['4: its request has expired', lineProblem.closed, null, lateNow],
    ['4: it was booked before its request', lineProblem.closed, null, async () => ({ at: inDays(-1 / 24) })],
    ['5: it came to another account', lineProblem.account, null, async () => ({ bank_config_id: desk.vcb })],
    ['6: the wallet is locked', lineProblem.locked, null, lockedBefore],
  ] as const)('waits for a person, problem %s', async (_, problem, content, prepare) => {
    const request = await desk.request()
    const { bank_config_id = desk.mb, ...rest } = (await prepare(request)) as { bank_config_id?: number }
    const before = await ledgerBalance(office, request.ledger_id)
    const row = desk.row(content ?? request.content, request.amount, rest)
    expect(await desk.importRows([row], bank_config_id)).toMatchObject({ added: 1, matched: 0, waiting: 1 })
    expect(await desk.lineOf(row)).toMatchObject({ status: lineStatus.waiting, problem })
    expect(await ledgerBalance(office, request.ledger_id)).toBe(before)
  })

  type Request = Awaited<ReturnType<typeof desk.request>>
  async function paidBefore({ content, amount }: Request) {
    await desk.importRows([desk.row(content, amount)])
    return {}
  }
  async function rejectedBefore({ deposit_id }: Request) {
    await desk.reject(desk.an, deposit_id)
    return {}
  }
  async function lateNow({ deposit_id }: Request) {
    await desk.expire(deposit_id)
    return {}
  }
  async function lockedBefore({ account_id }: Request) {
    await desk.setWallet(account_id, 0)
    return {}
  }
})

describe('a statement file', () => {
  test('adds nothing the second time, and its preview equals its import', async () => {
    const request = await desk.request()
    const rows = [
      desk.row(request.content, request.amount),
      desk.row('LUONG THANG 11', 0, { credit: null, debit: 3_000_000 }),
      desk.row('khong ro', 70_000),
    ]
    const expected = {
      added: 3,
      known: 0,
      matched: 1,
      matched_amount: request.amount,
      waiting: 1,
      refused: [],
      same: [],
    }
    expect(await desk.an.call(statement.importPreview, { bank_config_id: desk.mb, rows })).toEqual(expected)
    expect(await desk.importRows(rows)).toEqual(expected)
    const nothing_new = { added: 0, known: 3, matched: 0, matched_amount: 0, waiting: 0, refused: [], same: [0, 1, 2] }
    expect(await desk.importRows(rows)).toEqual(nothing_new)
    expect(await ledgerBalance(office, request.ledger_id)).toBe(request.amount)
    expect(await desk.lineOf(rows[1]!)).toMatchObject({ status: lineStatus.other, credit: null, debit: 3_000_000 })
  })

  test('gets back rows without an amount or with a known reference and another amount', async () => {
    const row = desk.row('lan dau', 10_000)
    await desk.importRows([row])
    const { refused, added } = await desk.importRows([
      { ...row, credit: 20_000 },
      desk.row('khong tien', 0),
      desk.row('tot', 30_000),
    ])
    expect(refused.map(({ index }) => index).toSorted()).toEqual([0, 1])
    expect(added).toBe(1)
  })

  test('is refused for an account that customers do not pay into', async () => {
    await expect(desk.importRows([desk.row('x', 1_000)], 2_000_000)).rejects.toMatchObject({
      code: errors.not_found[0],
    })
  })
})

describe('search', () => {
  test('ranks candidates for a line by amount, phone number and similar name, and finds others by keyword', async () => {
    const { account_id, msisdn } = await openTestWallet(office, { full_name: 'Huỳnh Thị Mỹ Lệ' })
    const requestOf = (amount: number) => ({ request_key: randomUUID(), account_id, amount, bank_config_id: desk.mb })
    const mine = await desk.inDb((db) => requestDeposit(db, requestOf(123_000)))
    const equal = await desk.request(777_000)
    const text = `HUYNH THI MY LE chuyen 0${msisdn.slice(2)}`
    const { bank_transaction_id } = await desk.unnamedLine(777_000, text)
    const { items } = await desk.an.call(statement.candidates, { bank_transaction_id })
    const candidateOf = (transfer_id: number) => items.find((candidate) => candidate.transfer_id === transfer_id)
    expect(candidateOf(mine.deposit_id)).toMatchObject({
      phone_in_content: true,
      similar_name: true,
      same_amount: false,
    })
    expect(candidateOf(equal.deposit_id)).toMatchObject({ phone_in_content: false, same_amount: true })
    expect(items[0]!.transfer_id).toBe(mine.deposit_id)
    const page = await desk.an.call(statement.candidates, { bank_transaction_id, keyword: equal.msisdn })
    expect(page.items.map(({ transfer_id }) => transfer_id)).toEqual([equal.deposit_id])
    expect((await desk.an.call(statement.wallets, { keyword: 'huynh thi my le' })).items).toMatchObject([
      { account_id },
    ])
  })

  test('finds requests and lines by state, day, account, problem and words, with their sums', async () => {
    const request = await desk.request(640_000)
    const row = desk.row(request.content, 641_000)
    await desk.importRows([row], desk.vcb)
    const { items, sums, total } = await desk.an.call(deposits.list, {
      keyword: request.content,
      status: depositStatus.waiting,
      from_date: inDays(-1).slice(0, 10),
      to_date: inDays(1).slice(0, 10),
    })
    expect([total, sums]).toEqual([1, { amount: 640_000, paid_amount: 0 }])
    expect(items[0]).toMatchObject({ msisdn: request.msisdn, bank_name: 'MB Bank', is_late: false })
    expect((await desk.an.call(deposits.list, { keyword: `0${request.msisdn.slice(2)}` })).total).toBe(1)
    const lines = await desk.an.call(statement.list, {
      bank_config_id: desk.vcb,
      problem: lineProblem.account,
      status: lineStatus.waiting,
      keyword: request.content,
    })
    expect(lines).toMatchObject({ total: 1, sums: { credit: 641_000, debit: 0 } })
    expect(lines.items[0]).toMatchObject({ deposit_amount: 640_000, full_name: request.full_name })
    expect((await desk.an.call(statement.list, { bank_config_id: desk.mb, keyword: request.content })).total).toBe(0)
  })

  test('refuses a first day after the last day', async () => {
    for (const call of [deposits.list, statement.list])
      await expect(desk.an.call(call, { from_date: '2026-02-02', to_date: '2026-02-01' })).rejects.toMatchObject({
        code: errors.from_exceeds_to[0],
      })
  })

  test('shows nothing to people of partners, who can neither match nor import, whatever their rights', async () => {
    const { partner_id } = await desk.inDb((db) =>
      db
        .insertInto('partner')
        .values({ partner_code: 'DLX', partner_name: 'DLX' })
        .returning('partner_id')
        .executeTakeFirstOrThrow(),
    )
    const operator = await office.hire([...depositPage.rights], { partner_id })
    const request = await desk.request()
    const { bank_transaction_id } = await desk.unnamedLine(500_000)
    expect((await operator.call(deposits.list, {})).total).toBe(0)
    expect((await operator.call(statement.list, {})).total).toBe(0)
    expect((await operator.call(statement.accounts, {})).items).toEqual([])
    await expect(desk.complete(operator, request.deposit_id, { bank_transaction_id })).rejects.toMatchObject({
      code: errors.request_not_found[0],
    })
    await expect(desk.importRows([desk.row('x', 1)], desk.mb, operator)).rejects.toMatchObject({
      code: errors.not_found[0],
    })
  })
})

describe('a request whose time is over', () => {
  test('is closed, unless money that came for it waits for a person', async () => {
    const [late, paid_wrong, open] = [await desk.request(), await desk.request(), await desk.request()]
    await desk.importRows([desk.row(paid_wrong.content, 1_000)])
    for (const { deposit_id } of [late, paid_wrong]) await desk.expire(deposit_id)
    expect(await desk.requestOf(late)).toMatchObject({ status: depositStatus.waiting, is_late: true })
    await closeLateDeposits(office.db)
    await closeLateDeposits(office.db)
    expect(await desk.requestOf(late)).toMatchObject({ status: depositStatus.closed, is_late: false })
    expect(await desk.requestOf(paid_wrong)).toMatchObject({ status: depositStatus.waiting })
    expect(await desk.requestOf(open)).toMatchObject({ status: depositStatus.waiting })
  })
})

describe('a request of a customer', () => {
  test('is answered with account, content and VietQR code, and a repeated request key is refused', async () => {
    const { account_id } = await openTestWallet(office)
    const request = { request_key: randomUUID(), account_id, amount: 250_000, bank_config_id: desk.mb }
    const deposit = await desk.inDb((db) => requestDeposit(db, request))
    expect(deposit).toMatchObject({ bank_name: 'MB Bank', account_number: '0123456789', amount: 250_000 })
    expect(deposit.qr).toContain(deposit.content)
    await expect(desk.inDb((db) => requestDeposit(db, request))).rejects.toMatchObject({
      code: errors.request_exists[0],
    })
  })

  test('is refused for a locked wallet and for an unknown bank account', async () => {
    const { account_id } = await openTestWallet(office, { status: 0 })
    const request = { request_key: randomUUID(), account_id, amount: 250_000, bank_config_id: desk.mb }
    await expect(desk.inDb((db) => requestDeposit(db, request))).rejects.toMatchObject({
      code: errors.action_invalid[0],
    })
    await expect(
      desk.inDb((db) => requestDeposit(db, { ...request, bank_config_id: 2_000_000 })),
    ).rejects.toMatchObject({
      code: errors.not_found[0],
    })
  })
})

test('a bank account has the sum of its lines as own balance, and counts in the sums once the bank has reported one', async () => {
  const account = await desk.openAccount('970418', '5550001112')
  await desk.importRows([desk.row('x', 80_000), desk.row('y', 0, { credit: null, debit: 30_000 })], account)
  const { items, sums } = await desk.an.call(statement.accounts, { page_size: 300 })
  const sumOf = (name: 'reported_balance' | 'own_balance' | 'difference') =>
    items.filter(({ difference }) => difference !== null).reduce((sum, row) => sum + row[name]!, 0)
  expect(sums).toEqual({
    reported_balance: sumOf('reported_balance'),
    own_balance: sumOf('own_balance'),
    difference: sumOf('difference'),
  })
  expect(items.find(({ bank_config_id }) => bank_config_id === account)).toMatchObject({
    own_balance: 50_000,
    reported_balance: null,
  })
  expect(sums!.difference).toBe(sums!.reported_balance - sums!.own_balance)
  expect(await desk.inDb(async (db) => ledgerBalance(office, await bankLedger(db, '970418', '5550001112')))).toBe(
    -50_000,
  )
})
