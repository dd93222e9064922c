import { sql } from 'kysely'
import { withTimeLimit, paginate } from '#server/record/list.ts'
import { mayMake, serve, type Context } from '#server/serve.ts'
import { lockOrderForRefund } from '#features/orders/payment/refund.server.ts'
import { decideLate } from '#features/results/prize-run/prize-run.server.ts'
import { refuse } from '#server/fail.ts'
import { clock_now } from '#server/record/change-columns.ts'
import { changeAndFind, lockForAct, readLocked } from '#features/orders/order-act/act-on-order.server.ts'
import { findDetail } from './order-detail.server.ts'
import { exportOrders } from './order-export.server.ts'
import { playFigures } from './order-facts.server.ts'
import { applyToMany, previewMany } from '#features/orders/order-act/order-bulk.server.ts'
import { refundColumns, payRefunds, reportColumns } from '#features/orders/order-act/order-changes.server.ts'
import { posToChoose } from './order-pos.server.ts'
import {
  assertAmounts,
  assertSnapshot,
  daysOf,
  idsOf,
  orderQuery,
  orderedBy,
  findOrder,
  searchedIn,
  selectOrder,
  selectOrigin,
  type OrderRow,
} from './order.query.server.ts'
import { whyNot } from '#features/orders/order-act/order-act.rules.ts'
import { orderLife, orderStatus } from './order.contract.ts'
import reportPictureServices, { waitingPicture } from '#features/orders/order-act/report-picture.server.ts'
import { summed_columns, manyOrders, orders, transactions } from './transaction.contract.ts'

const transactionServices = serve(transactions, {
  list: async ({ db, me, input, fail }) => {
    const { page_index, page_size, part, play_type, keyword } = input
    assertAmounts(input, fail)
    const days = await daysOf(db, input, fail)
    await assertSnapshot(db, input.snapshot, fail)
    const query = orderQuery(db, me, input, days)
    // First the numbers of the page alone, so that details are looked up only for its rows.
    const page = orderedBy(query, input.sort)
      .select('o.order_id')
      .limit(page_size)
      .offset((page_index - 1) * page_size)
    const keys = part === 'totals' ? [] : await withTimeLimit(db, fail, () => page.execute())
    const ids = keys.map(({ order_id }) => order_id)
    const items =
      ids.length === 0
        ? []
        : await selectOrigin(selectOrder(orderedBy(orderQuery(db, me, {}, null), input.sort)))
            .select(playFigures(play_type))
            .where('o.order_id', '=', sql<number>`any (${ids}::bigint[])`)
            .execute()
    const searchedRange = searchedIn(days, keyword)
    if (part === 'rows') return { items, ...searchedRange }
    const summedOrders = query
      .select(void_amount.as('void_total'))
      .select(['o.quantity', 'o.amount', 'o.fee', 'o.total', 'o.commission', 'o.reward'])
      .select(playFigures(play_type))
      .$narrowType<{ total: number }>()
    const {
      items: _,
      sums: sumsWithVoid,
      ...totals
    } = await withTimeLimit(db, fail, () =>
      paginate(db, summedOrders, { ...input, part: 'totals' }, [...summed_columns, 'void_total']),
    )
    if (!sumsWithVoid) return { items, ...totals, sums: null, ...searchedRange }
    const { void_total, ...sums } = sumsWithVoid
    return { items, ...totals, sums, void_total, ...searchedRange }
  },

  export: exportOrders,

  pos: posToChoose,
})

