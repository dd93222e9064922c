/** Takes in statement lines from a file or from the bank: into the ledger, and where nothing is wrong into the wallet. */
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { postAll, transferPhase, type Posting } from '#server/ledger/ledger.ts'
import type { StatementLine } from '#server/gateways/gateway.ts'
import type { Db } from '#server/database/transaction.ts'
import { bankLedger, otherBankLedger, unmatchedLedger } from '#features/wallets/money.server.ts'
import { moneyConfigOf } from '#features/wallets/money-config/money-config.server.ts'
import { sumsDepositedAlone } from '#features/wallets/second-person.server.ts'
import type { WalletStatus } from '#features/wallets/wallet/wallet-status.contract.ts'
import { depositLife, depositStatus, type DepositStatus } from '#features/wallets/deposit/deposit.contract.ts'
import { needsSecondPerson } from '#features/wallets/deposit/deposit.rules.ts'
import { lineProblem, lineStatus, type LineProblem } from './statement.contract.ts'
import { namedDeposit, problemOf } from './statement.rules.ts'

/** An account of the business at a bank. */
export interface BankAccount {
  bank_id: number
  bin: string
  account_number: string
}

/** The BIN of MB Bank, the one bank whose statements can be read. */
export const mb_bank_bin = '970422'

/** Where a line comes from. */
export const lineSource = { bank: 1, file: 2 } as const

/** The source of the lines; for a file, who imported it and whether the bank is read directly too. */
export type Origin = { source: 1 } | { source: 2; created_by: number; is_read: boolean }

/**
 * The outcome for a line. `known`: it is already stored. `different`: its reference is already stored with another amount, or the imported line was
 * matched with another request than the bank names.
 */
export interface LineOutcome {
  reference: string
  outcome: 'added' | 'known' | 'different'
  amount: number
  /** Null for a line that pays its request, and for debits. */
  problem: LineProblem | null
}

/**
 * Takes lines in, in order. A line that is already stored changes nothing, except that the bank's own texts replace those of a file. Locks are taken
 * in the common order of everything about deposits: intake of the account, requests by number, wallets, lines, the sums of the person and of the wallets, ledger.
 */
export async function takeLines(
  db: Db,
  account: BankAccount,
  statement: readonly StatementLine[],
  origin: Origin,
): Promise<LineOutcome[]> {
  await lockIntake(db, account)
  const lines = statement.map(withNormalReference)
  const deposits = await selectNamedDeposits(db, lines).forUpdate('d').forShare('w').execute()
  const existing = await selectExistingLines(db, account, lines).forUpdate().execute()
  const limit = await limitOf(db, origin, deposits)
  const classified = classify(lines, { account, origin, deposits, existing, ...limit })
  for (const { imported, line } of classified) if (imported) await replaceImported(db, line, imported)
  const open = classified.filter((line) => line.outcome === 'added' || line.imported?.status === lineStatus.waiting)
  if (open.length > 0) await save(db, account, open, origin)
  return classified
}

/** The outcome for each line; nothing is written. */
export async function previewLines(
  db: Db,
  account: BankAccount,
  statement: readonly StatementLine[],
  origin: Origin,
): Promise<LineOutcome[]> {
  const lines = statement.map(withNormalReference)
  const deposits = await selectNamedDeposits(db, lines).execute()
  const existing = await selectExistingLines(db, account, lines).execute()
  const limit = await limitOf(db, origin, deposits)
  return classify(lines, { account, origin, deposits, existing, ...limit })
}

/** The limits, and what was credited today without a second person. */
async function limitOf(db: Db, origin: Origin, deposits: readonly NamedDeposit[]) {
  const alone =
    origin.source === lineSource.file
      ? await sumsDepositedAlone(
          db,
          { user_id: origin.created_by },
          deposits.map(({ account_id }) => account_id),
        )
      : { by_person: 0, of_wallets: new Map<number, number>() }
  return { config: await moneyConfigOf(db), alone }
}

/** Locks the account's intake until the transaction ends. */
export async function lockIntake(db: Db, { bin, account_number }: BankAccount): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`statement:${bin}:${account_number}`}, 0))`.execute(db)
}

const max_reference_length = 50

/** Normalises the reference, so that it is the same from a file and from the bank. One that is too long is cut and made unique by its digest. */
export function normalReference(reference: string): string {
  const bare_reference = reference
    .toWellFormed()
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/[\p{Cc}\p{Cf}]/gu, '')
    .trim()
  if (bare_reference.length <= max_reference_length) return bare_reference
  const digest = createHash('sha256').update(bare_reference).digest('hex').slice(0, 16)
  return `${bare_reference.slice(0, max_reference_length - 17).toWellFormed()}#${digest}`
}

function withNormalReference(line: StatementLine): StatementLine {
  const reference = normalReference(line.reference)
  if (reference === '') throw new Error('a line has no reference')
  return { ...line, reference }
}

