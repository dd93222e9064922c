/** Reads the statement lines of the accounts into which customers pay. */
import { sql } from 'kysely'
import { transfer } from '#server/ledger/ledger.ts'
import type { StatementLine, StatementReader } from '#server/gateways/gateway.ts'
import { storableText } from '#server/gateways/storable-text.ts'
import { cronJob, type CronJob, type JobContext } from '#server/jobs/jobs.ts'
import { asProgram } from '#server/audit/without-call.ts'
import type { Db } from '#server/database/transaction.ts'
import { bankConfigType } from '#features/partners/bank-config/bank-config.contract.ts'
import { bankLedgerCode, bankLedger, otherBankLedger } from '#features/wallets/money.server.ts'
import { lineSource, lockIntake, mb_bank_bin, takeLines, type BankAccount } from './intake.server.ts'

const batch_size = 50

/** Does nothing where no bank is configured. */
export function statementJobs({ main, gateways: { statements } }: Pick<JobContext, 'main' | 'gateways'>): CronJob[] {
  if (!statements) return []
  return [cronJob('deposit.statements', { cron: '* * * * *', run: () => readStatements(main, statements) })]
}

/**
 * An account that cannot be read does not stop the others; the next run retries it.
 * @throws Error at the end, for the log and the metrics: accounts that were not read, and those whose balance differs from the sum of their lines
 */
export async function readStatements(main: Db, reader: StatementReader): Promise<void> {
  const problems: string[] = []
  let cause: unknown
  for (const account of await readableAccounts(main)) {
    const name = `…${account.account_number.slice(-4)}`
    try {
      for (const problem of await readStatement(main, reader, account)) problems.push(`${name}: ${problem}`)
    } catch (error) {
      cause = error
      problems.push(`${name}: ${(error as Error).message}`)
    }
  }
  if (problems.length > 0) throw new Error(`Statements: ${problems.join('; ')}`, { cause })
}

/** @returns what is wrong: lines that could not be taken in, lines that differ from ours, and a balance that differs from the sum of its lines */
async function readStatement(main: Db, reader: StatementReader, account: BankAccount): Promise<string[]> {
  const lastRead = await selectLastRead(main, account)
  const last_reference = lastRead?.last_reference ?? null
  const { lines, balance } = await reader.linesAfter(account.account_number, last_reference)
  const problems: IntakeProblems = { failed: [], different: [] }
  if (lines.length > 0 || !(await isRecentlySaved(main, account, balance))) {
    const nonzero_lines = lines.filter(({ amount }) => amount !== 0).map(withinLimits)
    while (nonzero_lines.length > 0) await takeIn(main, account, nonzero_lines.splice(0, batch_size), problems)
    await write(main, async (db) => {
      await lockIntake(db, account)
      // Lines that could not be taken in are read again next time, so they must not count in the opening balance.
      const is_whole = problems.failed.length === 0
      if (last_reference === null && is_whole) {
        // A file that was imported after the first read may be forged: what the bank does not have is no part of its opening balance.
        const unconfirmed = lastRead ? await sumOfFileLines(db, account) : 0
        await postOpeningBalance(db, account, balance - (await ownBalance(db, account)) + unconfirmed)
      }
      const read = is_whole ? lines.findLast(({ reference }) => canBeKept(reference))?.reference : null
      await saveBalance(db, account, { balance, last_reference: read ?? last_reference })
    })
  }
  const difference = balance - (await ownBalance(main, account))
  if (difference === 0) return [...problems.failed, ...problems.different]
  return [...problems.failed, ...problems.different, `the bank tells ${difference} more than its lines`]
}

interface IntakeProblems {
  failed: string[]
  different: string[]
}

const write = <T>(main: Db, writes: (db: Db) => Promise<T>) => asProgram(main, 'Đọc sao kê ngân hàng', writes)

/** PostgreSQL's text cannot store NUL. */
const canBeKept = (text: string) => text !== '' && text.isWellFormed() && !text.includes('\u0000')

/** Takes lines in one by one, so that a bad line does not keep the others out. */
async function takeIn(main: Db, account: BankAccount, lines: StatementLine[], problems: IntakeProblems): Promise<void> {
  try {
    const outcomes = await write(main, (db) => takeLines(db, account, lines, { source: lineSource.bank }))
    for (const { outcome, reference } of outcomes)
      if (outcome === 'different') problems.different.push(`line ${reference} differs from what is here`)
  } catch (error) {
    if (lines.length > 1) for (const line of lines) await takeIn(main, account, [line], problems)
    else problems.failed.push(`line ${JSON.stringify(lines[0]!.reference)}: ${(error as Error).message}`)
  }
}

