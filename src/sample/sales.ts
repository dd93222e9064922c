/**
 * The sample's sales of two weeks, generated like those of `npm run simulate`. The orders are created through the intake with times in the past, so
 * that all figures are consistent.
 */
import { sql } from 'kysely'
import { endOrders } from './order-ends.ts'
import { sample_accounts } from './business.ts'
import { inParts, type LoadPart, type Report } from './parts.ts'
import { addPurchases } from './purchases.ts'
import { addStatements } from './statements.ts'
import { closePastDraws, past_days } from './past-draws.ts'
import { dayOf } from '../simulate/day.ts'
import type { SampleDevices } from '../simulate/devices.ts'
import type { Market, ShelfTicket, Sale, PlannedOrder } from '../simulate/market.ts'
import { Failure } from '#contract/errors.ts'
import type { Db } from '#server/database/transaction.ts'
import type { FileStore } from '#server/files/files.ts'
import { cancelExpired, cancelOrders, expiredOrders } from '#features/orders/intake/cancel-orders.server.ts'
import { payOrders } from '#features/orders/payment/pay.server.ts'
import { createOrders } from '#features/orders/intake/create-orders.server.ts'
import { order_batch_size, type OrderRequest } from '#features/orders/intake/order-request.rules.ts'
import { orderStatus } from '#features/orders/order/order.contract.ts'
import type { Game } from '#features/results/product/product.contract.ts'
import { resultStatus } from '#features/results/result/drawn-numbers.contract.ts'

/** Orders on the first Monday; the number rises over the week and over time. */
const orders_a_day = 115

const setting = 'sample_sales'

/** The next step: days ago of the next day to create, or -1 for the final steps; null when everything is loaded. */
async function nextStep(db: Db): Promise<number | null> {
  const stored_step = await db.selectFrom('setting').select('value').where('name', '=', setting).executeTakeFirst()
  return stored_step === undefined ? past_days : Number(stored_step.value) < -1 ? null : Number(stored_step.value)
}

/** Whether sales are missing, because none were loaded or loading was interrupted. */
export async function lacksSales(db: Db): Promise<boolean> {
  return (await nextStep(db)) !== null
}

interface SalesContext {
  files: FileStore
  devices: SampleDevices
  /** Runs ANALYZE, so that the query planner knows the current row counts. */
  analyze: () => Promise<void>
  /** Called for every day and every later step that failed. */
  report: Report
}

/** Loads the sales with one transaction per day; continues after an interrupted start. */
export async function loadSales(db: Db, { files, devices, analyze, report }: SalesContext): Promise<void> {
  for (let step = await nextStep(db); step !== null; step = await nextStep(db)) {
    const ago = step
    if (analyze_before.has(ago)) await analyze()
    await inParts(db, { name: 'Nạp đơn hàng mẫu', report }, async (trx, load) => {
      if (ago >= 0) await load(`đơn hàng của ${dayName(ago)}`, {}, () => addDay(trx, devices, ago))
      else {
        await load('mua nhiều kỳ', {}, async () =>
          addPurchases(trx, {
            device_ids: [...(await devicesOf(trx, devices)).values()],
            customers: devices.customers,
          }),
        )
        await addFinalParts(trx, files, load)
      }
      const value = JSON.stringify(ago - 1)
      await trx
        .insertInto('setting')
        .values({ name: setting, value })
        .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
        .execute()
    })
  }
  await analyze()
}

const dayName = (ago: number) => (ago === 0 ? 'hôm nay' : `${ago} ngày trước`)

/** Steps before which to run ANALYZE: when the tickets are there, and when there are orders of a day. */
const analyze_before: ReadonlySet<number> = new Set([past_days, past_days - 1])

async function addFinalParts(db: Db, files: FileStore, load: LoadPart): Promise<void> {
  await endOrders(db, files, load)
  await load('chốt các kỳ đã qua', {}, () => closePastDraws(db))
  await load('tính thưởng các kỳ đã có kết quả', {}, () => enqueuePrizes(db))
  await load('tổng hợp doanh thu', {}, () => sql`select fold_sales()`.execute(db))
  await load('đối soát đại lý', {}, () => addStatements(db))
}

