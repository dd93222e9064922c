/** What people decide on requests: match one with a statement line, confirm what another person matched, or reject it. */
import { sql } from 'kysely'
import { moneyText } from '#contract/text/money-text.ts'
import { within } from '#server/scope.ts'
import type { Fail } from '#server/fail.ts'
import type { Context } from '#server/serve.ts'
import type { Me } from '#server/session/session.ts'
import { changeColumns, hasChanged } from '#server/record/change-columns.ts'
import type { Db } from '#server/database/transaction.ts'
import {
  assertSecondPerson,
  assertWalletOpen,
  lockWaitingLine,
  paidWith,
  payIntoWallet,
  settleLine,
  waitsForSecond,
  type LockedLine,
} from '#features/wallets/statement/settle-line.server.ts'
import {
  lineLife,
  lineStatus,
  type LineProblem,
  type LineStatus,
} from '#features/wallets/statement/statement.contract.ts'
import { isSecondPerson, namedDeposit, problemOf } from '#features/wallets/statement/statement.rules.ts'
import type { WalletStatus } from '#features/wallets/wallet/wallet-status.contract.ts'
import { depositLife, depositStatus, type deposits, type DepositStatus } from './deposit.contract.ts'
import { findDeposit } from './deposit.query.server.ts'
import { whyNotConfirm, whyNotMatch, whyNotReject } from './deposit.rules.ts'
import type { Move } from '#contract/lifecycle.ts'
import { moveLocked } from '#server/record/move.ts'

type Update = Context<typeof deposits.update>
type LockedDeposit = NonNullable<Awaited<ReturnType<typeof lockDeposit>>>

const codes = {
  [depositStatus.waiting]: 'request_pending',
  [depositStatus.matched]: 'request_processing',
  [depositStatus.done]: 'request_finished',
  [depositStatus.rejected]: 'request_system_rejected',
  [depositStatus.closed]: 'action_invalid',
} as const satisfies Record<DepositStatus, string>

export async function updateDeposit(context: Update) {
  const { db, me, input, fail } = context
  const { transfer_id: deposit_id, version, status } = input
  const deposit = (await lockDeposit(db, me, deposit_id)) ?? fail('request_not_found')
  if (hasChanged(deposit, version)) fail('changed_by_other', { current: await findDeposit(db, me, deposit_id) })
  const refusal = whyNotReject(deposit)
  if (refusal !== null) fail(codes[deposit.status], { message: refusal })
  if (status === depositStatus.rejected) await reject(context, deposit)
  else if (status !== depositStatus.done)
    fail('action_invalid', { message: 'Yêu cầu chỉ hoàn thành hoặc từ chối được.' })
  else if (deposit.status === depositStatus.matched) await confirm(context, deposit)
  else await match(context, deposit)
  return (await findDeposit(db, me, deposit_id))!
}

/** The first person matches the request with a statement line. */
async function match({ db, me, input, fail }: Update, deposit: LockedDeposit): Promise<void> {
  const { bank_transaction_id, amount, note } = input
  if (bank_transaction_id == null)
    return fail('request_pending', { message: 'Yêu cầu đang chờ tiền về: hãy chọn dòng sao kê để khớp.' })
  const line = await lockWaitingLine(db, me, { bank_transaction_id }, fail)
  assertSecondPerson(line, me, fail)
  assertWalletOpen(deposit.wallet_status, fail)
  assertAmountMatches(line, amount ?? deposit.amount, fail)
  const waits =
    !isSecondPerson(line, deposit.deposit_id) && (await waitsForSecond(db, me, deposit.account_id, line.amount))
  await settleLine(db, me, line, { deposit_id: deposit.deposit_id, note: note ?? line.note })
  const change = { ...changeColumns(me), matched_by: me.user_id, note: note ?? deposit.note }
  if (waits) return moveDeposit(db, deposit, depositLife.moves.match, change)
  await payIntoWallet(db, line, deposit)
  await moveDeposit(db, deposit, depositLife.moves.finish, { ...change, ...paidWith(line) })
}

