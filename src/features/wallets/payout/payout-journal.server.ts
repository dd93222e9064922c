/**
 * The journal of payment orders to gateways, shared by everything that gateways pay: it writes an order before the gateway is called, and applies the
 * answer.
 * unscoped: the program's own work, or of a record that the caller has locked.
 */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Gateways } from '#server/gateways/configure.ts'
import type { GatewayName, PayoutAnswer, PayoutOrder, Receiver } from '#server/gateways/gateway.ts'
import { storableText } from '#server/gateways/storable-text.ts'
import type { Db } from '#server/database/transaction.ts'
import { clock_now } from '#server/record/change-columns.ts'
import { gatewayNumber } from '#features/wallets/money.server.ts'
import { payoutStatus } from './payout.contract.ts'

/** The record to be paid (a withdrawal or a reward), as the journal sees it. */
export interface PayoutSubject {
  id: number
  /** 'RT000012': the order's key begins with it. */
  code: string
  /** How many orders were made for it, including the last one. */
  attempt: number
  gateway: GatewayName
  /** đồng */
  amount: number
  to: Receiver
  /** The text that the receiver sees. */
  content: string
  /** The latest payment order of the record; null when none was made, because staff pay it themselves. */
  payout_id: number | null
  /** Whether an answer can still finish it. */
  is_open: boolean
}

/** The records that final answers have finished. */
export interface PayoutEnds<S extends PayoutSubject> {
  /** The gateway has paid: their money moves. */
  paid: readonly S[]
  /** The gateway has not paid and will not: their money is released. */
  failed: readonly { subject: S; reason: string }[]
}

/** What the journal needs of each kind of record that gateways pay. All functions run inside the caller's transaction, on many records at once. */
export interface PayoutKind<S extends PayoutSubject = PayoutSubject> {
  /** The journal's column that refers to the record. */
  readonly column: 'withdrawal_id' | 'reward_id'
  /** Reads it without a lock; null where it does not exist. */
  gatewayOf(db: Db, id: number): Promise<GatewayName | null>
  /** Locks and reads the records in the order of their numbers; one that does not exist is left out. */
  lock(db: Db, ids: readonly number[]): Promise<Map<number, S>>
  /**
   * Called outside of any transaction before an order is sent for the first time: 'failed' ends it unsent, 'unsent' has it tried later, null sends
   * it.
   */
  check?(main: Db, gateways: Gateways, id: number): Promise<PayoutAnswer | null>
  /** Moves or releases their money, all in one posting, and finishes the records. */
  end(db: Db, ends: PayoutEnds<S>): Promise<void>
  /** The results are unknown. May be called for records that are already unknown. */
  unknown(db: Db, ids: readonly number[]): Promise<void>
}

export interface PayoutTask extends PayoutOrder {
  payout_id: number
  /** The number of the paid record. */
  id: number
  gateway: GatewayName
  /** Whether it may have been sent before. */
  was_sent: boolean
  /** How often it was sent or queried, including this time; 0 for a notification. */
  tries: number
}

/** The states of an order that is not finished. */
export const open_payout = [payoutStatus.unsent, payoutStatus.sent] as const
const isOpen = ({ status }: { status: number }) => (open_payout as readonly number[]).includes(status)

/** Long enough for a query, a payment, and a second query after a failure, each with waiting and the gateway's answer. */
const max_busy_s = 240

/**
 * The orders to be sent or queried, marked as sent beforehand, in the order of `ids`; null where there is nothing to pay any more.
 * Orders are created where people decide to pay, never here: records that staff pay themselves have none.
 */
export async function beginPayouts<S extends PayoutSubject>(
  db: Db,
  kind: PayoutKind<S>,
  ids: readonly number[],
): Promise<(PayoutTask | null)[]> {
  const subjects = await kind.lock(db, ids)
  const last_payout_ids = [...subjects.values()].flatMap(({ is_open, payout_id }) => (is_open && payout_id) || [])
  const payouts = await findPayouts(db, last_payout_ids)
  const open = [...payouts.values()].filter(isOpen).map(({ payout_id }) => payout_id)
  if (open.length > 0)
    await sql`
      update payout set status = ${payoutStatus.sent}, tries = tries + 1, busy_until = clock_timestamp() + make_interval(secs => ${max_busy_s}),
        sent_at = case when status = ${payoutStatus.unsent} then clock_timestamp() else sent_at end
      where payout_id = any (${open}::integer[]) and status = any (${[...open_payout]}::smallint[])`.execute(db)
  return ids.map((id) => {
    const subject = subjects.get(id)
    const payout = subject?.is_open && subject.payout_id !== null && payouts.get(subject.payout_id)
    if (!payout || !isOpen(payout)) return null
    return { ...orderOf(subject, payout), was_sent: payout.status === payoutStatus.sent, tries: payout.tries + 1 }
  })
}