/** Every write is logged, so an unchanged balance is stored only this often. */
const save_again_ms = 15 * 60_000

async function isRecentlySaved(main: Db, { bank_id, account_number }: BankAccount, balance: number): Promise<boolean> {
  const savedFeed = await main
    .selectFrom('bank_balance')
    .select('synced_at')
    .where('bank_id', '=', bank_id)
    .where('account_number', '=', account_number)
    .where('balance', '=', balance)
    .executeTakeFirst()
  return savedFeed !== undefined && Date.now() - Date.parse(savedFeed.synced_at) < save_again_ms
}

interface ReadBalance {
  balance: number
  last_reference: string | null
}

async function saveBalance(db: Db, { bank_id, account_number }: BankAccount, read: ReadBalance): Promise<void> {
  const balance = { ...read, synced_at: sql<string>`now()` }
  await db
    .insertInto('bank_balance')
    .values({ bank_id, account_number, ...balance })
    .onConflict((conflict) => conflict.columns(['bank_id', 'account_number']).doUpdateSet(balance))
    .execute()
}

/** The account's balance before the first line that was read. */
async function postOpeningBalance(
  db: Db,
  { bin, account_number }: BankAccount,
  opening_balance: number,
): Promise<void> {
  const ref = `opening:${bin}:${account_number}`
  const openingTransfer = await db.selectFrom('ledger_transfer').select('ref').where('ref', '=', ref).executeTakeFirst()
  if (openingTransfer || opening_balance === 0) return
  const [bank, other] = [await bankLedger(db, bin, account_number), await otherBankLedger(db)]
  const [from, to] = opening_balance > 0 ? [bank, other] : [other, bank]
  await transfer(db, { ref, kind: 'bank_line', from, to, amount: Math.abs(opening_balance), reason: 'Số dư đầu kỳ' })
}

/** The balance of the bank account in our ledger, which is stored negative. */
async function ownBalance(db: Db, { bin, account_number }: BankAccount): Promise<number> {
  const account = await db
    .selectFrom('ledger_account')
    .select('balance')
    .where('code', '=', bankLedgerCode(bin, account_number))
    .executeTakeFirst()
  return 0 - (account?.balance ?? 0)
}

async function readableAccounts(main: Db): Promise<BankAccount[]> {
  return main
    .selectFrom('bank_config as c') // unscoped: the program reads every account
    .innerJoin('bank as b', 'b.bank_id', 'c.bank_id')
    .select(['c.bank_id', 'b.bin', 'c.account_number'])
    .where('c.type', '=', bankConfigType.deposit)
    .where('c.status', '=', 1)
    .where('b.bin', '=', mb_bank_bin)
    .orderBy('c.bank_config_id')
    .execute()
}

/** The last line that was read from the bank. Imported lines do not count: the bank may have others in between. */
async function selectLastRead(main: Db, { bank_id, account_number }: BankAccount) {
  return main
    .selectFrom('bank_balance')
    .select('last_reference')
    .where('bank_id', '=', bank_id)
    .where('account_number', '=', account_number)
    .executeTakeFirst()
}

/** The sum of the account's lines that only a file has. */
async function sumOfFileLines(db: Db, { bank_id, account_number }: BankAccount): Promise<number> {
  const { total } = await db
    .selectFrom('bank_transaction') // unscoped: the program's own work
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('amount'), eb.lit(0)).as('total'))
    .where('bank_id', '=', bank_id)
    .where('account_number', '=', account_number)
    .where('source', '=', lineSource.file)
    .executeTakeFirstOrThrow()
  return Number(total)
}

/** The line with its texts cut to the length of their columns. */
function withinLimits(line: StatementLine): StatementLine {
  const shortened = (text: string, max_length: number) =>
    storableText(text.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim(), max_length)
  return {
    ...line,
    content: shortened(line.content, 500) || 'Không có nội dung',
    counter_account: (line.counter_account && shortened(line.counter_account, 30)) || null,
    counter_name: (line.counter_name && shortened(line.counter_name, 200)) || null,
  }
}
