/**
 * The journal of orders to gateways, the same for whatever is paid: what is written before the gateway is called, and what its answer changes.
 * unscoped: the program's own work, or of a record that the caller has locked.
 */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Gateways } from '#server/gateways/configure.ts'
import type { GatewayName, PayoutAnswer, PayoutOrder, Receiver } from '#server/gateways/gateway.ts'
import type { Db } from '#server/database/transaction.ts'
import { clock } from '#server/record/stamp.ts'
import { gatewayNumber } from '#features/wallets/money.server.ts'
import { payoutStatus } from './payout.contract.ts'

/** What is to be paid, as the journal sees it. */
export interface PayoutSubject {
  /** 'RT000012': the order's key begins with it. */
  code: string
  /** How often it was tried, the last time included. */
  attempt: number
  gateway: GatewayName
  /** đồng */
  amount: number
  to: Receiver
  /** What the receiver reads. */
  content: string
  /** The last order; null where none was made, because staff pay it themselves. */
  payout_id: number | null
  /** An answer can still end it. */
  is_open: boolean
}

/** A kind of thing that gateways pay. All of it runs inside the caller's transaction. */
export interface PayoutKind {
  /** The column by which its orders name it. */
  readonly column: 'withdrawal_id' | 'reward_id'
  /** Read without a lock; null where there is no such thing. */
  gatewayOf(db: Db, id: number): Promise<GatewayName | null>
  /** Locks it first; null where there is none. */
  find(db: Db, id: number): Promise<PayoutSubject | null>
  /** Makes this its last order. */
  link(db: Db, id: number, payout_id: number): Promise<void>
  /**
   * Called before an order is sent for the first time, outside of any transaction: 'failed' ends it unsent, 'unsent' has it tried later, null sends it.
   */
  check?(main: Db, gateways: Gateways, id: number): Promise<PayoutAnswer | null>
  /** The gateway has paid: the money moves, and it is done. */
  paid(db: Db, id: number): Promise<void>
  /** The gateway has not paid and will not: the money is free again. */
  failed(db: Db, id: number, reason: string): Promise<void>
  /** Nobody knows. It may be called for what is unknown already. */
  unknown(db: Db, id: number): Promise<void>
}

export interface PayoutTask extends PayoutOrder {
  payout_id: number
  /** Of what is paid. */
  id: number
  gateway: GatewayName
  /** It may have been sent before. */
  was_sent: boolean
  /** How often it was sent or queried, this time included; 0 for a notification. */
  tries: number
}

/** An order that has not ended. */
export const open_payout = [payoutStatus.unsent, payoutStatus.sent] as const
const isOpen = ({ status }: { status: number }) => (open_payout as readonly number[]).includes(status)

/** Enough for a query, a payment and a second query of a failure, each waiting for its turn and its answer. */
const most_busy_s = 240

/**
 * The order to be sent or queried, marked as sent beforehand; null when there is nothing to pay any more.
 * Orders are made where it is decided to pay, never here: what staff pay themselves has none.
 */
export async function beginPayout(db: Db, kind: PayoutKind, id: number): Promise<PayoutTask | null> {
  const subject = await kind.find(db, id)
  if (!subject?.is_open || subject.payout_id === null) return null
  const payout = await findPayout(db, subject.payout_id)
  if (!isOpen(payout)) return null
  const was_sent = payout.status === payoutStatus.sent
  await db
    .updateTable('payout')
    .set({
      status: payoutStatus.sent,
      tries: sql<number>`tries + 1`,
      busy_until: sql<string>`clock_timestamp() + make_interval(secs => ${most_busy_s})`,
      ...(!was_sent && { sent_at: clock() }),
    })
    .where('payout_id', '=', payout.payout_id)
    .where('status', 'in', open_payout)
    .execute()
  return { ...orderOf(id, subject, payout), was_sent, tries: payout.tries + 1 }
}

const findPayout = (db: Db, payout_id: number) =>
  db.selectFrom('payout').selectAll().where('payout_id', '=', payout_id).executeTakeFirstOrThrow()

/** Makes an order, not sent yet. Its keys are new, because gateways refuse the keys of a failed order for a month. */
export async function newPayout(
  db: Db,
  kind: PayoutKind,
  id: number,
  { code, attempt, gateway, amount }: Pick<PayoutSubject, 'code' | 'attempt' | 'gateway' | 'amount'>,
): Promise<void> {
  const { payout_id } = await db
    .insertInto('payout')
    .values({
      [kind.column]: id,
      gateway: gatewayNumber[gateway],
      order_id: `${code}-${attempt}-${randomUUID().slice(0, 8)}`,
      request_id: randomUUID(),
      amount,
    })
    .returning('payout_id')
    .executeTakeFirstOrThrow()
  await kind.link(db, id, payout_id)
}

