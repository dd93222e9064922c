import { sql } from 'kysely'
import { bounded, paginate } from '#server/list.ts'
import { mayMake, serve, type Context } from '#server/serve.ts'
import { lockForRefund } from '#features/orders/intake/refund.server.ts'
import { refuse } from '#server/fail.ts'
import { clock } from '#server/stamp.ts'
import { changed, lockedFor, readLocked } from './act-on-order.server.ts'
import { detailOf } from './order-detail.server.ts'
import { exportOrders } from './order-export.server.ts'
import { ofPlay } from './order-facts.server.ts'
import { doToMany, tryOnMany } from './order-bulk.server.ts'
import { givenBack, moveBack, reported } from './order-moves.server.ts'
import { shopsToChoose } from './order-shops.server.ts'
import {
  assertAmounts,
  checkSnapshot,
  daysOf,
  idsOf,
  matching,
  ordered,
  orderOf,
  searchedIn,
  shown,
  withOrigin,
  type OrderRow,
} from './order.query.server.ts'
import { whyNot } from './order.rules.ts'
import { orderStatus } from './order.contract.ts'
import reportPictureServices, { waitingPicture } from './report-picture.server.ts'
import { added, manyOrders, orders, transactions } from './transaction.contract.ts'

export const transactionServices = serve(transactions, {
  list: async ({ db, me, input, fail }) => {
    const { page_index, page_size, part, play_type, keyword } = input
    assertAmounts(input, fail)
    const days = await daysOf(db, input, fail)
    await checkSnapshot(db, input.snapshot, fail)
    const query = matching(db, me, input, days)
    // First the page's numbers alone: what stands beside an order is not looked up for those that are skipped.
    const page = ordered(query, input.sort)
      .select('o.order_id')
      .limit(page_size)
      .offset((page_index - 1) * page_size)
    const keys = part === 'totals' ? [] : await bounded(db, fail, () => page.execute())
    const ids = keys.map(({ order_id }) => order_id)
    const items =
      ids.length === 0
        ? []
        : await withOrigin(shown(ordered(matching(db, me, {}, null), input.sort)))
            .select(ofPlay(play_type))
            .where('o.order_id', '=', sql<number>`any (${ids}::bigint[])`)
            .execute()
    const searched = searchedIn(days, keyword)
    if (part === 'rows') return { items, ...searched }
    const summed = query
      .select(['o.quantity', 'o.amount', 'o.fee', 'o.total', 'o.commission', 'o.reward'])
      .select(ofPlay(play_type))
      .$narrowType<{ total: number }>()
    const { items: _, ...totals } = await bounded(db, fail, () =>
      paginate(db, summed, { ...input, part: 'totals' }, added),
    )
    return { items, ...totals, ...searched }
  },

  export: exportOrders,

  pos: shopsToChoose,
})

export const orderServices = serve(orders, {
  detail: async ({ db, me, input: { order_id }, fail }) =>
    (await detailOf(db, me, order_id)) ?? fail('order_not_found'),

  report: async (context) => {
    const { db, me, input } = context
    const order = await lockedFor(context, 'report')
    const image = input.without_image ? null : await waitingPicture(db, me, order.order_id, order.reportable_since)
    return changed(context, reported(order, me, input.reason, image))
  },

  rejectReport: async (context) => {
    const { me, input } = context
    const order = await lockedFor(context, 'reject_report')
    const rejected = { rejected_by: me.user_id, rejected_at: clock() }
    return changed(context, { status: order.reported_from!, ...rejected, note: input.reason })
  },

  changeStatus: async (context) => {
    const { input, fail } = context
    const act = wanted[input.status]
    if (!act) fail('action_invalid', { message: 'Không đổi bằng tay sang trạng thái này.' })
    if (act === 'finish') {
      await lockedFor(context, act)
      return changed(context, { status: orderStatus.done, finished_at: clock(), note: input.note })
    }
    return payBack(context, act!)
  },
})

const manyServices = serve(manyOrders, {
  preview: async (context) => tryOnMany(context, allowedMany(context), await filtered(context)),
  act: async (context) => doToMany(context, allowedMany(context), await filtered(context)),
})

type Many = Context<typeof manyOrders.preview> | Context<typeof manyOrders.act>

/** The two acts are rights of their own. */
function allowedMany({ me, input: { action }, fail }: Many) {
  if (!mayMake(me, action === 'report' ? orders.report.may : orders.changeStatus.may)) fail('no_right')
  return action
}

/** The orders that the filter finds, where it was not the single ones that were chosen. */
async function filtered({ db, me, input: { filter }, fail }: Many): Promise<number[] | null> {
  if (!filter) return null
  assertAmounts(filter, fail)
  await checkSnapshot(db, filter.snapshot, fail)
  return idsOf(db, matching(db, me, filter, await daysOf(db, filter, fail)), fail)
}

export default [...transactionServices, ...orderServices, ...manyServices, ...reportPictureServices]

/** What a person may ask for by the status that it leads to. */
const wanted: Partial<Record<number, 'accept_report' | 'refund' | 'finish'>> = {
  [orderStatus.refunding]: 'accept_report',
  [orderStatus.refunded]: 'refund',
  [orderStatus.done]: 'finish',
}

/** The report is accepted, or the source of the money says that it gave it back. */
async function payBack(
  context: Context<typeof orders.changeStatus>,
  act: 'accept_report' | 'refund',
): Promise<OrderRow> {
  const { db, me, input, fail } = context
  const { order_id, note } = input
  if (!(await orderOf(db, me, order_id))) fail('order_not_found')
  // Locks the draw before the order, so the order is locked here and not as in the other acts.
  const order = (await lockForRefund(db, order_id))!
  refuse(whyNot(act, await readLocked({ db, me, input, fail }), me), fail)
  const row = await changed(context, givenBack(me, order, act, note))
  await moveBack(db, [order], act)
  return row
}
