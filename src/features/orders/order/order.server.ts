import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { ErrorName } from '#contract/errors.ts'
import { most_file_bytes } from '#contract/wire.ts'
import { redrawn } from '#server/picture.ts'
import { bounded, paginate, sortOf } from '#server/list.ts'
import { within } from '#server/scope.ts'
import { serve, type Context, type Fail } from '#server/serve.ts'
import type { Me } from '#server/session/session.ts'
import type { Db } from '#server/database/transaction.ts'
import { lockDraws } from '#features/orders/intake/periods.server.ts'
import { confirmGivenBack, giveBack, lockForRefund } from '#features/orders/intake/refund.server.ts'
import { changeOrder, type OrderChange } from './change-order.server.ts'
import { detailOf } from './order-detail.server.ts'
import { exportOrders } from './order-export.server.ts'
import { is_still_sold, ofPlay } from './order-facts.server.ts'
import { shopsToChoose } from './order-shops.server.ts'
import { checkSnapshot, daysOf, matching, orderOf, shown, type Asked } from './order.query.server.ts'
import { whyNot, type ErrorOf, type OrderAct, type Reason, type StateError } from './order.rules.ts'
import { orderStatus } from './order.contract.ts'
import { exportedOfPlay, orders, reportPicture, transactions } from './transaction.contract.ts'

export const transactionServices = serve(transactions, {
  list: async ({ db, me, input, fail }) => {
    const days = await daysOf(db, input, fail)
    await checkSnapshot(db, input.snapshot, fail)
    const query = matching(db, me, input, days)
    const [, direction] = sortOf(input.sort, '-ordered_at')
    const { page_index, page_size, part } = input
    // First the page's numbers alone: what stands beside an order is not looked up for those that are skipped.
    const page = query
      .select('o.order_id')
      .orderBy('o.order_id', direction)
      .limit(page_size)
      .offset((page_index - 1) * page_size)
    const keys = part === 'totals' ? [] : await bounded(db, fail, () => page.execute())
    const ids = keys.map(({ order_id }) => order_id)
    const items =
      ids.length === 0
        ? []
        : await shown(matching(db, me, {}, null))
            .select(ofPlay(input.play_type))
            .where('o.order_id', '=', sql<number>`any (${ids}::bigint[])`)
            .orderBy('o.order_id', direction)
            .execute()
    if (part === 'rows') return { items }
    const added = query.select(['o.quantity', 'o.amount', 'o.fee', 'o.total']).$narrowType<{ total: number }>()
    const sums = added.select(ofPlay(input.play_type))
    const { items: _, ...totals } = await bounded(db, fail, () =>
      paginate(db, sums, { ...input, part: 'totals' }, ['quantity', 'amount', 'fee', 'total', ...exportedOfPlay]),
    )
    return { items, ...totals }
  },

  export: exportOrders,

  pos: shopsToChoose,
})

export const orderServices = serve(orders, {
  detail: async ({ db, me, input: { order_id }, fail }) =>
    (await detailOf(db, me, order_id)) ?? fail('order_not_found'),

  report: async (context) => {
    const { me, input } = context
    const asked = await held(context, 'report')
    // One that was left lying waits for anybody again, once the report is rejected.
    const left = asked.is_lapsed ? { reported_from: orderStatus.paid, taken_by: null, taken_at: null } : {}
    return change(context, {
      status: orderStatus.reported,
      reported_from: asked.kept_status,
      ...left,
      reported_by: me.user_id,
      reported_at: clock(),
      report_reason: input.reason,
      report_image: input.without_image ? null : await waitingPicture(context, asked.reported_at),
    })
  },

  rejectReport: async (context) => {
    const asked = await held(context, 'reject_report')
    return change(context, { status: asked.reported_from!, note: context.input.reason })
  },

  changeStatus: async (context) => {
    const { input, fail } = context
    const act = wanted[input.status]
    if (!act) fail('action_invalid', { message: 'Không đổi bằng tay sang trạng thái này.' })
    if (act === 'finish') {
      await held(context, act)
      return change(context, { status: orderStatus.done, finished_at: clock(), note: input.note })
    }
    return payBack(context, act!)
  },
})