type NamedDeposit = Awaited<ReturnType<ReturnType<typeof selectNamedDeposits>['execute']>>[number]
type ExistingLine = Awaited<ReturnType<ReturnType<typeof selectExistingLines>['execute']>>[number]

interface ClassifiedLine extends LineOutcome {
  line: StatementLine
  deposit: NamedDeposit | undefined
  /** The earlier imported line, when the bank now reports the same line. */
  imported: ExistingLine | null
}

interface IntakeState {
  account: BankAccount
  origin: Origin
  deposits: readonly NamedDeposit[]
  existing: readonly ExistingLine[]
  config: Parameters<typeof needsSecondPerson>[0]
  /** What one person alone credited today, in đồng: the importer to all wallets, and everybody to each of the wallets. */
  alone: { by_person: number; of_wallets: ReadonlyMap<number, number> }
}

function classify(lines: readonly StatementLine[], state: IntakeState): ClassifiedLine[] {
  const { account, origin, config } = state
  const deposits = new Map(state.deposits.map((deposit) => [deposit.deposit_id, deposit]))
  let { by_person } = state.alone
  const of_wallets = new Map(state.alone.of_wallets)
  const stored_lines = new Map<string, { amount: number; imported: ExistingLine | null }>()
  for (const existing of state.existing) {
    const imported = origin.source === lineSource.bank && existing.source === lineSource.file ? existing : null
    stored_lines.set(existing.reference, { amount: existing.amount, imported })
  }
  return lines.map((line): ClassifiedLine => {
    const { amount, reference } = line
    const storedLine = stored_lines.get(reference)
    stored_lines.set(reference, { amount, imported: null })
    const imported = storedLine?.amount === amount ? storedLine.imported : null
    const is_different = storedLine && (storedLine.amount !== amount || namesOtherDeposit(imported, line))
    const outcome = !storedLine ? 'added' : is_different ? 'different' : 'known'
    const classified = { reference, amount, outcome, line, imported } as const
    if (storedLine && imported?.status !== lineStatus.waiting)
      return { ...classified, problem: null, deposit: undefined }
    const deposit_id = amount > 0 ? namedDeposit(line.content) : null
    const deposit = deposit_id === null ? undefined : deposits.get(deposit_id)
    const of_wallet = (deposit && of_wallets.get(deposit.account_id)) ?? 0
    const alone = Math.max(by_person, of_wallet) + amount
    const problem =
      amount > 0 ? (problemOf({ ...account, ...line }, deposit) ?? importProblem(origin, config, alone)) : null
    if (deposit && problem === null) {
      // An earlier line of this batch has already paid the request.
      deposits.set(deposit.deposit_id, { ...deposit, status: depositStatus.done })
      by_person += amount
      of_wallets.set(deposit.account_id, of_wallet + amount)
    }
    return { ...classified, problem, deposit }
  })
}

/** An imported line was already acted on, and the bank names another request than the file did. */
const namesOtherDeposit = (imported: ExistingLine | null, line: StatementLine) =>
  imported !== null &&
  imported.status !== lineStatus.waiting &&
  namedDeposit(imported.content) !== namedDeposit(line.content)

/**
 * Files can be forged: from the limit on, which counts the day of the importer and of the wallet, an amount from a file waits for another person, and
 * where the bank is read directly every amount from a file waits for the bank.
 */
function importProblem(origin: Origin, config: IntakeState['config'], sum: number): LineProblem | null {
  if (origin.source === lineSource.bank) return null
  return origin.is_read || needsSecondPerson(config, sum) ? lineProblem.file : null
}

function selectExistingLines(db: Db, { bank_id, account_number }: BankAccount, lines: readonly StatementLine[]) {
  const references = lines.map(({ reference }) => reference)
  return db
    .selectFrom('bank_transaction') // unscoped: the intake sees all lines of its account
    .select(['bank_transaction_id', 'reference', 'amount', 'content', 'source', 'status'])
    .where('bank_id', '=', bank_id)
    .where('account_number', '=', account_number)
    .where('reference', '=', sql<string>`any (${references}::text[])`)
    .orderBy('bank_transaction_id')
}

/** Replaces the texts of a file by the bank's own, and its time, unless that would move the line out of a closed day or into one. */
async function replaceImported(db: Db, line: StatementLine, { bank_transaction_id }: ExistingLine): Promise<void> {
  const { content, counter_account, counter_name } = line
  const bank_time = sql`${line.at}::timestamptz`
  const kept_time = sql<string>`case when at::date <> ${bank_time}::date and coalesce(booked_after_closing(at::date), booked_after_closing(${bank_time}::date)) is not null
    then at else ${bank_time} end`
  await db
    .updateTable('bank_transaction') // unscoped: the intake has locked the line
    .set({ at: kept_time, content, counter_account, counter_name, source: lineSource.bank, created_by: null })
    .set({ version: sql<number>`version + 1` })
    .where('bank_transaction_id', '=', bank_transaction_id)
    .execute()
}

