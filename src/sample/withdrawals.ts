/**
 * The sample's withdrawals of four days: most are pending, the older ones have every possible outcome. Requests, approvals and gateway responses go
 * through the real functions; only their times are moved back afterwards, except those of the ledger.
 */
import { sql } from 'kysely'
import { actAs, type SamplePerson } from './act.ts'
import { personName, phoneAt } from './names.ts'
import type { SampleWallet } from './wallets.ts'
import { fold } from '#contract/fold.ts'
import type { Db } from '#server/database/transaction.ts'
import type { PayoutAnswer } from '#server/gateways/gateway.ts'
import { momoResult } from '#server/gateways/momo-results.ts'
import { requestWithdrawal } from '#features/wallets/withdrawal/request-withdrawal.server.ts'
import { beginPayouts, settlePayouts } from '#features/wallets/payout/payout-journal.server.ts'
import { finishCancel, withdrawalPayouts } from '#features/wallets/withdrawal/settle.server.ts'
import {
  withdrawals,
  withdrawalLife,
  withdrawalMethod,
  type WithdrawalMethod,
} from '#features/wallets/withdrawal/withdrawal.contract.ts'
import withdrawalService from '#features/wallets/withdrawal/withdrawal.server.ts'

const request_count = 60
const second_from = 20_000_000
const large_with_fee = second_from * 1.01
/** Minimum amount of a request, in đồng. */
const min_amount = 60_000
const minutes_between = 96
/** Ages of the requests above the second-person limit; pending ones with an odd age have one approval. */
const large_ages: ReadonlySet<number> = new Set([2, 9, 20, 29, 38, 51])
const momo_bin = '971025'
const usual_banks = ['970436', '970407', '970422', '970416', '970418', '970415', '970432', '970405', '970423', '970403']

interface People {
  maker: SamplePerson
  approver: SamplePerson
}

/**
 * Makes 60 requests of wallets that have money, and ends the older ones; needs the funds, and two people for amounts
 * from 20 million đồng on.
 */
export async function addWithdrawals(db: Db, wallets: readonly SampleWallet[], people: People): Promise<void> {
  const customers = await customersWithMoney(db, wallets)
  const rich = customers.filter(({ available }) => available > large_with_fee)
  const usualCustomers = customers.filter(({ available }) => available <= large_with_fee)
  const bankOf = await banksByBin(db)
  for (let n = 0; n < request_count; n++) {
    // The newest have the highest ids, as if they had been created in this order.
    const age = request_count - 1 - n
    const { available, ...customer } =
      (large_ages.has(age) ? rich.shift() : undefined) ?? usualCustomers[n % usualCustomers.length]!
    const receiver = receiverAt(n, customer, bankOf)
    const amount = amountAt(n, available, receiver.method)
    const request_key = `sample-withdrawal-${n}`
    const withdrawal_id = await requestWithdrawal(db, {
      request_key,
      account_id: customer.account_id,
      ...receiver,
      amount,
    })
    await settleWithdrawal(db, { withdrawal_id, age, isLarge: amount >= second_from }, people)
    await backdateWithdrawal(db, withdrawal_id, age * minutes_between + ((n * 37) % 60))
  }
}

/** Active wallets with their available balance. */
async function customersWithMoney(db: Db, wallets: readonly SampleWallet[]) {
  const rows = await db
    .selectFrom('wallet_account as w') // unscoped: the sample's own
    .innerJoin('ledger_account as l', 'l.account_id', 'w.ledger_id')
    .select(['w.account_id', 'w.msisdn', 'w.full_name', sql<number>`l.balance - l.held`.as('available')])
    .where('w.status', '=', 1)
    .where(sql<boolean>`l.balance - l.held >= ${min_amount * 3}`)
    .where(
      'w.account_id',
      'in',
      wallets.map(({ account_id }) => account_id),
    )
    .orderBy('w.account_id')
    .execute()
  return rows
}

async function banksByBin(db: Db): Promise<(bin: string) => number> {
  const banks = await db
    .selectFrom('bank')
    .select(['bank_id', 'bin'])
    .where('bin', 'in', [momo_bin, ...usual_banks])
    .execute()
  return (bin) => banks.find((bank) => bank.bin === bin)!.bank_id
}

/** Most customers use their own bank account, some that of a relative, and two a mistyped one. */
function receiverAt(
  n: number,
  { msisdn, full_name }: Pick<SampleWallet, 'msisdn' | 'full_name'>,
  bankOf: (bin: string) => number,
) {
  const account_name = fold(n % 8 === 5 ? personName(n * 11 + 900) : full_name).toUpperCase()
  if (n % 5 < 2) {
    const wallet_number = n % 8 === 5 ? phoneAt(900_000 + n) : msisdn
    const account_number = n === request_count - 9 ? `${wallet_number.slice(0, -4)}4002` : wallet_number
    return { method: withdrawalMethod.momo, bank_id: bankOf(momo_bin), account_number, account_name }
  }
  const digits = String(1_000_000_000_000 + n * 73_819_237_411).slice(1, 11 + (n % 4))
  const account_number = n === request_count - 7 ? `${digits.slice(0, -4)}4003` : digits
  const bank_id = bankOf(usual_banks[(n * 7) % usual_banks.length]!)
  return { method: withdrawalMethod.bank, bank_id, account_number, account_name } as const
}