/** A second person confirms the match. */
async function confirm({ db, me, input, fail }: Update, deposit: LockedDeposit): Promise<void> {
  const line = await lockMatchedLine(db, deposit)
  if (input.bank_transaction_id != null && input.bank_transaction_id !== line.bank_transaction_id)
    fail('request_processing', { message: whyNotMatch(deposit)! })
  const message = whyNotConfirm({ ...deposit, line_created_by: line.created_by }, me)
  if (message !== null) fail('no_right', { message })
  assertWalletOpen(deposit.wallet_status, fail)
  assertAmountMatches(line, input.amount ?? deposit.amount, fail)
  await payIntoWallet(db, line, deposit)
  await moveDeposit(db, deposit, depositLife.moves.finish, {
    ...changeColumns(me),
    ...paidWith(line),
    confirmed_by: me.user_id,
    note: input.note ?? deposit.note,
  })
}

/** Rejects the request; the statement line that it was matched with waits for a person again. */
async function reject({ db, me, input: { note }, fail }: Update, deposit: LockedDeposit): Promise<void> {
  if (!note) return fail('request_invalid', { fields: { note: 'Hãy ghi lý do từ chối' } })
  await moveDeposit(db, deposit, depositLife.moves.reject, { ...changeColumns(me), finished_at: sql`now()`, note })
  if (deposit.status !== depositStatus.matched) return
  const line = await lockMatchedLine(db, deposit)
  const named_id = namedDeposit(line.content)
  const other = named_id === null ? undefined : await lockDeposit(db, null, named_id)
  const { bank_transaction_id } = line
  await moveLocked(db, 'bank_transaction', { bank_transaction_id }, lineLife.moves.giveBack, {
    ...changeColumns(me),
    deposit_id: other?.deposit_id ?? null,
    problem: problemOf(line, other) ?? line.problem,
  })
}

/** Locks the request with its wallet; undefined when `me` may not see it. The program itself (null) sees all. */
function lockDeposit(db: Db, me: Me | null, deposit_id: number) {
  return db
    .selectFrom('deposit as d')
    .innerJoin('wallet_account as w', 'w.account_id', 'd.account_id')
    .selectAll('d')
    .select(['w.ledger_id', 'w.status as wallet_status'])
    .$narrowType<{ status: DepositStatus; wallet_status: WalletStatus }>()
    .where('d.deposit_id', '=', deposit_id)
    .$if(me !== null, (query) => query.where(within(me!, 'deposit', 'd')))
    .forUpdate('d')
    .forShare('w')
    .executeTakeFirst()
}

/** The statement line that was matched with a request that waits for a second person. */
function lockMatchedLine(db: Db, { deposit_id }: LockedDeposit): Promise<LockedLine> {
  return db
    .selectFrom('bank_transaction as t') // unscoped: the line of a request that the caller has locked
    .selectAll('t')
    .$narrowType<{ status: LineStatus; problem: LineProblem | null }>()
    .where('t.deposit_id', '=', deposit_id)
    .where('t.status', '=', lineStatus.settled)
    .forUpdate()
    .executeTakeFirstOrThrow()
}

/** The amount that came in is credited; where it differs from the requested one, the caller must have confirmed it. */
function assertAmountMatches(line: LockedLine, expected: number, fail: Fail<'amount_wrong'>): void {
  if (line.amount !== expected)
    fail('amount_wrong', { message: `Tiền về ${moneyText(line.amount)}, không phải ${moneyText(expected)}.` })
}

type Change = ReturnType<typeof changeColumns> & {
  note: string | null
  matched_by?: number
  confirmed_by?: number
  paid_amount?: number
  finished_at?: ReturnType<typeof sql<string>>
}

async function moveDeposit(db: Db, { deposit_id }: LockedDeposit, transition: Move, change: Change): Promise<void> {
  await moveLocked(db, 'deposit', { deposit_id }, transition, change)
}