function orderOf(
  id: number,
  { gateway, to, content }: PayoutSubject,
  { payout_id, order_id, request_id, amount }: Awaited<ReturnType<typeof findPayout>>,
): Omit<PayoutTask, 'was_sent' | 'tries'> {
  return { payout_id, id, gateway, order_id, request_id, amount, to, content }
}

/** The order that a notification names, whatever its status; null where it is of another kind. */
export async function findOrder(db: Db, kind: PayoutKind, order_id: string): Promise<PayoutTask | null> {
  const payout = await db.selectFrom('payout').selectAll().where('order_id', '=', order_id).executeTakeFirst()
  const id = payout?.[kind.column]
  if (!payout || id == null) return null
  const subject = (await kind.find(db, id))!
  return { ...orderOf(id, subject, payout), was_sent: payout.status === payoutStatus.sent, tries: 0 }
}

/**
 * Writes the answer; a final one moves the money and ends what is paid. An order that has ended stays as it is:
 * what contradicts it later is for the reconciliation to find. `is_last`: the job is not tried again.
 */
export async function settle(
  db: Db,
  kind: PayoutKind,
  order: PayoutTask,
  answer: PayoutAnswer,
  is_last: boolean,
): Promise<void> {
  const subject = (await kind.find(db, order.id))!
  const payout = await findPayout(db, order.payout_id)
  if (!isOpen(payout) || !subject.is_open) return
  await db
    .updateTable('payout')
    .set({
      ...outcomeOf(order, payout.tries, answer),
      answered_at: clock(),
      // Only the last task releases it: an older answer or a notification does not mean that the last task has ended.
      ...(order.tries === payout.tries && { busy_until: null }),
      result_code: plain(answer.code, 50),
      result_message: plain(answer.message, 500),
      trans_id: answer.trans_id === null ? payout.trans_id : plain(answer.trans_id, 100),
    })
    .where('payout_id', '=', order.payout_id)
    .where('status', 'in', open_payout)
    .execute()
  if (answer.outcome === 'paid') await kind.paid(db, order.id)
  else if (answer.outcome === 'failed') await kind.failed(db, order.id, plain(answer.message, 500))
  else if (answer.outcome === 'unknown' || is_last) await kind.unknown(db, order.id)
}

/** Ends an order that was never sent; of one that was meanwhile it changes nothing. */
export async function refuseUnsent(db: Db, kind: PayoutKind, id: number, { code, message }: PayoutAnswer) {
  const subject = await kind.find(db, id)
  if (!subject?.is_open || subject.payout_id === null) return
  const { numUpdatedRows } = await db
    .updateTable('payout')
    .set({
      status: payoutStatus.failed,
      sent_at: clock(),
      answered_at: clock(),
      result_code: plain(code, 50),
      result_message: plain(message, 500),
    })
    .where('payout_id', '=', subject.payout_id)
    .where('status', '=', payoutStatus.unsent)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows > 0n) await kind.failed(db, id, plain(message, 500))
}

/** Ends the open order of what a person decided about. */
export async function endPayout(
  db: Db,
  kind: PayoutKind,
  id: number,
  status: typeof payoutStatus.paid | typeof payoutStatus.failed,
): Promise<void> {
  const sent_at = sql<string>`coalesce(sent_at, clock_timestamp())`
  await db
    .updateTable('payout')
    .set({ status, sent_at })
    .where(kind.column, '=', id)
    .where('status', 'in', open_payout)
    .execute()
}

/** Marks what has an order that can no longer be sent or queried. What staff pay themselves has no order. */
export async function markUnknown(db: Db, kind: PayoutKind, id: number): Promise<void> {
  const subject = await kind.find(db, id)
  if (subject && subject.payout_id !== null) await kind.unknown(db, id)
}

function outcomeOf(order: PayoutTask, tries: number, { outcome }: PayoutAnswer) {
  const sent_at = sql<string>`coalesce(sent_at, clock_timestamp())`
  if (outcome === 'paid') return { status: payoutStatus.paid, sent_at }
  if (outcome === 'failed') return { status: payoutStatus.failed, sent_at }
  // Never sent, and no other task has it: the order may still be withdrawn.
  const is_unsent = outcome === 'unsent' && !order.was_sent && order.tries === tries
  return is_unsent ? { status: payoutStatus.unsent, sent_at: null } : {}
}

/** The text without control characters, cut: gateways may write what no text column takes. */
function plain(text: string, most: number): string {
  return text
    .toWellFormed()
    .replaceAll(/\p{Cc}+/gu, ' ')
    .slice(0, most)
}
