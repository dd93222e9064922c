/** What people do with money that did not find its way by itself: put it to a request or a wallet, confirm, reject, set aside. */
import { sql } from 'kysely'
import { moneyText } from '#contract/money-text.ts'
import { transfer } from '#server/ledger/ledger.ts'
import { within } from '#server/scope.ts'
import type { Fail } from '#server/fail.ts'
import type { Context } from '#server/serve.ts'
import type { Me } from '#server/session/session.ts'
import { stamped } from '#server/stamp.ts'
import type { Db } from '#server/database/transaction.ts'
import { otherBankLedger, unmatchedLedger } from '#features/wallets/money.server.ts'
import { moneyConfigOf } from '#features/wallets/money-config/money-config.server.ts'
import type { WalletStatus } from '#features/wallets/wallet/wallet.contract.ts'
import { holdWallet } from '#features/wallets/wallet/wallet.query.server.ts'
import { whyNotMove } from '#features/wallets/wallet/wallet.rules.ts'
import {
  depositLife,
  depositStatus,
  lineLife,
  lineStatus,
  type bankTransaction,
  type DepositStatus,
  type LineProblem,
  type LineStatus,
  type wallet,
} from './deposit.contract.ts'
import { depositOf, lineOf } from './deposit.query.server.ts'
import {
  isSecond,
  namedDeposit,
  needsSecond,
  problemOf,
  whyNotConfirm,
  whyNotMatch,
  whyNotPay,
  whyNotReject,
  whyNotSettle,
} from './deposit.rules.ts'
import { payment } from './statement.server.ts'

type Update = Context<typeof wallet.updateTransfer>
type Deposit = NonNullable<Awaited<ReturnType<typeof holdDeposit>>>
type Line = NonNullable<Awaited<ReturnType<typeof holdLine>>>

const codes = {
  [depositStatus.waiting]: 'request_pending',
  [depositStatus.matched]: 'request_processing',
  [depositStatus.done]: 'request_finished',
  [depositStatus.rejected]: 'request_system_rejected',
  [depositStatus.closed]: 'action_invalid',
} as const satisfies Record<DepositStatus, string>

export async function updateTransfer(context: Update) {
  const { db, me, input, fail } = context
  const deposit = (await holdDeposit(db, me, input.transfer_id)) ?? fail('request_not_found')
  if (input.version != null && input.version !== deposit.version)
    fail('changed_by_other', { current: await depositOf(db, me, input.transfer_id) })
  const over = whyNotReject(deposit)
  if (over !== null) fail(codes[deposit.status], { message: over })
  if (input.status === depositStatus.rejected) await reject(context, deposit)
  else if (input.status !== depositStatus.done)
    fail('action_invalid', { message: 'Yêu cầu chỉ hoàn thành hoặc từ chối được.' })
  else if (deposit.status === depositStatus.matched) await confirm(context, deposit)
  else await match(context, deposit)
  return (await depositOf(db, me, input.transfer_id))!
}

/** A person says that this line is the request's money. */
async function match({ db, me, input, fail }: Update, deposit: Deposit): Promise<void> {
  if (input.bank_transaction_id == null)
    return fail('request_pending', { message: 'Yêu cầu đang chờ tiền về: hãy chọn dòng sao kê để khớp.' })
  const line = await holdWaitingLine(db, me, { bank_transaction_id: input.bank_transaction_id }, fail)
  asOther(line, me, fail)
  asOpen({ status: deposit.wallet_status }, fail)
  asAmount(line, deposit, input.amount, fail)
  await settleLine(db, me, line, { transfer_id: deposit.transfer_id, note: input.note ?? line.note })
  const change = { ...stamped(me), matched_by: me.user_id, note: input.note ?? deposit.note }
  if (!isSecond(line, deposit) && needsSecond(await moneyConfigOf(db), line.amount))
    return void (await moveDeposit(db, deposit, depositLife.match.to, change))
  await payIn(db, line, deposit)
  await moveDeposit(db, deposit, depositLife.finish.to, { ...change, ...finished(line) })
}

