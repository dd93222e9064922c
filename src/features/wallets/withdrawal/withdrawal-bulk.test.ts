/** Decisions on many withdrawals at once: each has its own answer, and a rejection has a reason. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { errors } from '#contract/errors.ts'
import { bankWithdrawalPage, momoWithdrawalPage } from '#features/wallets/pages.contract.ts'
import { openTestWallet } from '../../../testing/money.ts'
import type { Office, Person } from '../../../testing/office.ts'
import { requestToMomo, openPayingOffice } from '../../../testing/withdrawals.ts'
import { withdrawals, withdrawalStatus as status } from './withdrawal.contract.ts'

let office: Office
let close: () => Promise<void>
let an: Person
let binh: Person

beforeAll(async () => {
  ;({ office, close } = await openPayingOffice({ settle_ms: 50 }))
  const rights = [...bankWithdrawalPage.rights, ...momoWithdrawalPage.rights]
  an = await office.hire(rights)
  binh = await office.hire(rights)
})
afterAll(() => close())

const detail = (withdrawal_id: number) => an.call(withdrawals.detail, { withdrawal_id })
const reject = (person: Person, withdrawal_id: number) =>
  person.call(withdrawals.update, { withdrawal_id, status: status.rejected, note: 'Khách đổi ý' })

async function threeAsked() {
  const wallet = await openTestWallet(office, { balance: 100_000_000 })
  return {
    wallet,
    ids: [
      await requestToMomo(office, wallet),
      await requestToMomo(office, wallet),
      await requestToMomo(office, wallet),
    ],
  }
}

test('a bulk approval answers each withdrawal by itself, and is refused if one changed since its preview', async () => {
  const { ids } = await threeAsked()
  await reject(an, ids[2]!)
  const input = { action: 'process', ids, expected: 3 } as const
  const preview = await an.call(withdrawals.updatePreview, input)
  expect(preview).toMatchObject({ done: 2, skipped: 1, amount: 400_000 })
  await reject(binh, ids[0]!)
  await expect(an.call(withdrawals.updateBatch, { ...input, seen: preview.seen })).rejects.toMatchObject({
    code: errors.changed_by_other[0],
  })
  const report = await an.call(withdrawals.updateBatch, input)
  const rejected = errors.request_system_rejected[0]
  expect(report.rows.map(({ code }) => code)).toEqual([rejected, null, rejected])
  await vi.waitFor(async () => expect((await detail(ids[1]!)).status).toBe(status.done), { timeout: 20_000 })
})

test('a bulk rejection needs a reason, which each rejected withdrawal keeps', async () => {
  const { wallet, ids } = await threeAsked()
  await reject(an, ids[0]!)
  const input = { action: 'reject', ids, expected: 3 } as const
  // The dry run comes before the reason is written.
  const preview = await an.call(withdrawals.updatePreview, input)
  expect(preview).toMatchObject({ done: 2, skipped: 1, amount: 400_000 })
  const without_reason = await an.call(withdrawals.updateBatch, input)
  expect(without_reason).toMatchObject({ done: 0, skipped: 3 })
  expect(without_reason.rows[1]!.reason).toBe('Hãy ghi lý do.')
  const report = await an.call(withdrawals.updateBatch, { ...input, note: 'Nghi trùng lệnh', seen: preview.seen })
  expect(report).toMatchObject({ done: 2, skipped: 1, amount: 400_000 })
  const notes = await Promise.all(ids.map(async (id) => (await detail(id)).note))
  expect(notes).toEqual(['Khách đổi ý', 'Nghi trùng lệnh', 'Nghi trùng lệnh'])
  const { balance, held } = await office.db
    .selectFrom('ledger_account')
    .select(['balance', 'held'])
    .where('account_id', '=', wallet.ledger_id)
    .executeTakeFirstOrThrow()
  expect({ balance, held }).toEqual({ balance: 100_000_000, held: 0 })
})

test('a bulk approval counts withdrawals that wait for a second person apart from those that are paid', async () => {
  const wallet = await openTestWallet(office, { balance: 100_000_000 })
  const small = await requestToMomo(office, wallet)
  const large = await requestToMomo(office, wallet, { amount: 20_000_000 })
  const input = { action: 'process' as const, ids: [small, large], expected: 2 }
  const expected = { done: 1, waiting: 1, skipped: 0, amount: 200_000, waiting_amount: 20_000_000 }
  const preview = await an.call(withdrawals.updatePreview, input)
  expect(preview).toMatchObject(expected)
  expect(preview.rows.map(({ outcome, amount, signals }) => [outcome, amount, signals])).toEqual([
    ['done', 200_000, ['Lần đầu về tài khoản này']],
    ['waiting', 20_000_000, ['Lần đầu về tài khoản này', 'Cần 2 người duyệt']],
  ])
  expect(await an.call(withdrawals.updateBatch, { ...input, seen: preview.seen })).toMatchObject(expected)
  expect(await detail(large)).toMatchObject({ status: status.waiting, approvals_left: 1 })
  const first = await an.call(withdrawals.updatePreview, { action: 'process', ids: [large], expected: 1 })
  expect(first).toMatchObject({ done: 0, skipped: 1 })
  const second = await binh.call(withdrawals.updatePreview, { action: 'process', ids: [large], expected: 1 })
  expect(second).toMatchObject({ done: 1, amount: 20_000_000 })
  expect(second.waiting).toBeUndefined()
})