export const orderServices = serve(orders, {
  detail: async ({ db, me, input: { order_id }, fail }) =>
    (await findDetail(db, me, order_id)) ?? fail('order_not_found'),

  report: async (context) => {
    const { db, me, input } = context
    const order = await lockForAct(context, 'report')
    const image = input.without_image ? null : await waitingPicture(db, me, order.order_id, order.reportable_since)
    return changeAndFind(context, reportColumns(order, me, input.reason, image), orderLife.moves.report.from)
  },

  rejectReport: async (context) => {
    const { db, me, input, enqueue } = context
    const order = await lockForAct(context, 'reject_report')
    if (order.reported_from === orderStatus.done) await decideLate(db, enqueue, order.period_id)
    const rejection = { rejected_by: me.user_id, rejected_at: clock_now }
    const change = { status: order.reported_from!, ...rejection, note: input.reason }
    return changeAndFind(context, change, orderLife.moves.reject_report.from)
  },

  changeStatus: async (context) => {
    const { input, fail } = context
    const act = act_by_status[input.status]
    if (!act) fail('action_invalid', { message: 'Không đổi bằng tay sang trạng thái này.' })
    if (act === 'finish') {
      await lockForAct(context, act)
      const { to: status, from } = orderLife.moves.finish
      return changeAndFind(context, { status, finished_at: clock_now, note: input.note }, from)
    }
    return payBack(context, act!)
  },
})

const { refunding, refunded, cancelled } = orderStatus
const void_amount = sql<number>`case when o.status in (${sql.join([refunding, refunded, cancelled])}) then o.total else 0 end`

const manyServices = serve(manyOrders, {
  preview: async (context) => previewMany(context, allowedBulkAction(context), await filteredOrderIds(context)),
  act: async (context) => applyToMany(context, allowedBulkAction(context), await filteredOrderIds(context)),
})

type BulkContext = Context<typeof manyOrders.preview> | Context<typeof manyOrders.act>

/** Accepting a report and confirming a refund need different rights. */
function allowedBulkAction({ me, input: { action }, fail }: BulkContext) {
  if (!mayMake(me, action === 'report' ? orders.report.may : orders.changeStatus.may)) fail('no_right')
  return action
}

/** The orders that the filter finds, when they were not chosen one by one. */
async function filteredOrderIds({ db, me, input: { filter }, fail }: BulkContext): Promise<number[] | null> {
  if (!filter) return null
  assertAmounts(filter, fail)
  await assertSnapshot(db, filter.snapshot, fail)
  return idsOf(db, orderQuery(db, me, filter, await daysOf(db, filter, fail)), fail)
}

export default [...transactionServices, ...orderServices, ...manyServices, ...reportPictureServices]

/** The act that leads to a requested status. */
const act_by_status: Partial<Record<number, 'accept_report' | 'refund' | 'finish'>> = {
  [orderStatus.refunding]: 'accept_report',
  [orderStatus.refunded]: 'refund',
  [orderStatus.done]: 'finish',
}

/** Accepts the report, or records that the source of the money has refunded it. */
async function payBack(
  context: Context<typeof orders.changeStatus>,
  act: 'accept_report' | 'refund',
): Promise<OrderRow> {
  const { db, me, input, fail } = context
  const { order_id, note } = input
  if (!(await findOrder(db, me, order_id))) fail('order_not_found')
  // `lockOrders` locks the draw before the order, so the order is not locked by `lockForAct` here.
  const order = (await lockOrderForRefund(db, order_id))!
  const lockedOrder = await readLocked({ db, me, input, fail })
  refuse(whyNot(act, lockedOrder, me), fail)
  if (act === 'accept_report' && lockedOrder.is_late_report) await assertSawResult(context, lockedOrder.period_id)
  const row = await changeAndFind(context, refundColumns(me, order, act, note), orderLife.moves[act].from)
  await payRefunds(db, [order], act)
  return row
}

/** After the draw, only somebody who has seen its result, or that there is none yet, may refund. */
async function assertSawResult(
  { db, me, input: { order_id, result_version }, fail }: Context<typeof orders.changeStatus>,
  period_id: number,
): Promise<void> {
  const result = await db
    .selectFrom('draw_result')
    .select('version')
    .where('period_id', '=', period_id)
    .executeTakeFirst()
  if (result_version == null)
    fail('request_invalid', { fields: { result_version: 'Hãy xem giờ quay và kết quả trước khi duyệt.' } })
  if (result_version !== (result?.version ?? 0))
    fail('changed_by_other', {
      message: 'Kết quả của kỳ vừa thay đổi, hãy xem lại trước khi duyệt.',
      current: (await findOrder(db, me, order_id))!,
    })
}