/** Enqueues the prize runs, which the program executes within a minute of its start. */
async function enqueuePrizes(db: Db): Promise<void> {
  await sql`
    insert into prize_run (period_id)
    select r.period_id from draw_result r join draw_period p using (period_id)
    where r.status = ${resultStatus.confirmed} and (exists (select from sale_order o where o.period_id = r.period_id)
      or exists (select from xskt_ticket t where t.open_date = p.open_date and t.area_id = p.area_id and t.in_stock > 0))`.execute(
    db,
  )
}

async function addDay(db: Db, devices: SampleDevices, ago: number): Promise<void> {
  const device_ids = await devicesOf(db, devices)
  const day = await dayAgo(db, ago)
  const market = { ...devices, sales: await salesOf(db, day.day) }
  const count = Math.round(orders_a_day * (1 + day.weekday / 20) * (1.25 - ago / 60))
  const orders = dayOf(`sample ${ago}`, market, {
    orders: count,
    ...(day.so_far !== null && { until: day.so_far - 30 }),
  })
  for (const batch of batchesOf(orders)) await addBatch(db, batch, { ...day, device_ids })
  // Unpaid orders expired at their deadline.
  const evening = day.so_far === null ? momentOf(day.day, 86_399) : undefined
  const expired = () => expiredOrders(db, { moment: evening })
  for (let ids = await expired(); ids.length > 0; ids = await expired()) await cancelExpired(db, ids, evening)
  await sql`
    update sale_order set ended_at = expires_at
    where order_id >= first_order_id(${day.day}::date) and status = ${orderStatus.cancelled} and ended_at > expires_at`.execute(
    db,
  )
}

interface Day {
  day: string
  /** 1 is Monday, 7 is Sunday */
  weekday: number
  /** Seconds since midnight for today; null for a past day. */
  so_far: number | null
}

/** The day `ago` days before the sample was loaded, because loading may continue past midnight or days later. */
async function dayAgo(db: Db, ago: number): Promise<Day> {
  const { rows } = await sql<Day>`
    select day, extract(isodow from day)::integer as weekday,
      case when day = current_date then floor(extract(epoch from now() - day::timestamptz))::integer end as so_far
    from (select min(created_at)::date - ${ago}::integer as day from app_user
      where user_name = any (${sample_accounts.map(({ user_name }) => user_name)}::text[])) loaded`.execute(db)
  return rows[0]!
}

async function devicesOf(db: Db, { all_pos }: SampleDevices): Promise<Map<string, number>> {
  const { rows } = await sql<{ device_code: string; device_id: number }>`
    select device_code, device_id from pos_device where device_code = any (${all_pos.map((pos) => pos.device_code)}::text[])`.execute(
    db,
  )
  return new Map(rows.map(({ device_code, device_id }) => [device_code, device_id]))
}

/** The draws on sale on a day, with their current stock; one draw an hour for games that draw all day. */
async function salesOf(db: Db, day: string): Promise<Market['sales']> {
  const { rows } = await sql<Sale>`
    select p.category, p.period_id, p.area_id, p.open_date,
      extract(epoch from p.open_at - ${day}::date::timestamptz)::integer as from, extract(epoch from p.stop_at - ${day}::date::timestamptz)::integer as until,
      coalesce(t.shelf, '[]') as shelf
    from draw_period p left join lateral (
      select jsonb_agg(jsonb_build_object('number', number, 'series', null, 'left', in_stock) order by number) as shelf
      from xskt_ticket where open_date = p.open_date and area_id = p.area_id and in_stock > 0 and ticket_group_id is null) t on p.area_id is not null
    where p.stop_at > ${day}::date::timestamptz and p.open_at < (${day}::date + 1)::timestamptz and p.cancelled_at is null
      and (p.area_id is null or t.shelf is not null)
      and (p.stop_at - p.open_at > interval '1 hour' or date_trunc('hour', p.stop_at - interval '1 second') >= p.open_at)
    order by p.stop_at, p.period_id`.execute(db)
  return rows.map((row) => ({ ...row, shelf: row.shelf as ShelfTicket[] }))
}

/** Consecutive orders with a common moment at which all of their draws are on sale, used as the batch's time. */
interface Batch {
  at: number
  orders: PlannedOrder[]
}

