/**
 * Hundreds of payouts through a gateway with nearly a third of its responses lost, late, forged or wrong: nothing is paid twice or lost, and
 * the gateway's payments equal those in the ledger to the đồng.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { InputOf } from '#contract/call.ts'
import { Failure } from '#contract/errors.ts'
import { momoWithdrawalPage } from '#features/wallets/pages.contract.ts'
import { requestWithdrawal } from '#features/wallets/withdrawal/request-withdrawal.server.ts'
import { withdrawals, withdrawalMethod, withdrawalStatus } from '#features/wallets/withdrawal/withdrawal.contract.ts'
import { ledgerFindings } from './testing/ledger.ts'
import { drillTimeout, drillSize } from './testing/drill-size.ts'
import { openTestWallet } from './testing/money.ts'
import type { Office, Person } from './testing/office.ts'
import { bringRetriesForward } from './testing/retries.ts'
import { bankIds, openPayingOffice } from './testing/withdrawals.ts'

const usual = 500
const payouts = drillSize('PAYOUTS', usual)
/** At most two hundred payouts each, so that none exceeds what a customer may withdraw in a day. */
const customers = Math.max(40, Math.ceil(payouts / 200))
const max_duration_ms = drillTimeout(4 * 60_000, payouts, usual)
/** Includes the time to create the requests. */
const timeout = 2 * max_duration_ms

/** In total 30 % of the requests and half of MoMo's notifications have a fault. */
const faults = {
  lost_request: 0.04,
  late_request: 0.03,
  delay: 0.03,
  lost_answer: 0.05,
  error: 0.04,
  forged: 0.03,
  wrong_amount: 0.02,
  contradiction: 0.03,
  pending: 0.03,
  ipn_lost: 0.1,
  ipn_late: 0.1,
  ipn_double: 0.1,
  ipn_forged: 0.05,
  ipn_wrong_amount: 0.05,
  ipn_contradiction: 0.1,
}

/** Every twentieth receiver cannot be paid. Receivers repeat after fifty thousand, with other amounts. */
const receiverOf = (n: number) =>
  `0${[9, 8, 7, 5, 3][Math.floor(n / 10_000) % 5]}${String(n % 10_000).padStart(4, '0')}${n % 20 === 0 ? '1007' : '5678'}`
const amountOf = (n: number) => 10_000 + n * 7

async function requestPayouts(office: Office): Promise<void> {
  const { momo } = await bankIds(office)
  const wallets: { account_id: number }[] = []
  for (let n = 0; n < customers; n++) wallets.push(await openTestWallet(office, { balance: 1_000_000_000 }))
  await office.write(async (db) => {
    for (let n = 0; n < payouts; n++)
      await requestWithdrawal(db, {
        request_key: `drill-${n}`,
        account_id: wallets[n % customers]!.account_id,
        method: withdrawalMethod.momo,
        bank_id: momo,
        account_number: receiverOf(n).replace(/^0/, '84'),
        account_name: 'NGUYEN THI THU',
        amount: amountOf(n),
      })
  })
}

async function idsOf(person: Person, input: InputOf<typeof withdrawals.listMomo>): Promise<number[]> {
  const { items } = await person.call(withdrawals.listMomo, input)
  return items.map(({ withdrawal_id }) => withdrawal_id)
}

/** Asks a busy server again after a second. */
async function untilFree<T>(call: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await call()
    } catch (error) {
      if (!(error instanceof Failure && error.error === 'system_busy')) throw error
      await sleep(1_000)
    }
  }
}

/** Starts all payouts, a page at a time; a page that is asked again has the transid of before, so that nothing happens twice. */
async function startAll(person: Person): Promise<void> {
  const { waiting } = withdrawalStatus
  const nextIds = () => untilFree(() => idsOf(person, { status: waiting, page_size: 100 }))
  for (let ids = await nextIds(); ids.length > 0; ids = await nextIds()) {
    const transid = randomUUID()
    const input = { action: 'process', ids, expected: ids.length } as const
    await untilFree(() => person.call(withdrawals.updateBatch, input, { transid }))
  }
}

async function open(office: Office): Promise<number> {
  const { waiting, processing, unknown } = withdrawalStatus
  const { n } = await office.db
    .selectFrom('withdrawal')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('status', 'in', [waiting, processing, unknown])
    .executeTakeFirstOrThrow()
  return n
}

test('nothing is paid twice and nothing is lost, whatever the gateway does', { timeout }, async () => {
  const { office, simulator, close } = await openPayingOffice({
    seed: 'drill',
    faults,
    delay_ms: 300,
    settle_ms: 300,
    ipn_late_ms: 2_000,
  })
  try {
    await requestPayouts(office)
    const an = await office.hire(momoWithdrawalPage.rights)
    const began = performance.now()
    await startAll(an)
    for (let n = await open(office); n > 0 && performance.now() - began < max_duration_ms; n = await open(office)) {
      await sleep(1_000)
      await bringRetriesForward(office.db)
    }
    const took_s = (performance.now() - began) / 1000

    const { rows } = await sql<{ account_number: string; amount: number; status: number; tries: number }>`
      select w.account_number, w.amount, w.status, p.tries from withdrawal w join payout p using (payout_id)`.execute(
      office.db,
    )
    const paid = simulator.orders().filter((order) => order.status === 'paid')
    const times = new Map<string, number>()
    const keyOf = (account: string, amount: number) => `${account.replace(/^84/, '0')} ${amount}`
    for (const { account, amount } of paid)
      times.set(keyOf(account, amount), (times.get(keyOf(account, amount)) ?? 0) + 1)
    const done = rows.filter(({ status }) => status === withdrawalStatus.done)
    const rejected = rows.filter(({ status }) => status === withdrawalStatus.rejected)
    const sum = (amounts: readonly { amount: number }[]) => amounts.reduce((total, { amount }) => total + amount, 0)
    const { balance } = await office.db
      .selectFrom('ledger_account')
      .select('balance')
      .where('code', '=', 'gateway:momo')
      .executeTakeFirstOrThrow()
    const figures = {
      payouts,
      done: done.length,
      rejected: rejected.length,
      tries: rows.reduce((total, { tries }) => total + tries, 0),
      paid_twice: [...times.values()].filter((count) => count > 1).length,
      paid_but_given_back: rejected.filter(({ account_number, amount }) => times.has(keyOf(account_number, amount)))
        .length,
      done_but_not_paid: done.filter(({ account_number, amount }) => !times.has(keyOf(account_number, amount))).length,
      paid_by_gateway: sum(paid),
      paid_by_ledger: balance,
      seconds: Math.round(took_s),
    }
    console.log(JSON.stringify(figures))
    expect(figures).toMatchObject({
      done: payouts - payouts / 20,
      rejected: payouts / 20,
      paid_twice: 0,
      paid_but_given_back: 0,
      done_but_not_paid: 0,
      paid_by_ledger: figures.paid_by_gateway,
    })
    expect(figures.tries).toBeGreaterThan(payouts)
    expect(await ledgerFindings(office.database_url)).toEqual([])
  } finally {
    await close()
  }
})
