/** The one UPDATE by which acts of staff change an order. */
import type { UpdateObject } from 'kysely'
import type { DB } from '#db/types.ts'
import type { OrderStatus } from '#features/orders/order/order.contract.ts'
import { within } from '#server/scope.ts'
import { changeColumns } from '#server/record/change-columns.ts'
import type { Me } from '#server/session/session.ts'
import type { Db } from '#server/database/transaction.ts'

/** The columns that an act sets; `changeOrder` adds who did it, when, and the next version. */
export type OrderChange = UpdateObject<DB, 'sale_order'>

/**
 * Changes an order that the caller has locked and checked; an order outside the person's scope is not changed.
 * @param from the states that the change may start from
 * @throws Error (a bug, not a refusal) when the order is in none of the states `from`
 */
export async function changeOrder(
  db: Db,
  me: Me,
  order_id: number,
  change: OrderChange,
  from?: readonly OrderStatus[],
): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('sale_order')
    .set({ ...change, ...changeColumns(me) })
    .where('order_id', '=', order_id)
    .$if(from !== undefined, (query) => query.where('status', 'in', from!))
    .where(within(me, 'sale_order'))
    .executeTakeFirstOrThrow()
  if (from && numUpdatedRows === 0n) throw new Error(`Order ${order_id} has left the state it was locked in`)
}
