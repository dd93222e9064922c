import type { UpdateObject } from 'kysely'
import type { DB } from '#db/types.ts'
import { within } from '#server/scope.ts'
import { stamped } from '#server/stamp.ts'
import type { Me } from '#server/session/session.ts'
import type { Db } from '#server/database/transaction.ts'

/** What staff set on an order; who did it, when, and the next version are set beside it. */
export type OrderChange = UpdateObject<DB, 'sale_order'>

/** Changes an order that the caller has locked and looked at; one outside the person's scope stays as it is. */
export async function changeOrder(db: Db, me: Me, order_id: number, change: OrderChange): Promise<void> {
  await db
    .updateTable('sale_order')
    .set({ ...change, ...stamped(me) })
    .where('order_id', '=', order_id)
    .where(within(me, 'sale_order'))
    .execute()
}
