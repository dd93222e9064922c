/**
 * What people do with lines that were not credited automatically: match, confirm, reject, assign to a wallet, ignore.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { errors } from '#contract/errors.ts'
import { unmatchedLedger } from '#features/wallets/money.server.ts'
import { openDesk, type Desk } from '../../../testing/deposits.ts'
import { ledgerBalance, openTestWallet } from '../../../testing/money.ts'
import { openOffice, type Office } from '../../../testing/office.ts'
import { lineProblem, lineStatus, statement } from '#features/wallets/statement/statement.contract.ts'
import { recordHistory } from '#features/access/audit/record-history.contract.ts'
import { deposits, depositStatus } from './deposit.contract.ts'
import { closeLateDeposits } from './deposit.jobs.ts'

/** From this amount on two people are needed. */
const limit = 20_000_000

let office: Office
let desk: Desk

beforeAll(async () => {
  office = await openOffice()
  desk = await openDesk(office)
})
afterAll(() => office.close())

describe('matching a line to a request', () => {
  test('needs one person below the limit, and credits the amount of the line', async () => {
    const request = await desk.request(500_000)
    const line = await desk.unnamedLine(450_000)
    const input = { bank_transaction_id: line.bank_transaction_id }
    await expect(desk.complete(desk.an, request.deposit_id, input)).rejects.toMatchObject({
      code: errors.amount_wrong[0],
    })
    await expect(desk.complete(desk.an, request.deposit_id, { ...input, amount: 500_000 })).rejects.toMatchObject({
      code: errors.amount_wrong[0],
    })
    const done = await desk.complete(desk.an, request.deposit_id, {
      ...input,
      amount: 450_000,
      note: 'Khách chuyển thiếu',
    })
    expect(done).toMatchObject({
      status: depositStatus.done,
      paid_amount: 450_000,
      matched_by: desk.an.user_id,
      confirmed_by_name: null,
      note: 'Khách chuyển thiếu',
    })
    expect(await ledgerBalance(office, request.ledger_id)).toBe(450_000)
    expect(await desk.lineOf(line as never)).toMatchObject({
      status: lineStatus.settled,
      deposit_id: request.deposit_id,
    })
    const row_id = String(line.bank_transaction_id)
    const { items } = await desk.an.call(recordHistory.history, { table_name: 'bank_transaction', row_id })
    expect(items[0]!.references).toContainEqual({
      column: 'deposit_id',
      id: request.deposit_id,
      name: request.content,
    })
  })

  test('needs a second person from the limit on, who is not the first', async () => {
    const request = await desk.request(limit)
    const { bank_transaction_id } = await desk.unnamedLine(limit)
    const first = await desk.complete(desk.an, request.deposit_id, { bank_transaction_id })
    expect(first).toMatchObject({
      status: depositStatus.matched,
      paid_amount: null,
      line_amount: limit,
      needs_two: true,
    })
    expect(await ledgerBalance(office, request.ledger_id)).toBe(0)
    await expect(desk.complete(desk.an, request.deposit_id)).rejects.toMatchObject({ code: errors.no_right[0] })
    const other = await desk.unnamedLine(limit)
    await expect(
      desk.complete(desk.binh, request.deposit_id, { bank_transaction_id: other.bank_transaction_id }),
    ).rejects.toMatchObject({ code: errors.request_processing[0] })
    const done = await desk.complete(desk.binh, request.deposit_id)
    expect(done).toMatchObject({ status: depositStatus.done, confirmed_by_name: desk.binh.user_name })
    expect(await ledgerBalance(office, request.ledger_id)).toBe(limit)
  })

  test('refuses a line that has already paid another request', async () => {
    const [paid, open] = [await desk.request(), await desk.request()]
    const row = desk.row(paid.content, paid.amount)
    await desk.importRows([row])
    const { bank_transaction_id } = await desk.lineOf(row)
    await expect(desk.complete(desk.an, open.deposit_id, { bank_transaction_id })).rejects.toMatchObject({
      code: errors.request_exists[0],
    })
  })

  test('refuses an unknown request, an unknown line and an outdated version', async () => {
    const request = await desk.request()
    await expect(desk.complete(desk.an, 2_000_000)).rejects.toMatchObject({ code: errors.request_not_found[0] })
    await expect(desk.complete(desk.an, request.deposit_id, { bank_transaction_id: 2_000_000 })).rejects.toMatchObject({
      code: errors.not_found[0],
    })
    const refused = desk.complete(desk.an, request.deposit_id, { version: request.deposit_id + 100_000 })
    await expect(refused).rejects.toMatchObject({
      code: errors.changed_by_other[0],
      data: { current: { content: request.content } },
    })
  })

  test('is refused with the code of a waiting, done, rejected or closed request, or of an invalid target state', async () => {
    const [waiting, done, rejected, closed] = [
      await desk.request(),
      await desk.request(),
      await desk.request(),
      await desk.request(),
    ]
    await desk.importRows([desk.row(done.content, done.amount)])
    await desk.reject(desk.an, rejected.deposit_id)
    await desk.expire(closed.deposit_id)
    await closeLateDeposits(office.db)
    const { bank_transaction_id } = await desk.unnamedLine(500_000)
    await expect(desk.complete(desk.an, waiting.deposit_id)).rejects.toMatchObject({ code: errors.request_pending[0] })
    const codes = [errors.request_finished[0], errors.request_system_rejected[0], errors.action_invalid[0]]
    for (const [n, { deposit_id }] of [done, rejected, closed].entries()) {
      await expect(desk.complete(desk.an, deposit_id, { bank_transaction_id })).rejects.toMatchObject({
        code: codes[n],
      })
      await expect(desk.reject(desk.an, deposit_id)).rejects.toMatchObject({ code: codes[n] })
    }
    const input = { transfer_id: waiting.deposit_id, status: depositStatus.matched }
    await expect(desk.an.call(deposits.update, input)).rejects.toMatchObject({ code: errors.action_invalid[0] })
  })

  test('refuses a debit and a locked wallet', async () => {
    const request = await desk.request()
    const { bank_transaction_id } = await desk.unnamedLine(500_000)
    const debit = desk.row('PHI', 0, { credit: null, debit: 500_000 })
    await desk.importRows([debit])
    const of_debit = { bank_transaction_id: (await desk.lineOf(debit)).bank_transaction_id }
    await expect(desk.complete(desk.an, request.deposit_id, of_debit)).rejects.toMatchObject({
      code: errors.action_invalid[0],
    })
    await desk.setWallet(request.account_id, 0)
    await expect(desk.complete(desk.an, request.deposit_id, { bank_transaction_id })).rejects.toMatchObject({
      code: errors.action_invalid[0],
    })
  })

  test('credits the line once when two people match it at the same time', async () => {
    const [one, other] = [await desk.request(), await desk.request()]
    const { bank_transaction_id } = await desk.unnamedLine(500_000)
    const both = await Promise.allSettled([
      desk.complete(desk.an, one.deposit_id, { bank_transaction_id }),
      desk.complete(desk.binh, other.deposit_id, { bank_transaction_id }),
    ])
    expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const sum = (await ledgerBalance(office, one.ledger_id)) + (await ledgerBalance(office, other.ledger_id))
    expect(sum).toBe(500_000)
  })
})

