/** How lines of a bank statement come in, from a file or from the bank itself: into the ledger, and where all is well into the wallet. */
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { postAll, type Posting } from '#server/ledger/ledger.ts'
import type { StatementLine } from '#server/gateways/gateway.ts'
import type { Db } from '#server/database/transaction.ts'
import { bankLedger, otherBankLedger, unmatchedLedger } from '#features/wallets/money.server.ts'
import { moneyConfigOf } from '#features/wallets/money-config/money-config.server.ts'
import type { WalletStatus } from '#features/wallets/wallet/wallet.contract.ts'
import { depositStatus, lineProblem, lineStatus, type DepositStatus, type LineProblem } from './deposit.contract.ts'
import { namedDeposit, needsSecond, problemOf } from './deposit.rules.ts'

/** An account of the business at a bank. */
export interface BankAccount {
  bank_id: number
  bin: string
  account_number: string
}

/** NAPAS knows MB Bank by this; it is the one whose statements can be read. */
export const mb_bank_bin = '970422'

/** Where a line was read. */
export const lineSource = { bank: 1, file: 2 } as const

/** What is known of where lines come from: of a file, who took it in and whether the bank tells the same lines by itself. */
export type Origin = { source: 1 } | { source: 2; created_by: number; is_read: boolean }

/**
 * What became of a line. `known`: it was here before; `different`: its reference was here before with another amount, or, where the bank
 * tells what came from a file, its money went to another request than the bank's content names.
 */
export interface Taken {
  reference: string
  outcome: 'added' | 'known' | 'different'
  amount: number
  /** Null for what pays its request, and for debits. */
  problem: LineProblem | null
}

/**
 * Takes lines in, in their order; lines that are here already do nothing, but that what a file told is the bank's word from the moment the
 * bank tells it too. Locks in the order that everything about deposits keeps: the account's intake, requests by their numbers, wallets,
 * lines, then the ledger.
 */
export async function takeLines(
  db: Db,
  account: BankAccount,
  lines: readonly StatementLine[],
  origin: Origin,
): Promise<Taken[]> {
  await holdIntake(db, account)
  const weighed = await weigh(db, account, lines, origin, 'held')
  for (const { again, line } of weighed) if (again) await correct(db, line, again)
  const open = weighed.filter((one) => one.outcome === 'added' || one.again?.status === lineStatus.waiting)
  if (open.length > 0) await keep(db, account, open, origin)
  return weighed
}

/** Nothing else comes in on the account until the transaction ends. */
export async function holdIntake(db: Db, { bin, account_number }: BankAccount): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`statement:${bin}:${account_number}`}, 0))`.execute(db)
}

/** What would become of the lines. */
export const weighLines = (
  db: Db,
  account: BankAccount,
  lines: readonly StatementLine[],
  origin: Origin,
): Promise<Taken[]> => weigh(db, account, lines, origin, 'seen')

const longest_reference = 50

/** The same reference whoever wrote it, within what is kept; a longer one is told apart by its digest. */
export function referenceOf(told: string): string {
  const bare = told
    .toWellFormed()
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/[\p{Cc}\p{Cf}]/gu, '')
    .trim()
  if (bare.length <= longest_reference) return bare
  const digest = createHash('sha256').update(bare).digest('hex').slice(0, 16)
  return `${bare.slice(0, longest_reference - 17).toWellFormed()}#${digest}`
}

type Named = Awaited<ReturnType<typeof namedIn>>[number]
type Known = Awaited<ReturnType<typeof knownIn>>[number]

interface Weighed extends Taken {
  line: StatementLine
  deposit: Named | undefined
  /** The line as a file told it, which the bank tells now. */
  again: Known | null
}

