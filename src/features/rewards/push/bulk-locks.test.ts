/** A bulk payment takes every lock that its rewards need before money moves, so that it and single payments wait for each other and never deadlock. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Db } from '#server/database/transaction.ts'
import { transfer } from '#server/ledger/ledger.ts'
import { lockCardStock } from '#features/rewards/card/give-cards.server.ts'
import { rewardPage } from '#features/rewards/pages.contract.ts'
import { rewardForm } from '#features/rewards/reward/reward.contract.ts'
import { adjustmentLedger, gatewayNumber, prizeFundLedger } from '#features/wallets/money.server.ts'
import { freshNumber, openTestWallet } from '../../../testing/money.ts'
import type { Office } from '../../../testing/office.ts'
import { fillFund, winAt, winning, winRewards } from '../../../testing/rewards.ts'
import { untilWaiting } from '../../../testing/waits.ts'
import { openPayingOffice } from '../../../testing/withdrawals.ts'
import { lockRewardToPay } from './lock-reward.server.ts'
import { push } from './push.contract.ts'

let office: Office
let close: () => Promise<void>
beforeAll(async () => {
  ;({ office, close } = await openPayingOffice({ settle_ms: 20 }))
  await fillFund(office, 100_000_000)
  await fillFund(office, 100_000_000, 'momo')
})
afterAll(() => close())

test.each<[string, 3 | 6, (db: Db, reward_id: number) => Promise<unknown>]>([
  ['the order of a later reward', rewardForm.momo, lockRewardToPay],
  ['the fund at a gateway', rewardForm.momo, (db) => lockFund(db)],
  ['the stock of cards', rewardForm.card, (db) => lockCardStock(db)],
])('while it waits for %s no money of the first reward has moved', async (_, form, lock) => {
  const { msisdn, full_name } = await openTestWallet(office)
  const first = await winRewards(office, [{ number: winning.two_tiers, msisdn, full_name }])
  const second = await winAt(office, form, freshNumber().replace(/\d{4}$/, '5678'))
  const an = await office.hire([...rewardPage.rights])
  const reward_ids = [first.reward_ids[0]!, second.reward_id]
  let bulk: Promise<unknown> = Promise.resolve()
  await office.write(async (db) => {
    await lock(db, second.reward_id)
    bulk = an.call(push.approve, { reward_ids })
    await untilWaiting(db)
    await useFund(db, second.reward_id)
  })
  // There are no cards in the stock.
  expect(await bulk).toMatchObject({ done: form === rewardForm.card ? 1 : 2 })
})

/** Fails where somebody else has locked the fund of prizes. */
async function useFund(db: Db, reward_id: number): Promise<void> {
  await sql`set local lock_timeout = '5s'`.execute(db)
  const [from, to] = [await adjustmentLedger(db), await prizeFundLedger(db)]
  await transfer(db, { ref: `bulk-locks:${reward_id}`, kind: 'increase', from, to, amount: 1, reason: 'Nạp quỹ thử' })
}

const lockFund = (db: Db) =>
  sql`select from reward_account where gateway = ${gatewayNumber.momo}::smallint for update`.execute(db)
