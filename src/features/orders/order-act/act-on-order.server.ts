/** The steps of every act on one order: lock it, refuse what its state forbids, change it. */
import type { OrderStatus } from '#features/orders/order/order.contract.ts'
import { sql } from 'kysely'
import type { ErrorName } from '#contract/errors.ts'
import { within } from '#server/scope.ts'
import { refuse, type Fail } from '#server/fail.ts'
import type { Me } from '#server/session/session.ts'
import type { Db } from '#server/database/transaction.ts'
import { hasChanged } from '#server/record/change-columns.ts'
import { lockPeriodsShared } from '#features/results/period/period.query.server.ts'
import { changeOrder, type OrderChange } from './change-order.server.ts'
import { is_late_report, is_still_sold } from '#features/orders/order/order-facts.server.ts'
import { orderQuery, findOrder, selectOrder, type OrderRow } from '#features/orders/order/order.query.server.ts'
import { whyNot, type ErrorOf, type OrderAct, type StateError } from './order-act.rules.ts'

export interface ActContext<E extends ErrorName = never> {
  db: Db
  me: Me
  input: { order_id: number; version?: number | null | undefined }
  fail: Fail<E | 'order_not_found' | 'changed_by_other'>
}
/** The context of a call that declares every error with which this act can be refused. */
export type ActContextOf<A extends OrderAct> = ActContext<ErrorOf[A] | StateError>

/** Locks the order until the transaction ends, and refuses when its state does not allow the act. */
export async function lockForAct<A extends OrderAct>(context: ActContextOf<A>, act: A) {
  const order = await lockOrder(context)
  refuse(whyNot(act, order, context.me), context.fail)
  return order
}

/**
 * Takes the shared lock on draws and the order's row lock, then reads the order. Locking and reading are two statements: one that waited for the lock
 * would read the joined tables as they were before.
 */
export async function lockOrder({ db, me, input, fail }: ActContext) {
  await lockPeriodsShared(db)
  await db
    .selectFrom('sale_order as o')
    .select('o.order_id')
    .where('o.order_id', '=', input.order_id)
    .where(within(me, 'sale_order', 'o'))
    .forUpdate()
    .execute()
  return readLocked({ db, me, input, fail })
}

/** Reads an order that the caller has locked; refuses when somebody changed it after the person saw it. */
export async function readLocked({ db, me, input: { order_id, version }, fail }: ActContext) {
  const order = await ordersForAct(db, me).where('o.order_id', '=', order_id).executeTakeFirst()
  if (!order) return fail('order_not_found')
  if (hasChanged(order, version)) fail('changed_by_other', { current: await findOrder(db, me, order_id) })
  return order
}

/**
 * Orders with everything that the acts depend on, and the stored values that they change. `reportable_since` is when the order was paid, or its last
 * report made or rejected.
 */
export function ordersForAct(db: Db, me: Me) {
  return selectOrder(orderQuery(db, me, {}, null)).select([
    'o.status as stored_status',
    'o.reported_from',
    sql<string>`greatest(o.paid_at, o.reported_at, o.rejected_at)`.as('reportable_since'),
    is_still_sold.as('is_still_sold'),
    is_late_report.as('is_late_report'),
  ])
}

export type OrderForAct = Awaited<ReturnType<typeof readLocked>>

/** Changes the order of the call, and answers it as it is then. */
export async function changeAndFind(
  { db, me, input: { order_id } }: Omit<ActContext, 'fail'>,
  change: OrderChange,
  from?: readonly OrderStatus[],
): Promise<OrderRow> {
  await changeOrder(db, me, order_id, change, from)
  return (await findOrder(db, me, order_id))!
}