async function weigh(
  db: Db,
  account: BankAccount,
  told: readonly StatementLine[],
  origin: Origin,
  how: 'held' | 'seen',
): Promise<Weighed[]> {
  const lines = told.map((line) => ({ ...line, reference: referenceOf(line.reference) }))
  if (lines.some(({ reference }) => reference === '')) throw new Error('a line has no reference')
  const config = await moneyConfigOf(db)
  const deposits = new Map((await namedIn(db, lines, how)).map((one) => [one.transfer_id, one]))
  const known = new Map<string, { amount: number; again: Known | null }>()
  for (const one of await knownIn(db, account, lines, how)) {
    const again = origin.source === lineSource.bank && one.source === lineSource.file ? one : null
    known.set(one.reference, { amount: one.amount, again })
  }
  return lines.map((line): Weighed => {
    const { amount, reference } = line
    const before = known.get(reference)
    known.set(reference, { amount, again: null })
    const again = before?.amount === amount ? before.again : null
    const outcome = !before ? 'added' : before.amount !== amount || isOther(again, line) ? 'different' : 'known'
    const taken = { reference, amount, outcome, line, again } as const
    if (before && again?.status !== lineStatus.waiting) return { ...taken, problem: null, deposit: undefined }
    const named = amount > 0 ? namedDeposit(line.content) : null
    const deposit = named === null ? undefined : deposits.get(named)
    const problem = amount > 0 ? (problemOf({ ...account, ...line }, deposit) ?? doubt(origin, config, amount)) : null
    // The next line of this lot that names it comes too late.
    if (deposit && problem === null) deposits.set(deposit.transfer_id, { ...deposit, status: depositStatus.done })
    return { ...taken, problem, deposit }
  })
}

/** A person or the program has acted on what the file told, and the bank tells of another request. */
const isOther = (again: Known | null, line: StatementLine) =>
  again !== null && again.status !== lineStatus.waiting && namedDeposit(again.content) !== namedDeposit(line.content)

/** A file says whatever its writer likes: a large sum waits for another person, and where the bank is read itself every sum for the bank. */
function doubt(origin: Origin, config: Parameters<typeof needsSecond>[0], amount: number): LineProblem | null {
  if (origin.source === lineSource.bank) return null
  return origin.is_read || needsSecond(config, amount) ? lineProblem.file : null
}

function knownIn(
  db: Db,
  { bank_id, account_number }: BankAccount,
  lines: readonly StatementLine[],
  how: 'held' | 'seen',
) {
  const references = lines.map(({ reference }) => reference)
  return db
    .selectFrom('bank_transaction') // unscoped: the intake sees all lines of its account
    .select(['bank_transaction_id', 'reference', 'amount', 'content', 'source', 'status'])
    .where('bank_id', '=', bank_id)
    .where('account_number', '=', account_number)
    .where('reference', '=', sql<string>`any (${references}::text[])`)
    .orderBy('bank_transaction_id')
    .$if(how === 'held', (query) => query.forUpdate())
    .execute()
}

/** The bank's own words take the place of those of the file. */
async function correct(db: Db, line: StatementLine, { bank_transaction_id }: Known): Promise<void> {
  const { at, content, counter_account, counter_name } = line
  await db
    .updateTable('bank_transaction') // unscoped: the intake holds the line
    .set({ at, content, counter_account, counter_name, source: lineSource.bank, created_by: null })
    .set({ version: sql<number>`version + 1` })
    .where('bank_transaction_id', '=', bank_transaction_id)
    .execute()
}

/** The requests that the credits name, with their wallets. */
function namedIn(db: Db, lines: readonly StatementLine[], how: 'held' | 'seen') {
  const named = lines.flatMap(({ amount, content }) => (amount > 0 ? (namedDeposit(content) ?? []) : []))
  return db
    .selectFrom('deposit as d') // unscoped: the intake matches whatever is named
    .innerJoin('wallet_account as w', 'w.account_id', 'd.account_id')
    .select(['d.transfer_id', 'd.content', 'd.status', 'd.amount', 'd.bank_id', 'd.account_number'])
    .select(['d.created_at', 'd.expires_at'])
    .select(['w.ledger_id', 'w.status as wallet_status'])
    .$narrowType<{ status: DepositStatus; wallet_status: WalletStatus }>()
    .where('d.transfer_id', '=', sql<number>`any (${named}::integer[])`)
    .orderBy('d.transfer_id')
    .$if(how === 'held', (query) => query.forUpdate('d').forShare('w'))
    .execute()
}