const payoutsOf = (db: Db, payout_ids: readonly number[]) =>
  db
    .selectFrom('payout')
    .selectAll()
    .where('payout_id', '=', sql<number>`any (${[...payout_ids]}::integer[])`)
    .execute()
type PayoutRow = Awaited<ReturnType<typeof payoutsOf>>[number]

async function findPayouts(db: Db, payout_ids: readonly number[]): Promise<Map<number, PayoutRow>> {
  if (payout_ids.length === 0) return new Map()
  return new Map((await payoutsOf(db, payout_ids)).map((row) => [row.payout_id, row]))
}

/**
 * Creates unsent orders; the caller stores each as the last one of its record. Their keys are new, because gateways refuse the keys of a failed order
 * for a month. Gives their numbers, in order.
 */
export async function newPayouts<S extends PayoutSubject>(
  db: Db,
  { column }: PayoutKind<S>,
  orders: readonly Pick<PayoutSubject, 'id' | 'code' | 'attempt' | 'gateway' | 'amount'>[],
): Promise<number[]> {
  const payouts = orders.map(({ id, code, attempt, gateway, amount }) => ({
    id,
    gateway: gatewayNumber[gateway],
    order_id: `${code}-${attempt}-${randomUUID().slice(0, 8)}`,
    request_id: randomUUID(),
    amount,
  }))
  const { rows } = await sql<{ payout_id: number }>`
    insert into payout (${sql.ref(column)}, gateway, order_id, request_id, amount)
    select id, gateway, order_id, request_id, amount from jsonb_to_recordset(${JSON.stringify(payouts)}::jsonb)
      x (id integer, gateway smallint, order_id text, request_id text, amount bigint)
    returning payout_id`.execute(db)
  return rows.map(({ payout_id }) => payout_id)
}

function orderOf(
  { id, gateway, to, content }: PayoutSubject,
  { payout_id, order_id, request_id, amount }: PayoutRow,
): Omit<PayoutTask, 'was_sent' | 'tries'> {
  return { payout_id, id, gateway, order_id, request_id, amount, to, content }
}

/** The record that the order with this key pays, while the order is open; null when it is finished or pays another kind of record. */
export async function findOpenOrder<S extends PayoutSubject>(
  main: Db,
  { column }: PayoutKind<S>,
  order_id: string,
): Promise<number | null> {
  const payout = await main
    .selectFrom('payout')
    .select([column, 'status'])
    .where('order_id', '=', order_id)
    .executeTakeFirst()
  return payout && isOpen(payout) ? payout[column]! : null
}

/** The order with this key, whatever its status; its record is locked. */
export async function lockPayoutOrder<S extends PayoutSubject>(
  db: Db,
  kind: PayoutKind<S>,
  { id, order_id }: Pick<PayoutTask, 'id' | 'order_id'>,
): Promise<PayoutTask> {
  const subject = (await kind.lock(db, [id])).get(id)!
  const payout = await db.selectFrom('payout').selectAll().where('order_id', '=', order_id).executeTakeFirstOrThrow()
  return { ...orderOf(subject, payout), was_sent: payout.status === payoutStatus.sent, tries: 0 }
}

/** A gateway's answer to an order. */
export interface AnsweredOrder {
  order: PayoutTask
  answer: PayoutAnswer
  /** The job is not retried any more. */
  is_last: boolean
}

/**
 * Applies answers, at most one for each order; final ones move the money and finish the records. A finished order is not changed: a later
 * contradiction is left to the reconciliation.
 */
