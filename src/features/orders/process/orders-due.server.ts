import { sql } from 'kysely'
import { orderStatus } from '#features/orders/order/order.contract.ts'
import { due_at, hold_until } from '#features/orders/order/order-facts.server.ts'

/** Taken orders that must have their ticket within minutes. unscoped: each is shown only to the person who took it */
export const orders_due = sql`
  select o.taken_by, 'sale_order', o.order_id::text, ${due_at}
  from sale_order o join draw_period p using (period_id)
  where o.status = ${sql.lit(orderStatus.processing)} and o.taken_by is not null and ${hold_until} > now()
    and p.cancelled_at is null and ${due_at} > now() and ${due_at} <= now() + interval '5 minutes'`
