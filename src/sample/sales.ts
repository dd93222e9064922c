/**
 * The sample's sales of two weeks: days of the same making as `npm run simulate` plays, taken in by the functions that take in real orders, each at
 * its own moment of the past. Whatever tells figures of them tells the truth.
 */
import { sql } from 'kysely'
import { endOrders } from './order-ends.ts'
import { closePastDraws, past_days } from './past-draws.ts'
import { dayOf } from '../simulate/day.ts'
import type { SampleDevices } from '../simulate/devices.ts'
import type { Market, OnShelf, Sale, Wish } from '../simulate/market.ts'
import { Failure } from '#contract/errors.ts'
import type { Db } from '#server/database/transaction.ts'
import type { FileStore } from '#server/files.ts'
import { asProgram } from '#server/serve.ts'
import { cancelExpired, cancelOrders, expiredOrders } from '#features/orders/intake/cancel.server.ts'
import { payOrders } from '#features/orders/intake/pay.server.ts'
import { makeOrders } from '#features/orders/intake/make.server.ts'
import { most_at_once, type OrderRequest } from '#features/orders/intake/wish.rules.ts'
import { orderStatus } from '#features/orders/order/order.contract.ts'
import type { Game } from '#features/results/product/product.contract.ts'

/** On a Monday; the week gets busier, and so does the business. */
const orders_a_day = 115

const setting = 'sample_sales'

/** What is left to be made: the day before yesterday is 2, today 0, and -1 is what ends it. Null when all of it is there. */
async function nextStep(db: Db): Promise<number | null> {
  const kept = await db.selectFrom('setting').select('value').where('name', '=', setting).executeTakeFirst()
  return kept === undefined ? past_days : Number(kept.value) < -1 ? null : Number(kept.value)
}

/** Whether the sales of the sample are still to be made, or a start that made them was cut short. */
export async function lacksSales(db: Db): Promise<boolean> {
  return (await nextStep(db)) !== null
}

interface Loading {
  files: FileStore
  kept: SampleDevices
  /** Has the database count the rows of its tables, so that it plans for what is in them now. */
  analyze: () => Promise<void>
}

