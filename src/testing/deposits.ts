/** A desk at which money by bank transfer comes in: two people who may do everything there, a clerk who takes in files, accounts, requests and lines. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { asProgram } from '#server/serve.ts'
import { askDeposit } from '#features/wallets/deposit/ask-deposit.server.ts'
import { bankTransaction, depositStatus, wallet } from '#features/wallets/deposit/deposit.contract.ts'
import { depositPage } from '#features/wallets/pages.contract.ts'
import { openTestWallet } from './money.ts'
import type { Office, Person } from './office.ts'

export type Desk = Awaited<ReturnType<typeof openDesk>>

export async function openDesk(office: Office) {
  const inDb = <T>(work: Parameters<typeof asProgram<T>>[2]) => asProgram(office.db, 'program test', work)
  const [an, binh] = [await office.hire([...depositPage.rights]), await office.hire([...depositPage.rights])]

  const clerk = await office.hire([depositPage.view, depositPage.add])

  const openAccount = (bin: string, account_number: string) =>
    inDb(async (db) => {
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
  /** A line of a file that no other test has. */
  const row = (content: string, credit: number, more: object = {}) => ({
    at: new Date().toISOString(),
    reference: `FT26325${++references}`,
    content,
    credit,
    ...more,
  })
  const take = (rows: ReturnType<typeof row>[], bank_config_id = mb, by = clerk) =>
    by.call(bankTransaction.import, { bank_config_id, rows })
  const lineOf = async ({ reference }: { reference: string }) =>
    (await an.call(bankTransaction.list, { keyword: reference })).items.find((one) => one.reference === reference)!

  return {
    an,
    binh,
    clerk,
    mb,
    vcb,
    inDb,
    openAccount,
    row,
    take,
    lineOf,
    /** A wallet with an open request for so much. */
    async asked(amount = 500_000, bank_config_id = mb) {
      const owner = await openTestWallet(office)
      const wish = { request_key: randomUUID(), account_id: owner.account_id, amount, bank_config_id }
      return { ...(await inDb((db) => askDeposit(db, wish))), ...owner }
    },
    /** A line that matches nothing. */
    async strangeLine(credit: number, content = 'CHUYEN TIEN') {
      const one = row(content, credit)
      await take([one])
      return lineOf(one)
    },
    requestOf: async ({ content }: { content: string }) => (await an.call(wallet.list, { keyword: content })).items[0]!,
    complete: (by: Person, transfer_id: number, more: object = {}) =>
      by.call(wallet.updateTransfer, { transfer_id, status: depositStatus.done, ...more }),
    reject: (by: Person, transfer_id: number, note: string | null = 'Khách hủy') =>
      by.call(wallet.updateTransfer, { transfer_id, status: depositStatus.rejected, note }),
    setWallet: (account_id: number, status: number) =>
      inDb((db) => db.updateTable('wallet_account').set({ status }).where('account_id', '=', account_id).execute()),
    expire: (transfer_id: number) =>
      inDb((db) =>
        db
          .updateTable('deposit')
          .set({ expires_at: sql`now() - interval '1 minute'` })
          .where('transfer_id', '=', transfer_id)
          .execute(),
      ),
  }
}
