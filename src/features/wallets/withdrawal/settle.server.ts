/** From an order to pay to its end: what is written before the gateway is asked, and what its answer changes. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { PayoutAnswer, PayoutOrder } from '#server/gateways/gateway.ts'
import type { Db } from '#server/database/transaction.ts'
import { allowed } from '#contract/life.ts'
import { gatewayNumber } from '#features/wallets/money.server.ts'
import { payFromFund, releaseMoney } from './withdrawal-money.server.ts'
import { gatewayOf } from './withdrawal.rules.ts'
import {
  payoutStatus,
  withdrawalLife,
  withdrawalMethod,
  type WithdrawalMethod,
  type WithdrawalStatus,
} from './withdrawal.contract.ts'
import { clock } from '#server/stamp.ts'

export interface Order extends PayoutOrder {
  payout_id: number
  withdrawal_id: number
  method: WithdrawalMethod
  /** It may have left this machine before. */
  was_sent: boolean
  /** How often it was taken up to be sent or asked for, this time included; 0 for what only heard of it. */
  tries: number
}

/**
 * The order as it is to be sent or asked for, marked as sent before it is: null when there is nothing to pay any more. Orders are made where
 * a person decides to pay, never here: what staff were told to pay themselves has none.
 */
export async function beginPayout(db: Db, withdrawal_id: number): Promise<Order | null> {
  const asked = await heldWithdrawal(db, withdrawal_id)
  if (!asked || !allowed(withdrawalLife.complete, asked.status)) return null
  if (asked.payout_id === null) return null
  const payout = await payoutAt(db, asked.payout_id)
  if (payout.status === payoutStatus.paid || payout.status === payoutStatus.failed) return null
  const was_sent = payout.status === payoutStatus.sent
  await db
    .updateTable('payout')
    .set({
      status: payoutStatus.sent,
      tries: sql<number>`tries + 1`,
      busy_until: sql<string>`clock_timestamp() + make_interval(secs => ${longest_asking_s})`,
      ...(!was_sent && { sent_at: clock() }),
    })
    .where('payout_id', '=', payout.payout_id)
    .execute() // unscoped: the program's own work
  return { ...orderOf(asked, payout), was_sent, tries: payout.tries + 1 }
}

/** A question and a payment wait their turn and for their answers, and a failure is asked for again. */
const longest_asking_s = 240

type Asked = NonNullable<Awaited<ReturnType<typeof heldWithdrawal>>>

function heldWithdrawal(db: Db, withdrawal_id: number) {
  return db
    .selectFrom('withdrawal as w')
    .innerJoin('bank', 'bank.bank_id', 'w.bank_id')
    .selectAll('w')
    .select('bank.bin')
    .$narrowType<{ status: WithdrawalStatus; method: WithdrawalMethod }>()
    .where('w.withdrawal_id', '=', withdrawal_id)
    .forUpdate('w')
    .executeTakeFirst() // unscoped: the program's own work
}

const payoutAt = (db: Db, payout_id: number) =>
  db.selectFrom('payout').selectAll().where('payout_id', '=', payout_id).executeTakeFirstOrThrow() // unscoped: the program's own work

/** An order to pay it, unsent. Gateways keep the keys for a month; those of each try are new, so a final failure stands in nobody's way. */
export async function newPayout(
  db: Db,
  {
    withdrawal_id,
    withdrawal_code,
    hold_count,
    method,
    amount,
  }: Pick<Asked, 'withdrawal_id' | 'withdrawal_code' | 'hold_count' | 'method' | 'amount'>,
): Promise<void> {
  const payout = await db
    .insertInto('payout')
    .values({
      withdrawal_id,
      gateway: gatewayNumber[gatewayOf(method)],
      order_id: `${withdrawal_code}-${hold_count}-${randomUUID().slice(0, 8)}`,
      request_id: randomUUID(),
      amount,
    })
    .returning('payout_id')
    .executeTakeFirstOrThrow() // unscoped: of the caller's request
  await db
    .updateTable('withdrawal')
    .set({ payout_id: payout.payout_id })
    .where('withdrawal_id', '=', withdrawal_id)
    .execute() // unscoped: the caller holds it
}

function orderOf(asked: Asked, payout: Awaited<ReturnType<typeof payoutAt>>): Omit<Order, 'was_sent' | 'tries'> {
  const { withdrawal_id, method, account_number, account_name, bin, withdrawal_code } = asked
  const { payout_id, order_id, request_id, amount } = payout
  const to: PayoutOrder['to'] =
    method === withdrawalMethod.momo
      ? { kind: 'wallet', msisdn: account_number, name: account_name }
      : { kind: 'bank', bin, account_number, account_name }
  return { payout_id, withdrawal_id, method, order_id, request_id, amount, to, content: `Rut tien ${withdrawal_code}` }
}

