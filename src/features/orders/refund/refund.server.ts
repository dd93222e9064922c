import { sql } from 'kysely'
import { bounded, paginate, sortOf } from '#server/list.ts'
import { serve } from '#server/serve.ts'
import { end_reason, ended_by } from '#features/orders/order/order-facts.server.ts'
import { daysOf, matching } from '#features/orders/order/order.query.server.ts'
import { orderStatus } from '#features/orders/order/order.contract.ts'
import type { Product } from '#features/results/product/product.contract.ts'
import { refund, unpaid } from './refund.contract.ts'

const { refunding, refunded, cancelled } = orderStatus
type RefundStatus = typeof refunding | typeof refunded | typeof cancelled

export default serve(refund, {
  list: async ({ db, me, input, fail }) => {
    const { status, category, payment_vendor_id, keyword } = input
    const days = await daysOf(db, input, fail)
    const [, direction] = sortOf(input.sort, '-ended_at')
    // These are the days on which they ended, not those of the orders.
    const query = matching(db, me, { category, keyword }, null)
      .where('o.ended_at', 'is not', null)
      .$if(days !== null, (q) =>
        q
          .where('o.ended_at', '>=', sql<string>`${days!.from}::date`)
          .where('o.ended_at', '<', sql<string>`${days!.to}::date + 1`),
      )
      .where('o.status', 'in', [refunding, refunded, cancelled])
      .$if(status != null, (q) => q.where('o.status', '=', status!))
      .$if(payment_vendor_id != null, (q) => q.where('o.payment_vendor_id', '=', payment_vendor_id!))
      .leftJoin('draw_period as p', 'p.period_id', 'o.period_id')
      .leftJoin('payment_vendor as vendor', 'vendor.payment_vendor_id', 'o.payment_vendor_id')
      .leftJoin('pos as shop', 'shop.pos_id', 'o.pos_id') // unscoped: of a seen order
      .select(['o.order_id', 'o.ended_at', 'o.msisdn', 'o.category', 'p.period_code', 'shop.pos_name'])
      .select(
        sql<string | null>`case when o.status = ${cancelled} then ${end_reason} else o.report_reason end`.as('reason'),
      )
      .select(sql<number>`case when o.status = ${cancelled} then 0 else o.total end`.as('refund_amount'))
      .select(
        sql<string | null>`case when o.status = ${cancelled} then ${unpaid}::text else vendor.vendor_name end`.as(
          'vendor_name',
        ),
      )
      .select(['o.total', ended_by.as('ended_by_name'), 'o.note', 'o.status', 'o.version'])
      .orderBy('o.ended_at', direction)
      .orderBy('o.order_id', direction)
      .$narrowType<{
        status: RefundStatus
        category: Product
        ended_at: string
        ended_by_name: string
        total: number
        period_code: string
        pos_name: string
      }>()
    return bounded(db, fail, () => paginate(db, query, input, ['refund_amount', 'total']))
  },
})