describe('rejecting a request', () => {
  test('requires a reason', async () => {
    const { deposit_id } = await desk.request()
    await expect(desk.reject(desk.an, deposit_id, null)).rejects.toMatchObject({
      code: errors.request_invalid[0],
      data: { fields: { note: expect.any(String) } },
    })
    expect(await desk.reject(desk.an, deposit_id)).toMatchObject({ status: depositStatus.rejected, note: 'Khách hủy' })
  })

  test('makes its matched line wait for a person again', async () => {
    const request = await desk.request(limit)
    const line = await desk.unnamedLine(limit)
    const { bank_transaction_id } = line
    await desk.complete(desk.an, request.deposit_id, { bank_transaction_id })
    await desk.reject(desk.binh, request.deposit_id, 'Không phải tiền của khách này')
    expect(await desk.lineOf(line as never)).toMatchObject({
      status: lineStatus.waiting,
      problem: lineProblem.none_named,
      deposit_id: null,
    })
    const next = await desk.request(limit)
    await desk.complete(desk.an, next.deposit_id, { bank_transaction_id })
    await desk.complete(desk.binh, next.deposit_id)
    expect(await ledgerBalance(office, next.ledger_id)).toBe(limit)
    expect(await ledgerBalance(office, request.ledger_id)).toBe(0)
  })
})

