/** A rejected withdrawal that is tried again counts against the day's limit. */
import { sql } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'
import { momoWithdrawalPage } from '#features/wallets/pages.contract.ts'
import { errorCode, errorCodeOf } from '../../../testing/error-code.ts'
import { openTestWallet } from '../../../testing/money.ts'
import { openPayingOffice, requestToMomo } from '../../../testing/withdrawals.ts'
import { withdrawals, withdrawalStatus as status } from './withdrawal.contract.ts'

test('parallel retries do not exceed the daily limit, and count on the day of the retry', async () => {
  const { office, close } = await openPayingOffice({ settle_ms: 50 })
  onTestFinished(close)
  const an = await office.hire([...momoWithdrawalPage.rights])
  const wallet = await openTestWallet(office, { balance: 1_000_000_000 })
  const failed: number[] = []
  for (let n = 0; n < 2; n++) {
    const id = await requestToMomo(office, wallet, { amount: 15_000_000, to: '84905571007' })
    await an.call(withdrawals.update, { withdrawal_id: id, status: status.processing })
    await vi.waitFor(
      async () => expect((await an.call(withdrawals.detail, { withdrawal_id: id })).status).toBe(status.rejected),
      { timeout: 20_000, interval: 50 },
    )
    failed.push(id)
  }
  // From here on a retry waits for a second person, so it keeps its money on hold.
  await office.write(async (db) => {
    await db.updateTable('money_config').set({ withdrawal_second_from: 10_000_000 }).execute()
    await sql`update withdrawal set created_at = created_at - interval '1 day' where withdrawal_id = any(${failed})`.execute(
      db,
    )
  })
  const today = await Promise.all(
    Array.from({ length: 10 }, () => requestToMomo(office, wallet, { amount: 20_000_000 })),
  )
  const retry = (withdrawal_id: number) => errorCodeOf(an.call(withdrawals.retry, { withdrawal_id }))
  expect(await retry(failed[0]!)).toBe(errorCode('debt_not_enough'))
  const note = 'Khách đổi ý'
  await an.call(withdrawals.update, { withdrawal_id: today[0]!, status: status.rejected, note })
  const codes = await Promise.all(failed.map(retry))
  expect(codes.toSorted()).toEqual([0, errorCode('debt_not_enough')])
  expect(await errorCodeOf(requestToMomo(office, wallet, { amount: 10_000_000 }))).toBe(errorCode('debt_not_enough'))
  const { held } = await office.db
    .selectFrom('ledger_account')
    .select('held')
    .where('account_id', '=', wallet.ledger_id)
    .executeTakeFirstOrThrow()
  expect(held).toBe(9 * 20_100_000 + 15_075_000)
})