export const reportPictureServices = serve(reportPicture, {
  upload: async ({ db, me, visit, files, input: { order_id }, fail }) => {
    // Looked at before it is held: drawing the picture anew takes a while.
    if (!(await orderOf(db, me, order_id))) return fail('order_not_found')
    const bytes = await visit.spooled!.read(most_file_bytes)
    const picture = bytes && (await redrawn(bytes))
    if (!picture)
      return fail('request_invalid', { fields: { file: 'Tệp không phải là ảnh đọc được, hoặc lớn hơn 8 MB' } })
    const asked = await locked({ db, me, input: { order_id }, fail })
    const is_reported = asked.status === orderStatus.reported
    if (!is_reported) refuse(whyNot('report', asked, me), fail)
    // Whoever decides on a report sees what its reporter showed.
    else if (asked.reported_by !== me.user_id)
      refuse({ error: 'no_right', message: 'Chỉ người báo lỗi được đổi ảnh báo lỗi.' }, fail)
    // Each upload is a file of its own: two people may show the same picture.
    const digest = createHash('sha256').update(`${me.user_id} ${visit.transid} `).update(picture.bytes).digest('hex')
    const path = `${pictureOf(order_id)}${digest.slice(0, 16)}.webp`
    const { width, height } = picture
    const stored = {
      path,
      media_type: 'image/webp',
      bytes: picture.bytes.length,
      width,
      height,
      created_by: me.user_id,
    }
    await db
      .insertInto('stored_file')
      .values(stored)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    await files.put(path, picture.bytes, 'image/webp')
    const url = `/files/${path}`
    // Of a fault that is not reported yet it waits for the report, and the order stays as it is.
    if (is_reported) await change({ db, me, input: { order_id } }, { report_image: url })
    return { url }
  },
})

export default [...transactionServices, ...orderServices, ...reportPictureServices]

/** What a person may ask for by the status that it leads to. */
const wanted: Partial<Record<number, 'accept_report' | 'refund' | 'finish'>> = {
  [orderStatus.refunding]: 'accept_report',
  [orderStatus.refunded]: 'refund',
  [orderStatus.done]: 'finish',
}

const pictureOf = (order_id: number) => `report/bao-loi-${order_id}-`

/** What this person uploaded last for this order, and for no report before. */
async function waitingPicture(
  { db, me, input }: Context<typeof orders.report>,
  reported_at: string | null,
): Promise<string | null> {
  const file = await db
    .selectFrom('stored_file')
    .select('path')
    .where('created_by', '=', me.user_id)
    .where(sql<boolean>`starts_with(path, ${pictureOf(input.order_id)})`)
    .$if(reported_at !== null, (q) => q.where('created_at', '>', reported_at!))
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return file ? `/files/${file.path}` : null
}

const clock = () => sql<string>`clock_timestamp()`

interface Acting<E extends ErrorName = never> {
  db: Db
  me: Me
  input: { order_id: number; version?: number | null | undefined }
  fail: Fail<E | 'order_not_found' | 'changed_by_other'>
}
/** By a call that can be refused with whatever this act can be refused with. */
type ActingOn<A extends OrderAct> = Acting<ErrorOf[A] | StateError>

function refuse<E extends ErrorName>(against: Reason<E> | null, fail: Fail<E>): void {
  if (against) fail(against.error, { message: against.message })
}

/** The order and all draws, locked until the transaction ends, as long as this can be done to it. */
async function held<A extends OrderAct>(acting: ActingOn<A>, act: A) {
  const asked = await locked(acting)
  refuse(whyNot(act, asked, acting.me), acting.fail)
  return asked
}

/** The locks come first and alone: a statement that waits for one would read what stands beside the order as that was before. */
async function locked({ db, me, input: { order_id, version }, fail }: Acting) {
  await lockDraws(db)
  await db
    .selectFrom('sale_order as o')
    .select('o.order_id')
    .where('o.order_id', '=', order_id)
    .where(within(me, 'sale_order', 'o'))
    .forUpdate()
    .execute()
  return asSeen({ db, me, input: { order_id, version }, fail })
}

async function asSeen({ db, me, input: { order_id, version }, fail }: Acting) {
  const asked = await shown(matching(db, me, {}, null))
    .select(['o.status as kept_status', 'o.reported_from', 'o.reported_at', is_still_sold.as('is_still_sold')])
    .where('o.order_id', '=', order_id)
    .executeTakeFirst()
  if (!asked) return fail('order_not_found')
  if (version != null && version !== asked.version)
    fail('changed_by_other', { current: await orderOf(db, me, order_id) })
  return asked
}

async function change({ db, me, input: { order_id } }: Omit<Acting, 'fail'>, set: OrderChange): Promise<Asked> {
  await changeOrder(db, me, order_id, set)
  return (await orderOf(db, me, order_id))!
}

/** The report is accepted, or the source of the money says that it gave it back. What lies in a wallet of ours is back at once. */
async function payBack(context: Context<typeof orders.changeStatus>, act: 'accept_report' | 'refund'): Promise<Asked> {
  const { db, me, input, fail } = context
  const { order_id, note } = input
  if (!(await orderOf(db, me, order_id))) fail('order_not_found')
  // Holds the draw before the order, so the order is held here and not as in the other acts.
  const order = (await lockForRefund(db, order_id))!
  refuse(whyNot(act, await asSeen({ db, me, input, fail }), me), fail)
  if (act === 'refund') return change(context, { status: await confirmGivenBack(db, order), note })
  const status = await giveBack(db, order)
  return change(context, { status, note, end_reason: note, ended_by: me.user_id, ended_at: clock() })
}
