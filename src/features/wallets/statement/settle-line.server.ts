/** What people decide on statement lines: assign one to a wallet, or ignore it. Matching one with a request is in update-deposit. */
import { sql } from 'kysely'
import { transfer } from '#server/ledger/ledger.ts'
import { within } from '#server/scope.ts'
import type { Fail } from '#server/fail.ts'
import type { Context } from '#server/serve.ts'
import type { Me } from '#server/session/session.ts'
import { moveLocked } from '#server/record/move.ts'
import { changeColumns, hasChanged } from '#server/record/change-columns.ts'
import type { Db } from '#server/database/transaction.ts'
import { depositStatus } from '#features/wallets/deposit/deposit.contract.ts'
import { needsSecondPerson } from '#features/wallets/deposit/deposit.rules.ts'
import { otherBankLedger, unmatchedLedger } from '#features/wallets/money.server.ts'
import { moneyConfigOf } from '#features/wallets/money-config/money-config.server.ts'
import type { WalletStatus } from '#features/wallets/wallet/wallet-status.contract.ts'
import { lockWallet } from '#features/wallets/wallet/wallet.query.server.ts'
import { whyNotMove } from '#features/wallets/wallet/wallet.rules.ts'
import { sumDepositedAlone } from '#features/wallets/second-person.server.ts'
import { payment } from './intake.server.ts'
import { lineLife, lineStatus, type LineProblem, type LineStatus, type statement } from './statement.contract.ts'
import { findLine } from './statement.query.server.ts'
import { whyNotImporter, whyNotSettle } from './statement.rules.ts'

/** Credits money that names no request to a wallet, through a request that is created for it and goes the usual way. */
export async function assign({ db, me, input, fail }: Context<typeof statement.assign>) {
  const line = await lockWaitingLine(db, me, input, fail)
  const wallet = (await lockWallet(db, me, input.account_id)) ?? fail('not_found', { message: 'Ví không tồn tại.' })
  assertSecondPerson(line, me, fail)
  assertWalletOpen(wallet.status, fail)
  const config = await moneyConfigOf(db)
  const waits = await waitsForSecond(db, me, input.account_id, line.amount)
  const deposit = await db
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
      ...(waits ? { status: depositStatus.matched } : { status: depositStatus.done, ...paidWith(line) }),
    })
    .returning(['deposit_id', 'content'])
    .executeTakeFirstOrThrow()
  await settleLine(db, me, line, { deposit_id: deposit.deposit_id, note: input.note })
  if (!waits) await payIntoWallet(db, line, { ...deposit, ledger_id: wallet.ledger_id })
  return (await findLine(db, me, line.bank_transaction_id))!
}

/** The money is no deposit and stays with the business. One person may decide this, because nobody is credited. */
export async function ignore({ db, me, input, fail }: Context<typeof statement.ignore>) {
  const line = await lockWaitingLine(db, me, input, fail)
  const { bank_transaction_id } = line
  const change = { ...changeColumns(me), note: input.note }
  await moveLocked(db, 'bank_transaction', { bank_transaction_id }, lineLife.moves.ignore, change)
  await transfer(db, {
    ref: `statement:${line.bank_transaction_id}:other`,
    kind: 'bank_line',
    from: await unmatchedLedger(db),
    to: await otherBankLedger(db),
    amount: line.amount,
    reason: `Không phải nạp tiền: ${line.reference}`,
  })
  return (await findLine(db, me, line.bank_transaction_id))!
}

/** Locks a line that waits for a person; refuses when there is none, or when it has changed since the person saw it. */
export async function lockWaitingLine(
  db: Db,
  me: Me,
  { bank_transaction_id, version }: { bank_transaction_id: number; version?: number | null | undefined },
  fail: Fail<'not_found' | 'changed_by_other' | 'request_exists' | 'action_invalid'>,
): Promise<LockedLine> {
  const line =
    (await lockLine(db, me, bank_transaction_id)) ?? fail('not_found', { message: 'Không có dòng sao kê này.' })
  if (hasChanged(line, version)) fail('changed_by_other', { current: await findLine(db, me, bank_transaction_id) })
  const message = whyNotSettle(line)
  const is_taken = line.status === lineStatus.matched || line.status === lineStatus.settled
  if (message !== null) fail(is_taken ? 'request_exists' : 'action_invalid', { message })
  return line
}

export type LockedLine = NonNullable<Awaited<ReturnType<typeof lockLine>>>

function lockLine(db: Db, me: Me, bank_transaction_id: number) {
  return db
    .selectFrom('bank_transaction as t')
    .selectAll('t')
    .$narrowType<{ status: LineStatus; problem: LineProblem | null }>()
    .where('t.bank_transaction_id', '=', bank_transaction_id)
    .where(within(me, 'bank_transaction', 't'))
    .forUpdate()
    .executeTakeFirst()
}

/** Refuses when the person imported the line. */
export function assertSecondPerson(line: LockedLine, me: Me, fail: Fail<'no_right'>): void {
  const message = whyNotImporter(line, me)
  if (message !== null) fail('no_right', { message })
}

/** Whether a second person must confirm this credit, because of its amount or of the day's sums. */
export async function waitsForSecond(db: Db, me: Me, account_id: number, amount: number): Promise<boolean> {
  return needsSecondPerson(await moneyConfigOf(db), amount + (await sumDepositedAlone(db, me, account_id)))
}

/** Refused when the wallet is locked. */
export function assertWalletOpen(status: WalletStatus, fail: Fail<'action_invalid'>): void {
  const message = whyNotMove({ status })
  if (message !== null) fail('action_invalid', { message })
}

/** Links the line to this request. */
export async function settleLine(
  db: Db,
  me: Me,
  line: LockedLine,
  change: { deposit_id: number; note: string | null },
) {
  const { bank_transaction_id } = line
  const stamps = changeColumns(me)
  await moveLocked(db, 'bank_transaction', { bank_transaction_id }, lineLife.moves.settle, { ...stamps, ...change })
}

/** Moves the line's money into the wallet of its request. */
export async function payIntoWallet(
  db: Db,
  line: LockedLine,
  deposit: { content: string; ledger_id: number },
): Promise<void> {
  const from = await unmatchedLedger(db)
  await transfer(db, { ...payment(line.bank_transaction_id, deposit, line.amount), from })
}

/** The columns of a request that this line has paid. */
export const paidWith = (line: LockedLine) => ({ paid_amount: line.amount, finished_at: sql<string>`now()` })
