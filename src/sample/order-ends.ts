/** Processes the sample's paid orders: printed or kept by staff, reported, refunded; some are left waiting. */
import { sql } from 'kysely'
import { actAs, staffMember } from './act.ts'
import type { LoadPart } from './parts.ts'
import { keepPhotos } from './photos.ts'
import type { Db } from '#server/database/transaction.ts'
import type { FileStore } from '#server/files/files.ts'
import { handling, orderStatus } from '#features/orders/order/order.contract.ts'
import { orderServices } from '#features/orders/order/order.server.ts'
import { orders } from '#features/orders/order/transaction.contract.ts'
import { confirmRefund, refundOrder, lockOrderForRefund } from '#features/orders/payment/refund.server.ts'

const { paid, processing, done } = orderStatus
const { held } = handling

/** Number of newest orders left to process on each of the two pages. */
const newest_waiting_count = 7
/** Number of orders left waiting regardless of age, because at night there are no new ones. */
const min_waiting_count = 4
/** Number of newest orders whose photo shows their own ticket numbers. */
const single_order_photo_count = 24
const shared_photo_count = 5

/**
 * Processes paid orders, then adds photos, reports of problems and refunds; the last three need the first, the newest
 * orders stay as they are.
 */
export async function endOrders(db: Db, files: FileStore, load: LoadPart): Promise<void> {
  const processed = await load('đơn đã xử lý', {}, () => processOrders(db))
  await load('ảnh vé đã in', { processed }, () => addPhotos(db, files))
  await load('đơn báo lỗi', { processed }, () => addReports(db))
  await load('đơn hoàn tiền', { processed }, () => addRefunds(db))
}

/** Marks orders as taken and finished in time by staff; one was forgotten, two are in progress. */
async function processOrders(db: Db): Promise<void> {
  await sql`
    with staff as (
      select user_id, row_number() over (order by user_id) - 1 as place, count(*) over () as many
      from app_user join group_member using (user_id) join user_group using (group_id) where group_name = 'Xử lý đơn' and app_user.status = 1),
    due as (
      select o.order_id, o.handling, o.paid_at, o.order_id % 1009 as luck, case when o.handling = ${held} then p.draw_at else p.print_at end as due_at
      from sale_order o join draw_period p using (period_id) where o.status = ${paid} and o.handling > 0),
    placed as (
      select *, due_at > now() as can_wait, row_number() over (partition by handling, due_at > now() order by paid_at desc) as place from due),
    worked as (
      select order_id, paid_at, luck, least(due_at, now()) - paid_at as room from placed
      where case when can_wait then place > case when paid_at > now() - interval '4 hours' then ${newest_waiting_count}::integer else ${min_waiting_count}::integer end else place > 1 or handling = ${held} end)
    update sale_order o set status = ${done}, taken_by = s.user_id, version = o.version + 2,
      taken_at = w.paid_at + least(w.room * 0.4, make_interval(secs => 25 + w.luck % 240)),
      finished_at = w.paid_at + least(w.room * 0.9, make_interval(secs => 90 + w.luck % 240 + w.luck % 200))
    from worked w join staff s on s.place = w.luck % s.many where o.order_id = w.order_id`.execute(db)
  await sql`
    with staff as (
      select user_id, row_number() over (order by user_name <> 'xulydon', user_id) as place
      from app_user join group_member using (user_id) join user_group using (group_id) where group_name = 'Xử lý đơn' and app_user.status = 1),
    waiting as (
      select o.order_id, row_number() over (partition by o.handling order by o.paid_at) as place
      from sale_order o join draw_period p using (period_id)
      where o.status = ${paid} and o.handling > 0 and case when o.handling = ${held} then p.draw_at else p.print_at end > now() + interval '5 minutes')
    update sale_order o set status = ${processing}, taken_by = s.user_id, version = o.version + 1, taken_at = greatest(o.paid_at, now() - make_interval(mins => 3 * w.place::integer))
    from waiting w join staff s using (place) where o.order_id = w.order_id and w.place <= 2`.execute(db)
}

/** Attaches photos: the newest orders get their own numbers, the others share generic photos. */
async function addPhotos(db: Db, files: FileStore): Promise<void> {
  const { rows } = await sql<{ order_id: number; taken_by: number; lines: string[] }>`
    select o.order_id, o.taken_by, (select array_agg(numbers order by line_no) from order_line l where l.order_id = o.order_id) as lines
    from sale_order o where o.status = ${done} and o.handling > 0 order by o.finished_at desc limit ${single_order_photo_count}`.execute(
    db,
  )
  if (rows.length === 0) return
  const singleOrders = rows.map(({ order_id, taken_by, lines }) => {
    return { lines: lines.slice(0, 5), seed: order_id % 1_009, created_by: taken_by }
  })
  const sharedPhotos = Array.from({ length: shared_photo_count }, (_, n) => {
    return { lines: [String(583_000 + n * 7_919)], seed: n, created_by: rows[0]!.taken_by }
  })
  const urls = await keepPhotos(db, files, [...singleOrders, ...sharedPhotos])
  const photos = rows.map(({ order_id }, n) => ({ order_id, url: urls[n]! }))
  const shared_urls = urls.slice(rows.length)
  await sql`
    update sale_order o set images = array[coalesce(x.url, (${shared_urls}::text[])[1 + o.order_id % ${shared_photo_count}::integer])]
    from sale_order d left join jsonb_to_recordset(${JSON.stringify(photos)}::jsonb) x (order_id bigint, url text) using (order_id)
    where o.order_id = d.order_id and d.status = ${done} and d.handling > 0`.execute(db)
  // Each generic photo is registered to one order, so that it cannot be used for another one.
  await sql`
    insert into order_photo (image, order_id)
    select substr(image, ${'/files/'.length + 1}::integer), max(order_id) from sale_order, unnest(images) image group by 1`.execute(
    db,
  )
}