/** The requests that the credits name, with their wallets. */
function selectNamedDeposits(db: Db, lines: readonly StatementLine[]) {
  const deposit_ids = lines.flatMap(({ amount, content }) => (amount > 0 ? (namedDeposit(content) ?? []) : []))
  return db
    .selectFrom('deposit as d') // unscoped: the intake matches whatever is named
    .innerJoin('wallet_account as w', 'w.account_id', 'd.account_id')
    .select(['d.deposit_id', 'd.account_id', 'd.content', 'd.status', 'd.amount', 'd.bank_id', 'd.account_number'])
    .select(['d.created_at', 'd.expires_at'])
    .select(['w.ledger_id', 'w.status as wallet_status'])
    .$narrowType<{ status: DepositStatus; wallet_status: WalletStatus }>()
    .where('d.deposit_id', '=', sql<number>`any (${deposit_ids}::integer[])`)
    .orderBy('d.deposit_id')
}

/** Writes new lines and the new state of waiting ones, moves their money, and completes the requests that they pay. */
async function save(db: Db, account: BankAccount, lines: readonly ClassifiedLine[], origin: Origin): Promise<void> {
  const paidDepositIds = lines.flatMap(({ deposit, problem }) =>
    deposit && problem === null ? [deposit.deposit_id] : [],
  )
  const addedLines = await insertLines(
    db,
    account,
    lines.filter(({ imported }) => imported === null),
    origin,
  )
  for (const line of lines)
    if (line.imported)
      await db
        .updateTable('bank_transaction') // unscoped: the intake has locked the line
        .set(stateOf(line))
        .where('bank_transaction_id', '=', line.imported.bank_transaction_id)
        .execute()
  if (paidDepositIds.length > 0) await completeDeposits(db, paidDepositIds)
  await postLines(
    db,
    account,
    lines.map((line) => ({
      ...line,
      bank_transaction_id: line.imported?.bank_transaction_id ?? addedLines.get(line.reference)!,
    })),
  )
}

const stateOf = ({ amount, problem, deposit }: ClassifiedLine) => ({
  problem,
  deposit_id: deposit?.deposit_id ?? null,
  status: amount < 0 ? lineStatus.other : problem === null ? lineStatus.matched : lineStatus.waiting,
})

/** @returns the new lines' numbers by their references. */
async function insertLines(
  db: Db,
  { bank_id, account_number }: BankAccount,
  added: readonly ClassifiedLine[],
  origin: Origin,
): Promise<Map<string, number>> {
  if (added.length === 0) return new Map()
  const from = { source: origin.source, created_by: origin.source === lineSource.file ? origin.created_by : null }
  const rows = await db
    .insertInto('bank_transaction')
    .values(added.map((row) => ({ ...row.line, ...stateOf(row), ...from, bank_id, account_number })))
    .returning(['bank_transaction_id', 'reference'])
    .execute()
  return new Map(rows.map(({ reference, bank_transaction_id }) => [reference, bank_transaction_id]))
}

async function completeDeposits(db: Db, deposit_ids: readonly number[]): Promise<void> {
  await db
    .updateTable('deposit') // unscoped: the intake has locked them
    .set({ status: depositLife.moves.finish.to, finished_at: sql`now()` })
    .set((eb) => ({ paid_amount: eb.ref('amount'), version: sql<number>`version + 1` }))
    .where('deposit_id', '=', sql<number>`any (${deposit_ids}::integer[])`)
    .where('status', 'in', depositLife.moves.finish.from)
    .execute()
}

async function postLines(
  db: Db,
  { bin, account_number }: BankAccount,
  lines: readonly (ClassifiedLine & { bank_transaction_id: number })[],
): Promise<void> {
  const [bank, unmatched, other] = [
    await bankLedger(db, bin, account_number),
    await unmatchedLedger(db),
    await otherBankLedger(db),
  ]
  const postings = lines.flatMap(({ line, bank_transaction_id, deposit, problem, imported }): Posting[] => {
    const is_credit = line.amount > 0
    const [from, to] = is_credit ? [bank, unmatched] : [other, bank]
    const entry = {
      ref: `statement:${bank_transaction_id}`,
      kind: 'bank_line',
      phase: transferPhase.move,
      from,
      to,
    } as const
    const arrival: Posting[] = imported
      ? []
      : [{ ...entry, amount: Math.abs(line.amount), reason: `Sao kê ${line.reference}` }]
    if (!is_credit || !deposit || problem !== null) return arrival
    return [
      ...arrival,
      { ...payment(bank_transaction_id, deposit, line.amount), phase: transferPhase.move, from: unmatched },
    ]
  })
  const refusedPosting = (await postAll(db, postings)).find(({ result }) => result !== 'done')
  if (refusedPosting) throw new Error(`a line of ${account_number} was not posted: ${refusedPosting.result}`)
}

/** The transfer of a line's money into the wallet of its request. Its ref is the line's, so it happens once. */
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
