/** An act on many orders: tried without locks, done with all of them locked at once; each order is judged by itself. */
import { sql } from 'kysely'
import { moneyText } from '#contract/text/money-text.ts'
import { assertSameCount, assertSameVersions, runBulk } from '#server/record/bulk.ts'
import type { Fail } from '#server/fail.ts'
import type { Me } from '#server/session/session.ts'
import type { Db } from '#server/database/transaction.ts'
import { lockOrdersForRefund, type OrderForRefund } from '#features/orders/payment/refund.server.ts'
import { ordersForAct, type OrderForAct } from './act-on-order.server.ts'
import { orderLife } from '#features/orders/order/order.contract.ts'
import { changeOrder } from './change-order.server.ts'
import { refundColumns, payRefunds, reportColumns } from './order-changes.server.ts'
import { riskSignalsOf, whyNot, whyNotTogether } from './order-act.rules.ts'

export type BulkAct = 'report' | 'accept_report' | 'refund'

interface BulkContext {
  db: Db
  me: Me
  input: {
    ids?: readonly number[] | null | undefined
    expected: number
    note?: string | null | undefined
    seen?: string | null | undefined
  }
  fail: Fail<'changed_by_other' | 'request_invalid'>
}

/** The outcome for each order. `filtered` are the numbers that the filter finds; null where orders were chosen one by one. */
export async function previewMany(context: BulkContext, act: BulkAct, filtered: readonly number[] | null) {
  const { me } = context
  return runBulk(await chosenOrders(context, filtered), async ({ order }) => whyNotNow(act, order, me))
}

/**
 * Does it to each order that allows it, and answers each order's outcome. Refused as a whole without a reason, or when
 * number or versions of the orders differ from what the preview had (`changed_by_other`). Refunds move their money in
 * the same transaction.
 */
export async function applyToMany(context: BulkContext, act: BulkAct, filtered: readonly number[] | null) {
  const { db, me, input, fail } = context
  if (!input.note) return fail('request_invalid', { fields: { note: 'Hãy ghi lý do.' } })
  const { note } = input
  const visible_rows = await ordersForAct(db, me)
    .where('o.order_id', '=', sql<number>`any (${filtered ?? input.ids ?? []}::bigint[])`)
    .clearSelect()
    .select('o.order_id')
    .execute()
  // Locked all at once and in the common order: locking one by one could deadlock.
  const lockedOrders = await lockOrdersForRefund(
    db,
    visible_rows.map(({ order_id }) => order_id),
  )
  const given_back: OrderForRefund[] = []
  const report = await runBulk(await chosenOrders(context, filtered), async ({ order }) => {
    const refusal = whyNotNow(act, order, me)
    if (refusal !== null) return refusal
    const { from } = orderLife.moves[act]
    if (act === 'report') await changeOrder(db, me, order.order_id, reportColumns(order, me, note, null), from)
    else {
      const lockedOrder = lockedOrders.get(order.order_id)!
      await changeOrder(db, me, order.order_id, refundColumns(me, lockedOrder, act, note), from)
      given_back.push(lockedOrder)
    }
    return null
  })
  // Money moves once for all orders and last: payments wait for the ledger accounts from here on.
  if (act !== 'report') await payRefunds(db, given_back, act)
  return report
}

const whyNotNow = (act: BulkAct, order: OrderForAct, me: Me) => whyNot(act, order, me) ?? whyNotTogether(act, order)

/** The chosen orders that the person may see, by number. Refused when they differ from what the person saw. */
async function chosenOrders({ db, me, input, fail }: BulkContext, filtered: readonly number[] | null) {
  const ids = filtered ?? input.ids ?? []
  const orders = await ordersForAct(db, me)
    .where('o.order_id', '=', sql<number>`any (${ids}::bigint[])`)
    .orderBy('o.order_id')
    .execute()
  assertSameCount(orders.length, input.expected, fail)
  const rows = orders.map((order) => {
    const { order_id, total, version } = order
    const signals = riskSignalsOf(order).map(({ text }) => text)
    return { id: order_id, label: `${order_id} · ${moneyText(total)}`, amount: total, version, order, signals }
  })
  assertSameVersions(rows, input.seen, fail)
  return rows
}
