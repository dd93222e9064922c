/** Test helpers for deposits: two people with all rights on them, a clerk who imports statements, bank accounts, requests and statement lines. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { requestDeposit } from '#features/wallets/deposit/request-deposit.server.ts'
import { deposits, depositStatus } from '#features/wallets/deposit/deposit.contract.ts'
import { depositPage } from '#features/wallets/pages.contract.ts'
import { statement } from '#features/wallets/statement/statement.contract.ts'
import { openTestWallet } from './money.ts'
import type { Office, Person } from './office.ts'

export type Desk = Awaited<ReturnType<typeof openDesk>>

/** Two people with all rights to deposits, a clerk, and accounts of the business into which customers pay. */
export async function openDesk(office: Office) {
  const [an, binh] = [await office.hire([...depositPage.rights]), await office.hire([...depositPage.rights])]

  const clerk = await office.hire([depositPage.view, depositPage.add])

  const openAccount = (bin: string, account_number: string) =>
    office.write(async (db) => {
      const { bank_id } = await db.selectFrom('bank').select('bank_id').where('bin', '=', bin).executeTakeFirstOrThrow()
      const { bank_config_id } = await db
        .insertInto('bank_config')
        .values({ type: 1, bank_id, account_number, account_name: 'CONG TY VE SO', position: 1 })
        .returning('bank_config_id')
        .executeTakeFirstOrThrow()
      return bank_config_id
    })
  const mb = await openAccount('970422', '0123456789')
  const vcb = await openAccount('970436', '9876543210')

  let references = 0
  /** A row of a statement file with a unique reference. */
  const row = (content: string, credit: number, overrides: object = {}) => ({
    at: new Date().toISOString(),
    reference: `FT26325${++references}`,
    content,
    credit,
    ...overrides,
  })
  const importRows = (rows: ReturnType<typeof row>[], bank_config_id = mb, by = clerk) =>
    by.call(statement.import, { bank_config_id, rows })
  const lineOf = async ({ reference }: { reference: string }) =>
    (await an.call(statement.list, { keyword: reference })).items.find((item) => item.reference === reference)!

  return {
    an,
    binh,
    clerk,
    mb,
    vcb,
    inDb: office.write,
    openAccount,
    row,
    importRows,
    lineOf,
    /** A pending deposit request of `amount`; without an owner it opens a wallet. */
    async request(amount = 500_000, bank_config_id = mb, wallet?: Awaited<ReturnType<typeof openTestWallet>>) {
      const owner = wallet ?? (await openTestWallet(office))
      const terms = { request_key: randomUUID(), account_id: owner.account_id, amount, bank_config_id }
      return { ...(await office.write((db) => requestDeposit(db, terms))), ...owner }
    },
    /** Imports a statement line that does not name a request. */
    async unnamedLine(credit: number, content = 'CHUYEN TIEN') {
      const line = row(content, credit)
      await importRows([line])
      return lineOf(line)
    },
    /** The key and version of a line, for calls that settle it. */
    async seenLine(line: { reference: string }) {
      const { bank_transaction_id, version } = await lineOf(line)
      return { bank_transaction_id, version }
    },
    requestOf: async ({ content }: { content: string }) =>
      (await an.call(deposits.list, { keyword: content })).items[0]!,
    complete: (by: Person, deposit_id: number, overrides: object = {}) =>
      by.call(deposits.update, { transfer_id: deposit_id, status: depositStatus.done, ...overrides }),
    reject: (by: Person, deposit_id: number, note: string | null = 'Khách hủy') =>
      by.call(deposits.update, { transfer_id: deposit_id, status: depositStatus.rejected, note }),
    setWallet: (account_id: number, status: number) =>
      office.write((db) =>
        db.updateTable('wallet_account').set({ status }).where('account_id', '=', account_id).execute(),
      ),
    expire: (deposit_id: number) =>
      office.write((db) =>
        db
          .updateTable('deposit')
          .set({ expires_at: sql`now() - interval '1 minute'` })
          .where('deposit_id', '=', deposit_id)
          .execute(),
      ),
  }
}
