/** Takes orders in, up to fifty wishes in one transaction: each is granted or refused by itself. */
import { sql } from 'kysely'
import { Failure } from '#contract/errors.ts'
import type { Db } from '#server/database/transaction.ts'
import { orderStatus } from '#features/orders/order/order.contract.ts'
import { decide, type Draft } from './decide.rules.ts'
import type { Known } from './known.rules.ts'
import { lockTickets, placesOf } from './known.server.ts'
import { lock_timeout_ms } from './lock-timeout.server.ts'
import { lockPeriods } from './periods.server.ts'
import { addToDay, lockDay } from './pos-day.server.ts'
import { withIdempotency, type Outcome } from './idempotency.server.ts'
import { takeFromStock, type StockChange } from './stock.server.ts'
import type { OrderAnswer, OrderRequest } from './wish.rules.ts'

/**
 * @param at a moment of the past, for orders that are made up; otherwise the database's clock, read when the draws are locked.
 * @param lock_timeout for tickets and stocks that somebody else holds, in milliseconds
 * @returns for each wish the order, or why it was refused; in the order of the wishes.
 * @throws RetryLater where one of them is held for longer: nothing is done then.
 */
export function makeOrders(
  db: Db,
  wishes: readonly OrderRequest[],
  at?: string,
  lock_timeout = lock_timeout_ms.together,
): Promise<Outcome[]> {
  return withIdempotency(db, 'create', wishes, (fresh) => take(db, fresh, { at, lock_timeout }))
}

type Wished = Draft & { made_at?: string | undefined }
type Made = Wished & { order_id: number }

async function take(
  db: Db,
  wishes: readonly OrderRequest[],
  { at, lock_timeout }: { at: string | undefined; lock_timeout: number },
): Promise<Outcome[]> {
  const { now, periods, order_ids } = await lockPeriods(db, { ...keysOf(wishes), new_orders: wishes.length }, at)
  const { unpaid_minutes, ...places } = await placesOf(db, wishes)
  const sold = await lockDay(db, now, places.devices.values())
  const counted = new Set(sold.keys())
  const known: Known = { ...places, periods, sold, ...(await lockTickets(db, wishes, periods, lock_timeout)) }
  const drafts = wishes.map((wish) => granted(wish, known, at !== undefined))
  const made = drafts.map((draft, n) => (draft instanceof Failure ? draft : { ...draft, order_id: order_ids[n]! }))
  const orders = made.filter((one): one is Made => !(one instanceof Failure))
  const moments = await write(db, orders, now, unpaid_minutes)
  const limited = orders.filter(({ device }) => counted.has(device.pos_id))
  await addToDay(
    db,
    limited.map(({ device, amount }) => ({ pos_id: device.pos_id, day: now, amount })),
  )
  await takeFromStock(db, orders.flatMap(stockOf), { at, lock_timeout })
  return made.map((one) => (one instanceof Failure ? one : answerOf(one, moments.get(one.order_id)!)))
}

function keysOf(wishes: readonly OrderRequest[]) {
  const period_ids: number[] = []
  const games = new Set<number>()
  const draws: { area_id: number; open_date: string }[] = []
  for (const wish of wishes) {
    if (!('boards' in wish)) draws.push({ area_id: wish.area_id, open_date: wish.open_date })
    else if (wish.period_id == null) games.add(wish.category)
    else period_ids.push(wish.period_id)
  }
  return { period_ids, draws, games: [...games] }
}

function granted(wish: OrderRequest, known: Known, is_made_up: boolean): Wished | Failure {
  try {
    const draft = decide(wish, known)
    return is_made_up ? { ...draft, made_at: wish.made_at } : draft
  } catch (error) {
    if (error instanceof Failure) return error
    throw error
  }
}

interface Moments {
  order_id: number
  ordered_at: string
  expires_at: string
}

/** The orders with their lines. Gives when each was made, and until when it is to be paid. */
async function write(
  db: Db,
  orders: readonly Made[],
  now: string,
  unpaid_minutes: number,
): Promise<Map<number, Moments>> {
  if (orders.length === 0) return new Map()
  const rows = orders.map(({ period, device, lines: _lines, taken: _taken, ...order }) => ({
    ...order,
    category: period.category,
    period_id: period.period_id,
    open_date: period.open_date,
    area_id: period.area_id,
    pos_id: device.pos_id,
    partner_id: device.partner_id,
    device_id: device.device_id,
  }))
  const lines = orders.flatMap(({ order_id, lines: own }) =>
    own.map((line, n) => ({ order_id, line_no: n + 1, ...line })),
  )
  const { rows: made } = await sql<Moments>`
    with lined as (
      insert into order_line (order_id, line_no, play_type, numbers, series, xsdt_ticket_id, ticket_group_id, quick_pick, quantity, amount)
      select * from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) x (order_id bigint, line_no smallint, play_type smallint, numbers text, series text,
        xsdt_ticket_id bigint, ticket_group_id integer, quick_pick boolean, quantity integer, amount bigint))
    insert into sale_order (order_id, ordered_at, category, period_id, open_date, area_id, base_id, pos_id, partner_id, device_id, user_pos_id, msisdn,
        full_name, handling, quantity, amount, fee, commission, payment_vendor_id, expires_at)
    select order_id, coalesce(made_at, ${now}::timestamptz), category, period_id, open_date, area_id, base_id, pos_id, partner_id, device_id, user_pos_id, msisdn,
      full_name, handling, quantity, amount, fee, commission, payment_vendor_id, coalesce(made_at, ${now}::timestamptz) + make_interval(mins => ${unpaid_minutes}::integer)
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) x (order_id bigint, category smallint, period_id integer, open_date date, area_id integer,
      base_id integer, pos_id integer, partner_id integer, device_id integer, user_pos_id integer, msisdn text, full_name text, handling smallint, quantity integer,
      amount bigint, fee bigint, commission bigint, payment_vendor_id integer, made_at timestamptz)
    returning order_id, ordered_at, expires_at`.execute(db)
  return new Map(made.map((one) => [one.order_id, one]))
}

function stockOf({ order_id, taken }: Made): StockChange[] {
  return [...taken].map(([ticket, quantity]) => ({ order_id, quantity, ...ticket }))
}

function answerOf(order: Made, { ordered_at, expires_at }: Moments): OrderAnswer {
  const { order_id, quantity, amount, fee, period } = order
  return {
    order_id,
    ordered_at,
    category: period.category,
    period_id: period.period_id,
    period_code: period.period_code,
    open_date: period.open_date,
    draw_at: period.draw_at,
    expires_at,
    quantity,
    amount,
    fee,
    total: amount + fee,
    status: orderStatus.unpaid,
    paid_at: null,
  }
}