/** Of a message: the order that it speaks of, however that stands by now. */
export async function orderWithId(db: Db, order_id: string): Promise<Order | null> {
  const payout = await db.selectFrom('payout').selectAll().where('order_id', '=', order_id).executeTakeFirst() // unscoped: the program's own work
  if (!payout) return null
  const asked = await heldWithdrawal(db, payout.withdrawal_id)
  return { ...orderOf(asked!, payout), was_sent: payout.status === payoutStatus.sent, tries: 0 }
}

/**
 * Writes the answer, and with a final one moves the money and ends the request. An order that has ended is left as it is, whatever is said of
 * it later: that is for the reconciliation to find. `is_last`: nobody will ask again by itself.
 */
export async function settle(db: Db, order: Order, answer: PayoutAnswer, is_last: boolean): Promise<void> {
  const asked = (await heldWithdrawal(db, order.withdrawal_id))!
  const payout = await payoutAt(db, order.payout_id)
  const is_open = payout.status === payoutStatus.sent || payout.status === payoutStatus.unsent
  if (!is_open || !allowed(withdrawalLife.complete, asked.status)) return
  await db
    .updateTable('payout')
    .set({
      ...outcomeOf(order, payout.tries, answer),
      answered_at: clock(),
      // Whoever took it up last may still send it: what others hear does not say that they are done.
      ...(order.tries === payout.tries && { busy_until: null }),
      result_code: plain(answer.code, 50),
      result_message: plain(answer.message, 500),
      trans_id: answer.trans_id === null ? payout.trans_id : plain(answer.trans_id, 100),
    })
    .where('payout_id', '=', order.payout_id)
    .execute() // unscoped: the program's own work
  if (answer.outcome === 'paid') await payFromFund(db, asked)
  if (answer.outcome === 'failed') await releaseMoney(db, asked)
  const end = endOf(answer, is_last)
  if (end === null || end.status === asked.status) return
  await db
    .updateTable('withdrawal')
    .set({ ...end, version: sql<number>`version + 1` })
    .where('withdrawal_id', '=', order.withdrawal_id)
    .execute() // unscoped: the program's own work
}

/** An order that nobody can send or ask for any more; what staff pay themselves has none. */
export async function doubt(db: Db, withdrawal_id: number): Promise<void> {
  await db
    .updateTable('withdrawal')
    .set({ status: withdrawalLife.doubt.to, version: sql<number>`version + 1` })
    .where('withdrawal_id', '=', withdrawal_id)
    .where('status', '=', withdrawalLife.process.to)
    .where('payout_id', 'is not', null)
    .execute() // unscoped: the program's own work
}

/** What was asked to be cancelled is, and its money is free. */
export async function finishCancel(db: Db, withdrawal_id: number): Promise<void> {
  const asked = await heldWithdrawal(db, withdrawal_id)
  if (!asked || !allowed(withdrawalLife.finishCancel, asked.status)) return
  await releaseMoney(db, asked)
  await db
    .updateTable('withdrawal')
    .set({ status: withdrawalLife.finishCancel.to, finished_at: clock(), version: sql<number>`version + 1` })
    .where('withdrawal_id', '=', withdrawal_id)
    .execute() // unscoped: the program's own work
}

function outcomeOf(order: Order, tries: number, { outcome }: PayoutAnswer) {
  const sent_at = sql<string>`coalesce(sent_at, clock_timestamp())`
  if (outcome === 'paid') return { status: payoutStatus.paid, sent_at }
  if (outcome === 'failed') return { status: payoutStatus.failed, sent_at }
  // Nothing has left, now or before, nor has anybody else taken it up: it may still be taken back.
  const is_unsent = outcome === 'unsent' && !order.was_sent && order.tries === tries
  return is_unsent ? { status: payoutStatus.unsent, sent_at: null } : {}
}

/** What gateways write may hold what no text column takes. */
function plain(text: string, most: number): string {
  return text
    .toWellFormed()
    .replaceAll(/\p{Cc}+/gu, ' ')
    .slice(0, most)
}

function endOf({ outcome, message }: PayoutAnswer, is_last: boolean) {
  if (outcome === 'paid') return { status: withdrawalLife.complete.to, finished_at: clock() }
  if (outcome === 'failed') return { status: withdrawalLife.reject.to, note: plain(message, 500), finished_at: clock() }
  return outcome === 'unknown' || is_last ? { status: withdrawalLife.doubt.to } : null
}