/** Writes new lines and what became of those that waited, moves their money, and completes the requests that they pay. */
async function keep(db: Db, account: BankAccount, lines: readonly Weighed[], origin: Origin): Promise<void> {
  const paid = lines.flatMap(({ deposit, problem }) => (deposit && problem === null ? [deposit.transfer_id] : []))
  const added = await insertLines(
    db,
    account,
    lines.filter(({ again }) => again === null),
    origin,
  )
  for (const one of lines)
    if (one.again)
      await db
        .updateTable('bank_transaction') // unscoped: the intake holds the line
        .set(stateOf(one))
        .where('bank_transaction_id', '=', one.again.bank_transaction_id)
        .execute()
  if (paid.length > 0) await complete(db, paid)
  await postLines(
    db,
    account,
    lines.map((one) => ({ ...one, bank_transaction_id: one.again?.bank_transaction_id ?? added.get(one.reference)! })),
  )
}

const stateOf = ({ amount, problem, deposit }: Weighed) => ({
  problem,
  transfer_id: deposit?.transfer_id ?? null,
  status: amount < 0 ? lineStatus.other : problem === null ? lineStatus.matched : lineStatus.waiting,
})

/** @returns the new lines' numbers by their references. */
async function insertLines(
  db: Db,
  { bank_id, account_number }: BankAccount,
  added: readonly Weighed[],
  origin: Origin,
): Promise<Map<string, number>> {
  if (added.length === 0) return new Map()
  const from = { source: origin.source, created_by: origin.source === lineSource.file ? origin.created_by : null }
  const rows = await db
    .insertInto('bank_transaction')
    .values(added.map((one) => ({ ...one.line, ...stateOf(one), ...from, bank_id, account_number })))
    .returning(['bank_transaction_id', 'reference'])
    .execute()
  return new Map(rows.map(({ reference, bank_transaction_id }) => [reference, bank_transaction_id]))
}

async function complete(db: Db, transfer_ids: readonly number[]): Promise<void> {
  await db
    .updateTable('deposit') // unscoped: the intake completes what it holds
    .set({ status: depositStatus.done, finished_at: sql`now()` })
    .set((eb) => ({ paid_amount: eb.ref('amount'), version: sql<number>`version + 1` }))
    .where('transfer_id', '=', sql<number>`any (${transfer_ids}::integer[])`)
    .execute()
}

async function postLines(
  db: Db,
  { bin, account_number }: BankAccount,
  lines: readonly (Weighed & { bank_transaction_id: number })[],
): Promise<void> {
  const [bank, unmatched, other] = [
    await bankLedger(db, bin, account_number),
    await unmatchedLedger(db),
    await otherBankLedger(db),
  ]
  const postings = lines.flatMap(({ line, bank_transaction_id, deposit, problem, again }): Posting[] => {
    const come = line.amount > 0
    const [from, to] = come ? [bank, unmatched] : [other, bank]
    const entry = { ref: `statement:${bank_transaction_id}`, kind: 'bank_line', phase: 1, from, to } as const
    const told: Posting[] = again
      ? []
      : [{ ...entry, amount: Math.abs(line.amount), reason: `Sao kê ${line.reference}` }]
    if (!come || !deposit || problem !== null) return told
    return [...told, { ...payment(bank_transaction_id, deposit, line.amount), phase: 1, from: unmatched }]
  })
  const refused = (await postAll(db, postings)).find(({ result }) => result !== 'done')
  if (refused) throw new Error(`a line of ${account_number} was not posted: ${refused.result}`)
}

/** The movement by which a line's money goes into its request's wallet: once, because the line is its key. */
export function payment(
  bank_transaction_id: number,
  { content, ledger_id }: { content: string; ledger_id: number },
  amount: number,
) {
  return {
    ref: `deposit:${bank_transaction_id}`,
    kind: 'top_up',
    to: ledger_id,
    amount,
    reason: `Nạp tiền chuyển khoản ${content}`,
  } as const
}
