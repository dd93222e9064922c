/** The sample's deposits by bank transfer: three days of requests, most of them paid as requested, and one of each possible problem. */
import { sql } from 'kysely'
import { actAs, type SamplePerson } from './act.ts'
import type { SampleWallet } from './wallets.ts'
import type { StatementLine } from '#server/gateways/gateway.ts'
import type { Db } from '#server/database/transaction.ts'
import { requestDeposit } from '#features/wallets/deposit/request-deposit.server.ts'
import { deposits, depositStatus } from '#features/wallets/deposit/deposit.contract.ts'
import depositService from '#features/wallets/deposit/deposit.server.ts'
import { lineSource, takeLines, type BankAccount } from '#features/wallets/statement/intake.server.ts'
import { statement } from '#features/wallets/statement/statement.contract.ts'
import statementService from '#features/wallets/statement/statement.server.ts'
import { wallets } from '#features/wallets/wallet/wallet.contract.ts'
import walletService from '#features/wallets/wallet/wallet.server.ts'

/** Handlers for requests and for statement lines. */
const deposit_services = [...depositService, ...statementService]

interface Account extends BankAccount {
  bank_config_id: number
}
interface SampleDeposit {
  deposit_id: number
  content: string
  amount: number
  account: Account
  owner: SampleWallet
  hours_ago: number
}

const usual_amounts = [50_000, 100_000, 200_000, 200_000, 500_000, 300_000, 1_000_000, 500_000, 2_000_000, 5_000_000]
const paid_count = 56

/**
 * Requests, pays and decides the deposits of the last three days for customers whose wallets are open; needs the bank
 * accounts of the business, and a maker and an approver for what two people decide.
 */
export async function addDeposits(
  db: Db,
  customers: readonly SampleWallet[],
  people: { maker: SamplePerson; approver: SamplePerson },
): Promise<void> {
  const accounts = await depositAccounts(db)
  const owners = await withOpenWallet(db, customers)
  let request_count = 0
  const request = async (hours_ago: number, amount?: number): Promise<SampleDeposit> => {
    const n = request_count++
    const owner = owners[(n * 11) % owners.length]!
    const account = accounts[n % 5 === 4 ? 1 : n % 11 === 7 ? 2 : 0]!
    const terms = { request_key: `sample:${n}`, account_id: owner.account_id, bank_config_id: account.bank_config_id }
    const deposit = await requestDeposit(db, { ...terms, amount: amount ?? usual_amounts[n % usual_amounts.length]! })
    await backdateDeposit(db, deposit.deposit_id, hours_ago)
    return { ...deposit, account, owner, hours_ago }
  }
  const bank = bankLines(db, await transactionStart(db))

  for (let n = 0; n < paid_count; n++) {
    const deposit = await request(70 - n * 1.2)
    await bank.pay(deposit)
  }
  await addProblems(db, { request, bank, people, accounts })
  await addManualMatches(db, { request, bank, people, accounts })
  for (const hours_ago of [0.2, 0.5, 1, 2, 5, 9, 20]) await request(hours_ago)
  await request(1.2, 22_000_000)
  for (const hours_ago of [66, 60, 53]) await expireDeposit(db, await request(hours_ago))
  await request(49)
  await reportBalance(db, accounts[0]!)
}

interface DepositTools {
  request: (hours_ago: number, amount?: number) => Promise<SampleDeposit>
  bank: ReturnType<typeof bankLines>
  people: { maker: SamplePerson; approver: SamplePerson }
  accounts: readonly Account[]
}

/** The customers with an active wallet. */
async function withOpenWallet(db: Db, customers: readonly SampleWallet[]): Promise<SampleWallet[]> {
  const open = await db
    .selectFrom('wallet_account') // unscoped: the sample's own
    .select('account_id')
    .where('status', '=', 1)
    .execute()
  const ids = new Set(open.map(({ account_id }) => account_id))
  return customers.filter(({ account_id }) => ids.has(account_id))
}

