/** Reads what has come and gone on the accounts into which customers pay, and closes requests whose money has not come. */
import { sql } from 'kysely'
import { transfer } from '#server/ledger/ledger.ts'
import type { StatementLine, StatementReader } from '#server/gateways/gateway.ts'
import { cronJob, type CronJob, type JobContext } from '#server/jobs.ts'
import { asProgram } from '#server/serve.ts'
import type { Db } from '#server/database/transaction.ts'
import { bankConfigType } from '#features/partners/bank-config/bank-config.contract.ts'
import { bankCode, bankLedger, otherBankLedger } from '#features/wallets/money.server.ts'
import { depositLife, depositStatus, lineStatus } from './deposit.contract.ts'
import { holdIntake, lineSource, mb_bank_bin, takeLines, type BankAccount } from './statement.server.ts'

const lines_at_once = 50

/** What the clock asks for; the bank is read where one is configured. */
export function depositJobs({ main, gateways: { statements } }: Pick<JobContext, 'main' | 'gateways'>): CronJob[] {
  const closing = cronJob('deposit.close', { cron: '*/5 * * * *', run: () => closeLateDeposits(main) })
  if (!statements) return [closing]
  return [closing, cronJob('deposit.statements', { cron: '* * * * *', run: () => readStatements(main, statements) })]
}

/**
 * What one account cannot tell now keeps nobody from the others; it is tried again by the next run.
 * @throws Error at the end, for the log and the metrics: which accounts were not read, and of which the bank tells another balance.
 */
export async function readStatements(main: Db, reader: StatementReader): Promise<void> {
  const troubles: string[] = []
  let cause: unknown
  for (const account of await readableAccounts(main)) {
    const name = `…${account.account_number.slice(-4)}`
    try {
      for (const trouble of await readStatement(main, reader, account)) troubles.push(`${name}: ${trouble}`)
    } catch (error) {
      cause = error
      troubles.push(`${name}: ${(error as Error).message}`)
    }
  }
  if (troubles.length > 0) throw new Error(`Statements: ${troubles.join('; ')}`, { cause })
}

/** @returns what is wrong with it: lines that could not be taken in or differ from what is here, and a balance that its lines do not make up. */
async function readStatement(main: Db, reader: StatementReader, account: BankAccount): Promise<string[]> {
  const last = await lastReference(main, account)
  const { lines, balance } = await reader.linesAfter(account.account_number, last)
  const told: Told = { failed: [], different: [] }
  if (lines.length > 0 || !(await isNoted(main, account, balance))) {
    const rest = lines.filter(({ amount }) => amount !== 0).map(fitting)
    while (rest.length > 0) await takeIn(main, account, rest.splice(0, lines_at_once), told)
    await write(main, async (db) => {
      await holdIntake(db, account)
      // What could not be taken in is read again, and is no part of what lay there before.
      const is_whole = told.failed.length === 0
      if (last === null && is_whole) await open(db, account, balance - (await ownBalance(db, account)))
      const read = is_whole ? lines.findLast(({ reference }) => isKept(reference))?.reference : null
      await note(db, account, { balance, last_reference: read ?? last })
    })
  }
  const difference = balance - (await ownBalance(main, account))
  if (difference === 0) return [...told.failed, ...told.different]
  return [...told.failed, ...told.different, `the bank tells ${difference} more than its lines`]
}

interface Told {
  failed: string[]
  different: string[]
}

const write = <T>(main: Db, writes: (db: Db) => Promise<T>) => asProgram(main, 'Đọc sao kê ngân hàng', writes)

/** PostgreSQL cannot keep every text that a program can send. */
const isKept = (text: string) => text !== '' && text.isWellFormed() && !text.includes('\u0000')

/** One line that cannot be taken in keeps none of the others out. */
async function takeIn(main: Db, account: BankAccount, lines: StatementLine[], told: Told): Promise<void> {
  try {
    const taken = await write(main, (db) => takeLines(db, account, lines, { source: lineSource.bank }))
    for (const { outcome, reference } of taken)
      if (outcome === 'different') told.different.push(`line ${reference} differs from what is here`)
  } catch (error) {
    if (lines.length > 1) for (const line of lines) await takeIn(main, account, [line], told)
    else told.failed.push(`line ${JSON.stringify(lines[0]!.reference)}: ${(error as Error).message}`)
  }
}