describe('a line that names no request', () => {
  test('is assigned to a wallet by one person, or by two from the limit on', async () => {
    const owner = await openTestWallet(office)
    const [first, second] = [await desk.unnamedLine(300_000), await desk.unnamedLine(limit)]
    const [small, large] = [await desk.seenLine(first), await desk.seenLine(second)]
    const assignment = { account_id: owner.account_id, note: 'Khách gọi, đúng số tài khoản' }
    const settled = await desk.an.call(statement.assign, { ...small, ...assignment })
    expect(settled).toMatchObject({
      status: lineStatus.settled,
      deposit_status: depositStatus.done,
      msisdn: owner.msisdn,
    })
    const second_line = await desk.an.call(statement.assign, { ...large, ...assignment })
    expect(second_line).toMatchObject({ deposit_status: depositStatus.matched })
    expect(await ledgerBalance(office, owner.ledger_id)).toBe(300_000)
    await expect(desk.complete(desk.an, second_line.deposit_id!)).rejects.toMatchObject({ code: errors.no_right[0] })
    await desk.complete(desk.binh, second_line.deposit_id!)
    expect(await ledgerBalance(office, owner.ledger_id)).toBe(300_000 + limit)
    await expect(desk.an.call(statement.assign, { ...small, ...assignment, version: null })).rejects.toMatchObject({
      code: errors.request_exists[0],
    })
    await expect(desk.an.call(statement.assign, { ...small, ...assignment })).rejects.toMatchObject({
      code: errors.changed_by_other[0],
    })
  })

  test('is not assigned to a locked or unknown wallet', async () => {
    const { bank_transaction_id } = await desk.unnamedLine(1_000)
    const locked = await openTestWallet(office, { status: 0 })
    const assign = (account_id: number) =>
      desk.an.call(statement.assign, { bank_transaction_id, account_id, note: 'x' })
    await expect(assign(locked.account_id)).rejects.toMatchObject({ code: errors.action_invalid[0] })
    await expect(assign(2_000_000)).rejects.toMatchObject({ code: errors.not_found[0] })
  })

  test('can be ignored once with a note, and then no longer counts as unmatched money', async () => {
    const before = await desk.inDb(async (db) => ledgerBalance(office, await unmatchedLedger(db)))
    const line = await desk.unnamedLine(90_000, 'LAI TIEN GUI')
    const { bank_transaction_id, version } = line
    const set = { bank_transaction_id, version, note: 'Lãi tiền gửi' }
    expect(await desk.an.call(statement.ignore, set)).toMatchObject({
      status: lineStatus.other,
      note: 'Lãi tiền gửi',
    })
    await expect(desk.an.call(statement.ignore, set)).rejects.toMatchObject({ code: errors.changed_by_other[0] })
    await expect(desk.an.call(statement.ignore, { ...set, version: null })).rejects.toMatchObject({
      code: errors.action_invalid[0],
    })
    expect(await desk.inDb(async (db) => ledgerBalance(office, await unmatchedLedger(db)))).toBe(before)
  })
})