/** Adds one of each problem that needs a person to settle a statement line. */
async function addProblems(db: Db, { request, bank, people, accounts }: DepositTools): Promise<void> {
  const [make, decide] = [actAs(db, deposit_services, people.maker), actAs(db, walletService, people.approver)]
  await bank.pay(await request(6, 500_000), { amount: 450_000 })
  await bank.pay(await request(3, 1_000_000), { amount: 1_100_000 })
  const twice = await request(8, 300_000)
  await bank.pay(twice)
  await bank.pay(twice, { hours_ago: 7.5 })
  const refusedRequest = await request(30, 200_000)
  await make(deposits.update, {
    transfer_id: refusedRequest.deposit_id,
    status: depositStatus.rejected,
    note: 'Khách gọi báo nhập nhầm số tiền, sẽ tạo yêu cầu khác',
  })
  await bank.pay(refusedRequest, { hours_ago: 4 })
  const to_other_bank = await request(5, 2_000_000)
  await bank.pay(to_other_bank, { account: accounts.find(({ bin }) => bin !== to_other_bank.account.bin)! })
  const lockedDeposit = await request(10, 500_000)
  await decide(wallets.updateStatus, {
    account_id: lockedDeposit.owner.account_id,
    status: 0,
    reason: 'Khách báo mất điện thoại',
    version: 1,
  })
  await bank.pay(lockedDeposit, { hours_ago: 2 })
  const unnamed = await request(1.5, 350_000)
  await bank.pay(unnamed, {
    content: `${withoutDiacritics(unnamed.owner.full_name)} chuyen tien 0${unnamed.owner.msisdn.slice(2)}`,
  })
  await bank.pay(await request(0.8, 800_000), { content: 'NAP TIEN MUA VE SO' })
}

/** Adds lines that people matched by hand; two matches still need the second person. */
async function addManualMatches(db: Db, { request, bank, people, accounts }: DepositTools): Promise<void> {
  const [make, confirm] = [actAs(db, deposit_services, people.maker), actAs(db, deposit_services, people.approver)]
  const main = accounts[0]!
  const match = async (hours_ago: number, amount: number, note: string) => {
    const deposit = await request(hours_ago, amount)
    const line = await bank.receive(
      deposit.account,
      hours_ago - 0.4,
      amount,
      `${withoutDiacritics(deposit.owner.full_name)} CK`,
    )
    return make(deposits.update, { ...matchOf(deposit, line), note })
  }
  await match(28, 1_500_000, 'Khách gửi ảnh chuyển khoản, quên ghi mã nạp')
  const large = await match(26, 45_000_000, 'Khách gửi ủy nhiệm chi, quên ghi mã nạp')
  await confirm(deposits.update, { transfer_id: large.transfer_id, status: depositStatus.done })
  await match(4, 30_000_000, 'Đã gọi khách xác nhận số tài khoản chuyển')
  await match(2, 25_000_000, 'Khách gửi ảnh chuyển khoản qua tổng đài')
  const unrequested = await bank.receive(main, 20, 600_000, 'TRAN VAN HAI CK TIEN')
  await make(statement.assign, {
    bank_transaction_id: unrequested,
    account_id: (await request(40)).owner.account_id,
    note: 'Khách nạp không tạo yêu cầu, đã xác minh qua số tài khoản',
  })
  const interest = await bank.receive(main, 33, 1_842_310, 'TRA LAI TIEN GUI KKH')
  await make(statement.ignore, { bank_transaction_id: interest, note: 'Lãi tiền gửi không kỳ hạn' })
  await bank.receive(main, 50, -22_000, 'THU PHI DICH VU SMS BANKING')
  await bank.receive(main, 25, -120_000_000, 'CHUYEN QUY TRA THUONG')
}

const matchOf = ({ deposit_id }: SampleDeposit, bank_transaction_id: number) => ({
  transfer_id: deposit_id,
  bank_transaction_id,
  status: depositStatus.done,
})