/** A second person says the same. */
async function confirm({ db, me, input, fail }: Update, deposit: Deposit): Promise<void> {
  const line = await proposedLine(db, deposit)
  if (input.bank_transaction_id != null && input.bank_transaction_id !== line.bank_transaction_id)
    fail('request_processing', { message: whyNotMatch(deposit)! })
  const own = whyNotConfirm({ ...deposit, line_created_by: line.created_by }, me.user_id)
  if (own !== null) fail('no_right', { message: own })
  asOpen({ status: deposit.wallet_status }, fail)
  asAmount(line, deposit, input.amount, fail)
  await payIn(db, line, deposit)
  await moveDeposit(db, deposit, depositLife.finish.to, {
    ...stamped(me),
    ...finished(line),
    confirmed_by: me.user_id,
    note: input.note ?? deposit.note,
  })
}

/** A line that was put to it waits for a person again. */
async function reject({ db, me, input: { note }, fail }: Update, deposit: Deposit): Promise<void> {
  if (!note) return fail('request_invalid', { fields: { note: 'Hãy ghi lý do từ chối' } })
  await moveDeposit(db, deposit, depositLife.reject.to, { ...stamped(me), finished_at: sql`now()`, note })
  if (deposit.status !== depositStatus.matched) return
  const line = await proposedLine(db, deposit)
  const named = namedDeposit(line.content)
  const other = named === null ? undefined : await holdDeposit(db, null, named)
  await db
    .updateTable('bank_transaction') // unscoped: the caller holds the line
    .set({ ...stamped(me), status: lineLife.giveBack.to, transfer_id: other?.transfer_id ?? null })
    .set({ problem: problemOf(line, other) ?? line.problem })
    .where('bank_transaction_id', '=', line.bank_transaction_id)
    .execute()
}

/** Money whose content names no request goes to a wallet all the same: by a request in that wallet's name, and the same way. */
export async function assign({ db, me, input, fail }: Context<typeof bankTransaction.assign>) {
  const line = await holdWaitingLine(db, me, input, fail)
  const owner = (await holdWallet(db, me, input.account_id)) ?? fail('not_found', { message: 'Ví không tồn tại.' })
  asOther(line, me, fail)
  asOpen(owner, fail)
  const config = await moneyConfigOf(db)
  const second = needsSecond(config, line.amount)
  const made = await db
    .insertInto('deposit')
    .values({
      request_key: `line:${line.bank_transaction_id}:${line.version}`,
      account_id: input.account_id,
      amount: line.amount,
      bank_id: line.bank_id,
      account_number: line.account_number,
      note: input.note,
      expires_at: sql`now() + make_interval(hours => ${config.deposit_hours})`,
      matched_by: me.user_id,
      ...(second ? { status: depositStatus.matched } : { status: depositStatus.done, ...finished(line) }),
    })
    .returning(['transfer_id', 'content'])
    .executeTakeFirstOrThrow()
  await settleLine(db, me, line, { transfer_id: made.transfer_id, note: input.note })
  if (!second) await payIn(db, line, { ...made, ledger_id: owner.ledger_id })
  return (await lineOf(db, me, line.bank_transaction_id))!
}

/** One person is enough: nobody gets the money, it stays with the business, and who said so with what reason is kept. */
export async function ignore({ db, me, input, fail }: Context<typeof bankTransaction.ignore>) {
  const line = await holdWaitingLine(db, me, input, fail)
  await db
    .updateTable('bank_transaction') // unscoped: the caller holds the line
    .set({ ...stamped(me), status: lineLife.ignore.to, note: input.note })
    .where('bank_transaction_id', '=', line.bank_transaction_id)
    .execute()
  await transfer(db, {
    ref: `statement:${line.bank_transaction_id}:other`,
    kind: 'bank_line',
    from: await unmatchedLedger(db),
    to: await otherBankLedger(db),
    amount: line.amount,
    reason: `Không phải nạp tiền: ${line.reference}`,
  })
  return (await lineOf(db, me, line.bank_transaction_id))!
}