const report_reasons = [
  'Vé in mờ, khách không đọc được dãy số',
  'Khách báo chưa nhận được ảnh vé sau khi thanh toán',
  'Ảnh vé không đúng bộ số khách đã chọn',
  'Máy in kẹt giấy, vé không ra',
  'Khách thanh toán hai lần cho cùng một đơn',
  'Vé bị rách khi giao cho khách',
] as const

/** Today's problem reports by customer care: one rejected, two accepted, the others pending. */
async function addReports(db: Db): Promise<void> {
  const make = actAs(db, orderServices, await staffMember(db, 'cskh'))
  const decide = actAs(db, orderServices, await staffMember(db, 'ketoan'))
  const [wallet, other] = [await recentOrderIds(db, 'WALLET'), await recentOrderIds(db, null)]
  for (const [n, order_id] of [...wallet.slice(0, 3), ...other.slice(0, 3)].entries())
    await make(orders.report, { order_id, reason: report_reasons[n % report_reasons.length]! })
  const [refunded, rejected] = wallet
  const [refunding] = other
  const accept = { status: orderStatus.refunding, note: 'Đã đối chiếu với điểm bán, đồng ý hoàn tiền' } as const
  for (const order_id of [refunded, refunding]) {
    if (order_id === undefined) continue
    const { draw_result } = await decide(orders.detail, { order_id })
    await decide(orders.changeStatus, { order_id, ...accept, result_version: draw_result?.version ?? 0 })
  }
  if (rejected) await decide(orders.rejectReport, { order_id: rejected, reason: 'Ảnh vé rõ số, đã gửi lại cho khách' })
}

/** Completed orders of known customers in the last hours, paid from the wallet or from another source. */
async function recentOrderIds(db: Db, vendor_code: 'WALLET' | null): Promise<number[]> {
  const { rows } = await sql<{ order_id: number }>`
    select o.order_id from sale_order o join payment_vendor v using (payment_vendor_id)
    where o.status = ${done} and o.msisdn is not null and o.paid_at > now() - interval '18 hours'
      and case when ${vendor_code}::text is null then v.vendor_code not in ('WALLET', 'POS') else v.vendor_code = ${vendor_code} end
    order by o.order_id desc limit 12`.execute(db)
  return rows.filter((_, n) => n % 4 === 1).map(({ order_id }) => order_id)
}

interface RefundedOrder {
  order_id: number
  place: number
}

/** Refunds of the previous days: all are settled except one whose payment source has not returned the money yet. */
async function addRefunds(db: Db): Promise<void> {
  const { rows } = await sql<RefundedOrder>`
    select order_id, place from (
      select o.order_id, row_number() over (order by o.order_id) as place, count(*) over () as many
      from sale_order o join payment_vendor v using (payment_vendor_id)
      where o.status = ${done} and o.msisdn is not null and v.vendor_code <> 'POS' and o.paid_at < now() - interval '30 hours') o
    where place % greatest(many / 9, 6) = 5 order by order_id limit 9`.execute(db)
  for (const [n, { order_id }] of rows.entries()) {
    const lockedOrder = (await lockOrderForRefund(db, order_id))!
    const firstRefund = await refundOrder(db, lockedOrder)
    const is_waiting = firstRefund === orderStatus.refunding && n >= rows.length - 3
    const status =
      firstRefund === orderStatus.refunding && !is_waiting ? await confirmRefund(db, lockedOrder) : firstRefund
    await sql`
      update sale_order set status = ${status}::smallint, reported_from = 4, report_reason = ${report_reasons[n % report_reasons.length]!},
        reported_by = (select user_id from app_user where user_name = 'cskh'), reported_at = paid_at + interval '50 minutes',
        end_reason = 'Đã đối chiếu với điểm bán, đồng ý hoàn tiền', ended_by = (select user_id from app_user where user_name = 'ketoan'),
        ended_at = paid_at + interval '3 hours',
        refunded_at = case when ${status}::smallint = ${orderStatus.refunded} then paid_at + interval '3 hours' end, version = version + 2
      where order_id = ${order_id}`.execute(db)
  }
}