/** Start of the transaction, to which all times of the sample are relative. */
async function transactionStart(db: Db): Promise<number> {
  const { rows } = await sql<{ now: string }>`select now() as now`.execute(db)
  return Date.parse(rows[0]!.now)
}

/** Creates statement lines of incoming transfers. */
function bankLines(db: Db, now: number) {
  let line_count = 0
  const receive = async (account: Account, hours_ago: number, amount: number, content: string, sender?: string) => {
    const n = ++line_count
    const line: StatementLine = {
      reference: `FT26${String(320_000_000 + n * 7_919).padStart(10, '0')}`,
      at: new Date(now - hours_ago * 3_600_000).toISOString(),
      amount,
      content,
      counter_account: sender === undefined ? null : String(1_012_000_000 + ((n * 48_611) % 900_000_000)),
      counter_name: sender === undefined ? null : withoutDiacritics(sender).toUpperCase(),
    }
    await takeLines(db, account, [line], { source: lineSource.bank })
    const { bank_transaction_id } = await db
      .selectFrom('bank_transaction') // unscoped: the sample's own
      .select('bank_transaction_id')
      .where('reference', '=', line.reference)
      .executeTakeFirstOrThrow()
    return bank_transaction_id
  }
  return {
    receive,
    /** Adds the customer's transfer as requested, with deviations from `other`. */
    pay(
      deposit: SampleDeposit,
      other: { amount?: number; account?: Account; content?: string; hours_ago?: number } = {},
    ) {
      const contents = [
        deposit.content,
        `MBVCB.${7_700_000 + deposit.deposit_id * 37}.${deposit.content}.CT tu 0071 toi ${deposit.account.account_number}`,
        `${deposit.content.toLowerCase()} nap tien ve so`,
        `CHUYEN KHOAN ${deposit.content} FT263250${deposit.deposit_id}`,
      ]
      const { amount = deposit.amount, account = deposit.account, hours_ago = deposit.hours_ago - 0.3 } = other
      const content = other.content ?? contents[deposit.deposit_id % contents.length]!
      return receive(account, Math.max(0, hours_ago), amount, content, deposit.owner.full_name)
    },
  }
}

/** A name in upper case without diacritics, as banks write it. */
const withoutDiacritics = (name: string) =>
  name.normalize('NFD').replaceAll(/\p{M}/gu, '').replaceAll('đ', 'd').replaceAll('Đ', 'D')

function depositAccounts(db: Db): Promise<Account[]> {
  return db
    .selectFrom('bank_config as c') // unscoped: the sample's own
    .innerJoin('bank as b', 'b.bank_id', 'c.bank_id')
    .select(['c.bank_config_id', 'c.bank_id', 'b.bin', 'c.account_number'])
    .where('c.type', '=', 1)
    .orderBy('c.position')
    .execute()
}

async function backdateDeposit(db: Db, deposit_id: number, hours_ago: number): Promise<void> {
  await db
    .updateTable('deposit') // unscoped: the sample's own
    .set({ created_at: sql`now() - make_interval(secs => ${hours_ago * 3_600})` })
    .set({ expires_at: sql`now() + make_interval(secs => ${(48 - hours_ago) * 3_600})` })
    .where('deposit_id', '=', deposit_id)
    .execute()
}

async function expireDeposit(db: Db, { deposit_id }: SampleDeposit): Promise<void> {
  await db
    .updateTable('deposit') // unscoped: the sample's own
    .set({ status: depositStatus.closed, finished_at: sql`expires_at` })
    .where('deposit_id', '=', deposit_id)
    .execute()
}

/** Sets the reported balance of the account to the sum of its lines. */
async function reportBalance(db: Db, { bin, bank_id, account_number }: Account): Promise<void> {
  await db
    .updateTable('bank_balance')
    .set({ balance: sql`(select -balance from ledger_account where code = ${`bank:${bin}:${account_number}`})` })
    .where('bank_id', '=', bank_id)
    .where('account_number', '=', account_number)
    .execute()
}