/** The request with its wallet, both locked; undefined when `me` may not see it, who is null where a line's own naming leads to it. */
function holdDeposit(db: Db, me: Me | null, transfer_id: number) {
  return db
    .selectFrom('deposit as d')
    .innerJoin('wallet_account as w', 'w.account_id', 'd.account_id')
    .selectAll('d')
    .select(['w.ledger_id', 'w.status as wallet_status'])
    .$narrowType<{ status: DepositStatus; wallet_status: WalletStatus }>()
    .where('d.transfer_id', '=', transfer_id)
    .$if(me !== null, (query) => query.where(within(me!, 'deposit', 'd')))
    .forUpdate('d')
    .forShare('w')
    .executeTakeFirst()
}

function holdLine(db: Db, me: Me, bank_transaction_id: number) {
  return db
    .selectFrom('bank_transaction as t')
    .selectAll('t')
    .$narrowType<{ status: LineStatus; problem: LineProblem | null }>()
    .where('t.bank_transaction_id', '=', bank_transaction_id)
    .where(within(me, 'bank_transaction', 't'))
    .forUpdate()
    .executeTakeFirst()
}

/** The line that was put to a request which waits for the second person. */
function proposedLine(db: Db, { transfer_id }: Deposit): Promise<Line> {
  return db
    .selectFrom('bank_transaction as t') // unscoped: the line of a request that the caller holds
    .selectAll('t')
    .$narrowType<{ status: LineStatus; problem: LineProblem | null }>()
    .where('t.transfer_id', '=', transfer_id)
    .where('t.status', '=', lineStatus.settled)
    .forUpdate()
    .executeTakeFirstOrThrow()
}

/** A line that waits for a person, locked. */
async function holdWaitingLine(
  db: Db,
  me: Me,
  { bank_transaction_id, version }: { bank_transaction_id: number; version?: number | null | undefined },
  fail: Fail<'not_found' | 'changed_by_other' | 'request_exists' | 'action_invalid'>,
): Promise<Line> {
  const line =
    (await holdLine(db, me, bank_transaction_id)) ?? fail('not_found', { message: 'Không có dòng sao kê này.' })
  if (version != null && version !== line.version)
    fail('changed_by_other', { current: await lineOf(db, me, bank_transaction_id) })
  const message = whyNotSettle(line)
  const is_taken = line.status === lineStatus.matched || line.status === lineStatus.settled
  if (message !== null) fail(is_taken ? 'request_exists' : 'action_invalid', { message })
  return line
}

function asOther(line: Line, me: Me, fail: Fail<'no_right'>): void {
  const message = whyNotPay(line, me.user_id)
  if (message !== null) fail('no_right', { message })
}

function asOpen(owner: { status: WalletStatus }, fail: Fail<'action_invalid'>): void {
  const message = whyNotMove(owner)
  if (message !== null) fail('action_invalid', { message })
}

/** What came is what is paid in; where that is not what was asked for, the caller must have said so. */
function asAmount(line: Line, deposit: Deposit, said: number | null | undefined, fail: Fail<'amount_wrong'>): void {
  const asked = said ?? deposit.amount
  if (line.amount !== asked)
    fail('amount_wrong', { message: `Tiền về ${moneyText(line.amount)}, không phải ${moneyText(asked)}.` })
}

async function settleLine(db: Db, me: Me, line: Line, more: { transfer_id: number; note: string | null }) {
  await db
    .updateTable('bank_transaction') // unscoped: the caller holds the line
    .set({ ...stamped(me), ...more, status: lineLife.settle.to })
    .where('bank_transaction_id', '=', line.bank_transaction_id)
    .execute()
}

async function payIn(db: Db, line: Line, deposit: { content: string; ledger_id: number }): Promise<void> {
  const from = await unmatchedLedger(db)
  await transfer(db, { ...payment(line.bank_transaction_id, deposit, line.amount), from })
}

const finished = (line: Line) => ({ paid_amount: line.amount, finished_at: sql<string>`now()` })

type Change = ReturnType<typeof stamped> & {
  note: string | null
  matched_by?: number
  confirmed_by?: number
  paid_amount?: number
  finished_at?: ReturnType<typeof sql<string>>
}

async function moveDeposit(db: Db, { transfer_id }: Deposit, status: DepositStatus, change: Change): Promise<void> {
  await db
    .updateTable('deposit') // unscoped: the caller holds the request
    .set({ ...change, status })
    .where('transfer_id', '=', transfer_id)
    .execute()
}