function amountAt(n: number, available: number, method: WithdrawalMethod): number {
  if (available > large_with_fee)
    return method === withdrawalMethod.momo ? second_from : roundedAmount(second_from + available - large_with_fee)
  const share = [0.25, 0.4, 0.6, 0.15][n % 4]!
  return Math.max(min_amount, roundedAmount(available * share))
}

const roundedAmount = (amount: number) => 10_000 * Math.floor(amount / 10_000)

type WithdrawalOutcome = 'paid' | 'failed' | 'unknown' | 'rejected' | 'cancelled' | 'waiting'

function outcomeAt(age: number): WithdrawalOutcome {
  if (age === 11 || age === 22) return 'cancelled'
  if (age === 13 || age === 26) return 'rejected'
  // Over a day old, so the program no longer queries the gateway about them.
  if (age === 33 || age === 46) return 'unknown'
  if (age < 30) return 'waiting'
  return age % 9 === 4 ? 'failed' : age % 13 === 5 ? 'rejected' : 'paid'
}

const reasons = ['Tên người nhận không trùng với chủ ví', 'Khách yêu cầu dừng qua tổng đài, có ghi âm', 'Nghi gian lận']

interface SampleWithdrawal {
  withdrawal_id: number
  age: number
  isLarge: boolean
}

async function settleWithdrawal(
  db: Db,
  { withdrawal_id, age, isLarge }: SampleWithdrawal,
  { maker, approver }: People,
): Promise<void> {
  const [make, decide] = [actAs(db, withdrawalService, maker), actAs(db, withdrawalService, approver)]
  const { process, reject, cancel } = withdrawalLife.moves
  const outcome = outcomeAt(age)
  if (outcome === 'waiting' && (!isLarge || age % 2 === 0)) return
  if (outcome === 'rejected')
    return void (await decide(withdrawals.update, { withdrawal_id, status: reject.to, note: reasons[age % 3]! }))
  if (outcome === 'cancelled') {
    await make(withdrawals.update, { withdrawal_id, status: cancel.to })
    return finishCancel(db, withdrawal_id)
  }
  const approvedWithdrawal = await make(withdrawals.update, { withdrawal_id, status: process.to })
  if (outcome === 'waiting') return
  if (isLarge) await decide(withdrawals.update, { withdrawal_id, status: process.to })
  const [order] = await beginPayouts(db, withdrawalPayouts, [withdrawal_id])
  const answer = gatewayAnswer(outcome, approvedWithdrawal.method, age)
  await settlePayouts(db, withdrawalPayouts, [{ order: order!, answer, is_last: true }])
}

function gatewayAnswer(outcome: 'paid' | 'failed' | 'unknown', method: WithdrawalMethod, age: number): PayoutAnswer {
  const byMomo = method === withdrawalMethod.momo
  if (outcome === 'unknown')
    return { outcome: 'unknown', code: 'timeout', message: 'Cổng chi trả không trả lời kịp.', trans_id: null }
  if (byMomo) {
    const code = outcome === 'paid' ? 0 : 1007
    return { ...momoResult(code), code: String(code), trans_id: String(4_000_000_100 + age) }
  }
  const trans_id = `FT${String(25_325_000_000 + age)}`
  return outcome === 'paid'
    ? { outcome: 'paid', code: '00', message: 'Thành công.', trans_id }
    : { outcome: 'failed', code: 'NO_ACCOUNT', message: 'Tài khoản không tồn tại.', trans_id }
}

/** Backdates the request by `minutes`, and its processing to a little later. */
async function backdateWithdrawal(db: Db, withdrawal_id: number, minutes: number): Promise<void> {
  const ago = sql<string>`make_interval(mins => ${minutes})`
  const then = (column: 'created_at' | 'first_at' | 'processed_at' | 'finished_at' | 'updated_at') =>
    sql<string>`${sql.ref(column)} - ${ago} + make_interval(mins => ${column === 'created_at' ? 0 : Math.min(minutes, 25)})`
  await db
    .updateTable('withdrawal') // unscoped: the sample's own
    .set({
      created_at: then('created_at'),
      first_at: then('first_at'),
      processed_at: then('processed_at'),
      finished_at: then('finished_at'),
      updated_at: then('updated_at'),
    })
    .where('withdrawal_id', '=', withdrawal_id)
    .execute()
  await db
    .updateTable('payout') // unscoped: the sample's own
    .set({
      created_at: sql<string>`created_at - ${ago}`,
      sent_at: sql<string>`sent_at - ${ago} + make_interval(mins => 25)`,
      answered_at: sql<string>`answered_at - ${ago} + make_interval(mins => 25)`,
    })
    .where('withdrawal_id', '=', withdrawal_id)
    .execute()
}