export async function settlePayouts<S extends PayoutSubject>(
  db: Db,
  kind: PayoutKind<S>,
  answers: readonly AnsweredOrder[],
): Promise<void> {
  const subjects = await kind.lock(
    db,
    answers.map(({ order }) => order.id),
  )
  const payouts = await findPayouts(
    db,
    answers.map(({ order }) => order.payout_id),
  )
  const open = answers.flatMap((answer) => {
    const payout = payouts.get(answer.order.payout_id)!
    const subject = subjects.get(answer.order.id)!
    return isOpen(payout) && subject.is_open ? { ...answer, payout, subject } : []
  })
  if (open.length === 0) return
  const { unsent } = payoutStatus
  await sql`
    update payout p set status = x.status, answered_at = clock_timestamp(), result_code = x.code, result_message = x.message, trans_id = x.trans_id,
      sent_at = case when x.status = ${unsent} then null when x.status = p.status then p.sent_at else coalesce(p.sent_at, clock_timestamp()) end,
      busy_until = case when x.is_free then null else p.busy_until end
    from jsonb_to_recordset(${JSON.stringify(open.map(answerColumns))}::jsonb)
      x (payout_id integer, status smallint, is_free boolean, code text, message text, trans_id text)
    where p.payout_id = x.payout_id and p.status = any (${[...open_payout]}::smallint[])`.execute(db)
  const ended = (outcome: PayoutAnswer['outcome']) => open.filter(({ answer }) => answer.outcome === outcome)
  await kind.end(db, {
    paid: ended('paid').map(({ subject }) => subject),
    failed: ended('failed').map(({ subject, answer }) => ({ subject, reason: storableText(answer.message, 500) })),
  })
  const unknown = open.filter(
    ({ answer: { outcome }, is_last }) => outcome === 'unknown' || (outcome === 'unsent' && is_last),
  )
  await kind.unknown(
    db,
    unknown.map(({ subject }) => subject.id),
  )
}

function answerColumns({ order, answer, payout }: AnsweredOrder & { payout: PayoutRow }) {
  return {
    payout_id: payout.payout_id,
    status: statusAfter(order, payout, answer),
    // Only the last task releases it: an older answer or a notification does not mean that the last task has ended.
    is_free: order.tries === payout.tries,
    code: storableText(answer.code, 50),
    message: storableText(answer.message, 500),
    trans_id: answer.trans_id === null ? payout.trans_id : storableText(answer.trans_id, 100),
  }
}

function statusAfter(order: PayoutTask, { status, tries }: PayoutRow, { outcome }: PayoutAnswer): number {
  if (outcome === 'paid' || outcome === 'failed') return payoutStatus[outcome]
  // Never sent, and no other task has it: the order may still be withdrawn.
  const is_unsent = outcome === 'unsent' && !order.was_sent && order.tries === tries
  return is_unsent ? payoutStatus.unsent : status
}

/** Ends an order that was never sent; an order that was sent meanwhile is not changed. */
export async function refuseUnsent<S extends PayoutSubject>(
  db: Db,
  kind: PayoutKind<S>,
  id: number,
  { code, message }: PayoutAnswer,
): Promise<void> {
  const subject = (await kind.lock(db, [id])).get(id)
  if (!subject?.is_open || subject.payout_id === null) return
  const { numUpdatedRows } = await db
    .updateTable('payout')
    .set({
      status: payoutStatus.failed,
      sent_at: clock_now,
      answered_at: clock_now,
      result_code: storableText(code, 50),
      result_message: storableText(message, 500),
    })
    .where('payout_id', '=', subject.payout_id)
    .where('status', '=', payoutStatus.unsent)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows > 0n) await kind.end(db, { paid: [], failed: [{ subject, reason: storableText(message, 500) }] })
}

/** Ends the open order of a record on which a person has decided. */
export async function endPayout(
  db: Db,
  { column }: Pick<PayoutKind, 'column'>,
  id: number,
  status: typeof payoutStatus.paid | typeof payoutStatus.failed,
): Promise<void> {
  const sent_at = sql<string>`coalesce(sent_at, clock_timestamp())`
  await db
    .updateTable('payout')
    .set({ status, sent_at })
    .where(column, '=', id)
    .where('status', 'in', open_payout)
    .execute()
}

/** Marks a record as unknown whose order can no longer be sent or queried. Records that staff pay themselves have no order. */
export async function markUnknown<S extends PayoutSubject>(db: Db, kind: PayoutKind<S>, id: number): Promise<void> {
  const subject = (await kind.lock(db, [id])).get(id)
  if (subject && subject.payout_id !== null) await kind.unknown(db, [id])
}