/** Every write stands in the log: the same balance is written again only so often. */
const same_again_ms = 15 * 60_000

async function isNoted(main: Db, { bank_id, account_number }: BankAccount, balance: number): Promise<boolean> {
  const noted = await main
    .selectFrom('bank_balance')
    .select('synced_at')
    .where('bank_id', '=', bank_id)
    .where('account_number', '=', account_number)
    .where('balance', '=', balance)
    .executeTakeFirst()
  return noted !== undefined && Date.now() - Date.parse(noted.synced_at) < same_again_ms
}

interface Read {
  balance: number
  last_reference: string | null
}

async function note(db: Db, { bank_id, account_number }: BankAccount, read: Read): Promise<void> {
  const told = { ...read, synced_at: sql<string>`now()` }
  await db
    .insertInto('bank_balance')
    .values({ bank_id, account_number, ...told })
    .onConflict((conflict) => conflict.columns(['bank_id', 'account_number']).doUpdateSet(told))
    .execute()
}

/** What lay there before the first line that was read. */
async function open(db: Db, { bin, account_number }: BankAccount, before: number): Promise<void> {
  const ref = `opening:${bin}:${account_number}`
  const opened = await db.selectFrom('ledger_transfer').select('ref').where('ref', '=', ref).executeTakeFirst()
  if (opened || before === 0) return
  const [bank, other] = [await bankLedger(db, bin, account_number), await otherBankLedger(db)]
  const [from, to] = before > 0 ? [bank, other] : [other, bank]
  await transfer(db, { ref, kind: 'bank_line', from, to, amount: Math.abs(before), reason: 'Số dư đầu kỳ' })
}

/** What the bank holds for us stands below zero in the ledger. */
async function ownBalance(db: Db, { bin, account_number }: BankAccount): Promise<number> {
  const own = await db
    .selectFrom('ledger_account')
    .select('balance')
    .where('code', '=', bankCode(bin, account_number))
    .executeTakeFirst()
  return 0 - (own?.balance ?? 0)
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

/** The last line that was read, not one that a file brought: between the two the bank may have more. */
async function lastReference(main: Db, { bank_id, account_number }: BankAccount): Promise<string | null> {
  const read = await main
    .selectFrom('bank_balance')
    .select('last_reference')
    .where('bank_id', '=', bank_id)
    .where('account_number', '=', account_number)
    .executeTakeFirst()
  return read?.last_reference ?? null
}

/** Within the bounds of what is kept, whatever the bank wrote. */
function fitting(line: StatementLine): StatementLine {
  const short = (text: string, most: number) =>
    text
      .toWellFormed()
      .replaceAll(/[\s\p{Cc}]+/gu, ' ')
      .trim()
      .slice(0, most)
  return {
    ...line,
    content: short(line.content, 500) || 'Không có nội dung',
    counter_account: (line.counter_account && short(line.counter_account, 30)) || null,
    counter_name: (line.counter_name && short(line.counter_name, 200)) || null,
  }
}

/** Closes the requests whose time is over, but for those to which money came that waits for a person. */
export async function closeLateDeposits(main: Db): Promise<void> {
  const late = await lateDeposits(main).limit(1).executeTakeFirst()
  if (!late) return
  await asProgram(main, 'Đóng yêu cầu nạp tiền quá hạn', (db) =>
    db
      .updateTable('deposit') // unscoped: the program closes all
      .set({ status: depositLife.close.to, finished_at: sql`now()`, version: sql<number>`version + 1` })
      .where('transfer_id', 'in', lateDeposits(db).orderBy('d.transfer_id').forUpdate('d').skipLocked())
      .execute(),
  )
}

function lateDeposits(db: Db) {
  return db
    .selectFrom('deposit as d') // unscoped: the program closes all
    .select('d.transfer_id')
    .where('d.status', '=', depositStatus.waiting)
    .where('d.expires_at', '<', sql<string>`now()`)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('bank_transaction as t') // unscoped: the program closes all
            .select('t.bank_transaction_id')
            .whereRef('t.transfer_id', '=', 'd.transfer_id')
            .where('t.status', '=', lineStatus.waiting),
        ),
      ),
    )
}
