/** Payments between partners and the business are posted in the ledger; from a configured limit on a second person decides. */
import { sql } from 'kysely'
import { moneyText } from '#contract/text/money-text.ts'
import { isHeadOffice } from '#contract/person.ts'
import { whyNot } from '#contract/lifecycle.ts'
import { one_plan } from '#server/database/pool.ts'
import { hold, post, transfer, voidHold } from '#server/ledger/ledger.ts'
import type { Db } from '#server/database/transaction.ts'
import type { Fail } from '#server/fail.ts'
import { checkDays, paginate, sortOf } from '#server/record/list.ts'
import { moveLocked } from '#server/record/move.ts'
import { clock_now } from '#server/record/change-columns.ts'
import { within } from '#server/scope.ts'
import { serve } from '#server/serve.ts'
import type { Me } from '#server/session/session.ts'
import { moneyConfigOf } from '#features/wallets/money-config/money-config.server.ts'
import { otherBankLedger } from '#features/wallets/money.server.ts'
import { assertPartner } from '#features/close/partner-statement/partner-statement.query.server.ts'
import {
  partnerLedger,
  balanceOf,
  depositLedger,
  lockCashAllowances,
  lockPartnerAccount,
} from '#features/orders/payment/partner-ledger.server.ts'
import {
  partnerPayment,
  paymentKinds,
  paymentLife,
  paymentStatus,
  type PaymentKind,
  type PaymentRow,
  type PaymentStatus,
} from './partner-payment.contract.ts'

const { moves } = paymentLife

export default serve(partnerPayment, {
  list: ({ db, me, input, fail }) => {
    const { partner_id, kind, status, from_date, to_date, keyword } = input
    checkDays({ from_date, to_date }, fail)
    const [column, direction] = sortOf(input.sort, '-created_at')
    const day = sql<string>`coalesce(r.posted_at, r.created_at)::date`
    const query = payments(db, me)
      .$if(partner_id != null, (q) => q.where('r.partner_id', '=', partner_id!))
      .$if(kind != null, (q) => q.where('r.kind', '=', kind!))
      .$if(status != null, (q) => q.where('r.status', '=', status!))
      .$if(from_date != null, (q) => q.where(day, '>=', from_date!))
      .$if(to_date != null, (q) => q.where(day, '<=', to_date!))
      .$if(Boolean(keyword), (q) =>
        q.where(
          sql<boolean>`position(vn_fold(${keyword}) in vn_fold(concat_ws(' ', r.payment_code, r.reference, r.reason, p.partner_code, p.partner_name))) > 0`,
        ),
      )
      .orderBy(sql.ref(`r.${column}`), direction)
      .orderBy('r.payment_id', direction)
    return paginate(db, query, input, ['amount'])
  },

  add: async ({ db, me, input, fail }) => {
    if (!isHeadOffice(me) || me.is_limited) fail('no_right')
    const { partner_id, kind, amount, reference = null, reason } = input
    await assertPartner(db, me, partner_id, fail)
    // Lock order: the person before the partner's account.
    await lockPerson(db, me)
    await lockPartnerAccount(db, partner_id)
    await assertDebtLimit(db, { partner_id, kind, amount }, fail)
    const { adjustment_second_from } = await moneyConfigOf(db)
    const needs_second = amount + (await sumPostedAlone(db, me, partner_id)) >= adjustment_second_from
    const { payment_id } = await db
      .insertInto('partner_payment')
      .values({
        partner_id,
        kind,
        amount,
        reference,
        reason,
        status: needs_second ? paymentStatus.waiting : paymentStatus.done,
        posted_at: needs_second ? null : clock_now,
        created_by: me.user_id,
      })
      .returning('payment_id')
      .executeTakeFirstOrThrow()
    const movement = await movementOf(db, { payment_id, partner_id, kind, amount, reason })
    if (!needs_second) await transfer(db, movement)
    // A deposit that waits to be returned is put on hold, so that it cannot be used for anything else.
    else if (kind === paymentKinds.deposit_returned) await hold(db, movement)
    return (await findPayment(db, me, payment_id))!
  },

  approve: async ({ db, me, input: { payment_id }, fail }) => {
    const payment = await lockPayment(db, me, payment_id, fail)
    if (!isHeadOffice(me)) fail('no_right')
    const refusal = whyNot(moves.approve, payment, me)
    if (refusal) fail(refusal.error as 'request_finished', { message: refusal.message })
    await assertDebtLimit(db, { ...payment, amount: 0 }, fail)
    await moveLocked(db, 'partner_payment', { payment_id }, moves.approve, {
      decided_by: me.user_id,
      decided_at: clock_now,
      posted_at: clock_now,
    })
    if (payment.kind === paymentKinds.deposit_returned)
      await post(db, { ref: `${refOf(payment)}:posted`, hold_ref: refOf(payment), reason: payment.reason })
    else await transfer(db, await movementOf(db, payment))
    return (await findPayment(db, me, payment_id))!
  },

  reject: async ({ db, me, input: { payment_id, reason }, fail }) => {
    const payment = await lockPayment(db, me, payment_id, fail)
    if (!isHeadOffice(me)) fail('no_right')
    const refusal = whyNot(moves.reject, payment, null)
    if (refusal) fail('request_finished', { message: refusal.message })
    await moveLocked(db, 'partner_payment', { payment_id }, moves.reject, {
      decided_by: me.user_id,
      decided_at: clock_now,
      decision_reason: reason,
    })
    if (payment.kind === paymentKinds.deposit_returned)
      await voidHold(db, { ref: `${refOf(payment)}:released`, hold_ref: refOf(payment), reason })
    return (await findPayment(db, me, payment_id))!
  },
})