function batchesOf(orders: readonly PlannedOrder[]): Batch[] {
  const batches: (Batch & { until: number })[] = []
  for (const order of orders) {
    const { from, until } = order.sale
    if (order.at >= until || order.at < from) continue
    const lastBatch = batches.at(-1)
    const second = Math.max(lastBatch?.at ?? 0, from)
    if (lastBatch && lastBatch.orders.length < order_batch_size && second < Math.min(lastBatch.until, until)) {
      lastBatch.orders.push(order)
      lastBatch.at = second
      lastBatch.until = Math.min(lastBatch.until, until)
    } else batches.push({ at: order.at, until, orders: [order] })
  }
  return batches
}

interface CreatedOrder extends PlannedOrder {
  order_id: number
  device_id: number
}

/** Creates the orders of a batch, pays or cancels them, and sets the time of each. */
async function addBatch(
  db: Db,
  { at, orders }: Batch,
  { day, device_ids }: Day & { device_ids: ReadonlyMap<string, number> },
): Promise<void> {
  const moment = momentOf(day, at)
  const requestedOrders = orders.map((order) => ({ ...order, device_id: device_ids.get(order.pos.device_code)! }))
  const answers = await createOrders(
    db,
    requestedOrders.map((order) => requestOf(order, day)),
    moment,
  )
  const createdOrders = requestedOrders.flatMap((order, n): CreatedOrder[] => {
    const answer = answers[n]!
    return answer instanceof Failure ? [] : [{ ...order, order_id: answer.order_id }]
  })
  if (createdOrders.length === 0) return
  const key = ({ device_id, order_id }: CreatedOrder, step: string) => ({
    device_id,
    transid: `sample-${step}-${order_id}`,
    order_id,
  })
  const ordersToPay = createdOrders.filter((order) => order.end === 'pay' && order.at + order.after < order.sale.until)
  if (ordersToPay.length > 0)
    await payOrders(
      db,
      ordersToPay.map((order) => {
        return { ...key(order, 'pay'), vendor_ref: refOf(order), paid_at: momentOf(day, order.at + order.after) }
      }),
      moment,
    )
  const ordersToCancel = createdOrders.filter((order) => order.end === 'cancel')
  if (ordersToCancel.length > 0) {
    await cancelOrders(
      db,
      ordersToCancel.map((order) => ({ ...key(order, 'cancel'), reason: 'Khách đổi ý' })),
      moment,
    )
    await sql`
      update sale_order o set ended_at = x.at
      from jsonb_to_recordset(${times(ordersToCancel, day)}::jsonb) x (order_id bigint, at timestamptz)
      where o.order_id = x.order_id and o.ended_at is not null`.execute(db)
  }
}

function requestOf(order: PlannedOrder & { device_id: number }, day: string): OrderRequest {
  const { device_id, n, at, pos, customer, goods, handling, source, sale } = order
  const buyer = {
    device_id,
    transid: `sample-${day}-${n}`,
    ordered_at: momentOf(day, at),
    user_pos_id: pos.user_pos_id,
    msisdn: customer?.msisdn ?? null,
    full_name: customer?.full_name ?? null,
    handling,
    vendor_code: source,
  }
  if ('tickets' in goods) return { ...buyer, ...goods }
  return { ...buyer, category: goods.category as Game, period_id: sale.period_id, boards: goods.boards }
}

/** Payment reference in the format of its source. */
function refOf({ source, order_id }: CreatedOrder): string | null {
  const digits = String(order_id).slice(-9)
  if (source === 'WALLET' || source === 'POS') return null
  return source === 'BANK' ? `FT${String(order_id).slice(0, 5)}${digits}` : `4${digits}`
}

const momentOf = (day: string, second: number) => {
  const part = (number: number) => String(number).padStart(2, '0')
  return `${day}T${part(Math.floor(second / 3_600))}:${part(Math.floor((second % 3_600) / 60))}:${part(Math.floor(second) % 60)}+07:00`
}

/** SQL for the times at which orders were paid or cancelled. */
const times = (orders: readonly CreatedOrder[], day: string) =>
  JSON.stringify(orders.map(({ order_id, at, after }) => ({ order_id, at: momentOf(day, at + after) })))
