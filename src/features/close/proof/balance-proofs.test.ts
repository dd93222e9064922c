/** Proofs of gateways and of incoming bank lines. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { transfer } from '#server/ledger/ledger.ts'
import { dayClose } from '#features/close/day-close/day-close.contract.ts'
import { dayClosePage } from '#features/close/pages.contract.ts'
import { fundLedger } from '#features/wallets/money.server.ts'
import { payoutStatus } from '#features/wallets/payout/payout.contract.ts'
import { withdrawalStatus } from '#features/wallets/withdrawal/withdrawal.contract.ts'
import { statement } from '#features/wallets/statement/statement.contract.ts'
import { openDesk } from '../../../testing/deposits.ts'
import { openTestWallet } from '../../../testing/money.ts'
import { openOffice, type Office, type Person } from '../../../testing/office.ts'
import { dayFromNow } from '../../../testing/tickets.ts'

let office: Office
let accountant: Person
let today: string
beforeAll(async () => {
  office = await openOffice()
  accountant = await office.hire([...dayClosePage.rights])
  today = await dayFromNow(office.db, 0)
})
afterAll(() => office.close())

async function proofOf(name: string, day: string) {
  const { proofs } = await accountant.call(dayClose.prepare, { day })
  return proofs.find(({ proof }) => proof === name)!
}

test('a payout that failed and was paid at the second try is counted once', async () => {
  const wallet = await openTestWallet(office, { balance: 500_000 })
  await office.write(async (db) => {
    const { rows } = await sql<{ withdrawal_id: number }>`
      insert into withdrawal (request_key, account_id, msisdn, full_name, method, bank_id, account_number, account_name, amount, fee, status, hold_count)
      select 'chi-lai', ${wallet.account_id}, ${wallet.msisdn}, 'A', 2, min(bank_id), '0912345678', 'A', 50000, 0, ${withdrawalStatus.done}, 2
      from bank returning withdrawal_id`.execute(db)
    const { withdrawal_id } = rows[0]!
    for (const status of [payoutStatus.failed, payoutStatus.paid])
      await sql`insert into payout (withdrawal_id, gateway, order_id, request_id, amount, status, sent_at)
        values (${withdrawal_id}, 2, ${`CHILAI${status}`}, ${`CHILAI${status}`}, 50000, ${status}, now())`.execute(db)
    const [from, to] = [wallet.ledger_id, await fundLedger(db, 'momo')]
    await transfer(db, {
      ref: `withdrawal:${withdrawal_id}:2:paid`,
      kind: 'withdrawal',
      from,
      to,
      amount: 50_000,
      reason: 'Chi',
    })
  })
  expect(await proofOf('gateways', today)).toMatchObject({
    found: 0,
    lines: [{ name: 'MoMo', values: [100_000, 50_000, 50_000, 0, 0] }],
  })
})

test('a credit that waits for its second person is an exception of its own, beside others and after it was rejected', async () => {
  const desk = await openDesk(office)
  const unnamed = await desk.unnamedLine(100_000)
  const large = await desk.unnamedLine(50_000_000)
  const { account_id } = await openTestWallet(office)
  await desk.an.call(statement.assign, { ...(await desk.seenLine(large)), account_id, note: 'Khách gọi' })
  const keys = [unnamed, large].map(({ bank_transaction_id }) => `line:${bank_transaction_id}`)
  const waiting = await proofOf('deposits', today)
  expect(waiting.findings.map(({ key }) => key).sort()).toEqual(keys)
  expect(waiting.findings.find(({ key }) => key === keys[1])!.title).toContain('chờ người thứ hai xác nhận')
  await desk.reject(desk.binh, (await desk.lineOf(large)).deposit_id!)
  expect((await proofOf('deposits', today)).findings.map(({ key }) => key).sort()).toEqual(keys)
})
