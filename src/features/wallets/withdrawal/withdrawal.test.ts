/** Withdrawals from the request to their end, with a gateway simulator over HTTP. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { AnswerOf } from '#contract/call.ts'
import { bankWithdrawalPage, momoWithdrawalPage } from '#features/wallets/pages.contract.ts'
import type { Simulator } from '../../../gateway-simulator/simulator.ts'
import { requestToMomo, openPayingOffice } from '../../../testing/withdrawals.ts'
import { inParallel, parallel_calls } from '../../../testing/parallel.ts'
import { errorCode, errorCodeOf } from '../../../testing/error-code.ts'
import { ledgerFindings } from '../../../testing/ledger.ts'
import { openTestWallet } from '../../../testing/money.ts'
import { openOffice, type Office, type Person } from '../../../testing/office.ts'
import { ipn_path } from './ipn.server.ts'
import { beginPayouts } from '#features/wallets/payout/payout-journal.server.ts'
import { withdrawalPayouts } from './settle.server.ts'
import { queryOpenWithdrawals } from './withdrawal.jobs.ts'
import { feeOf } from './withdrawal.rules.ts'
import { withdrawals, withdrawalMethod, withdrawalStatus as status } from './withdrawal.contract.ts'

let office: Office
let simulator: Simulator
let close: () => Promise<void>
let an: Person
let binh: Person

beforeAll(async () => {
  ;({ office, simulator, close } = await openPayingOffice({ settle_ms: 50 }))
  const rights = [...bankWithdrawalPage.rights, ...momoWithdrawalPage.rights]
  an = await office.hire(rights)
  binh = await office.hire(rights)
})
afterAll(() => close())

const detail = (withdrawal_id: number) => an.call(withdrawals.detail, { withdrawal_id })
const move = (person: Person, withdrawal_id: number, to: number, fields: object = {}) =>
  person.call(withdrawals.update, { withdrawal_id, status: to as 1, ...fields })
const ended = (withdrawal_id: number, to: number) =>
  vi.waitFor(
    async () => {
      const now = await detail(withdrawal_id)
      expect(now.status).toBe(to)
      return now
    },
    { timeout: 20_000, interval: 50 },
  )

async function walletNow(ledger_id: number) {
  const { balance, held } = await office.db
    .selectFrom('ledger_account')
    .select(['balance', 'held'])
    .where('account_id', '=', ledger_id)
    .executeTakeFirstOrThrow()
  return { balance, held }
}

const paidAtMomo = (account: string) =>
  simulator.orders().filter((order) => order.status === 'paid' && order.account === account.replace(/^84/, '0'))

test('a fee is the fixed part and the rate, rounded to the nearest đồng', () => {
  const prices = { bank_fee_fixed: 3_300, bank_fee_rate: 0, momo_fee_fixed: 0, momo_fee_rate: 50 }
  expect(feeOf(prices, withdrawalMethod.bank, 1_000_000)).toBe(3_300)
  expect(feeOf(prices, withdrawalMethod.momo, 1_000_000)).toBe(5_000)
  expect(feeOf(prices, withdrawalMethod.momo, 10_100)).toBe(51)
  expect(feeOf(prices, withdrawalMethod.momo, 10_099)).toBe(50)
})

test('a request holds amount and fee, and is refused beyond limits or balance, with a used key or a locked wallet', async () => {
  const wallet = await openTestWallet(office, { balance: 1_000_000 })
  await requestToMomo(office, wallet, { amount: 200_000, key: 'once' })
  expect(await walletNow(wallet.ledger_id)).toEqual({ balance: 1_000_000, held: 201_000 })
  expect(await errorCodeOf(requestToMomo(office, wallet, { amount: 200_000, key: 'once' }))).toBe(
    errorCode('request_exists'),
  )
  expect(await errorCodeOf(requestToMomo(office, wallet, { amount: 9_999 }))).toBe(errorCode('amount_wrong'))
  expect(await errorCodeOf(requestToMomo(office, wallet, { amount: 20_000_001 }))).toBe(errorCode('amount_wrong'))
  expect(await errorCodeOf(requestToMomo(office, wallet, { amount: 799_000 }))).toBe(errorCode('debt_not_enough'))
  expect(await errorCodeOf(requestToMomo(office, { account_id: 999_999 }))).toBe(errorCode('request_not_found'))
  const locked = await openTestWallet(office, { balance: 1_000_000, status: 0 })
  expect(await errorCodeOf(requestToMomo(office, locked))).toBe(errorCode('action_invalid'))
  expect(await walletNow(wallet.ledger_id)).toEqual({ balance: 1_000_000, held: 201_000 })
})

test('parallel requests of one customer do not exceed the daily limit', async () => {
  const wallet = await openTestWallet(office, { balance: 1_000_000_000 })
  const before = await walletNow(wallet.ledger_id)
  const codes = await inParallel(() => errorCodeOf(requestToMomo(office, wallet, { amount: 20_000_000 })))
  expect(codes.filter((code) => code === 0)).toHaveLength(10)
  expect(codes.filter((code) => code === errorCode('debt_not_enough'))).toHaveLength(parallel_calls - 10)
  expect(await walletNow(wallet.ledger_id)).toEqual({ balance: before.balance, held: 10 * 20_100_000 })
})

test('an approved withdrawal is paid once, and the wallet and the gateway agree', async () => {
  const wallet = await openTestWallet(office, { balance: 1_000_000 })
  const id = await requestToMomo(office, wallet, { amount: 300_000, to: '84905550001' })
  expect(await move(an, id, status.processing)).toMatchObject({ status: status.processing })
  const done = await ended(id, status.done)
  expect(done).toMatchObject({ payout_status: 3, result_code: '0', processed_by_name: an.user_name })
  expect(done.trans_id).toBeTruthy()
  expect(await walletNow(wallet.ledger_id)).toEqual({ balance: 1_000_000 - 301_500, held: 0 })
  expect(paidAtMomo('84905550001').map(({ amount }) => amount)).toEqual([300_000])
  expect(await errorCodeOf(move(binh, id, status.processing))).toBe(errorCode('request_finished'))
  // The next one to the same receiver is not the first any more; one to another is.
  expect(done.is_first_to).toBe(true)
  const next = await requestToMomo(office, wallet, { amount: 10_000, to: '84905550001' })
  const other = await requestToMomo(office, wallet, { amount: 10_000, to: '84905550091' })
  expect([(await detail(next)).is_first_to, (await detail(other)).is_first_to]).toEqual([false, true])
})

test('a failed payout returns the money to the wallet, and a retry is a new order', async () => {
  const wallet = await openTestWallet(office, { balance: 500_000 })
  const id = await requestToMomo(office, wallet, { amount: 400_000, to: '84905551007' })
  await move(an, id, status.processing)
  const failed = await ended(id, status.rejected)
  expect(failed).toMatchObject({ payout_status: 4, result_code: '1007' })
  expect(failed.note).toBe(failed.result_message)
  expect(await walletNow(wallet.ledger_id)).toEqual({ balance: 500_000, held: 0 })
  await an.call(withdrawals.retry, { withdrawal_id: id })
  const retried = await ended(id, status.rejected)
  expect(retried.payouts).toHaveLength(2)
  expect(new Set(retried.payouts.map(({ order_id }) => order_id)).size).toBe(2)
  await requestToMomo(office, wallet, { amount: 300_000 })
  expect(await errorCodeOf(an.call(withdrawals.retry, { withdrawal_id: id }))).toBe(errorCode('debt_not_enough'))
  expect(paidAtMomo('84905551007')).toEqual([])
})

test('a large withdrawal needs the approval of two persons', async () => {
  const wallet = await openTestWallet(office, { balance: 100_000_000 })
  const id = await requestToMomo(office, wallet, { amount: 20_000_000 })
  expect(await detail(id)).toMatchObject({ approvals_left: 2 })
  expect(await move(an, id, status.processing)).toMatchObject({ status: status.waiting, approvals_left: 1 })
  expect(await errorCodeOf(move(an, id, status.processing))).toBe(errorCode('no_right'))
  expect(await move(binh, id, status.processing)).toMatchObject({ status: status.processing })
  await ended(id, status.done)
})

test('an action that the status forbids is refused with the code of that status', async () => {
  const wallet = await openTestWallet(office, { balance: 10_000_000 })
  const waiting = await requestToMomo(office, wallet)
  expect(await errorCodeOf(move(an, waiting, status.done, { note: 'đã chi' }))).toBe(errorCode('request_pending'))
  expect(await errorCodeOf(an.call(withdrawals.retry, { withdrawal_id: waiting }))).toBe(errorCode('request_pending'))
  expect(await errorCodeOf(move(an, waiting, status.cancelled))).toBe(errorCode('action_invalid'))
  expect(await errorCodeOf(move(an, waiting, status.processing, { amount: 1 }))).toBe(errorCode('amount_wrong'))
  expect(await errorCodeOf(move(an, waiting, status.processing, { version: 99 }))).toBe(errorCode('changed_by_other'))
  expect(await errorCodeOf(move(an, 999_999, status.processing))).toBe(errorCode('request_not_found'))
  expect(await errorCodeOf(move(an, waiting, status.rejected))).toBe(errorCode('request_invalid'))
  await move(an, waiting, status.rejected, { note: 'Khách nhầm số' })
  expect(await errorCodeOf(move(an, waiting, status.processing))).toBe(errorCode('request_system_rejected'))
  expect(await errorCodeOf(an.call(withdrawals.retry, { withdrawal_id: waiting }))).toBe(
    errorCode('request_system_rejected'),
  )
  // A receiver whose payment takes a while.
  const slow = await requestToMomo(office, wallet, { to: '84905557002' })
  await move(an, slow, status.processing)
  expect(await errorCodeOf(move(binh, slow, status.done, { note: 'đã chi' }))).toBe(errorCode('request_processing'))
  await ended(slow, status.done)
})

test('a cancelled withdrawal releases its held money', async () => {
  const wallet = await openTestWallet(office, { balance: 1_000_000 })
  const id = await requestToMomo(office, wallet)
  expect(await move(an, id, status.cancelling)).toMatchObject({ status: status.cancelling })
  // The work may have ended it by now.
  expect([errorCode('request_cancelling'), errorCode('request_finished')]).toContain(
    await errorCodeOf(move(an, id, status.processing)),
  )
  await ended(id, status.cancelled)
  expect(await walletNow(wallet.ledger_id)).toEqual({ balance: 1_000_000, held: 0 })
})

test('an order whose answer is lost stays the only one, is queried, and is paid once', async () => {
  simulator.setFaults({ lost_answer: 1 })
  const wallet = await openTestWallet(office, { balance: 1_000_000 })
  const id = await requestToMomo(office, wallet, { to: '84905550002' })
  await move(an, id, status.processing)
  await vi.waitFor(async () => expect((await detail(id)).payouts[0]?.tries).toBeGreaterThan(0), { timeout: 10_000 })
  simulator.setFaults({})
  const done = await ended(id, status.done)
  expect(done.payouts).toHaveLength(1)
  expect(paidAtMomo('84905550002')).toHaveLength(1)
})

test('a notification without a valid signature of MoMo is refused', async () => {
  const notify = (body: unknown) =>
    fetch(office.url + ipn_path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  expect((await notify({ orderId: 'RT000001-1', resultCode: 0, signature: 'x' })).status).toBe(403)
  expect((await notify([])).status).toBe(403)
})

test('of twenty parallel decisions one takes effect, and only an approved withdrawal is paid', async () => {
  const wallet = await openTestWallet(office, { balance: 50_000_000 })
  for (let n = 0; n < 6; n++) {
    const to = `8490666${String(n).padStart(4, '0')}`
    const id = await requestToMomo(office, wallet, { to })
    const other = n % 2 === 0 ? status.done : status.rejected
    const codes = await inParallel((m) =>
      errorCodeOf(m % 2 === 0 ? move(an, id, status.processing) : move(an, id, other, { note: 'Cùng lúc' })),
    )
    expect(codes.filter((code) => code === 0)).toHaveLength(1)
    // A waiting request can be rejected but not completed; one that is being paid is ended by the gateway.
    const end = codes.indexOf(0) % 2 === 0 ? status.done : status.rejected
    const refusals =
      end === status.done
        ? [errorCode('request_pending'), errorCode('request_processing'), errorCode('request_finished')]
        : [errorCode('request_system_rejected')]
    for (const code of codes.filter((answer_code) => answer_code !== 0)) expect(refusals).toContain(code)
    await ended(id, end)
    expect(paidAtMomo(to)).toHaveLength(end === status.done ? 1 : 0)
  }
})

test('an unknown withdrawal cannot be decided by hand while its order may still be sent', async () => {
  const wallet = await openTestWallet(office, { balance: 5_000_000 })
  simulator.setFaults({ lost_answer: 1, ipn_lost: 1 })
  const id = await requestToMomo(office, wallet)
  await move(an, id, status.processing)
  await ended(id, status.unknown)
  const busy = (until: string) =>
    office.write((db) =>
      db
        .updateTable('payout')
        .set({ busy_until: sql`clock_timestamp() + ${until}::interval` })
        .where('withdrawal_id', '=', id)
        .execute(),
    )
  await busy('1 minute')
  const note = { note: 'MoMo xác nhận chưa chi' }
  expect(await errorCodeOf(move(binh, id, status.rejected, note))).toBe(errorCode('request_processing'))
  await busy('-1 minute')
  expect(await errorCodeOf(move(binh, id, status.rejected, note))).toBe(0)
  // An order that was prepared before the decision is not sent after it.
  expect(await office.write((db) => beginPayouts(db, withdrawalPayouts, [id]))).toEqual([null])
  simulator.setFaults({})
})

test('a retry that by then needs two persons waits for the second', async () => {
  const wallet = await openTestWallet(office, { balance: 50_000_000 })
  const id = await requestToMomo(office, wallet, { amount: 15_000_000, to: '84905561007' })
  await move(an, id, status.processing)
  await ended(id, status.rejected)
  const limit = (withdrawal_second_from: number) =>
    office.write((db) => db.updateTable('money_config').set({ withdrawal_second_from }).execute())
  await limit(10_000_000)
  const retried = await an.call(withdrawals.retry, { withdrawal_id: id })
  expect(retried).toMatchObject({ status: status.waiting, approvals_left: 1, payout_status: null })
  expect(await walletNow(wallet.ledger_id)).toEqual({ balance: 50_000_000, held: 15_075_000 })
  expect(await errorCodeOf(move(an, id, status.processing))).toBe(errorCode('no_right'))
  await move(binh, id, status.processing)
  await ended(id, status.rejected)
  await limit(20_000_000)
})

test('fifty equal approvals under one transid pay once and have equal answers', async () => {
  const wallet = await openTestWallet(office, { balance: 10_000_000 })
  const id = await requestToMomo(office, wallet, { to: '84905550003' })
  const input = { withdrawal_id: id, status: status.processing }
  const answers: AnswerOf<typeof withdrawals.update>[] = await Promise.all(
    Array.from({ length: 50 }, () => an.call(withdrawals.update, input, { transid: 'storm-of-fifty' })),
  )
  for (const answer of answers) expect(answer).toEqual(answers[0])
  await ended(id, status.done)
  expect(paidAtMomo('84905550003')).toHaveLength(1)
})

test('without a gateway staff pay by hand with a note, and the money is posted to another bank account', async () => {
  const other_office = await openOffice()
  const person = await other_office.hire(momoWithdrawalPage.rights)
  const wallet = await openTestWallet(other_office, { balance: 5_000_000 })
  const id = await requestToMomo(other_office, wallet, { amount: 1_000_000 })
  await move(person, id, status.processing)
  expect(await errorCodeOf(move(person, id, status.done))).toBe(errorCode('request_invalid'))
  expect(await move(person, id, status.done, { note: 'Chuyển khoản tay FT123' })).toMatchObject({
    status: status.done,
    payout_status: null,
  })
  const accounts = await other_office.db.selectFrom('ledger_account').select(['code', 'balance', 'held']).execute()
  const balanceOf = (name: string) => accounts.find(({ code }) => code === name)
  expect(balanceOf(`wallet:${wallet.msisdn}`)).toMatchObject({ balance: 3_995_000, held: 0 })
  expect(balanceOf('bank:other')).toMatchObject({ balance: 1_000_000 })
  expect(balanceOf('gateway:momo')).toMatchObject({ balance: 0 })
  await other_office.close()
})

test('a withdrawal that was approved without a gateway is not paid by one that is configured later', async () => {
  const wallet = await openTestWallet(office, { balance: 5_000_000 })
  const id = await requestToMomo(office, wallet, { to: '84905550004' })
  // As after an approval while no gateway was configured.
  await office.write(async (db) => {
    const change = { status: status.processing, processed_by: an.user_id, processed_at: sql<string>`now()` }
    await db.updateTable('withdrawal').set(change).where('withdrawal_id', '=', id).execute()
  })
  const enqueued: number[] = []
  await queryOpenWithdrawals(office.db, async (_db, _name, data) => {
    enqueued.push((data as { withdrawal_id: number }).withdrawal_id)
  })
  expect(enqueued).not.toContain(id)
  expect(await office.write((db) => beginPayouts(db, withdrawalPayouts, [id]))).toEqual([null])
  expect(paidAtMomo('84905550004')).toEqual([])
})

test('an unknown order is decided by another person than its sender, and its rejection is final', async () => {
  const wallet = await openTestWallet(office, { balance: 5_000_000 })
  simulator.setFaults({ lost_answer: 1, ipn_lost: 1 })
  const [one, two] = [await requestToMomo(office, wallet), await requestToMomo(office, wallet)]
  for (const id of [one, two]) {
    await move(an, id, status.processing)
    await ended(id, status.unknown)
  }
  const note = { note: 'Đã đối chiếu với MoMo' }
  expect(await errorCodeOf(move(an, one, status.done, note))).toBe(errorCode('no_right'))
  expect(await move(binh, one, status.done, note)).toMatchObject({ status: status.done, payout_status: 3 })
  expect(await errorCodeOf(move(an, two, status.rejected, note))).toBe(errorCode('no_right'))
  expect(await move(binh, two, status.rejected, note)).toMatchObject({ status: status.rejected })
  simulator.setFaults({})
  expect(await errorCodeOf(an.call(withdrawals.retry, { withdrawal_id: two }))).toBe(
    errorCode('request_system_rejected'),
  )
  expect(await walletNow(wallet.ledger_id)).toEqual({ balance: 5_000_000 - 201_000, held: 0 })
})

test('the ledger has no findings after these tests', async () => {
  expect(await ledgerFindings(office.database_url)).toEqual([])
})