/** Makes the sales day by day, each whole or not at all; a start that was cut short goes on with the day that is missing. */
export async function loadSales(db: Db, { files, kept, analyze }: Loading): Promise<void> {
  for (let step = await nextStep(db); step !== null; step = await nextStep(db)) {
    const ago = step
    if (counted_at.has(ago)) await analyze()
    await asProgram(db, 'Nạp đơn hàng mẫu', async (trx) => {
      await (ago >= 0 ? addDay(trx, kept, ago) : finish(trx, files))
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

/** The tables grow fast at first. */
const counted_at: ReadonlySet<number> = new Set([past_days, past_days - 1, past_days - 5])

async function finish(db: Db, files: FileStore): Promise<void> {
  await endOrders(db, files)
  await closePastDraws(db)
  await sql`select fold_sales()`.execute(db)
}

async function addDay(db: Db, kept: SampleDevices, ago: number): Promise<void> {
  const device_ids = await devicesOf(db, kept)
  const day = await dayAgo(db, ago)
  const market = { ...kept, sales: await salesOf(db, day.day) }
  const orders = Math.round(orders_a_day * (1 + day.weekday / 20) * (1.25 - ago / 60))
  const wishes = dayOf(`sample ${ago}`, market, { orders, ...(ago === 0 && { until: day.second - 30 }) })
  for (const batch of batchesOf(wishes)) await play(db, batch, { ...day, device_ids })
  // Who never paid lost the tickets when the time was over.
  const evening = ago > 0 ? momentOf(day.day, 86_399) : undefined
  const expired = () => expiredOrders(db, { at: evening })
  for (let ids = await expired(); ids.length > 0; ids = await expired()) await cancelExpired(db, ids, evening)
  await sql`
    update sale_order set ended_at = expires_at
    where order_id >= first_order_id(${day.day}::date) and status = ${orderStatus.cancelled} and ended_at > expires_at`.execute(
    db,
  )
}

interface Day {
  day: string
  /** 1 Monday … 7 Sunday */
  weekday: number
  /** Of today the seconds since midnight. */
  second: number
}

async function dayAgo(db: Db, ago: number): Promise<Day> {
  const { rows } = await sql<Day>`
    select current_date - ${ago}::integer as day, extract(isodow from current_date - ${ago}::integer)::integer as weekday,
      floor(extract(epoch from now() - current_date::timestamptz))::integer as second`.execute(db)
  return rows[0]!
}

async function devicesOf(db: Db, { shops }: SampleDevices): Promise<Map<string, number>> {
  const { rows } = await sql<{ device_code: string; device_id: number }>`
    select device_code, device_id from pos_device where device_code = any (${shops.map((shop) => shop.device_code)}::text[])`.execute(
    db,
  )
  return new Map(rows.map(({ device_code, device_id }) => [device_code, device_id]))
}

/** What was on sale on a day, with what lies on the shelves now. Of games that draw all day long the draws of every full hour will do. */
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
  return rows.map((row) => ({ ...row, shelf: row.shelf as OnShelf[] }))
}

/** Wishes that follow one another and have a moment in common at which all of their draws sell; that moment is the batch's. */
interface Batch {
  at: number
  wishes: Wish[]
}

function batchesOf(wishes: readonly Wish[]): Batch[] {
  const batches: (Batch & { until: number })[] = []
  for (const wish of wishes) {
    const { from, until } = wish.sale
    if (wish.at >= until || wish.at < from) continue
    const last = batches.at(-1)
    const at = Math.max(last?.at ?? 0, from)
    if (last && last.wishes.length < most_at_once && at < Math.min(last.until, until)) {
      last.wishes.push(wish)
      last.at = at
      last.until = Math.min(last.until, until)
    } else batches.push({ at: wish.at, until, wishes: [wish] })
  }
  return batches
}

interface Played extends Wish {
  order_id: number
  device_id: number
}

/** Has the orders of a batch made, then paid or cancelled, and gives each its own moments. */
async function play(
  db: Db,
  { at, wishes }: Batch,
  { day, device_ids }: Day & { device_ids: ReadonlyMap<string, number> },
): Promise<void> {
  const moment = momentOf(day, at)
  const asked = wishes.map((wish) => ({ ...wish, device_id: device_ids.get(wish.shop.device_code)! }))
  const answers = await makeOrders(
    db,
    asked.map((wish) => orderOf(wish, day)),
    moment,
  )
  const made = asked.flatMap((wish, n): Played[] => {
    const answer = answers[n]!
    return answer instanceof Failure ? [] : [{ ...wish, order_id: answer.order_id }]
  })
  if (made.length === 0) return
  const key = ({ device_id, order_id }: Played, what: string) => ({
    device_id,
    transid: `sample-${what}-${order_id}`,
    order_id,
  })
  const paying = made.filter((wish) => wish.end === 'pay' && wish.at + wish.after < wish.sale.until)
  if (paying.length > 0) {
    await payOrders(
      db,
      paying.map((wish) => ({ ...key(wish, 'pay'), vendor_ref: refOf(wish) })),
      moment,
    )
    await sql`
      update sale_order o set paid_at = x.at, finished_at = case when o.finished_at is not null then x.at end
      from jsonb_to_recordset(${times(paying, day)}::jsonb) x (order_id bigint, at timestamptz)
      where o.order_id = x.order_id and o.paid_at is not null`.execute(db)
  }
  const leaving = made.filter((wish) => wish.end === 'cancel')
  if (leaving.length > 0) {
    await cancelOrders(
      db,
      leaving.map((wish) => ({ ...key(wish, 'cancel'), reason: 'Khách đổi ý' })),
      moment,
    )
    await sql`
      update sale_order o set ended_at = x.at
      from jsonb_to_recordset(${times(leaving, day)}::jsonb) x (order_id bigint, at timestamptz)
      where o.order_id = x.order_id and o.ended_at is not null`.execute(db)
  }
}

function orderOf(wish: Wish & { device_id: number }, day: string): OrderRequest {
  const { device_id, n, at, shop, customer, goods, handling, source, sale } = wish
  const buyer = {
    device_id,
    transid: `sample-${day}-${n}`,
    made_at: momentOf(day, at),
    user_pos_id: shop.user_pos_id,
    msisdn: customer?.msisdn ?? null,
    full_name: customer?.full_name ?? null,
    handling,
    vendor_code: source,
  }
  if ('tickets' in goods) return { ...buyer, ...goods }
  return { ...buyer, category: goods.category as Game, period_id: sale.period_id, boards: goods.boards }
}

/** The payment's number as its source would give it. */
function refOf({ source, order_id }: Played): string | null {
  const digits = String(order_id).slice(-9)
  if (source === 'WALLET' || source === 'POS') return null
  return source === 'BANK' ? `FT${String(order_id).slice(0, 5)}${digits}` : `4${digits}`
}

const momentOf = (day: string, second: number) => {
  const part = (of: number) => String(of).padStart(2, '0')
  return `${day}T${part(Math.floor(second / 3_600))}:${part(Math.floor((second % 3_600) / 60))}:${part(Math.floor(second) % 60)}+07:00`
}

/** When they were paid or cancelled. */
const times = (wishes: readonly Played[], day: string) =>
  JSON.stringify(wishes.map(({ order_id, at, after }) => ({ order_id, at: momentOf(day, at + after) })))
