/** How lines of a bank statement come in, from a file or from the bank itself: into the ledger, and where all is well into the wallet. */
import { sql } from 'kysely'
import { postAll, type Posting } from '#server/ledger/ledger.ts'
import type { StatementLine } from '#server/gateways/gateway.ts'
import type { Db } from '#server/database/transaction.ts'
import { bankLedger, otherBankLedger, unmatchedLedger } from '#features/wallets/money.server.ts'
import type { WalletStatus } from '#features/wallets/wallet/wallet.contract.ts'
import { depositStatus, lineStatus, type DepositStatus, type LineProblem } from './deposit.contract.ts'
import { namedDeposit, problemOf } from './deposit.rules.ts'

/** An account of the business at a bank. */
export interface BankAccount {
  bank_id: number
  bin: string
  account_number: string
}

/** Where a line was read. */
export const lineSource = { bank: 1, file: 2 } as const
type LineSource = (typeof lineSource)[keyof typeof lineSource]

/** What became of a line. `known`: it was here before; `different`: its reference was here before with another amount. */
export interface Taken {
  outcome: 'added' | 'known' | 'different'
  amount: number
  /** Null for what pays its request, and for debits. */
  problem: LineProblem | null
}

/**
 * Takes lines in, in their order; lines that are here already do nothing. Locks in the order that everything about deposits keeps: the
 * account's intake, requests by their numbers, wallets, then the ledger.
 */
export async function takeLines(
  db: Db,
  account: BankAccount,
  lines: readonly StatementLine[],
  source: LineSource,
): Promise<Taken[]> {
  const intake = `statement:${account.bin}:${account.account_number}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${intake}, 0))`.execute(db)
  const weighed = await weigh(db, account, lines, 'held')
  const added = weighed.filter(({ outcome }) => outcome === 'added')
  if (added.length > 0) await keep(db, account, added, source)
  return weighed
}

/** What would become of the lines. */
export const weighLines = (db: Db, account: BankAccount, lines: readonly StatementLine[]): Promise<Taken[]> =>
  weigh(db, account, lines, 'seen')

type Named = Awaited<ReturnType<typeof namedIn>>[number]

interface Weighed extends Taken {
  line: StatementLine
  deposit: Named | undefined
}

async function weigh(
  db: Db,
  account: BankAccount,
  lines: readonly StatementLine[],
  how: 'held' | 'seen',
): Promise<Weighed[]> {
  const amounts = await knownAmounts(db, account, lines)
  const deposits = new Map((await namedIn(db, lines, how)).map((one) => [one.transfer_id, one]))
  return lines.map((line) => {
    const { amount, reference } = line
    const known = amounts.get(reference)
    if (known !== undefined) {
      const outcome = known === amount ? 'known' : 'different'
      return { line, amount, outcome, problem: null, deposit: undefined }
    }
    amounts.set(reference, amount)
    const named = amount > 0 ? namedDeposit(line.content) : null
    const deposit = named === null ? undefined : deposits.get(named)
    const problem = amount > 0 ? problemOf({ ...account, ...line }, deposit) : null
    // The next line of this lot that names it comes too late.
    if (deposit && problem === null) deposits.set(deposit.transfer_id, { ...deposit, status: depositStatus.done })
    return { line, amount, outcome: 'added', problem, deposit }
  })
}

async function knownAmounts(db: Db, { bank_id, account_number }: BankAccount, lines: readonly StatementLine[]) {
  const references = lines.map(({ reference }) => reference)
  const known = await db
    .selectFrom('bank_transaction') // unscoped: the intake sees all lines of its account
    .select(['reference', 'amount'])
    .where('bank_id', '=', bank_id)
    .where('account_number', '=', account_number)
    .where('reference', '=', sql<string>`any (${references}::text[])`)
    .execute()
  return new Map(known.map(({ reference, amount }) => [reference, amount]))
}

/** The requests that the credits name, with their wallets. */
function namedIn(db: Db, lines: readonly StatementLine[], how: 'held' | 'seen') {
  const named = lines.flatMap(({ amount, content }) => (amount > 0 ? (namedDeposit(content) ?? []) : []))
  return db
    .selectFrom('deposit as d') // unscoped: the intake matches whatever is named
    .innerJoin('wallet_account as w', 'w.account_id', 'd.account_id')
    .select(['d.transfer_id', 'd.content', 'd.status', 'd.amount', 'd.expires_at', 'd.bank_id', 'd.account_number'])
    .select(['w.ledger_id', 'w.status as wallet_status'])
    .$narrowType<{ status: DepositStatus; wallet_status: WalletStatus }>()
    .where('d.transfer_id', '=', sql<number>`any (${named}::integer[])`)
    .orderBy('d.transfer_id')
    .$if(how === 'held', (query) => query.forUpdate('d').forShare('w'))
    .execute()
}

/** Writes new lines, moves their money, and completes the requests that they pay. */
async function keep(db: Db, account: BankAccount, added: readonly Weighed[], source: LineSource): Promise<void> {
  const { bank_id, account_number } = account
  const paying = added.filter(({ deposit, problem }) => deposit && problem === null)
  const rows = await db
    .insertInto('bank_transaction')
    .values(
      added.map(({ line, problem, deposit }) => ({
        ...line,
        bank_id,
        account_number,
        source,
        problem,
        transfer_id: deposit?.transfer_id ?? null,
        status: line.amount < 0 ? lineStatus.other : problem === null ? lineStatus.matched : lineStatus.waiting,
      })),
    )
    .returning(['bank_transaction_id', 'reference'])
    .execute()
  const ids = new Map(rows.map(({ reference, bank_transaction_id }) => [reference, bank_transaction_id]))
  if (paying.length > 0)
    await complete(
      db,
      paying.map(({ deposit }) => deposit!.transfer_id),
    )
  await postLines(
    db,
    account,
    added.map((one) => ({ ...one, bank_transaction_id: ids.get(one.line.reference)! })),
  )
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
  const postings = lines.flatMap(({ line, bank_transaction_id, deposit, problem }): Posting[] => {
    const come = line.amount > 0
    const [from, to] = come ? [bank, unmatched] : [other, bank]
    const entry = { ref: `statement:${bank_transaction_id}`, kind: 'bank_line', phase: 1, from, to } as const
    const told: Posting = { ...entry, amount: Math.abs(line.amount), reason: `Sao kê ${line.reference}` }
    if (!come || !deposit || problem !== null) return [told]
    return [told, { ...payment(bank_transaction_id, deposit, line.amount), phase: 1, from: unmatched }]
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
