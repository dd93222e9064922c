/** A phone number that two customers take at the same time. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Db } from '#server/database/transaction.ts'
import { openWallet } from '#features/wallets/wallet/wallet.query.server.ts'
import { ledgerFindings } from '../../../testing/ledger.ts'
import { freshNumber } from '../../../testing/money.ts'
import { openOffice, type Office } from '../../../testing/office.ts'
import { openPos } from '../../../testing/orders.ts'
import { openTill } from '../../../testing/till.ts'
import { untilWaiting } from '../../../testing/waits.ts'
import { customerChannel as customers } from './customer-channel.contract.ts'
import { changeNumber } from './customer-number.server.ts'

let office: Office
let app: ReturnType<typeof openTill>

beforeAll(async () => {
  office = await openOffice()
  app = openTill(office, await openPos(office))
})
afterAll(() => office.close())

const full_name = 'Trần Thị Lan'

test('a change of number waits for a wallet that is opened with the new one, and a wallet with the old number for the change', async () => {
  const [msisdn, new_msisdn, used_msisdn] = [freshNumber(), freshNumber(), freshNumber()]
  await app.call(customers.openWallet, { msisdn, full_name })
  /** Sends the request before the work is committed. */
  const during = async (work: (db: Db) => Promise<unknown>, request: () => Promise<unknown>) => {
    let answer: Promise<unknown> | undefined
    await office.write(async (db) => {
      await work(db)
      answer = request().catch((failure) => failure)
      await untilWaiting(db)
    })
    return answer
  }
  expect(
    await during(
      (db) => openWallet(db, { msisdn: used_msisdn, full_name }),
      () => app.call(customers.changePhone, { msisdn, new_msisdn: used_msisdn }),
    ),
  ).toMatchObject({ code: 186 })
  expect(
    await during(
      (db) => changeNumber(db, msisdn, new_msisdn),
      () => app.call(customers.openWallet, { msisdn, full_name: 'Người khác' }),
    ),
  ).toMatchObject({ msisdn, full_name: 'Người khác' })
  expect(await app.call(customers.walletStatus, { msisdn: new_msisdn })).toMatchObject({ full_name })
  expect(await ledgerFindings(office.database_url)).toEqual([])
})

test('of twenty who take a number in parallel one gets it, and the others are told that it has a wallet', async () => {
  const new_msisdn = freshNumber()
  const owners = Array.from({ length: 10 }, freshNumber)
  for (const msisdn of owners) await app.call(customers.openWallet, { msisdn, full_name })
  const outcomes = await Promise.allSettled(
    owners.flatMap((msisdn) => [
      app.call(customers.changePhone, { msisdn, new_msisdn }),
      app.call(customers.openWallet, { msisdn: new_msisdn, full_name }),
    ]),
  )
  const refusals = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason.code] : []))
  expect(new Set(refusals)).toEqual(new Set([186]))
  expect(refusals.length).toBeGreaterThanOrEqual(9)
  expect(await ledgerFindings(office.database_url)).toEqual([])
})
