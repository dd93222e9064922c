import { sql } from 'kysely'
import type * as z from 'zod/mini'
import type { Db } from '#server/database/transaction.ts'
import { inDays, withTimeLimit, paginate, sortOf } from '#server/record/list.ts'
import { serve, type Context } from '#server/serve.ts'
import type { Me } from '#server/session/session.ts'
import { applyToMany, previewMany } from '#features/orders/order-act/order-bulk.server.ts'
import { end_reason, ended_by, is_late_report } from '#features/orders/order/order-facts.server.ts'
import { daysOf, idsOf, orderQuery, searchedIn, type Days } from '#features/orders/order/order.query.server.ts'
import { orderStatus } from '#features/orders/order/order.contract.ts'
import type { Product } from '#features/results/product/product.contract.ts'
import { refund, unpaid_label } from './refund.contract.ts'

const { refunding, refunded, cancelled } = orderStatus
type RefundStatus = typeof refunding | typeof refunded | typeof cancelled

export default serve(refund, {
  list: async ({ db, me, input, fail }) => {
    const days = await daysOf(db, input, fail)
    const [column, direction] = sortOf(input.sort, '-ended_at')
    const query = refundQuery(db, me, input, days)
      .leftJoin('draw_period as p', 'p.period_id', 'o.period_id')
      .leftJoin('payment_vendor as vendor', 'vendor.payment_vendor_id', 'o.payment_vendor_id')
      .leftJoin('pos', 'pos.pos_id', 'o.pos_id') // unscoped: joined to an order within the scope
      .select(['o.order_id', 'o.ended_at', 'o.msisdn', 'o.category', 'p.period_code', 'pos.pos_name', 'o.paid_at'])
      .select([reason.as('reason'), refund_amount.as('refund_amount'), source.as('vendor_name')])
      .select(['o.total', ended_by.as('ended_by_name'), 'o.note', 'o.status', 'o.version'])
      .select(is_late_report.as('is_late_report'))
      .orderBy(sortable[column as keyof typeof sortable], direction)
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
    const page = await withTimeLimit(db, fail, () => paginate(db, query, input, ['refund_amount', 'total']))
    return { ...page, ...searchedIn(days, input.keyword) }
  },

  confirmPreview: async (context) => previewMany(context, context.input.action, await filteredOrderIds(context)),
  confirm: async (context) => applyToMany(context, context.input.action, await filteredOrderIds(context)),
})

const reason = sql<string | null>`case when o.status = ${cancelled} then ${end_reason}
  else coalesce(o.report_reason, o.end_reason) end`
/** No money was taken for a cancelled order. */
const source = sql<
  string | null
>`case when o.status = ${cancelled} then ${unpaid_label}::text else vendor.vendor_name end`
const refund_amount = sql<number>`case when o.status = ${cancelled} then 0 else o.total end`
const sortable = { ended_at: sql.ref('o.ended_at'), paid_at: sql.ref('o.paid_at'), refund_amount } as const

type Filters = Pick<z.output<typeof refund.list.input>, 'status' | 'category' | 'payment_vendor_id' | 'keyword'>

/** Orders that ended like this. The days are those on which they ended, not those of the orders. */
function refundQuery(db: Db, me: Me, { status, category, payment_vendor_id, keyword }: Filters, days: Days | null) {
  return orderQuery(db, me, { category, payment_vendor_id, keyword }, null)
    .where('o.ended_at', 'is not', null)
    .where(inDays('o.ended_at', { from_date: days?.from, to_date: days?.to }))
    .where('o.status', 'in', [refunding, refunded, cancelled])
    .$if(status != null, (q) => q.where('o.status', '=', status!))
}

type ConfirmContext = Context<typeof refund.confirm> | Context<typeof refund.confirmPreview>

/** The orders that the filter finds, when they were not chosen one by one. */
async function filteredOrderIds({ db, me, input: { filter }, fail }: ConfirmContext): Promise<number[] | null> {
  if (!filter) return null
  return idsOf(db, refundQuery(db, me, filter, await daysOf(db, filter, fail)), fail)
}