function payments(db: Db, me: Me) {
  return db
    .selectFrom('partner_payment as r')
    .innerJoin('partner as p', 'p.partner_id', 'r.partner_id') // unscoped: only the partner of a payment within the scope
    .leftJoin('app_user as creator', 'creator.user_id', 'r.created_by') // unscoped: only a name
    .leftJoin('app_user as decider', 'decider.user_id', 'r.decided_by') // unscoped: only a name
    .select(['r.payment_id', 'r.payment_code', 'r.partner_id', 'p.partner_code', 'p.partner_name', 'r.kind'])
    .select(['r.amount', 'r.reference', 'r.reason', 'r.status', 'r.posted_at', 'r.created_by', 'r.created_at'])
    .select(['creator.user_name as created_by_name', 'decider.user_name as decided_by_name', 'r.decided_at'])
    .select(['r.decision_reason', 'r.version'])
    .$castTo<PaymentRow>()
    .where(within(me, 'partner_payment', 'r'))
}

const findPayment = (db: Db, me: Me, payment_id: number) =>
  payments(db, me).where('r.payment_id', '=', payment_id).modifyEnd(one_plan).executeTakeFirst()

/** Locks the partner's account and returns the payment. */
async function lockPayment(db: Db, me: Me, payment_id: number, fail: Fail<'not_found'>) {
  const read = () =>
    db
      .selectFrom('partner_payment')
      .selectAll()
      .$narrowType<{ kind: PaymentKind; status: PaymentStatus }>()
      .where('payment_id', '=', payment_id)
      .where(within(me, 'partner_payment'))
      .executeTakeFirst()
  const { partner_id } = (await read()) ?? fail('not_found')
  await lockPartnerAccount(db, partner_id)
  return (await read())!
}

const lockPerson = (db: Db, { user_id }: Me) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`agent_payment:by:${user_id}`}, 0))`.execute(db)

/** Today's payments without a second person, in đồng: by this person or with this partner, whichever is more. */
async function sumPostedAlone(db: Db, { user_id }: Me, partner_id: number): Promise<number> {
  const { total } = await db
    .selectFrom('partner_payment') // unscoped: a limit counts all of them
    .select(
      sql<number>`greatest(coalesce(sum(amount) filter (where created_by = ${user_id}), 0),
        coalesce(sum(amount) filter (where partner_id = ${partner_id}), 0))`.as('total'),
    )
    .where('posted_at', '>=', sql<string>`current_date`)
    .where('status', '=', paymentStatus.done)
    .where('decided_by', 'is', null)
    .where(({ or, eb }) => or([eb('created_by', '=', user_id), eb('partner_id', '=', partner_id)]))
    .executeTakeFirstOrThrow()
  return total
}

interface OutgoingPayment {
  partner_id: number
  kind: PaymentKind
  amount: number
}

/**
 * Refuses an outgoing payment that would raise the partner's debt above its limit plus the remaining deposit. Waiting payments count too, and so does
 * the cash of a partner with a limit that no statement has yet. The caller has locked the partner's account.
 */
async function assertDebtLimit(
  db: Db,
  { partner_id, kind, amount }: OutgoingPayment,
  fail: Fail<'debt_not_enough'>,
): Promise<void> {
  const { deposit_returned, paid_out } = paymentKinds
  if (kind !== deposit_returned && kind !== paid_out) return
  const { debt_now, deposit_now } = await balanceOf(db, partner_id)
  const { waiting } = await db
    .selectFrom('partner_payment') // unscoped: of a partner whose account is locked
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('amount'), sql<number>`0`).as('waiting'))
    .where('partner_id', '=', partner_id)
    .where('status', '=', paymentStatus.waiting)
    .where('kind', '=', paid_out)
    .executeTakeFirstOrThrow()
  if (kind === deposit_returned && amount > deposit_now) {
    const message = `Ký quỹ chỉ còn ${moneyText(deposit_now)}.`
    fail('debt_not_enough', { message, fields: { amount: message } })
  }
  const allowance = (await lockCashAllowances(db, [partner_id])).get(partner_id)
  // Both kinds reduce the room by their amount: paid_out raises the debt, deposit_returned lowers the deposit.
  const room = (allowance ?? deposit_now - debt_now) - Number(waiting)
  if (amount <= room) return
  const message = `Nợ của đại lý sẽ vượt hạn mức: chỉ còn ${moneyText(Math.max(0, room))}.`
  fail('debt_not_enough', { message, fields: { amount: message } })
}

const refOf = ({ payment_id }: { payment_id: number }) => `partner_payment:${payment_id}`

/** The ledger transfer of a payment, from or to the bank accounts of the business. */
async function movementOf(
  db: Db,
  payment: { payment_id: number; partner_id: number; kind: PaymentKind; amount: number; reason: string },
) {
  const { partner_id, kind, amount, reason } = payment
  const { paid, deposited, paid_out } = paymentKinds
  const bank = await otherBankLedger(db)
  const account =
    kind === paid || kind === paid_out ? await partnerLedger(db, partner_id) : await depositLedger(db, partner_id)
  const is_incoming = kind === paid || kind === deposited
  return {
    ref: refOf(payment),
    kind: 'other' as const,
    ...(is_incoming ? { from: bank, to: account } : { from: account, to: bank }),
    amount,
    reason,
  }
}
